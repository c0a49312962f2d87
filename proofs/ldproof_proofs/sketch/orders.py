"""The laws of the least and of the middle row by order statistics, against all outcomes of all rows."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from statistics import median as middle

from ldproof.law import Law, law
from ldproof.sketch.orders import median, minimum
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

WEIGHTS = ((1,), (1, 2), (3, 0, 1), (1, 2, 0, 4))
"""How likely 0, 1, 2, ... are, up to a factor."""
MOST = 5


def of_all(row: Sequence[Fraction], d: int, statistic: Callable[[Sequence[int]], float]) -> Law[int]:
    """The law of twice a statistic of d independent rows, from every outcome."""
    outcomes = product(range(len(row)), repeat=d)
    return law(
        (int(2 * statistic(seen)), prod((row[value] for value in seen), start=Fraction(1)))
        for seen in outcomes
    )


def cases(other: Callable[[Sequence[int]], float]) -> Iterable[tuple[str, bool]]:
    """The least, and the middle or another one."""
    for weights, d in product(WEIGHTS, range(1, MOST + 1)):
        row = [Fraction(each, sum(weights)) for each in weights]
        least = law((2 * value, Fraction(share)) for value, share in enumerate(minimum(row, d)))
        yield f"weights {weights}, d = {d}, minimum", least == of_all(row, d, min)
        found = law((twice, Fraction(share)) for twice, share in median(row, d).items())
        yield f"weights {weights}, d = {d}, median", found == of_all(row, d, other)


def exhaustive(prover: Prover) -> Theorem:
    """Every outcome of a few rows."""
    claim = Finite(
        "sketch.order-statistics",
        "the laws of the minimum and of the median of d independent rows are those from all outcomes of the d rows",
        f"d <= {MOST}, rows with weights {', '.join(map(str, WEIGHTS))}",
        lambda: cases(middle),
        lambda: cases(max),
    )
    return prover.theorem(claim, ByEnumeration())
