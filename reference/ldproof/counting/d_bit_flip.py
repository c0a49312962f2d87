"""dBitFlipPM of arXiv 1712.01524: rows of noisy bits about some cells, kept for ever.

A person's value is in one of `w` cells. She draws `d` of the cells once, and which they are is public. For each cell that
her value may be in she keeps a bit for each drawn cell: right with the odds `bit_odds`, where the right bit is 1 for the
own cell and 0 for the others. Every round sends the row that is kept for its cell. There is no fresh noise.

The source sets `bit_odds` = e^(epsilon/2). The tight epsilon of a single round is that epsilon if d > 1, and half of it if
d = 1. A row that differs from an earlier one shows that the cell has changed, so that no odds are finite for two rounds or
more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import TypeGuard

from ldproof.errors import Reason, Refused, quote_given
from ldproof.mechanisms import parse_text
from ldproof.numbers import Exact, Real, lift, like
from ldproof.parameters import Schema
from ldproof.rows import NUMBERS, check_listable, parse_numbers

__all__ = ["d_bit_flip_variance"]

Bits = tuple[int, ...]
DrawnBits = tuple[tuple[int, ...], tuple[Bits, ...]]
"""The drawn cells, and for each round a bit for each of them."""


@dataclass(frozen=True, slots=True)
class BitTranscripts:
    """Transcripts of d drawn cells of w, in increasing order, and of a row of d bits for each of T rounds."""

    T: int
    w: int
    d: int

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text: the drawn cells, a colon, and rows of bits with semicolons between them."""
        return {"type": "string", "pattern": f"^{NUMBERS}:{NUMBERS}(;{NUMBERS})*$"}

    def __iter__(self) -> Iterator[DrawnBits]:
        what = f"T = {self.T}, w = {self.w} and d = {self.d} have too many transcripts to list"
        # The first check keeps d so small that the binomial coefficient can be computed.
        check_listable(2, self.T * self.d, 1, what)
        check_listable(2, self.T * self.d, comb(self.w, self.d), what)
        rows = [*product((0, 1), repeat=self.d)]
        return product(combinations(range(self.w), self.d), product(rows, repeat=self.T))

    def read(self, thing: object) -> DrawnBits:
        """The transcript of a text such as `0,2:1,0;0,1`."""
        cells, colon, written = parse_text(thing).partition(":")
        drawn = parse_numbers(cells)
        if not colon:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{quote_given(cells)} has no colon after the drawn cells",
                "cells:rows, such as 0,2:1,0;0,1",
            )
        if not self.is_drawn(drawn):
            raise self.cells_refusal(cells)
        return self.row((drawn, tuple(map(parse_numbers, written.split(";")))))

    def write(self, value: DrawnBits) -> str:
        """The text that `read` reads."""
        drawn, rows = self.row(value)
        return f"{','.join(map(str, drawn))}:{';'.join(','.join(map(str, row)) for row in rows)}"

    def row(self, value: object) -> DrawnBits:
        """The transcript as it is; refused unless it has d drawn cells and T rows of d bits."""
        if not (
            isinstance(value, tuple) and len(value) == 2 and all(isinstance(each, tuple) for each in value)
        ):
            raise Refused(
                Reason.NOT_A_REPORT,
                "an output that is no pair of tuples",
                "a tuple of cells and a tuple of rows",
            )
        drawn, rows = value
        if not self.is_drawn(drawn):
            raise self.cells_refusal(drawn)
        if len(rows) != self.T:
            raise Refused(Reason.WRONG_LENGTH, f"an output of {len(rows)} rounds", f"{self.T} rounds")
        for row in rows:
            self.check_bits(row)
        return drawn, rows

    def is_drawn(self, cells: tuple[object, ...]) -> TypeGuard[tuple[int, ...]]:
        """Whether these are d cells in increasing order."""
        numbers = [each for each in cells if type(each) is int and 0 <= each < self.w]
        return len(numbers) == len(cells) == self.d and numbers == sorted({*numbers})

    def cells_refusal(self, given: object) -> Refused:
        """The refusal of what does not name the drawn cells."""
        return Refused(
            Reason.OUT_OF_RANGE,
            f"the drawn cells {quote_given(given)}",
            f"{self.d} numbers from 0 to {self.w - 1} in increasing order",
        )

    def check_bits(self, row: object) -> None:
        """Refuse what is no row of a bit for each drawn cell."""
        if not isinstance(row, tuple) or len(row) != self.d:
            raise Refused(Reason.WRONG_LENGTH, f"a row that is not {self.d} bits", f"{self.d} bits")
        if not all(type(bit) is int and bit in (0, 1) for bit in row):
            raise Refused(Reason.NOT_A_REPORT, f"{quote_given(row)} are no bits", "0 or 1")


def kept_likelihood(cells: Sequence[int], seen: DrawnBits, w: int, bit_odds: Exact) -> Exact:
    """The probability of these drawn cells and rows in these cells; 0 if rounds with one cell have different rows."""
    drawn, rows = seen
    kept = dict(zip(cells, rows, strict=True))
    if any(kept[cell] != row for cell, row in zip(cells, rows, strict=True)):
        return like(bit_odds, 0)
    right = sum(
        bit == (own == cell) for cell, row in kept.items() for own, bit in zip(drawn, row, strict=True)
    )
    bits = len(drawn) * len(kept)
    return bit_odds**right / (bit_odds + 1) ** bits / comb(w, len(drawn))


def row_odds(d: int, bit_odds: Fraction) -> Fraction:
    """The tight odds of a round: `bit_odds` squared if different cells can both be drawn, and `bit_odds` otherwise."""
    return bit_odds ** min(d, 2)


def d_bit_flip_variance(N: int, mu: Fraction, w: int, d: int, bit_odds: Fraction) -> Real:
    """The variance of dBitFlipPM's estimate of the share of people in a cell.

    It counts the bits of whoever has drawn the cell, which everybody has with probability d/w.
    """
    return lift(variance_at, N, mu, w, d, bit_odds)


def variance_at(N: Exact, mu: Exact, w: Exact, d: Exact, bit_odds: Exact) -> Exact:
    """The variance: whoever has drawn the cell counts w/d times."""
    return (w / d * (bit_odds / (bit_odds - 1) ** 2 + mu) - mu) / N
