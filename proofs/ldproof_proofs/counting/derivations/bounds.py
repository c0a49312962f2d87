"""Sections 5.1.2 and 5.2: eq. (1)'s equation and its root, Claims 1 and 2, and the divergence of condition (2)."""

from fractions import Fraction

from sympy import Expr, cancel, expand, factor, solve
from sympy import exp as exponential
from sympy import log as logarithm

from ldproof.counting.bounds import bernstein_exponent, claim_2_at, divergence_loss, exponent_needed, theta_at
from ldproof.numbers import Symbol, exp, log, sqrt
from ldproof.probability import divergence
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.counting.bounds import root
from ldproof_proofs.counting.bounds.symbols import L, alpha, beta
from ldproof_proofs.counting.derivations.estimates import CROWD, pick
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T, x
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import Point, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy

less, D, t, mu = map(Symbol, ("l", "D", "t", "mu"))
RISK = {"beta": "the probability of larger errors"}
NEED = {"L": "the exponent that is needed"}
OFF = {"alpha": "the error"}
NEEDED = {"L > 0": below(0, L), "alpha > 0": below(0, alpha)}
AT: Point = {"x": 2, "L": 1, "alpha": 1, "N": 100, "T": 2, "beta": Fraction(1, 2), "l": Fraction(1, 3)}


@leads_to(divergence_loss, "counting.claim-1", "counting.claim-2")
def share_lost(page: Page) -> None:
    """Section 5.1.2: 2 T kinds of errors share beta/2 where 1 - e^-D = l = (T/N) ln(4T/beta)."""
    page.about(
        pick(CROWD, "N", "T") | RISK | {"l": "1 - e^-D, for an exponent D per report"},
        {**PEOPLE, **ROUNDS, "beta > 0": below(0, beta)},
        AT,
    )
    page.start(
        lambda: N * less / T - log(4 * T / beta),
        "over k ~ Bin(N, 1/T), E[e^(-k D)] = (1 - l/T)^N <= e^(-N l/T); 2 T of these are beta/2 where this is 0",
    )
    page.root(less, lambda line: solve(line, to_sympy(less))[0], "solved")
    page.ends(divergence_loss, lambda: divergence_loss(N, T, beta), "as in (1)")


@leads_to(exponent_needed, "counting.claim-1", "counting.claim-2")
def needed_exponent(page: Page) -> None:
    """Section 5.1.2: the exponent per report is L = ln(1 / (1 - l)), for which N > T ln(4T/beta) is asked."""
    page.about(
        {"l": "(T/N) ln(4T/beta)", "D": "an exponent per report"},
        {"l < 1": below(less, 1)},
        {"l": Fraction(1, 3), "D": 1},
        inverse=axiom(Always.INVERSE, 1 - less),
    )
    page.start(lambda: 1 - less - exp(-D), "1 - e^-D = l")
    page.root(
        D,
        lambda line: -logarithm(solve(line.subs(exponential(-to_sympy(D)), to_sympy(t)), to_sympy(t))[0]),
        "solved, first for e^-D",
        rule=search,
    )
    page.ends(exponent_needed, lambda: exponent_needed(less), "L")


@leads_to(bernstein_exponent, "counting.claim-1", "counting.eq-1")
def coins_exponent(page: Page) -> None:
    """Claim 1: Bernstein's exponent per report, for a coin of variance p q / (p - q)^2 and size p / (p - q)."""
    page.about(pick(CROWD, "x") | OFF, {**BUDGET, "alpha > 0": below(0, alpha)}, AT)
    page.start(
        lambda: (
            alpha**2 / (2 * truth(x) * lie(x) / contrast(x) ** 2 + 2 * truth(x) / contrast(x) * alpha / 3)
        ),
        "Bernstein: alpha^2 / (2 V + 2 M alpha / 3)",
    )
    page.equals(factor, "in the odds")
    page.ends(
        bernstein_exponent,
        lambda: bernstein_exponent(alpha, x),
        "the right side of (2), over e^epsilon - 1 twice",
    )


@leads_to(theta_at, "counting.eq-1", "counting.claim-1", "counting.thm-5")
def root_of_claim_1(page: Page) -> None:
    """Equation (1): theta is a root of a quadratic equation, and the source prints it without the /2."""
    page.about(pick(CROWD, "x") | OFF | NEED, {**BUDGET, **NEEDED}, AT)
    page.start(
        lambda: bernstein_exponent(alpha, x) - L, "Bernstein's exponent is what is needed where this is 0"
    )
    page.over(
        1 / (2 * (1 + 1 / x) * (1 / x + alpha / 3)),
        "without the denominator",
        lambda line: expand(cancel(line)),
    )
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.under_root(sqrt(root.under), "9 taken inside")
    page.ends(theta_at, lambda: theta_at(L, x), "theta, the root")
    page.besides(root.twice(ledger()), "as printed it is exactly twice the root")


@leads_to(claim_2_at, "counting.claim-2")
def sampling_error(page: Page) -> None:
    """Claim 2: Hoeffding's exponent for a sample without replacement, solved."""
    page.about(OFF | NEED, NEEDED, AT)
    page.start(
        lambda: 2 * alpha**2 - L, "Hoeffding: e^(-2 k alpha^2) on either side, so that 2 alpha^2 must be L"
    )
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[1], "the positive root")
    page.under_root(sqrt(L / 2), "the 2 taken inside")
    page.ends(claim_2_at, lambda: claim_2_at(L), "the root of L/2")


def of_one_less(line: Expr) -> Expr:
    """ln(1 - t) where SymPy has ln(t - 1): they differ by a constant, and only the first is real."""
    return line.subs(logarithm(to_sympy(t) - 1), logarithm(1 - to_sympy(t)))


@leads_to(divergence, "counting.cond-2", "counting.kl")
def divergence_of_condition_2(page: Page) -> None:
    """Condition (2): D(t | mu) is 0 at t = mu, with slope 0 there, and its curvature is 1 / (t (1 - t))."""
    page.about(
        {"t": "mu + theta or mu - theta", "mu": "the share of active people"},
        {"t > 0": below(0, t), "t < 1": below(t, 1), "mu > 0": below(0, mu), "mu < 1": below(mu, 1)},
        {"t": Fraction(1, 3), "mu": Fraction(1, 2)},
    )
    page.start(lambda: 1 / (t * (1 - t)), "the inverse variance of a bit of rate t: the curvature")
    slope = page.integrate(t, "the slope, up to a constant", of_one_less)
    page.start(lambda: slope - slope.substitute({"t": mu}), "the slope, which is 0 at t = mu")
    value = page.integrate(t, "the divergence, up to a constant", of_one_less)
    page.start(lambda: value - value.substitute({"t": mu}), "the divergence, which is 0 at t = mu")
    page.ends(
        divergence,
        lambda: divergence(t, mu),
        "the logarithm of a quotient is a difference",
        odds=axiom(Always.PRODUCT, t / mu, mu),
        other=axiom(Always.PRODUCT, (1 - t) / (1 - mu), 1 - mu),
    )
