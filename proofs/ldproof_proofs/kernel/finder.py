"""The finder: what a proof uses on its way is shown there, without a name in the ledger.

Where a search fails, it takes what holds of the exponentials, roots and minima that occur, finds the signs of what is
divided by and of what is under roots, compares exponents, and searches again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from ldproof.numbers import Term, exp, sqrt, term
from ldproof_proofs.kernel.ansatz import Reach
from ldproof_proofs.kernel.combination import Combination, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Axiom, Chain, Claiming, Line, Rule, Shown, Way, needed
from ldproof_proofs.kernel.positivity import evident
from ldproof_proofs.kernel.relations import Relation, at_most, below, obligations
from ldproof_proofs.kernel.search import programmed, search, using

LONG = 60
"""A fact that takes no more letters is cited by what it says."""
QUICK = (Reach(1, 0), Reach(2, 1))
MOST_EXPONENTS = 6
"""Of more exponentials no two are compared."""
ZERO = term(0)


@dataclass(frozen=True, slots=True)
class Local:
    """A relation that is to be shown on the way, and how."""

    relation: Relation
    rule: Rule = search


def quick(goal: Relation, facts: Facts) -> Combination:
    """A combination that is evident or short, or NotProved."""
    try:
        return evident(goal, facts)
    except NotProved:
        return programmed(goal, facts, QUICK)


class Finder:
    """Shows one relation after the other, each by what is given, known and shown before it."""

    def __init__(self, way: Way, hints: Mapping[str, Rule], *, axioms: bool = True) -> None:
        self.way, self._hints, self._may_add = way, hints, axioms
        self.shown: list[Shown] = []
        self.axioms: list[Axiom] = []
        self._seen: set[object] = set()

    def proved(self, goal: Relation, rule: Rule) -> Combination:
        """A combination for the goal by the rule from what may be used; a search that fails is begun again with more of them."""
        return self._searched(goal) if rule is search else rule(goal, self.way.usable)

    def show(self, relation: Relation, rule: Rule = search, name: str = "") -> None:
        """Show a relation, after what must hold for it and for its proof to be defined."""
        self._settle(relation.left, relation.right)
        self._enter(relation, self.proved(relation, rule), name)

    def _enter(self, relation: Relation, because: Combination, name: str = "") -> None:
        self._settle(*because.multipliers())
        found = Shown(name or self._name(relation), relation, because)
        self.way.check(found)
        self.shown.append(found)

    def _name(self, relation: Relation) -> str:
        text = str(relation)
        return text if len(text) <= LONG and text not in self.way.facts else f"fact {len(self.way.facts) + 1}"

    def _settle(self, *terms: Term) -> None:
        for each in obligations(*terms):
            if each not in self.way.settled:
                self.show(each, self._hints.get(str(each), search))

    def begin(self) -> None:
        """Show what is evident of all that must be shown: it may be of use for the rest."""
        for each in self.way.missing():
            try:
                self._enter(each, evident(each, self.way.usable))
            except NotProved:
                continue

    def finish(self, steps: Sequence[Term] = ()) -> None:
        """Show what is missing."""
        while missing := self.way.missing(steps):
            self.show(missing[0], self._hints.get(str(missing[0]), search))

    def chain(self, lines: Sequence[Line], claim: Claiming) -> Chain:
        """The certificate with these steps, and what they need of all that was shown."""
        steps = [part for line in lines for part in (line.to, *line.because.multipliers())]
        self.finish(steps)
        added = {each.name: each for each in self.axioms}
        wanted = {*Way(claim).wanted(steps)}
        cited = set[str]()

        def use(because: Combination) -> None:
            for name in because.cited - cited:
                cited.add(name)
                wanted.update(self.way.waits[name] if name in added else ())

        for line in lines:
            use(line.because)
        kept = list[Shown]()
        for each in reversed(self.shown):
            if each.name in cited or each.relation in wanted:
                kept.append(each)
                use(each.because)
                sides = each.relation.left, each.relation.right
                wanted.update(obligations(*sides, *each.because.multipliers()))
        axioms = tuple(each for each in self.axioms if each.name in cited)
        return Chain(tuple(lines), tuple(reversed(kept)), axioms=axioms)

    def _searched(self, goal: Relation) -> Combination:
        """A combination for the goal from what may be used; where there is none, from more of it."""
        ways = (self._as_it_is, self._with_squares, self._with_signs, self._with_exponents)
        refusal: NotProved | None = None
        for way in ways:
            try:
                if (found := way(goal)) is not None:
                    return found
            except NotProved as failure:
                refusal = refusal or failure
        raise refusal or NotProved(str(goal))

    def _as_it_is(self, goal: Relation) -> Combination | None:
        """By the facts that divide by nothing and are about nothing else, if they are enough; or by all."""
        if goal.sign == "!=" or goal.left is ZERO:
            self._signs_of_functions(goal)
        if goal.left.operator == goal.right.operator == "exp":
            self._order(goal.left.arguments[0], goal.right.arguments[0])
        usable = self.way.usable
        few = {
            name: fact
            for name, fact in usable.items()
            if fact.symbols() <= goal.symbols() and not needed(fact)
        }
        if len(few) < len(usable):
            try:
                return quick(goal, few)
            except NotProved:
                pass
        return search(goal, usable)

    def _signs_of_functions(self, goal: Relation) -> None:
        """What holds of exponentials and roots in it, which is quickly found."""
        for node in nodes(goal):
            if node.operator == "exp":
                self._always(Always.POSITIVE, node.arguments[0])
            if node.operator == "sqrt" and node not in self._seen:
                self._seen.add(node)
                self._root(node)

    def _with_squares(self, goal: Relation) -> Combination | None:
        """By the squares that are written in it."""
        squares = [node.arguments[0] for node in nodes(goal) if node.operator == "^" and node.head == 2]
        return programmed(goal, self.way.usable, QUICK, squares) if squares else None

    def _with_signs(self, goal: Relation) -> Combination | None:
        """By what holds of roots, exponentials and minima in it, and the signs of what it divides by."""
        before = len(self.way.facts)
        for node in nodes(goal):
            if node in self._seen:
                continue
            self._seen.add(node)
            match node.operator:
                case "sqrt":
                    self._root(node)
                case "exp":
                    self._always(Always.POSITIVE, node.arguments[0])
                case "min":
                    for kind in (Always.FIRST, Always.SECOND, Always.EITHER):
                        self._always(kind, *node.arguments)
                case "/":
                    for each in factors(node.arguments[1]):
                        self._try(below(0, each))
                case "log":
                    self._logarithm(node)
                case _:
                    pass
        return search(goal, self.way.usable) if len(self.way.facts) > before else None

    def _with_exponents(self, goal: Relation) -> Combination | None:
        """By the order of the exponents in it."""
        exponents = [node.arguments[0] for node in nodes(goal) if node.operator == "exp"]
        exponents = [*dict.fromkeys([*exponents, term(0)])] if exponents else []
        if len(exponents) > MOST_EXPONENTS:
            return None
        before = len(self.way.facts)
        for low, high in permutations(exponents, 2):
            if (low, high) not in self._seen:
                self._seen.add((low, high))
                self._order(low, high)
        return search(goal, self.way.usable) if len(self.way.facts) > before else None

    def _root(self, node: Term) -> None:
        """A root is at least 0, and above 0 where what is under it is."""
        (inside,) = node.arguments
        name = self._always(Always.ROOT, inside)
        if name and self._try(below(0, inside)):
            under = self._named(below(0, inside))
            why = Combination((product(under), product(name)), (product(name), product()))
            self._try(below(0, sqrt(inside)), lambda *_: why)

    def _logarithm(self, node: Term) -> None:
        """A logarithm is above 0 where what it is of is above 1; at most that less 1; and undone by the exponential."""
        (inside,) = node.arguments
        if not self._try(below(0, inside)):
            return
        for sign in (1, -1):
            self._always(Always.TANGENT, sign * node)
        self._always(Always.INVERSE, inside)
        if not self._try(below(1, inside)):
            self._try(at_most(1, inside))
        if not self._try(below(0, node)):
            self._try(at_most(0, node))

    def _order(self, low: Term, high: Term) -> None:
        """Where one exponent is below another, so is its exponential."""
        if self._try(below(low, high)):
            facts = (
                self._named(below(low, high)),
                self._always(Always.TANGENT, high - low),
                self._always(Always.POSITIVE, low),
                self._always(Always.SUM, low, high - low),
            )
            if all(facts):
                self._try(below(exp(low), exp(high)), using(*facts))
        elif self._try(at_most(low, high)):
            self._always(Always.MONOTONE, low, high)

    def _named(self, relation: Relation) -> str:
        """The name of a fact."""
        return next(name for name, fact in self.way.facts.items() if fact == relation)

    def _try(self, relation: Relation, rule: Rule = quick) -> bool:
        """Whether a relation is given, known or shown, or can be."""
        if relation in self.way.facts.values():
            return True
        try:
            self.show(relation, rule)
        except NotProved:
            return False
        return True

    def _always(self, kind: Always, *arguments: Term) -> str:
        """The name of a fact that always holds, which is added if need be."""
        fact = Axiom("", kind.value, arguments).known
        for name, each in self.way.facts.items():
            if each == fact.relation and name not in {found.name for found in self.shown}:
                return name
        if not self._may_add:
            return ""
        name = self._name(fact.relation)
        self.way.know(name, fact)
        self.axioms.append(Axiom(name, kind.value, arguments))
        for premise in self.way.waits[name]:
            self._try(premise)
        return name


def factors(whole: Term) -> list[Term]:
    """What a term is a product of, as it is written, but for numbers; and the term itself."""
    match whole.operator, whole.arguments:
        case "*", (one, other):
            return [*factors(one), *factors(other), whole]
        case "^", (base,):
            return [base, whole]
        case "constant", _:
            return []
        case _:
            return [whole]


def nodes(goal: Relation) -> list[Term]:
    """The parts of a relation that have parts, the innermost first, each once."""
    found: dict[Term, None] = {}

    def visit(node: Term, _: tuple[None, ...]) -> None:
        found[node] = None

    for side in (goal.left, goal.right):
        side.fold(lambda _: None, lambda _: None, visit)
    return [*found]
