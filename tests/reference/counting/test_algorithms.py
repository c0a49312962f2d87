"""The texts of Glance, Harmony and Basic One-time RAPPOR against the mechanisms and their collectors."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.counting.collector import NO_ESTIMATE, empty_collector
from ldproof.counting.mechanism import Which, counting_mechanism
from tests.reference.counting import by_hand
from tests.reference.paths import law_of

EACH = pytest.mark.parametrize("which", Which)


@EACH
@pytest.mark.parametrize("E", [Fraction(3), Fraction(9, 8)])
def test_mechanism_has_the_law_of_the_algorithm(which: Which, E: Fraction) -> None:
    """For one user, every state and everything that can be sent."""
    for T in (1, 2, 3):
        counting = counting_mechanism(which, T, report_odds=E)
        for states in product((0, 1), repeat=T):
            law = by_hand.transcripts(which, states, E)
            assert {sent: counting.likelihood(states, sent) for sent in law} == law


@EACH
def test_collector_estimates_what_the_algorithm_does(which: Which) -> None:
    """For two users in two rounds; their reports are independent, and a round of Glance's may be without any."""
    V, E = ((0, 1), (1, 1)), Fraction(3)
    counting = counting_mechanism(which, 2, report_odds=E)
    law = law_of(lambda draw: by_hand.run_population(which, V, E, draw))
    for (Z, estimates), share in law.items():
        assert share == counting.likelihood(V[0], Z[0]) * counting.likelihood(V[1], Z[1])
        receiving = empty_collector(by_hand.exactly(which, 2), 2)
        said = [receiving.receive(t, z_t) for t, z_t in enumerate(zip(*Z, strict=True), start=1)]
        assert said == [NO_ESTIMATE if each is None else each for each in estimates]
