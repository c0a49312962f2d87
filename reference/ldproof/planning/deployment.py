"""A deployment that somebody wants, and what can be promised of a number."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from enum import StrEnum
from fractions import Fraction
from functools import partial, reduce
from typing import TypeVar

from ldproof.budget import Budget, parse_budget
from ldproof.errors import Reason, Refused
from ldproof.names import complete_name
from ldproof.numbers import Enclosure, Real, enclose, surely_below
from ldproof.numbers.rational import bit_size
from ldproof.parameters import Words, accept_parameters, count_people
from ldproof.probability import Infinite
from ldproof.results import enclosed_answer, value_as_json

T = TypeVar("T")

Tell = Callable[[str], None]
"""Called with each step before it is made, as some take long."""


def ignore_progress(_: str) -> None:
    """Report no progress."""


# What can be promised of a number: that it is between two others, and on what grounds.

DIGITS = 12
"""How many digits an irrational number gets, and a fraction that is long."""

TINY = 100
HARDLY = Fraction(1, 10**TINY)
"""Smaller numbers are not distinguished from 0."""

LONGEST = 256
"""Fractions of more bits are given by their digits."""

Size = Real | Infinite
"""A number, or beyond every bound."""


class Grounds(StrEnum):
    """Why a number is between the two that are promised."""

    EXACT = "the exact law of a round"
    INDEPENDENT = "the exact law of a round, and rounds are independent"
    UNION = "no less than one round's, no more than the union bound allows"
    BOUND = "no less than at some shares, no more than a bound for every share, cited in counting.whoever-is-active"
    NEIGHBOURS = "the exact law of a round, in floats that leave two neighbouring numbers of ones"
    MANY_BITS = "no less than if nobody or everybody is active, no more than a bound for every share"
    MANY_REPORTS = "no less than Berry and Esseen's bound, no more than Chernoff's, or Zubkov and Serov's"


@dataclass(frozen=True, slots=True)
class Promise:
    """A number, by a lower and an upper end, and the grounds of both."""

    at_least: Size
    at_most: Size
    grounds: Grounds

    @property
    def is_exact(self) -> bool:
        """Whether both ends are the same number."""
        return self.at_least is self.at_most

    def to_json(self) -> dict[str, object]:
        """The JSON object of both ends and the grounds."""
        return {
            "at_least": size_to_json(self.at_least),
            "at_most": size_to_json(self.at_most),
            "grounds": self.grounds,
        }


def exact_promise(value: Size, grounds: Grounds = Grounds.EXACT) -> Promise:
    """Promise a number that is known."""
    return Promise(value, value, grounds)


def size_to_json(value: Size) -> dict[str, str]:
    """Return a number as JSON, exactly if that is short."""
    if isinstance(value, Infinite) or (value.exact is not None and bit_size(value.exact) <= LONGEST):
        return value_as_json(enclosed_answer(value, DIGITS))
    around = decimals_around(value)
    return {"lower": str(around.lower), "upper": str(around.upper)}


def decimals_around(value: Real) -> Enclosure:
    """Enclose a number that is not below 0; below `HARDLY`, only that bound is given."""
    if value < HARDLY:
        return Enclosure(Decimal(0), Decimal(f"1E-{TINY}"))
    return enclose(value, DIGITS)


def format_rounded(value: Size, places: int = 3, *, up: bool) -> str:
    """Format a number that is not below 0 with so many digits, rounded up or down, so that a promise stays true."""
    if isinstance(value, Infinite):
        return str(value)
    context = Context(prec=places, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    if value.exact is None:
        if up and value < HARDLY:
            return f"below 1e-{TINY}"
        around = decimals_around(value)
        found = context.plus(around.upper if up else around.lower)
    else:
        found = context.divide(Decimal(value.exact.numerator), Decimal(value.exact.denominator))
    short = found.normalize()
    return f"{short:f}" if -6 < short.adjusted() < 7 else str(short).lower().replace("e+", "e")


format_rounded_up = partial(format_rounded, up=True)
format_rounded_down = partial(format_rounded, up=False)


def format_quantity(count: int, thing: str) -> str:
    """Format a count with its noun, in the singular or plural."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def largest_size(numbers: Iterable[Size]) -> Size:
    """Return the largest number, of equal ones the first."""
    return reduce(lambda found, each: each if is_surely_smaller(found, each) else found, numbers)


def smallest_size(numbers: Iterable[Size]) -> Size:
    """Return the least number, of equal ones the first."""
    return reduce(lambda found, each: each if is_surely_smaller(each, found) else found, numbers)


def is_surely_smaller(one: Size, other: Size) -> bool:
    """Return whether one number is certainly less than another."""
    if isinstance(one, Infinite):
        return False
    return isinstance(other, Infinite) or surely_below(one, other)


def as_float(value: Size) -> float:
    """Return the nearest float."""
    return float(value) if isinstance(value, Real) else float("inf")


def rank_by_size(things: Iterable[T], size: Callable[[T], Size]) -> list[T]:
    """Sort by size, the least first; neighbours are compared by certified numbers, and ties keep the order of floats."""
    found: list[T] = []
    for each in sorted(things, key=lambda thing: as_float(size(thing))):
        place = len(found)
        while place and is_surely_smaller(size(each), size(found[place - 1])):
            place -= 1
        found.insert(place, each)
    return found


def format_command(mechanism: str, parameters: Mapping[str, str]) -> str:
    """Format a mechanism as the commands and `ldproof.mechanism` take it."""
    return " ".join([mechanism, *(f"{name}={value}" for name, value in parameters.items())])


# What somebody wants to deploy: how many people, for how many rounds, at which budget, and what is asked of the error.

BETA = "1/20"
"""The probability that the error is larger than promised, where none is given."""


MOST_ROUNDS = 10**4
"""Of so many, all m are compared within seconds."""

LEAST_EPSILON = Fraction(1, 10**100)
"""Squares of less are no floats."""

MOST_EPSILON = 10**4
"""Beyond that, what noise there is has a probability below 10^-4342."""


class DecidingRounds(StrEnum):
    """Of which rounds the error is what decides."""

    FIRST = "first"
    """One round, in which a share mu is active."""
    WORST = "worst"
    """One round, whoever is active in it."""
    ALL = "all"
    """The largest over all rounds: in each a share mu is active or, without mu, whoever it is."""


COUNTERS = (
    "shots.report",
    "counting.glance",
    "counting.m_glance",
    "counting.harmony",
    "counting.harmony_published",
    "counting.borappor",
    "counting.memoized",
    "counting.future_rand",
)
"""The mechanisms that count in rounds; of the last two, L-GRR and FutureRand with the parameters that a budget allows."""

OF_MANY_VALUES: Mapping[str, str] = {
    "loloha": "mechanism=memoized, which is LOLOHA with two cells and no hash",
    "d_bit_flip": "mechanism=memoized, which adds the fresh noise that dBitFlipPM lacks: several rounds have finite odds",
}
"""The mechanisms that are about one of many values, and what is accepted in their place."""

PARAMETERS_OF_COUNTERS: Mapping[str, tuple[str, ...]] = {
    "shots.report": ("m", "r"),
    "counting.m_glance": ("m",),
}
"""What they take besides T and the budget; `r` may be left out, and is 0."""


@dataclass(frozen=True, slots=True)
class Deployed:
    """A mechanism that somebody has, with its parameters."""

    mechanism: str
    m: int = 1
    r: Fraction = Fraction(0)

    def to_json(self) -> dict[str, object]:
        """The JSON object of its name and of what it takes."""
        values = {"m": self.m, "r": str(self.r)}
        return {"mechanism": self.mechanism} | {
            name: values[name] for name in PARAMETERS_OF_COUNTERS.get(self.mechanism, ())
        }


def parse_deployed(mechanism: object, m: object, r: object) -> Deployed | None:
    """The mechanism that somebody has; m-shot reporting if only m or m and r are given, and none if nothing is."""
    given = {name: each for name, each in (("m", m), ("r", r)) if each is not None}
    if mechanism is None and not given:
        return None
    name = "shots.report" if mechanism is None else str(mechanism)
    if name.removeprefix("counting.") in OF_MANY_VALUES:
        raise Refused(
            Reason.UNKNOWN_NAME,
            f"{name} reports one of many values, and `plan count` is about a state of 0 or 1",
            OF_MANY_VALUES[name.removeprefix("counting.")],
        )
    name = complete_name("`plan count` mechanism", name, dict.fromkeys(COUNTERS))
    taken = PARAMETERS_OF_COUNTERS.get(name, ())
    if others := given.keys() - {*taken}:
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{name} has no {' and no '.join(sorted(others))}",
            " and ".join(taken) or "neither m nor r",
        )
    if "m" in taken and m is None:
        raise Refused(Reason.MISSING, f"{name} without m", "m, the number of a person's reports")
    accepted = accept_parameters(given)
    return Deployed(name, int(accepted.get("m", 1)), Fraction(accepted.get("r", 0)))


@dataclass(frozen=True, slots=True)
class Deployment:
    """N people, T rounds, a person's whole budget; beta; the share of active people, and the threshold, if known."""

    N: int
    T: int
    budget: Budget
    beta: Fraction
    rounds: DecidingRounds
    mu: Fraction | None = None
    theta: Fraction | None = None
    deployed: Deployed | None = None
    """The only mechanism that is looked at, if somebody has one."""
    changes: int | None = None
    """The most changes of a person's state over all rounds, the first from 0, if they are known."""

    def __post_init__(self) -> None:
        if self.deployed is None and self.T > MOST_ROUNDS:
            raise Refused(
                Reason.TOO_LARGE,
                f"T = {self.T} rounds are too many to compare all m and r",
                f"at most {MOST_ROUNDS} rounds",
            )
        check_noise_level(self.budget)
        if self.deployed is not None and self.deployed.m > self.T:
            raise Refused(
                Reason.OUT_OF_RANGE, f"m = {self.deployed.m} reports in T = {self.T} rounds", "m at most T"
            )
        if self.mu is not None:
            count_people(self.N, "mu", self.mu)
        if self.rounds is DecidingRounds.FIRST and self.mu is None:
            raise Refused(Reason.MISSING, "rounds=first without mu", "mu, the share of active people")
        if self.rounds is DecidingRounds.WORST and self.mu is not None:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                "rounds=worst with mu",
                "rounds=first or rounds=all with mu, or no mu",
            )

    @property
    def active_people(self) -> int | None:
        """The number of active people in a round; None without mu."""
        return None if self.mu is None else int(self.N * self.mu)

    @property
    def round_beta(self) -> Fraction:
        """The probability with which one round's error may be larger, by the union bound over rounds if all count."""
        return self.beta / self.T if self.rounds is DecidingRounds.ALL else self.beta

    def to_json(self) -> dict[str, object]:
        """The JSON object of what was asked."""
        return {
            "N": self.N,
            "T": self.T,
            self.budget.given: str(self.budget.value),
            "beta": str(self.beta),
            "rounds": self.rounds,
            **{
                name: str(each) for name, each in (("mu", self.mu), ("theta", self.theta)) if each is not None
            },
            **({} if self.changes is None else {"changes": self.changes}),
            **({} if self.deployed is None else self.deployed.to_json()),
        }


def parse_whole_budget(given: Mapping[str, object]) -> Budget:
    """Return the whole budget of a user; over how many reports it is split is not known yet."""
    if given.get("report_odds") is not None:
        raise Refused(
            Reason.UNKNOWN_PARAMETER, "report_odds, before it is known how many reports", "epsilon or odds"
        )
    return parse_budget(1, **given)


def budget_excess(whole: Budget) -> Fraction:
    """Return epsilon if it is given, and otherwise the odds less 1, which are near it if the budget is small."""
    return whole.value if whole.given == "epsilon" else whole.value - 1


def check_noise_level(whole: Budget) -> None:
    """Refuse a budget that leaves no noise to speak of in a report, or nothing but noise."""
    if budget_excess(whole) < LEAST_EPSILON:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{whole.given} = {whole.value} leaves nothing but noise in a report",
            f"epsilon of at least {float(LEAST_EPSILON)}",
        )
    if whole.given == "epsilon" and whole.value > MOST_EPSILON:
        raise Refused(
            Reason.TOO_LARGE,
            f"at epsilon = {whole.value} a report is as good as the truth",
            f"epsilon of at most {MOST_EPSILON}",
        )


def parse_deployment(
    N: object,
    T: object,
    beta: object = None,
    mu: object = None,
    theta: object = None,
    rounds: object = None,
    mechanism: object = None,
    m: object = None,
    r: object = None,
    changes: object = None,
    **given: object,
) -> Deployment:
    """A deployment, from numbers or text and exactly one of `epsilon` and `odds`; refused if they are wrong.

    Beside m, the budget may be given as `report_odds`.
    """
    asked = {"N": N, "T": T, "beta": BETA if beta is None else beta}
    asked |= {name: each for name, each in (("mu", mu), ("theta", theta)) if each is not None}
    accepted = accept_parameters(asked)
    # Alone, as more changes than T count as T.
    most_changes = None if changes is None else int(accept_parameters({"changes": changes})["changes"])
    share, threshold = (
        None if each not in accepted else Fraction(accepted[each]) for each in ("mu", "theta")
    )
    if rounds is None:
        which = DecidingRounds.WORST if share is None else DecidingRounds.FIRST
    else:
        which = DecidingRounds(Words(tuple(each.value for each in DecidingRounds)).accept("rounds", rounds))
    deployed = parse_deployed(mechanism, m, r)
    if most_changes is not None and deployed is not None and deployed.mechanism != "counting.future_rand":
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{deployed.mechanism} has no changes",
            "mechanism=future_rand, or no mechanism",
        )
    if deployed is not None and m is not None and given.get("report_odds") is not None:
        odds = Fraction(accept_parameters({"report_odds": given["report_odds"]})["report_odds"])
        given = {"odds": odds**deployed.m}
    whole = parse_whole_budget(given)
    return Deployment(
        int(accepted["N"]),
        int(accepted["T"]),
        whole,
        Fraction(accepted["beta"]),
        which,
        share,
        threshold,
        deployed,
        most_changes,
    )
