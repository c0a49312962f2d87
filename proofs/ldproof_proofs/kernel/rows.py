"""Rows of terms, indexed by k = 0, 1, ...: what an invariant sees of them, and that a step treats every k alike."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Protocol

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.relations import Relation, at_most

LONG = 12
"""How long the rows are in which start and turn are run; that they are alike in longer ones is read off their text."""

Row = Callable[[int], Term]
"""The entry at k plus an offset."""


class Turn(Protocol):
    """The step: a row and the round's two numbers, to the next row."""

    def __call__(self, row: Sequence[Term], silent: Term, spoken: Term, /) -> list[Term]:
        """The next row."""
        ...


@dataclass(frozen=True, slots=True)
class View:
    """What an invariant speaks of: t rounds, an index k, the rows near it, and the powers of the base."""

    t: Term
    k: Term
    rows: Mapping[str, Row]
    power: Row


Invariant = Callable[[View], Relation]

COUNT, INDEX, POWER = Symbol("t"), Symbol("k"), Symbol("G")


def zero_sums(_: Term, most_k: int) -> list[Term]:
    """Return sums before the first output; they do not depend on k."""
    return [term(0)] * (most_k + 1)


def add_share(row: Sequence[Term], taken: Term, share: Term) -> list[Term]:
    """Add an output's probability, times how much of it is taken."""
    return [total + taken * share for total in row]


def unit_products(_: Term, most_k: int) -> list[Term]:
    """Return products before the first mechanism; they do not depend on k."""
    return [term(1)] * (most_k + 1)


def multiply_share(row: Sequence[Term], _: Term, share: Term) -> list[Term]:
    """Multiply by the probability of what one more mechanism releases."""
    return [whole * share for whole in row]


def check_uniform(
    name: str,
    start: Callable[[Term, int], list[Term]],
    base: Term,
    turn: Turn,
    numbers: Iterable[tuple[Term, Term]],
) -> None:
    """Far from k the start and the turn do what they do at k = 0 and 1: looked at in rows of up to LONG entries."""
    numbers = tuple(numbers)
    for length in range(1, LONG + 1):
        row, first = [Symbol(f"entry_{place}") for place in range(length)], start(base, length - 1)
        if len(first) != length or first[:2] != start(base, 1)[:length] or len(set(first[1:])) > 1:
            raise NotProved(f"{name}: the start is not the same at every k >= 1")
        for pair in numbers:
            near = [turn(row[:1], *pair)[0], *(turn(list(two), *pair)[1] for two in pairwise(row))]
            if turn(row, *pair) != near:
                raise NotProved(f"{name}: the turn is not the same at every k >= 1")


def where(k: Term) -> str:
    """The index of a part in words."""
    return "k >= 1" if k.symbols() else "k = 0"


def symbol_row(name: str) -> Row:
    """A row of symbols, named by their distance from k."""
    return lambda offset: Symbol(f"{name}_{{k{offset:+d}}}" if offset else f"{name}_k")


def power_symbol(offset: int) -> Term:
    """The symbol of a power of the base, by its distance from k."""
    return Symbol(f"power_{{k{offset:+d}}}")


@cache
def asked(invariant: Invariant, names: tuple[str, ...], reach: int) -> Relation:
    """What an invariant says of symbols. It is asked once: what it says elsewhere is that with other terms for them."""
    rows = {name: bounded(symbol_row(name), reach) for name in names}
    return invariant(View(COUNT, INDEX, rows, power_symbol))


def at_least_0(entries: Iterable[Term]) -> Facts:
    """That no entry is below 0."""
    return {f"{entry} >= 0": at_most(0, entry) for entry in entries}


def row_from(row: Sequence[Term], lowest: int) -> Row:
    """A row whose first entry lies at k + lowest."""
    return lambda offset: row[offset - lowest]


def bounded(row: Row, reach: int) -> Row:
    """A row that is looked at from k to k + reach only."""

    def entry(offset: int) -> Term:
        if not 0 <= offset <= reach:
            raise NotProved(f"the invariant looks at k{offset:+d}, which its reach of {reach} does not allow")
        return row(offset)

    return entry


def one_back(row: Row) -> Row:
    """A row one place back."""
    return lambda offset: row(offset - 1)
