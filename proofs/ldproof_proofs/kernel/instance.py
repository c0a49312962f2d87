"""Instances: a theorem about all rounds with some property, for rounds that are shown to have it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ldproof.numbers import Term
from ldproof_proofs.kernel.anchors import Anchor, check_tied
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts, frozen
from ldproof_proofs.kernel.finder import Finder
from ldproof_proofs.kernel.implication import Known, Shown, Way, refuse_damaged, refuse_meanings
from ldproof_proofs.kernel.induction import Induction
from ldproof_proofs.kernel.relations import Point, Relation, obligations
from ldproof_proofs.kernel.theorem import Claim, Evidence, Question, Strength, Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import write, write_names

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
    """Rounds that do not have the property at the witness."""
    given: Facts
    known: Mapping[str, Known]
    values: Values = field(default_factory=dict)
    """Terms for the other symbols of the induction."""
    witness: Point = field(default_factory=dict)
    """Where everything that is given holds."""
    short: Mapping[str, Term] = field(default_factory=dict)
    anchors: tuple[Anchor[object], ...] = ()

    def __post_init__(self) -> None:
        for name in ("given", "known", "values", "short", "mutant", "witness"):
            object.__setattr__(self, name, frozen(getattr(self, name)))
        object.__setattr__(self, "kinds", tuple(frozen(kind) for kind in self.kinds))

    @property
    def general(self) -> Induction:
        """The claim that is instantiated."""
        if type(self.theorem.claim) is not Induction:
            raise NotProved(f"{self.name}: {self.theorem.name} is no induction")
        return self.theorem.claim

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """The general theorem, and what shows that it applies."""
        sources = (known.source for known in self.known.values())
        return (self.theorem, *(source for source in sources if isinstance(source, Theorem)))

    @property
    def modelling(self) -> str:
        """Nothing: its reading says what the code computes, which is run."""
        return ""

    def statement(self, style: Style) -> str:
        """The invariant with the instance's terms in it."""
        places, goal = self.shown()
        given = ", ".join(write(relation, style, self.short) for relation in self.given.values())
        return (
            f"{self.reading}: {write_names(self.short, style)}{f'if {given} then ' if given else ''}"
            f"for all {places}: {write(goal, style, self.short)}"
        )

    def shown(self) -> tuple[str, Relation]:
        """For what it holds, and the invariant with these terms in it, as readers get them."""
        inside = {name for value in self.values.values() for name in value.symbols()}
        places, general = self.general.shown(inside)
        return places, general.substitute(self.values)

    def check(self, certificate: object) -> Evidence:
        """Every kind of round has the property, and what is put in is defined; the mutant has not, at the witness."""
        if not isinstance(certificate, tuple) or not self.kinds:
            raise NotProved(f"{self.name}: the certificate of an instance says why its terms are defined")
        for name, relation in self.given.items():
            if not relation.holds_at(self.witness):
                raise NotProved(f"{self.name}: at its witness, {name} does not hold")
        check_tied(self.name, self.anchors)
        refuse_meanings(self.name, self.general.known)
        self.check_alike()
        refuse_damaged(self.name, certificate, tuple[Shown, ...])
        way = Way(self)
        for each in certificate:
            way.check(each)
        if missing := way.missing():
            raise NotProved(f"{self.name}: nothing shows {missing[0]}")
        shown = self.facts.values()
        for kind in self.kinds:
            if lacking := self.missing(kind, shown):
                raise NotProved(f"{self.name}: nothing shows {lacking}")
        refuse_meanings(self.name, self.known)
        needed = (fact.substitute({**self.values, **self.mutant}) for fact in self.general.given.values())
        if not any(fact.negation().holds_at(self.witness) for fact in needed):
            raise NotProved(f"{self.name}: its mutant has the property too, at the witness")
        return Evidence(Strength.PROVED)

    @property
    def facts(self) -> Facts:
        """Hypotheses and known facts by name."""
        return {**self.given, **{name: known.relation for name, known in self.known.items()}}

    def owed(self, steps: Iterable[Term] = ()) -> tuple[Relation, ...]:
        """What must hold for everything that is put in, and for these terms, to be defined."""
        facts = (side for fact in self.facts.values() for side in (fact.left, fact.right))
        return obligations(
            *facts,
            *self.values.values(),
            *(value for kind in self.kinds for value in kind.values()),
            *steps,
        )

    def check_alike(self) -> None:
        """What differs between rounds is not in the invariant, which is about all of them."""
        put_in = (self.values, self.mutant, *self.kinds)
        names = {name for values in put_in for name in values}
        inside = {name for values in put_in for value in values.values() for name in value.symbols()}
        if own := self.general.reserved() & (names | inside):
            raise NotProved(
                f"{self.name}: {', '.join(sorted(own))} is the induction's own: nothing is put in for it, nor is it put in"
            )
        differing = {name for kind in (*self.kinds, self.mutant) for name in kind}
        said = self.general.general_statement().symbols() | self.general.base.symbols()
        if shared := differing & said:
            raise NotProved(
                f"{self.name}: the invariant is about {', '.join(sorted(shared))}, which rounds differ in"
            )

    def missing(self, kind: Values, shown: Collection[Relation]) -> str:
        """What the induction presupposes of a round and nothing shows, if anything."""
        needed = (fact.substitute({**self.values, **kind}) for fact in self.general.given.values())
        return next((str(fact) for fact in needed if fact not in shown), "")

    def questions(self, certificate: object) -> tuple[Question, ...]:  # noqa: ARG002
        """None: the theorems that it puts together have been asked about."""
        return ()

    def derivation(self, certificate: object, style: Style) -> str:  # noqa: ARG002
        """Every kind of round, and what is shown of it."""
        lines = []
        for kind in self.kinds:
            names = ", ".join(f"{name} = {write(value, style, self.short)}" for name, value in kind.items())
            lines.append(f"a round with {names}")
        return "\n".join([f"{self.theorem.name} applies to {len(self.kinds)} kinds of rounds:", *lines])


@dataclass(frozen=True, slots=True)
class ByInstance:
    """The proof of an instance."""

    def certificate(self, claim: Claim) -> object:
        """Why everything that is put in is defined."""
        if not isinstance(claim, Instance):
            raise NotProved(f"{claim.name} is no instance")
        finder = Finder(Way(claim), {}, axioms=False)
        finder.finish()
        return (*finder.shown,)
