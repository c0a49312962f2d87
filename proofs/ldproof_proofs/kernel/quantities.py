"""What a theorem says, part by part and by name: the numbers and formulas that words may take from it."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from ldproof.numbers import Real, Term, term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.finite import Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import Induction
from ldproof_proofs.kernel.instance import Instance
from ldproof_proofs.kernel.privacy import LDP
from ldproof_proofs.kernel.relations import Point, Relation, placed, value_at
from ldproof_proofs.kernel.signs import Signs
from ldproof_proofs.kernel.theorem import Theorem

Quantity: TypeAlias = Term | Relation | Real | Fraction | str


def quantities(theorem: Theorem) -> Mapping[str, Quantity]:
    """The parts of a theorem by their names: goal, left and right, hypotheses, what a symbol is, what was computed."""
    return {"statement": theorem.statement, **dict(_parts(theorem))}


def short_names(theorem: Theorem) -> Mapping[str, Term]:
    """What formulas are called in a theorem."""
    claim = theorem.claim
    return claim.short if isinstance(claim, Implication | Induction | Instance | Signs | Failure) else {}


def symbols(theorems: Iterable[Theorem]) -> frozenset[str]:
    """The symbols of which theorems speak; a name that is short for a formula is none."""
    found = [value for each in theorems for _, value in _parts(each)]
    return frozenset().union(*(each.symbols() for each in found if isinstance(each, Term | Relation)))


def _parts(theorem: Theorem) -> Iterator[tuple[str, Quantity]]:
    claim = theorem.claim
    match claim:
        case Implication():
            yield from claim.short.items()
            yield from _hypotheses(claim.given)
            yield from _sides(claim.goal)
        case Failure():
            yield from _hypotheses(claim.given)
            yield from ((name, term(value)) for name, value in claim.point.items())
            yield "goal", claim.printed
            yield "left", _value(claim.printed.left, claim.point)
            yield "right", _value(claim.printed.right, claim.point)
        case Induction():
            yield from claim.short.items()
            yield from _hypotheses(claim.given)
            yield from _sides(claim.shown()[1])
        case Instance():
            yield from claim.short.items()
            yield from _hypotheses(claim.given)
            yield from _sides(claim.shown()[1])
        case LDP():
            yield from _hypotheses(claim.given)
            yield from _sides(claim.goal)
            yield "odds", claim.odds
        case Signs():
            yield from claim.short.items()
            yield "expression", claim.expression
        case Finite() | Ground():
            yield "says", claim.says
            yield "scope", claim.scope
            yield from claim.values().items()
        case _:
            pass


def _sides(goal: Relation) -> Iterator[tuple[str, Quantity]]:
    yield "goal", goal
    yield "left", goal.left
    yield "right", goal.right


def _value(side: Term, point: Point) -> Term:
    """What a side is at a point: a fraction where it is one."""
    exact = value_at(side, point)
    return placed(side, point) if exact is None else term(exact)


def _hypotheses(given: Facts) -> Iterator[tuple[str, Quantity]]:
    """Each under its name; where one says what number a symbol is, the number under the symbol's."""
    for name, relation in given.items():
        yield name, relation
        for symbol, value in ((relation.left, relation.right), (relation.right, relation.left)):
            if relation.sign == "=" and symbol.operator == "symbol" and not value.symbols():
                yield str(symbol), value
