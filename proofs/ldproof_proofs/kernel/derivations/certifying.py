"""That a line follows from what is given: with what is positive, defined or known of it found on the way."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.derivations.definedness import always, by_factors, factors, owed_factors, quickly
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, Known, Rule, lemma
from ldproof_proofs.kernel.prover import Prover, Searching, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem


@dataclass(slots=True)
class Certifying:
    """What is given and known, and who proves what follows."""

    name: str
    symbols: Mapping[str, str] = field(default_factory=dict)
    given: Facts = field(default_factory=dict)
    at: Point = field(default_factory=dict)
    """A point where all that is given holds, and near misses of the lines do not."""
    short: Mapping[str, Term] = field(default_factory=dict)
    known: Mapping[str, Known] = field(default_factory=dict)
    """What every line may use: facts that need no hypothesis, and theorems."""
    factors: dict[Term, Known | None] = field(default_factory=dict)
    """The factors that were shown to be positive, or not."""
    showing: set[tuple[Relation, str]] = field(default_factory=set)
    shown: dict[tuple[Relation, str], Known] = field(default_factory=dict)
    """What lines presuppose, as far as it was shown."""
    without: str = ""
    """The symbols of which nothing is given for the moment, as part of a claim's name."""
    prover: Prover = field(default_factory=Searching)

    def about(
        self,
        symbols: Mapping[str, str],
        given: Facts,
        at: Point,
        short: Mapping[str, Term] | None = None,
        **known: Known,
    ) -> None:
        """The symbols with their meanings, what is given of them, an example, short names, and what is known."""
        self.symbols, self.given, self.at, self.short, self.known = symbols, given, at, short or {}, known

    @property
    def here(self) -> str:
        """What is certified at the moment, as part of a theorem's name."""
        return "a relation"

    def certified(
        self,
        goal: Relation,
        why: str,
        rule: Rule = algebra,
        known: Mapping[str, Known] | None = None,
        part: str = "",
    ) -> Theorem:
        """The theorem that a relation follows from what is given, and that a near miss of it does not."""
        name = f"{self.name}: {part or self.here}{self.without}"
        everything = self.ready({**self.known, **(known or {}), **self.positive(goal)})
        claim = Implication(name, goal, self.given, everything, self.at)
        defined = {str(owed): by_factors for owed in claim.owed(())}
        # Of a search, only its quick beginning is asked about the mutant.
        chosen = quickly_or_search(goal, claim.facts) if rule is by_factors else rule
        return self.prover.theorem(claim, at_once(why, chosen, defined))

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
        whole = [each for each, _ in factors(goal.right)] if goal.left is term(0) and goal.sign == "<" else []
        for each in (
            *owed_factors(goal.left, goal.right),
            *(each for each in whole if each is not goal.right),
        ):
            if fact := self._is_positive(each):
                found[f"0 < {each}"] = fact
        return found

    def _is_positive(self, each: Term) -> Known | None:
        if each not in self.factors:
            goal = below(0, each)
            known = each.operator == "exp" or goal in self.given.values()
            self.factors[each] = None if known else self._shown(goal)
        return self.factors[each]

    def _shown(self, goal: Relation) -> Known | None:
        key = goal, self.without
        if key in self.showing:
            return None  # nothing is shown by itself
        if key not in self.shown:
            self.showing.add(key)
            with suppress(NotProved):
                self.shown[key] = lemma(
                    self.certified(goal, "what a line presupposes", quickly, part=str(goal))
                )
            self.showing.remove(key)
        return self.shown.get(key)

    def is_given_positive(self, name: str) -> bool:
        """Whether it is given that a symbol is above 0."""
        return below(0, Symbol(name)) in self.given.values()


def quickly_or_search(goal: Relation, facts: Facts) -> Rule:
    """The quick rule if it is enough."""
    try:
        quickly(goal, facts)
    except NotProved:
        return search
    return quickly
