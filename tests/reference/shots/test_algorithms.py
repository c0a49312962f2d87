"""The text of Algorithm 1 against the mechanism and its collector."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from ldproof.coins import Tape
from ldproof.errors import Refused
from ldproof.sampling.digits import draw_with
from ldproof.shots.algorithms import Q_Bin, m_shot_reporting
from ldproof.shots.collector import empty_collector
from ldproof.shots.mechanism import parse_parameters, report_mechanism
from tests.reference.paths import law_of

SHAPES = [(T, m) for T in range(1, 4) for m in range(1, T + 1)]


@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize("E", [Fraction(3), Fraction(9, 8)])
def test_mechanism_has_the_law_of_algorithm_1(E: Fraction, r: Fraction) -> None:
    """For one user, every state and every output, also those that cannot be."""
    for T, m in SHAPES:
        shots = report_mechanism(T, m, r, report_odds=E)
        for states in product((0, 1), repeat=T):
            law = law_of(lambda draw: m_shot_reporting([states], Fraction(0), E, m, r, draw)[0][0])  # noqa: B023
            for sent in product((0, 1), repeat=T):
                assert shots.likelihood(states, sent) == law.get(sent, 0)


@pytest.mark.parametrize("theta", [Fraction(1, 100), Fraction(1, 2), Fraction(3, 5), Fraction(1)])
@pytest.mark.parametrize(("m", "r"), [(1, Fraction(1, 4)), (2, Fraction(0))])
def test_collector_says_what_algorithm_1_says(m: int, r: Fraction, theta: Fraction) -> None:
    """For two users in two rounds; their reports are independent."""
    V, E = ((0, 1), (1, 1)), Fraction(3)
    shots = report_mechanism(2, m, r, report_odds=E)
    law = law_of(lambda draw: m_shot_reporting(V, theta, E, m, r, draw))
    for (Y, output), share in law.items():
        assert share == shots.likelihood(V[0], Y[0]) * shots.likelihood(V[1], Y[1])
        receiving = empty_collector(parse_parameters(2, m, r, report_odds=E), 2, theta)
        assert [receiving.receive(t, y_t) for t, y_t in enumerate(zip(*Y, strict=True), start=1)] == [*output]


def test_coins_draw_each_outcome_in_its_share() -> None:
    """Of consecutive numbers; the last number of two bytes is no multiple of 3 above 0, and another is asked for."""

    def drawn(law: Mapping[int, Fraction], count: int) -> Counter[int]:
        return Counter(draw_with(Tape(number.to_bytes(2)))(law) for number in range(count))

    assert drawn(Q_Bin(1, Fraction(3)), 256) == {1: 192, 0: 64}
    assert drawn({0: Fraction(0), 1: Fraction(1, 3), 2: Fraction(2, 3)}, 300) == {1: 100, 2: 200}
    with pytest.raises(Refused, match="bytes asked for"):
        draw_with(Tape(b"\xff\xff"))({0: Fraction(1, 3), 1: Fraction(2, 3)})
