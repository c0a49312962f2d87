"""Terms, relations and chains as JSON: every term a list that begins with its operator."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from ldproof.numbers import Term, term
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain, Shown
from ldproof_proofs.kernel.relations import Point, Relation

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json]"
"""What a JSON file holds."""
ANALYSIS = "analysis"
"""What stands in the place of an object's hash where a fact is one of analysis."""
PLAIN = r"[A-Za-z][\w' ]*({k[+-]\d}| in [\w -]+)?"
"""A name that no reader of an object takes for another term."""
SPELLED: Mapping[str, str] = {
    "[": "of",
    "(": "of",
    ",": "and",
    "-": "less",
    "+": "plus",
    "*": "times",
    "/": "over",
    "^": "to",
    "|": "bar",
    "=": "is",
    "<": "below",
    "<=": "at most",
    ">": "above",
    ">=": "at least",
}
"""The words for signs in the names of symbols; other signs are left out."""
NAMED: dict[str, str] = {}
"""The symbols by their names in objects."""


def tree(value: Term) -> Json:
    """A term: `["+", left, right]`, `["^", base, 3]`, `["symbol", "x"]`, `["constant", "1/2"]`."""
    return value.fold(number, symbol, node)


def number(found: Fraction) -> Json:
    """A constant."""
    return ["constant", str(found)]


def symbol(name: str) -> Json:
    """A variable."""
    return ["symbol", plain_name(name)]


def plain_name(name: str) -> str:
    """The name of a symbol in objects, in which signs are words; NotProved if it is another symbol's name too."""
    found = name
    if not re.fullmatch(PLAIN, name, re.ASCII):
        parts = (SPELLED.get(each, each) for each in re.findall(r"\w+|[<>]=|\S", name))
        found = " ".join(each for each in parts if re.fullmatch(r"[\w ]+", each))
    if NAMED.setdefault(found, name) != name:
        raise NotProved(f"in objects, {name} and {NAMED[found]} would be one symbol")
    return found


def node(found: Term, arguments: Sequence[Json]) -> Json:
    """An operator before its arguments, a power's exponent behind."""
    return [found.operator, *arguments, *([found.head] if isinstance(found.head, int) else [])]


def trees(values: Mapping[str, Term]) -> Json:
    """Terms by their names."""
    return {plain_name(name): tree(value) for name, value in values.items()}


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


def steps(found: Iterable[Shown]) -> list[Json]:
    """Relations under their names, each beside what shows it."""
    return [[each.name, relation(each.relation), combination(each.because)] for each in found]


def chain(found: Chain, goal: Relation) -> Json:
    """The certificate of an implication: what it uses, its steps, and the goal as their sum, or as the only one of them."""
    lines, left = list[Shown](), goal.left
    for place, line in enumerate(found.lines, 1):
        lines.append(Shown(f"step {place}: {line.reason}", Relation(left, line.sign, line.to), line.because))
        left = line.to
    last = lines[-1]
    if (
        last.relation != goal
        and len(lines) == 1
        and last.relation.right is goal.right
        and last.relation.sign != "!="
    ):
        lines = [Shown(last.name, goal, replace(last.because, negated=goal.sign == "!="))]
    elif last.relation != goal:
        whole = tuple(Product((each.name,)) for each in lines)
        lines.append(Shown("the goal", goal, Combination(whole, negated=goal.sign == "!=")))
    return steps((*found.shown, *lines))
