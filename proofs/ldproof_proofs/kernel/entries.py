"""Ledger entries: a source's claim, the verdict on it, and the sentences that the verdict rests on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import perf_counter

from ldproof.errors import Refused
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.gathering import Source, gathered
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.sentences import Role, Sentence, Stated
from ldproof_proofs.kernel.templates import filled, typed, typed_in_japanese
from ldproof_proofs.kernel.theorem import Theorem, weakest
from ldproof_proofs.kernel.typesetting import Style


class Verdict(StrEnum):
    """What became of a printed claim.

    holds: it is so as printed, read as a mathematician would read it; what it leaves open is filled in its favour.
    corrected: it is false as printed, and so is true that differs by a condition, a constant or a word.
    loose: it is so, and a bound in it can be better by a factor that is stated.
    refuted: it is false, and what is true is not what it says.
    ours: no source says it.
    """

    HOLDS = "holds"
    CORRECTED = "corrected"
    LOOSE = "loose"
    REFUTED = "refuted"
    NOT_HERE = "not verifiable here"
    OURS = "ours"


OURS = "ours"
"""How the place of what no source says begins."""

DECISIVE: Mapping[Verdict, frozenset[Role]] = {
    Verdict.HOLDS: frozenset({Role.PRINTED}),
    Verdict.OURS: frozenset({Role.PRINTED}),
    Verdict.LOOSE: frozenset({Role.PRINTED, Role.SHARPER}),
    Verdict.CORRECTED: frozenset({Role.AGAINST, Role.INSTEAD}),
    Verdict.REFUTED: frozenset({Role.AGAINST}),
    Verdict.NOT_HERE: frozenset(),
}
"""The sentences on which a verdict rests: each of these kinds must be there, and no other may decide."""
DECIDING = frozenset().union(*DECISIVE.values())


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim of a source, or one of ours."""

    name: str
    place: str
    printed: str
    verdict: Verdict
    sentences: tuple[Sentence, ...]
    original: str = ""
    """The claim word for word, in the language of its source."""
    answer: str = ""
    """One line that answers it, filled from the theorems of the sentences on which the verdict rests."""
    answer_in_japanese: str = ""
    """The same line for the errata in the source's language."""
    also: tuple[Source, ...] = ()
    """Second ways to the same: they may fail, and no sentence stands on them."""
    fixed: tuple[str, ...] = ()
    """The notation of its paper, for its sentences and its answer."""

    def __post_init__(self) -> None:
        roles = {each.role for each in self.sentences}
        if roles & DECIDING != DECISIVE[self.verdict]:
            wanted = " and ".join(sorted(DECISIVE[self.verdict])) or "nothing"
            found = " and ".join(sorted(roles & DECIDING)) or "nothing"
            raise NotProved(f"{self.name}: that it is {self.verdict} needs {wanted}, and there is {found}")
        if self.place.startswith(OURS) != (self.verdict is Verdict.OURS):
            raise NotProved(f"{self.name}: ours is what has no place in a source")
        if by_hand := [*typed(self.answer), *typed_in_japanese(self.answer_in_japanese)]:
            raise NotProved(f"{self.name}: typed in its answer, and not taken from a theorem: {by_hand}")

    @property
    def sources(self) -> Sequence[Source]:
        """Everything that is asked of a prover for it."""
        return [*(source for each in self.sentences for source in each.sources), *self.also]


@dataclass(frozen=True, slots=True)
class Report:
    """What came of proving one entry."""

    entry: Entry
    sentences: tuple[Stated, ...]
    checks: tuple[Theorem, ...]
    seconds: float
    failure: str | None = None

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """Every theorem that a sentence stands on, once."""
        return tuple({each.name: each for stated in self.sentences for each in stated.theorems}.values())

    @property
    def deciding(self) -> Sequence[Stated]:
        """The sentences on which the verdict rests."""
        return [each for each in self.sentences if each.sentence.role in DECIDING]

    def fill_answer(self, words: str, style: Style) -> str:
        """The answer, in English or Japanese, with what the deciding theorems say."""
        theorems = {each.name: each for stated in self.deciding for each in stated.theorems}
        return filled(words, [*theorems.values()], style, self.entry.fixed)

    @property
    def evidence(self) -> str:
        """That of the weakest sentence on which the verdict rests, with every range and every citation; else prose."""
        if self.failure is not None:
            return "failed"
        return weakest([each.evidence for each in self.deciding]).text()


def run(entries: Iterable[Entry], prover: Prover) -> Iterator[Report]:
    """Prove entry by entry; a proof that fails is a report, not an exception."""
    for entry in entries:
        start = perf_counter()
        try:
            sentences = tuple(
                Stated(replace(each, fixed=entry.fixed), gathered(each.sources, prover))
                for each in entry.sentences
            )
            checks = gathered(entry.also, prover)
            report = Report(entry, sentences, checks, perf_counter() - start)
            for words in (entry.answer, entry.answer_in_japanese):
                report.fill_answer(words, "text")  # a hole that no theorem fills is a flaw of this entry
        except (NotProved, Refused, ArithmeticError) as failure:
            yield Report(entry, (), (), perf_counter() - start, str(failure))
        else:
            yield report
