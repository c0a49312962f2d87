"""The lines of a derivation, each certified as it is written: from a law or a definition to a formula."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import TypeAlias

import sympy

from ldproof.numbers import Term
from ldproof_proofs.kernel.anchors import traced
from ldproof_proofs.kernel.derivations.certifying import Certifying
from ldproof_proofs.kernel.derivations.from_sympy import from_sympy
from ldproof_proofs.kernel.derivations.lines import BEGIN, Beside, Derivation, Line, Move
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import Known, Rule
from ldproof_proofs.kernel.prover import algebra
from ldproof_proofs.kernel.relations import Point, Relation, Sign
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.kernel.theorem import Theorem

Find: TypeAlias = Callable[[sympy.Expr], sympy.Expr]
"""What finds a line from the one before."""
Formula: TypeAlias = Callable[..., object]


@dataclass(slots=True)
class Chain(Certifying):
    """The lines so far."""

    lines: list[Line] = field(default_factory=list)
    sources: list[Beside] = field(default_factory=list)
    called: set[CodeType] = field(default_factory=set)
    """What has run for the beginnings: the formula that the derivation leads to must not have."""

    @property
    def last(self) -> Term:
        """The expression of the last line."""
        return self.lines[-1].expression

    @property
    def here(self) -> str:
        """The line that comes next."""
        return f"line {len(self.lines) + 1}"

    def start(self, definition: Callable[[], Term], why: str) -> Term:
        """The beginning of a chain: a law or a definition, run."""
        expression, called = traced(definition)
        self.called |= called
        return self._write(BEGIN, expression, why)

    def equals(self, to: Term | Find, why: str, *, rule: Rule = algebra, **known: Known) -> Term:
        """A line that equals the one before, written or found."""
        return self._related("=", to, why, rule, known)

    def at_most(self, to: Term | Find, why: str, *, rule: Rule = search, **known: Known) -> Term:
        """No less."""
        return self._related("<=", to, why, rule, known)

    def below(self, to: Term | Find, why: str, *, rule: Rule = search, **known: Known) -> Term:
        """More."""
        return self._related("<", to, why, rule, known)

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
