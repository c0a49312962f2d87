"""Terms, relations and chains as JSON: every term a list that begins with its operator."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from ldproof.numbers import Term, term
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain
from ldproof_proofs.kernel.relations import Point, Relation

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json]"
"""What a JSON file holds."""
ANALYSIS = "analysis"
"""What stands in the place of an object's hash where a fact is one of analysis."""


def tree(value: Term) -> Json:
    """A term: `["+", left, right]`, `["^", base, 3]`, `["symbol", "x"]`, `["constant", "1/2"]`."""
    return value.fold(number, symbol, node)


def number(found: Fraction) -> Json:
    """A constant."""
    return ["constant", str(found)]


def symbol(name: str) -> Json:
    """A variable."""
    return ["symbol", name]


def node(found: Term, arguments: Sequence[Json]) -> Json:
    """An operator before its arguments, a power's exponent behind."""
    return [found.operator, *arguments, *([found.head] if isinstance(found.head, int) else [])]


def trees(values: Mapping[str, Term]) -> Json:
    """Terms by their names."""
    return {name: tree(value) for name, value in values.items()}


def place(point: Point) -> Json:
    """A point: numbers are terms too."""
    return trees({name: term(value) for name, value in point.items()})


def relation(found: Relation) -> Json:
    """A relation: its left side, its sign, its right side."""
    return [tree(found.left), found.sign, tree(found.right)]


def relations(facts: Facts) -> Json:
    """Relations by their names."""
    return {name: relation(fact) for name, fact in facts.items()}


def product(found: Product) -> Json:
    """A product of a combination."""
    return {
        "factor": str(found.factor),
        "facts": found.facts,
        "squares": [tree(root) for root in found.squares],
        "scale": tree(found.scale),
    }


def combination(found: Combination) -> Json:
    """The certificate of one relation."""
    return {
        "products": [product(each) for each in found.products],
        "times": [product(each) for each in found.times],
        "negated": found.negated,
    }


def defined(owed: Iterable[Relation], shown: Iterable[Combination]) -> list[Json]:
    """Every obligation under a name and beside what shows it, so that none is told by its place."""
    pairs = enumerate(zip(owed, shown, strict=True), 1)
    return [[f"it is defined {place}", relation(what), combination(why)] for place, (what, why) in pairs]


def chain(found: Chain, goal: Relation, owed: Iterable[Relation]) -> Json:
    """The certificate of an implication: obligations, steps, and the goal as their sum, or as the only one of them."""
    shown, left = list[tuple[str, Relation, Combination]](), goal.left
    for place, line in enumerate(found.lines, 1):
        shown.append((f"step {place}: {line.reason}", Relation(left, line.sign, line.to), line.because))
        left = line.to
    name, last, because = shown[-1]
    if last != goal and len(shown) == 1 and last.right is goal.right and last.sign != "!=":
        shown = [(name, goal, replace(because, negated=goal.sign == "!="))]
    elif last != goal:
        steps = tuple(Product((name,)) for name, *_ in shown)
        shown.append(("the goal", goal, Combination(steps, negated=goal.sign == "!=")))
    return [
        *defined(owed, found.defined),
        *([name, relation(what), combination(why)] for name, what, why in shown),
    ]
