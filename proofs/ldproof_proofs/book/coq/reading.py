"""Proof objects read back: JSON as terms, relations, combinations and chains."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import Relation


class Unreadable(NotProved):
    """Data that is no part of a proof object."""


def record(data: object) -> Mapping[str, object]:
    """An object of JSON."""
    match data:
        case dict():
            return {text(name): value for name, value in data.items()}
        case _:
            raise Unreadable(f"no record: {str(data)[:60]}")


def items(data: object) -> list[object]:
    """A list."""
    match data:
        case [*parts]:
            return parts
        case _:
            raise Unreadable(f"no list: {str(data)[:60]}")


def pairs(data: object) -> list[tuple[object, object]]:
    """A list of pairs."""
    return [(one, other) for one, other in map(items, items(data))]


def text(data: object) -> str:
    """A string."""
    match data:
        case str():
            return data
        case _:
            raise Unreadable(f"no text: {str(data)[:60]}")


def term_of(data: object) -> Term:
    """A term."""
    match data:
        case ["constant", str(value)]:
            return term(Fraction(value))
        case ["symbol", str(name)]:
            return Symbol(name)
        case ["^", base, int(exponent)]:
            return term_of(base) ** exponent
        case [str(operator), *arguments]:
            return Term(operator, "", tuple(map(term_of, arguments)))
        case _:
            raise Unreadable(f"no term: {str(data)[:60]}")


def terms(data: object) -> dict[str, Term]:
    """Terms by their names."""
    return {name: term_of(value) for name, value in record(data).items()}


def relation(data: object) -> Relation:
    """A relation."""
    match data:
        case [left, ("=" | "<=" | "<" | "!=") as sign, right]:
            return Relation(term_of(left), sign, term_of(right))
        case _:
            raise Unreadable(f"no relation: {str(data)[:60]}")


def relations(data: object) -> dict[str, Relation]:
    """Relations by their names."""
    return {name: relation(each) for name, each in record(data).items()}


def product(data: object) -> Product:
    """A product of a combination."""
    found = record(data)
    return Product(
        tuple(map(text, items(found["facts"]))),
        Fraction(text(found["factor"])),
        tuple(map(term_of, items(found["squares"]))),
        term_of(found["scale"]),
    )


def combination(data: object) -> Combination:
    """What shows one relation."""
    found = record(data)
    products, times = (tuple(map(product, items(found[part]))) for part in ("products", "times"))
    return Combination(products, times, negated=found["negated"] is True)


Shown = tuple[Relation, Combination]
"""A relation and what shows it."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A chain: the steps from the goal's left side, and the obligations, each with what shows it."""

    lines: tuple[Shown, ...]
    defined: tuple[Shown, ...]

    def to(self, right: Term) -> "Steps":
        """These steps, the last of them to a term: what a near miss would have to be shown by."""
        *before, (last, why) = self.lines
        return Steps((*before, (Relation(last.left, last.sign, right), why)), self.defined)


def defined(data: object) -> tuple[Shown, ...]:
    """Obligations, each with what shows it."""
    return tuple((relation(owed), combination(why)) for owed, why in pairs(data))


def steps(start: Term, data: object) -> Steps:
    """A chain that begins at a term."""
    found, lines = record(data), list[Shown]()
    for each in map(record, items(found["steps"])):
        lines.append((relation_from(start, each), combination(each["because"])))
        start = lines[-1][0].right
    return Steps(tuple(lines), defined(found["defined"]))


def relation_from(left: Term, data: Mapping[str, object]) -> Relation:
    """A step's relation."""
    match data["sign"]:
        case ("=" | "<=" | "<" | "!=") as sign:
            return Relation(left, sign, term_of(data["to"]))
        case sign:
            raise Unreadable(f"no sign: {sign}")
