"""Proofs as the command line sees them: the package that makes them need not be installed, so no type is its."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

Style: TypeAlias = Literal["text", "markdown", "latex"]


class Anchor(Protocol):
    """A formula that a theorem ties to a law or a definition."""

    @property
    def formula(self) -> str:
        """Its name in the catalogue."""
        ...


class Claim(Protocol):
    """What a theorem says."""

    @property
    def anchors(self) -> Sequence[Anchor]:
        """The formulas it ties down."""
        ...

    def statement(self, style: Style) -> str:
        """The statement."""
        ...


class Evidence(Protocol):
    """What a theorem rests on."""

    def text(self) -> str:
        """In the ledger's words."""
        ...


class Theorem(Protocol):
    """A claim that was shown."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def claim(self) -> Claim:
        """What it says."""
        ...

    @property
    def evidence(self) -> Evidence:
        """What it rests on."""
        ...

    @property
    def assumes(self) -> Sequence[str]:
        """The theorems of others."""
        ...

    @property
    def opinions(self) -> Mapping[str, str]:
        """What each solver answered."""
        ...

    def derivation(self, style: Style) -> str:
        """How it is shown."""
        ...


class Entry(Protocol):
    """A claim of a source, and the verdict on it."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def place(self) -> str:
        """Where it is printed."""
        ...

    @property
    def printed(self) -> str:
        """What is printed."""
        ...

    @property
    def verdict(self) -> str:
        """What became of it."""
        ...

    @property
    def finding(self) -> str:
        """What is so instead, or besides."""
        ...

    @property
    def uses(self) -> Sequence[str]:
        """The entries that it rests on."""
        ...


class Report(Protocol):
    """What came of proving an entry."""

    @property
    def entry(self) -> Entry:
        """The entry."""
        ...

    @property
    def theorems(self) -> Sequence[Theorem]:
        """What was shown."""
        ...

    @property
    def checks(self) -> Sequence[Theorem]:
        """The same once more in another way, for finite ranges."""
        ...

    @property
    def seconds(self) -> float:
        """How long it took."""
        ...

    @property
    def failure(self) -> str | None:
        """Why it was not shown."""
        ...

    @property
    def evidence(self) -> str:
        """What the entry as a whole rests on."""
        ...
