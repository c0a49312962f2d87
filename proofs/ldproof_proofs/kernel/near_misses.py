"""Near misses: a goal with one constant, sign, exponent, operator or symbol as a slip would have it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from ldproof.errors import Refused
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.relations import Point, Relation

EXCHANGED = {"+": "-", "-": "+", "*": "/", "/": "*"}
"""The operators that are mistaken for each other."""


def near_miss(goal: Relation, point: Point) -> int | None:
    """Which near miss of a goal is the first to fail at a point; none if all of them are true there."""
    found = (place for place, each in enumerate(near_misses(goal)) if fails(each, point))
    return next(found, None)


def fails(goal: Relation, point: Point) -> bool:
    """Whether a goal means something at a point, and is false; what cannot be decided is not."""
    try:
        return goal.negation().holds_at(point)
    except Refused:
        return False


def at_place(goal: Relation, place: int) -> Relation | None:
    """The near miss at a place in their order, if there are so many."""
    return next(islice(near_misses(goal), place, None), None) if place >= 0 else None


def near_misses(goal: Relation) -> Iterator[Relation]:
    """A goal with one slip, on either side or in the sign between them."""
    names = sorted(goal.symbols())
    for right in slips(goal.right, names):
        yield Relation(goal.left, goal.sign, right)
    for left in slips(goal.left, names):
        yield Relation(left, goal.sign, goal.right)
    if goal.sign == "<=":
        yield Relation(goal.left, "<", goal.right)
        yield Relation(goal.left, "=", goal.right)
    if goal.sign == "<":
        yield Relation(goal.left, "=", goal.right)


def slips(whole: Term, names: Iterable[str]) -> Iterator[Term]:
    """A term with one slip, the innermost first."""
    for place, argument in enumerate(whole.arguments):
        for slip in slips(argument, names):
            arguments = (*whole.arguments[:place], slip, *whole.arguments[place + 1 :])
            yield Term(whole.operator, whole.head, arguments)
    yield from slips_here(whole, names)


def slips_here(node: Term, names: Iterable[str]) -> Iterator[Term]:
    """A node taken for another."""
    match node.operator, node.head:
        case "constant", Fraction() as value:
            yield from (term(each) for each in (value + 1, value - 1, 2 * value) if each != value)
        case "symbol", name:
            yield from (Symbol(other) for other in names if other != name)
        case "^", int(exponent):
            yield from (node.arguments[0] ** each for each in (exponent + 1, exponent - 1))
        case operator, _ if operator in EXCHANGED:
            yield Term(EXCHANGED[operator], "", node.arguments)
            yield from node.arguments
        case "negative", _:
            yield node.arguments[0]
        case _:
            pass
