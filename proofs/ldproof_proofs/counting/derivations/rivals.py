"""Section 5: the bounds on Harmony's and Basic One-time RAPPOR's errors, each solved for the error."""

from fractions import Fraction

from sympy import factor, solve

from ldproof.counting.bounds import borappor_alpha, harmony_lower_at, harmony_upper_at
from ldproof.counting.formulas import harmony_variance
from ldproof.numbers import Symbol, expm1, log, sqrt, term
from ldproof.rounds import contrast
from ldproof_proofs.counting.bounds.symbols import alpha, beta, epsilon
from ldproof_proofs.counting.derivations.estimates import CROWD, pick
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T, x
from ldproof_proofs.counting.rivals.refuted import for_every_stream
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import proposition
from ldproof_proofs.kernel.relations import Point, below
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.tails.logarithm import positive

L, V, W, G = map(Symbol, ("L", "V", "W", "G"))
RISK = {
    "beta": "the probability of larger errors",
    "alpha": "the error",
    "L": "ln(2T/beta)",
}
SURE = {
    "beta > 0": below(0, beta),
    "beta < 1": below(beta, 1),
    "alpha > 0": below(0, alpha),
    "L > 0": below(0, L),
}
AT: Point = {
    "x": 2,
    "N": 5,
    "T": 3,
    "beta": Fraction(1, 2),
    "alpha": 1,
    "L": 2,
    "epsilon": 1,
    "V": 2,
    "W": 3,
    "D": Fraction(1, 3),
}
D = Symbol("D")


@leads_to(borappor_alpha, "counting.orders")
def hoeffding_for_every_round(page: Page) -> None:
    """Section 1.1: Basic One-time RAPPOR by Hoeffding, solved for the error."""
    page.about(
        pick(CROWD, "N", "T") | RISK | {"D": "p - q of one report", "epsilon": "the budget"},
        {**PEOPLE, **ROUNDS, **SURE, "D > 0": below(0, D), "epsilon > 0": below(0, epsilon)},
        AT,
        tangent=axiom(Always.TANGENT, epsilon / T),
        surprise=lemma(positive(page.prover), v=2 * T / beta),
    )
    page.start(
        lambda: 2 * N * (alpha * D) ** 2 - L,
        "2 T e^(-2 N (alpha D)^2) is beta where this is 0, and L = ln(2T/beta)",
    )
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.under_root(sqrt(L / (2 * N)), "the 2 taken inside")
    page.put({"D": contrast(expm1(epsilon / T)), "L": log(2 * T / beta)}, "p - q with a T-th of the budget")
    page.ends(borappor_alpha, lambda: borappor_alpha(N, T, beta, epsilon), "coth(epsilon / 2T) times a root")


@leads_to(harmony_upper_at, "counting.cor-1")
def bernstein_for_harmony(page: Page) -> None:
    """Corollary 1 with its constants: Bernstein's bound, solved for the error."""
    page.about(
        pick(CROWD, "N", "T", "x") | RISK | {"V": "the variance of the estimate", "W": "T / (N (p - q))"},
        {**BUDGET, **PEOPLE, **ROUNDS, **SURE, "V > 0": below(0, V), "W > 0": below(0, W)},
        AT,
        surprise=lemma(positive(page.prover), v=2 * T / beta),
    )
    page.start(
        lambda: alpha**2 / (2 * V + 2 * W * alpha / 3) - L,
        "Bernstein's exponent for a sum that one bit moves by at most W; needed is L",
    )
    page.over(1 / (2 * V + 2 * W * alpha / 3), "without the denominator")
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.under_root(sqrt((W * L / 3) ** 2 + 2 * V * L), "the 9 taken inside")
    page.put({"W": T / (N * contrast(x)), "L": log(2 * T / beta)}, "how far a bit moves Harmony's estimate")
    page.ends(harmony_upper_at, lambda: harmony_upper_at(V, N, T, beta, x), "the error")


@leads_to(harmony_lower_at, "counting.thm-4", "counting.cor-4")
def lower_bound(page: Page) -> None:
    """Theorem 4's right side: the standard deviation of Harmony's estimate at mu = 1, times a root of a logarithm."""
    rare = {"beta > 0": below(0, beta), "beta < 1/(N+1)^2": below((N + 1) ** 2 * beta, 1)}
    at: Point = {"x": 2, "N": 5, "T": 3, "beta": Fraction(1, 50), "G": 2}
    surprise = 1 / ((N + 1) ** 2 * beta)
    few = proposition(page.prover, "counting.surprising", below(1, surprise), PEOPLE | rare, at)
    page.about(
        pick(CROWD, "N", "T", "x")
        | {"G": "ln(1 / ((N+1)^2 beta))", "beta": "the probability of larger errors"},
        {**BUDGET, **PEOPLE, **ROUNDS, **rare},
        at,
        few=lemma(few),
        surprise=lemma(positive(page.prover), v=surprise),
    )
    page.start(
        lambda: harmony_variance(N, T, term(1), x) * G,
        "the method of types and KL <= chi^2: an error whose square is the variance (mu = 1) times G has a probability of beta",
    )
    square = page.equals(factor, "in the odds")
    page.start(lambda: sqrt(square.substitute({"G": log(surprise)})), "the error itself")
    page.ends(harmony_lower_at, lambda: harmony_lower_at(N, T, beta, x), "the right side of Theorem 4")
    page.besides(for_every_stream(ledger()), "on no stream is the error larger as often as Theorem 4 says")
