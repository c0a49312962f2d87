"""Hashes that are fixed and public: the mean estimate is biased, and no number of people takes that away."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, partial, reduce
from typing import TypeAlias

from ldproof.numbers import Exact, Symbol, rational
from ldproof.probability import Law
from ldproof.sketch.plan import Rows, channel_and_budget
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.sketch.variance.exhaustive import (
    Hashes,
    Seen,
    added,
    functions,
    itself,
    person,
    seen,
    table,
)
from ldproof_proofs.sketch.variance.symbols import f

# The mean and the variance of the mean estimate when the hashes are fixed, as public ones are.
#
# Another item is given by its count and by r, the share of the rows in which it collides with the item asked for. Its
# people are heard as the item's own in these rows: a bias that no number of people takes away.

Others: TypeAlias = Sequence[tuple[Exact, Exact]]
"""The count and the share r of each other item."""


def fixed_mean(f: Exact, shared: Exact, others: Others[Exact]) -> Exact:
    """The expected estimate under fixed hashes, where `shared` is the collision probability that was taken out."""
    expected = f
    for count, r in others:
        expected = expected + count * (r - shared) / (1 - shared)
    return expected


def fixed_sampled(
    f: Exact, shared: Exact, gap: Exact, own: Exact, other: Exact, others: Others[Exact]
) -> Exact:
    """The estimate's variance under fixed hashes if everybody is in one sampled row, which may collide or not."""
    varied = f * own
    for count, r in others:
        varied = varied + count * (r * own + (1 - r) * other + r * (1 - r) * (gap * gap))
    return varied / ((gap * (1 - shared)) * (gap * (1 - shared)))


def fixed_all(
    f: Exact, d: Exact, shared: Exact, gap: Exact, own: Exact, other: Exact, others: Others[Exact]
) -> Exact:
    """The estimate's variance under fixed hashes if everybody is in all d rows, so that only the noise varies."""
    varied = f * own
    for count, r in others:
        varied = varied + count * (r * own + (1 - r) * other)
    return varied / (d * ((gap * (1 - shared)) * (gap * (1 - shared))))


shared, K = Symbol("shared"), Symbol("K")
first, second, r1, r2 = map(Symbol, ("f_1", "f_2", "r_1", "r_2"))
BELOW: Facts = {"shared < 1": below(shared, 1)}
AT: Point = {
    "f": 3,
    "f_1": 4,
    "f_2": 1,
    "r_1": rational(1, 2),
    "r_2": 0,
    "shared": rational(1, 4),
    "K": 5,
}


def mean(prover: Prover) -> Theorem:
    """Z is 1 on average for the item's people and r for those of another item: what is added up is affine in it."""
    N, Z = f + first + second, f + first * r1 + second * r2
    found = fixed_mean(f, shared, ((first, r1), (second, r2)))
    return proposition(
        prover,
        "sketch.fixed-mean",
        equal(found, (Z - N * shared) / (1 - shared)),
        BELOW,
        AT,
        rule=algebra,
        reading="two other items collide with the item in the shares r_1 and r_2 of the rows; more items are alike",
    )


def grows(prover: Prover) -> Theorem:
    """With K times as many people of every item the bias is K times as large, so that of a share it stays."""
    found = fixed_mean(f, shared, ((first, r1), (second, r2)))
    many = fixed_mean(K * f, shared, ((K * first, r1), (K * second, r2)))
    return proposition(
        prover,
        "sketch.fixed-bias-stays",
        equal(many - K * f, K * (found - f)),
        BELOW,
        AT,
        rule=algebra,
        mutant=equal(many - K * f, found - f),
    )


def added_up(
    adds: Callable[[Seen], Law[Fraction]], hashes: Hashes, items: Sequence[int], shared: Fraction
) -> Law[Fraction]:
    """The law of the mean estimate for these hashes, from that of what a person adds."""
    total = reduce(added, (adds(seen(hashes, item)) for item in items))
    return total.pushforward(lambda z: (z - len(items) * shared) / (1 - shared))


ITEMS = ((0, 1), (1, 2), (1, 1), (0, 1, 2))
SKETCHES = (
    ("cms", Rows.SAMPLED, 2, 2, rational(4)),
    ("oue", Rows.SAMPLED, 2, 2, rational(3)),
    ("all_rows", Rows.ALL, 2, 2, rational(16)),
    ("kary", Rows.SAMPLED, 3, 1, rational(2)),
    ("hcms_plus", Rows.SAMPLED, 2, 2, rational(3)),
)


def cases(shift: Fraction) -> Iterable[tuple[str, Relation]]:
    """The mean and the variance of the exact law, for every fixed hash function."""
    for word, rows, w, d, odds in SKETCHES:
        said, _ = channel_and_budget(word, w, d if rows is Rows.ALL else 1, odds=odds)
        low, high, laws = rational(str(said.low)), rational(str(said.high)), table(said)
        own, other = (laws[0, asked].variance(lambda z: z) * (high - low) ** 2 for asked in (0, 1))
        shared, adds = rational(1, w), cache(partial(person, laws, rows))
        for hashes in functions(w, d):
            collide = [
                (item, rational(sum(row[item] == row[0] for row in hashes), d) + shift) for item in (1, 2)
            ]
            for items in ITEMS:
                total = added_up(adds, hashes, items, shared)
                others = [(rational(items.count(item)), r) for item, r in collide]
                holders, gap = rational(items.count(0)), high - low
                name = f"{word}, hashes {hashes}, items {items}"
                yield f"{name}, mean", equal(sums.mean(total, itself), fixed_mean(holders, shared, others))
                formula = (
                    fixed_all(holders, rational(d), shared, gap, own, other, others)
                    if rows is Rows.ALL
                    else fixed_sampled(holders, shared, gap, own, other, others)
                )
                yield f"{name}, variance", equal(sums.variance(total, itself), formula)


def exhaustive(prover: Prover) -> Theorem:
    """Tiny sketches, one function from items to columns after another."""
    claim = Ground(
        "sketch.fixed-is-counted",
        "for fixed hashes the mean estimate has the mean and the variance of the formulas",
        "cms, oue, hcms_plus and all_rows with w = d = 2, kary with w = 3 and d = 1; two or three people and three items; "
        "every hash function",
        lambda: cases(rational(0)),
        lambda: cases(rational(1, 2)),
    )
    return prover.theorem(claim, ByRecord())
