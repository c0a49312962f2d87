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


@dataclass(frozen=True, slots=True)
class Shown:
    """A relation under a name, and what shows it."""

    name: str
    relation: Relation
    why: Combination


def shown(data: object) -> tuple[Shown, ...]:
    """A certificate: relations, each of them by what is shown before it."""
    return tuple(Shown(text(a), relation(b), combination(c)) for a, b, c in map(items, items(data)))
