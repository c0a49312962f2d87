"""The size of a private test over all carrier rates, the critical value that bounds it, power, and p-values.

Let every person have the variant with the same probability r, the carrier rate; let c_s be the probability that the test
says 1, given that s of the N people have the variant. Then the size at r is the sum over s of
C(N, s) r^s (1 - r)^(N - s) c_s, a polynomial whose Bernstein coefficients are the c_s. On an interval of rates the size is
at most its largest coefficient there, and de Casteljau's algorithm gives the coefficients on both halves. So the largest
size over all rates is enclosed as closely as one likes.

Which tables are significant and how far they are from the others is exact. Probabilities are floats whose error is known:
only positive numbers are added and multiplied, so that a sum is off by at most `DOUBT` of itself.
"""

from bisect import bisect_left
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import accumulate
from math import ceil, exp, log

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import DOUBT, Bits, Int64Array
from ldproof.budget import Budget
from ldproof.chi2.distance import Gap
from ldproof.chi2.error import approximate_reach
from ldproof.chi2.formulas import delta_integer, delta_star, delta_t, delta_y1
from ldproof.chi2.law import TITLES, PrivateTest, PrivateTestName, sensitivity_of_f
from ldproof.chi2.tables import Region, count_tables
from ldproof.errors import Reason, Refused
from ldproof.numbers import Array, Enclosure, Real, rational, real
from ldproof.parameters import validate_fields

# All tables of two groups, and how likely each is.

MOST_TABLES = 4_000_000
"""So many tables take a second for each threshold that is tried."""

LARGEST_STUDY = 10_000
"""A test of so many people takes some seconds: the size is that of a polynomial whose degree is their number."""

REMEMBERED = 2
"""Of how many thresholds the distances of all tables are kept."""


@dataclass(frozen=True)
class EveryTable:
    """The tables of m1 cases and m2 controls, as arrays with a row for each a and a column for each b."""

    m1: int
    m2: int

    def __post_init__(self) -> None:
        validate_fields(self, "m1", "m2", system="chi2")
        count_tables(self.m1, self.m2, MOST_TABLES)
        if (people := self.m1 + self.m2) > LARGEST_STUDY:
            raise Refused(
                Reason.TOO_LARGE,
                f"m1 = {self.m1} and m2 = {self.m2} are {people} people",
                f"at most {LARGEST_STUDY} people, m1 + m2",
            )

    @cached_property
    def cells(self) -> tuple[Int64Array, Int64Array]:
        """The cells a, in a column, and b, in a row."""
        return np.arange(self.m1 + 1)[:, np.newaxis], np.arange(self.m2 + 1)[np.newaxis, :]

    @cached_property
    def margins(self) -> Int64Array:
        """How many people have the variant."""
        a, b = self.cells
        found: Int64Array = a + b
        return found

    @cached_property
    def shares(self) -> Array:
        """The probability of each table given its margin: the hypergeometric law."""
        cases, controls, people = (log_choices(each) for each in (self.m1, self.m2, self.m1 + self.m2))
        found: Array = np.exp(cases[:, np.newaxis] + controls - people[self.margins])
        return found

    def mean_by_margin(self, chances: Array | Bits) -> Array:
        """Return the mean of a probability over the tables of each margin."""
        return np.bincount(self.margins.ravel(), (self.shares * chances).ravel()).astype(np.float64)

    def mean(self, chances: Array | Bits, cases: Fraction, controls: Fraction) -> float:
        """The mean of a probability where cases and controls have the variant at these rates, in floats."""
        of_cases, of_controls = binomial_law(self.m1, cases), binomial_law(self.m2, controls)
        return float(of_cases @ chances @ of_controls)

    def significant(self, tau: Fraction) -> Bits:
        """Which tables have a statistic above tau."""
        left, right = Region(self.m1, self.m2, tau).row_ends()
        a, _ = self.cells
        return (a <= left) | (a >= right)


@lru_cache(REMEMBERED)
def signed_distances(every: EveryTable, tau: Fraction) -> NDArray[np.int32]:
    """For every table how many people must change before the decision does: d - 1 where it is 1, and -d where it is 0.

    Neighbours differ by 1 at most.
    """
    marked = every.significant(tau)
    return np.where(marked, grid_distances(~marked) - 1, -grid_distances(marked))


def grid_distances(marked: Bits) -> NDArray[np.int32]:
    """The L1 distance of each place of a grid to the nearest marked one; twice the sum of the sides if there is none."""
    found = np.where(marked, 0, 2 * sum(marked.shape)).astype(np.int32)
    for lines in (found, found[::-1], found.T, found.T[::-1]):
        place = np.arange(len(lines), dtype=np.int32)[:, np.newaxis]
        np.minimum.accumulate(lines - place, axis=0, out=lines)
        np.add(lines, place, out=lines)
    return found


@lru_cache(4)
def log_choices(people: int) -> Array:
    """The logarithms of C(people, k), in floats."""
    choices = accumulate(range(people // 2), lambda choice, k: choice * (people - k) // (k + 1), initial=1)
    half = [log(each) for each in choices]
    return np.array(half + half[: (people + 1) // 2][::-1])


def binomial_law(people: int, rate: Fraction) -> Array:
    """The law of the number of carriers, in floats."""
    k = np.arange(people + 1)
    if rate in {0, 1}:
        return np.equal(k, people * int(rate)).astype(np.float64)
    have, lack = log(rate), log(1 - rate)
    found: Array = np.exp(log_choices(people) + k * have + (people - k) * lack)
    return found


# The probability of a 1 at each table, and of a noisy distance.

MOST_EPSILON = 100
"""Beyond it noise of probability e^-100 is left, and the floats' error is more than is said."""

LEAST_EPSILON = rational(1, 10**9)
"""Noise of much less does not fit into 64 bits."""


def noise_tail(budget: Budget, k: NDArray[np.integer]) -> Array:
    """The probability that two-sided geometric noise is at least k, in floats.

    Noise of k has a probability proportional to e^(-epsilon |k|). With the signed distances of M* for its threshold 0, the
    noisy distance has M*'s law: at distance d it errs with probability e^(-epsilon (d - 1)) / (1 + e^epsilon).
    """
    epsilon = float(budget.report_epsilon())
    away: Array = np.exp(-epsilon * np.maximum(k, 1 - k)) / (1 + exp(-epsilon))
    return np.where(k >= 1, away, 1 - away)


def laplace_chances(test: PrivateTest, every: EveryTable) -> Array:
    """The probability of a 1 at every table by Algorithm 1 or 2, in floats."""
    gap = Gap(every.m1, every.m2, test.tau, rational(0))
    rate = float(test.budget.report_epsilon() * reach_scale(test, every))
    flip = np.exp(-rate * approximate_reach(test.mechanism, gap, every.cells)) / 2
    return np.where(every.significant(test.tau), 1 - flip, flip)


def reach_scale(test: PrivateTest, every: EveryTable) -> Real:
    """What `approximate_reach` is to be multiplied by for the distance in units of the sensitivity."""
    m1, m2, tau = every.m1, every.m2, test.tau
    given = (real(m1), real(m2))
    match test.mechanism:
        case PrivateTestName.ALGORITHM_1_F:
            return real(tau / sensitivity_of_f(m1, m2))
        case PrivateTestName.ALGORITHM_1_Y1:
            return real(tau) / delta_y1(rational(m1), rational(m2))
        case PrivateTestName.ALGORITHM_1_Y2:
            return real(tau * m1 * m2 / (m1 + m2) ** 2)
        case PrivateTestName.ALGORITHM_2:
            return 1 / delta_t(*given, real(tau))
        case PrivateTestName.ALGORITHM_2_TIGHT:
            return 1 / delta_star(*given, real(tau))
        case PrivateTestName.ALGORITHM_2_INTEGER:
            return 1 / delta_integer(m1, m2, tau)
        case _:
            raise Refused(
                Reason.UNKNOWN_NAME,
                f"{test.mechanism} answers only for tables that are beta away from tau, and has no size",
                f"one of {', '.join(TITLES)}",
            )


# The largest size over all rates.

CLOSE = 1e-7
"""How near to each other, relative to themselves, the two ends of an enclosure come."""

CLOSE_P = 1e-3
"""Those of a p-value: only its upper end is shown."""

SMALLEST = 1e-100
"""Smaller probabilities are not told apart."""


@dataclass(frozen=True, slots=True)
class EnclosedMaximum:
    """The maximum over all rates: its enclosure, in floats, and a rate at which the value is at least `lower`."""

    lower: float
    upper: float
    rate: Fraction

    @property
    def enclosure(self) -> Enclosure:
        """The enclosure as decimals."""
        return enclose_floats(self.lower, self.upper)

    @property
    def upper_decimal(self) -> Decimal:
        """The upper end in four digits, rounded up."""
        return enclose_floats(self.lower, self.upper, 4).upper


def enclose_floats(lower: float, upper: float, digits: int = 8) -> Enclosure:
    """Two decimals around what was computed as two floats, each off by at most `DOUBT` of itself."""
    down, up = (Context(prec=digits, rounding=each) for each in (ROUND_FLOOR, ROUND_CEILING))
    ends = down.plus(Decimal(lower * (1 - DOUBT))), up.plus(Decimal(max(upper, SMALLEST) * (1 + DOUBT)))
    return Enclosure(ends[0], min(ends[1], Decimal(1)))


def split_bernstein(given: Array) -> tuple[Array, Array]:
    """Return the coefficients of the same polynomial on both halves of its interval, by de Casteljau's algorithm."""
    left, right, rest = np.empty_like(given), np.empty_like(given), given.copy()
    for k in range(given.size):
        left[k], right[-1 - k] = rest[0], rest[-1]
        rest = (rest[:-1] + rest[1:]) / 2
    return left, right


def largest_over_rates(given: Array, level: float | None = None, close: float = CLOSE) -> EnclosedMaximum:
    """Enclose the maximum over all rates r of E[given[S]], where S has the law Binomial(N, r).

    With all variants flipped nothing changes, so that rates up to 1/2 are all. With a level it is enclosed only as far as
    decides on which side of the level it is.
    """
    half, _ = split_bernstein(given)
    best, rate = max((half[0], rational(0)), (half[-1], rational(1, 2)))
    pieces: list[tuple[float, Fraction, Fraction, Array]] = [(-half.max(), rational(0), rational(1, 2), half)]
    while True:
        top = -pieces[0][0]
        enough = top <= max(best * (1 + close), SMALLEST)
        if enough or (level is not None and (best > level or top <= level)):
            return EnclosedMaximum(float(best), float(top), rate)
        _, low, high, coefficients = heappop(pieces)
        middle = (low + high) / 2
        parts = split_bernstein(coefficients)
        best, rate = max((best, rate), (parts[0][-1], middle))
        for ends, part in zip(((low, middle), (middle, high)), parts, strict=True):
            heappush(pieces, (-part.max(), *ends, part))


# A test with its size: calibrated, compared, and asked for p-values.


@dataclass(frozen=True)
class SizedTest:
    """A private test of the tables of two groups.

    M* answers 1 where the noisy distance is at least `critical`, which is 0 for `chi2.optimal`; other tests have no such
    number.
    """

    test: PrivateTest
    every: EveryTable
    critical: int = 0

    def __post_init__(self) -> None:
        if self.test.tau >= (N := self.every.m1 + self.every.m2):
            raise Refused(
                Reason.OUT_OF_RANGE, f"no table is beyond tau = {self.test.tau}", f"tau below N = {N}"
            )
        if self.test.budget.report_epsilon() < LEAST_EPSILON:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"epsilon = {float(self.test.budget.report_epsilon()):.6g} for each test",
                f"at least {float(LEAST_EPSILON)}",
            )
        if self.test.budget.report_epsilon() > MOST_EPSILON:
            raise Refused(
                Reason.TOO_LARGE,
                f"epsilon = {float(self.test.budget.report_epsilon()):.6g} for each test",
                f"at most {MOST_EPSILON}: there the noise is 0 with a probability above 1 - 2 e^-{MOST_EPSILON}",
            )

    @property
    def signed_distances(self) -> NDArray[np.int32]:
        """The signed distance of every table."""
        return signed_distances(self.every, self.test.tau)

    @cached_property
    def chances(self) -> Array:
        """The probability of a 1 at every table, in floats."""
        if self.test.mechanism is PrivateTestName.OPTIMAL:
            return noise_tail(self.test.budget, self.critical - self.signed_distances.astype(np.int64))
        return laplace_chances(self.test, self.every)

    @cached_property
    def size(self) -> EnclosedMaximum:
        """The largest probability of a 1 where cases and controls have the variant at the same rate, over all rates."""
        return largest_over_rates(self.every.mean_by_margin(self.chances))

    def keeps_level(self, level: Fraction) -> bool:
        """Whether the size is certainly at most a level; refused below 1e-100."""
        if float(level) < SMALLEST:
            raise Refused(
                Reason.OUT_OF_RANGE, f"the level is below {SMALLEST}", f"a level of at least {SMALLEST}"
            )
        most = float(level) * (1 - 2 * DOUBT)
        return largest_over_rates(self.every.mean_by_margin(self.chances), most).upper <= most

    def power(self, cases: Fraction, controls: Fraction) -> Enclosure:
        """The probability of a 1 where cases and controls have the variant at these two rates."""
        found = self.every.mean(self.chances, cases, controls)
        return enclose_floats(found, found)

    @property
    def mean_power(self) -> float:
        """The mean of the power over all pairs of rates, in floats: all tables are equally likely then."""
        return float(self.chances.mean())

    @cached_property
    def distance_law(self) -> tuple[int, Array]:
        """The least signed distance; and a row for each margin, of the probabilities of it and all above it."""
        least = int(self.signed_distances.min())
        width = int(self.signed_distances.max()) - least + 1
        places = self.every.margins * width + (self.signed_distances - least)
        rows = self.every.m1 + self.every.m2 + 1
        law = np.bincount(places.ravel(), self.every.shares.ravel(), rows * width).astype(np.float64)
        return least, law.reshape(rows, width)

    def p_value(self, statistic: int) -> Decimal:
        """A bound on the probability that a noisy distance is at least `statistic`, over all rates common to both groups.

        From the critical value on it is at most the size.
        """
        least, law = self.distance_law
        tail = noise_tail(self.test.budget, statistic - least - np.arange(law.shape[1]))
        found = largest_over_rates(law @ tail, close=CLOSE_P)
        most = min(found.upper, self.size.upper) if statistic >= self.critical else found.upper
        return enclose_floats(most, most, 4).upper


RADIAL = frozenset(
    {PrivateTestName.ALGORITHM_2, PrivateTestName.ALGORITHM_2_TIGHT, PrivateTestName.ALGORITHM_2_INTEGER}
)
"""The tests by |T|."""

STEPS = 1000
"""Critical values of the statistic are whole multiples of 1/1000."""


def calibrate_tau(
    mechanism: PrivateTestName, every: EveryTable, level: Fraction, budget: Budget
) -> SizedTest:
    """The test at the least threshold, among multiples of 1/1000, whose size is at most a level.

    For M* and Algorithm 1 the size falls as the threshold grows. Algorithm 2 is refused: where nobody has the variant |T| is
    1, its threshold, whatever tau is.
    """
    if mechanism in RADIAL:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{mechanism} has a size of at least 1/2 at every tau: where nobody has the variant, |T| is 1, which is its "
            "threshold",
            "another mechanism, or tau= and no limit on the size",
        )

    def sized(thousandths: int) -> SizedTest:
        return SizedTest(PrivateTest(mechanism, rational(thousandths, STEPS), budget), every)

    ways = range(1, STEPS * (every.m1 + every.m2))
    if not (last := sized(ways[-1])).keeps_level(level):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no tau below N = {every.m1 + every.m2} keeps the size of {mechanism} at {level} where m1 = {every.m1}, "
            f"m2 = {every.m2} and each test costs epsilon = {float(budget.report_epsilon()):.6g}: it is at least "
            f"{last.size.lower:.4f}",
            "a larger epsilon for each test, more people, a larger level, or another mechanism",
        )
    return sized(ways[bisect_left(ways, 1, key=lambda each: sized(each).keeps_level(level))])


def calibrate_distance(tau: Fraction, every: EveryTable, level: Fraction, budget: Budget) -> SizedTest:
    """The test that asks whether the noisy distance is at least c, for the least c with a size of at most a level."""
    test = PrivateTest(PrivateTestName.OPTIMAL, tau, budget)
    distances = SizedTest(test, every).signed_distances
    # At s above every distance the size is at most e^(-epsilon s), and at s below every distance at least 1 - e^(-epsilon s).
    share = min(level, 1 - level)
    reach = 1 + ceil((log(share.denominator) - log(share.numerator)) / float(budget.report_epsilon()))
    ways = range(int(distances.min()) - reach, int(distances.max()) + reach + 1)
    return SizedTest(
        test,
        every,
        ways[bisect_left(ways, 1, key=lambda each: SizedTest(test, every, each).keeps_level(level))],
    )
