"""Why the terms of a line are defined: factor by factor, each shown once for all lines of a page."""

from collections.abc import Iterator
from fractions import Fraction

from ldproof.numbers import Term
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Known, Rule, axiom
from ldproof_proofs.kernel.positivity import evident, is_shown
from ldproof_proofs.kernel.relations import Relation, at_most, below, obligations
from ldproof_proofs.kernel.search import search


def factors(whole: Term, power: int = 1) -> Iterator[tuple[Term, int]]:
    """What a term is a product of, each factor as often as it occurs and below 0 what divides; no numbers."""
    match whole.operator, whole.arguments:
        case "constant", _:
            pass
        case (("*" | "/"), (left, right)):
            yield from factors(left, power)
            yield from factors(right, power if whole.operator == "*" else -power)
        case "negative", (only,):
            yield from factors(only, power)
        case "^", (base,) if isinstance(whole.head, int):
            yield from factors(base, power * whole.head)
        case _:
            yield whole, power


def owed_factors(*terms: Term) -> Iterator[Term]:
    """The factors that must not be 0, what must be positive under logarithms and roots, and the roots themselves."""
    for owed in obligations(*terms):
        yield from (each for each, _ in factors(owed.left if owed.sign == "!=" else owed.right))
    for each in terms:
        for root in (node for node in each.nodes() if node.operator == "sqrt"):
            yield from (inside for inside, _ in factors(root.arguments[0]))
            yield from (root.arguments[0], root)


def always(*terms: Term) -> Iterator[Known]:
    """What holds of the exponentials and roots that occur."""
    for each in terms:
        for node in each.nodes():
            if node.operator == "exp":
                yield axiom(Always.POSITIVE, *node.arguments)
            if node.operator == "sqrt":
                yield axiom(Always.ROOT, *node.arguments)


def by_factors(goal: Relation, facts: Facts) -> Combination:
    """A product is not 0, or positive, as every factor is: or else a search."""
    return _by_factors(goal, facts, search)


def quickly(goal: Relation, facts: Facts) -> Combination:
    """A product is not 0, or positive, as every factor is: or else it is evident."""
    return _by_factors(goal, facts, evident)


def _by_factors(goal: Relation, facts: Facts, otherwise: Rule) -> Combination:
    whole = goal.left if goal.sign == "!=" else goal.right
    names = {fact: name for name, fact in facts.items()}
    if goal in names:
        return Combination((Product((names[goal],)),))
    if whole.operator == "sqrt" and goal.sign != "!=":
        return _root(whole, goal, facts, names)
    above: list[str] = []
    under: list[str] = []
    for each, power in factors(whole):
        fact = below(0, each)
        if fact not in names:
            return otherwise(goal, facts)
        (above if power > 0 else under).extend([names[fact]] * abs(power))
    sign = number(whole)
    found = Combination(
        (Product(tuple(above), abs(sign)),),
        (Product(tuple(under)),) if under else (),
        goal.sign == "!=" and sign < 0,
    )
    return found if is_shown(goal, facts, found) else otherwise(goal, facts)


def _root(root: Term, goal: Relation, facts: Facts, names: dict[Relation, str]) -> Combination:
    """A root s is positive if what is under it is: (1 + s) s = s + s^2."""
    some, more = names.get(at_most(0, root)), names.get(below(0, root.arguments[0]))
    if some is None:
        raise NotProved(f"{goal}: nothing says that a root is at least 0")
    if more is not None:
        found = Combination((Product((some,)), Product((more,))), (Product(()), Product((some,))))
        if is_shown(goal, facts, found):
            return found
    raise NotProved(f"{goal}: nothing says that what is under it is positive")


def number(whole: Term) -> Fraction:
    """The number that a term is a multiple of."""
    match whole.operator, whole.head, whole.arguments:
        case "constant", Fraction() as value, _:
            return value
        case "*", _, (left, right):
            return number(left) * number(right)
        case "/", _, (left, right):
            return number(left) / number(right)
        case "negative", _, (only,):
            return -number(only)
        case "^", int(exponent), (base,):
            return number(base) ** exponent
        case _:
            return Fraction(1)
