"""What formulas and laws give: certified numbers, which print themselves and have JSON and, for notebooks, HTML."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html import escape

from ldproof.errors import Reason, Refused
from ldproof.evaluation import (
    Answer,
    ConditionalValue,
    Value,
    answer_members,
    enclosed_answer,
    in_words,
    rational_bounds,
)
from ldproof.mechanisms import LEVELS, Level, from_text, list_space, to_text
from ldproof.numbers import Enclosure, Real, enclose, rational
from ldproof.parameters import parameter_domain
from ldproof.probability import Infinite
from ldproof.registry import AnyMechanism

DIGITS = 20
"""Of what is irrational, if nothing else is said."""

SHOWN = 64
"""The number of outputs of a law that a table in a notebook shows."""

BEYOND = Decimal("Infinity")


@dataclass(frozen=True)
class Certified:
    """A number as it is known: exactly, or between two decimals."""

    value: Value
    """A `Fraction`, an enclosure by two decimals, or the infinite one."""
    assumes: str | None = None
    """What it is only right under."""
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
        """What the number is, after its name."""
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
    user: Tight
    """The privacy between any two people."""
    event: Tight
    """The privacy between people who differ in one round, where there are several."""

    def __getitem__(self, output: str) -> Certified:
        return self.probabilities[output]

    def __iter__(self) -> Iterator[str]:
        return iter(self.probabilities)

    def __len__(self) -> int:
        return len(self.probabilities)

    def __str__(self) -> str:
        rows = [f"{output}: {share}" for output, share in self.probabilities.items()]
        return "\n".join((f"{self.mechanism}, input {self.input}", *rows, f"epsilon: {self.user.epsilon}"))

    def members(self) -> dict[str, object]:
        """The members of its JSON object, but for what was asked."""
        written = cache(Certified.members)
        shares = [{"output": output, **written(share)} for output, share in self.probabilities.items()]
        return {"law": shares, "user": self.user.members(), "event": self.event.members()}

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
    mechanism: AnyMechanism, name: str, secret: str | None, output: str | None, digits: int = DIGITS
) -> LawResult:
    """The law of what comes out for an input, or the likelihood of one output; without an input, the privacy alone.

    Refuses what is no law, and a law with too many outputs to list.
    """
    likelihoods = {} if secret is None else certified_likelihoods(mechanism, secret, output, digits)
    user, event = (certified_privacy(mechanism, level, digits) for level in LEVELS)
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
