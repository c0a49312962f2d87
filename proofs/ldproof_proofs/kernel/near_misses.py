"""Near misses: a goal with one constant, sign, exponent, operator or symbol as a slip would have it, and a point against it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from ldproof.numbers import Symbol, Term, term
from ldproof.rejections import Refused
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.kernel.theorem import Mutant

FACTORS = tuple(map(Fraction, ("2", "1/2", "3/2", "9/10", "11/10", "10", "1/10", "100", "1/100", "-1", "0")))
"""By what a symbol's value at the witness is multiplied to come to another point."""
MOST_POINTS = 24
"""At so many points where the hypotheses hold is a near miss looked at."""
EXCHANGED = {"+": "-", "-": "+", "*": "/", "/": "*"}
"""The operators that are mistaken for each other."""


def near_miss(given: Facts, goal: Relation, witness: Point) -> Mutant | None:
    """The first near miss that fails at a point where the hypotheses hold; none if all of them are true there."""
    around = list(islice(points(given, witness), MOST_POINTS))
    for changed in near_misses(goal):
        for point in around:
            if fails(changed, point):
                return Mutant(changed, point)
    return None


def fails(goal: Relation, point: Point) -> bool:
    """Whether a goal means something at a point, and is false; what cannot be decided is not."""
    try:
        return goal.negation().holds_at(point)
    except Refused:
        return False


def points(given: Facts, witness: Point) -> Iterator[Point]:
    """The witness, and what lies around it where the hypotheses hold."""
    yield witness
    numbers = {name: value for name, value in witness.items() if not isinstance(value, Term)}
    for factor in FACTORS:
        for name, value in numbers.items():
            point = {**witness, name: value * factor if value else factor}
            if point != witness and all(holds(each, point) for each in given.values()):
                yield point


def holds(fact: Relation, point: Point) -> bool:
    """Whether a hypothesis is known to hold at a point."""
    try:
        return fact.holds_at(point)
    except Refused:
        return False


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
