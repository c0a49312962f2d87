"""Sections 3.2 and 4.1: what a row tells, what its ones say of a column, and which flips say most."""

from fractions import Fraction

from sympy import factor, solve

from ldproof.numbers import Symbol
from ldproof.sketch.collector import estimate_holders
from ldproof.sketch.error import estimate_row_count
from ldproof.sketch.formulas import (
    optimal_root,
    optimal_squared,
    oue_probability,
    probability_of_odds,
    row_likelihood,
    row_odds,
)
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.sketch.law.row import RATES, p, q
from ldproof_proofs.sketch.variance.optimum import spread
from ldproof_proofs.sketch.variance.symbols import ODDS, WIDE, E, N, f, w

t, ones, c = Symbol("t"), Symbol("ones"), Symbol("c")
FLIPS = {
    "p": "the probability of a 1 in a column that is not the person's own",
    "q": "that in the person's own column",
}
AT: Point = {
    "p": Fraction(1, 4),
    "q": Fraction(3, 4),
    "N": 5,
    "f": 2,
    "ones": 3,
    "w": 3,
    "E": 3,
    "t": Fraction(1, 3),
    "c": Fraction(1, 3),
}
BUDGET = {"E": "the odds e^epsilon of a row", "w": "the width"}


@leads_to(row_odds, "sketch.eps", "sketch.rr")
def odds_of_a_row(page: Page) -> None:
    """Section 4.1: e^epsilon of a row is q (1 - p) / (p (1 - q)): two bits change, its own and another one."""
    page.about(FLIPS, RATES, AT)
    page.start(
        lambda: row_likelihood((1, 0), 0, p, q) / row_likelihood((1, 0), 1, p, q),
        "the likelihoods of a row that says column 0, for whose column is 0 and for whose is 1; the rest is alike",
    )
    page.equals(factor, "both bits tell")
    page.ends(row_odds, lambda: row_odds(p, q), "the formula that the source prints of one bit")
    page.agrees(
        "section 4.1",
        at_most(q / p, page.last),
        "a single bit tells less: q / p, or (1 - p) / (1 - q)",
        search,
    )


@leads_to(estimate_row_count, "sketch.inverse", "sketch.min")
def people_in_a_column(page: Page) -> None:
    """Section 3.2: how many have a column, from its ones; those of the item are among them."""
    page.about(
        FLIPS
        | {
            "N": "the number of people",
            "f": "how many of them have the column",
            "ones": "the ones that it gets",
        },
        {**RATES, "N >= 1": at_most(1, N)},
        AT,
    )
    page.start(lambda: f * q + (N - f) * p - ones, "asked: that the expected ones be those that arrived")
    page.root(f, lambda line: solve(line, to_sympy(f))[0], "an equation of degree 1 in f, as q > p")
    page.ends(estimate_row_count, lambda: estimate_row_count(ones, N, p, q), "(y - p) / (q - p), times N")
    page.agrees(
        "section 3.2",
        equal(estimate_row_count(f * q + (N - f) * p, N, p, q), f),
        "unbiased for the column, not for the item: collisions are still in it",
    )


@leads_to(estimate_holders, "sketch.inverse", "sketch.apple", "sketch.variances")
def people_with_an_item(page: Page) -> None:
    """Section 3.2, mended: how many hold the item itself, the collisions taken out too."""
    page.about(
        FLIPS
        | {
            "N": "the number of people",
            "f": "how many of them hold the item",
            "c": "the probability that another item collides with it",
            "ones": "the ones that its column gets",
        },
        {**RATES, "N >= 1": at_most(1, N), "c >= 0": at_most(0, c), "c < 1": below(c, 1)},
        AT,
    )
    page.start(
        lambda: f * q + (N - f) * (c * q + (1 - c) * p) - ones,
        "whoever holds another item says 1 as often as a holder where it collides: asked is that the expected ones arrive",
    )
    page.root(f, lambda line: solve(line, to_sympy(f))[0], "an equation of degree 1 in f, as q > p and c < 1")
    page.ends(
        estimate_holders,
        lambda: estimate_holders(ones, N, p, q, c),
        "noise is taken out first, and collisions then",
    )
    expected = f * q + (N - f) * (c * q + (1 - c) * p)
    page.agrees("its mean", equal(estimate_holders(expected, N, p, q, c), f), "unbiased over the hashes")
    alone = estimate_row_count(expected, N, p, q)
    page.agrees("section 3.2", equal(alone, f + (N - f) * c), "its inversion counts who collides as well")


@leads_to(optimal_root, "sketch.optimal")
def best_flips(page: Page) -> None:
    """The flips of a row of width w and odds E with which an item that nobody holds is estimated best."""
    page.about(
        BUDGET | {"t": "the odds p / (1 - p); those of q are E t"},
        {**WIDE, **ODDS, "t > 0": below(0, t)},
        AT,
    )
    page.start(
        lambda: spread(t),
        "mu (1 - mu) / (q - p)^2 with mu = p + (q - p) / w: what the noise adds, per person",
    )
    page.differentiate(t, "best where this is 0", factor)
    page.over(1 / (t**2 * w * (E - 1) ** 2), "what has no root")
    page.root(
        t, lambda line: solve(line, to_sympy(t))[1], "the positive root; the line is negative before it"
    )
    page.ends(optimal_root, lambda: optimal_root(w, E), "t; w = 2 makes it 1 / sqrt(E)")


@leads_to(oue_probability, "sketch.optimal")
def flips_of_wide_rows(page: Page) -> None:
    """In wide rows the best flips are those of OUE: p = 1 / (1 + E), and q = 1/2."""
    page.about(BUDGET, {**ODDS, "w > 0": below(0, w), "w >= 2": at_most(2, w), "E > 0": below(0, E)}, AT)
    page.start(lambda: optimal_squared(w, E), "t^2 at the width w")
    page.limit(w, 2 / E**2 + 2, "t = 1/E for wide rows")
    page.start(lambda: probability_of_odds(1 / E), "the probability with these odds")
    page.ends(oue_probability, lambda: oue_probability(E), "p of OUE, where q has the odds E t = 1")
    page.agrees("q", equal(probability_of_odds(E * (1 / E)), Fraction(1, 2)), "half")
