"""A chapter: errata first, then sections whose displays are theorems, numbered one after another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from ldproof_proofs.kernel.derivations.reading import Chained
from ldproof_proofs.kernel.derivations.section import Erratum, Section
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
    errata: tuple[Erratum, ...]
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

    def failures(self) -> Mapping[str, Erratum]:
        """The errata that fail at a point, by the names of the theorems that say so."""
        return {
            f"{self.name}.erratum-{number}": each for number, each in enumerate(self.errata, 1) if each.false
        }

    def entries(self) -> Mapping[str, Entry]:
        """Every display and every erratum as what `prove` proves, by its name: it says what its theorem says."""
        found: dict[str, tuple[str, Source]] = {
            name: (f"an erratum, {each.place}", partial(each.theorem, name))
            for name, each in self.failures().items()
        }
        for section, blocks in self.blocks():
            found |= {
                each.name: (f"a display, section {section.title}", each.proof)
                for each in blocks
                if isinstance(each, Display)
            }
        return {
            name: Entry(
                name,
                f"ours, the chapter on {self.title}",
                printed,
                Verdict.OURS,
                (as_printed("{statement}.", proof),),
            )
            for name, (printed, proof) in found.items()
        }
