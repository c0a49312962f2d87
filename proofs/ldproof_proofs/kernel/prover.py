"""Provers: one searches for certificates, one looks them up; both hand them to `prove`, which replays them.

Both keep what they have proved, so that no lemma is replayed once for each of its users.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

from ldproof.numbers import Term
from ldproof_proofs.kernel.anchors import Anchor
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finder import Finder, Local
from ldproof_proofs.kernel.implication import (
    Chain,
    Citation,
    Implication,
    Known,
    Line,
    Rule,
    Way,
)
from ldproof_proofs.kernel.near_misses import near_miss
from ldproof_proofs.kernel.positivity import evident
from ldproof_proofs.kernel.relations import Point, Relation, Sign
from ldproof_proofs.kernel.search import Using, search
from ldproof_proofs.kernel.shapes import Kind, Shape, shape
from ldproof_proofs.kernel.theorem import Claim, Mutant, Question, Theorem, prove

NONE: Mapping[str, Local] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation as its author writes it."""

    sign: Sign
    to: Term
    reason: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Last:
    """The step that reaches the goal's right side, with the goal's sign unless it says another."""

    reason: str
    rule: Rule
    sign: Sign | None = None


def algebra(goal: Relation, facts: Facts) -> Combination:
    """Both sides have the same normal form."""
    found = Combination()
    found.check(goal, facts)
    return found


def by(*products: Product, times: Sequence[Product] = ()) -> Rule:
    """The goal is this sum of products."""
    found = Combination(products, tuple(times))

    def rule(goal: Relation, facts: Facts) -> Combination:
        found.check(goal, facts)
        return found

    return rule


class Proof(Protocol):
    """What an author gives beside a claim: how to find its certificate."""

    def certificate(self, claim: Claim) -> object:
        """The certificate, or NotProved."""
        ...


@dataclass(frozen=True, slots=True)
class Derivation:
    """The proof of an implication: steps, and hints for terms whose definedness is not evident."""

    steps: tuple[Step, ...]
    last: Last
    defined: Mapping[str, Rule]
    local: Mapping[str, Local]
    """What the steps cite by name and is shown on the way, each by what stands before it."""

    def certificate(self, claim: Claim) -> Chain:
        """Ask every step's rule, and ask it about the mutant too."""
        if not isinstance(claim, Implication):
            raise NotProved(f"{claim.name} is not shown by a chain of steps")
        chain = self.chain(claim)
        if claim.mutant is not None:
            return chain
        if (slip := near_miss(claim.goal, claim.witness)) is None:
            raise NotProved(f"{claim.name}: no near miss fails at the witness; its author must name a mutant")
        found = replace(chain, slip=slip)
        if (mutant := claim.mutated(found)) is not None:
            self._refuse(mutant.goal, {**claim.facts, **found.facts})
        return found

    def chain(self, claim: Implication, *, axioms: bool = True) -> Chain:
        """The certificate of an implication, or of a part of an induction, which adds no axioms to what is known."""
        finder = Finder(Way(claim), self.defined, axioms=axioms)
        finder.begin()
        for name, each in self.local.items():
            finder.show(each.relation, each.rule, name)
        finder.finish()
        lines, before = list[Line](), claim.goal.left
        last = Step(self.last.sign or claim.goal.sign, claim.goal.right, self.last.reason, self.last.rule)
        for step in (*self.steps, last):
            because = finder.proved(Relation(before, step.sign, step.to), step.rule)
            lines.append(Line(step.sign, step.to, step.reason, because))
            before = step.to
        if claim.mutant is not None:
            self._refuse(claim.mutant.goal, finder.way.facts)
        return finder.chain(lines, claim)

    def _refuse(self, mutant: Relation, facts: Facts) -> None:
        """None of the rules that show the goal may show its mutant; of a search, its quick beginning is asked."""
        for rule in dict.fromkeys((*(step.rule for step in self.steps), self.last.rule)):
            try:
                (evident if rule is search or isinstance(rule, Using) else rule)(mutant, facts)
            except NotProved:
                continue
            raise NotProved(f"a rule that shows the goal shows its mutant too: {mutant}")


Fact = Known | Relation | Local
Used = Mapping[str, Fact]
"""What a proof cites by name: what is known, and what is shown on the way; how, is searched for unless it is said."""


def cited(used: Used) -> Mapping[str, Known]:
    """What is known: it is a part of the claim."""
    return {name: each for name, each in used.items() if isinstance(each, Known)}


def on_the_way(used: Used) -> Mapping[str, Local]:
    """What is shown on the way: it is a part of the proof."""
    found = {name: each for name, each in used.items() if not isinstance(each, Known)}
    return {name: Local(each) if isinstance(each, Relation) else each for name, each in found.items()}


def steps(
    *each: Step, last: Last, defined: Mapping[str, Rule] | None = None, local: Used = NONE
) -> Derivation:
    """A derivation in several steps."""
    return Derivation(each, last, defined or {}, on_the_way(local))


def at_once(
    reason: str, rule: Rule, defined: Mapping[str, Rule] | None = None, local: Used = NONE
) -> Derivation:
    """A derivation in one step."""
    return steps(last=Last(reason, rule), defined=defined, local=local)


@dataclass(frozen=True, slots=True)
class ByCitation:
    """The proof of an implication that others have given."""

    reference: str

    def certificate(self, claim: Claim) -> Citation:
        """The reference itself."""
        if not isinstance(claim, Implication):
            raise NotProved(f"{claim.name} cannot be cited: only implications can")
        return Citation(self.reference)


@dataclass(frozen=True, slots=True)
class ByShape:
    """The proof of an implication about the values of one expression at several points."""

    kind: Kind
    expression: Term
    inverse: bool = False
    """Whether the chart is drawn in 1/x."""

    def certificate(self, claim: Claim) -> Shape:
        """The chart of the expression's derivative."""
        if not isinstance(claim, Implication):
            raise NotProved(f"{claim.name} is not shown by a shape")
        return shape(self.kind, self.expression, inverse=self.inverse)


Consult = Callable[[Iterable[Question]], Mapping[str, str]]
"""What asks solvers, and sums up their answers by question."""


class Prover(Protocol):
    """Whoever turns claims into theorems."""

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:
        """The theorem, or NotProved."""
        ...


class Replaying:
    """Believes certificates that were found before, after replaying them: no search, no solver."""

    def __init__(self, store: Mapping[str, object]) -> None:
        self.store = store
        self._theorems: dict[str, Theorem] = {}

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:  # noqa: ARG002
        """The theorem from the stored certificate."""
        if claim.name not in self._theorems:
            if claim.name not in self.store:
                raise NotProved(f"{claim.name}: no certificate is stored")
            try:
                self._theorems[claim.name] = prove(claim, self.store[claim.name], replayed=self._theorems)
            except (TypeError, AttributeError, LookupError, ValueError) as flaw:
                raise NotProved(f"{claim.name}: its certificate is damaged: {flaw}") from flaw
        return same(self._theorems[claim.name], claim)


def said(claim: Claim) -> object:
    """What an implication says, whether or not a solver can be asked about it."""
    return (claim.given, claim.goal, claim.stands) if isinstance(claim, Implication) else None


def same(theorem: Theorem, claim: Claim) -> Theorem:
    """The theorem, if it is about the claim and not about another one of that name."""
    if theorem.claim == claim:
        return theorem
    ours, theirs = (
        (type(each), each.statement("text"), said(each), list(each.questions(theorem.certificate)))
        for each in (theorem.claim, claim)
    )
    if ours != theirs:
        raise NotProved(f"two claims are named {claim.name}")
    if claim is not theorem.claim and not isinstance(claim, Implication):
        claim.check(theorem.certificate)  # its text does not say what is run
    return theorem


class Searching:
    """Finds certificates by the authors' rules, and asks a consultant, if there is one, for second opinions."""

    def __init__(self, consult: Consult | None = None) -> None:
        self._consult = consult
        self._theorems: dict[str, Theorem] = {}

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:
        """The theorem from a fresh certificate."""
        if claim.name not in self._theorems:
            certificate = proof.certificate(claim)
            opinions = self._consult(claim.questions(certificate)) if self._consult else {}
            self._theorems[claim.name] = prove(claim, certificate, opinions, self._theorems)
        return same(self._theorems[claim.name], claim)

    def certificates(self) -> Mapping[str, object]:
        """Everything that was found, by the claims' names."""
        return {name: theorem.certificate for name, theorem in self._theorems.items()}


def show(
    prover: Prover,
    proof: Derivation,
    name: str,
    goal: Relation,
    given: Facts,
    known: Used,
    witness: Point,
    mutant: Mutant | None = None,
    anchors: Sequence[Anchor[Term]] = (),
    reading: str = "",
    short: Mapping[str, Term] | None = None,
    stands: Sequence[str] = (),
) -> Theorem:
    """An implication, by a proof that uses what is known and what is shown on the way."""
    claim = Implication(
        name,
        goal,
        given,
        cited(known),
        witness,
        mutant,
        tuple(anchors),
        reading,
        short or {},
        tuple(stands),
    )
    return prover.theorem(claim, replace(proof, local={**proof.local, **on_the_way(known)}))


def proposition(
    prover: Prover,
    name: str,
    goal: Relation,
    given: Facts,
    at: Point,
    known: Used | None = None,
    *,
    rule: Rule = search,
    reason: str = "",
    mutant: Relation | None = None,
    reading: str = "",
    anchors: Sequence[Anchor[Term]] = (),
    short: Mapping[str, Term] | None = None,
    stands: Sequence[str] = (),
) -> Theorem:
    """A claim as it is stated, shown in one step; its mutant is a near miss unless another one is given.

    One point is the hypotheses' witness, and where the mutant fails.
    """
    why = reason or ("multiply out" if rule is algebra else "a sum of products of what is given")
    false = None if mutant is None else Mutant(mutant, at)
    return show(
        prover, at_once(why, rule), name, goal, given, known or {}, at, false, anchors, reading, short, stands
    )
