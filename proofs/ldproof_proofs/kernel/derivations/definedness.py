"""Why the terms of a line are defined: factor by factor, each shown once for all lines of a page."""

from collections.abc import Iterator
from fractions import Fraction

from ldproof.numbers import Term
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.positivity import is_shown
from ldproof_proofs.kernel.relations import Relation, obligations
from ldproof_proofs.kernel.search import search


def factors(whole: Term) -> Iterator[Term]:
    """What a term is a product of, each factor as often as it occurs, without numbers."""
    match whole.operator, whole.arguments:
        case "constant", _:
            pass
        case "*", (left, right):
            yield from factors(left)
            yield from factors(right)
        case "negative", (only,):
            yield from factors(only)
        case "^", (base,) if isinstance(whole.head, int) and whole.head >= 0:
            for _ in range(whole.head):
                yield from factors(base)
        case _:
            yield whole


def owed_factors(*terms: Term) -> Iterator[Term]:
    """The factors that must not be 0, and what must be positive under logarithms and roots."""
    for owed in obligations(*terms):
        yield from factors(owed.left if owed.sign == "!=" else owed.right)


def exponentials(*terms: Term) -> Iterator[Term]:
    """The exponents that occur."""
    for each in terms:
        yield from (node.arguments[0] for node in each.nodes() if node.operator == "exp")


def by_factors(goal: Relation, facts: Facts) -> Combination:
    """A product is not 0, or positive, as every factor is: or else a search."""
    names = {fact.right: name for name, fact in facts.items() if fact.sign == "<" and str(fact.left) == "0"}
    whole = goal.left if goal.sign == "!=" else goal.right
    if all(each in names for each in factors(whole)):
        product = Product(tuple(names[each] for each in factors(whole)), abs(number(whole)))
        found = Combination((product,), negated=goal.sign == "!=" and number(whole) < 0)
        if is_shown(goal, facts, found):
            return found
    return search(goal, facts)


def number(whole: Term) -> Fraction:
    """The number that a term is a multiple of."""
    match whole.operator, whole.head, whole.arguments:
        case "constant", Fraction() as value, _:
            return value
        case "*", _, (left, right):
            return number(left) * number(right)
        case "negative", _, (only,):
            return -number(only)
        case "^", int(exponent), (base,):
            return number(base) ** exponent
        case _:
            return Fraction(1)
