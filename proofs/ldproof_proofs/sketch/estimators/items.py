"""Section 3.2: what the inverse of the noise recovers, and what is still to be taken out for an item."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product as every
from math import prod

from ldproof.numbers import Symbol, Term, term
from ldproof.probability import unbias_rate
from ldproof.sketch.collector import estimate_holders
from ldproof.sketch.hashing import Affine, Family, Textbook
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, below, equal, placed
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.reporting import ones
from ldproof_proofs.sketch.collisions import columns_of
from ldproof_proofs.sketch.law.row import noisy_row_law

p, q, share, N, f, c, S = map(Symbol, ("p", "q", "share", "N", "f", "c", "S"))
RATES: Facts = {"p < q": below(p, q)}
COLLIDES: Facts = {"c < 1": below(c, 1)}
AT: Point = {
    "p": Fraction(1, 4),
    "q": Fraction(3, 4),
    "N": 4,
    "f": 1,
    "c": Fraction(1, 2),
}
SUPPORT = N * p + (q - p) * (f + (N - f) * c)
"""What is expected of the item's cell: its own people, and the others who collide with it."""


def bucket(prover: Prover) -> Theorem:
    """A cell's rate, without the noise."""
    expected = unbias_rate(p + (q - p) * share, p, q - p)
    claim = Implication(
        "sketch.bucket-unbiased",
        equal(expected, share),
        RATES,
        witness={**AT, "share": Fraction(1, 3)},
        reading="share is the part of the people who are in a cell, p + (q - p) share the expected rate of ones in it",
    )
    return prover.theorem(claim, at_once("it is linear", algebra))


def ones_in_cell(prover: Prover) -> Theorem:
    """The mean number of ones in an item's cell, of those who hold it and of those who collide with it."""
    other = p + c * (q - p)
    return proposition(
        prover,
        "sketch.ones-in-cell",
        equal(S, f * q + (N - f) * other),
        {},
        {**AT, "S": placed(SUPPORT, AT)},
        {"people": lemma(ones.mean(prover), S_k=S, a_k=f, n_k=N, p=q, q=other)},
        reading="S is the mean number of ones in the item's cell from N people, f of whom hold the item and send one with "
        "probability q, and each other one of whom collides with it with probability c",
        stands=("S", "f", "N"),
    )


def item(prover: Prover) -> Theorem:
    """An item's count, without noise and collisions."""
    return proposition(
        prover,
        "sketch.item-unbiased",
        equal(estimate_holders(S, N, p, q, c), f),
        {**RATES, **COLLIDES},
        {**AT, "S": placed(SUPPORT, AT)},
        {"ones": lemma(ones_in_cell(prover))},
        reason="noise first, collisions then",
        reading="S, f and N are those of the item's cell",
        stands=("S", "f", "N"),
    )


def bucket_for_item(prover: Prover) -> Theorem:
    """Without the second step it is the cell's count."""
    claim = Failure(
        "sketch.bucket-is-not-item",
        "what (y - p)/(q - p) recovers on average is the item's count",
        equal(estimate_holders(SUPPORT, N, p, q, c * 0), f),
        AT,
        {**AT, "f": 4},
        {**RATES, **COLLIDES},
    )
    return prover.theorem(claim, ByPoint())


LOW, HIGH = Fraction(1, 5), Fraction(2, 3)
FAMILIES = (Affine(2, 3), Textbook(2, 3), Affine(2, 5), Textbook(3, 5))


def mean_of(family: Family, held: tuple[int, ...], taken: Fraction) -> Term:
    """The mean estimate of item 0 over all hashes of a family and all bits of everybody's rows."""
    each = []
    for columns in columns_of(family, sorted({0, *held})):
        cell = columns[0]
        rows = [noisy_row_law(family.width, columns[its], LOW, HIGH) for its in held]
        ones = [
            sum((share for seen, share in sent.probabilities.items() if seen[cell]), Fraction(0))
            for sent in rows
        ]
        total = []
        for bits in every((0, 1), repeat=len(held)):
            chance = prod(one if bit else 1 - one for bit, one in zip(bits, ones, strict=True))
            total.append(
                term(chance) * estimate_holders(Fraction(sum(bits)), Fraction(len(held)), LOW, HIGH, taken)
            )
        each.append(sums.total(total))
    return sums.total(each) / len(each)


def mean_cases(exact: bool) -> Iterator[tuple[str, Relation]]:
    """Whether the estimate is right on average, with the family's collision probability or with 1/w."""
    for family in FAMILIES:
        taken = family.collision if exact else Fraction(1, family.width)
        for held in ((0,), (1,), (0, 1), (1, 2), (0, 0, 2)):
            found = mean_of(family, held, taken)
            yield f"{family.word}, w = {family.width}, P = {family.size}, {held}", equal(found, held.count(0))


def exhaustively(prover: Prover) -> Iterable[Theorem]:
    """Over whole families."""
    claim = Ground(
        "sketch.item-unbiased-over-families",
        "with the exact collision probability the mean estimate over all hashes and all reports is the item's count; with "
        "1/w it is not",
        "affine and textbook families with P = 3 and 5, w = 2 and 3, up to 3 people, p = 1/5, q = 2/3",
        lambda: mean_cases(exact=True),
        lambda: mean_cases(exact=False),
    )
    yield prover.theorem(claim, ByRecord())
