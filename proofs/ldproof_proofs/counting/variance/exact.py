"""The exact variances for all N and T: of Glance given who reports and over all, of Harmony, of BORAPPOR."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.formulas import (
    coin_variance,
    conditional_glance_variance,
    every_round_variance,
    glance_variance_at,
    harmony_variance,
)
from ldproof.numbers import Symbol, Term, exp
from ldproof.rounds import lie, truth
from ldproof_proofs.counting.parameters import BUDGET, EXAMPLE, SETTING, N, T, fill, k, mu, x
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal, placed
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting import ones

AT: Point = {**EXAMPLE, "k": 2, "mu": Fraction(1, 4), "fill": Fraction(1, 3), "R": Fraction(1, 2)}
MORE = {"N >= 2": at_most(2, N)}
p, q = truth(x), lie(x)
R = Symbol("R")


def over_people(one: Term, zero: Term) -> Term:
    """A sum over N people, N mu of whom are active."""
    return N * mu * one + N * (1 - mu) * zero


def plain(prover: Prover, name: str, goal: Relation, given: Facts, why: str, reading: str = "") -> Theorem:
    """Two terms with one normal form."""
    claim = Implication(
        f"counting.{name}",
        goal,
        given,
        witness=AT,
        reading=reading,
    )
    return prover.theorem(claim, at_once(why, algebra))


def coins(prover: Prover) -> Theorem:
    """What one report's coin leaves."""
    return plain(
        prover,
        "spread",
        equal(coin_variance(x), p * q / (p - q) ** 2),
        BUDGET,
        "p q = E / (E + 1)^2 and p - q = x / (E + 1)",
    )


def by_pairs(g: Term, both: Term) -> Term:
    """The variance of the ones: each person reports with probability g, two given ones with probability `both`."""
    sum_of_rates, sum_of_squares = over_people(p, q), over_people(p**2, q**2)
    return g * sum_of_rates + both * (sum_of_rates**2 - sum_of_squares) - (g * sum_of_rates) ** 2


def glance_given(prover: Prover) -> Theorem:
    """Given that k of N people report: a person does with probability k/N, two with k (k - 1) / (N (N - 1))."""
    found = by_pairs(k / N, k * (k - 1) / (N * (N - 1))) / (k * (p - q)) ** 2
    return plain(
        prover,
        "variance-given-reporters",
        equal(conditional_glance_variance(N, mu, k, x), found),
        {**BUDGET, **MORE, "k >= 1": at_most(1, k)},
        "multiply out",
        "the ones have the mean square: a sum over people, and over pairs of people, of the probability that they report "
        "and send a one",
    )


def glance(prover: Prover) -> Iterable[Theorem]:
    """Over all k: affine in 1/k, whose mean is R, and the mean given k does not vary."""
    yield plain(
        prover,
        "variance-in-inverse-count",
        equal(glance_variance_at(N, mu, 1 / k, x), conditional_glance_variance(N, mu, k, x)),
        {**BUDGET, **MORE, "k >= 1": at_most(1, k)},
        "multiply out",
    )
    weight, one, other = map(Symbol, ("weight", "R_1", "R_2"))
    mixed = weight * glance_variance_at(N, mu, one, x) + (1 - weight) * glance_variance_at(N, mu, other, x)
    at: Point = {**AT, "weight": Fraction(1, 2), "R_1": 1, "R_2": Fraction(1, 2)}
    claim = Implication(
        "counting.variance-is-affine",
        equal(glance_variance_at(N, mu, weight * one + (1 - weight) * other, x), mixed),
        {**BUDGET, **MORE},
        witness=at,
        mutant=Mutant(equal(glance_variance_at(N, mu, weight * one + other, x), mixed), at),
    )
    yield prover.theorem(claim, at_once("both are linear in R", algebra))


def harmony(prover: Prover) -> Theorem:
    """N independent values: z with probability 1/T, else what is filled in."""

    def one_person(rate: Term) -> Term:
        mean, square = rate / T + fill * (1 - 1 / T), rate / T + fill**2 * (1 - 1 / T)
        return square - mean**2

    found = anchor(
        harmony_variance,
        lambda: harmony_variance(N, T, mu, x, fill),
        lambda: over_people(one_person(p), one_person(q)) / (N * ((p - q) / T)) ** 2,
    )
    claim = Implication(
        "counting.harmony-variance-exact",
        equal(found.value, found.definition),
        SETTING,
        witness=AT,
        anchors=(found,),
        reading="a share mu of N people is active",
    )
    return prover.theorem(claim, at_once("multiply out", algebra))


def every_round(prover: Prover) -> Iterable[Theorem]:
    """A mean of N coins; over the hyperbolic sine of half a report's epsilon, 1 / (4 N sinh(u/2)^2)."""
    V, active = Symbol("V"), Symbol("A")
    at: Point = {**EXAMPLE, "A": 1}
    yield proposition(
        prover,
        "counting.every-round-variance",
        equal(every_round_variance(N, x), V / (N * (p - q)) ** 2),
        {**SETTING, "A >= 0": at_most(0, active)},
        {**at, "V": placed(active * p * (1 - p) + (N - active) * q * (1 - q), at)},
        {"people": lemma(ones.variance(prover), V_k=V, a_k=active, n_k=N, p=p, q=q)},
        reason="1 - p = q, so that V = N p q",
        reading="V is the variance of the number of ones that N independent people send, A of whom are active",
        stands=("V", "A", "N"),
    )
    u = Symbol("u")
    half = exp(u / 2)
    at = {"u": 1, "N": 4}
    sinh = (half - 1 / half) / 2
    claim = Implication(
        "counting.every-round-sinh",
        equal(every_round_variance(N, exp(u) - 1), 1 / (4 * N * sinh**2)),
        {"u > 0": below(0, u), "N >= 1": at_most(1, N)},
        {"positive": axiom(Always.POSITIVE, u / 2), "tangent": axiom(Always.TANGENT, u)},
        at,
        Mutant(equal(every_round_variance(N, exp(u) - 1), 1 / (2 * N * sinh**2)), at),
        reading="u = epsilon/T is the share of one report",
    )
    why = "e^u - 1 = e^(u/2) (e^(u/2) - e^(-u/2))"
    yield prover.theorem(claim, at_once(why, algebra))
