"""Appendix 3: Theorem 7, the bound (2) with a report in every round, solved for alpha."""

from sympy import solve

from ldproof.numbers import exp, expm1
from ldproof.rounds import contrast, truth
from ldproof.shots.error import alpha_paper, log_both_tails
from ldproof.shots.formulas import figure_of_merit
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.shots.accuracy import t_shot, taylor
from ldproof_proofs.shots.alphas.settled import logarithm
from ldproof_proofs.shots.derivations.alphas import RISK
from ldproof_proofs.shots.derivations.orders import AT, NO_DUMMY, ONE, SURE, TAILS, K, L, beta, u
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import N, T, alpha, epsilon


@leads_to(alpha_paper, "shots.thm-7")
def a_report_in_every_round(page: Page) -> None:
    """Theorem 7: alpha^2 = 3 K ln(2T/beta) / N for T reports, where K is at most what the source's Taylor step gives."""
    half = exp(ONE) / 2 * u
    source = (1 / u + 1 + half) * (2 / u + 1 + half)
    price = truth(expm1(u)) / contrast(expm1(u)) ** 2
    page.about(
        RISK
        | TAILS
        | {
            "epsilon": "the budget",
            "u": "epsilon / T, the budget of a report",
            "K": "what it costs, T p / (T (p - q)^2) with m = T",
        },
        {**SURE, "epsilon <= T": at_most(epsilon, T), "u > 0": below(0, u), "u <= 1": at_most(u, 1)},
        AT,
        {"f": figure_of_merit(T, T, NO_DUMMY, epsilon), "x": expm1(u), "y": expm1(epsilon / T)},
        tangent=axiom(Always.TANGENT, u),
        excess=lemma(excess(page.prover), m=T),
        e=axiom(Always.POSITIVE, ONE),
        **logarithm(page.prover),
    )
    shown = lemma(taylor.display(ledger()), x=u)
    page.start(
        lambda: -(contrast(expm1(u)) ** 2) / truth(expm1(u)),
        "-1/K, the exponent of (2) at m = T over N alpha^2 / 3: -(e^u - 1)^2 / (e^u (e^u + 1))",
    )
    page.at_most(
        -1 / source,
        "1 + u <= e^u <= 1 + u + (e/2) u^2, the proof's step with e",
        rule=search,
        display=shown,
    )
    page.besides(
        taylor.printed_taylor(ledger()), "with epsilon in the place of e, as our copy prints it, it fails"
    )
    page.start(
        lambda: N * alpha**2 / (3 * K) - L, "the bound with 1/K in its exponent is beta where this is 0"
    )
    root = page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.put({"K": source}, "the source's alpha, from (A.8)")
    page.start(lambda: root, "without the step")
    page.put({"K": price}, "K itself")
    page.agrees(
        "appendix 3", at_most(price, source), "the source's factor is no smaller", search, display=shown
    )
    page.put({"u": epsilon / T, "L": log_both_tails(beta, T)}, "a T-th of the budget")
    page.ends(alpha_paper, lambda: alpha_paper(beta, N, T, T, NO_DUMMY, epsilon), "alpha for m = T")
    page.besides(
        t_shot.theorem_7(ledger()),
        "an alpha with 3 k^2 K(k) T^2 ln(2T/beta) <= epsilon^2 N alpha^2 is enough, if epsilon <= k T",
    )
