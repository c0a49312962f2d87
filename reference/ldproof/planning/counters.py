"""The mechanisms that count in rounds, each as a plan sees it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Protocol

import numpy as np

from ldproof.arrays import DOUBT, DUST, binomial_masses
from ldproof.counting import bounds
from ldproof.counting.best import estimate_variance
from ldproof.counting.error import (
    MOST_PEOPLE,
    MOST_REPORTERS,
    Round,
    failure_probability,
    largest_likely_error,
    ones_rate,
)
from ldproof.counting.formulas import no_report_probability
from ldproof.counting.mechanism import FILLS, Which
from ldproof.errors import Refused
from ldproof.numbers import Array, Real, lift, sqrt
from ldproof.planning.deployment import (
    Deployment,
    Grounds,
    Promise,
    Size,
    exact_promise,
    largest_size,
    smallest_size,
)
from ldproof.probability import INFINITE
from ldproof.rounds import contrast, truth
from ldproof.shots import error, formulas
from ldproof.shots.detection import detection_probability
from ldproof.shots.error import error_quantile, largest_quantile
from ldproof.shots.formulas import variance as shots_variance
from ldproof.shots.formulas import worst_variance
from ldproof.shots.mechanism import Parameters

# A bound on the error of one round whoever is active, where each report is about one round and NULL is seen.
#
# Given that k report, any k of the N people are as likely. The number of active ones among them is hypergeometric: all
# zeros of its generating function are real, and so are those of the ones that they send. So these are the successes of
# k independent trials, and by Hoeffding (1956, theorem 4) they are no likelier than those of k equal trials of the same
# mean to be one or more beyond that mean. Of equal trials the worst of a stretch of rates is at its ends. Stretches are
# halved where the bound is largest. Floats are rounded to the safe side; their sums have positive terms only.

HAIR = 1e-9
"""By more than that, relatively, no threshold is off."""

FIRST, MOST = 8, 64
"""Into so many stretches rates are cut at first, and at most."""

WORK = 2e7
"""And no more than this many probabilities are computed."""

FINE = 64
"""A stretch is short enough that is no longer than such a part of the error."""

REMEMBERED = 16
"""Of so many rounds the bound is kept: it is asked for again and again."""

STEPS = 16
"""An error is halved so often."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The numbers of reporters of one round with their probabilities, and what NULL counts as."""

    N: int
    T: int
    tail: float
    fill: float | None
    first: int
    reporters: Array
    """The probabilities of so many reporters, and of each number after it."""
    missing: float
    """Of all others."""

    @classmethod
    def of(cls, N: int, T: int, tail: float, fill: Fraction | None) -> "Shares":
        """Of N people in T rounds."""
        if T == 1:
            return cls(N, T, tail, None if fill is None else float(fill), N, np.ones(1), 0.0)
        law = binomial_masses(N, 1 / T, 1 - 1 / T, tail * DUST)
        of, first = law.of, law.start
        silent = 0.0
        if fill is None and first == 0:  # no estimate is an error
            silent, of, first = float(of[0]), of[1:], 1
        missing = silent + N * tail * DUST
        return cls(N, T, tail, None if fill is None else float(fill), first, of, missing)

    @property
    def ks(self) -> Array:
        """The numbers of reporters."""
        return np.arange(self.first, self.first + len(self.reporters), dtype=float)

    def binomials(self, rate: float) -> Array:
        """For each number of reporters a row: the probabilities of 0, 1, ... ones where each is 1 at this rate."""
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

    def error(self, low: float, high: float) -> float:
        """How far a rate from low to high is off, but for the tail: no less than that, and little more."""
        k = self.ks
        slope = k if self.fill is None else np.full(len(k), self.N / self.T)
        start = 0.0 * k if self.fill is None else self.fill * (k - self.N / self.T)
        above = np.cumsum(self.binomials(high)[:, ::-1], axis=1)[:, ::-1]
        below = np.cumsum(self.binomials(low), axis=1)
        size, places = above.shape[1], np.arange(len(k))

        def likely(off: float) -> bool:
            """Whether an error may be so large with a probability above the tail."""
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
        while likely(enough):
            enough *= 2
            if enough > 2 * self.T:  # no rate is so far off: what is likely is that there is no estimate
                return np.inf
        least, most = 0.0, enough
        for _ in range(STEPS):
            middle = (least + most) / 2
            least, most = (middle, most) if likely(middle) else (least, middle)
        return most


@lru_cache(REMEMBERED)
def largest_error(
    N: int, T: int, tail: Fraction, excess: Real, fill: Fraction | None
) -> tuple[Real, int] | None:
    """What the error of a round's estimate does not reach but for the tail, and how many active people seem worst.

    None, where no error is that unlikely.
    """
    shares = Shares.of(N, T, float(tail), fill)
    p, gap = float(truth(excess)), float(contrast(excess))
    ends = np.linspace(0.5, min(1.0, p * (1 + HAIR)), FIRST + 1).tolist()
    heap = [(-shares.error(*stretch), *stretch) for stretch in pairwise(ends)]
    heapify(heap)
    size = len(shares.reporters) * (shares.first + len(shares.reporters))
    for _ in range(min(MOST, int(WORK / size)) - FIRST):
        worst, low, high = heap[0]
        if high - low <= -worst / FINE:
            break
        heappop(heap)
        for each in split_interval(low, high):
            heappush(heap, (-shares.error(*each), *each))
    worst, low, high = heap[0]
    if worst == -np.inf:
        return None
    share = ((low + high) / 2 - 1 + p) / gap
    return Real(Fraction(-worst)) / contrast(excess), min(N, max(0, round(N * share)))


def split_interval(low: float, high: float) -> Iterator[tuple[float, float]]:
    """Both halves of a stretch."""
    middle = (low + high) / 2
    yield low, middle
    yield middle, high


# The mechanisms that count in rounds, each as a plan sees it: its error in one round and over all, its variance, its
# cost.

FEW = 100
"""Of so many people, every number that may be active is looked at."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on the largest error over all rounds as a source prints it, and whether what it asks for is met there."""

    name: str
    value: Real | Refused
    holds: bool


def deployment_parameters(asked: Deployment, **chosen: str) -> Mapping[str, str]:
    """A mechanism's parameters: the rounds, what is chosen, and a person's whole budget."""
    return {"T": str(asked.T), **chosen, asked.budget.given: str(asked.budget.value)}


class Counter(Protocol):
    """A mechanism in a deployment."""

    @property
    def mechanism(self) -> str:
        """Its name in the catalogue."""
        ...

    @property
    def parameters(self) -> Mapping[str, str]:
        """What the mechanism is made with."""
        ...

    @property
    def independent(self) -> bool:
        """Whether rounds are independent, given everybody's states."""
        ...

    @property
    def messages(self) -> int:
        """In how many rounds a person sends a bit."""
        ...

    @property
    def event(self) -> Real:
        """The tight epsilon between people who differ in one round; between any two it is the whole budget."""
        ...

    def one_round(self, tail: Fraction) -> Promise:
        """The largest error of a round, or no estimate, that is reached with a probability above `tail`."""
        ...

    def at_most(self, tail: Fraction) -> Size:
        """What can be promised of it."""
        ...

    def variance(self, mu: Fraction) -> Real:
        """The exact variance of a round's estimate at a share of active people."""
        ...

    def largest_variance(self) -> Real:
        """The largest over all shares."""
        ...

    def detection(self, mu: Fraction, theta: Fraction) -> Real:
        """The probability that an estimate of theta or more is made at a share of active people."""
        ...

    def printed(self) -> Iterator[Bound]:
        """The sources' bounds."""
        ...


@dataclass(frozen=True, slots=True)
class Reporting:
    """m-shot reporting: Harmony where m = 1 and r = 0, and BORAPPOR where m = T."""

    asked: Deployment
    shots: Parameters

    mechanism = "shots.report"

    @property
    def parameters(self) -> Mapping[str, str]:
        """T, m, r and the budget."""
        return deployment_parameters(self.asked, m=str(self.shots.m), r=str(self.shots.r))

    @property
    def independent(self) -> bool:
        """If everybody reports in all of them."""
        return self.shots.m == self.shots.T

    @property
    def messages(self) -> int:
        """A report or a dummy in each."""
        return self.shots.T

    @property
    def event(self) -> Real:
        """In closed form."""
        shots = self.shots
        if shots.m == shots.T or shots.r in (0, 1):
            return shots.budget.report_epsilon()
        return lift(formulas.event_epsilon, shots.m, shots.T, shots.r, shots.budget.epsilon())

    def one_round(self, tail: Fraction) -> Promise:
        """Exactly, from the law of the ones."""
        return exact_promise(self.at_most(tail))

    def at_most(self, tail: Fraction) -> Real:
        """The error that is exceeded with at most this probability, exactly; whoever is active, where mu is not known."""
        N, active = self.asked.N, self.asked.active
        if active is None:
            return largest_quantile(self.shots, N, tail)
        return error_quantile(self.shots, N, active, tail)

    def variance(self, mu: Fraction) -> Real:
        """In closed form."""
        return lift(shots_variance, self.asked.N, *self._plan(), mu, self.shots.budget.report_excess())

    def largest_variance(self) -> Real:
        """At one end."""
        return lift(worst_variance, self.asked.N, *self._plan(), self.shots.budget.report_excess())

    def detection(self, mu: Fraction, theta: Fraction) -> Real:
        """Exactly."""
        m, T, r = self._plan()
        return detection_probability(self.asked.N, m, T, r, mu, theta, self.shots.budget)

    def printed(self) -> Iterator[Bound]:
        """(2) of the first source, and of the second what it says of Harmony and of BORAPPOR."""
        beta, N, (m, T, r) = self.asked.beta, self.asked.N, self._plan()
        budget = self.shots.budget
        bound = lift(error.alpha_paper, beta, N, m, T, r, budget.epsilon())
        yield Bound("(2) of source 1", bound, error.paper_applies(beta, N, m, T, r, budget))
        if m == 1 and r == 0:
            share = Fraction(1) if self.asked.mu is None else self.asked.mu
            bound = bounds.harmony_upper(N, T, beta, self.asked.budget, share)
            yield Bound("Corollary 1 of source 2", bound, holds=True)
        if m == T:
            bound = lift(bounds.borappor_alpha, N, T, beta, budget.epsilon())
            yield Bound("Hoeffding's, section 1.1 of source 2", bound, holds=True)

    def _plan(self) -> tuple[int, int, Fraction]:
        return self.shots.m, self.shots.T, self.shots.r


@dataclass(frozen=True, slots=True)
class OneReport:
    """Glance or published Harmony: one report in a round that is drawn, and in all others NULL, which is seen."""

    asked: Deployment
    which: Which

    independent = False
    messages = 1

    @property
    def mechanism(self) -> str:
        """In the catalogue."""
        return f"counting.{self.which}"

    @property
    def parameters(self) -> Mapping[str, str]:
        """T and the budget."""
        return deployment_parameters(self.asked)

    @property
    def fill(self) -> Fraction | None:
        """What NULL counts as; nothing, where only reporters are asked."""
        return FILLS.get(self.which)

    @property
    def event(self) -> Real:
        """The one report may be about that round."""
        return self.asked.budget.epsilon()

    def one_round(self, tail: Fraction) -> Promise:
        """Exactly at a known share, over all shares of few people, and of one round; otherwise between bounds."""
        most = self.at_most(tail)
        if self._known or self.asked.T == 1 or most is INFINITE:
            return exact_promise(most)
        if not self._within:
            return Promise(Real(0), most, Grounds.TOO_MANY)
        places = [0 if self.fill else self.asked.N // 2]
        if (found := self._bounded(tail)) is not None:
            places.append(found[1])
        return Promise(largest_size([self._at(each, tail) for each in places]), most, Grounds.BOUND)

    def at_most(self, tail: Fraction) -> Size:
        """By the exact law where that can be had, else the least bound that holds for every share.

        That is one from binomial laws, or Bernstein's where NULL has a value, as the variance is the same for all shares.
        For Glance D(s + x | s) >= 2 x^2 gives one from the exponent that `alpha_one_step` asks for; or no error is larger.
        In a single round everybody reports: nothing is filled in, and it is one-shot reporting.
        """
        if self.asked.T == 1:
            return Reporting(self.asked, Parameters(1, 1, Fraction(0), self.asked.budget)).at_most(tail)
        if self._known:
            # It is the same with all states and bits flipped.
            shares = range(self.asked.N // 2 + 1) if self.asked.active is None else [self.asked.active]
            return largest_size([self._at(each, tail) for each in shares])
        if self.fill is None and no_report_probability(self.asked.N, self.asked.T) > tail:
            return INFINITE
        found = self._bounded(tail)
        return smallest_size([self._simply(tail), *(() if found is None else found[:1])])

    def _simply(self, tail: Fraction) -> Real:
        """By a closed form."""
        N, T, excess = self.asked.N, self.asked.T, self.asked.budget.report_excess()
        if self.fill is not None:
            return lift(bounds.harmony_upper_at, self.variance(Fraction(0)), N, T, tail * T, excess)
        if not bounds.enough_people(N, T, tail * T):
            return 1 + 1 / excess
        return sqrt(bounds.required_exponent_sharp(N, T, tail * T) / 2) / contrast(excess)

    def _bounded(self, tail: Fraction) -> tuple[Real, int] | None:
        """From binomial laws, where so many can be computed and nothing is said of who is active."""
        if not self._within or self.asked.active is not None:
            return None
        return largest_error(self.asked.N, self.asked.T, tail, self.asked.budget.report_excess(), self.fill)

    @property
    def _within(self) -> bool:
        N, T = self.asked.N, self.asked.T
        return N <= MOST_PEOPLE and (T == 1 or N <= MOST_REPORTERS * T)

    @property
    def _known(self) -> bool:
        return self._within and (self.asked.active is not None or self.asked.N <= FEW)

    def _at(self, active: int, tail: Fraction) -> Size:
        return largest_likely_error(
            self.asked.N, self.asked.T, active, tail, self.asked.budget.report_excess(), self.fill
        )

    def variance(self, mu: Fraction) -> Real:
        """In closed form; Glance's where somebody reports."""
        return estimate_variance(self.which, self.asked.N, self.asked.T, mu, self.asked.budget)

    def largest_variance(self) -> Real:
        """Glance's is largest at a half, and the other's the same everywhere."""
        return self.variance(Fraction(self.asked.N // 2, self.asked.N))

    def detection(self, mu: Fraction, theta: Fraction) -> Real:
        """Exactly: an estimate below theta, and none, detect nothing."""
        return failure_probability(self.reaching(int(self.asked.N * mu), theta)) - self.silent()

    def reaching(self, active: int, theta: Fraction) -> Round:
        """A round that fails where its estimate is theta or more, or there is none."""
        N, T, excess = self.asked.N, self.asked.T, self.asked.budget.report_excess()
        return Round(N, T, active, Real(-(T + 1)), ones_rate(theta, excess), excess, self.fill)

    def silent(self) -> Real:
        """The probability of no estimate."""
        return no_report_probability(self.asked.N, self.asked.T) if self.fill is None else Real(0)

    def printed(self) -> Iterator[Bound]:
        """Theorem 5 where its condition holds, and Corollary 3 on every stream; of published Harmony there is none."""
        if self.fill is not None:
            return
        N, T, beta, mu, budget = self.asked.N, self.asked.T, self.asked.beta, self.asked.mu, self.asked.budget
        if mu is not None:
            yield from attempt_bound(
                "Theorem 5 of source 2",
                lambda: bounds.theorem_5_printed(N, T, beta, budget),
                lambda: bounds.condition_2(N, T, mu, beta, budget),
            )
        yield from attempt_bound(
            "Corollary 3 of source 2", lambda: bounds.corollary_3(N, T, beta, budget), lambda: True
        )


def attempt_bound(name: str, bound: Callable[[], Real], condition: Callable[[], bool]) -> Iterator[Bound]:
    """A bound, or why there is none."""
    try:
        yield Bound(name, bound(), condition())
    except Refused as refusal:
        yield Bound(name, refusal, holds=False)
