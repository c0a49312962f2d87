"""A derivation as it is written: SymPy finds a line, the kernel certifies that it follows from the one before.

What SymPy says decides nothing. A line that it gets wrong is refused, and so is one whose certificate would also
serve for a near miss of it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import sympy

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.derivations.calculus import derivative
from ldproof_proofs.kernel.derivations.chain import Chain, Find, named
from ldproof_proofs.kernel.derivations.definedness import by_factors, factors, replaced, same_square
from ldproof_proofs.kernel.derivations.from_sympy import from_sympy
from ldproof_proofs.kernel.derivations.lines import BEGIN, Move
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Known, Rule, lemma
from ldproof_proofs.kernel.prover import Replaying, algebra
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.writing import shortened


@cache
def ledger() -> Replaying:
    """Who proves the ledger's theorems from the certificates that are stored."""
    return Replaying(store.load())


@dataclass(slots=True)
class Page(Chain):
    """A chain that is also differentiated, integrated, solved, summed and taken to limits."""

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
        part = f"{self.here}, the root"
        fact = lemma(self.certified(equal(node, times * root), why, same_square, part=part))
        whole = replaced(self.last, node, hole)
        found = whole.substitute({"the root": times * root})
        theorem = self.certified(equal(self.last, found), why, search, {"the root": fact})
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
        words = "at" if any(isinstance(each, Relation) for each in about) else "with the values of"
        return self._write(Move(words, about), found, why, named(find), theorem, *holds)

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
                part = f"{self.here}, {name}"
                yield self.certified(fact.substitute(free), why, by_factors, known, part)
        self.given, self.factors, self.without = everything, factors, ""

    def over(
        self, factor: Term, why: str, find: Find = sympy.cancel, *, rule: Rule = by_factors, **known: Known
    ) -> Term:
        """The line before without a positive factor."""
        found = from_sympy(find(to_sympy(self.last / factor)))
        some = {f"0 < {each}": fact for each, _ in factors(factor) if (fact := self._is_positive(each))}
        part = f"{self.here}, the factor"
        positive = self.certified(below(0, factor), why, rule, {**some, **known}, part)
        theorem = self.certified(equal(self.last, factor * found), why)
        move = Move("over what is positive,", (factor,))
        return self._write(move, found, why, named(find), theorem, positive)

    def limit(self, x: Term, within: Term, why: str, **known: Known) -> Term:
        """What remains as a positive symbol grows: it is never further off than `within` over the symbol."""
        self._only_equations()
        if not self.is_given_positive(str(x)):
            raise NotProved(f"{self.name}: {x} grows, and is not given to be above 0")
        signs = {
            name: sympy.Symbol(name, positive=True)
            for name in self.last.symbols()
            if self.is_given_positive(name)
        }
        line = to_sympy(self.last).subs({sympy.Symbol(name, real=True): each for name, each in signs.items()})
        found = from_sympy(sympy.limit(line, signs[str(x)], sympy.oo))
        off, number = (self.last - found) * x, self.here
        theorems = (
            self.certified(at_most(-within, off), why, search, known, f"{number}, from below"),
            self.certified(at_most(off, within), why, search, known, f"{number}, from above"),
        )
        return self._write(Move("in the limit of a large", (x,)), found, why, "limit", *theorems)

    def _only_equations(self) -> None:
        """What is done to both sides of an equation cannot be done to those of an inequality."""
        for line in reversed(self.lines):
            if line.move.sign in ("<", "<="):
                raise NotProved(
                    f"{self.name}: an inequality is neither solved, nor is a slope or a limit of it taken"
                )
            if line.move is BEGIN:
                break

    def sum_below(self, k: Term, n: Term, why: str, find: Find | None = None) -> Term:
        """The sum over k = 0, ..., n - 1: nothing for n = 0, and for n + 1 more than for n by the line before at n."""
        if str(n) in self.last.symbols():
            raise NotProved(f"{self.name}: what is added up changes with {n}")
        total = sympy.summation(to_sympy(self.last), (to_sympy(k), 0, to_sympy(n) - 1))
        found = from_sympy(total if find is None else find(total))
        number = self.here
        none = found.substitute({str(n): term(0)})
        more = found.substitute({str(n): n + 1}) - found
        empty = self.certified(equal(none, 0), why, part=f"{number}, no summand")
        step = self.certified(equal(more, self.last.substitute({str(k): n})), why, part=f"{number}, one more")
        move = Move("added up over", (at_most(0, k), below(k, n)))
        return self._write(move, found, why, named(sympy.summation, find), empty, step)
