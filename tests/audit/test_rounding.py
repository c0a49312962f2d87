"""Outputs that are rounded before an audit looks at them: a leak in low bits is gone, and too little noise is not."""

import sys
from collections import Counter
from fractions import Fraction
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ldproof import AuditResult, Reason, audit
from ldproof.auditor.claim import Drawn
from ldproof.auditor.rounding import parse_grid, round_drawn, round_key, round_value
from ldproof.json_values import Members
from ldproof.programs import DrawnOutput, Value, canonical_text
from tests.audit import laws
from tests.reference.refusals import refused
from tests.tiers import slow

GRID = Fraction(1, 10)


def test_numbers_become_the_nearest_multiples() -> None:
    random = np.random.default_rng(1)
    numbers = [*random.normal(0, 100, 200).tolist(), 0.0, -0.0, 5e-324, sys.float_info.max, -1e300]
    for grid in (GRID, Fraction(1, 8), Fraction(7), Fraction(1, 10**300)):
        for number in numbers:
            found = round_value(number, grid)
            assert isinstance(found, float)
            nearest = Fraction(found)
            assert abs(nearest - Fraction(number)) <= grid / 2 + abs(Fraction(number)) / 2**52
            assert float(round(nearest / grid) * grid) == found
            assert round_value(found, grid) == found


def test_all_numbers_in_an_output_are_rounded_and_nothing_else() -> None:
    given: Value = (1.26, 7, True, "1.26", None, Members((("a", -0.04), ("b", (inf, -inf)))))
    assert (
        canonical_text(round_value(given, GRID))
        == '[1.3,7,true,"1.26",null,{"a":0.0,"b":[Infinity,-Infinity]}]'
    )
    rounded = round_value(nan, GRID)
    assert isinstance(rounded, float)
    assert isnan(rounded)
    assert (round_value(14, Fraction(10)), round_value(14, Fraction(3, 2))) == (10, 13.5)
    assert type(round_value(14, Fraction(10))) is int
    assert round_value(1.7e308, Fraction(10) ** 309) == 0.0
    assert round_value(-1.7e308, Fraction(3 * 10**308)) == -inf
    assert round_key(DrawnOutput(1.26, 3).tally_key(), GRID) == "[1.3,3]"


def test_draws_that_become_equal_are_counted_together_in_their_order() -> None:
    keys = tuple(DrawnOutput(each).tally_key() for each in (1.26, 1.31, 0.5, 1.26))
    order = (0, 1, 0, 0)
    came = Drawn((Counter([keys[0], keys[2], keys[3]]), Counter([keys[1]])), order, keys)
    found = round_drawn(came, GRID)
    assert [*found.keys] == ["[1.3]", "[1.3]", "[0.5]", "[1.3]"]
    assert found.tallies == ({"[1.3]": 2, "[0.5]": 1}, {"[1.3]": 1})
    assert round_drawn(Drawn(came.tallies), GRID) == Drawn(found.tallies)


def audit_laplace(epsilon: float, seed: int, draws: int = 3000, **rounding: Any) -> AuditResult:
    """Audit Laplace noise that is added in floats, and that claims an epsilon of 1."""
    random = np.random.default_rng(seed)

    def noisy(inputs: NDArray[np.int64]) -> NDArray[np.float64]:
        return inputs + random.laplace(0, 1 / epsilon, len(inputs))

    return audit(noisy, 1, pairs=[(0, 1)], draws=draws, **rounding)


@slow
def test_grid_tells_float_leaks_from_a_wrong_scale() -> None:
    leak = audit_laplace(1.0, 1)
    assert leak.violated
    assert "low bits" in str(leak)
    assert not audit_laplace(1.0, 1, grid="0.001").violated
    both = audit_laplace(2.0, 1, draws=20_000, grid="0.001")
    assert both.violated
    assert "outputs rounded to multiples of 1/1000" in str(both)
    assert "--grid 1/1000" in both.how_to_repeat or "grid='1/1000'" in both.how_to_repeat


def test_samples_that_were_taken_are_rounded() -> None:
    table = {0: [0.01 * each for each in range(100)], 1: [0.01 * each + 0.001 for each in range(100)]}
    assert audit(table, 1).violated
    assert not audit(table, 1, grid="1/2").violated


def test_laws_of_the_tests_leak_as_they_say() -> None:
    """The simulated Laplace noise in floats is refuted, and rounded it is not."""
    plan = laws.black_box(1500)
    assert laws.audit_drawing(plan, laws.laplace_in_floats(1.0), 1).bets.portfolio.rejected


@pytest.mark.parametrize(
    ("grid", "places", "reason"),
    [
        ("0", None, Reason.OUT_OF_RANGE),
        ("-1", None, Reason.OUT_OF_RANGE),
        (0.5, None, Reason.NOT_EXACT),
        (None, "-1", Reason.OUT_OF_RANGE),
        (None, "301", Reason.TOO_LARGE),
        ("1/2", "1", Reason.REPEATED),
    ],
)
def test_what_is_no_grid_is_refused(grid: object, places: object, reason: Reason) -> None:
    with refused(reason):
        parse_grid(grid, places)


def test_decimal_places_are_a_grid() -> None:
    assert parse_grid(None, "2") == parse_grid("0.01") == parse_grid(Fraction(1, 100)) == Fraction(1, 100)
    assert parse_grid(None) is None
