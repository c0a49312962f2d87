"""Mechanisms, formulas and laws by name, as certified numbers; and what is given, checked once."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from importlib.metadata import entry_points
from itertools import islice
from math import isfinite
from typing import Literal, TypeGuard, TypeVar

from ldproof.coins import Coins, SystemCoins
from ldproof.errors import Reason, Refused, type_phrase
from ldproof.json_values import Value as JsonValue
from ldproof.json_values import parse_value
from ldproof.mechanisms import MEMBERS, Space, from_text, has_text_values, to_text
from ldproof.numbers import Real
from ldproof.parameters import format_assignments, parse_exact
from ldproof.registry import AnyMechanism, complete_mechanism, make_mechanism
from ldproof.results import (
    DIGITS,
    Certified,
    LawResult,
    accept_digits,
    certified_answer,
    enclosed_answer,
    evaluate_formula,
    read_law,
    value_as_json,
)
from ldproof.rows import has_dates

Thing = TypeVar("Thing")

MOST = 1 << 20
"""So many things are listed; what goes on after them is taken for what has no end."""

# Formulas and laws.


def evaluate(name: str, /, *, digits: int = DIGITS, **parameters: object) -> Certified | bool:
    """The value of a formula or bound, exact or between two decimals; of a condition, whether it holds.

    Parameters are exact numbers: whole ones, fractions, decimals, or texts such as `"1/2"` and `"ln(3)"`, and the budget
    in one of its ways, `epsilon`, `odds` or `report_odds`.

    >>> print(evaluate("shots.p", T=100, m=6, r=0, epsilon="ln(3)"))
    0.032738...
    """
    places = accept_digits(digits)
    return certified_answer(evaluate_formula(parse_name_text("a formula", name), parameters, places), places)


def law(
    mechanism: "Mechanism | object", secret: object, /, *, output: object = None, digits: int = DIGITS
) -> LawResult:
    """The law of what comes out for an input, with the tight epsilon at user and at event level.

    With an output, only the likelihood of that one, which works also where there are too many outputs to list. Where there
    are too many pairs of inputs to look at, `user` and `event` are None. Inputs and outputs are given as on the command
    line, as texts, or as the JSON values that a program sends.

    >>> from ldproof.api.mechanisms import mechanism
    >>> print(law(mechanism("counting.glance", T=2, odds=3), "10"))
    counting.glance, input 10
    0-: 1/8 = 0.125
    1-: 3/8 = 0.375
    -0: 3/8 = 0.375
    -1: 1/8 = 0.125
    epsilon: 1.0986122886681096913...
    """
    chosen, places = as_mechanism(mechanism), accept_digits(digits)
    wanted = None if output is None else chosen.text_of_output(output)
    return read_law(chosen.made, chosen.name, chosen.text_of_input(secret), wanted, places, alone=True)


# What is printed, what is true, and why: told by the proofs, which are a package of their own.

GROUP = "ldproof.interface"
"""The entry points under which the proofs' package brings what is asked for here."""


def explain(
    name: str, /, *, proof: bool = False, form: Literal["text", "markdown", "latex", "json"] = "text"
) -> str:
    """What there is to say of a claim, a formula or a mechanism, as it was proved for this release.

    With `proof`, every theorem below a claim is unfolded, lemmas first.

    >>> print(explain("shots.thm-4"))
    shots.thm-4...
    """
    found = entry_points(group=GROUP, name="explain")
    if not found:
        raise Refused(
            Reason.NOT_INSTALLED, "no package that explains anything is installed", "the wheel, which has one"
        )
    words: object = next(iter(found)).load()(
        parse_name_text("what is to be explained", name), form, proof=parse_flag("proof", proof)
    )
    return str(words)


# Mechanisms by name, with their parameters.


class CompleteCoins:
    """Coins of somebody's that give as many bytes as they are asked for: with fewer a draw might never end."""

    def __init__(self, coins: Coins) -> None:
        if not callable(getattr(coins, "read", None)):
            raise Refused(
                Reason.NOT_A_VALUE, f"coins that are {type_phrase(coins)}", "an object with a method `read`"
            )
        self._coins = coins

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        found: object = self._coins.read(count)
        if isinstance(found, bytes) and len(found) == count:
            return found
        what = f"{len(found)} bytes" if isinstance(found, bytes) else type_phrase(found)
        raise Refused(
            Reason.NOT_A_VALUE, f"coins that give {what} for {count}", "as many bytes as are asked for"
        )


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A mechanism with its parameters: what `audit`, `conform` and `law` are given."""

    name: str
    parameters: Mapping[str, str | list[str]] = field(hash=False)
    """As a program is told of them."""
    made: AnyMechanism = field(repr=False, hash=False, compare=False)
    """What the catalogue has under that name; its members are described in `ldproof.mechanisms`."""

    def __str__(self) -> str:
        return " ".join((self.name, *format_assignments(self.parameters)))

    def randomize(self, given: object, coins: Coins | None = None) -> JsonValue:
        """Draw an output exactly, from the operating system's randomness if no other coins are given."""
        secret = from_text(self.made.secrets, self.text_of_input(given))
        tossed = SystemCoins() if coins is None else CompleteCoins(coins)
        return self.made.outputs.write(self.made.randomize(secret, tossed))

    def text_of_input(self, given: object) -> str:
        """An input as it is written on a command line."""
        return text_of_value(self.made.secrets, given)

    def text_of_output(self, given: object) -> str:
        """An output as it is written on a command line."""
        return text_of_value(self.made.outputs, given)


def text_of_value(space: Space[Thing], given: object) -> str:
    """A value of a space as it is written on a command line, from that text or from the JSON value of a program."""
    if isinstance(given, str) and has_text_values(space):
        return given
    return to_text(space, space.read(parse_value(given)))


def mechanism(name: str | object, /, **parameters: object) -> Mechanism:
    """The mechanism of this name, as `sketch.cms` or `cms`, at these parameters; or one of one's own, an object with its members.

    Parameters are exact numbers, and the budget is one of `epsilon`, `odds` and, where it is split, `report_odds`.

    >>> print(mechanism("shots.report", T=3, m=1, epsilon="ln(3)"))
    shots.report T=3 m=1 epsilon=ln(3)
    """
    if is_own_mechanism(name):
        if parameters:
            raise Refused(
                Reason.UNKNOWN_PARAMETER, "a mechanism that is made has its parameters", "no others"
            )
        return Mechanism(type(name).__name__, {}, name)
    found = complete_mechanism(parse_name_text("a mechanism", name))
    given = {each: as_text(each, thing) for each, thing in parameters.items() if thing is not None}
    return Mechanism(found, given, make_mechanism(found, given))


def is_own_mechanism(thing: object) -> TypeGuard[AnyMechanism]:
    """Whether it is a mechanism of one's own, by its members."""
    return not isinstance(thing, type) and all(hasattr(thing, each) for each in MEMBERS)


def as_mechanism(thing: Mechanism | object) -> Mechanism:
    """A mechanism as it was made, or one of one's own."""
    return thing if isinstance(thing, Mechanism) else mechanism(thing)


def as_text(name: str, thing: object) -> str | list[str]:
    """A parameter as it is written: a number as text, or a list of them."""
    if isinstance(thing, str):
        return thing.strip()
    listed = getattr(thing, "tolist", None)
    things: object = listed() if callable(listed) and getattr(thing, "ndim", None) else thing
    if isinstance(things, list | tuple):
        return [number_text(name, each) for each in things]
    return number_text(name, thing)


def number_text(name: str, thing: object) -> str:
    """A number, or a word."""
    if isinstance(thing, str):
        return thing.strip()
    if isinstance(thing, Certified):
        if thing.exact is None:
            raise Refused(Reason.IRRATIONAL, f"{name} is only known between two decimals", "an exact number")
        return str(thing.exact)
    return str(parse_exact(name, thing))


# What is given, checked once.


def parse_flag(name: str, value: object) -> bool:
    """Whether something is wanted: True or False, and nothing that is taken for one of them."""
    if isinstance(value, bool):
        return value
    raise Refused(Reason.NOT_A_VALUE, f"{name} is {type_phrase(value)}", "True or False")


def list_things(name: str, things: object, accepted: str) -> list[object]:
    """Several things, as a list; a text is none, and neither is what has no end in sight or no beginning."""
    table = (
        hasattr(things, "keys") and getattr(things, "ndim", 1) > 1
    )  # of which one would go through the columns
    if not table and not isinstance(things, str | bytes | Mapping) and isinstance(things, Iterable):
        with suppress(TypeError):  # arrays without a dimension
            found = [*islice(things, MOST + 1)]
            if len(found) > MOST:
                raise Refused(Reason.TOO_LARGE, f"{name} that do not end after {MOST}", accepted)
            return found
    raise Refused(Reason.NOT_A_LIST, f"{name} that are {type_phrase(things)}", accepted)


def parse_name_text(what: str, name: object) -> str:
    """Return a name if it is a text. Raise `Refused` otherwise."""
    if isinstance(name, str):
        return name
    raise Refused(Reason.NOT_A_WORD, f"{what} named by {type_phrase(name)}", "its name, as text")


# An estimate of somebody else's, as a program writes it.


def plain_estimate(estimate: object) -> object:
    """An estimate as a program writes it."""
    listed = getattr(estimate, "tolist", None)
    plain: object = listed() if callable(listed) and not has_dates(estimate) else estimate
    match plain:
        case None:
            return None
        case bool():
            raise estimate_refusal(plain)
        case float() if isfinite(plain):
            return plain
        case int() | Fraction() | Decimal():
            return value_as_json(Fraction(plain))
        case Real():
            return value_as_json(enclosed_answer(plain, DIGITS))
        case Certified():
            return plain.members()
        case _:
            raise estimate_refusal(plain)


def estimate_refusal(found: object) -> Refused:
    """The refusal of what is no estimate."""
    what = f"{found}" if isinstance(found, float) else type_phrase(found)
    return Refused(Reason.NOT_AN_ANSWER, f"an estimate that is {what}", "a list of numbers, or None")
