"""A deployment that somebody wants, and what can be promised of a number."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from enum import StrEnum
from fractions import Fraction
from functools import reduce

from ldproof.budget import Budget, parse_budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Enclosure, Real, enclose, surely_below
from ldproof.numbers.rational import bit_size
from ldproof.parameters import Words, accept_parameters, count_people
from ldproof.probability import Infinite
from ldproof.results import as_json, enclosed_answer

# Who is told what is being computed, where that takes long.

Tell = Callable[[str], None]
"""Told of each step before it is made."""


def ignore_progress(_: str) -> None:
    """Nobody is told."""


# What can be promised of a number: that it is between two others, and on what grounds.

DIGITS = 12
"""How many digits an irrational number gets, and a fraction that is long."""

TINY = 100
HARDLY = Fraction(1, 10**TINY)
"""Numbers below that are not told from 0."""

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
    TOO_MANY = "no more than a bound, as there are too many people for the exact law"


@dataclass(frozen=True, slots=True)
class Promise:
    """A number, by what it is at least and at most."""

    at_least: Size
    at_most: Size
    grounds: Grounds

    @property
    def exact(self) -> bool:
        """Whether both are one number."""
        return self.at_least is self.at_most

    def to_json(self) -> dict[str, object]:
        """Both ends, and the grounds."""
        return {"at_least": json_of(self.at_least), "at_most": json_of(self.at_most), "grounds": self.grounds}


def exact_promise(value: Size, grounds: Grounds = Grounds.EXACT) -> Promise:
    """A number that is known."""
    return Promise(value, value, grounds)


def json_of(value: Size) -> dict[str, str]:
    """A number as JSON: exactly where that is short."""
    if isinstance(value, Infinite) or (value.exact is not None and bit_size(value.exact) <= LONGEST):
        return as_json(enclosed_answer(value, DIGITS))
    around = decimals_around(value)
    return {"lower": str(around.lower), "upper": str(around.upper)}


def decimals_around(value: Real) -> Enclosure:
    """Decimals around a number that is not below 0; what is hardly above 0 is said to be no more than that."""
    if value < HARDLY:
        return Enclosure(Decimal(0), Decimal(f"1E-{TINY}"))
    return enclose(value, DIGITS)


def format_rounded_up(value: Size, places: int = 3) -> str:
    """A number in so many digits, rounded up: what is promised stays true."""
    return format_rounded(value, places, up=True)


def format_rounded_down(value: Size, places: int = 3) -> str:
    """A number in so many digits, rounded down."""
    return format_rounded(value, places, up=False)


def format_rounded(value: Size, places: int, *, up: bool) -> str:
    """A number in so many digits, to one side."""
    if isinstance(value, Infinite):
        return str(value)
    context = Context(prec=places, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    if value.exact is not None:
        return format_decimal(
            context.divide(Decimal(value.exact.numerator), Decimal(value.exact.denominator))
        )
    around = decimals_around(value)
    return format_decimal(context.plus(around.upper if up else around.lower))


def format_decimal(number: Decimal) -> str:
    """A decimal as people write it."""
    short = number.normalize()
    return f"{short:f}" if -6 < short.adjusted() < 7 else str(short).lower().replace("e+", "e")


def format_quantity(count: int, thing: str) -> str:
    """A count and what is counted, one of it or several."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def largest_size(numbers: Iterable[Size]) -> Size:
    """The largest of some numbers; where two are the same, the first."""
    return reduce(lambda found, each: each if is_surely_smaller(found, each) else found, numbers)


def smallest_size(numbers: Iterable[Size]) -> Size:
    """The least of some numbers; where two are the same, the first."""
    return reduce(lambda found, each: each if is_surely_smaller(each, found) else found, numbers)


def is_surely_smaller(one: Size, other: Size) -> bool:
    """Whether one number is certainly less than another; what no precision tells apart is a tie."""
    if isinstance(one, Infinite):
        return False
    return isinstance(other, Infinite) or surely_below(one, other)


def is_surely_equal(one: Size, other: Size) -> bool:
    """Whether two numbers are certainly one."""
    if isinstance(one, Infinite) or isinstance(other, Infinite):
        return one is other
    return one is other or (one.exact is not None and one.exact == other.exact)


def as_float(value: Size) -> float:
    """Where a number is, roughly."""
    return float(value) if isinstance(value, Real) else float("inf")


# What somebody wants to deploy: how many people, for how many rounds, at which budget, and what is asked of the error.

BETA = "1/20"
"""The probability that the error is larger than promised, where none is given."""


MOST_ROUNDS = 10**4
"""Of so many, all m are compared within seconds."""

MOST_EPSILON = 10**4
"""Beyond that, what noise there is has a probability below 10^-4342."""


class Rounds(StrEnum):
    """Of which rounds the error is what decides."""

    FIRST = "first"
    """One round, in which a share mu is active."""
    WORST = "worst"
    """One round, whoever is active in it."""
    ALL = "all"
    """The largest over all rounds: in each a share mu is active or, without mu, whoever it is."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """N people, T rounds, a person's whole budget; beta; the share of active people, and the threshold, if known."""

    N: int
    T: int
    budget: Budget
    beta: Fraction
    rounds: Rounds
    mu: Fraction | None = None
    theta: Fraction | None = None

    def __post_init__(self) -> None:
        if self.T > MOST_ROUNDS:
            raise Refused(
                Reason.TOO_LARGE,
                f"T = {self.T} rounds are too many to compare all m and r",
                f"at most {MOST_ROUNDS} rounds",
            )
        check_noise_level(self.budget)
        if self.mu is not None:
            count_people(self.N, "mu", self.mu)
        if self.rounds is Rounds.FIRST and self.mu is None:
            raise Refused(Reason.MISSING, "rounds=first without mu", "mu, the share of active people")
        if self.rounds is Rounds.WORST and self.mu is not None:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                "rounds=worst with mu",
                "rounds=first or rounds=all with mu, or no mu",
            )

    @property
    def active(self) -> int | None:
        """How many people are active in a round, where that is known."""
        return None if self.mu is None else int(self.N * self.mu)

    def of(self, N: int | None = None, T: int | None = None, whole: Budget | None = None) -> "Deployment":
        """A deployment that asks the like for other numbers of people or of rounds, or another budget."""
        return replace(self, N=N or self.N, T=T or self.T, budget=whole or self.budget)

    def to_json(self) -> dict[str, object]:
        """All that was asked."""
        return {
            "N": self.N,
            "T": self.T,
            self.budget.given: str(self.budget.value),
            "beta": str(self.beta),
            "rounds": self.rounds,
            **{
                name: str(each) for name, each in (("mu", self.mu), ("theta", self.theta)) if each is not None
            },
        }


def parse_whole_budget(given: Mapping[str, object]) -> Budget:
    """A person's whole budget: nobody knows yet over how many reports it is split."""
    if given.get("report_odds") is not None:
        raise Refused(
            Reason.UNKNOWN_PARAMETER, "report_odds, before it is known how many reports", "epsilon or odds"
        )
    return parse_budget(1, **given)


def check_noise_level(whole: Budget) -> None:
    """Refuse a budget that leaves no noise to speak of in a report."""
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
    **given: object,
) -> Deployment:
    """A deployment from numbers or text, with exactly one of `epsilon` and `odds`."""
    asked = {"N": N, "T": T, "beta": BETA if beta is None else beta}
    asked |= {name: each for name, each in (("mu", mu), ("theta", theta)) if each is not None}
    accepted = accept_parameters(asked)
    share, threshold = (
        None if each not in accepted else Fraction(accepted[each]) for each in ("mu", "theta")
    )
    if rounds is None:
        which = Rounds.WORST if share is None else Rounds.FIRST
    else:
        which = Rounds(Words(tuple(each.value for each in Rounds)).accept("rounds", rounds))
    whole = parse_whole_budget(given)
    return Deployment(
        int(accepted["N"]), int(accepted["T"]), whole, Fraction(accepted["beta"]), which, share, threshold
    )
