"""What a display presupposes: that its terms are defined, and its factors positive, each shown on the way."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from ldproof.numbers import Term, term
from ldproof_proofs.kernel.derivations.definedness import always, by_factors, factors, owed_factors, quickly
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, Known, lemma
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, below


@dataclass(slots=True)
class Certifying:
    """What is given and known, and who proves what follows."""

    name: str
    given: Facts
    at: Point
    known: Mapping[str, Known]
    """Facts that need no hypothesis, and theorems."""
    prover: Prover
    showing: set[Relation] = field(default_factory=set)
    shown: dict[Relation, Known] = field(default_factory=dict)
    """What displays presuppose, as far as it was shown."""

    def ready(self, known: Mapping[str, Known]) -> Mapping[str, Known]:
        """Facts, each after what it presupposes; without that, a fact is left out."""
        found: dict[str, Known] = {}
        for name, each in known.items():
            hand = {*self.given.values(), *(other.relation for other in found.values())}
            for premise in each.premises:
                if premise not in hand and premise.symbols() and (shown := self._shown(premise)):
                    found[str(premise)] = shown
                    hand.add(premise)
            if all(premise in hand or not premise.symbols() for premise in each.premises):
                found[name] = each
        return found

    def positive(self, goal: Relation) -> Mapping[str, Known]:
        """What is positive of what must be, factors and roots, and what holds of exponentials and roots."""
        found = {str(each.relation): each for each in always(goal.left, goal.right)}
        for each in self._factors(goal):
            wanted = below(0, each)
            if each.operator != "exp" and wanted not in self.given.values() and (fact := self._shown(wanted)):
                found[str(wanted)] = fact
        return found

    def _factors(self, goal: Relation) -> Iterator[Term]:
        yield from owed_factors(goal.left, goal.right)
        if goal.left is term(0) and goal.sign == "<":
            yield from (each for each, _ in factors(goal.right) if each is not goal.right)

    def _shown(self, goal: Relation) -> Known | None:
        if goal in self.showing:
            return None  # nothing is shown by itself
        if goal not in self.shown:
            self.showing.add(goal)
            with suppress(NotProved):
                known = self.ready({**self.known, **self.positive(goal)})
                claim = Implication(f"{self.name}: {goal}", goal, self.given, known, self.at)
                defined = {str(owed): by_factors for owed in claim.owed(())}
                proof = at_once("what a display presupposes", quickly, defined)
                self.shown[goal] = lemma(self.prover.theorem(claim, proof))
            self.showing.remove(goal)
        return self.shown.get(goal)
