"""States and transcripts: the spaces of rows with a bit for each round, written as text with one character each."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ldproof.domains import Schema
from ldproof.mechanisms import text_of
from ldproof.rejections import Reason, Refused, quoted
from ldproof.rows import bits, bits_or_null

NULL = "-"
"""How a round without a report is written."""


@dataclass(frozen=True, slots=True)
class Bits:
    """Rows of T bits."""

    name: str
    """What a row is called."""
    T: int
    few: int
    """The most rounds for which all rows are listed."""

    @property
    def schema(self) -> Schema:
        """One digit 0 or 1 per round."""
        return {"type": "string", "pattern": f"^[01]{{{self.T}}}$"}

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        listable(self.T, self.few)
        return product((0, 1), repeat=self.T)

    def read(self, thing: object) -> tuple[int, ...]:
        """One digit 0 or 1 per round; a refusal does not say what was there, as it may be a secret."""
        text = text_of(thing)
        return tuple(map(int, checked(text, self.T, "01", f"{self.name} of {len(text)} characters")))

    def write(self, value: tuple[int, ...]) -> str:
        """One digit per round."""
        return "".join(map(str, self.row(value)))

    def row(self, value: object) -> tuple[int, ...]:
        """A row from anything that is one."""
        return bits(self.name, value, self.T)


@dataclass(frozen=True, slots=True)
class Transcripts:
    """What is sent in T rounds: a bit in each, or in one of them, and NULL in the others."""

    T: int
    few: int
    """The most rounds for which all transcripts are listed."""
    null: bool
    """Whether NULL is sent."""

    @property
    def alphabet(self) -> str:
        """The characters that a transcript is written in."""
        return "01" + NULL if self.null else "01"

    @property
    def schema(self) -> Schema:
        """One character per round."""
        return {"type": "string", "pattern": f"^[{self.alphabet}]{{{self.T}}}$"}

    def __iter__(self) -> Iterator[tuple[int | None, ...]]:
        T = self.T
        listable(T, self.few)
        if not self.null:
            return product((0, 1), repeat=T)
        return ((None,) * t + (bit,) + (None,) * (T - t - 1) for t in range(T) for bit in (0, 1))

    def read(self, thing: object) -> tuple[int | None, ...]:
        """One character per round."""
        text = text_of(thing)
        written = checked(text, self.T, self.alphabet, quoted(text))
        return tuple(None if each == NULL else int(each) for each in written)

    def write(self, value: tuple[int | None, ...]) -> str:
        """What `read` reads."""
        written = "".join(NULL if each is None else str(each) for each in self.row(value))
        return checked(written, self.T, self.alphabet, quoted(written))

    def row(self, value: object) -> tuple[int | None, ...]:
        """A row from anything that is one; NULL is in no transcript that is never silent, and has probability 0."""
        return bits_or_null("a report", value, self.T)


def listable(T: int, few: int) -> None:
    """Refuse to list more rows than anybody reads."""
    if few < T:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"{T} rounds have too many transcripts to list",
            f"at most {few} rounds, or one output whose likelihood is asked",
        )


def checked(text: str, T: int, alphabet: str, shown: str) -> str:
    """A text of one character per round, or a refusal that shows so much of it."""
    if len(text) != T or set(text) - set(alphabet):
        raise Refused(
            Reason.WRONG_LENGTH if len(text) != T else Reason.OUT_OF_RANGE,
            f"{shown} is not one of {', '.join(alphabet)} per round",
            f"{T} digits 0 or 1"
            if NULL not in alphabet
            else f"{T} characters: the digits 0 and 1, and {NULL} for NULL",
        )
    return text
