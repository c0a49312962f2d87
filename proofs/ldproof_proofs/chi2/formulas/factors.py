"""The rule `factored`: a term that is a number times a product of facts, over another such product."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from ldproof.numbers import Term
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Rule
from ldproof_proofs.kernel.positivity import is_shown
from ldproof_proofs.kernel.relations import Point, Relation, Undefined, value_at

LONGEST = 7
"""How many facts a product has at most."""


def factored(*names: str) -> Rule:
    """The rule; replay, not this, is believed."""

    def rule(goal: Relation, facts: Facts) -> Combination:
        for name in facts:
            found = Combination((Product((name,)),))
            if facts[name].sign in ("<", "<=") and is_shown(goal, facts, found):
                return found
        at_hand = [name for name in names if name in facts]
        for over in range(LONGEST):
            for top in range(LONGEST):
                for found in candidates(goal, facts, at_hand, top, over):
                    if is_shown(goal, facts, found):
                        return found
        raise NotProved(f"{goal}: it is no quotient of products of {', '.join(names)}")

    return rule


def candidates(
    goal: Relation, facts: Facts, names: Sequence[str], top: int, over: int
) -> Iterator[Combination]:
    """Products of so many facts over products of so many, the number in front of which is one at two points."""
    whole = [values(goal.slack, turn) for turn in (0, 1)]
    each = {name: [values(facts[name].slack, turn) for turn in (0, 1)] for name in names}
    for below in combinations_with_replacement(names, over):
        for above in combinations_with_replacement(names, top):
            if set(below) & set(above):
                continue
            factors = {whole[turn] * times(each, below, turn) / times(each, above, turn) for turn in (0, 1)}
            if len(factors) == 1 and (factor := factors.pop()):
                products = (Product(above, abs(factor)),)
                yield Combination(
                    products, (Product(below),) if below else (), goal.sign == "!=" and factor < 0
                )


def times(each: dict[str, list[Fraction]], names: Sequence[str], turn: int) -> Fraction:
    """A product at a point."""
    whole = Fraction(1)
    for name in names:
        whole *= each[name][turn]
    return whole


def values(term: Term, turn: int) -> Fraction:
    """The value at one of two points, at which no symbols have the same value."""
    point: Point = {
        name: Fraction(int.from_bytes(name.encode()) % 997 + 2, 3 + 4 * turn) for name in term.symbols()
    }
    found = value_at(term, point)
    if found is None:
        raise Undefined(f"{term} is irrational")
    return found
