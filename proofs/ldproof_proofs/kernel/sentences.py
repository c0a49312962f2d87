"""Sentences: words, what they are to the printed claim, and the theorems that they stand on."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.gathering import Source
from ldproof_proofs.kernel.numerals import numerals
from ldproof_proofs.kernel.templates import filled, takes, typed
from ldproof_proofs.kernel.theorem import Evidence, Strength, Theorem, weakest
from ldproof_proofs.kernel.typesetting import Style


class Role(StrEnum):
    """What a sentence is to the printed claim."""

    PRINTED = "the printed claim"
    AGAINST = "what contradicts it"
    INSTEAD = "what is so in its place"
    SHARPER = "more than it says"
    FURTHER = "besides"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an entry, with places for what its theorems say."""

    role: Role
    words: str
    sources: tuple[Source, ...]
    whence: str = ""
    """Of what is said and not shown: where it is from."""
    fixed: tuple[str, ...] = ()
    """The notation of the paper, such as `N = m1 + m2`."""

    def __post_init__(self) -> None:
        if bool(self.sources) == bool(self.whence):
            raise NotProved(f"a sentence stands on theorems, or it is said by somebody: {self.words}")
        spelled = [each[0] for each in numerals(self.words)]
        if by_hand := typed(self.words) if self.sources else spelled:
            raise NotProved(f"typed, and not taken from a theorem: {by_hand} in {self.words!r}")


def as_printed(words: str, *sources: Source) -> Sentence:
    """The printed claim, which is so."""
    return Sentence(Role.PRINTED, words, sources)


def against(words: str, *sources: Source) -> Sentence:
    """What contradicts the printed claim."""
    return Sentence(Role.AGAINST, words, sources)


def instead(words: str, *sources: Source) -> Sentence:
    """What is so in the place of the printed claim."""
    return Sentence(Role.INSTEAD, words, sources)


def sharper(words: str, *sources: Source) -> Sentence:
    """What is so, and more than the printed claim says."""
    return Sentence(Role.SHARPER, words, sources)


def besides(words: str, *sources: Source) -> Sentence:
    """What else is so: the verdict does not rest on it."""
    return Sentence(Role.FURTHER, words, sources)


def said(words: str, whence: str, role: Role = Role.FURTHER) -> Sentence:
    """What is not shown, and who says it: it is prose, and so is a verdict that rests on it."""
    return Sentence(role, words, (), whence)


@dataclass(frozen=True, slots=True)
class Stated:
    """A sentence with the theorems that it stands on."""

    sentence: Sentence
    theorems: tuple[Theorem, ...]

    def __post_init__(self) -> None:
        computed = [each.name for each in self.theorems if each.evidence.strength is Strength.COMPUTED]
        if computed and self.paraphrases:
            raise NotProved(
                f"what {computed[0]} says is no more than its relations, and {self.sentence.words!r} takes none: "
                "write {statement} in it"
            )
        self.text("text")  # a place that no theorem fills in is a flaw of this sentence, and found here

    @property
    def evidence(self) -> Evidence:
        """The weakest of its theorems', with every range and every citation; without theorems it is prose."""
        return weakest([each.evidence for each in self.theorems])

    @property
    def strength(self) -> str:
        """The evidence in the ledger's words."""
        return self.evidence.text()

    @property
    def paraphrases(self) -> tuple[str, ...]:
        """The names of its theorems, if it takes no formula or number from them: only its author compares them."""
        return () if takes(self.sentence.words) else tuple(each.name for each in self.theorems)

    def text(self, style: Style) -> str:
        """The words as a reader gets them."""
        return filled(self.sentence.words, self.theorems, style, self.sentence.fixed)


def modelling(theorems: Sequence[Theorem]) -> Sequence[str]:
    """What symbols stand for in words, in these theorems and all that they rest on: nothing ties it to the code."""
    found: dict[str, None] = {}
    seen: set[str] = set()

    def visit(theorem: Theorem) -> None:
        if theorem.name in seen:
            return
        seen.add(theorem.name)
        for lemma in theorem.claim.lemmas:
            visit(lemma)
        if reading := theorem.claim.modelling:
            found[f"{theorem.name}: {reading}"] = None

    for each in theorems:
        visit(each)
    return [*found]
