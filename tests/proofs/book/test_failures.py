"""Where a printed claim fails, in few digits."""

from fractions import Fraction

import pytest

from ldproof.numbers import Symbol, exp, log, term
from ldproof_proofs.book.failures import in_numbers
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal

x, y = Symbol("x"), Symbol("y")


@pytest.mark.parametrize(
    ("printed", "point", "elsewhere", "said"),
    [
        (at_most(x, 1), {"x": 2}, {"x": 1}, "at x = 2: 2, not <= 1"),
        (below(exp(x), 1), {"x": Fraction(3, 7)}, {"x": -1}, "at x = 3/7: 1.53506300..., not < 1"),
        (
            at_most(exp(x), 1),
            {"x": log(term(2))},
            {"x": -1},
            "at x = log(2): between 1.99999999999999 and 2.00000000000001, not <= 1",
        ),
        (
            equal(x, exp(y)),
            {"x": 0, "y": -40},
            {"x": 1, "y": 0},
            "at x = 0, y = -40: 0, not = 4.24835425... 10^-18",
        ),
    ],
    ids=str,
)
def test_in_numbers(printed: Relation, point: Point, elsewhere: Point, said: str) -> None:
    assert in_numbers(Failure("the claim", "as printed", printed, point, elsewhere)) == said
