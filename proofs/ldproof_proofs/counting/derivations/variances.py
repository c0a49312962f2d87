"""Section 4.1: the exact variances of Glance's and of Harmony's estimates."""

from fractions import Fraction

from sympy import factor

from ldproof.counting.formulas import (
    coin_variance,
    conditional_glance_variance,
    every_round_variance,
    glance_variance_at,
    harmony_variance,
)
from ldproof.numbers import Symbol, Term, exp, log
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.counting.derivations.estimates import AT, CROWD, FILLED, HEARD, SOME, pick
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T, fill, k, mu, x
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.sorting import by_powers
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.relations import at_most, below

R, s, P = map(Symbol, ("R", "s", "p"))
SEVERAL = {"N >= 2": at_most(2, N)}


@leads_to(coin_variance, "counting.laws")
def variance_of_a_coin(page: Page) -> None:
    """What one report's coin leaves in an estimate: p q / (p - q)^2 = e^epsilon / (e^epsilon - 1)^2."""
    page.about(
        pick(CROWD, "x") | {"s": "a real number", "p": "the probability of a 1"},
        {**BUDGET, "p > 0": below(0, P), "p < 1": below(P, 1)},
        {"x": 2, "s": 0, "p": Fraction(1, 3)},
    )
    page.start(
        lambda: log(1 - P + P * exp(s)), "ln E[e^(s z)] of one report z, which is 1 with probability p"
    )
    page.differentiate(s, "the mean is at s = 0")
    page.differentiate(s, "the variance is at s = 0", factor)
    page.put({"s": 0}, "p (1 - p)", factor)
    page.put({"p": truth(x)}, "of an active reporter; an idle one's 1 - p is this p")
    coin = page.last
    page.start(lambda: coin / contrast(x) ** 2, "the estimate is z over p - q, less a constant")
    page.equals(factor, "in the odds")
    page.ends(coin_variance, lambda: coin_variance(x), "c")


def hypergeometric() -> Term:
    """The variance of how many of k reporters are active: k indicators, any two of which are dependent alike."""
    both = mu * (mu * N - 1) / (N - 1)
    return k * (mu - mu**2) + k * (k - 1) * (both - mu**2)


@leads_to(conditional_glance_variance, "counting.laws")
def variance_given_reporters(page: Page) -> None:
    """Glance's variance given k reporters: k coins, and a sample without replacement."""
    page.about(pick(CROWD, "N", "mu", "x") | pick(HEARD, "k"), {**BUDGET, **SOME, **SEVERAL}, AT)
    page.start(
        hypergeometric,
        "two reporters are both active with probability mu (mu N - 1)/(N - 1): the variance of a sum of k indicators",
    )
    sample = page.equals(factor, "hypergeometric")
    page.start(
        lambda: sample / k**2 + coin_variance(x) / k,
        "over k^2, and k coins of variance c over k^2: total variance",
    )
    page.ends(
        conditional_glance_variance, lambda: conditional_glance_variance(N, mu, k, x), "by what it is due to"
    )


@leads_to(glance_variance_at, "counting.laws")
def glances_variance(page: Page) -> None:
    """Glance's variance: given k the mean is mu for every k, so that only E[1/k] matters."""
    page.about(
        pick(CROWD, "N", "mu", "x") | {"R": "E[1/k] given that k >= 1"},
        {**BUDGET, **SEVERAL, "R > 0": below(0, R)},
        AT,
    )
    page.start(lambda: conditional_glance_variance(N, mu, 1 / R, x), "affine in 1/k, whose mean is R")
    page.equals(factor, "in R")
    page.ends(glance_variance_at, lambda: glance_variance_at(N, mu, R, x), "c R, and what sampling adds")


def filled(rate: Term) -> Term:
    """The variance of what is counted of a person who would say 1 at a rate."""
    return rate / T + fill**2 * (1 - 1 / T) - (rate / T + fill * (1 - 1 / T)) ** 2


@leads_to(harmony_variance, "counting.laws", "counting.boundary")
def harmonys_variance(page: Page) -> None:
    """Harmony's variance, person by person: a bit is worth 1 or 0 with probability 1/T, and `fill` otherwise."""
    page.about(CROWD | FILLED, {**BUDGET, **ROUNDS, **PEOPLE}, AT)
    page.start(
        lambda: (mu * filled(truth(x)) + (1 - mu) * filled(lie(x))) / N,
        "E[z^2] - E[z]^2 of an active and of an idle person, in a mean over N independent people",
    )
    mean = page.equals(by_powers(fill, mu), "sorted by `fill` and mu")
    page.start(
        lambda: mean / (contrast(x) / T) ** 2, "the estimate is that mean over (p - q)/T, less a constant"
    )
    page.ends(
        harmony_variance, lambda: harmony_variance(N, T, mu, x, fill), "coins, and how far s is from `fill`"
    )


@leads_to(every_round_variance, "counting.equal-borappor", "counting.boundary")
def variance_of_every_round(page: Page) -> None:
    """Basic One-time RAPPOR's variance: everybody reports, so that nothing is sampled."""
    page.about(pick(CROWD, "N", "mu", "x"), {**BUDGET, **SEVERAL}, AT)
    page.start(lambda: conditional_glance_variance(N, mu, N, x), "Glance's with k = N")
    page.equals(factor, "nothing is left to sampling")
    page.ends(every_round_variance, lambda: every_round_variance(N, x), "c / N")
