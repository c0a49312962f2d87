"""Appendix 2: Theorem 6, the bound (2) with one report, solved for alpha."""

from fractions import Fraction

from sympy import factor, solve

from ldproof.numbers import Symbol, expm1, term
from ldproof.shots.error import alpha_paper, log_both_tails
from ldproof.shots.formulas import figure_of_merit, gap, p
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.shots.accuracy import one_shot
from ldproof_proofs.shots.alphas.settled import SOME, logarithm
from ldproof_proofs.shots.derivations.alphas import RISK
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import N, T, alpha, epsilon, x

beta, gamma, L, K, c, u = map(Symbol, ("beta", "gamma", "L", "K", "c", "u"))
TAILS = {"L": "ln(2T/beta)"}
ONE, NO_DUMMY = term(1), term(0)
SPENT = expm1(epsilon / ONE)
"""The excess odds of one report for the whole budget."""
SURE = {
    **SOME,
    "T >= 1": at_most(1, T),
    "epsilon > 0": below(0, epsilon),
    "K > 0": below(0, K),
    "0 < L": below(0, L),
}
AT: Point = {
    "L": 2,
    "gamma": Fraction(1, 2),
    "x": 2,
    "c": 1,
    "K": 3,
    "u": Fraction(1, 2),
    "T": 3,
    "N": 9,
    "beta": Fraction(1, 2),
    "epsilon": 1,
    "alpha": 1,
}


@leads_to(alpha_paper, "shots.thm-6", "shots.appendix-2")
def one_report(page: Page) -> None:
    """Theorem 6: alpha^2 = 3 K T ln(2T/beta) / N for one report, where K falls with epsilon, and never below 1."""
    page.about(
        RISK
        | TAILS
        | {
            "epsilon": "the budget",
            "gamma": "the least budget",
            "x": "e^epsilon - 1",
            "c": "e^gamma - 1",
            "K": "what the budget costs, T p / (T (p - q))^2 with m = 1 and r = 0",
        },
        {
            **SURE,
            "gamma > 0": below(0, gamma),
            "gamma <= epsilon": at_most(gamma, epsilon),
            "x > 0": below(0, x),
            "c > 0": below(0, c),
            "c <= x": at_most(c, x),
        },
        AT,
        {"f": figure_of_merit(ONE, T, NO_DUMMY, epsilon), "x": SPENT, "c": expm1(gamma)},
        excess=lemma(excess(page.prover), m=1),
        least=axiom(Always.TANGENT, gamma),
        grows=axiom(Always.MONOTONE, gamma, epsilon),
        **logarithm(page.prover),
    )
    page.start(
        lambda: p(ONE, T, NO_DUMMY, x) / (T * gap(ONE, T, x) ** 2),
        "K: by appendix 1 the exponent of (2) is -N alpha^2 (p - q)^2 / 3p, which is -N alpha^2 / (3 T K)",
    )
    price = page.equals(factor, "1/K is the factor of (A-7), (e^epsilon - 1)^2 / (e^epsilon (e^epsilon + 1))")
    page.differentiate(x, "how it changes with the budget", factor)
    page.below(term(0), "K falls: what is enough at the budget gamma is enough at every larger one")
    least = price.substitute({"x": c})
    page.agrees("Theorem 6", at_most(price, least), "so K at gamma serves every epsilon >= gamma", search)
    page.start(lambda: price, "K again")
    page.limit(x, 3 + 2 / c, "the source's limit: large budgets do not help one report")
    page.start(lambda: N * alpha**2 / (3 * T * K) - L, "(A-7) is beta where this is 0")
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.put({"K": price}, "K as found")
    page.put(
        {"x": SPENT, "c": expm1(gamma), "L": log_both_tails(beta, T)},
        "the odds of the report are e^epsilon",
    )
    page.ends(
        alpha_paper, lambda: alpha_paper(beta, N, ONE, T, NO_DUMMY, epsilon), "alpha for m = 1 and r = 0"
    )
    page.besides(
        one_shot.theorem_6(ledger()),
        "an alpha with 3 K T ln(2T/beta) <= N alpha^2 is enough, K being that of gamma",
    )
