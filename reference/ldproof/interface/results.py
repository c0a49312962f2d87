"""What the public functions answer: frozen, printable, with JSON and, for notebooks, HTML."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from html import escape

from ldproof.errors import Reason, Refused

SHOWN = 64
"""So many outputs of a law are in a table."""


@dataclass(frozen=True, slots=True)
class Certified:
    """A number as it is known: exactly, or between two decimals."""

    lower: Decimal
    """At most the number; the infinite one if it is beyond every bound."""
    upper: Decimal
    """At least the number."""
    exact: Fraction | None = None
    """The number itself, if it is rational and known to be."""
    assumes: str | None = None
    """What it is only right under."""
    words: str = field(default="", repr=False, compare=False)
    """How it is written for people."""

    def __str__(self) -> str:
        return self.words

    def __float__(self) -> float:
        return float(self.lower if self.exact is None else self.exact)

    def to_json(self) -> str:
        """One JSON object, as `ldproof eval --json` has it."""
        return json.dumps(self.members())

    def members(self) -> dict[str, str]:
        """What is in that object."""
        known: dict[str, str]
        if self.exact is not None:
            known = {"exact": f"{self.exact.numerator}/{self.exact.denominator}"}
        elif self.lower.is_infinite():
            known = {"exact": "inf"}
        else:
            known = {"lower": str(self.lower), "upper": str(self.upper)}
        return known if self.assumes is None else {**known, "assumes": self.assumes}


@dataclass(frozen=True, slots=True)
class Tight:
    """How much likelier an output can become by a person's secret, and the logarithm of that."""

    odds: Certified
    epsilon: Certified


@dataclass(frozen=True, slots=True)
class LawResult(Mapping[str, Certified]):
    """The exact law of what comes out for an input: outputs, as texts, with their probabilities."""

    mechanism: str
    input: str
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

    def to_json(self) -> str:
        """One JSON object, as `ldproof law --json` has it."""
        levels = {
            name: {"odds": each.odds.members(), "epsilon": each.epsilon.members()}
            for name, each in (("user", self.user), ("event", self.event))
        }
        shares = [{"output": output, **share.members()} for output, share in self.probabilities.items()]
        return json.dumps({"mechanism": self.mechanism, "input": self.input, "law": shares, **levels})

    def _repr_html_(self) -> str:
        rows = [(output, str(share)) for output, share in self.probabilities.items()]
        more = [(f"and {len(rows) - SHOWN} more", "")] if len(rows) > SHOWN else []
        return html_table(f"{self.mechanism}, input {self.input}", [*rows[:SHOWN], *more])


@dataclass(frozen=True, slots=True)
class Counts:
    """How often an event happened with either input of a pair."""

    likely_input: str
    likely: int
    likely_samples: int
    unlikely_input: str
    unlikely: int
    unlikely_samples: int


class PrintedResult:
    """What a command would say: in sentences, and as its JSON."""

    __slots__ = ()
    words: tuple[str, ...]
    json: str

    def __str__(self) -> str:
        return "\n".join(self.words)

    def to_json(self) -> str:
        """One JSON object, as the command of that name has it with `--json`."""
        return self.json


@dataclass(frozen=True, slots=True)
class AuditResult(PrintedResult):
    """What an audit has found."""

    claim: str
    """What was claimed."""
    violated: bool
    """Whether that is refuted; if not, that is no proof."""
    bound: Fraction | None
    """A lower bound on the true epsilon, with confidence 1 - alpha; None where there is none yet."""
    event: str | None
    """The event that shows most, in words; None where none was looked at."""
    counts: Counts | None
    """How often that event was seen."""
    samples: int
    alpha: Fraction
    """How probably a randomizer that keeps its claim is called violated."""
    how_to_repeat: str
    """A command, or a call where the randomizer has no name that a command could use."""
    words: tuple[str, ...] = field(repr=False)
    """What there is to say, sentence by sentence."""
    json: str = field(repr=False)

    def __bool__(self) -> bool:
        raise Refused(Reason.UNDECIDED, "an audit's result is neither true nor false", "`violated`")

    def _repr_html_(self) -> str:
        verdict, *others = self.words
        rows = [("bound", "none yet" if self.bound is None else f"epsilon ≥ {float(self.bound):.6g}")]
        if self.event is not None and (seen := self.counts) is not None:
            rows += [
                ("event", self.event),
                (f"input {seen.likely_input}", f"{seen.likely:,} of {seen.likely_samples:,}"),
                (f"input {seen.unlikely_input}", f"{seen.unlikely:,} of {seen.unlikely_samples:,}"),
            ]
        rows.append(("to repeat", self.how_to_repeat))
        return html_table(verdict, rows) + "".join(f"<p>{escape(each)}</p>" for each in others)


@dataclass(frozen=True, slots=True)
class ConformResult(PrintedResult):
    """What holding a program against the reference has found."""

    verdict: str
    """`conforms`, as far as it was tested; `differs`; or that nothing could be tested."""
    conforms: bool
    differences: tuple[str, ...]
    """Each vector, law or mean that is not as it must be, in a sentence."""
    how_to_repeat: str
    words: tuple[str, ...] = field(repr=False)
    """What there is to say, line by line."""
    json: str = field(repr=False)

    def __bool__(self) -> bool:
        raise Refused(Reason.UNDECIDED, "a program's conformance is neither true nor false", "`conforms`")

    def _repr_html_(self) -> str:
        rows = [(str(number), each) for number, each in enumerate(self.differences[:SHOWN], start=1)]
        return html_table(self.words[0], rows) + f"<p>to repeat: {escape(self.how_to_repeat)}</p>"


@dataclass(frozen=True, slots=True)
class PlanResult(PrintedResult):
    """Which mechanism a plan chooses, and how wrong it will be."""

    kind: str
    """`count`, `test` or `sketch`."""
    chosen: str
    """The mechanism, in words."""
    error: Certified
    """Its error: what a count's does not exceed but for a probability of beta, the expected number of wrong decisions of
    tests, or the mean squared error of a sketch."""
    answer: str | None
    """The N, T or epsilon that was asked for; None where none was."""
    words: tuple[str, ...] = field(repr=False)
    """What decides, and what that hangs on."""
    json: str = field(repr=False)

    def _repr_html_(self) -> str:
        rows = [("chosen", self.chosen), ("error", str(self.error))]
        rows += [] if self.answer is None else [("answer", self.answer)]
        return html_table(f"plan {self.kind}", rows) + "".join(
            f"<p>{escape(each)}</p>" for each in self.words
        )


def html_table(title: str, rows: list[tuple[str, str]]) -> str:
    """A table of two columns as HTML; nothing that was found is read as HTML itself."""
    lines = "".join(f"<tr><th>{escape(one)}</th><td>{escape(other)}</td></tr>" for one, other in rows)
    return f"<table><caption>{escape(title)}</caption>{lines}</table>"
