"""Probabilities of detection, and expected recall, precision and F, against sums over all outcomes."""

from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import Budget, parse_budget
from ldproof.errors import Reason
from ldproof.numbers import Enclosure, Real, ball, enclose, exact_fraction, precision
from ldproof.numbers.real import ConditionalNumber
from ldproof.shots.collector import ones_threshold
from ldproof.shots.detection import (
    detection_chance_by_round,
    detection_chances,
    detection_probability,
    detection_threshold,
    expected_f,
    expected_precision,
    expected_recall,
    lift_excess,
)
from ldproof.shots.error import alpha_exact
from ldproof.shots.mechanism import Shots
from tests.reference.reporting.joint import Counts, as_if_independent
from tests.reference.reporting.refusing import check_refusals
from tests.reference.shots.joint import true_law
from tests.reference.shots.rounds import ones, rates
from tests.tiers import slow

THIRD = Fraction(1, 3)
DUMMIES = [Fraction(0), THIRD, Fraction(1)]


def enclosure(quantity: Real) -> Enclosure:
    return enclose(lambda: ball(quantity), 15)


@given(
    st.integers(1, 9),
    st.tuples(st.integers(1, 6), st.integers(0, 6)),
    st.sampled_from(DUMMIES),
    st.sampled_from(["5/4", "3", "20"]),
    st.fractions(Fraction(1, 20), 1, max_denominator=20),
    st.data(),
)
def test_it_is_a_sum_over_all_ones(
    N: int, pair: tuple[int, int], r: Fraction, odds: str, theta: Fraction, data: st.DataObject
) -> None:
    m, T, E = pair[0], sum(pair), Fraction(odds)
    active = data.draw(st.integers(0, N))
    p, q = rates(m, T, r, E)
    law = ones(active, N, m, T, r, E)
    detected = sum(
        (share for k, share in enumerate(law) if (Fraction(k, N) - q) / (p - q) >= theta), Fraction(0)
    )
    whole = parse_budget(m, report_odds=E)
    assert detection_probability(N, m, T, r, Fraction(active, N), theta, whole) == detected
    assert detection_threshold(N, m, T, r, theta, whole) == ceil(N * (q + (p - q) * theta))


@pytest.mark.parametrize(
    ("m", "T", "r"),
    [(6, 100, THIRD), *(pytest.param(m, 100, r, marks=slow) for m, r in product((6, 100), DUMMIES))],
)
def test_many_people_are_summed_in_fractions_and_in_balls(m: int, T: int, r: Fraction) -> None:
    N, theta, whole = 300, Fraction(4, 5), parse_budget(m, report_odds=3)
    least = detection_threshold(N, m, T, r, theta, whole)
    for active in (0, 240):
        exact = detection_probability(N, m, T, r, Fraction(active, N), theta, whole)
        assert exact.exact is not None
        assert exact == sum(ones(active, N, m, T, r, Fraction(3))[least:], Fraction(0))
        with precision(128):
            (around,) = detection_chances(Shots(T, m, r, whole), N, least, [active], ball(2))
        assert exact_fraction(around.lower()) <= exact <= exact_fraction(around.upper())
        assert around.rel_accuracy_bits() > 100


def test_the_smallest_probabilities_have_their_digits() -> None:
    """Of 10,000 idle people 7,311 would have to lie."""
    whole = parse_budget(1, epsilon=1)
    found = enclosure(detection_probability(10_000, 1, 1, Fraction(0), Fraction(0), Fraction(1), whole))
    assert detection_threshold(10_000, 1, 1, Fraction(0), Fraction(1), whole) == 7311
    assert 0 < found.lower < found.upper < Decimal("1e-900")


def long_rates(bits: int) -> Budget:
    """A budget for one report, at which the denominator of p and q has so many bits."""
    return Budget(1, "report_odds", Fraction(2 ** (bits - 1) - 1))


@given(st.integers(3, 1000))
def test_answers_are_fractions_up_to_a_length_of_rates(bits: int) -> None:
    shots = Shots(1, 1, Fraction(0), long_rates(bits))
    exact, enclosed = (lift_excess(shots, most, lambda excess: excess) for most in (bits, bits - 1))
    assert exact.exact == 2 ** (bits - 1) - 2
    assert enclosed.exact is None


@pytest.mark.parametrize(("N", "bits", "is_exact"), [(100, 1000, True), (4096, 33, False)])
def test_probabilities_of_detection_are_fractions_of_at_most_2_to_the_29_bits(
    N: int, bits: int, is_exact: bool
) -> None:
    found = detection_probability(N, 1, 1, Fraction(0), Fraction(1, 2), Fraction(1, 2), long_rates(bits))
    assert (found.exact is not None) == is_exact


@given(st.integers(1, 4), st.integers(-3, 3))
def test_expected_recall_is_a_fraction_of_at_most_2_to_the_14_bits(T: int, more: int) -> None:
    """People and rounds are as many."""
    bits = 2**14 // T**2 + more
    found = expected_recall(T, 1, T, Fraction(0), Fraction(2, 3), long_rates(bits))
    assert (found.exact is not None) == (T**2 * (T << bits - 1).bit_length() <= 2**14)


@pytest.mark.parametrize(("N", "T"), [(7, 9), (60, 12), (600, 25)])
def test_chances_by_round_in_balls_are_the_fractions(N: int, T: int) -> None:
    """Of so many people some are too far from the threshold to matter."""
    for m, r, odds in product((1, T), (Fraction(0), Fraction(1, 4)), (3, 400)):
        shots = Shots(T, m, r, parse_budget(m, report_odds=odds))
        least = ones_threshold(shots, N, Fraction(2, 3))
        active = [N * t // T for t in range(1, T + 1)]
        exact = detection_chances(shots, N, least, active, Fraction(odds - 1))
        with precision(64):
            for around, chance in zip(
                detection_chance_by_round(shots, N, least, ball(odds - 1)), exact, strict=True
            ):
                assert exact_fraction(around.lower()) <= chance <= exact_fraction(around.upper())
                assert around.rad() < 2.0**-40


def stream(N: int, T: int) -> list[Counts]:
    """People who enter one after the other, so that the shares are 1/T, ..., 1, rounded down to people."""
    active = [N * t // T for t in range(1, T + 1)]
    return [tuple(int(n < each) for each in active) for n in range(N)]


def measured(counts: Counts, N: int, p: Fraction, q: Fraction, theta: Fraction) -> list[Fraction]:
    """Recall, precision and F of section 6.1, where what is 0/0 is 0."""
    T = len(counts)
    heavy = {t for t in range(T) if Fraction(N * (t + 1) // T, N) >= theta}
    found = {t for t, ones in enumerate(counts) if (Fraction(ones, N) - q) / (p - q) >= theta}
    recall = Fraction(len(heavy & found), len(heavy))
    precision = Fraction(len(heavy & found), len(found)) if found else Fraction(0)
    f = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
    return [recall, precision, f]


def plain(value: Real | ConditionalNumber) -> Real:
    return value.value if isinstance(value, ConditionalNumber) else value


@pytest.mark.parametrize(
    ("N", "m", "T"),
    [*((N, m, T) for N in (1, 2, 3) for T in (1, 2, 3) for m in range(1, T + 1)), (4, 3, 3), (4, 1, 3)],
)
def test_expectations_are_means_over_all_outcomes(N: int, m: int, T: int) -> None:
    """The joint law; for m < T all but the recall from the law of independent rounds, and with this assumption."""
    for r, theta in product((Fraction(0), Fraction(1, 2)), (Fraction(3, 5), Fraction(1))):
        p, q = rates(m, T, r, Fraction(3))
        joint = true_law(stream(N, T), m, r, Fraction(2))
        found = [
            expected(N, m, T, r, theta, parse_budget(m, report_odds=3))
            for expected in (expected_recall, expected_precision, expected_f)
        ]
        laws = [joint, *[as_if_independent(joint) if m < T else joint] * 2]
        scores = [
            law.mean(lambda counts, place=place: measured(counts, N, p, q, theta)[place])  # type: ignore[misc] # noqa: B023
            for place, law in enumerate(laws)
        ]
        assert [plain(each).exact for each in found] == scores
        assumptions = [each.assumption if isinstance(each, ConditionalNumber) else None for each in found]
        assert assumptions == [None, *["independent rounds" if m < T else None] * 2]


@pytest.mark.parametrize(("N", "m", "T"), [(3, 1, 2), (5, 2, 3), (4, 1, 6), (6, 3, 4)])
def test_expectations_at_irrational_odds_are_near_those_at_near_odds(N: int, m: int, T: int) -> None:
    given = N, m, T, Fraction(1, 3), Fraction(3, 5)
    for expected in (expected_recall, expected_precision, expected_f):
        found = plain(expected(*given, parse_budget(m, epsilon=m)))
        near = plain(expected(*given, parse_budget(m, report_odds="2.718281828459045235360287")))
        assert found.exact is None
        assert abs(found - near) < Fraction(1, 10**20)


@pytest.mark.parametrize(
    ("m", "epsilon", "printed", "exactly"),
    [(1, 1, "0.71", "0.70293336"), (6, 10, "0.91", "0.90512452"), (100, 200, "0.99", "0.98745982")],
)
def test_expected_f_of_experiment_1(m: int, epsilon: int, printed: str, exactly: str) -> None:
    """Row shots.exp-1: means of 100 runs, printed to two digits."""
    found = plain(expected_f(10_000, m, 100, Fraction(0), Fraction(4, 5), parse_budget(m, epsilon=epsilon)))
    digits = enclosure(found).lower
    assert str(digits).startswith(exactly)
    assert abs(digits - Decimal(printed)) < Decimal("0.01")


def test_too_many_people_or_rounds_and_a_share_of_no_people_are_refused() -> None:
    """Of an exact alpha, too small a beta as well."""
    whole, half, none, one = parse_budget(1, epsilon=1), Fraction(1, 2), Fraction(0), Fraction(1)
    check_refusals(
        lambda N, phi: detection_probability(N, 1, 2, none, phi, half, whole),
        {Reason.NOT_A_WHOLE_NUMBER: [(10, half / 2)], Reason.TOO_LARGE: [(10**6 + 1, one)]},
    )
    check_refusals(
        lambda N, T: expected_f(N, 1, T, none, half, whole), {Reason.TOO_LARGE: [(10**6 + 1, 2), (10, 2001)]}
    )
    check_refusals(
        lambda beta, N: alpha_exact(beta, N, 1, 100, none, whole),
        {Reason.TOO_LARGE: [(half, 10**5 + 1)], Reason.OUT_OF_RANGE: [(Fraction(1, 10**249), 10)]},
    )
