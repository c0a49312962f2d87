"""The mechanisms that count in rounds, each as a plan sees it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from ldproof.arrays import DOUBT, DUST, binomial_masses
from ldproof.budget import Budget
from ldproof.counting import bounds
from ldproof.counting.error import (
    MOST_PEOPLE,
    MOST_REPORTERS,
    Round,
    failure_probability,
    largest_likely_error,
    ones_rate,
)
from ldproof.counting.formulas import Period, empty_round, no_report_probability, silent_variance
from ldproof.counting.m_glance import m_glance_best_m
from ldproof.counting.mechanism import FILLS, Memoized, Which, estimate_variance
from ldproof.counting.memoized import best_memoized_odds
from ldproof.errors import Refused
from ldproof.numbers import Array, Real, lift, lift_elementary, log, rational, sqrt
from ldproof.planning.deployment import (
    DecidingRounds,
    Deployed,
    Deployment,
    Grounds,
    Promise,
    Size,
    exact_promise,
    format_rounded,
    largest_size,
    smallest_size,
)
from ldproof.planning.error_bounds import (
    COMPARED,
    largest_report_error,
    least_bound_shots,
    likely_report_error,
    sum_of_reports,
    sum_of_shots,
)
from ldproof.planning.future_rand import FutureRandCounter, future_rand_counter
from ldproof.probability import INFINITE
from ldproof.rounds import contrast, truth
from ldproof.shots import error, formulas
from ldproof.shots.detection import detection_probability
from ldproof.shots.error import largest_quantile, quantile_bounds
from ldproof.shots.formulas import variance as shots_variance
from ldproof.shots.formulas import worst_variance
from ldproof.shots.mechanism import Shots
from ldproof.shots.search import Choice, least_error

# A bound on the error of one round whoever is active, where each report is about one round and NULL is seen.
#
# Given that k report, any k of the N people are as likely. The number of active ones among them is hypergeometric: all
# zeros of its generating function are real, and so are those of the ones that they send. So these are the successes of
# k independent trials, and by Hoeffding (1956, theorem 4) they are no likelier than those of k equal trials of the same
# mean to be one or more beyond that mean. Of equal trials the worst of a stretch of rates is at its ends. Stretches are
# halved where the bound is largest. Floats are rounded to the safe side; their sums have positive terms only.

HAIR = 1e-9
"""A relative bound on the rounding error of a threshold."""

FIRST, MOST = 8, 64
"""The rates are cut into so many intervals at first, and at most."""

WORK = 2e7
"""At most so many probabilities are computed."""

FINE = 64
"""An interval is short enough if it is no longer than this part of the error."""

REMEMBERED = 16
"""How many bounds are cached."""

STEPS = 16
"""How many steps of bisection an error takes."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The law of the number of reporters in one round, and the value that NULL counts as."""

    N: int
    T: Period
    tail: float
    fill: float | None
    first: int
    reporters: Array
    """The probabilities of `first` reporters and of each larger number."""
    missing: float
    """The probability of all other numbers of reporters."""

    @classmethod
    def for_round(cls, N: int, T: Period, tail: float, fill: Fraction | None) -> "Shares":
        """Return the law for N people, each of whom reports once in T rounds."""
        if T == 1:
            return cls(N, T, tail, None if fill is None else float(fill), N, np.ones(1), 0.0)
        law = binomial_masses(N, float(1 / T), float(1 - 1 / T), tail * DUST)
        of, first = law.of, law.start
        silent = 0.0
        if fill is None and first == 0:  # no estimate is an error
            silent, of, first = float(of[0]), of[1:], 1
        missing = silent + N * tail * DUST
        return cls(N, T, tail, None if fill is None else float(fill), first, of, missing)

    @property
    def reporter_counts(self) -> Array:
        """The numbers of reporters, as floats."""
        return np.arange(self.first, self.first + len(self.reporters), dtype=float)

    def ones_probabilities(self, rate: float) -> Array:
        """Return the binomial probabilities of 0, 1, ... ones at this rate, a row for each number of reporters."""
        last = self.first + len(self.reporters) - 1
        rows = np.zeros((len(self.reporters), last + 1))
        rows[0, : self.first + 1] = (
            binomial_masses(self.first, rate, 1 - rate, 0.0).of
            if rate < 1
            else np.arange(self.first + 1) == self.first
        )
        for above, row in pairwise(rows):
            row[:] = (1 - rate) * above
            row[1:] += rate * above[:-1]
        return rows

    def error_bound(self, low: float, high: float) -> float:
        """Bound from above the error that is exceeded with at most the tail's probability, for all rates in an interval."""
        k = self.reporter_counts
        slope = k if self.fill is None else np.full(len(k), float(self.N / self.T))
        start = 0.0 * k if self.fill is None else self.fill * (k - float(self.N / self.T))
        above = np.cumsum(self.ones_probabilities(high)[:, ::-1], axis=1)[:, ::-1]
        below = np.cumsum(self.ones_probabilities(low), axis=1)
        size, places = above.shape[1], np.arange(len(k))

        def may_exceed(off: float) -> bool:
            """Return whether the error may exceed `off` with a probability above the tail."""
            least = np.ceil(start + slope * (low + off) - HAIR * self.N)
            most = np.floor(start + slope * (high - off) + HAIR * self.N)
            up = np.where(
                least - 1 >= k * high * (1 + HAIR),
                above[places, np.clip(least, 0, size - 1).astype(int)],
                1.0,
            )
            down = np.where(
                most + 1 <= k * low * (1 - HAIR), below[places, np.clip(most, 0, size - 1).astype(int)], 1.0
            )
            up, down = np.where(least > k, 0.0, up), np.where(most < 0, 0.0, down)
            chance = float(self.reporters @ np.minimum(1.0, up + down)) + self.missing
            return chance * (1 + DOUBT) > self.tail

        enough = 1.0
        while may_exceed(enough):
            enough *= 2
            if enough > 2 * self.T:  # no rate is so far off: what is likely is that there is no estimate
                return np.inf
        least, most = 0.0, enough
        for _ in range(STEPS):
            middle = (least + most) / 2
            least, most = (middle, most) if may_exceed(middle) else (least, middle)
        return most


@lru_cache(REMEMBERED)
def largest_error(
    N: int, T: Period, tail: Fraction, excess: Real, fill: Fraction | None
) -> tuple[Real, int] | None:
    """Bound the error of a round's estimate except for a tail, for every number of active people.

    Returns the bound and the number of active people that seems worst; None if no error is that unlikely.
    """
    shares = Shares.for_round(N, T, float(tail), fill)
    p, gap = float(truth(excess)), float(contrast(excess))
    ends = np.linspace(0.5, min(1.0, p * (1 + HAIR)), FIRST + 1).tolist()
    heap = [(-shares.error_bound(*stretch), *stretch) for stretch in pairwise(ends)]
    heapify(heap)
    size = len(shares.reporters) * (shares.first + len(shares.reporters))
    for _ in range(min(MOST, int(WORK / size)) - FIRST):
        worst, low, high = heap[0]
        if high - low <= -worst / FINE:
            break
        heappop(heap)
        for each in pairwise((low, (low + high) / 2, high)):
            heappush(heap, (-shares.error_bound(*each), *each))
    worst, low, high = heap[0]
    if worst == -np.inf:
        return None
    share = ((low + high) / 2 - 1 + p) / gap
    return Real(Fraction(-worst)) / contrast(excess), min(N, max(0, round(N * share)))


# The mechanisms that count in rounds: error in one round, variance, cost, and the sources' bounds.

FEWEST_MEMOIZED = 3
"""With fewer rounds L-GRR is no better than BORAPPOR."""

FEW = 100
"""Up to so many people, every number of active people is looked at."""


@dataclass(frozen=True, slots=True)
class SourceBound:
    """A source's bound on the largest error over all rounds, and whether its condition is met."""

    name: str
    value: Real | Refused
    holds: bool


@dataclass(frozen=True, slots=True)
class ReportingCounter:
    """m-shot reporting: Harmony if m = 1 and r = 0, BORAPPOR if m = T."""

    asked: Deployment
    shots: Shots

    mechanism = "shots.report"

    @property
    def source_name(self) -> str:
        """The name that the sources use."""
        if self.independent:
            return "BORAPPOR"
        if self.shots.m == 1 and not self.shots.r:
            return "Harmony"
        return f"{self.shots.m}-shot, r = {self.shots.r}"

    @property
    def parameters(self) -> Mapping[str, str]:
        """The mechanism's parameters, the whole budget among them."""
        return budgeted_parameters(self.asked, m=str(self.shots.m), r=str(self.shots.r))

    @property
    def independent(self) -> bool:
        """Whether rounds are independent, given everybody's states."""
        return self.shots.m == self.shots.T

    @property
    def messages(self) -> int:
        """In how many rounds a user sends a bit: a report or a dummy in each."""
        return self.shots.T

    @property
    def event_epsilon(self) -> Real:
        """The tight epsilon for inputs that differ in one round."""
        shots = self.shots
        if self.independent or shots.r in (0, 1):
            return shots.budget.report_epsilon()
        return lift_elementary(formulas.event_epsilon, shots.m, shots.T, shots.r, shots.budget.epsilon())

    def one_round(self, tail: Fraction) -> Promise:
        """Promise the error of a round: exactly, or without mu between two bounds if there are many people."""
        N, active = self.asked.N, self.asked.active_people
        if active is not None:
            least, most = shots_quantile_bounds(self.shots, N, active, tail)
            return Promise(least, most, Grounds.EXACT if least is most else Grounds.NEIGHBOURS)
        if N <= error.MOST_PEOPLE:
            return exact_promise(self.at_most(tail))
        worst, _ = sum_of_shots(self.shots, N, None).sizes_of_largest_variance
        least, _ = shots_quantile_bounds(self.shots, N, int(worst), tail)
        return Promise(least, self.at_most(tail), Grounds.MANY_BITS)

    def at_most(self, tail: Fraction) -> Real:
        """Bound the error of a round exceeded with at most this probability; without mu, the largest over all mu.

        It is exact if mu is known or there are few people.
        """
        N, active = self.asked.N, self.asked.active_people
        if active is not None:
            return shots_quantile_bounds(self.shots, N, active, tail)[1]
        if N <= error.MOST_PEOPLE:
            return largest_quantile(self.shots, N, tail)
        return largest_shots_error(self.shots, N, tail)

    def round_variance(self, mu: Fraction) -> Real:
        """Return the variance of a round's estimate."""
        return lift(
            shots_variance, self.asked.N, *self._shot_parameters, mu, self.shots.budget.report_excess()
        )

    def largest_variance(self) -> Real:
        """Return the largest variance over all mu."""
        return lift(worst_variance, self.asked.N, *self._shot_parameters, self.shots.budget.report_excess())

    def detection_chance(self, mu: Fraction, theta: Fraction) -> Real:
        """Return the probability that the estimate of a round is theta or more."""
        return detection_probability(self.asked.N, *self._shot_parameters, mu, theta, self.shots.budget)

    def source_bounds(self) -> Iterator[SourceBound]:
        """Yield (2) of the first source, and what the second says of Harmony and of BORAPPOR."""
        beta, N, (m, T, r) = self.asked.beta, self.asked.N, self._shot_parameters
        budget = self.shots.budget
        bound = lift_elementary(error.alpha_paper, beta, N, m, T, r, budget.epsilon())
        yield SourceBound("(2) of source 1", bound, error.paper_applies(beta, N, m, T, r, budget))
        if m == 1 and r == 0:
            share = Fraction(1) if self.asked.mu is None else self.asked.mu
            bound = bounds.harmony_upper(N, T, beta, self.asked.budget, share)
            yield SourceBound("Corollary 1 of source 2", bound, holds=True)
        if m == T:
            bound = lift_elementary(bounds.borappor_alpha, N, T, beta, budget.epsilon())
            yield SourceBound("Hoeffding's, section 1.1 of source 2", bound, holds=True)

    @property
    def _shot_parameters(self) -> tuple[int, int, Fraction]:
        return self.shots.m, self.shots.T, self.shots.r


@dataclass(frozen=True, slots=True)
class MemoizedCounter(ReportingCounter):
    """L-GRR: in a single round m-shot reporting with m = T and the odds of a first report."""

    kept_odds: Fraction

    mechanism = "counting.memoized"
    independent = False
    """The same kept bits are reported in all rounds."""
    source_name = "L-GRR"

    @property
    def two_step_mechanism(self) -> Memoized:
        """L-GRR with the chosen odds."""
        return Memoized(self.shots.T, self.kept_odds, self.shots.budget.value)

    @property
    def parameters(self) -> Mapping[str, str]:
        """T and the odds, which are chosen by the whole budget."""
        return {
            "T": str(self.asked.T),
            "kept_odds": str(self.kept_odds),
            "first_odds": str(self.shots.budget.value),
        }

    @property
    def event_epsilon(self) -> Real:
        """The tight epsilon for inputs that differ in one round."""
        known = self.two_step_mechanism
        return log(known.odds_of_reports(*known.likeliest_reports("event")))

    def source_bounds(self) -> Iterator[SourceBound]:
        """Yield nothing: the sources bound no error of it."""
        yield from ()


def memoized_counter(asked: Deployment) -> MemoizedCounter:
    """Return L-GRR with the odds of about the least variance."""
    kept_odds, first_odds = best_memoized_odds(asked.T, asked.budget)
    budget = Budget(asked.T, "report_odds", first_odds)
    return MemoizedCounter(asked, Shots(asked.T, asked.T, Fraction(0), budget), kept_odds)


@dataclass(frozen=True, slots=True)
class SilentCounter:
    """Glance or published Harmony: reports in m random rounds, and a visible NULL in all others.

    The sources have m = 1.
    """

    asked: Deployment
    which: Which
    messages: int = 1
    """m, the number of reports of a person."""

    independent = False

    @property
    def source_name(self) -> str:
        """The name in the sources; for m > 1, which no source has, a name of ours."""
        name = "Glance" if self.which is Which.GLANCE else "published Harmony"
        return name if self.messages == 1 else f"{self.messages}-shot {name}"

    @property
    def mechanism(self) -> str:
        """Its name in the registry."""
        return f"counting.{self.which}" if self.messages == 1 else "counting.m_glance"

    @property
    def parameters(self) -> Mapping[str, str]:
        """T, m where it is not 1, and the whole budget."""
        shots = {} if self.messages == 1 else {"m": str(self.messages)}
        return budgeted_parameters(self.asked, **shots)

    @property
    def budget(self) -> Budget:
        """The whole budget, split over all reports."""
        return self.asked.budget.over(self.messages)

    @property
    def period(self) -> Period:
        """T/m, the inverse of the probability that a person reports in a round."""
        return self.asked.T if self.messages == 1 else rational(self.asked.T, self.messages)

    @property
    def null_value(self) -> Fraction | None:
        """The value that NULL counts as; None if NULL is left out."""
        return FILLS.get(self.which)

    @property
    def event_epsilon(self) -> Real:
        """The tight epsilon for inputs that differ in one round: that of one report."""
        return self.budget.report_epsilon()

    def one_round(self, tail: Fraction) -> Promise:
        """Promise the error of a round: exactly if mu is known, N is small or T is 1, otherwise between bounds."""
        if self.period == 1:
            return ReportingCounter(self.asked, self._everybody).one_round(tail)
        most = self.at_most(tail)
        if self._is_exact or most is INFINITE:
            return exact_promise(most)
        if not self._is_computable:
            return Promise(smallest_size([self._likely_error(tail), most]), most, Grounds.MANY_REPORTS)
        places = [0 if self.null_value else self.asked.N // 2]
        if (found := self._error_bound(tail)) is not None:
            places.append(found[1])
        return Promise(largest_size([self._error_at(each, tail) for each in places]), most, Grounds.BOUND)

    def at_most(self, tail: Fraction) -> Size:
        """Bound the error of a round, except with this probability; infinite if an estimate is missing too often.

        If mu is known or N is small, it is the exact quantile. Otherwise it is the least bound that holds for every mu:
        by binomial laws, or a closed form: Bernstein's if NULL has a value, as the variance is the same for every mu;
        for Glance, as D(s + x | s) >= 2 x^2, by the exponent that `alpha_one_step` asks for. Of more people it is the
        bound of `ldproof.planning.error_bounds`. If m = T, everybody reports, nothing is filled in, and it is m-shot reporting.
        """
        N, T, excess = self.asked.N, self.period, self.budget.report_excess()
        if T == 1:
            return ReportingCounter(self.asked, self._everybody).at_most(tail)
        if self._is_exact:
            # Flipping all states and bits changes no error, so that half of the numbers are enough.
            actives = range(N // 2 + 1) if self.asked.active_people is None else [self.asked.active_people]
            return largest_size([self._error_at(each, tail) for each in actives])
        if self.null_value is None and no_report_probability(N, T) > tail:
            return INFINITE
        if not self._is_computable:
            return self._certified_error(tail)
        if self.null_value is not None:
            closed = lift_elementary(
                bounds.harmony_upper_at, self.round_variance(Fraction(0)), N, T, tail * T, excess
            )
        elif bounds.enough_people(N, T, tail * T):
            closed = sqrt(bounds.required_exponent_sharp(N, T, tail * T) / 2) / contrast(excess)
        else:
            closed = 1 + 1 / excess
        found = self._error_bound(tail)
        return closed if found is None else smallest_size([closed, found[0]])

    def _error_bound(self, tail: Fraction) -> tuple[Real, int] | None:
        """Return `largest_error`, if it can be computed and mu is not known."""
        if not self._is_computable or self.asked.active_people is not None:
            return None
        return largest_error(self.asked.N, self.period, tail, self.budget.report_excess(), self.null_value)

    def _certified_error(self, tail: Fraction) -> Size:
        """Bound the error of a round of many people; for every mu, if it is not known."""
        N, T, excess, limit = self.asked.N, self.period, self.budget.report_excess(), float(tail) * (1 - HAIR)
        active = self.asked.active_people
        if self.null_value is None:
            found = largest_report_error(N, T, self.asked.mu, tail, excess)
            return INFINITE if found is None else found
        most = sum_of_reports(N, T, active, excess).largest_deviation(limit)
        return self._reported_error(most)

    def _likely_error(self, tail: Fraction) -> Size:
        """Return an error that a round of many people reaches with a probability above the tail."""
        N, T, excess = self.asked.N, self.period, self.budget.report_excess()
        share = Fraction(N // 2, N) if self.asked.mu is None else self.asked.mu
        if self.null_value is None:
            likely = likely_report_error(N, T, share, tail, excess)
            return INFINITE if likely is None else likely
        reports = sum_of_reports(N, T, int(N * share), excess)
        return self._reported_error(reports.likely_deviation(float(tail) * (1 + HAIR)))

    def _reported_error(self, deviation: float) -> Real:
        """Return the error of published Harmony whose sum of reports, each 1 or -1, is so far off its mean."""
        return (
            Real(Fraction(deviation))
            * self.period
            / (2 * self.asked.N * contrast(self.budget.report_excess()))
        )

    @property
    def _everybody(self) -> Shots:
        """The m-shot reporting that this is if everybody reports in every round."""
        return Shots(self.asked.T, self.messages, Fraction(0), self.budget)

    @property
    def _is_computable(self) -> bool:
        N, T = self.asked.N, self.period
        return N <= MOST_PEOPLE and (T == 1 or N <= MOST_REPORTERS * T)

    @property
    def _is_exact(self) -> bool:
        return self._is_computable and (self.asked.active_people is not None or self.asked.N <= FEW)

    def _error_at(self, active: int, tail: Fraction) -> Size:
        return largest_likely_error(
            self.asked.N, self.period, active, tail, self.budget.report_excess(), self.null_value
        )

    def round_variance(self, mu: Fraction) -> Real:
        """Return the variance of a round's estimate; for Glance, given that somebody reports."""
        if self.which is Which.GLANCE:
            return silent_variance(self.asked.N, self.period, mu, self.budget)
        return estimate_variance(self.which, self.asked.N, self.asked.T, mu, self.asked.budget)

    def largest_variance(self) -> Real:
        """Return the largest variance over all mu: Glance's is at 1/2, published Harmony's is constant."""
        return self.round_variance(Fraction(self.asked.N // 2, self.asked.N))

    def detection_chance(self, mu: Fraction, theta: Fraction) -> Real:
        """Return the probability that there is an estimate, and that it is theta or more."""
        return (
            failure_probability(self.round_reaching(int(self.asked.N * mu), theta))
            - self.silence_probability()
        )

    def round_reaching(self, active: int, theta: Fraction) -> Round:
        """Return a round that fails if its estimate is theta or more, or if there is none."""
        N, T, excess = self.asked.N, self.period, self.budget.report_excess()
        return Round(N, T, active, Real(-(T + 1)), ones_rate(theta, excess), excess, self.null_value)

    def silence_probability(self) -> Real:
        """Return the probability that there is no estimate in a round."""
        return no_report_probability(self.asked.N, self.period) if self.null_value is None else Real(0)

    def any_silence_probability(self) -> Real:
        """Return the probability that there is no estimate in some round; for m > 1, a bound on it."""
        if self.null_value is None and self.messages == 1:
            return empty_round(self.asked.N, self.asked.T)
        return self.asked.T * self.silence_probability()

    def source_bounds(self) -> Iterator[SourceBound]:
        """Yield Theorem 5, and Corollary 3 for every stream; none for published Harmony."""
        if self.null_value is not None or self.messages > 1:
            return
        N, T, beta, mu, budget = self.asked.N, self.asked.T, self.asked.beta, self.asked.mu, self.asked.budget
        if mu is not None:
            yield attempt_bound(
                "Theorem 5 of source 2",
                lambda: bounds.theorem_5_printed(N, T, beta, budget),
                lambda: bounds.condition_2(N, T, mu, beta, budget),
            )
        yield attempt_bound(
            "Corollary 3 of source 2", lambda: bounds.corollary_3(N, T, beta, budget), lambda: True
        )


def silent_counters(asked: Deployment) -> Iterator[SilentCounter]:
    """Yield Glance, published Harmony, and m-shot Glance with the m of least variance, unless m is 1 or T.

    Without mu, it is the variance if half of the people are active. With m = T it is BORAPPOR.
    """
    yield SilentCounter(asked, Which.GLANCE)
    yield SilentCounter(asked, Which.HARMONY_PUBLISHED)
    share = Fraction(asked.N // 2, asked.N) if asked.mu is None else asked.mu
    m = m_glance_best_m(asked.N, asked.T, share, asked.budget)
    if 1 < m < asked.T:
        yield SilentCounter(asked, Which.GLANCE, m)


@lru_cache(REMEMBERED)
def shots_quantile_bounds(shots: Shots, N: int, active: int, tail: Fraction) -> tuple[Real, Real]:
    """Return `quantile_bounds`, and remember it."""
    return quantile_bounds(shots, N, active, tail)


def choose_shots(asked: Deployment, *, every_r: bool) -> tuple[Shots, str]:
    """Return the m and r of the least error, and a note on it; of many people, of the least bound.

    Without `every_r`, r is 0, 1/2 or 1.
    """
    given = asked.N, asked.T, asked.budget, asked.round_beta, asked.active_people
    if asked.N > error.MOST_PEOPLE:
        return least_bound_shots(*given), f"least bound of the {COMPARED} m and r of least variance"
    found = least_error(*given, every_r=every_r)
    what = "least error by the union bound" if asked.rounds is DecidingRounds.ALL else "least error"
    return found.shots, describe_choice(what, found, up=False)


def describe_choice(best: str, found: Choice, *, up: bool) -> str:
    """Return a note: among which m and r this was chosen, and a bound that none of them improves on."""
    if found.bound is None:
        return f"{best} of all m with r = 0, 1/2, 1 and some others"
    limit = format_rounded(Real(Fraction(found.bound)), up=up)
    return f"{best} found: no m and r has {'more' if up else 'less'} than {limit}"


@lru_cache(REMEMBERED)
def largest_shots_error(shots: Shots, N: int, tail: Fraction) -> Real:
    """Bound the error of a round of m-shot reporting except for a tail, whoever is active."""
    most = sum_of_shots(shots, N, None).largest_deviation(float(tail) * (1 - HAIR))
    return Real(Fraction(most)) / (N * lift(formulas.gap, shots.m, shots.T, shots.budget.report_excess()))


Counter: TypeAlias = ReportingCounter | SilentCounter | FutureRandCounter
"""A mechanism in a deployment."""


def deployed_counter(asked: Deployment, deployed: Deployed) -> Counter:
    """Return the mechanism that somebody has."""
    match deployed.mechanism:
        case "counting.glance" | "counting.m_glance":
            return SilentCounter(asked, Which.GLANCE, deployed.m)
        case "counting.memoized":
            return memoized_counter(asked)
        case "counting.future_rand":
            return future_rand_counter(asked)
        case "counting.harmony_published":
            return SilentCounter(asked, Which.HARMONY_PUBLISHED)
        case _:
            m = asked.T if deployed.mechanism == "counting.borappor" else deployed.m
            return ReportingCounter(
                asked, Shots(asked.T, m, deployed.r if m < asked.T else Fraction(0), asked.budget.over(m))
            )


def budgeted_parameters(asked: Deployment, **chosen: str) -> Mapping[str, str]:
    """Return T, the chosen parameters and the whole budget, as text."""
    return {"T": str(asked.T), **chosen, asked.budget.given: str(asked.budget.value)}


def attempt_bound(name: str, bound: Callable[[], Real], condition: Callable[[], bool]) -> SourceBound:
    """Return a bound, with the refusal in its place if there is none."""
    try:
        return SourceBound(name, bound(), condition())
    except Refused as refusal:
        return SourceBound(name, refusal, holds=False)
