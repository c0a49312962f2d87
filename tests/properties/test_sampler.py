"""Samplers are exact: the enumeration of their random bits has the probabilities of the law.

A sampler reads two kinds of blocks. Short ones are integers for a uniform choice. The enumeration has 12 of them, 0 to
11, which is exact if the number of choices divides 12. Blocks of 16 bytes are compared with the digits of a
probability. If the probability is a multiple of 1/n, one block strictly inside each of n equal cells represents its
cell. For any other probability the error is at most the cells that it cuts. Blocks that are rejected or tie have
probability below 2^-120 each; `tests/reference/exact` tests them.
"""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.properties.mechanisms import FUTURE_RAND, HAIR, NAMES, Specimen, count_reports, with_parameters
from tests.tiers import run_everything

BLOCK = 16
BLOCKS = 1 << 8 * BLOCK
CHOICES = 12
ONE_COMPARISON = 4096 if run_everything() else 128
"""The cells for mechanisms that compare once with a probability that need not be rational."""
MOST_TAPES = 10_000 if run_everything() else 2500
EXAMPLES = 20 if run_everything() else 2


class OutOfTapeError(Exception):
    """The enumeration has not reached this many blocks."""

    def __init__(self, kind: int) -> None:
        super().__init__(kind)
        self.kind = kind


class ChosenBlocks:
    """Coins whose blocks are given by the indices of their cells."""

    def __init__(self, chosen: tuple[int, ...], cells: int) -> None:
        self._chosen, self._cells = iter(chosen), cells

    def read(self, count: int) -> bytes:
        """Return the next blocks; a long read is of several comparisons."""
        if count < BLOCK:
            return self._next(CHOICES).to_bytes(count)
        return b"".join(self._inside(self._next(self._cells)) for _ in range(count // BLOCK))

    def _next(self, kinds: int) -> int:
        for index in self._chosen:
            return index
        raise OutOfTapeError(kinds)

    def _inside(self, cell: int) -> bytes:
        """Return a block strictly inside the cell: its middle, plus one."""
        return ((2 * cell + 1) * BLOCKS // (2 * self._cells) + 1).to_bytes(BLOCK)


def enumerated_law(specimen: Specimen, secret: object, cells: int) -> tuple[dict[object, Fraction], int]:
    """Return the share of each output among all tapes, and the largest number of comparisons on one."""
    law: dict[object, Fraction] = {}
    unfinished: list[tuple[tuple[int, ...], Fraction, int]] = [((), Fraction(1), 0)]
    most = 0
    while unfinished:
        chosen, share, comparisons = unfinished.pop()
        try:
            output = specimen.made.randomize(secret, ChosenBlocks(chosen, cells))
            law[output] = law.get(output, Fraction(0)) + share
            most = max(most, comparisons)
        except OutOfTapeError as end:
            comparisons += end.kind == cells
            unfinished += [((*chosen, index), share / end.kind, comparisons) for index in range(end.kind)]
    return law, most


def integer_power(base: int, exponent: int) -> int:
    """Return a power with a non-negative exponent, which type checkers cannot infer."""
    return prod([base] * exponent)


def count_tapes(name: str, cells: int, m: int, T: int, w: int, d: int) -> int:
    """Return an upper bound on the number of tapes of a sampler."""
    system, _, word = name.partition(".")
    match system, word:
        case "shots", _:
            most = integer_power(CHOICES, m) * integer_power(cells, T)
        case "counting", "borappor":
            most = integer_power(CHOICES * cells, T)
        case "counting", "memoized":
            most = integer_power(cells, T + 2)
        case "counting", "loloha":
            most = integer_power(CHOICES * cells, 2 * T)
        case "counting", "d_bit_flip":
            most = integer_power(CHOICES, d) * integer_power(cells, d * T)
        case "counting", "future_rand":
            most = integer_power(CHOICES, T + 1) * cells
        case "counting", _:
            most = CHOICES * integer_power(cells, T)
        case "sketch", "hcms" | "hcms_plus" | "count_sketch" | "kary" | "local_hash":
            most = CHOICES**2 * cells
        case "sketch", "all_rows" | "unary_all_rows":
            most = integer_power(cells, w * d)
        case _:
            most = CHOICES * integer_power(cells, w)
    return most


@st.composite
def dyadic_specimens(draw: DrawFn, name: str) -> tuple[Specimen, int]:
    """Draw a mechanism of this name whose probabilities, if possible, are multiples of 1 over the number of cells."""
    if name.startswith("chi2."):
        m1 = draw(st.integers(1, 3))
        values: dict[str, object] = {
            "m1": m1,
            "m2": m1,
            "tau": draw(st.fractions("1/10", 4)),
            "beta": 1,
            "odds": 3,
        }
        return with_parameters(name, values), ONE_COMPARISON
    cells, T = draw(st.sampled_from((4, 8))), 2 if name == FUTURE_RAND else draw(st.integers(1, 3))
    m, w, d = draw(st.integers(1, T)), draw(st.sampled_from((2, 4))), draw(st.integers(1, 2))
    if count_tapes(name, cells, m, T, w, d) > MOST_TAPES:
        few = 1 if name in ("counting.loloha", "counting.d_bit_flip") else 2
        cells, T, m, w = 4, min(T, few), 1, 2
    p, q = sorted(draw(st.lists(st.integers(1, cells - 1), min_size=2, max_size=2, unique=True)))
    # A report is true with probability 1 - 1/cells; kary draws a column afresh with probability 1/2.
    report_odds = w + 1 if name in ("sketch.kary", "sketch.local_hash") else cells - 1
    values = {
        "T": T,
        "m": m,
        "r": Fraction(draw(st.integers(0, cells)), cells),
        "w": w,
        "d": d,
        "p": Fraction(p, cells),
        "q": Fraction(q, cells),
        # So that the reports of what is kept have the same odds.
        "kept_odds": cells - 1,
        "first_odds": Fraction((cells - 1) ** 2 + 1, 2 * (cells - 1)),
        "permanent": draw(st.sampled_from(("symmetric", "optimized"))),
        "changes": 1,
        "sign_odds": cells - 1,
        "bit_odds": cells - 1,
        "fewest_flips": 0,
        "most_flips": 1,
        "odds": integer_power(report_odds, count_reports(name, m, T, d)),
    }
    if name == "counting.loloha":  # what is kept, and what is sent, is a drawn cell with probability 1/2
        values |= {"kept_odds": w + 1, "first_odds": Fraction(w + 3, 3)}
    return with_parameters(name, values), cells


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=EXAMPLES)
@given(st.data())
def test_enumeration_of_random_bits_has_the_exact_law(name: str, data: st.DataObject) -> None:
    specimen, cells = data.draw(dyadic_specimens(name))
    secret = data.draw(st.sampled_from(specimen.secrets))
    found, comparisons = enumerated_law(specimen, secret, cells)
    exact = not name.startswith("chi2.") and name != "sketch.optimal"
    tolerance = 0 if exact else Fraction(comparisons, cells) + HAIR
    expected = specimen.laws[secret]
    assert found.keys() <= expected.keys()
    assert {
        output: abs(found.get(output, 0) - share) <= tolerance for output, share in expected.items()
    } == dict.fromkeys(expected, True)
