"""Failure in one round, in some round, and the largest error; and the least error that is exceeded with probability beta."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from ldproof.budget import parse_budget
from ldproof.counting import error as inversion
from ldproof.counting import error as joint
from ldproof.counting import error as tail
from ldproof.counting import mechanism
from ldproof.counting.error import (
    Round,
    alpha_exact,
    borappor_alpha_exact,
    borappor_tail,
    failing_round,
    failure_of_each,
    no_failure_probability,
    sum_failures,
    tail_constant_users,
    tail_probability,
)
from ldproof.counting.formulas import Period, ReporterWeights, all_reporter_weights, empty_round
from ldproof.counting.worst import largest_error_law
from ldproof.errors import Reason
from ldproof.numbers import Ball, Enclosure, Real, ball, enclose, precision, rational
from ldproof.probability import INFINITE, Infinite, Law
from tests.reference.counting import everybody
from tests.reference.counting.everybody import worst_law
from tests.reference.refusals import refused
from tests.reference.reporting.refusing import check_refusals
from tests.tiers import grid, slow, some

FILLS = (None, Fraction(0), Fraction(1, 2), Fraction(1, 3))
EACH_FILL = pytest.mark.parametrize("fill", FILLS)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
SMALL = [
    *((N, T) for N in range(1, 4) for T in range(1, 4)),
    *(pytest.param(4, T, marks=slow) for T in range(1, 4)),
]


def near(quantity: Real, digits: int = 15) -> Enclosure:
    return enclose(lambda: ball(quantity), digits)


def estimating(
    N: int, T: int, odds: Fraction, fill: Fraction | None
) -> Callable[[Sequence[int]], Fraction | None]:
    """The estimate from a round's bits."""
    if fill is None:
        return lambda bits: everybody.glance(bits, odds)
    return lambda bits: everybody.filled(bits, fill, N, T, odds)


@EACH_FILL
@pytest.mark.parametrize(("N", "T"), SMALL)
def test_tail_is_that_over_all_tau_and_coins(
    N: int, T: int, fill: Fraction | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every error that can occur, between any two, and beyond all; in fractions and in balls.

    For T = 1 everybody reports, as in each of BORAPPOR's rounds.
    """
    for M, odds in product(range(N + 1), (Fraction(5, 4), Fraction(3))):
        mu, estimate = Fraction(M, N), estimating(N, T, odds, fill)
        joint = everybody.everything([[int(n < M)] + [0] * (T - 1) for n in range(N)], odds)
        errors = [(everybody.error(estimate(bits[0]), mu), share) for bits, share in joint.items()]
        met = sorted({error for error, _ in errors if error})
        between = [(low + high) / 2 for low, high in zip([Fraction(0), *met], met, strict=False)]
        for alpha in (*met, *between, met[-1] + 1):
            asked = N, T, mu, alpha, parse_budget(1, odds=odds), fill
            expected = sum(share for error, share in errors if error is None or error >= alpha)
            assert tail_probability(*asked) == expected
            with monkeypatch.context() as patch:
                patch.setattr(tail, "MOST_BITS", 0)
                assert near(tail_probability(*asked)).contains(Fraction(expected))
            if T == 1 and fill is None:
                assert borappor_tail(N, 3, mu, alpha, parse_budget(1, odds=odds**3)) == expected


def test_a_tie_is_decided_where_odds_are_irrational() -> None:
    """Two active people: one 1 among two reports makes the estimate 1/2, whatever epsilon is."""
    odds = enclose(lambda: ball(3).exp(), 30)
    for T in (1, 2):
        found = near(tail_probability(2, T, Fraction(1), HALF, parse_budget(1, epsilon=3)))
        chances = []
        for each in (odds.upper, odds.lower):
            p = Fraction(each) / (1 + Fraction(each))
            chances.append(1 - p**2 if T == 1 else Fraction(1, 4) + (1 - p) / 2 + (1 - p**2) / 4)
        assert Fraction(found.lower) <= chances[1]
        assert chances[0] <= Fraction(found.upper)


@pytest.mark.parametrize(("M", "fill"), some([(1000, HALF), (1000, None), (1999, None)]))
def test_enclosures_for_many_people_are_nested(M: int, fill: Fraction | None) -> None:
    """The windows of reporters that different precisions need."""
    found = tail_probability(2000, 50, Fraction(M, 2000), THIRD, parse_budget(1, epsilon=2), fill)
    short, long = near(found, 12), near(found, 50)
    assert short.lower <= long.lower <= long.upper <= short.upper
    assert 0 < short.lower < short.upper < 1


@EACH_FILL
@pytest.mark.parametrize(("N", "T", "M"), [(90, 1000, 30), (172, 8, 50)])
def test_of_many_people_balls_hold_the_fractions(N: int, T: int, M: int, fill: Fraction | None) -> None:
    """Only some numbers of reporters are summed in balls."""
    at_stake = failing_round(N, T, M, Fraction(1, 4), Real(Fraction(3)), fill)
    found = tail_probability(N, T, Fraction(M, N), Fraction(1, 4), parse_budget(1, odds=4), fill)
    assert found.exact is None
    assert near(found).contains(Fraction(sum_failures(at_stake, all_reporter_weights, Fraction(3))))


@pytest.mark.parametrize("fill", [None, HALF])
@pytest.mark.parametrize(("N", "T", "M"), [(4, 2, 2), (6, 3, 3), (5, 3, 3), (5, 3, 2)])
def test_numbers_of_reporters_that_are_left_out_are_in_the_balls(
    N: int, T: int, M: int, fill: Fraction | None
) -> None:
    """The last number of active or of idle reporters, or of both: the radius is at most 5/4 of its probability."""

    def without_last(people: int, T: Period) -> ReporterWeights[Ball]:
        whole = all_reporter_weights(people, T)
        *weights, last = map(ball, whole.weights)
        if people != left:
            return ReporterWeights(whole.first, [*weights, last], Ball(0))
        return ReporterWeights(whole.first, weights, last.union(Ball(0)))

    for alpha, left in product(map(Fraction, ("1/100", "1/4", "1", "10")), (M, N - M)):
        asked = N, T, Fraction(M, N), alpha, parse_budget(1, odds=4), fill
        at_stake = failing_round(N, T, M, alpha, Real(Fraction(3)), fill)
        most = Fraction(5 * (M, N - M).count(left), 4 * T**left)
        none = no_failure_probability(at_stake, without_last, ball(3))
        some = tail_constant_users(N, T, M, alpha, asked[4], fill)
        for found, exact, wide in (
            (sum_failures(at_stake, without_last, ball(3)), tail_probability(*asked), most),
            (1 - none, some, T * most),
        ):
            assert found.contains(ball(exact))
            assert found.rad() < ball(wide)


def test_impossible_errors_are_not_waited_for() -> None:
    """The estimate lies between -q/(p - q) and p/(p - q), or what is filled in makes it; empty rounds are left."""
    whole, far, zero = parse_budget(1, epsilon=1), Fraction(200), Fraction(0)
    assert tail_probability(10_000, 50, HALF, far, whole, zero) == 0
    assert borappor_tail(10_000, 50, HALF, far, whole) == 0
    assert tail_probability(100, 5, HALF, far, whole) == Fraction(4, 5) ** 100
    assert tail_constant_users(60, 5, 20, far, whole, zero) == 0
    assert tail_constant_users(60, 5, 20, far, whole) == empty_round(60, 5)


def test_long_computations_are_refused() -> None:
    whole = parse_budget(1, epsilon=1)
    check_refusals(
        lambda N, T, mu: tail_probability(N, T, Fraction(mu), HALF, whole),
        {
            Reason.TOO_LARGE: [(10**5 + 1, 1, 1), (2001, 2, 1)],
            Reason.NOT_A_WHOLE_NUMBER: [(10, 2, THIRD)],
        },
    )
    check_refusals(
        lambda N, T, M: tail_constant_users(N, T, M, HALF, whole),
        {Reason.TOO_LARGE: [(10_000, 50, 5_000), (10**6, 10**4, 10**6)]},
    )
    check_refusals(
        lambda N, T, M: largest_error_law(N, T, M, whole),
        {Reason.TOO_LARGE: [(10**5 + 1, 50, 1), (10**5, 2, 10**4)]},
    )
    # Nearly everybody would have to report in one of 1000 rounds.
    found = tail_probability(1000, 1000, HALF, Fraction(1000), whole, Fraction(0))
    with refused(Reason.OUT_OF_RANGE):
        near(found)


@EACH_FILL
@pytest.mark.parametrize(("N", "T"), [(3, 1), (4, 3), (40, 4)])
def test_many_rounds_at_once_are_as_each_alone(N: int, T: int, fill: Fraction | None) -> None:
    excess, low, high = Fraction(2), Real(Fraction(1, 5)), Real(Fraction(2, 3))
    people = range(N + 1) if N < 40 else (0, 13, 20, 39, 40)
    rounds = [Round(N, T, M, low, high, Real(excess), fill) for M in people]
    for each, found in zip(rounds, failure_of_each(rounds, ball(excess)), strict=True):
        exact = sum_failures(each, all_reporter_weights, rational(excess))
        assert isinstance(exact, Fraction)
        assert 0 < exact <= 1
        assert found.overlaps(ball(exact))
        assert found.rad() < ball(Fraction(1, 2**30))


@pytest.mark.parametrize(("N", "T"), SMALL)
def test_joint_tail_is_that_over_all_tau_and_coins(N: int, T: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors of 1/3, 1 and 3/2; the second is met exactly. In fractions and in balls."""
    odds = Fraction(3)
    for M, fill, alpha in product(range(N + 1), FILLS, (THIRD, Fraction(1), Fraction(3, 2))):
        people = everybody.constant(N, M, T)
        expected = everybody.fails(people, odds, alpha, estimating(N, T, odds, fill))
        asked = N, T, M, alpha, parse_budget(1, odds=odds), fill
        assert tail_constant_users(*asked) == expected
        with monkeypatch.context() as patch:
            patch.setattr(joint, "has_short_denominator", lambda *_: False)
            with precision(128):
                around = ball(tail_constant_users(*asked))
                assert around.overlaps(ball(expected))
                assert around.rad() < 1e-30


@pytest.mark.parametrize(
    ("N", "T", "M", "fill"), [(30, 4, 11, None), (40, 3, 40, Fraction(0)), (24, 6, 0, None)]
)
def test_balls_hold_the_fractions(
    N: int, T: int, M: int, fill: Fraction | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = N, T, M, HALF, parse_budget(1, odds=9), fill
    exact = tail_constant_users(*asked).exact
    assert exact is not None
    monkeypatch.setattr(tail, "MOST_BITS", 0)
    assert near(tail_constant_users(*asked), 30).contains(exact)


def test_ten_thousand_people_fail_more_in_some_round_than_in_one_and_less_than_the_sum() -> None:
    """Everybody active, as in section 6."""
    whole = parse_budget(1, epsilon=4)
    asked = Fraction(1, 20), whole
    one = near(tail_probability(10_000, 50, Fraction(1), *asked))
    some = near(tail_constant_users(10_000, 50, 10_000, *asked))
    assert one.lower < some.lower
    assert some.upper < 50 * one.upper


@pytest.mark.parametrize(
    ("shape", "fill", "odds"),
    [
        *grid([(1, 1, 1), (4, 3, 4), (4, 3, 2), (5, 2, 1), (5, 3, 2)], [None, *FILLS[1:3]], ["3", "50"]),
        ((1, 3, 0), None, "3"),
    ],
)
def test_law_of_the_largest_error_is_that_over_all_outcomes(
    shape: tuple[int, int, int], fill: Fraction | None, odds: str
) -> None:
    exact = worst_law(*shape, Fraction(odds), fill)
    known = {error: share for error, share in exact.items() if error is not None}
    found = largest_error_law(*shape, parse_budget(odds=odds), fill)
    assert found.doubt < 1e-9
    for error in known:
        reached = 1 - sum(share for each, share in known.items() if each < error)
        assert abs(found.reached(float(error) - 1e-9) - reached) <= found.doubt
        assert float(error) <= found.limit + 1e-12
    if not known:
        with refused(Reason.TOO_FEW_PEOPLE):
            found.mean()
        return
    mean = sum(error * share for error, share in known.items()) / sum(known.values())
    assert abs(found.mean() - mean) <= found.mean_doubt() < 1e-6
    assert found.reached(found.limit + 1) == pytest.approx(exact.get(None, 0), abs=found.doubt)


@pytest.mark.parametrize("fill", [None, Fraction(0), HALF])
@pytest.mark.parametrize(("N", "T", "M"), [(40, 5, 40), (40, 5, 37), (60, 8, 3)])
def test_law_of_the_largest_error_is_the_coefficient_formula(
    N: int, T: int, M: int, fill: Fraction | None
) -> None:
    """The formula in balls, at alphas that are no errors."""
    whole = parse_budget(epsilon=2)
    found = largest_error_law(N, T, M, whole, fill)
    for tenths in (1, 4, 7, 12):
        alpha = Fraction(tenths, 10) + Fraction(1, 10**6)
        with precision(128):
            exact = float(ball(tail_constant_users(N, T, M, alpha, whole, fill)))
        assert abs(found.reached(float(alpha)) - exact) <= found.doubt


FILLS = (None, Fraction(0), Fraction(1, 2), Fraction(1, 3))
BETAS = [Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2), 1 - Fraction(1, 10**30)]
NEAR = Fraction(1, 10**40)


@cache
def estimates(N: int, T: int, M: int, fill: Fraction | None, x: Fraction) -> Law[Fraction | None]:
    return mechanism.estimate_law(N, T, M, x, fill)


def by_hand(estimates: Law[Fraction | None], share: Fraction, tail: Fraction) -> Fraction | Infinite:
    """The largest error that is reached, together with no estimate, with a probability above `tail`."""
    if estimates[None] > tail:
        return INFINITE
    return max(error for error, chance in tails(estimates, share).items() if chance > tail)


def tails(estimates: Law[Fraction | None], share: Fraction) -> dict[Fraction, Fraction]:
    """The probability of each error or a larger one, or of no estimate."""
    errors = estimates.pushforward(lambda each: None if each is None else abs(each - share))
    met = [error for error in errors if error is not None]
    return {
        error: errors[None] + sum((errors[other] for other in met if other >= error), Fraction(0))
        for error in met
    }


@pytest.mark.parametrize(("N", "T", "fill"), grid([1, 2, 4, 6], [1, 2, 3], FILLS))
def test_alpha_is_the_largest_error_that_is_likely_enough(N: int, T: int, fill: Fraction | None) -> None:
    """By the laws; for T = 1 everybody reports, as in each of BORAPPOR's rounds."""
    for M, odds, beta in product(range(N + 1), (Fraction(5, 4), Fraction(3), Fraction(50)), BETAS):
        share, found = Fraction(M, N), estimates(N, T, M, fill, odds - 1)
        assert alpha_exact(N, T, share, beta, parse_budget(1, odds=odds), fill) == by_hand(
            found, share, beta / T
        )
        if T == 1 and fill is None:
            split = parse_budget(1, odds=odds**3)
            assert borappor_alpha_exact(N, 3, share, beta, split) == by_hand(found, share, beta / 3)


@pytest.mark.parametrize(("N", "T", "M"), [(1, 2, 1), (3, 2, 1), (4, 2, 2), (4, 1, 2)])
@pytest.mark.parametrize("fill", FILLS)
def test_a_beta_that_is_a_tail_is_allowed(N: int, T: int, M: int, fill: Fraction | None) -> None:
    """Every probability that is met, spent to the last bit, and missed by less than a float can tell."""
    share, odds = Fraction(M, N), Fraction(3)
    found = estimates(N, T, M, fill, odds - 1)
    for chance, off in product({found[None], *tails(found, share).values()}, (Fraction(0), NEAR, -NEAR)):
        beta = T * chance + off
        if 0 < beta < 1:
            expected = by_hand(found, share, beta / T)
            assert alpha_exact(N, T, share, beta, parse_budget(1, odds=3), fill) == expected


def value(quantity: Real | Infinite) -> Fraction:
    assert not isinstance(quantity, Infinite)
    return Fraction(enclose(lambda: ball(quantity), 25).lower)


@pytest.mark.parametrize(("N", "T", "M"), [(30, 3, 15), (21, 3, 7), (30, 1, 30)])
@pytest.mark.parametrize("given", [{"epsilon": 1}, {"epsilon": 6}, {"odds": 5}])
def test_without_floats_it_is_the_same(
    N: int, T: int, M: int, given: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When every float is in doubt, certified tails decide everything."""
    asked = N, T, Fraction(M, N), Fraction(1, 10), parse_budget(1, **given)
    found = value(alpha_exact(*asked))
    monkeypatch.setattr(inversion, "DOUBT", 0.9)
    assert value(alpha_exact(*asked)) == found


@pytest.mark.parametrize(
    ("N", "T", "M", "fill"),
    [
        (10_000, 50, 9995, None),
        (2000, 40, 600, None),
        (2000, 40, 1000, Fraction(1, 2)),
        (2000, 40, 1, Fraction(0)),
        (10_000, 50, 5000, "borappor"),
    ],
)
def test_alpha_is_certified_for_many_people(N: int, T: int, M: int, fill: Fraction | str | None) -> None:
    """An error a little larger has at most the probability beta / T, one a little smaller has more."""
    mu, beta, whole = Fraction(M, N), Fraction(1, 10), parse_budget(1, epsilon=3)
    if isinstance(fill, str):
        alpha = value(borappor_alpha_exact(N, T, mu, beta, whole))
    else:
        alpha = value(alpha_exact(N, T, mu, beta, whole, fill))
    for factor, more in (("0.9999999", True), ("1.0000001", False)):
        near = alpha * Fraction(factor)
        if isinstance(fill, str):
            chance = borappor_tail(N, T, mu, near, whole)
        else:
            chance = tail_probability(N, T, mu, near, whole, fill)
        assert (value(chance) > beta / T) is more


def test_where_hardly_anybody_lies_nothing_is_off() -> None:
    found = alpha_exact(50, 1, Fraction(1), Fraction(1, 20), parse_budget(1, odds=10**299))
    assert isinstance(found, Real)
    assert found.exact is not None
    assert 0 < found < Fraction(1, 10**290)
    assert alpha_exact(2, 1, Fraction(1, 2), Fraction(1, 20), parse_budget(1, epsilon=20)) == 0


def test_a_round_that_is_likely_to_be_empty_has_no_error() -> None:
    for N, T in ((1, 2), (3, 2), (200, 40), (2000, 1000)):
        assert alpha_exact(N, T, Fraction(1), Fraction(1, 1000), parse_budget(1, epsilon=1)) is INFINITE
    assert alpha_exact(
        2, 2, Fraction(1), Fraction(1, 1000), parse_budget(1, odds=3), Fraction(0)
    ) == Fraction(5, 2)


def test_too_many_people_too_small_a_beta_and_a_share_of_no_people_are_refused() -> None:
    one, beta = Fraction(1), Fraction(1, 20)
    check_refusals(
        lambda N, T, mu, beta: alpha_exact(N, T, mu, beta, parse_budget(1, epsilon=2)),
        {
            Reason.TOO_LARGE: [(10**5 + 1, 1, one, beta), (10**4, 2, one, beta)],
            Reason.OUT_OF_RANGE: [(10, 100, one, Fraction(1, 10**249))],
            Reason.NOT_A_WHOLE_NUMBER: [(10, 2, Fraction(1, 3), beta)],
        },
    )
