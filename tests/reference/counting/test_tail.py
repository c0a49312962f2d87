"""Tails of one round, against all tau and coins, and balls against fractions."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.budget import Budget, budget
from ldproof.counting import law, tail
from ldproof.counting.reporters import every
from ldproof.counting.tail import Round, borappor_tail, failure, failure_of_each, tail_probability
from ldproof.numbers import Enclosure, Real, ball, enclose, rational
from ldproof.rejections import Reason
from tests.reference.counting import everybody
from tests.reference.refusals import refused

FILLS = (None, Fraction(0), Fraction(1, 2), Fraction(1, 3))
SHAPES = [(N, T) for N in range(1, 5) for T in range(1, 4)]


def near(quantity: Real, digits: int = 15) -> Enclosure:
    return enclose(lambda: ball(quantity), digits)


def errors(
    N: int, T: int, M: int, odds: Fraction, fill: Fraction | None
) -> list[tuple[Fraction | None, Fraction]]:
    """The error in one round, None if there is no estimate, with its probability."""
    joint = everybody.everything([[int(n < M)] + [0] * (T - 1) for n in range(N)], odds)
    return [
        (
            everybody.error(
                everybody.glance(bits[0], odds)
                if fill is None
                else everybody.filled(bits[0], fill, N, T, odds),
                Fraction(M, N),
            ),
            share,
        )
        for bits, share in joint.items()
    ]


def reached(found: list[tuple[Fraction | None, Fraction]], alpha: Fraction) -> Fraction:
    return sum((share for error, share in found if error is None or error >= alpha), Fraction(0))


@pytest.mark.parametrize(("N", "T"), SHAPES)
@pytest.mark.parametrize("fill", FILLS)
def test_all_tau_and_coins(N: int, T: int, fill: Fraction | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every error that can occur, between any two, and beyond all; in fractions and in balls."""
    for M, odds in product(range(N + 1), (Fraction(5, 4), Fraction(3))):
        found = errors(N, T, M, odds, fill)
        met = sorted({error for error, _ in found if error})
        between = [(low + high) / 2 for low, high in zip([Fraction(0), *met], met, strict=False)]
        for alpha in (*met, *between, met[-1] + 1):
            asked = N, T, Fraction(M, N), alpha, budget(1, odds=odds), fill
            expected = reached(found, alpha)
            assert tail_probability(*asked) == expected
            with monkeypatch.context() as patch:
                patch.setattr(tail, "MOST_BITS", 0)
                assert near(tail_probability(*asked)).contains(expected)


@pytest.mark.parametrize("N", [1, 2, 3, 4])
def test_where_everybody_reports_in_every_round(N: int) -> None:
    for M, odds in product(range(N + 1), (Fraction(5, 4), Fraction(3))):
        found = errors(N, 1, M, odds, None)
        for alpha in (Fraction(1, 10), Fraction(2, 3), *(error for error, _ in found if error)):
            expected = reached(found, alpha)
            assert borappor_tail(N, 3, Fraction(M, N), alpha, budget(1, odds=odds**3)) == expected


def test_a_tie_is_decided_where_odds_are_irrational() -> None:
    """Two active people: one 1 among two reports makes the estimate 1/2, whatever epsilon is."""
    odds = enclose(lambda: ball(3).exp(), 30)
    for T in (1, 2):
        found = near(tail_probability(2, T, Fraction(1), Fraction(1, 2), budget(1, epsilon=3)))
        chances = []
        for each in (odds.upper, odds.lower):
            p = Fraction(each) / (1 + Fraction(each))
            chances.append(1 - p**2 if T == 1 else Fraction(1, 4) + (1 - p) / 2 + (1 - p**2) / 4)
        assert Fraction(found.lower) <= chances[1]
        assert chances[0] <= Fraction(found.upper)


def mean(N: int, T: int, M: int, whole: Budget, fill: Fraction | None) -> Fraction:
    """A sum over the law of the estimate."""
    x = whole.report_excess()
    assert x.exact is not None
    share = Fraction(M, N)
    if fill is None:
        return law.glance(N, T, M, x.exact).of(
            lambda estimate: estimate is None or abs(estimate - share) >= Fraction(1, 3)
        )
    return law.harmony(N, T, M, fill, x.exact).of(lambda estimate: abs(estimate - share) >= Fraction(1, 3))


@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize(("N", "T", "M"), [(9, 2, 3), (12, 5, 6), (10, 1, 4)])
def test_more_people_by_the_law(N: int, T: int, M: int, fill: Fraction | None) -> None:
    whole = budget(1, odds=3)
    assert tail_probability(N, T, Fraction(M, N), Fraction(1, 3), whole, fill) == mean(N, T, M, whole, fill)


@pytest.mark.parametrize(("M", "fill"), [(1000, None), (1999, None), (1000, Fraction(1, 2))])
def test_many_people(M: int, fill: Fraction | None) -> None:
    """The windows of reporters that different precisions need."""
    found = tail_probability(2000, 50, Fraction(M, 2000), Fraction(1, 3), budget(1, epsilon=2), fill)
    short, long = near(found, 12), near(found, 50)
    assert short.lower <= long.lower <= long.upper <= short.upper
    assert 0 < short.lower < short.upper < 1


def test_an_error_that_cannot_be_is_not_waited_for() -> None:
    """The estimate lies between -q/(p - q) and p/(p - q), or what is filled in makes it."""
    whole = budget(1, epsilon=1)
    assert tail_probability(10_000, 50, Fraction(1, 2), Fraction(200), whole, Fraction(0)) == 0
    assert borappor_tail(10_000, 50, Fraction(1, 2), Fraction(100), whole) == 0
    assert tail_probability(100, 5, Fraction(1, 2), Fraction(100), whole) == Fraction(4, 5) ** 100


def test_what_is_hardly_possible_is_refused() -> None:
    """Nearly everybody would have to report in one of 50 rounds."""
    found = tail_probability(2000, 50, Fraction(1, 2), Fraction(50), budget(1, epsilon=2), Fraction(0))
    with refused(Reason.OUT_OF_RANGE):
        near(found)


@pytest.mark.parametrize(
    ("N", "T", "mu", "reason"),
    [
        (10**5 + 1, 1, Fraction(1), Reason.TOO_LARGE),
        (2001, 2, Fraction(1), Reason.TOO_LARGE),
        (10, 2, Fraction(1, 3), Reason.NOT_A_WHOLE_NUMBER),
    ],
)
def test_refusals(N: int, T: int, mu: Fraction, reason: Reason) -> None:
    with refused(reason):
        tail_probability(N, T, mu, Fraction(1, 2), budget(1, epsilon=1))


@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize(("N", "T"), [(3, 1), (4, 3), (40, 4)])
def test_many_rounds_at_once(N: int, T: int, fill: Fraction | None) -> None:
    """In exact fractions each is the one that is known alone."""
    excess, low, high = Fraction(2), Real(Fraction(1, 5)), Real(Fraction(2, 3))
    rounds = [Round(N, T, M, low, high, Real(excess), fill) for M in range(N + 1)]
    for each, found in zip(rounds, failure_of_each(rounds, ball(excess)), strict=True):
        exact = failure(each, every, rational(excess))
        assert isinstance(exact, Fraction)
        assert 0 < exact <= 1
        assert found.overlaps(ball(exact))
        assert found.rad() < ball(Fraction(1, 2**30))
