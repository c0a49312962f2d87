"""Section 4.1: Glance's and Harmony's estimates as what is unbiased."""

from fractions import Fraction

from sympy import cancel, solve

from ldproof.counting.formulas import estimate_filled, estimate_reported, ones_probability
from ldproof.numbers import Symbol
from ldproof.rounds import lie, truth
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, SHARE, N, T, fill, k, mu, x
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.relations import Point, at_most, equal
from ldproof_proofs.kernel.second_algebra import to_sympy

ones = Symbol("ones")
CROWD = {
    "N": "the number of people",
    "T": "the number of rounds",
    "mu": "the share of active people in the round",
    "x": "the excess odds e^epsilon - 1 of a report",
}
HEARD = {"k": "how many report in the round", "ones": "how many of them say 1"}
FILLED = {"fill": "what whoever does not report counts as: 0 in the source, 1/2 as published"}
SOME = {"k >= 1": at_most(1, k)}
AT: Point = {
    "x": 2,
    "N": 5,
    "T": 3,
    "mu": Fraction(1, 5),
    "k": 2,
    "ones": 1,
    "fill": Fraction(1, 3),
    "R": Fraction(1, 2),
}


def pick(names: dict[str, str], *some: str) -> dict[str, str]:
    """The meanings of some symbols."""
    return {name: names[name] for name in some}


@leads_to(ones_probability, "counting.laws")
def rate_of_ones(page: Page) -> None:
    """Section 4.1: a reporter says 1 with probability q + (p - q) mu."""
    page.about(pick(CROWD, "mu", "x"), {**BUDGET, **SHARE}, AT)
    page.start(
        lambda: mu * truth(x) + (1 - mu) * lie(x),
        "who reports is equally likely anybody: active with probability mu",
    )
    page.equals(cancel, "added up")
    page.ends(ones_probability, lambda: ones_probability(mu, x), "q = 1 / (e^epsilon + 1)")


@leads_to(estimate_reported, "counting.unbiased")
def unbiased_estimate(page: Page) -> None:
    """Glance's estimate, given that somebody reports, is the affine one that is unbiased."""
    page.about(pick(CROWD, "mu", "x") | HEARD, {**BUDGET, **SOME}, AT)
    page.start(
        lambda: k * ones_probability(mu, x) - ones,
        "asked of it: that k reports have as many ones as arrived, on average",
    )
    page.root(mu, lambda line: solve(line, to_sympy(mu))[0], "an equation of degree 1 in mu, as p > q")
    page.ends(
        estimate_reported, lambda: estimate_reported(ones, k, x), "affine in the ones, and mu at their mean"
    )
    page.agrees(
        "E[mu_hat | k]",
        equal(estimate_reported(k * ones_probability(mu, x), k, x), mu),
        "unbiased for every k >= 1; k = 0 is 0/0",
    )


@leads_to(estimate_filled, "counting.equal-harmony", "counting.unbiased")
def harmonys_estimate(page: Page) -> None:
    """Harmony's estimate, where whoever does not report counts as a fixed number."""
    page.about(CROWD | HEARD | FILLED, {**BUDGET, **SOME, **ROUNDS, **PEOPLE}, AT)
    page.start(
        lambda: ones_probability(mu, x) / T + fill * (1 - 1 / T) - (ones + fill * (N - k)) / N,
        "one in T reports; asked: that the mean of what is counted be what it is on average",
    )
    page.root(mu, lambda line: solve(line, to_sympy(mu))[0], "an equation of degree 1 in mu")
    page.ends(
        estimate_filled, lambda: estimate_filled(ones, k, N, T, fill, x), "unbiased without any condition"
    )
