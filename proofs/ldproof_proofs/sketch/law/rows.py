"""Section 4.1: what several rows tell together, and what a sampled one does; odds multiply over the rows that differ."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from itertools import product as every

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.budget import Budget
from ldproof.mechanisms import law_of
from ldproof.numbers import Exact, Real, Symbol, like, term
from ldproof.sketch.channels import Unary
from ldproof.sketch.formulas import row_odds
from ldproof.sketch.mechanism import Reporting, reporting_mechanism
from ldproof.sketch.plan import Rows
from ldproof_proofs.kernel import privacy
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.rows import multiply_share, unit_products
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.law.finite_laws import symmetric_odds
from ldproof_proofs.law.pointwise import bounded, show_private
from ldproof_proofs.sketch.law.row import QUARTERS, RATES, RHO, p, private, q, tight

alike, one, other, E, d, rows = map(Symbol, ("alike", "one", "other", "E", "d", "rows"))


def most_differing(columns: Int64Array) -> int:
    """Delta: the largest number of rows in which the columns of two items differ, over all pairs of items.

    There is a row of columns for each hash, with a column for each item.
    """
    differing = (columns[:, [item]] != columns[:, :item] for item in range(1, columns.shape[1]))
    return max((int(each.sum(axis=0).max()) for each in differing), default=0)


def all_rows_odds(row_odds: Exact, columns: Int64Array) -> Exact:
    """Section 4.1: the tight odds of all rows, each of which is told of at `row_odds`; less than all if items collide."""
    found = like(row_odds, 1)
    for _ in range(most_differing(columns)):
        found = found * row_odds
    return found


def sampled_row_odds(row_odds: Exact, columns: Int64Array) -> Exact:
    """The tight odds of one sampled row: `row_odds`, or 1 if no two items' columns differ in any row."""
    return row_odds if most_differing(columns) else like(row_odds, 1)


def exactly(prover: Prover) -> Theorem:
    """The report in which every row speaks for one item is likelier by Rho for each row that differs, and no other."""
    differs = {"c": q * (1 - p), "d": p * (1 - q), "odds": RHO}
    claim = Induction(
        "sketch.rows-multiply",
        "where c and d are the probabilities, under two items, of what t rows say: the two bits that differ, where the "
        "hashes do, and anything with probability `alike` where they do not; odds multiplies by q (1 - p)/(p (1 - q)) for "
        "each row that differs",
        unit_products,
        multiply_share,
        (Round(term(1), differs), Round(term(1), {"c": alike, "d": alike, "odds": term(1)})),
        lambda view: equal(view.rows["c"](0), view.rows["odds"](0) * view.rows["d"](0)),
        lambda view: equal(view.rows["c"](0), view.rows["d"](0)),
        {"p": Fraction(1, 4), "q": Fraction(3, 4), "alike": Fraction(1, 2)},
        RATES,
    )
    base = at_once("1 = 1", algebra)
    steps = [at_once("both sides get their factors", search) for share in (q * (1 - p), alike)]
    return prover.theorem(claim, ByInduction(base, steps, steps))


def sampled(prover: Prover) -> Theorem:
    """A public row drawn from d: what a report is likelier by is what its own row is likelier by."""
    at = {"E": 3, "one": 3, "other": 1, "d": 2}
    claim = Implication(
        "sketch.sampled-row",
        at_most(one / d, E * (other / d)),
        {"d > 0": below(0, d), "one <= E other": at_most(one, E * other)},
        witness=at,
        mutant=Mutant(at_most(one / d, E * (other / d) / d), at),
        reading="one and other are the probabilities under two items of what the row that was drawn says",
    )
    return prover.theorem(claim, at_once("both have the row drawn with probability 1/d", search))


def sampled_private(prover: Prover) -> Theorem:
    """A public row drawn from d: the row is as likely under every item, so that the odds are those of a row."""
    return show_private(
        prover,
        "sketch.sampled-row-ldp",
        privacy.Drawn(
            "one of d rows of bits, all as likely to be drawn whatever the item, and which one it is, between any two items",
            private(prover),
            rows,
        ),
        RHO,
        {**RATES, "rows > 0": below(0, rows)},
        {"sampled": lemma(sampled(prover), one=privacy.c, other=privacy.d, E=RHO, d=rows)},
        {"p": Fraction(1, 4), "q": Fraction(3, 4), "rows": 2},
        RHO / 2,
    )


def two_rows(prover: Prover) -> Theorem:
    """Two rows that differ cost more than one."""
    claim = Failure(
        "sketch.two-rows-cost-more",
        "the whole sketch has the odds that section 4.1 prints, though two rows differ",
        at_most(RHO * RHO, RHO),
        {"p": Fraction(1, 4), "q": Fraction(3, 4)},
        {"p": Fraction(1, 2), "q": Fraction(1, 2)},
    )
    return prover.theorem(claim, ByPoint())


def flipping(rows: Rows, width: int, count: int) -> Reporting:
    """A report on rows of bits with the rates 1/4 and 3/4, so that a row's odds are 9."""
    low, high = QUARTERS
    return Reporting(rows, count, Unary(width, Real(low), Real(high)), Budget(1, "odds", row_odds(low, high)))


def hash_cases(sampled_rows: int, all_rows: int) -> Iterator[tuple[str, Relation]]:
    """The odds for given hashes of three items, by the laws of all reports, against the closed forms.

    A number other than 0 takes the closed form of other hashes: all items apart in every row.
    """
    closed = ((Rows.SAMPLED, sampled_row_odds, sampled_rows), (Rows.ALL, all_rows_odds, all_rows))
    whole = term(row_odds(*QUARTERS))
    for (width, count), (rows, odds, off) in every(((2, 1), (2, 2), (3, 2), (2, 3)), closed):
        said, name = flipping(rows, width, count), f"{rows.value}, w = {width}"
        items = list(every(range(width), repeat=count))
        laws = {columns: law_of(said, columns) for columns in items}
        costs = {
            pair: bounded(symmetric_odds(*map(laws.__getitem__, pair))) for pair in every(items, repeat=2)
        }
        for one, other in combinations(items, 2):
            pair = laws[one], laws[other]
            yield from tight(f"{name}, columns {one} and {other}", *pair, costs[one, other])
        for three in combinations_with_replacement(items, 3):
            table = np.array([[0, 1]] * count if off else [*zip(*three, strict=True)])
            found = max(costs[pair] for pair in combinations(three, 2))
            yield f"{name}, columns {three}", equal(found, odds(whole, table))
        yield f"{name}, {count} rows, one item", equal(odds(whole, np.zeros((count, 1), np.int64)), 1)


def for_given_hashes(prover: Prover) -> Theorem:
    """Rho to the number of rows that differ, at most over pairs of items; of a sampled row Rho, if any does."""
    claim = Ground(
        "sketch.given-hashes",
        "for three items with given hashes the tight odds of all rows are Rho^Delta, Delta the largest number of rows in "
        "which two of them differ, and those of a sampled row are Rho, or 1 where all items collide everywhere; a single item has "
        "nothing to be told from",
        "p = 1/4, q = 3/4, all hashes of three items to widths and rows 2x1, 2x2, 3x2, 2x3, all reports",
        lambda: hash_cases(0, 0),
        lambda: hash_cases(0, 1),
    )
    return prover.theorem(claim, ByRecord())


BUDGETS = {
    "cms": ((2, 2, 4), (3, 1, 9)),
    "oue": ((2, 2, 3), (3, 2, 2)),
    "optimal": ((2, 2, 4), (2, 1, 9)),
    "hcms": ((2, 2, 3), (4, 2, 5)),
    "hcms_plus": ((2, 2, 3), (4, 2, 5)),
    "count_sketch": ((2, 2, 3), (4, 2, 5)),
    "kary": ((2, 2, 3), (4, 2, 5)),
    "local_hash": ((2, 1, 3), (4, 1, 5)),
    "all_rows": ((2, 2, 16), (3, 2, 16)),
}
"""Widths, rows and odds, all of whose probabilities are fractions."""


def named_mechanisms() -> Iterator[tuple[str, Reporting, Fraction]]:
    """Small mechanisms, and the odds that they were made for; p and q are made for those of a row, once for each row."""
    for word, settings in BUDGETS.items():
        for w, count, odds in settings:
            named = f"{word}, w = {w}, d = {count}, E = {odds}"
            yield named, reporting_mechanism(word, w, count, odds=odds), Fraction(odds)
    low, high = Fraction(1, 5), Fraction(1, 2)
    for word, rows_told in (("unary", 1), ("unary_all_rows", 2)):
        said = reporting_mechanism(word, 2, 2, p=low, q=high)
        yield f"{word}, w = 2, d = 2", said, row_odds(low, high) ** rows_told


def mechanism_cases(power: int) -> Iterator[tuple[str, Relation]]:
    """The tight odds over all pairs of columns against the odds that were asked for."""
    for name, said, odds in named_mechanisms():
        laws = [law_of(said, columns) for columns in said.secrets]
        ratios = (
            sums.ratio(*both)
            for one, other in permutations(laws, 2)
            for both in ((one[seen], other[seen]) for seen in one)
        )
        yield from sums.largest(name, list(ratios), odds**power)


def mechanisms(prover: Prover) -> Theorem:
    """Every mechanism costs what it says, exactly."""
    claim = Ground(
        "sketch.mechanisms-odds",
        "the tight odds of one person's report over all pairs of items are the odds that were asked for",
        "every mechanism but per_user, widths 2 to 4, up to 2 rows, all columns, all reports",
        lambda: mechanism_cases(1),
        lambda: mechanism_cases(2),
    )
    return prover.theorem(claim, ByRecord())
