"""Estimators are unbiased: their mean by the exact law, and from drawn reports, is the symbolic one."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.registry import ESTIMATES, make_collector
from tests.properties.confidence import hoeffding_deviation
from tests.properties.mechanisms import D_BIT_FLIP, HAIR, LOLOHA, Specimen, specimens, to_fraction, to_sympy
from tests.tiers import run_everything, seed

PEOPLE = 2
MANY = 2000 if run_everything() else 200
EXAMPLES = 40 if run_everything() else 2

STATES, N, HITS, C = (sympy.Symbol(name, positive=True) for name in ("S", "N", "H", "c"))
"""The sum of a round's states; the people; those in an item's column, on average over the rows; 1/w."""

MEANS: Mapping[str, sympy.Expr] = {
    "shots": STATES / N,
    "counting": STATES / N,
    # Under given hashes. Over random ones, H has the mean f + (N - f) c, and this is f. Of a Count-Sketch H is a
    # difference, whose mean is f, and c is 0.
    "sketch": (HITS - N * C) / (1 - C),
}
"""The mean of each system's estimates: unbiased, given the hashes in the last one."""

Columns = tuple[int, ...]


class Crowd:
    """People with secrets, and their estimates: by round in shots and counting, by item in sketches.

    For LOLOHA they are those of a value with the cell 0 under everybody's hash, whose mean is that of a sketch. For
    dBitFlipPM they are those of the cell 0.
    """

    def __init__(self, specimen: Specimen, size: int, data: st.DataObject) -> None:
        self.specimen, self.size = specimen, size
        self.system = specimen.name.partition(".")[0]
        if self.system != "sketch":
            chosen = data.draw(st.lists(st.sampled_from(specimen.secrets), min_size=1, max_size=size))
            self.secrets = [chosen[place % len(chosen)] for place in range(size)]
            return
        own = specimen.name in ("sketch.per_user", "sketch.local_hash")  # each report has a hash of its own
        self.signed = specimen.name == "sketch.count_sketch"
        self.width = int(str(specimen.parameters["w"]))
        row = st.integers(0, self.width - 1)
        length = size if own else int(str(specimen.parameters["d"]))
        self.items = data.draw(st.lists(st.tuples(*[row] * length), min_size=2, max_size=2))
        self.held = [self.items[place % 2] for place in range(size)]
        self.secrets = [(held[place],) if own else held for place, held in enumerate(self.held)]
        self.own = own

    def estimated(self, outputs: Sequence[Any]) -> list[Fraction | None]:
        """Return the collector's estimates from all outputs."""
        written = [str(self.specimen.made.outputs.write(each)) for each in outputs]
        given = dict(self.specimen.parameters)
        if self.system == "sketch":
            received: dict[str, object] = {
                "reports": written,
                "columns": [",".join(map(str, item)) for item in self.items],
            }
        else:
            given["N"] = len(outputs)
            if self.specimen.name == LOLOHA:
                written = ["".join(str(int(cell == 0)) for cell in each) for each in outputs]
            if self.specimen.name == D_BIT_FLIP:
                written = [
                    "".join(str(row[drawn.index(0)]) if 0 in drawn else "-" for row in rows)
                    for drawn, rows in outputs
                ]
            received = {"reports": ["".join(each) for each in zip(*written, strict=True)]}
        found = make_collector(self.specimen.name, given)(received)
        return [None if each is None else to_fraction(each) for each in found]

    def symbolic_means(self) -> list[Fraction]:
        """The symbolic mean of each estimate."""
        values: list[dict[sympy.Expr, sympy.Expr]]
        if self.system == "sketch":
            values = [
                {
                    HITS: to_sympy(self.hits(item)),
                    C: to_sympy(Fraction(0) if self.signed else Fraction(1, self.width)),
                }
                for item in self.items
            ]
        elif self.specimen.name == LOLOHA:
            c, hits = Fraction(1, int(str(self.specimen.parameters["w"]))), zip(*self.secrets, strict=True)
            return [(Fraction(column.count(0), self.size) - c) / (1 - c) for column in hits]
        elif self.specimen.name == D_BIT_FLIP:
            return [Fraction(column.count(0), self.size) for column in zip(*self.secrets, strict=True)]
        else:
            values = [{STATES: to_sympy(sum(column))} for column in zip(*self.secrets, strict=True)]
        return [Fraction(str(MEANS[self.system].subs({N: to_sympy(self.size), **known}))) for known in values]

    def hits(self, item: Columns) -> Fraction:
        """The number of people in the item's column, less those of the other sign there, averaged over the rows."""
        equal = [
            [
                int(one == other) - (self.signed and abs(one - other) == self.width // 2)
                for one, other in zip(held, item, strict=True)
            ]
            for held in self.held
        ]
        if self.own:
            return Fraction(sum(row[place] for place, row in enumerate(equal)))
        return Fraction(sum(map(sum, equal)), len(item))

    def outcomes(self) -> Iterator[tuple[Fraction, tuple[Any, ...]]]:
        """Yield all combinations of outputs, with their probabilities."""
        laws = [self.specimen.laws[secret].items() for secret in self.secrets]
        for each in product(*laws):
            outputs, shares = zip(*each, strict=True)
            yield prod(shares, start=Fraction(1)), outputs


SILENT = ("counting.glance", "counting.m_glance")
"""Mechanisms that have no estimate where nobody reports."""

ALL_ESTIMATORS = pytest.mark.parametrize("name", ESTIMATES)


@ALL_ESTIMATORS
@settings(max_examples=EXAMPLES)
@given(st.data())
def test_exact_mean_of_estimates_is_symbolic_mean(name: str, data: st.DataObject) -> None:
    """Glance has no estimate if nobody reports: its mean is conditional on a report."""
    crowd = Crowd(data.draw(specimens(name)), PEOPLE, data)
    expected = crowd.symbolic_means()
    sums, weights = [Fraction(0)] * len(expected), [Fraction(0)] * len(expected)
    for share, outputs in crowd.outcomes():
        if share:
            for place, estimate in enumerate(crowd.estimated(outputs)):
                if estimate is not None:
                    sums[place] += share * estimate
                    weights[place] += share
    assert name in SILENT or all(abs(weight - 1) <= HAIR for weight in weights)
    for total, weight, mean in zip(sums, weights, expected, strict=True):
        assert abs(total / weight - mean) <= HAIR


@ALL_ESTIMATORS
@settings(max_examples=EXAMPLES)
@given(st.data())
def test_estimate_from_drawn_reports_is_near_symbolic_mean(name: str, data: st.DataObject) -> None:
    crowd = Crowd(data.draw(specimens(name)), MANY, data)
    coins = SeededCoins(f"{seed()} {crowd.specimen}".encode())
    outputs = [crowd.specimen.made.randomize(secret, coins) for secret in crowd.secrets]
    # An estimate is the mean, and a sketch's the sum, of what it would be of each person alone.
    alone = Crowd(crowd.specimen, 1, data)
    single = [alone.estimated([output]) for output in crowd.specimen.outputs]
    scale = MANY if crowd.system == "sketch" else 1
    for place, (estimate, mean) in enumerate(
        zip(crowd.estimated(outputs), crowd.symbolic_means(), strict=True)
    ):
        values = [float(value) for each in single if (value := each[place]) is not None]
        heard = sum(output[place] is not None for output in outputs) if name in SILENT else MANY
        if estimate is not None:
            assert abs(float(estimate - mean)) <= scale * hoeffding_deviation(values, heard)
