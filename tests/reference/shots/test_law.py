"""The law of a person's transcript, against Algorithm 1 itself."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.coins import SeededCoins
from ldproof.devices import restore_person, save_person
from ldproof.errors import Reason
from ldproof.shots.client import start_client
from ldproof.shots.formulas import p, q
from ldproof.shots.mechanism import report_mechanism
from ldproof.shots.privacy import FEW, transcript_law, transcript_likelihood
from tests.reference.refusals import refused
from tests.reference.reporting.refusing import check_refusals
from tests.reference.shots import literal
from tests.tiers import some

SHAPES = [(T, m) for T in range(1, 5) for m in range(1, T + 1)]
HALF = Fraction(1, 2)


@pytest.mark.parametrize("r", some([Fraction(1, 3), Fraction(0), HALF, Fraction(4, 5), Fraction(1)], 2))
def test_law_is_that_of_algorithm_1(r: Fraction) -> None:
    """Each round alone shows p or q; and as a person the transcript itself is E^m times as likely as its opposite."""
    E = Fraction(3)
    for T, m in SHAPES:
        rates = [formula(Fraction(m), Fraction(T), r, E - 1) for formula in (q, p)]
        for states in product((0, 1), repeat=T):
            sent = literal.transcripts(states, m, r, E)
            assert transcript_law(states, m, r, E - 1).probabilities == sent
            ones = [sum(share for seen, share in sent.items() if seen[t]) for t in range(T)]
            assert ones == [rates[state] for state in states]
            opposite = [1 - bit for bit in states]
            as_seen, against = (
                transcript_likelihood(each, states, m, r, E - 1) for each in (states, opposite)
            )
            assert as_seen == E**m * against


def test_a_likelihood_of_many_rounds_is_found_without_listing_transcripts() -> None:
    """Whoever reports always: a product of T independent reports."""
    T, E = 200, Fraction(3)
    states, seen = [0, 1] * (T // 2), [0] * T
    assert transcript_likelihood(states, seen, T, HALF, E - 1) == (E / (E + 1) ** 2) ** (T // 2)
    with refused(Reason.TOO_MANY_OUTCOMES):
        transcript_law([0] * (FEW + 1), 1, Fraction(0), Fraction(1))
    with pytest.raises(ValueError, match="zip"):
        transcript_likelihood([0, 1], [0], 1, Fraction(0), Fraction(1))


def test_a_saved_client_is_restored_with_its_own_parameters_only() -> None:
    """One of epsilon = 1 went on with epsilon = 100, and with another r."""
    saved = save_person(start_client(report_mechanism(4, 2, "1/2", epsilon=1), SeededCoins(b"one")))
    foreign = (
        report_mechanism(4, 2, "1/2", epsilon=100),
        report_mechanism(4, 2, "1/3", epsilon=1),
        report_mechanism(4, 2, "1/2", odds=3),
        report_mechanism(4, 3, "1/2", epsilon=1),
        report_mechanism(5, 2, "1/2", epsilon=1),
    )
    refusals = {
        Reason.FOREIGN_STATE: [(start_client(shots, SeededCoins(b"two")), saved) for shots in foreign]
    }
    check_refusals(restore_person, refusals)
    restore_person(start_client(report_mechanism(4, 2, "0.5", epsilon="1"), SeededCoins(b"two")), saved)
