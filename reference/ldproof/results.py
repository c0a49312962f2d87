"""Formulas and laws, evaluated: what they give prints itself, and has JSON and, for notebooks, HTML."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from html import escape
from itertools import takewhile
from typing import TypeAlias, get_args

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import LEVELS, Level, from_text, list_space, to_text
from ldproof.numbers import Enclosure, Number, Real, enclose, rational, real
from ldproof.numbers.rational import fraction_text
from ldproof.numbers.real import ConditionalNumber
from ldproof.parameters import parameter_domain
from ldproof.probability import Infinite
from ldproof.registry import SPLIT, AnyMechanism, Formula, find_formula, resolve_budget

# What an evaluation answers: exactly where it can, otherwise as closely as was asked.

Value: TypeAlias = Fraction | Infinite | Enclosure
"""A number: exact, beyond every bound, or enclosed."""


@dataclass(frozen=True, slots=True)
class ConditionalValue:
    """A number that is only right under an assumption."""

    value: Value
    assumption: str


Answer: TypeAlias = Value | ConditionalValue | bool
"""A number, or whether a condition holds."""


def enclosed_answer(value: Real | Infinite, digits: int) -> Value:
    """A number to so many digits; between two decimals that are the same it is known exactly."""
    if isinstance(value, Infinite):
        return value
    if value.exact is not None:
        return value.exact
    enclosure = enclose(value, digits)
    return Fraction(enclosure.lower) if enclosure.lower == enclosure.upper else enclosure


def round_to_decimal(value: Fraction, digits: int) -> Decimal:
    """A fraction as a decimal of so many digits, the last of them off by one at most."""
    return Context(prec=digits).plus(enclose(Real(value), digits).lower)


def answer_members(answer: Answer) -> dict[str, str | bool]:
    """The members of a JSON object that say what a formula gives."""
    match answer:
        case bool():
            return {"holds": answer}
        case ConditionalValue(value, assumption):
            return {**value_as_json(value), "assumes": assumption}
        case _:
            return {**value_as_json(answer)}


def value_as_json(value: Value) -> dict[str, str]:
    """The members of a JSON object that say a value."""
    match value:
        case Fraction():
            return {"exact": fraction_text(value)}
        case Infinite():
            return {"exact": str(value)}
        case Enclosure(lower, upper):
            return {"lower": str(lower), "upper": str(upper)}


def rational_bounds(found: Answer) -> tuple[Fraction, Fraction]:
    """Two fractions with a number between them; the same one twice if it is known exactly."""
    match found:
        case Fraction():
            return found, found
        case Enclosure(lower, upper):
            return Fraction(lower), Fraction(upper)
        case ConditionalValue(value):
            return rational_bounds(value)
        case bool() | Infinite():
            raise Refused(Reason.NOT_A_NUMBER, f"{found} is not between two fractions", "a finite number")


# Evaluating a formula by name: on terms for an exact answer, and if they give none, on balls.

Argument: TypeAlias = int | str | Fraction | Real | Budget
Arguments: TypeAlias = Mapping[str, Argument]
"""A value for every parameter: an `int` where the function counts with it, words and budgets as they are."""


def evaluate_formula(name: str, given: Mapping[str, object], digits: object) -> Answer:
    """The value of a formula, exactly if that is seen, otherwise enclosed to so many digits."""
    wanted = find_formula(name)
    arguments = bind_arguments(wanted, given)
    places = accept_digits(digits)
    try:
        return decide_answer(
            wanted.function(**{each: in_system(wanted, each, value) for each, value in arguments.items()}),
            places,
        )
    except ZeroDivisionError:
        raise Refused(Reason.DIVISION_BY_ZERO, f"{name} divides by 0 there", "other parameters") from None


def decide_answer(value: Number | Infinite | ConditionalNumber, places: int) -> Answer:
    """The answer of a formula, to so many digits if it is irrational."""
    if isinstance(value, ConditionalNumber):
        return ConditionalValue(enclosed_answer(value.value, places), value.assumption)
    if isinstance(value, bool):
        return value
    return enclosed_answer(value if isinstance(value, Infinite) else real(value), places)


def bind_arguments(wanted: Formula, given: Mapping[str, object]) -> Arguments:
    """The arguments of a formula from what a user gives: numbers or text, and the budget in one way."""
    wanted.request.check(wanted.name, given)
    plain = {name: value for name, value in given.items() if name not in wanted.request.budget}
    values = wanted.request.accept(plain)
    arguments: dict[str, Argument] = {
        name: value if as_it_is(wanted.parameters[name]) else Fraction(value)
        for name, value in values.items()
    }
    ways = {name: value for name, value in given.items() if name in wanted.request.budget}
    return arguments | resolve_budget(ways, int(values.get(SPLIT, 1)), wanted.parameters)


def as_it_is(annotation: object) -> bool:
    """Whether a parameter takes a whole number or a word, perhaps optional, as it was accepted."""
    return not {int, str}.isdisjoint(get_args(annotation) or (annotation,))


def in_system(wanted: Formula, name: str, value: Argument) -> Argument:
    """An argument in the number system in which a formula is evaluated: fractions where it compares, else real numbers."""
    if isinstance(value, int | str | Budget) or wanted.decides:
        return value
    number = real(value)
    if not wanted.ordered:
        return number
    if number.exact is not None:
        return number.exact
    raise Refused(
        Reason.IRRATIONAL,
        f"{wanted.name} compares, and {name} is irrational",
        "parameters that make it rational",
    )


# How a value is written for people.

LONG = 80
"""A fraction of more characters is described to people instead of being written out."""

PLACES = 5
"""How many digits a table shows."""
SMALLEST = -6
"""The power of ten below which a table writes it as such."""
MARK = "*"
"""The mark of a number that rests on an assumption."""


def in_words(value: Value, digits: int) -> str:
    """A value for people."""
    match value:
        case Fraction():
            return f"{format_fraction(value)}{decimal_beside(value, digits)}"
        case Infinite():
            return str(value)
        case Enclosure(lower, upper):
            return shared_digits(str(lower), str(upper), digits) or f"between {lower} and {upper}"


def shared_digits(lower: str, upper: str, digits: int) -> str | None:
    """How both of two decimals begin, and so what is between them; None where that is less than so many digits."""
    (one, power), (other, same) = (text.partition("E")[::2] for text in (lower, upper))
    shared = "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    if power != same or "." not in shared or one.find(".") != other.find("."):
        return None
    if len(shared.lstrip("-0.").replace(".", "")) < digits:
        return None
    return f"{shared}..." + (f" E{power}" if power else "")


def format_fraction(value: Fraction) -> str:
    """A fraction, as far as anybody would read it."""
    text = fraction_text(value)
    if len(text) <= LONG:
        return text.removesuffix("/1")
    numerator, denominator = (len(part.removeprefix("-")) for part in text.split("/"))
    return f"a fraction of {numerator} by {denominator} digits, which --json writes out,"


def decimal_beside(value: Fraction, digits: int) -> str:
    """The decimal beside a fraction; a whole number that is written out needs none."""
    if value.denominator == 1 and len(fraction_text(value)) <= LONG:
        return ""
    rounded = round_to_decimal(value, digits)
    return f" = {rounded.normalize()}" if Fraction(rounded) == value else f" ≈ {rounded}"


def format_brief(found: Answer, places: int = PLACES) -> str:
    """A number to a few digits, marked if it rests on an assumption."""
    if isinstance(found, ConditionalValue):
        return format_brief(found.value, places) + MARK
    lower, _ = rational_bounds(found)
    if lower.denominator == 1:
        return str(lower)
    short = round_to_decimal(lower, places)
    return f"{short:f}" if short.adjusted() >= SMALLEST else f"{short}"


# Results that the public functions and the commands give.

DIGITS = 20
"""The default number of digits of an irrational value."""

SHOWN = 64
"""The number of outputs of a law that a table in a notebook shows."""

BEYOND = Decimal("Infinity")


@dataclass(frozen=True)
class Certified:
    """A number as it is known: exactly, or between two decimals."""

    value: Value
    """A `Fraction`, an enclosure by two decimals, or the infinite one."""
    assumes: str | None = None
    """The assumption under which it is right."""
    digits: int = field(default=DIGITS, repr=False, compare=False)
    """The number of digits that are written of what is not exact."""

    @property
    def exact(self) -> Fraction | None:
        """The number itself, if it is rational and known to be."""
        return self.value if isinstance(self.value, Fraction) else None

    @property
    def bounds(self) -> tuple[Decimal, Decimal]:
        """Two decimals with the number between them; the infinite one twice if it is beyond every bound."""
        match self.value:
            case Infinite():
                return BEYOND, BEYOND
            case Enclosure(lower, upper):
                return lower, upper
            case Fraction():
                around = enclose(Real(self.value), self.digits)
                return around.lower, around.upper

    @property
    def lower(self) -> Decimal:
        """At most the number; the infinite one if it is beyond every bound."""
        return self.bounds[0]

    @property
    def upper(self) -> Decimal:
        """At least the number."""
        return self.bounds[1]

    def __str__(self) -> str:
        assuming = "" if self.assumes is None else f" assuming {self.assumes}"
        return in_words(self.value, self.digits) + assuming

    def __float__(self) -> float:
        return float(self.lower if self.exact is None else self.exact)

    def sentence(self, name: str) -> str:
        """The number in a sentence that begins with its name."""
        return f"{name} {'is' if isinstance(self.value, Enclosure) else '='} {self}"

    def members(self) -> dict[str, str | bool]:
        """The members of its JSON object."""
        known = self.value if self.assumes is None else ConditionalValue(self.value, self.assumes)
        return answer_members(known)

    def to_json(self) -> str:
        """One JSON object, as `ldproof eval --json` has it."""
        return json.dumps(self.members())


def accept_digits(digits: object) -> int:
    """A number of digits, from a whole number or a text; refuses what is out of its range."""
    return int(parameter_domain("digits").accept("digits", digits))


def certified_answer(found: Answer, digits: int) -> Certified | bool:
    """The answer of a formula, to so many digits."""
    match found:
        case bool():
            return found
        case ConditionalValue(value, assumption):
            return Certified(value, assumption, digits)
        case _:
            return Certified(found, None, digits)


@dataclass(frozen=True, slots=True)
class Tight:
    """How much likelier an output can become by a person's secret, and the logarithm of that."""

    odds: Certified
    epsilon: Certified

    def members(self) -> dict[str, object]:
        """The members of its JSON object."""
        return {"odds": self.odds.members(), "epsilon": self.epsilon.members()}


@dataclass(frozen=True, slots=True)
class LawResult(Mapping[str, Certified]):
    """The exact law of what comes out for an input: outputs, as texts, with their probabilities."""

    mechanism: str
    input: str | None
    """None where only the privacy was asked for."""
    probabilities: Mapping[str, Certified]
    user: Tight | None
    """The privacy between any two people; None where there are too many pairs to look at."""
    event: Tight | None
    """The privacy between people who differ in one round, where there are several; None as for `user`."""

    def __getitem__(self, output: str) -> Certified:
        return self.probabilities[output]

    def __iter__(self) -> Iterator[str]:
        return iter(self.probabilities)

    def __len__(self) -> int:
        return len(self.probabilities)

    def __str__(self) -> str:
        rows = [f"{output}: {share}" for output, share in self.probabilities.items()]
        tight = [] if self.user is None else [f"epsilon: {self.user.epsilon}"]
        return "\n".join((f"{self.mechanism}, input {self.input}", *rows, *tight))

    def members(self) -> dict[str, object]:
        """The members of its JSON object, but for what was asked."""
        written = cache(Certified.members)
        shares = [{"output": output, **written(share)} for output, share in self.probabilities.items()]
        levels = {"user": self.user, "event": self.event}
        return {"law": shares} | {name: each and each.members() for name, each in levels.items()}

    def to_json(self) -> str:
        """One JSON object, as `ldproof law --json` has it."""
        found = self.members()
        if self.input is None:
            del found["law"]
            return json.dumps({"mechanism": self.mechanism, **found})
        return json.dumps({"mechanism": self.mechanism, "input": self.input, **found})

    def _repr_html_(self) -> str:
        rows = [(output, str(share)) for output, share in self.probabilities.items()]
        more = [(f"and {len(rows) - SHOWN} more", "")] if len(rows) > SHOWN else []
        return html_table(f"{self.mechanism}, input {self.input}", [*rows[:SHOWN], *more])


def read_law(
    mechanism: AnyMechanism,
    name: str,
    secret: str | None,
    output: str | None,
    digits: int = DIGITS,
    *,
    alone: bool = False,
) -> LawResult:
    """The law of what comes out for an input, or the likelihood of one output; without an input, the privacy alone.

    Refuses what is no law, a law with too many outputs to list, and inputs of too many pairs; with `alone`, the law of an
    input is then read without the privacy.
    """
    likelihoods = {} if secret is None else certified_likelihoods(mechanism, secret, output, digits)
    try:
        user, event = (certified_privacy(mechanism, level, digits) for level in LEVELS)
    except Refused as refusal:
        if not (alone and likelihoods and refusal.reason is Reason.TOO_MANY_OUTCOMES):
            raise
        return LawResult(name, secret, likelihoods, None, None)
    return LawResult(name, secret, likelihoods, user, event)


def certified_likelihoods(
    mechanism: AnyMechanism, secret: str, output: str | None, digits: int
) -> dict[str, Certified]:
    """The likelihoods of all outputs that can come, or that of one output, even if it is 0."""
    person, space = from_text(mechanism.secrets, secret), mechanism.outputs
    outputs = list_space(space) if output is None else [from_text(space, output)]

    @cache  # many outputs have the same probability
    def certify(likelihood: Real) -> Certified:
        return Certified(enclosed_answer(likelihood, digits), None, digits)

    found = {to_text(space, each): certify(mechanism.likelihood(person, each)) for each in outputs}
    if output is not None:
        return found
    refuse_no_law(secret, found)
    return {text: share for text, share in found.items() if share.value != 0}


def refuse_no_law(secret: str, likelihoods: Mapping[str, Certified]) -> None:
    """Refuse what is no law: a probability below 0, or all of them together more or less than 1."""
    low, high = rational(0), rational(0)
    # Many outputs have the same probability.
    for share, outputs in Counter(likelihoods.values()).items():
        if isinstance(share.value, Infinite):
            raise law_refusal(f"{first_output_with(share, likelihoods)} has {share} at {secret}")
        least, most = rational_bounds(share.value)
        if most < 0:
            raise law_refusal(
                f"{first_output_with(share, likelihoods)} has a probability below 0 at {secret}"
            )
        low, high = low + outputs * least, high + outputs * most
    if not low <= 1 <= high:
        about = f"{low}" if low == high else f"{float(low):.6g}"
        raise law_refusal(f"the probabilities of all outputs at {secret} add up to {about}")


def first_output_with(share: Certified, likelihoods: Mapping[str, Certified]) -> str:
    """The first output with a probability."""
    return next(text for text, each in likelihoods.items() if each == share)


def law_refusal(what: str) -> Refused:
    """The refusal of what is no law."""
    return Refused(Reason.NOT_A_LAW, what, "a mechanism that `ldproof check` finds nothing in")


def certified_privacy(mechanism: AnyMechanism, level: Level, digits: int) -> Tight:
    """The privacy at a level, to so many digits."""
    found = mechanism.privacy(level)
    odds, epsilon = (
        Certified(enclosed_answer(each, digits), None, digits) for each in (found.odds, found.epsilon)
    )
    return Tight(odds, epsilon)


def html_table(title: str, rows: list[tuple[str, str]]) -> str:
    """A table of two columns as HTML; nothing that was found is read as HTML itself."""
    lines = "".join(f"<tr><th>{escape(one)}</th><td>{escape(other)}</td></tr>" for one, other in rows)
    return f"<table><caption>{escape(title)}</caption>{lines}</table>"
