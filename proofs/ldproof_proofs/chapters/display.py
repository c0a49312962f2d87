"""A chapter: sections whose displays are theorems, numbered one after another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from ldproof_proofs.kernel.derivations.reading import Chained
from ldproof_proofs.kernel.derivations.section import Section
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.formulas import packed
from ldproof_proofs.kernel.gathering import Source
from ldproof_proofs.kernel.sentences import as_printed


@dataclass(frozen=True, slots=True)
class Display:
    """A display, the theorem's name, and what proves it."""

    name: str
    shown: Chained
    proof: Source

    @property
    def kept(self) -> str:
        """The formula as data."""
        before, steps = self.shown
        return packed(before, *(part for step in steps for part in step))


@dataclass(frozen=True, slots=True)
class Chapter:
    """What is derived of one subject, in all sources in which it is."""

    name: str
    title: str
    words: str
    errata: tuple[str, ...]
    """The claims of the ledger on what is printed wrongly: its answers say what is correct."""
    sections: tuple[Section, ...]

    def blocks(self) -> Iterator[tuple[Section, tuple[str | Display, ...]]]:
        """Every section with its words and its displays."""
        number = 0
        for section in self.sections:
            found: list[str | Display] = []
            for each in section.blocks():
                if isinstance(each, str):
                    found.append(each)
                else:
                    number += 1
                    name = f"{self.name}.{number}"
                    found.append(Display(name, each, partial(section.theorem, name, each)))
            yield section, tuple(found)

    def entries(self) -> Mapping[str, Entry]:
        """Every display as what `prove` proves, by its name: it says what its theorem says."""
        return {
            each.name: Entry(
                each.name,
                f"ours, the chapter on {self.title}",
                f"a display, section {section.title}",
                Verdict.OURS,
                (as_printed("{statement}.", each.proof),),
            )
            for section, blocks in self.blocks()
            for each in blocks
            if isinstance(each, Display)
        }
