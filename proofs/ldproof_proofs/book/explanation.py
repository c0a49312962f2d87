"""What there is to say of a claim: its sentences, what they speak of, what they rest on, and who rests on it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ldproof_proofs.book.chapters import sections_of
from ldproof_proofs.book.explained import (
    ClaimInWords,
    SectionInWords,
    SentenceInWords,
    TheoremInWords,
    Words,
)
from ldproof_proofs.book.subjects import public_formulas

REMARKS = "besides"
"""The role of sentences on which no verdict rests: they come last."""
ROLES: Mapping[str, str] = {
    "the printed claim": "As printed",
    "what contradicts it": "Against it",
    "what is so in its place": "Instead",
    "more than it says": "Sharper",
    REMARKS: "Remarks",
}
"""How sentences are headed, by what they are to the printed claim."""
NUMBERED = re.compile(r"(.*?)(?:-[\w]*\d[\w]*)?")
"""A theorem's name, without what tells it from its like."""
RANGES = re.compile(r"(?<=\btested) .*?(?= given \[|$)")
"""What evidence that was tested says of the cases."""
ALIKE = 3
"""From how many theorems on that differ by a number they are named together."""
GRADES = ("proved", "proved given", "computed", "tested", "cited", "prose")
"""Under what evidence is counted, the strongest first: by its five words, what is proved on a citation apart."""


LETTERS = (
    "In a theorem a letter stands for any real number of which what is given holds, or for each of those that are "
    "named with it; where the claim uses the theorem, the letters above mean what stands there."
)
"""What the letters of the theorems below a claim are."""


def graded(evidence: str) -> str:
    """Under what evidence in the ledger's words is counted; of an entry that is not shown, that it failed."""
    return next(
        (each for each in sorted(GRADES, key=len, reverse=True) if evidence.startswith(each)), "failed"
    )


@dataclass(frozen=True)
class Claims:
    """All claims, and what hangs on what."""

    words: Words

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """The claim that first states each theorem."""
        found: dict[str, str] = {}
        for name, claim in self.words["claims"].items():
            for theorem in claim["theorems"]:
                found.setdefault(theorem, name)
        return found

    @cached_property
    def named(self) -> re.Pattern[str]:
        """The names of claims among words."""
        names = sorted(self.words["claims"], key=len, reverse=True)
        return re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")

    @cached_property
    def uses(self) -> Mapping[str, Sequence[str]]:
        """Of each claim, the others that first state a theorem on which it rests."""
        found: dict[str, Sequence[str]] = {}
        for name, claim in self.words["claims"].items():
            reached = order_with_lemmas(claim["theorems"], self.words["theorems"])
            stated = {self.owners[theorem] for theorem in reached if theorem in self.owners} - {name}
            found[name] = [each for each in self.words["claims"] if each in stated]
        return found


@dataclass(frozen=True)
class Explanation:
    """A claim among all others."""

    name: str
    among: Claims

    @property
    def words(self) -> Words:
        """What is stored of all of them."""
        return self.among.words

    @cached_property
    def claim(self) -> ClaimInWords:
        """What is stored of it."""
        return self.words["claims"][self.name]

    @cached_property
    def roles(self) -> Mapping[str, Sequence[SentenceInWords]]:
        """Its sentences by what they are to the printed claim, those on which the verdict rests first."""
        found: dict[str, list[SentenceInWords]] = {role: [] for role in ROLES}
        for sentence in self.claim["sentences"]:
            found[sentence["role"]].append(sentence)
        return {role: sentences for role, sentences in found.items() if sentences}

    @property
    def main_roles(self) -> Sequence[str]:
        """The roles of sentences that are never folded: all but the remarks, unless it says nothing else."""
        return [role for role in self.roles if role != REMARKS] or [*self.roles]

    @property
    def folded_remarks(self) -> Sequence[SentenceInWords]:
        """The remarks, unless it says nothing else."""
        return () if REMARKS in self.main_roles else self.roles.get(REMARKS, ())

    @property
    def label(self) -> str:
        """What the claim's own words are: a claim of ours is printed nowhere."""
        return "claim" if self.claim["verdict"] == "ours" else "printed"

    def heading(self, role: str) -> str:
        """What is above its sentences of a role."""
        return "So it is" if (self.label, role) == ("claim", "the printed claim") else ROLES[role]

    @cached_property
    def shown(self) -> Mapping[str, TheoremInWords]:
        """The theorems that it states, and those that check them."""
        return {
            each: self.words["theorems"][each] for each in (*self.claim["theorems"], *self.claim["checks"])
        }

    @cached_property
    def all_shown(self) -> Mapping[str, TheoremInWords]:
        """These and all on which they rest, none before its lemmas."""
        return {
            name: self.words["theorems"][name]
            for name in order_with_lemmas(self.shown, self.words["theorems"])
        }

    @cached_property
    def counterexamples(self) -> Mapping[str, TheoremInWords]:
        """Where a printed claim fails."""
        return {name: each for name, each in self.shown.items() if each["kind"] == "failure"}

    @property
    def derivations(self) -> Sequence[SectionInWords]:
        """How its formulas are found, line by line."""
        return sections_of(self.name, self.words)

    @property
    def main(self) -> SectionInWords | None:
        """The last of those that name it first, where one does: what the others lead to."""
        own = [each for each in self.derivations if each["claims"][0] == self.name]
        return next(reversed(own or self.derivations), None)

    @property
    def assumes(self) -> Sequence[str]:
        """The theorems of others on which it rests."""
        return sorted({assumed for theorem in self.shown.values() for assumed in theorem["assumes"]})

    @property
    def evidence(self) -> str:
        """Its own, in short: its sentences say for which cases it was tested."""
        return RANGES.sub("", self.by_name(self.claim["evidence"])).strip()

    def by_name(self, evidence: str) -> str:
        """Evidence with the names of what it assumes: what that is, is said once."""
        for each in self.assumes:
            evidence = evidence.replace(each, each.partition(": ")[0])
        return evidence

    @property
    def anchors(self) -> Sequence[str]:
        """The public formulas that it ties to a law or a definition."""
        tied = {formula for theorem in self.shown.values() for formula in theorem["anchors"]}
        return public_formulas(sorted(tied))

    @property
    def owners(self) -> Mapping[str, str]:
        """The claim that first states each theorem."""
        return self.among.owners

    @property
    def uses(self) -> Sequence[str]:
        """The other claims that first state a theorem on which this one rests."""
        return self.among.uses[self.name]

    @property
    def used_by(self) -> Sequence[str]:
        """The claims that rest on a theorem that this one states first."""
        return [other for other, used in self.among.uses.items() if self.name in used]


def order_with_lemmas(names: Iterable[str], theorems: Mapping[str, TheoremInWords]) -> Sequence[str]:
    """Theorems and all that they rest on, lemmas first."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in found:
            for lemma in theorems[name]["lemmas"]:
                visit(lemma)
            found[name] = None

    for name in names:
        visit(name)
    return [*found]


def families(theorems: Mapping[str, TheoremInWords]) -> Mapping[str, Sequence[str]]:
    """Theorems by their names, those together that differ by a number only and are shown in a step."""
    stems: dict[str, list[str]] = {}
    for name, theorem in theorems.items():
        routine = theorem["kind"] == "implication" and theorem["derivation"].count("\n") <= 1
        match = NUMBERED.fullmatch(name)
        stems.setdefault(match[1] if routine and match else name, []).append(name)
    found: dict[str, Sequence[str]] = {}
    for stem, names in stems.items():
        found |= {f"{stem}-...": names} if len(names) >= ALIKE else {each: [each] for each in names}
    return found
