"""Theorem 5's bound, as printed and against exact probabilities of failure."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Enclosure, ball, enclose
from ldproof.shots.accuracy import failure_bound, largest_alpha
from tests.reference.numbers.decimals import agrees, balls, close, decimally
from tests.reference.shots import algorithm_1, printed

BUDGETS = [Fraction(1, 10**9), Fraction(1, 2), Fraction(3), Fraction(700)]
SHAPES = [(1, 1), (2, 3), (7, 7), (1, 10**6), (10**6, 10**6)]


def bound(alpha: Fraction, N: int, m: int, T: int, r: Fraction, E: Fraction) -> Enclosure:
    """The right side of (2) for epsilon = m ln(E)."""
    return enclose(lambda: failure_bound(*[*balls(alpha, N, m, T, r), m * ball(E).log()]), 15)


# as printed


@pytest.mark.parametrize(("m", "T"), SHAPES)
@pytest.mark.parametrize("epsilon", BUDGETS)
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize("alpha", [Fraction(1, 100), Fraction(1, 3)])
def test_the_bound_as_printed(m: int, T: int, epsilon: Fraction, r: Fraction, alpha: Fraction) -> None:
    N = 1000
    expected = decimally(printed.bound, alpha, N, m, T, r, epsilon)
    assert agrees(lambda: failure_bound(*balls(alpha, N, m, T, r, epsilon)), expected, 50)
    found = failure_bound(*map(float, (alpha, N, m, T, r, epsilon)))
    assert found == pytest.approx(float(expected), rel=1e-11)


@given(
    st.tuples(st.integers(1, 50), st.integers(0, 50)),
    st.fractions(0, 1),
    st.fractions(1, 10**9).filter(lambda E: E > 1),
)
def test_condition_1_as_printed_and_as_q_over_the_gap(
    pair: tuple[int, int], r: Fraction, E: Fraction
) -> None:
    """Ledger row shots.thm-5: (1) is alpha < q/(p - q)."""
    m, T = Fraction(pair[0]), Fraction(sum(pair))
    high, low = printed.p(m, T, r, E), printed.q(m, T, r, E)
    assert largest_alpha(m, T, r, E - 1) == printed.condition(m, T, r, E) == low / (high - low)


@pytest.mark.parametrize(("m", "T"), SHAPES)
@pytest.mark.parametrize("epsilon", BUDGETS)
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_condition_1_keeps_its_digits_in_floats(m: int, T: int, epsilon: Fraction, r: Fraction) -> None:
    excess = Fraction(float(decimally(lambda m, e: (e / m).exp() - 1, m, epsilon)))
    expected = decimally(
        lambda m, T, r, x: printed.condition(m, T, r, 1 + x), m, T, Fraction(float(r)), excess
    )
    assert close(largest_alpha(float(m), float(T), float(r), float(excess)), expected, 16)
    assert agrees(lambda: largest_alpha(*balls(m, T, Fraction(float(r)), excess)), expected, 50)


# against exact probabilities of failure


def misses(ones: int, N: int, phi: Fraction, alpha: Fraction, p: Fraction, q: Fraction) -> bool:
    return abs((Fraction(ones, N) - q) / (p - q) - phi) >= alpha


def alphas(largest: Fraction) -> Iterator[Fraction]:
    """Errors that satisfy (1)."""
    yield from (largest * Fraction(n, 100) for n in (5, 30, 70, 99))


@pytest.mark.parametrize("E", [Fraction(3, 2), Fraction(3), Fraction(20)])
@pytest.mark.parametrize(("active", "N"), [(0, 150), (50, 150), (150, 150), (1, 2)])
@pytest.mark.parametrize("T", [1, 2])
def test_the_bound_holds_where_everybody_reports_always(E: Fraction, active: int, N: int, T: int) -> None:
    """m = T: rounds are independent, and a round's ones are two binomials."""
    p, q = E / (E + 1), 1 / (E + 1)

    def binomial(count: int, chance: Fraction) -> list[Fraction]:
        return [comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1)]

    ones = [Fraction(0)] * (N + 1)
    for (a, left), (b, right) in product(enumerate(binomial(active, p)), enumerate(binomial(N - active, q))):
        ones[a + b] += left * right
    for alpha in alphas(1 / (E - 1)):
        miss = sum(
            (share for k, share in enumerate(ones) if misses(k, N, Fraction(active, N), alpha, p, q)),
            Fraction(0),
        )
        assert 1 - (1 - miss) ** T <= Fraction(bound(alpha, N, T, T, Fraction(0), E).lower)


@pytest.mark.parametrize("E", [Fraction(3), Fraction(50)])
@pytest.mark.parametrize("active", [False, True])
def test_the_bound_holds_for_one_report_in_two_rounds(E: Fraction, active: bool) -> None:
    """T = 2, m = 1, r = 0, all alike: who sends a 1 sends it in one round, so the ones are trinomial."""
    N, T, m, r = 240, 2, 1, Fraction(0)
    p, q = (formula(Fraction(m), Fraction(T), r, E) for formula in (printed.p, printed.q))
    once = p if active else q
    for alpha in alphas(q / (p - q)):
        wrong = [misses(k, N, Fraction(active), alpha, p, q) for k in range(N + 1)]
        right = [k for k in range(N + 1) if not wrong[k]]
        accurate = sum(
            (
                comb(N, a) * comb(N - a, b) * once ** (a + b) * (1 - 2 * once) ** (N - a - b)
                for a, b in product(right, repeat=2)
                if a + b <= N
            ),
            Fraction(0),
        )
        assert 1 - accurate <= Fraction(bound(alpha, N, m, T, r, E).lower)


@pytest.mark.parametrize(
    ("T", "m", "r"), [(3, 1, Fraction(1, 3)), (3, 2, Fraction(1)), (2, 2, Fraction(1, 2))]
)
def test_the_bound_holds_for_three_people_by_enumeration(T: int, m: int, r: Fraction) -> None:
    """Every transcript of every person, whatever the states."""
    E = Fraction(2)
    p, q = (formula(Fraction(m), Fraction(T), r, E) for formula in (printed.p, printed.q))
    crowd = [(1,) * T, (0,) * T, tuple(t % 2 for t in range(T))]
    laws = [algorithm_1.transcripts(states, m, r, E) for states in crowd]
    phis = [Fraction(sum(column), 3) for column in zip(*crowd, strict=True)]
    for alpha in alphas(q / (p - q)):
        failure = Fraction(0)
        for sent in product(*(each.items() for each in laws)):
            columns = zip(*(seen for seen, _ in sent), strict=True)
            if any(
                misses(sum(column), 3, phi, alpha, p, q) for column, phi in zip(columns, phis, strict=True)
            ):
                failure += sent[0][1] * sent[1][1] * sent[2][1]
        assert failure <= Fraction(bound(alpha, 3, m, T, r, E).lower)


def test_without_condition_1_the_bound_is_false() -> None:
    """Ledger row shots.thm-5: N = 1, T = 100, m = 1, E = 2, r = 0, nobody active, alpha = (1 - q)/(p - q)."""
    T, E = 100, Fraction(2)
    p, q = (formula(Fraction(1), Fraction(T), Fraction(0), E) for formula in (printed.p, printed.q))
    alpha = (1 - q) / (p - q)
    failure = Fraction(0)
    for reported, lied in product(range(T), (True, False)):
        seen = [int(lied and t == reported) for t in range(T)]
        if any(misses(bit, 1, Fraction(0), alpha, p, q) for bit in seen):
            failure += Fraction(1, T) * (Fraction(1, 3) if lied else Fraction(2, 3))
    assert failure == Fraction(1, 3)
    assert largest_alpha(Fraction(1), Fraction(T), Fraction(0), E - 1) < alpha
    claimed = bound(alpha, 1, 1, T, Fraction(0), E)
    assert Decimal("5.3e-20") < claimed.lower <= claimed.upper < Decimal("5.5e-20")
