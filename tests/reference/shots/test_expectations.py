"""Expected recall, precision and F on the source's stream, against all outcomes and against its figures."""

from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from ldproof.budget import budget
from ldproof.numbers import Real, ball, enclose
from ldproof.numbers.assuming import Assuming
from ldproof.rejections import Reason
from ldproof.shots.expectations import expected_f, expected_precision, expected_recall
from tests.reference.refusals import refused
from tests.reference.reporting.joint import Counts, as_if_independent
from tests.reference.shots.joint import true_law
from tests.reference.shots.rounds import rates


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


def plain(value: Real | Assuming) -> Real:
    return value.value if isinstance(value, Assuming) else value


CASES = [(N, m, T) for N in (1, 2, 3) for T in (1, 2, 3) for m in range(1, T + 1)] + [(4, 3, 3), (4, 1, 3)]


@pytest.mark.parametrize(("N", "m", "T"), CASES)
def test_expectations_are_means_over_all_outcomes(N: int, m: int, T: int) -> None:
    """The joint law; for m < T all but the recall from the law of independent rounds, and with this assumption."""
    for r, theta in product((Fraction(0), Fraction(1, 2)), (Fraction(3, 5), Fraction(1))):
        p, q = rates(m, T, r, Fraction(3))
        joint = true_law(stream(N, T), m, r, Fraction(2))
        found = [
            expected(N, m, T, r, theta, budget(m, report_odds=3))
            for expected in (expected_recall, expected_precision, expected_f)
        ]
        laws = [joint, *[as_if_independent(joint) if m < T else joint] * 2]
        scores = [
            law.mean(lambda counts, place=place: measured(counts, N, p, q, theta)[place])  # type: ignore[misc] # noqa: B023
            for place, law in enumerate(laws)
        ]
        assert [plain(each).exact for each in found] == scores
        assumptions = [each.assumption if isinstance(each, Assuming) else None for each in found]
        assert assumptions == [None, *["independent rounds" if m < T else None] * 2]


def decimal(value: Real | Assuming) -> Decimal:
    return enclose(lambda: ball(plain(value)), 10).lower


EXPERIMENT = (Fraction(0), Fraction(4, 5))


@pytest.mark.parametrize(
    ("m", "epsilon", "printed", "exactly"),
    [(1, 1, "0.71", "0.70293336"), (6, 10, "0.91", "0.90512452"), (100, 200, "0.99", "0.98745982")],
)
def test_experiment_1(m: int, epsilon: int, printed: str, exactly: str) -> None:
    """Row shots.exp-1: means of 100 runs, printed to two digits."""
    found = decimal(expected_f(10_000, m, 100, *EXPERIMENT, budget(m, epsilon=epsilon)))
    assert str(found).startswith(exactly)
    assert abs(found - Decimal(printed)) < Decimal("0.01")


def test_the_best_m_of_experiment_1() -> None:
    """At epsilon = 10, m = 6 has the largest F, and r = 1 does better at the same privacy."""
    found = {m: decimal(expected_f(10_000, m, 100, *EXPERIMENT, budget(m, epsilon=10))) for m in range(4, 9)}
    assert max(found, key=found.__getitem__) == 6
    loud = decimal(expected_f(10_000, 6, 100, Fraction(1), Fraction(4, 5), budget(6, epsilon=10)))
    assert str(loud).startswith("0.938356")


def test_a_budget_of_T_is_best_spent_in_all_rounds() -> None:
    """Row shots.text: epsilon = T = 100, although m* = 57."""
    found = {
        m: decimal(expected_f(10_000, m, 100, *EXPERIMENT, budget(m, epsilon=100))) for m in (57, 99, 100)
    }
    assert max(found, key=found.__getitem__) == 100


@pytest.mark.parametrize("T", [200, 300])
def test_experiment_2_where_every_round_wins(T: int) -> None:
    """Row shots.exp-2: N = 100,000, epsilon = 200, m* = 115; for T = 300 numbers of people are rounded down."""
    star, every = (decimal(expected_f(100_000, m, T, *EXPERIMENT, budget(m, epsilon=200))) for m in (115, T))
    assert star < every < star + Decimal("0.001")


def test_too_many_people_or_rounds_are_refused() -> None:
    for N, T in ((10**6 + 1, 2), (10, 2001)):
        with refused(Reason.TOO_LARGE):
            expected_f(N, 1, T, Fraction(0), Fraction(1, 2), budget(1, epsilon=1))
