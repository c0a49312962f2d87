"""Instances: a theorem about all rounds with some property, for rounds that are shown to have it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ldproof.numbers import Term
from ldproof_proofs.kernel.anchors import Anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts, frozen
from ldproof_proofs.kernel.implication import Known, at_hand
from ldproof_proofs.kernel.induction import Induction, View
from ldproof_proofs.kernel.theorem import Claim, Evidence, Question, Strength, Theorem
from ldproof_proofs.kernel.writing import Style, write, write_names

Values = Mapping[str, Term]
"""Terms for symbols."""


@dataclass(frozen=True, slots=True)
class Instance:
    """The invariant of an induction, where every round is of one of these kinds."""

    name: str
    reading: str
    theorem: Theorem
    kinds: Sequence[Values]
    """Per kind of round, terms for the symbols of the induction's rounds."""
    mutant: Values
    """Rounds that do not have the property, or are not shown to have it."""
    given: Facts
    known: Mapping[str, Known]
    values: Values = field(default_factory=dict)
    """Terms for the other symbols of the induction."""
    short: Mapping[str, Term] = field(default_factory=dict)
    anchors: tuple[Anchor[object], ...] = ()

    def __post_init__(self) -> None:
        for name in ("given", "known", "values", "short", "mutant"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def general(self) -> Induction:
        """The claim that is instantiated."""
        if not isinstance(self.theorem.claim, Induction):
            raise NotProved(f"{self.name}: {self.theorem.name} is no induction")
        return self.theorem.claim

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """The general theorem, and what shows that it applies."""
        sources = (known.source for known in self.known.values())
        return (self.theorem, *(source for source in sources if isinstance(source, Theorem)))

    def statement(self, style: Style) -> str:
        """The invariant with the instance's terms in it."""
        goal = self.general.invariant(View.of_symbols(self.general)).substitute(self.values)
        given = ", ".join(write(relation, style, self.short) for relation in self.given.values())
        return (
            f"{self.reading}: {write_names(self.short, style)}{f'if {given} then ' if given else ''}"
            f"for all t >= 0 and k >= 0: {write(goal, style, self.short)}"
        )

    def check(self, certificate: object) -> Evidence:
        """Every kind of round has the property; the mutant is not shown to have it."""
        if certificate != len(self.kinds) or not self.kinds:
            raise NotProved(f"{self.name}: the certificate of an instance is its number of kinds")
        for kind in self.kinds:
            if missing := self.missing(kind):
                raise NotProved(f"{self.name}: nothing shows {missing}")
        if not self.missing(self.mutant):
            raise NotProved(f"{self.name}: its mutant has the property too")
        return Evidence(Strength.PROVED)

    def missing(self, kind: Values) -> str:
        """What the induction presupposes of a round and nothing shows, if anything."""
        shown = at_hand(self.name, self.given, self.known)
        needed = (fact.substitute({**self.values, **kind}) for fact in self.general.given.values())
        return next((str(fact) for fact in needed if fact not in shown), "")

    def questions(self, certificate: object) -> tuple[Question, ...]:  # noqa: ARG002
        """None: the theorems that it puts together have been asked about."""
        return ()

    def derivation(self, certificate: object, style: Style) -> str:
        """Every kind of round, and what is shown of it."""
        lines = []
        for kind in self.kinds:
            names = ", ".join(f"{name} = {write(value, style, self.short)}" for name, value in kind.items())
            lines.append(f"a round with {names}")
        return "\n".join([f"{self.theorem.name} applies to {certificate} kinds of rounds:", *lines])


@dataclass(frozen=True, slots=True)
class ByInstance:
    """The proof of an instance."""

    def certificate(self, claim: Claim) -> object:
        """The number of kinds."""
        if not isinstance(claim, Instance):
            raise NotProved(f"{claim.name} is no instance")
        return len(claim.kinds)
