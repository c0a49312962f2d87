"""The inverse questions: how many people, which budget, or how many rounds, so that an error is not exceeded.

The answer and the number next to it are both decided. That what is reached once stays reached is not shown: an error is
a step of a lattice, and may grow a little where people are added. It is checked at the numbers next to it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from math import exp, log
from typing import NoReturn

from ldproof.budget import Budget
from ldproof.counting.error import MOST_PEOPLE
from ldproof.counting.mechanism import Which
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real
from ldproof.parameters import parameter_domain
from ldproof.planning.count import CountPlan, all_rounds_error, plan_count
from ldproof.planning.counters import OneReport, Reporting
from ldproof.planning.deployment import (
    MOST_ROUNDS,
    Deployment,
    Rounds,
    Size,
    Tell,
    as_float,
    format_rounded_up,
    ignore_progress,
    json_of,
    smallest_size,
)
from ldproof.shots.choice import least_error
from ldproof.shots.mechanism import Parameters

GRID = 1000
"""An epsilon is found to so many parts of 1."""

LARGEST = 100
"""Larger epsilons are not looked at."""

CHECKED = 2
"""So many numbers next to the answer are decided."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is asked for: its name, and the numbers that it may be."""

    name: str
    numbers: range
    start: int
    """Where the search begins."""
    put: Callable[[Deployment, int], Deployment]
    said: Callable[[int], str]
    rising: bool = field(default=True, kw_only=True)
    """Whether larger ones are expected to be better."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """The answer, the plan there, and what was decided around it."""

    unknown: str
    alpha: Fraction
    answer: str
    plan: CountPlan
    missed: tuple[tuple[str, Size], ...]
    """Numbers next to the answer at which no mechanism does it, and the least error of each."""
    monotony: str

    @property
    def decides(self) -> str:
        """The answer in words."""
        said = f"{self.unknown} = {self.answer}: {self.plan.decides}"
        if not self.missed:
            return said
        next_to, error = self.missed[0]
        return f"{said} At {self.unknown} = {next_to} the least is {format_rounded_up(error, 6)}, above {self.alpha}."

    def to_json(self) -> dict[str, object]:
        """As a JSON object."""
        return {
            "plan": "required",
            "unknown": self.unknown,
            "alpha": str(self.alpha),
            "answer": self.answer,
            "decides": self.decides,
            "missed": [{"at": at, "least": json_of(error)} for at, error in self.missed],
            "monotony": self.monotony,
            "at": self.plan.to_json(),
        }


def unknown_people(asked: Deployment) -> Unknown:
    """How many people: so many that mu makes a whole number of them."""
    step = 1 if asked.mu is None else asked.mu.denominator
    return Unknown(
        "N",
        range(1, MOST_PEOPLE // step + 1),
        max(1, 1000 // step),
        lambda at, k: at.of(N=k * step),
        lambda k: str(k * step),
    )


def unknown_rounds(_: Deployment) -> Unknown:
    """How many rounds."""
    return Unknown("T", range(1, MOST_ROUNDS + 1), 10, lambda at, k: at.of(T=k), str, rising=False)


def unknown_epsilon(_: Deployment) -> Unknown:
    """Which epsilon, to a thousandth."""

    def spent(k: int) -> Fraction:
        return Fraction(k, GRID)

    return Unknown(
        "epsilon",
        range(1, LARGEST * GRID + 1),
        GRID,
        lambda at, k: at.of(whole=Budget(1, "epsilon", spent(k))),
        lambda k: str(spent(k)),
    )


UNKNOWNS: Mapping[str, Callable[[Deployment], Unknown]] = {
    "N": unknown_people,
    "T": unknown_rounds,
    "epsilon": unknown_epsilon,
}
"""Each by its name."""


def find_requirement(
    asked: Deployment, name: str, alpha: object, tell: Tell = ignore_progress
) -> Requirement:
    """The least N or epsilon, or the largest T, at which some mechanism's error is at most alpha."""
    target = Fraction(parameter_domain("alpha").accept("alpha", alpha))
    unknown = UNKNOWNS[name](asked)
    search = Search(asked, unknown, target, tell)
    found = search.found()
    away = -1 if unknown.rising else 1
    beside = [found + away * each for each in range(1, CHECKED + 1) if found + away * each in unknown.numbers]
    errors = [(unknown.said(each), search.least(each)) for each in beside]
    missed = tuple((at, error) for at, error in errors if not is_within_alpha(error, target))
    plan = plan_count(unknown.put(asked, found), tell)
    return Requirement(
        name,
        target,
        unknown.said(found),
        plan,
        missed,
        describe_monotonicity(unknown, len(beside), len(missed)),
    )


def describe_monotonicity(unknown: Unknown, beside: int, missed: int) -> str:
    """What is known of the numbers beyond the answer."""
    others = f"{'smaller' if unknown.rising else 'larger'} {unknown.name}"
    if missed < beside:
        return f"not monotone: of the {beside} next {others}, {beside - missed} would do too"
    if beside < CHECKED:
        return f"checked: no {others} that is looked at does" if beside else f"there is no {others}"
    return f"checked: the {beside} next {others} do not; that none beyond does is not shown"


@dataclass(frozen=True, slots=True)
class Search:
    """The search for where alpha is first reached, or first missed: by one mechanism, until no other improves on it."""

    asked: Deployment
    unknown: Unknown
    alpha: Fraction
    tell: Tell
    known: dict[tuple[int, int], Size] = field(default_factory=dict)

    def error(self, number: int, which: int) -> Size:
        """The least error that one of the mechanisms can promise there."""
        if (number, which) not in self.known:
            self.tell(f"{self.unknown.name} = {self.unknown.said(number)}")
            self.known[number, which] = SEEKERS[which](self.unknown.put(self.asked, number))
        return self.known[number, which]

    def least(self, number: int) -> Size:
        """That of the best."""
        return smallest_size([self.error(number, which) for which in range(len(SEEKERS))])

    def best(self, number: int) -> int:
        """Which is the best."""
        return min(range(len(SEEKERS)), key=lambda which: as_float(self.error(number, which)))

    def found(self) -> int:
        """The answer."""
        numbers, rising = self.unknown.numbers, self.unknown.rising
        place = self.change(self.best(self.unknown.start), self.unknown.start)
        while True:
            # The last number before the change, if larger ones are better; else the first one after it.
            beyond = place - 1 if rising else place
            if beyond not in numbers:
                break
            better = self.best(beyond)
            if not is_within_alpha(self.error(beyond, better), self.alpha):
                break
            place = self.change(better, beyond)
        answer = place if rising else place - 1
        if answer not in numbers:
            self.impossible(numbers[-1] if rising else numbers[0])
        return answer

    def impossible(self, number: int) -> NoReturn:
        """Refuse what no number does, with the least that one does."""
        name, at = self.unknown.name, self.unknown.said(number)
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"no mechanism reaches alpha = {self.alpha} at any {name} from "
            f"{self.unknown.said(self.unknown.numbers[0])} to {self.unknown.said(self.unknown.numbers[-1])}",
            f"{format_rounded_up(self.least(number))} or more, which {name} = {at} reaches",
        )

    def change(self, which: int, start: int) -> int:
        """From which number on one mechanism does it, or no longer does, around some number: one beyond all if none."""
        numbers, rising = self.unknown.numbers, self.unknown.rising

        def changed(number: int) -> bool:
            return is_within_alpha(self.error(number, which), self.alpha) is rising

        low, high = numbers[0] - 1, numbers[-1] + 1
        at = start
        if changed(start):
            while at > low and changed(at):
                high, at = at, max(low, at // 2)
            low = at
        else:
            while at < high and not changed(at):
                low, at = at, min(high, 2 * at)
            high = at
        for turn in count():
            if high - low <= 1:
                return high
            middle = (low + high) // 2 if turn % 3 == 2 else self.between(low, high, which)
            low, high = (low, middle) if changed(middle) else (middle, high)
        raise AssertionError

    def between(self, low: int, high: int, which: int) -> int:
        """Where alpha would be reached if the error were a power of the number."""
        ends = [self.known.get((each, which)) for each in (low, high)]
        if not all(isinstance(each, Real) and each > 0 for each in ends) or low < 1:
            return (low + high) // 2
        first, last = (log(as_float(each)) for each in ends if each is not None)
        part = (log(self.alpha) - first) / (last - first) if last != first else 0.5
        guess = round(exp(log(low) + part * (log(high) - log(low))))
        return min(high - 1, max(low + 1, guess))


Seeker = Callable[[Deployment], Size]


def round_failure_probability(asked: Deployment) -> Fraction:
    """How likely one round's error may be larger."""
    return asked.beta / asked.T if asked.rounds is Rounds.ALL else asked.beta


def least_shots_error(asked: Deployment) -> Size:
    """m-shot with the best m and r, BORAPPOR among them."""
    found = least_error(asked.N, asked.T, asked.budget, round_failure_probability(asked), asked.active).alpha
    if asked.rounds is not Rounds.ALL:
        return found
    every = Reporting(asked, Parameters(asked.T, asked.T, Fraction(0), asked.budget.over(asked.T)))
    return smallest_size([found, all_rounds_error(asked, every, every.one_round(asked.beta)).at_most])


def least_glance_error(asked: Deployment) -> Size:
    """Glance."""
    return OneReport(asked, Which.GLANCE).at_most(round_failure_probability(asked))


def published_harmony_error(asked: Deployment) -> Size:
    """Published Harmony."""
    return OneReport(asked, Which.HARMONY_PUBLISHED).at_most(round_failure_probability(asked))


SEEKERS: tuple[Seeker, ...] = (least_shots_error, least_glance_error, published_harmony_error)
"""The mechanisms, each by the least error that it can promise; Harmony and BORAPPOR are m-shot's ends."""


def is_within_alpha(size: Size, alpha: Fraction) -> bool:
    """Whether an error is at most alpha."""
    return isinstance(size, Real) and size <= alpha
