"""A derivation as it is written: SymPy finds a line, the kernel certifies that it follows from the one before.

What SymPy says decides nothing. A line that it gets wrong is refused, and so is one whose certificate would also
serve for a near miss of it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import CodeType, FunctionType
from typing import TypeAlias

import sympy

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.anchors import traced
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.derivations.calculus import derivative
from ldproof_proofs.kernel.derivations.definedness import (
    always,
    by_factors,
    factors,
    owed_factors,
    quickly,
    replaced,
    same_square,
)
from ldproof_proofs.kernel.derivations.from_sympy import from_sympy
from ldproof_proofs.kernel.derivations.lines import BEGIN, Beside, Derivation, Line, Move
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import Implication, Known, Rule, lemma
from ldproof_proofs.kernel.prover import Replaying, Searching, algebra, at_once, by
from ldproof_proofs.kernel.relations import Point, Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.writing import shortened

Find: TypeAlias = Callable[[sympy.Expr], sympy.Expr]
"""What finds a line from the one before."""
Formula: TypeAlias = Callable[..., object]


@cache
def ledger() -> Replaying:
    """Who proves the ledger's theorems from the certificates that are stored."""
    return Replaying(store.load())


@dataclass(slots=True)
class Page:
    """The lines so far."""

    name: str
    symbols: Mapping[str, str] = field(default_factory=dict)
    given: Facts = field(default_factory=dict)
    at: Point = field(default_factory=dict)
    """A point where all that is given holds, and near misses of the lines do not."""
    short: Mapping[str, Term] = field(default_factory=dict)
    known: Mapping[str, Known] = field(default_factory=dict)
    """What every line may use: facts that need no hypothesis, and theorems."""
    lines: list[Line] = field(default_factory=list)
    sources: list[Beside] = field(default_factory=list)
    called: set[CodeType] = field(default_factory=set)
    """What has run for the beginnings: the formula that the derivation leads to must not have."""
    factors: dict[Term, Known | None] = field(default_factory=dict)
    """The factors that were shown to be positive, or not."""
    showing: set[Relation] = field(default_factory=set)
    without: str = ""
    """The symbols of which nothing is given for the moment, as part of a claim's name."""
    prover: Searching = field(default_factory=Searching)

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
    def last(self) -> Term:
        """The expression of the last line."""
        return self.lines[-1].expression

    def start(self, definition: Callable[[], Term], why: str) -> Term:
        """The beginning of a chain: a law or a definition, run."""
        expression, called = traced(definition)
        self.called |= called
        return self._write(BEGIN, expression, why)

    def equals(self, to: Term | Find, why: str, *, rule: Rule = algebra, **known: Known) -> Term:
        """The same, written or found."""
        return self._related("=", to, why, rule, known)

    def at_most(self, to: Term | Find, why: str, *, rule: Rule = search, **known: Known) -> Term:
        """No less."""
        return self._related("<=", to, why, rule, known)

    def below(self, to: Term | Find, why: str, *, rule: Rule = search, **known: Known) -> Term:
        """More."""
        return self._related("<", to, why, rule, known)

    def differentiate(self, x: Term, why: str, find: Find | None = None) -> Term:
        """The derivative in a symbol: SymPy's, or what becomes of that, held against the rules of school."""
        self._only_equations()
        variable = to_sympy(x)

        def differentiated(expression: sympy.Expr) -> sympy.Expr:
            slope = sympy.diff(expression, variable)
            return slope if find is None else find(slope)

        found = from_sympy(differentiated(to_sympy(self.last)))
        theorem = self.certified(equal(derivative(self.last, str(x)), found), why)
        move = Move("differentiated in", (x,))
        return self._write(move, found, why, named(sympy.diff, find), theorem)

    def integrate(self, x: Term, why: str, find: Find | None = None) -> Term:
        """An integral in a symbol: its derivative is the line before."""
        self._only_equations()
        variable = to_sympy(x)
        integral = sympy.integrate(to_sympy(self.last), variable)
        found = from_sympy(integral if find is None else find(integral))
        theorem = self.certified(equal(derivative(found, str(x)), self.last), why)
        move = Move("integrated in", (x,))
        return self._write(move, found, why, named(sympy.integrate, find), theorem)

    def root(self, x: Term, find: Find, why: str, *, rule: Rule = algebra, **known: Known) -> Term:
        """A value of a symbol at which the line before is 0, and all that is given of the symbol holds."""
        self._only_equations()
        found = from_sympy(find(to_sympy(self.last)))
        holds = [*self._satisfied({str(x): found}, why, known)]
        theorem = self.certified(equal(self.last.substitute({str(x): found}), 0), why, rule, known)
        return self._write(Move(solved=x), found, why, named(find), theorem, *holds)

    def under_root(self, root: Term, why: str) -> Term:
        """The one root of the line before, in which the line is linear, as a number times another root."""
        (node,) = (each for each in self.last.nodes() if each.operator == "sqrt")
        ratio = sympy.cancel(to_sympy(node.arguments[0]) / to_sympy(root.arguments[0]))
        times, hole = from_sympy(sympy.sqrt(ratio)), Symbol("the root")
        part = f"line {len(self.lines) + 1}, the root"
        fact = lemma(self.certified(equal(node, times * root), why, same_square, part=part))
        whole = replaced(self.last, node, hole)
        found = whole.substitute({"the root": times * root})
        rule = by(product("the root", scale=derivative(whole, "the root")))
        theorem = self.certified(equal(self.last, found), why, rule, {"the root": fact})
        return self._write(Move(sign="="), found, why, "", theorem)

    def put(
        self,
        values: Mapping[str, Term] | Mapping[str, int],
        why: str,
        find: Find | None = None,
        known: Mapping[str, Known] | None = None,
    ) -> Term:
        """The line before with values for symbols, and what that comes to.

        What is given of a symbol must hold of its value, unless it is given that the symbol is that value.
        """
        terms = {name: term(value) for name, value in values.items()}
        holds = [*self._satisfied(terms, why, known or {})]
        placed = self.last.substitute(terms)
        found = placed if find is None else from_sympy(find(to_sympy(placed)))
        theorem = self.certified(equal(placed, found), why)
        about = tuple(
            Symbol(name) if shortened(value, self.short) is Symbol(name) else equal(Symbol(name), value)
            for name, value in terms.items()
        )
        return self._write(Move("at", about), found, why, named(find), theorem, *holds)

    def _satisfied(
        self, values: Mapping[str, Term], why: str, known: Mapping[str, Known]
    ) -> Iterator[Theorem]:
        free = {
            name: value
            for name, value in values.items()
            if equal(Symbol(name), value) not in self.given.values()
        }
        everything, self.given = (
            self.given,
            {n: f for n, f in self.given.items() if f.symbols().isdisjoint(free)},
        )
        factors, self.factors, self.without = self.factors, {}, f", whatever {' and '.join(free)} is"
        for name, fact in everything.items():
            if name not in self.given:
                part = f"line {len(self.lines) + 1}, {name}"
                yield self.certified(fact.substitute(free), why, by_factors, known, part)
        self.given, self.factors, self.without = everything, factors, ""

    def over(
        self, factor: Term, why: str, find: Find = sympy.cancel, *, rule: Rule = by_factors, **known: Known
    ) -> Term:
        """The line before without a positive factor."""
        found = from_sympy(find(to_sympy(self.last / factor)))
        some = {f"0 < {each}": fact for each, _ in factors(factor) if (fact := self._is_positive(each))}
        part = f"line {len(self.lines) + 1}, the factor"
        positive = self.certified(below(0, factor), why, rule, {**some, **known}, part)
        theorem = self.certified(equal(self.last, factor * found), why)
        move = Move("over what is positive,", (factor,))
        return self._write(move, found, why, named(find), theorem, positive)

    def limit(self, x: Term, within: Term, why: str, **known: Known) -> Term:
        """What remains as a positive symbol grows: it is never further off than `within` over the symbol."""
        self._only_equations()
        if not self._positive(str(x)):
            raise NotProved(f"{self.name}: {x} grows, and is not given to be above 0")
        signs = {
            name: sympy.Symbol(name, positive=True) for name in self.last.symbols() if self._positive(name)
        }
        line = to_sympy(self.last).subs({sympy.Symbol(name, real=True): each for name, each in signs.items()})
        found = from_sympy(sympy.limit(line, signs[str(x)], sympy.oo))
        off, number = (self.last - found) * x, f"line {len(self.lines) + 1}"
        theorems = (
            self.certified(at_most(-within, off), why, search, known, f"{number}, from below"),
            self.certified(at_most(off, within), why, search, known, f"{number}, from above"),
        )
        return self._write(Move("as it grows,", (x,)), found, why, "limit", *theorems)

    def _only_equations(self) -> None:
        """What is done to both sides of an equation cannot be done to those of an inequality."""
        for line in reversed(self.lines):
            if line.move.sign in ("<", "<="):
                raise NotProved(
                    f"{self.name}: an inequality is neither solved, nor is a slope or a limit of it taken"
                )
            if line.move is BEGIN:
                break

    def _positive(self, name: str) -> bool:
        return below(0, Symbol(name)) in self.given.values()

    def sum_below(self, k: Term, n: Term, why: str, find: Find | None = None) -> Term:
        """The sum over k = 0, ..., n - 1: nothing for n = 0, and for n + 1 more than for n by the line before at n."""
        if str(n) in self.last.symbols():
            raise NotProved(f"{self.name}: what is added up changes with {n}")
        total = sympy.summation(to_sympy(self.last), (to_sympy(k), 0, to_sympy(n) - 1))
        found = from_sympy(total if find is None else find(total))
        number = f"line {len(self.lines) + 1}"
        none = found.substitute({str(n): term(0)})
        more = found.substitute({str(n): n + 1}) - found
        empty = self.certified(equal(none, 0), why, part=f"{number}, no summand")
        step = self.certified(equal(more, self.last.substitute({str(k): n})), why, part=f"{number}, one more")
        move = Move("added up over", (at_most(0, k), below(k, n)))
        return self._write(move, found, why, named(sympy.summation, find), empty, step)

    def ends(
        self, formula: Formula, value: Callable[[], Term], why: str, move: Sign = "=", **known: Known
    ) -> None:
        """The last line: what the reference's own formula gives."""
        expression, called = traced(value)
        if not isinstance(formula, FunctionType) or formula.__code__ not in called:
            raise NotProved(f"{self.name}: its end does not call the formula that it leads to")
        if formula.__code__ in self.called:
            raise NotProved(f"{self.name}: it begins with the formula that it leads to")
        relation = Relation(self.last, move, expression)
        theorem = self.certified(relation, why, search if known or move != "=" else algebra, known)
        self._write(Move(sign=move), expression, why, "", theorem, formula=formula_name(formula))

    def source(self, place: str, relation: Relation, words: str, *, fails: Point, holds: Point) -> None:
        """A line of the source that is false: where it fails, and where it does not. Beside the last line."""
        given = {name: fact for name, fact in self.given.items() if fact.symbols() <= set(fails)}
        name = f"{self.name}: {place}"
        claim = Failure(name, words, relation, fails, holds, given)
        self.sources.append(
            Beside(place, None, words, len(self.lines), self.prover.theorem(claim, ByPoint()))
        )

    def agrees(
        self, place: str, relation: Relation, words: str, rule: Rule = algebra, **known: Known
    ) -> None:
        """A line of the source that says otherwise what is so too. Beside the last line."""
        theorem = self.certified(relation, words, rule, known, place)
        self.sources.append(Beside(place, relation, words, len(self.lines), theorem))

    def besides(self, theorem: Theorem, words: str) -> None:
        """A theorem of the ledger that says more of the last line."""
        self.sources.append(Beside(theorem.name, None, words, len(self.lines), theorem))

    def certified(
        self,
        goal: Relation,
        why: str,
        rule: Rule = algebra,
        known: Mapping[str, Known] | None = None,
        part: str = "",
    ) -> Theorem:
        """The theorem that a relation follows from what is given, and that a near miss of it does not."""
        name = f"{self.name}: {part or f'line {len(self.lines) + 1}'}{self.without}"
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
        if goal in self.showing:
            return None  # nothing is shown by itself
        self.showing.add(goal)
        try:
            return lemma(self.certified(goal, "what a line presupposes", quickly, part=str(goal)))
        except NotProved:
            return None
        finally:
            self.showing.remove(goal)

    def finished(self, title: str, entries: tuple[str, ...], formula: Formula) -> Derivation:
        """The derivation, if it has come to the formula."""
        if not self.lines or self.lines[-1].formula != formula_name(formula):
            raise NotProved(f"{self.name}: its last line is not {formula_name(formula)}")
        return Derivation(
            self.name,
            title,
            entries,
            formula_name(formula),
            self.symbols,
            self.given,
            tuple(self.lines),
            tuple(self.sources),
            self.short,
        )

    def _related(self, move: Sign, to: Term | Find, why: str, rule: Rule, known: Mapping[str, Known]) -> Term:
        found = to if isinstance(to, Term) else from_sympy(to(to_sympy(self.last)))
        theorem = self.certified(Relation(self.last, move, found), why, rule, known)
        return self._write(Move(sign=move), found, why, "" if isinstance(to, Term) else named(to), theorem)

    def _write(
        self, move: Move, expression: Term, why: str, found: str = "", *theorems: Theorem, formula: str = ""
    ) -> Term:
        self.lines.append(Line(move, expression, why, found, theorems, formula))
        return expression


def quickly_or_search(goal: Relation, facts: Facts) -> Rule:
    """The quick rule if it is enough."""
    try:
        quickly(goal, facts)
    except NotProved:
        return search
    return quickly


def formula_name(formula: Formula) -> str:
    """A formula's name in the catalogue: its system's and its own."""
    return f"{formula.__module__.split('.')[1]}.{formula.__name__}"


def named(*finders: Find | Callable[..., object] | None) -> str:
    """The functions of SymPy that are called in what finds a line."""
    found: dict[str, None] = {}
    for each in finders:
        if isinstance(each, FunctionType) and each.__module__.split(".")[0] != "sympy":
            called = (name for name in each.__code__.co_names if callable(getattr(sympy, name, None)))
            found.update(dict.fromkeys(called))
        elif each is not None:
            found[each.__name__] = None
    return ", ".join(found)
