"""Exact tails of the error in one round: for A active and B idle reporters, the ones are X = Bin(A, p) + Bin(B, q)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import floor

from ldproof.budget import Budget
from ldproof.counting.formulas import every_round, seen
from ldproof.counting.reporters import ReporterWeights, every, likely, nobody
from ldproof.domains import people
from ldproof.numbers import Ball, Real, ball, latest, lift, rational, whole
from ldproof.numbers.matrices import matrix_product
from ldproof.rejections import Reason, Refused
from ldproof.reporting.coin import lie, truth
from ldproof.tails import Coin, Known, at_least_mixed

__all__ = ["borappor_tail", "tail_probability"]

MOST_PEOPLE = 10**5
MOST_REPORTERS = 1000
"""So many people, of whom so many report in one round, take some seconds; all of them report if T = 1."""

LEAST = rational(1, 10**400)
"""To tell smaller probabilities from 0 takes long."""

REMEMBERED = 64
"""Of how many rounds the probability of failure is kept: tails are turned round for one beta after another."""

MOST_BITS = 1 << 10
"""How many bits the denominator of a probability may have; where it would have more, the probability is enclosed."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of T with so many of N people active, and the rates of ones at which its estimate is off too far.

    A rate is what Glance sees among its reporters, and Harmony among N/T of them once the dummies' share is taken away.
    """

    N: int
    T: int
    active: int
    low: Real
    """This rate is too low, and all below it."""
    high: Real
    """This rate is too high, and all above it."""
    excess: Real
    """One report's excess odds."""
    fill: Fraction | None
    """What whoever does not report counts as; None if the estimate divides by the number who report."""

    def fine(self, k: int) -> tuple[int, int]:
        """Between which two numbers of ones from k reporters there is no failure; neither is fine itself."""
        if k == 0 and self.fill is None:  # no estimate is a failure
            return 0, 1
        return self.below(k, self.low, 1), -self.below(k, self.high, -1)

    def below(self, k: int, rate: Real, sign: int) -> int:
        """The number of ones from k reporters that makes this rate, times a sign, rounded down."""
        scale, shift = rational(k), rational(0)
        if self.fill is not None:
            scale = rational(self.N, self.T)
            shift = self.fill * (k - scale)
        if rate.exact is not None:
            return floor(sign * (scale * rate.exact + shift))
        return floor(sign * scale * rate + sign * shift)

    def never(self) -> bool:
        """Whether no reports whatever make it fail; both edges are linear in k, so that the ends are enough."""
        return all(
            low < 0 and high > k for k in (int(self.fill is None), self.N) for low, high in (self.fine(k),)
        )

    def failures(
        self, actives: ReporterWeights[Known], idles: ReporterWeights[Known], excess: Known
    ) -> Iterator[tuple[int, int, Known]]:
        """The probabilities of failure by all numbers of active and of idle reporters."""
        active, idle = coins(excess)
        few_idles = idles.last < actives.last
        first, second = (idle, active) if few_idles else (active, idle)
        most = min(actives.last, idles.last)
        for k in range(actives.first + idles.first, actives.last + idles.last + 1):
            low, high = self.fine(k)
            total = (first[0] + first[1]) ** k
            above = at_least_mixed(k, high, first, second, most)
            below = at_least_mixed(k, k - low, first[::-1], second[::-1], most)
            for n, (up, down) in enumerate(zip(above, below, strict=True)):
                A, B = (k - n, n) if few_idles else (n, k - n)
                if A in actives and B in idles:
                    yield A, B, (up + down) / total


def failing(N: int, T: int, active: int, alpha: Fraction, excess: Real, fill: Fraction | None) -> Round:
    """A round that fails if its estimate is off by alpha or more."""
    share = rational(active, N)
    low, high = rate(share - alpha, excess), rate(share + alpha, excess)
    return Round(N, T, active, low, high, excess, fill)


def rate(share: Fraction, excess: Real) -> Real:
    """The rate of ones among reports where so large a share is active: 1/2 if half of them are."""
    return Real(share) if 2 * share == 1 else lift(seen, share, excess)


def coins(excess: Known) -> tuple[Coin[Known], Coin[Known]]:
    """The reports of active and of idle people, as weights of 1 and 0; of fractions, whole numbers."""
    p, q = whole(truth(excess), lie(excess))
    return (p, q), (q, p)


def tail_probability(
    N: int, T: int, mu: Fraction, alpha: Fraction, budget: Budget, fill: Fraction | None = None
) -> Real:
    """The probability of an error of alpha or more in one round, or of no estimate; of Glance, or of Harmony with `fill`."""
    return chance(failing(N, T, people(N, "mu", mu), alpha, budget.report_excess(), fill))


def borappor_tail(N: int, T: int, mu: Fraction, alpha: Fraction, budget: Budget) -> Real:
    """The probability of an error of alpha or more in one round of Basic One-time RAPPOR, at a T-th of the budget."""
    return chance(failing(N, 1, people(N, "mu", mu), alpha, every_round(T, budget), None))


@lru_cache(REMEMBERED)
def chance(at_stake: Round) -> Real:
    """The probability of failure in one round."""
    N, T, excess = at_stake.N, at_stake.T, at_stake.excess
    few(N, T)
    if at_stake.never():
        return nobody(N, T) if at_stake.fill is None else Real(0)
    short = excess.exact is not None and brief(N, T, excess.exact)
    return lift(partial(failing_by, at_stake), excess, exactly=short)


def failing_by(at_stake: Round, excess: Known) -> Known:
    """The probability of failure; in a ball by the likeliest numbers of reporters."""
    if isinstance(excess, Ball):
        return not_tiny(failure(at_stake, likely, excess))
    return failure(at_stake, every, excess)


def not_tiny(chance: Ball) -> Ball:
    """A probability, unless it would take very long to tell it from 0."""
    if chance.upper() < ball(LEAST) and chance.rel_accuracy_bits() < 1:
        raise Refused(Reason.OUT_OF_RANGE, "the probability is hardly above 0", "one of at least 1e-400")
    return chance


def failure(at_stake: Round, numbers: Callable[[int, int], ReporterWeights[Known]], excess: Known) -> Known:
    """The sum of all failures over the numbers of active and of idle reporters."""
    actives = numbers(at_stake.active, at_stake.T)
    idles = numbers(at_stake.N - at_stake.active, at_stake.T)
    A_weights, B_weights = actives.probabilities(), idles.probabilities()
    total = actives.others / actives.total() + idles.others / idles.total()
    for A, B, failed in at_stake.failures(actives, idles, excess):
        total += A_weights[A] * B_weights[B] * failed
    return total


@latest
def failure_of_each(rounds: Sequence[Round], excess: Ball) -> list[Ball]:
    """The probabilities of failure in rounds that differ in who is active alone, to as many places as the precision has.

    With so many active and so many idle reporters all of them fail alike, so that this is looked at once.
    """
    numbers = [(likely(each.active, each.T), likely(each.N - each.active, each.T)) for each in rounds]
    lasts = [max(side.last for side in sides) for sides in zip(*numbers, strict=True)]
    actives, idles = (ReporterWeights(0, [ball(1)] * (last + 1), ball(0)) for last in lasts)
    failing = [[ball(0)] * (lasts[1] + 1) for _ in range(lasts[0] + 1)]
    for A, B, failed in rounds[0].failures(actives, idles, excess):
        failing[A][B] = failed
    given_idles = matrix_product([padded(some, lasts[0]) for some, _ in numbers], failing)
    return [
        sum(
            (share * failed for share, failed in zip(padded(rest, lasts[1]), row, strict=True)),
            some.others / some.total() + rest.others / rest.total(),
        )
        for row, (some, rest) in zip(given_idles, numbers, strict=True)
    ]


def padded(weights: ReporterWeights[Ball], last: int) -> list[Ball]:
    """The probabilities of all numbers of reporters from 0 to the last."""
    known = weights.probabilities()
    return [known.get(k, ball(0)) for k in range(last + 1)]


def few(N: int, T: int) -> None:
    """Refuse numbers of people for which sums over all numbers of reporters take long."""
    if N > MOST_PEOPLE or (T > 1 and N > MOST_REPORTERS * T):
        raise Refused(
            Reason.TOO_LARGE,
            f"N = {N} people in T = {T} rounds are too many for an exact law",
            f"at most {MOST_PEOPLE} people and, unless T = 1, {MOST_REPORTERS} T",
        )


def brief(N: int, T: int, excess: Fraction) -> bool:
    """Whether the probabilities of what N people send in a round have a short denominator."""
    one = truth(excess)
    return N * (T * one.denominator).bit_length() <= MOST_BITS
