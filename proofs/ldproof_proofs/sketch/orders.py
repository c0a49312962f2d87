"""The laws of the least and of the middle row by order statistics, against all outcomes of all rows."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import comb, prod
from statistics import median as middle

from ldproof.numbers import like
from ldproof.numbers.algebra import Known
from ldproof.sketch.error import tail_sums
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

# Order statistics of d independent rows that have one law, given by the probabilities of 0, 1, 2, ...


def minimum_law(row: Sequence[Known], d: int) -> list[Known]:
    """The law of the least of d independent numbers whose law is `row`."""
    tails = tail_sums(row)
    return [above**d - beyond**d for above, beyond in pairwise(tails)]


def doubled_median_law(row: Sequence[Known], d: int) -> Mapping[int, Known]:
    """The law of twice the median of d independent numbers with the law `row`; for even d the middle two's sum."""
    tails = tail_sums(row)
    below = list(accumulate(row, initial=like(row[0], 0)))
    half = d // 2
    found: defaultdict[int, Known] = defaultdict(lambda: like(row[0], 0))
    for v, share in enumerate(row):
        found[2 * v] += middle_probability(below[v], share, tails[v + 1], d)
        if d % 2 == 0:
            lower = below[v + 1] ** half - below[v] ** half
            for above in range(v + 1, len(row)):
                found[v + above] += comb(d, half) * lower * (tails[above] ** half - tails[above + 1] ** half)
    return found


def middle_probability(less: Known, equal: Known, more: Known, d: int) -> Known:
    """The probability that the middle of d numbers is v, from the probabilities of less than v, of v and of more."""
    most = (d - 1) // 2
    found = like(equal, 0)
    for low in range(most + 1):
        for high in range(most + 1):
            ways = comb(d, low) * comb(d - low, high)
            found += ways * less**low * more**high * equal ** (d - low - high)
    return found


WEIGHTS = ((1,), (1, 2), (3, 0, 1), (1, 2, 0, 4))
"""How likely 0, 1, 2, ... are, up to a factor."""
MOST = 5


def of_all(
    row: Sequence[Fraction], d: int, statistic: Callable[[Sequence[int]], float]
) -> Mapping[int, list[Fraction]]:
    """By twice a statistic of d independent rows, the probabilities of all outcomes that have it."""
    found: defaultdict[int, list[Fraction]] = defaultdict(list)
    for seen in product(range(len(row)), repeat=d):
        found[int(2 * statistic(seen))].append(prod((row[value] for value in seen), start=Fraction(1)))
    return found


def cases(other: Callable[[Sequence[int]], float]) -> Iterable[tuple[str, Relation]]:
    """The least, and the middle or another one."""
    for weights, d in product(WEIGHTS, range(1, MOST + 1)):
        row = [Fraction(each, sum(weights)) for each in weights]
        least = {2 * value: Fraction(share) for value, share in enumerate(minimum_law(row, d))}
        middling = {twice: Fraction(share) for twice, share in doubled_median_law(row, d).items()}
        for name, ours, statistic in (("minimum", least, min), ("median", middling, other)):
            theirs = of_all(row, d, statistic)
            for twice in sorted({*ours, *theirs}):
                found = sums.total(theirs.get(twice, []))
                yield (
                    f"weights {weights}, d = {d}, {name} {twice}/2",
                    equal(found, ours.get(twice, Fraction(0))),
                )


def exhaustive(prover: Prover) -> Theorem:
    """Every outcome of a few rows."""
    claim = Ground(
        "sketch.order-statistics",
        "the laws of the minimum and of the median of d independent rows are those from all outcomes of the d rows",
        f"d <= {MOST}, rows with weights {', '.join(map(str, WEIGHTS))}",
        lambda: cases(middle),
        lambda: cases(max),
    )
    return prover.theorem(claim, ByRecord())
