"""Provers: one searches for certificates, one looks them up; both hand them to `prove`, which replays them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ldproof.numbers import Term
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain, Implication, Line, Rule, safe_facts
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.relations import Relation, Sign
from ldproof_proofs.kernel.theorem import Claim, Theorem, prove


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation as its author writes it."""

    sign: Sign
    to: Term
    reason: str
    rule: Rule


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
    defined: Mapping[str, Rule]

    def certificate(self, claim: Claim) -> Chain:
        """Ask every step's rule, and ask it about the mutant too."""
        if not isinstance(claim, Implication):
            raise NotProved(f"{claim.name} is not shown by a chain of steps")
        return self.chain(claim)

    def chain(self, claim: Implication) -> Chain:
        """The certificate of an implication."""
        facts, lines, before = claim.facts, [], claim.goal.left
        for step in self.steps:
            lines.append(
                Line(step.sign, step.to, step.reason, step.rule(Relation(before, step.sign, step.to), facts))
            )
            before = step.to
        if claim.mutant is not None:
            self._refuse(claim.mutant.goal, facts)
        safe = safe_facts(facts)
        owed = claim.owed(line.to for line in lines)
        return Chain(tuple(lines), tuple(self.defined.get(str(owe), positivity)(owe, safe) for owe in owed))

    def _refuse(self, mutant: Relation, facts: Facts) -> None:
        """None of the rules that show the goal may show its mutant."""
        for rule in dict.fromkeys(step.rule for step in self.steps):
            try:
                rule(mutant, facts)
            except (NotProved, ZeroDivisionError):
                continue
            raise NotProved(f"a rule that shows the goal shows its mutant too: {mutant}")


def steps(*each: Step, defined: Mapping[str, Rule] | None = None) -> Derivation:
    """A derivation from several steps."""
    return Derivation(each, defined or {})


def at_once(
    claim: Implication, reason: str, rule: Rule, defined: Mapping[str, Rule] | None = None
) -> Derivation:
    """A derivation in one step."""
    return Derivation((Step(claim.goal.sign, claim.goal.right, reason, rule),), defined or {})


class Prover(Protocol):
    """Whoever turns claims into theorems."""

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:
        """The theorem, or NotProved."""
        ...


class Replaying:
    """Believes certificates that were found before, after replaying them: no search, no solver."""

    def __init__(self, store: Mapping[str, object]) -> None:
        self.store = store

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:  # noqa: ARG002
        """The theorem from the stored certificate."""
        if claim.name not in self.store:
            raise NotProved(f"{claim.name}: no certificate is stored")
        return prove(claim, self.store[claim.name])


class Searching:
    """Finds certificates by the authors' rules, and asks the solvers for second opinions."""

    def __init__(self) -> None:
        self.found: dict[str, object] = {}

    def theorem(self, claim: Claim, proof: Proof) -> Theorem:
        """The theorem from a fresh certificate."""
        certificate = proof.certificate(claim)
        theorem = prove(claim, certificate)
        self.found[claim.name] = certificate
        return theorem
