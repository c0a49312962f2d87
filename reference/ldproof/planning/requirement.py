"""The inverse questions: how many people, which budget, or how many rounds, so that an error is not exceeded.

The answer and the numbers next to it are both decided. That the error stays within alpha beyond the answer is not shown:
an error is a step of a lattice, and may grow a little as people are added. It is checked at the numbers next to it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import count
from math import exp, log

from ldproof.budget import Budget
from ldproof.counting.mechanism import Which
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real
from ldproof.parameters import MOST_PEOPLE, parameter_domain
from ldproof.planning.count import CounterRow, CountPlan, all_rounds_error, plan_count
from ldproof.planning.counters import (
    FEWEST_MEMOIZED,
    ReportingCounter,
    choose_shots,
    deployed_counter,
    memoized_counter,
    silent_counters,
)
from ldproof.planning.deployment import (
    MOST_ROUNDS,
    DecidingRounds,
    Deployment,
    Size,
    Tell,
    as_float,
    format_rounded_up,
    ignore_progress,
    size_to_json,
    smallest_size,
)
from ldproof.planning.future_rand import future_rand_counter
from ldproof.probability import INFINITE
from ldproof.shots.mechanism import Shots

GRID = 1000
"""An epsilon is found to so many parts of 1, and of more than `FINE` people N to at least so many parts of it."""

FINE = 10**5
"""Of up to so many people, errors are exact, and N is found to one step."""

LARGEST = 100
"""The largest epsilon that is tried."""

CHECKED = 2
"""How many numbers next to the answer are decided."""
CHECK = "checked with r = 0, 1/2 or 1"
"""What was done with these: m-shot reporting is compared with no other r."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A number that is asked for: k times a unit, for a k of a range; larger ones are better, except for T."""

    name: str
    unit: Fraction
    numbers: range
    start: int
    """Where the search begins."""

    @property
    def improves_with_size(self) -> bool:
        """Whether the promise is expected to be kept more easily with larger numbers."""
        return self.name != "T"

    def format_number(self, k: int) -> str:
        """Return the k-th number as text."""
        return str(k * self.unit)

    def deployment_at(self, asked: Deployment, k: int) -> Deployment:
        """Return the deployment at the k-th number."""
        value = k * self.unit
        if self.name == "N":
            return replace(asked, N=int(value))
        return replace(asked, T=k) if self.name == "T" else replace(asked, budget=Budget(1, "epsilon", value))


def unknown_ranges(name: str, asked: Deployment) -> list[Unknown]:
    """The unknown of a name: N; T; or epsilon, in thousandths; N in several ranges, as it is found to three digits.

    N mu is whole in every step. Up to `FINE` people the answer is a number to one step.
    """
    step = 1 if asked.mu is None else asked.mu.denominator
    if name == "N":
        people = [Unknown("N", Fraction(step), range(1, FINE // step + 1), max(1, 1000 // step))]
        least = FINE
        while least < MOST_PEOPLE:
            unit = step * max(1, least // (GRID * step))
            numbers = range(least // unit, 10 * least // unit + 1)
            people.append(Unknown("N", Fraction(unit), numbers, 3 * least // unit))
            least *= 10
        return [each for each in people if each.numbers and each.numbers[0]]
    fewest = 1 if asked.deployed is None else asked.deployed.m
    rounds = Unknown("T", Fraction(1), range(fewest, MOST_ROUNDS + 1), max(fewest, 10))
    epsilon = Unknown("epsilon", Fraction(1, GRID), range(1, LARGEST * GRID + 1), GRID)
    return [rounds if name == "T" else epsilon]


@dataclass(frozen=True, slots=True)
class Requirement:
    """The answer, the plan at it, and what was decided next to it."""

    unknown: str
    alpha: Fraction
    answer: str
    plan: CountPlan
    missed: tuple[tuple[str, Size], ...]
    """Numbers next to the answer at which every error exceeds alpha, and the least error at each."""
    monotony: str

    @property
    def chosen(self) -> CounterRow:
        """The best mechanism at the answer."""
        return self.plan.chosen

    @property
    def error(self) -> Size:
        """The error that it can promise."""
        return self.plan.alpha

    @property
    def assumes(self) -> tuple[str, ...]:
        """The assumptions of the plan."""
        return self.plan.assumes

    @property
    def decides(self) -> str:
        """The answer and the choice at it, in words."""
        said = f"{self.unknown} = {self.answer}: {self.plan.decides}"
        if not self.missed:
            return said
        next_to, error = self.missed[0]
        return f"{said} At {self.unknown} = {next_to} the least is {format_rounded_up(error, 6)}, above {self.alpha}."

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
        return {
            "plan": "required",
            "unknown": self.unknown,
            "alpha": str(self.alpha),
            "answer": self.answer,
            "decides": self.decides,
            "missed": [{"at": at, "least": size_to_json(error)} for at, error in self.missed],
            "monotony": self.monotony,
            "at": self.plan.to_json(),
        }


def find_requirement(
    asked: Deployment, name: str, alpha: object, tell: Tell = ignore_progress
) -> Requirement:
    """Find the least N or epsilon, or the largest T, at which some mechanism's error is at most alpha."""
    target = Fraction(parameter_domain("alpha").accept("alpha", alpha))
    *others, last = (Search(asked, each, target, tell) for each in unknown_ranges(name, asked))
    search = next((each for each in others if each.is_reached()), last)
    unknown = search.unknown
    answer = search.find_answer()
    away = -1 if unknown.improves_with_size else 1
    beside = [
        answer + away * each for each in range(1, CHECKED + 1) if answer + away * each in unknown.numbers
    ]
    errors = [(unknown.format_number(each), search.least_error(each)) for each in beside]
    missed = tuple((at, error) for at, error in errors if not is_within_alpha(error, target))
    plan = plan_count(unknown.deployment_at(asked, answer), tell)
    monotony = describe_monotonicity(unknown, len(beside), len(missed))
    return Requirement(name, target, unknown.format_number(answer), plan, missed, monotony)


def describe_monotonicity(unknown: Unknown, beside: int, missed: int) -> str:
    """Say what is known of the numbers beyond the answer; m-shot reporting is looked at with few r only."""
    others = f"{'smaller' if unknown.improves_with_size else 'larger'} {unknown.name}"
    if missed < beside:
        return f"not monotone: of the {beside} next {others}, {beside - missed} would do too"
    if beside < CHECKED:
        return f"{CHECK}: no {others} that is looked at does" if beside else f"there is no {others}"
    return f"{CHECK}: the {beside} next {others} do not; that none beyond does is not shown"


@dataclass(frozen=True, slots=True)
class Search:
    """The search for where alpha is first reached, or first missed: by one mechanism, until no other improves on it."""

    asked: Deployment
    unknown: Unknown
    alpha: Fraction
    tell: Tell
    known: dict[tuple[int, int], Size] = field(default_factory=dict)

    def mechanism_error(self, number: int, which: int) -> Size:
        """Return the least error that one of the mechanisms can promise at a number."""
        if (number, which) not in self.known:
            self.tell(f"{self.unknown.name} = {self.unknown.format_number(number)}")
            self.known[number, which] = seekers_for(self.asked)[which](
                self.unknown.deployment_at(self.asked, number)
            )
        return self.known[number, which]

    def least_error(self, number: int) -> Size:
        """Return the least error of all mechanisms."""
        return smallest_size(
            [self.mechanism_error(number, which) for which in range(len(seekers_for(self.asked)))]
        )

    def is_reached(self) -> bool:
        """Whether the largest number of the range reaches alpha."""
        return is_within_alpha(self.least_error(self.unknown.numbers[-1]), self.alpha)

    def best_mechanism(self, number: int) -> int:
        """Return the mechanism of the least error."""
        every = range(len(seekers_for(self.asked)))
        return min(every, key=lambda which: as_float(self.mechanism_error(number, which)))

    def find_answer(self) -> int:
        """Return the answer, or refuse if alpha is reached at no number."""
        name, numbers, rising = self.unknown.name, self.unknown.numbers, self.unknown.improves_with_size
        place = self.find_change(self.best_mechanism(self.unknown.start), self.unknown.start)
        while True:
            # The last number before the change, if larger ones are better; else the first one after it.
            beyond = place - 1 if rising else place
            if beyond not in numbers:
                break
            better = self.best_mechanism(beyond)
            if not is_within_alpha(self.mechanism_error(beyond, better), self.alpha):
                break
            place = self.find_change(better, beyond)
        answer = place if rising else place - 1
        if answer in numbers:
            return answer
        best = numbers[-1] if rising else numbers[0]
        first, last, at = map(self.unknown.format_number, (numbers[0], numbers[-1], best))
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no mechanism reaches alpha = {self.alpha} at any {name} from {first} to {last}",
            f"{format_rounded_up(self.least_error(best))} or more, which {name} = {at} reaches",
        )

    def find_change(self, which: int, start: int) -> int:
        """Return the first number from which on one mechanism reaches alpha, or no longer does; one beyond all if none."""
        numbers, rising = self.unknown.numbers, self.unknown.improves_with_size

        def has_changed(number: int) -> bool:
            return is_within_alpha(self.mechanism_error(number, which), self.alpha) is rising

        low, high = numbers[0] - 1, numbers[-1] + 1
        at = start
        if has_changed(start):
            while at > low and has_changed(at):
                high, at = at, max(low, at // 2)
            low = at
        else:
            while at < high and not has_changed(at):
                low, at = at, min(high, 2 * at)
            high = at
        for turn in count():
            if high - low <= 1:
                break
            middle = (low + high) // 2 if turn % 3 == 2 else self.interpolate_number(low, high, which)
            low, high = (low, middle) if has_changed(middle) else (middle, high)
        return high

    def interpolate_number(self, low: int, high: int, which: int) -> int:
        """Return where alpha would be reached if the error were a power of the number; else the middle."""
        one, other = (self.known.get((each, which)) for each in (low, high))
        if not (isinstance(one, Real) and isinstance(other, Real) and one > 0 and other > 0 and low >= 1):
            return (low + high) // 2
        first, last = log(float(one)), log(float(other))
        part = (log(self.alpha) - first) / (last - first) if last != first else 0.5
        guess = round(exp(log(low) + part * (log(high) - log(low))))
        return min(high - 1, max(low + 1, guess))


Seeker = Callable[[Deployment], Size]
"""The least error that a mechanism can promise in a deployment."""


def least_shots_error(asked: Deployment) -> Size:
    """Return the least error of m-shot with the best m and r, Harmony and BORAPPOR among them."""
    found = ReportingCounter(asked, choose_shots(asked, every_r=False)[0]).at_most(asked.round_beta)
    if asked.rounds is not DecidingRounds.ALL:
        return found
    every = ReportingCounter(asked, Shots(asked.T, asked.T, Fraction(0), asked.budget.over(asked.T)))
    return smallest_size([found, all_rounds_error(asked, every, every.one_round(asked.beta)).at_most])


def least_silent_error(which: Which, asked: Deployment) -> Size:
    """Return the least error of Glance, with one report and with its best number of them, or of published Harmony."""
    return smallest_size(
        [each.at_most(asked.round_beta) for each in silent_counters(asked) if each.which is which]
    )


def least_memoized_error(asked: Deployment) -> Size:
    """Return the least error of L-GRR; infinite where it is no candidate."""
    if asked.T < FEWEST_MEMOIZED:
        return INFINITE
    return memoized_counter(asked).at_most(asked.round_beta)


def least_future_rand_error(asked: Deployment) -> Size:
    """Return the least error of FutureRand; infinite if it is not known how often states change."""
    return INFINITE if asked.changes is None else future_rand_counter(asked).at_most(asked.round_beta)


def deployed_error(asked: Deployment) -> Size:
    """Return the error that the mechanism which somebody has can promise; infinite if there is none."""
    if asked.deployed is None:
        return INFINITE
    counter = deployed_counter(asked, asked.deployed)
    if asked.rounds is DecidingRounds.ALL:
        return all_rounds_error(asked, counter, counter.one_round(asked.beta)).at_most
    return counter.at_most(asked.beta)


def seekers_for(asked: Deployment) -> tuple[Seeker, ...]:
    """Return the least errors of all mechanisms, or that of the only one that somebody has."""
    return SEEKERS if asked.deployed is None else (deployed_error,)


SEEKERS: tuple[Seeker, ...] = (
    least_shots_error,
    partial(least_silent_error, Which.GLANCE),
    partial(least_silent_error, Which.HARMONY_PUBLISHED),
    least_memoized_error,
    least_future_rand_error,
)


def is_within_alpha(size: Size, alpha: Fraction) -> bool:
    """Return whether an error is at most alpha."""
    return isinstance(size, Real) and size <= alpha
