"""Theorems: what only `prove` makes, from a claim and a certificate that survived its replay."""

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Protocol, TypeGuard
from weakref import WeakValueDictionary

from ldproof_proofs.kernel.anchors import Anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.kernel.strictly import flaw, is_of_kernel
from ldproof_proofs.kernel.typesetting import Style


class Strength(IntEnum):
    """The five grades of evidence, the strongest first. A theorem has the weakest of its own and its lemmas'.

    proved: for all values of all symbols, by a certificate that the kernel replays.
    computed: the statement has no symbols, and the kernel decides the statement itself, not words about it.
    tested: in every case of a range; the author's code makes the cases, and the author says that these are the range.
    cited: others have shown it. What rests on it by a certificate is "proved given" it, which is counted apart.
    prose: no theorem says it.

    So a list of cases that an author makes is never proved, even if it is said to be all there is: nobody but the
    author compares the cases with the words.
    """

    PROVED = 0
    COMPUTED = 1
    TESTED = 2
    CITED = 3
    PROSE = 4


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a theorem rests on."""

    strength: Strength
    scope: str = ""
    assumes: tuple[str, ...] = ()
    cases: int = 0
    """How many cases were looked at, where it is about cases."""
    record: str = ""
    """The hash of what was recorded, where the cases are relations that anybody can decide."""

    def text(self) -> str:
        """The evidence in the ledger's words."""
        given = f" given [{', '.join(self.assumes)}]" if self.assumes else ""
        match self.strength:
            case Strength.PROVED:
                return f"proved{given}"
            case Strength.COMPUTED:
                return f"computed{given}"
            case Strength.TESTED:
                return f"tested {self.scope}{given}"
            case Strength.CITED:
                return f"cited [{', '.join(self.assumes)}]" + (f"; tested {self.scope}" if self.scope else "")
            case Strength.PROSE:
                return "prose"

    @property
    def inherited(self) -> Strength:
        """The strength that a theorem with this lemma has at most: what is cited is among what it assumes."""
        if self.strength is not Strength.CITED:
            return self.strength
        return Strength.TESTED if self.scope else Strength.PROVED


def weakest(found: Sequence[Evidence]) -> Evidence:
    """The weakest of several, with the ranges and the citations of all; of none, prose.

    Ranges whose parts another theorem's all name are not said again.
    """
    ranges = dict.fromkeys(each.scope for each in found if each.scope)
    parts = {each: {*each.split("; ")} for each in ranges}
    said = [each for each in ranges if not any(parts[each] < parts[other] for other in ranges)]
    return Evidence(
        max((each.strength for each in found), default=Strength.PROSE),
        "; ".join(said),
        tuple(sorted({name for each in found for name in each.assumes})),
    )


@dataclass(frozen=True, slots=True)
class Mutant:
    """A false neighbour of a goal, and a point where the hypotheses hold and it fails."""

    goal: Relation
    point: Point


@dataclass(frozen=True, slots=True)
class Question:
    """What a solver can be asked: whether a goal follows, and whether its mutant does not."""

    name: str
    given: Facts
    goal: Relation
    mutant: Mutant | None = None


class Claim(Protocol):
    """A statement, and how a certificate for it is replayed."""

    @property
    def name(self) -> str:
        """Its name, unique in the ledger."""
        ...

    @property
    def lemmas(self) -> Iterable["Theorem"]:
        """The theorems that its replay may use."""
        ...

    @property
    def anchors(self) -> Sequence[Anchor[object]]:
        """The formulas whose values it sets beside a law's or a definition's: a lint, and no evidence."""
        ...

    @property
    def modelling(self) -> str:
        """What its symbols stand for in words alone, if they do."""
        ...

    def statement(self, style: Style) -> str:
        """What it says."""
        ...

    def check(self, certificate: object) -> Evidence:
        """Replay a certificate with algebra alone, or raise NotProved."""
        ...

    def derivation(self, certificate: object, style: Style) -> str:
        """How the certificate shows it, for a reader."""
        ...

    def questions(self, certificate: object) -> Iterable[Question]:
        """What solvers may be asked about it: what was not merely cited, and is about polynomials."""
        ...


_makers = object()
_made: WeakValueDictionary[int, "Theorem"] = WeakValueDictionary()
"""Every theorem that `prove` has made, by its identity."""


@dataclass(frozen=True, slots=True, init=False, weakref_slot=True)
class Theorem:
    """A claim with its certificate. It keeps both, so that nobody need believe that `prove` was called."""

    claim: Claim
    certificate: object
    evidence: Evidence
    opinions: Mapping[str, str]

    def __init__(
        self,
        claim: Claim,
        certificate: object,
        evidence: Evidence,
        opinions: Mapping[str, str],
        maker: object,
    ) -> None:
        if maker is not _makers:
            raise NotProved(f"{claim.name}: only prove() makes theorems")
        for name, value in (
            ("claim", claim),
            ("certificate", certificate),
            ("evidence", evidence),
            ("opinions", opinions),
        ):
            object.__setattr__(self, name, value)
        _made[id(self)] = self

    @property
    def name(self) -> str:
        """The claim's name."""
        return self.claim.name

    @property
    def statement(self) -> str:
        """The claim's statement as text."""
        return self.claim.statement("text")

    @property
    def assumes(self) -> tuple[str, ...]:
        """Every theorem of others on which it rests, its lemmas' included."""
        return self.evidence.assumes

    def derivation(self, style: Style) -> str:
        """How it is shown."""
        return self.claim.derivation(self.certificate, style)

    def replay(self) -> None:
        """Check it again, and that it owns up to everything it rests on, of which each theorem is checked once."""
        _replay(self, {})


def is_proved(thing: object) -> TypeGuard[Theorem]:
    """Whether `prove` has made it in this process: what only looks like a theorem is none."""
    return _made.get(id(thing)) is thing


AS_COUNTED = object()
"""In the place of a number of cases: as many as a check counts. What is kept is the number, and a record's hash."""

NONE: Mapping[str, Theorem] = MappingProxyType({})


def prove(
    claim: Claim,
    certificate: object,
    opinions: Mapping[str, str] | None = None,
    replayed: Mapping[str, Theorem] = NONE,
) -> Theorem:
    """The theorem, if the certificate survives its replay, and so do all lemmas but those replayed before."""
    evidence = _evidence(claim, certificate, {**replayed})
    counted = (evidence.cases, evidence.record) if evidence.record else evidence.cases
    kept = counted if certificate is AS_COUNTED else certificate
    return Theorem(claim, kept, evidence, dict(opinions or {}), _makers)


def _replay(theorem: Theorem, replayed: MutableMapping[str, Theorem]) -> None:
    """Check a theorem and all that it rests on, but what was replayed before, where it is entered too."""
    evidence = _evidence(theorem.claim, theorem.certificate, replayed)
    if evidence != theorem.evidence:
        raise NotProved(f"{theorem.name}: it says {theorem.evidence.text()}, but it is {evidence.text()}")
    replayed[theorem.name] = theorem


def _evidence(claim: Claim, certificate: object, replayed: MutableMapping[str, Theorem]) -> Evidence:
    """What a replay finds, with everything that the lemmas rest on."""
    if damage := flaw(claim, type(claim)):
        raise NotProved(f"{claim.name}: it is no claim: {damage}")
    found = claim.check(certificate)
    if found.strength < Strength.TESTED and not is_of_kernel(type(claim)):
        raise NotProved(
            f"{claim.name}: only the kernel's own claims are proved or computed, and {type(claim).__name__} is none"
        )
    for lemma in claim.lemmas:
        if replayed.get(lemma.name) is not lemma:
            _replay(lemma, replayed)
    assumes = {*found.assumes, *(name for lemma in claim.lemmas for name in lemma.assumes)}
    strengths = [found.strength, *(lemma.evidence.inherited for lemma in claim.lemmas)]
    scopes = dict.fromkeys(
        each.scope for each in (found, *(lemma.evidence for lemma in claim.lemmas)) if each.scope
    )
    return Evidence(max(strengths), "; ".join(scopes), tuple(sorted(assumes)), found.cases, found.record)
