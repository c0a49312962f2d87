"""Section 5: each bound solved for the error that it allows."""

from fractions import Fraction

from sympy import solve

from ldproof.numbers import Symbol, expm1, sqrt
from ldproof.rounds import contrast
from ldproof.shots.error import alpha_bernstein, alpha_every_round, alpha_paper, log_both_tails
from ldproof.shots.formulas import figure_of_merit, gap
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import proposition
from ldproof_proofs.kernel.relations import Point, below
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.shots.alphas.by_variance import LARGEST, largest
from ldproof_proofs.shots.alphas.every_round import BUDGETS, at_a_share
from ldproof_proofs.shots.alphas.settled import AT as SETTLED
from ldproof_proofs.shots.alphas.settled import SOME, logarithm
from ldproof_proofs.shots.alphas.solved import Solved, by_bernstein, by_chernoff, by_kearns_saul, ways
from ldproof_proofs.shots.derivations.estimate import CHOICES
from ldproof_proofs.shots.formulas.merit import positive_merit
from ldproof_proofs.shots.parameters import BUDGETED, SETTING, N, T, alpha, epsilon, m, r, x

beta, L, F, V, D = map(Symbol, ("beta", "L", "f", "V", "D"))
EXACTLY = "at this alpha the bound is at most beta", "and at least beta"
RISK = {
    "N": "the number of people",
    "T": "the number of rounds",
    "beta": "the probability with which some round may be off by more",
    "alpha": "the error",
}
AT: Point = {**SETTLED, "f": Fraction(1, 3), "L": 2, "D": Fraction(1, 3), "V": Fraction(1, 4), "alpha": 1}
AT_ODDS: Point = {**AT, "x": 2}


def beside(page: Page, bound: Solved) -> None:
    """The ledger's theorems that a bound is beta at its alpha."""
    for theorem, words in zip(ways(ledger(), bound), EXACTLY, strict=True):
        page.besides(theorem, words)


@leads_to(alpha_paper, "shots.alphas", "shots.thm-5")
def paper(page: Page) -> None:
    """Theorem 5, solved: the alpha at which the bound (2) is beta."""
    merit = figure_of_merit(m, T, r, epsilon)
    page.about(
        {name: CHOICES[name] for name in ("m", "T", "r")} | RISK | {"epsilon": "the budget", "f": "f(m, r)"},
        {**BUDGETED, **SOME, "f > 0": below(0, F)},
        AT,
        {"L": log_both_tails(beta, T), "x": expm1(epsilon / m)},
        **positive_merit(page.prover),
        **logarithm(page.prover),
    )
    page.start(
        lambda: F * epsilon * N / T * alpha**2 / 3 - log_both_tails(beta, T),
        "the bound (2) is 2T e^(-f epsilon N alpha^2 / 3T): it is beta where this is 0",
    )
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.put({"f": merit}, "f of m-shot reporting")
    page.ends(alpha_paper, lambda: alpha_paper(beta, N, m, T, r, epsilon), "alpha, solved for")
    beside(page, next(iter(by_chernoff(ledger()))))


@leads_to(alpha_every_round, "shots.alphas", "shots.thm-7")
def every_round(page: Page) -> None:
    """Section 5.2, sharper: for m = T the Kearns-Saul inequality, solved for alpha."""
    page.about(
        RISK | {"epsilon": "the budget", "D": "p - q"},
        {**BUDGETS, **SOME, "D > 0": below(0, D), "alpha > 0": below(0, alpha)},
        AT,
        {"L": log_both_tails(beta, T), "x": expm1(epsilon / T)},
        contrast=at_a_share(page.prover)["contrast-of-a-share"],
        excess=at_a_share(page.prover)["excess"],
        **logarithm(page.prover),
    )
    page.start(
        lambda: N * (alpha * D) ** 2 * epsilon / T / D - log_both_tails(beta, T),
        "Kearns and Saul: a bit of odds e^(epsilon/T) is off by t = (p - q) alpha with 2 e^(-N t^2 (epsilon/T) / (p - q))",
    )
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.put({"D": contrast(expm1(epsilon / T))}, "p - q where every round is reported")
    page.ends(alpha_every_round, lambda: alpha_every_round(beta, N, T, epsilon), "alpha, solved for")
    beside(page, by_kearns_saul(ledger()))


@leads_to(alpha_bernstein, "shots.alphas")
def bernstein_solved(page: Page) -> None:
    """Bernstein's inequality, solved for alpha: without condition (1)."""
    known = largest(page.prover)
    some = proposition(
        page.prover,
        "shots.largest-variance-positive",
        below(0, LARGEST),
        {**SETTING, **SOME, "alpha > 0": below(0, alpha)},
        AT_ODDS,
        known,
    )
    page.about(
        CHOICES | RISK | {"D": "p - q", "V": "the largest variance of a bit", "L": "ln(2T/beta)"},
        {
            **SETTING,
            **SOME,
            "D > 0": below(0, D),
            "V > 0": below(0, V),
            "0 < L": below(0, L),
            "alpha > 0": below(0, alpha),
        },
        AT_ODDS,
        {"V_max": LARGEST},
        **logarithm(page.prover),
        **known,
        some=lemma(some),
    )
    page.start(
        lambda: N * (alpha * D) ** 2 - (2 * V + 2 * alpha * D / 3) * L,
        "a share of ones that is off by t = (p - q) alpha costs 2 e^(-N t^2 / (2V + 2t/3)): it is beta/T where this is 0",
    )
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.under_root(sqrt((L / 3) ** 2 + 2 * N * L * V), "a third drawn under the root")
    page.put({"D": gap(m, T, x), "V": LARGEST, "L": log_both_tails(beta, T)}, "of m-shot reporting")
    page.ends(alpha_bernstein, lambda: alpha_bernstein(beta, N, m, T, r, x), "alpha, solved for")
    beside(page, by_bernstein(ledger()))
