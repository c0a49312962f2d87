"""The client's law, by enumerating its coins, is the transcript's law."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from ldproof.coins import SeededCoins
from ldproof.law import law
from ldproof.rejections import Reason
from ldproof.reporting.state import restore, save
from ldproof.shots.client import client
from ldproof.shots.law import transcripts
from ldproof.shots.parameters import parameters
from tests.reference.refusals import refused
from tests.reference.reporting.quarters import BYTE, Script, scripts


@pytest.mark.parametrize("T", [1, 2, 3])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)])
def test_the_law_of_the_sampler_is_the_law(T: int, r: Fraction) -> None:
    """Every choice of rounds and every quarter of every coin, for every m and all states."""
    for m in range(1, T + 1):
        for states in product((0, 1), repeat=T):
            drawn: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
            every = scripts(T, m)
            for chosen, coins in every:
                script = Script(chosen, coins)
                person = client(parameters(T=T, m=m, r=r, report_odds=3), script, BYTE)
                sent = tuple(person.report(t, state, script) for t, state in enumerate(states, start=1))
                drawn[sent] += Fraction(1, len(every))
            assert law(drawn.items()) == transcripts(states, m, r, Fraction(2))


def test_a_saved_state_goes_on_with_its_own_parameters_only() -> None:
    """One of epsilon = 1 went on with epsilon = 100, and with another r."""
    saved = save(client(parameters(4, 2, "1/2", epsilon=1), SeededCoins(b"one")))
    foreign = (
        parameters(4, 2, "1/2", epsilon=100),
        parameters(4, 2, "1/3", epsilon=1),
        parameters(4, 2, "1/2", odds=3),
        parameters(4, 3, "1/2", epsilon=1),
        parameters(5, 2, "1/2", epsilon=1),
    )
    for shots in foreign:
        with refused(Reason.FOREIGN_STATE):
            restore(client(shots, SeededCoins(b"two")), saved)
    restore(client(parameters(4, 2, "0.5", epsilon="1"), SeededCoins(b"two")), saved)
