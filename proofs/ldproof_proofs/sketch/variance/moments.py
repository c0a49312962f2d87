"""The variance of the mean estimate for every mechanism: from the first two moments of one report, and of two.

z is a report's support of the item, less `low` and over `gap`: 1 on average for whoever holds the item or an item
that collides with it, 0 for others. The estimate adds up (z - shared) / (1 - shared), where `shared` is the
collision probability, and `triple` that of two different other items colliding with the item at once.
"""

from fractions import Fraction

from ldproof.numbers import Symbol, Term, term
from ldproof.sketch.variance import (
    mean_of_sampled,
    noise_variance,
    sampled_row_variance,
    shared_collision_variance,
)
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.variance.symbols import AT, ROWS, N, S, d, f, others

shared, triple, gap, own, other = map(Symbol, ("shared", "triple", "gap", "own", "other"))
GIVEN: Facts = {**ROWS, "gap > 0": below(0, gap), "shared < 1": below(shared, 1), "f <= N": at_most(f, N)}
POINT: Point = {
    **AT,
    "shared": Fraction(1, 4),
    "triple": Fraction(1, 15),
    "gap": Fraction(1, 3),
    "own": Fraction(1, 4),
    "other": Fraction(1, 6),
}
READING = "support varies by own in one's own column and by other elsewhere, and its two means are gap apart"

holder = own / gap**2
"""The variance of z for whoever holds the item, in whichever row."""
stranger = shared * (own / gap**2 + 1) + (1 - shared) * (other / gap**2)
"""The mean of z^2 for anybody else, whose z has the mean `shared`: a collision, or none."""


def by_pairs(holders: Term, strangers: Term, alike: Term, different: Term) -> Term:
    """The variance of a sum over people: what each adds, and what each ordered pair of them does.

    Of people with other items, S - others pairs hold the same one, and others^2 - S pairs hold two different ones.
    A pair with a holder of the item adds nothing: what its z has on average is 1, whatever the hashes are.
    """
    return f * holders + others * strangers + alike * (S - others) + different * (others**2 - S)


def sampled() -> Term:
    """Two reports are about one row with probability 1/d; in two rows hashes are independent."""
    alike = shared / d + shared**2 * (1 - 1 / d) - shared**2
    different = triple / d + shared**2 * (1 - 1 / d) - shared**2
    return by_pairs(holder, stranger - shared**2, alike, different) / (1 - shared) ** 2


def one_row() -> Term:
    """The estimate of one row is d times its reports' sum: each report is in it with probability 1/d."""
    scale = (1 - shared) ** 2
    holds = d * (holder / scale + 1) - 1
    strange = d * (stranger - shared**2) / scale
    return by_pairs(holds, strange, (shared - shared**2) / scale, (triple - shared**2) / scale)


def of_row() -> Term:
    """The reference's variance of a row."""
    noisy = noise_variance(N, f, shared, gap, own, other)
    return sampled_row_variance(N, f, d, shared, noisy, shared_collision_variance(others, S, shared, triple))


def of_one_row(prover: Prover) -> Theorem:
    """The variance of one row's estimate, its number of reports included."""
    return proposition(
        prover,
        "sketch.row-variance",
        equal(of_row(), one_row()),
        GIVEN,
        POINT,
        rule=algebra,
        reason="the mean squares of one report, and the mean products of two",
        reading=READING,
    )


def of_mean(prover: Prover) -> Theorem:
    """The variance of the mean estimate from a sampled row."""
    return proposition(
        prover,
        "sketch.mean-variance",
        equal(mean_of_sampled(of_row(), f, d), sampled()),
        GIVEN,
        POINT,
        rule=algebra,
        reason="the mean squares of one report, and the mean products of two",
        reading=READING,
    )


def own_hashes(prover: Prover) -> Theorem:
    """With a hash of one's own two reports are independent: no pair adds anything, as if all held different items."""
    noisy = noise_variance(N, f, shared, gap, own, other)
    found = sampled_row_variance(
        N, f, term(1), shared, noisy, shared_collision_variance(others, others, shared, shared**2)
    )
    moments = (f * holder + others * (stranger - shared**2)) / (1 - shared) ** 2
    return proposition(
        prover,
        "sketch.own-hash-variance",
        equal(found, moments),
        GIVEN,
        POINT,
        rule=algebra,
        reason="the mean squares of one report",
        reading=READING,
    )


def all_rows(prover: Prover) -> Theorem:
    """Where everybody is in every row, d independent rows have the d-th part of one row's variance.

    In a row the pairs are those of a sampled row when d is 1.
    """
    found = of_row().substitute({"d": term(1)}) / d
    single = sampled().substitute({"d": term(1)})
    return proposition(
        prover,
        "sketch.all-rows-variance",
        equal(found, single / d),
        GIVEN,
        POINT,
        rule=algebra,
        reason="the mean squares of one report, and the mean products of two",
        mutant=equal(found, single),
        reading=READING,
    )
