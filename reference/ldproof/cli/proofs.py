"""Proofs as the command line sees them: the package that makes them need not be installed, so no type is its."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class Shown(Protocol):
    """A theorem, in words."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def statement(self) -> str:
        """What it says."""
        ...

    @property
    def evidence(self) -> str:
        """What it rests on, in the ledger's words."""
        ...

    @property
    def assumes(self) -> Sequence[str]:
        """The theorems of others."""
        ...

    @property
    def opinions(self) -> Mapping[str, str]:
        """What each solver answered."""
        ...

    @property
    def anchors(self) -> Sequence[str]:
        """The formulas that it ties to a law or a definition."""
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


class Outcome(Protocol):
    """What came of proving an entry."""

    @property
    def name(self) -> str:
        """The entry's name."""
        ...

    @property
    def theorems(self) -> Sequence[Shown]:
        """What was shown."""
        ...

    @property
    def checks(self) -> Sequence[Shown]:
        """The same once more in another way, for finite ranges."""
        ...

    @property
    def evidence(self) -> str:
        """What the entry as a whole rests on."""
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
    def asked(self) -> int:
        """How often a solver was asked."""
        ...

    @property
    def remembered(self) -> int:
        """How often it is known what a solver said before."""
        ...
