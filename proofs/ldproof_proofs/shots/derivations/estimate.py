"""Section 4.1: p and q from Algorithm 1's law, the estimate Phi as the only affine one that is unbiased, its variance."""

from collections.abc import Callable
from fractions import Fraction

from sympy import cancel, factor, solve

from ldproof.numbers import Symbol, Term, exp, log
from ldproof.shots.formulas import estimate, gap, p, q, variance
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Known, lemma
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.shots.formulas.rates import A, B, marginal
from ldproof_proofs.shots.parameters import EXAMPLE, SETTING, N, T, m, phi, r, x

CHOICES = {
    "m": "the number of rounds in which a person reports",
    "T": "the number of rounds",
    "r": "the probability that a dummy is 1",
    "x": "the excess odds e^(epsilon/m) - 1 of one report",
}
WEIGHTS = {
    "A": "the number of choices of m rounds among the T - 1 others",
    "B": "the number of choices of m - 1 rounds among the T - 1 others",
}
STREAM = {**CHOICES, "N": "the number of people", "phi": "the share of people in state 1"}
ones, s = Symbol("ones"), Symbol("s")
P, Q = Symbol("p"), Symbol("q")
CROWD: Point = {**EXAMPLE, "r": Fraction(1, 7), "N": 4, "phi": Fraction(1, 2), "ones": 2, "s": 0}
"""An example for a round of four people."""


def rate(page: Page, formula: Callable[[Term, Term, Term, Term], Term], state: int) -> None:
    """Pr[y_t = 1] of a person in a state: the choices of rounds with t among them and without it."""
    page.about(
        CHOICES | WEIGHTS,
        {**SETTING, "A >= 0": at_most(0, A), "B > 0": below(0, B), "choices": equal(m * A, (T - m) * B)},
        {**EXAMPLE, "A": 2, "B": 1, "r": Fraction(1, 7)},
    )
    page.start(
        lambda: marginal(state),
        "the law's own step: of all choices of m rounds, A leave round t to the dummy and B report in it",
    )
    page.equals(
        lambda line: cancel(line.subs(to_sympy(A), solve(to_sympy(m * A - (T - m) * B), to_sympy(A))[0])),
        "m A = (T - m) B, as C(T-1, m) = C(T-1, m-1) (T-m)/m: a share m/T of all choices has t in it",
        rule=search,
    )
    page.ends(formula, lambda: formula(m, T, r, x), "sorted by who sends it: the coin or the dummy")


@leads_to(p, "shots.thm-3")
def active_rate(page: Page) -> None:
    """Section 4.1: the probability p that a person in state 1 sends a 1."""
    rate(page, p, 1)


@leads_to(q, "shots.thm-3")
def idle_rate(page: Page) -> None:
    """Section 4.1: the probability q that a person in state 0 sends a 1."""
    rate(page, q, 0)


@leads_to(gap, "shots.thm-3")
def difference(page: Page) -> None:
    """Section 4.1: p - q, which the dummies do not touch."""
    page.about(CHOICES, SETTING, {**EXAMPLE, "r": Fraction(1, 7)})
    page.start(lambda: p(m, T, r, x) - q(m, T, r, x), "the two probabilities above")
    page.equals(factor, "the dummy says the same in both states")
    page.ends(gap, lambda: gap(m, T, x), "m/T of what the coin tells the states apart by")


def cumulants() -> Term:
    """K(s) = ln E[e^(s ones)]: N independent people, a share phi of whom sends a 1 with p, the others with q."""
    return N * phi * log(1 - P + P * exp(s)) + N * (1 - phi) * log(1 - Q + Q * exp(s))


RATES = {"p": "Pr[y = 1] in state 1", "q": "Pr[y = 1] in state 0"}
BITS = {"q > 0": below(0, Q), "q < p": below(Q, P), "p < 1": below(P, 1)}
PEOPLE = {"N >= 1": at_most(1, N), "phi >= 0": at_most(0, phi), "phi <= 1": at_most(phi, 1)}
CODED = {"p": p(m, T, r, x), "q": q(m, T, r, x)}
"""The two probabilities as the reference gives them."""
COUNTED: Point = {**CROWD, "p": Fraction(3, 4), "q": Fraction(1, 4)}


def in_range(prover: Prover) -> dict[str, Known]:
    """The reference's p and q are probabilities strictly between 0 and 1, and p is the larger one."""
    return {
        f"its {name}": lemma(
            proposition(prover, f"shots.rates: {name}", fact.substitute(CODED), SETTING, COUNTED)
        )
        for name, fact in BITS.items()
    }


def about_a_round(page: Page, people: Facts, arrived: dict[str, str]) -> None:
    """A round of N people, of whom this much is given, and what arrives in it."""
    page.about(
        STREAM | RATES | {"s": "a real number"} | arrived,
        {**SETTING, **BITS, **people},
        COUNTED,
        CODED,
    )


@leads_to(estimate, "shots.thm-3")
def unbiased_estimate(page: Page) -> None:
    """Theorem 3: Phi is the affine function of the ones that is unbiased."""
    about_a_round(page, {"N >= 1": PEOPLE["N >= 1"]}, {"ones": "how many ones arrive"})
    page.start(cumulants, "ln E[e^(s ones)]: the people are independent, N phi of them in state 1")
    page.differentiate(s, "the first cumulant is at s = 0")
    mean = page.put({"s": 0}, "the expected number of ones", factor)
    page.start(lambda: mean - ones, "asked of an estimate: that the expected ones be those that arrived")
    page.root(phi, lambda line: solve(line, to_sympy(phi))[0], "an equation of degree 1 in phi, as p > q")
    page.put(CODED, "p and q of m-shot reporting", known=in_range(page.prover))
    page.ends(
        estimate, lambda: estimate(ones, N, m, T, r, x), "in the ones it is affine, and phi at their mean"
    )
    page.agrees("Theorem 3", equal(estimate(mean.substitute(CODED), N, m, T, r, x), phi), "E[Phi] = phi")


@leads_to(variance, "shots.r-star", "shots.m-exact")
def variance_of_estimate(page: Page) -> None:
    """The variance of Phi, which the source leaves to Chernoff's bound."""
    about_a_round(page, PEOPLE, {})
    page.start(lambda: log(1 - P + P * exp(s)), "ln E[e^(s y)] of one bit y that is 1 with probability p")
    page.differentiate(s, "the mean is at s = 0")
    page.differentiate(s, "the variance is at s = 0", factor)
    active = page.put({"s": 0}, "the variance of the bit of a person in state 1", factor)
    idle = active.substitute({"p": Q})
    page.start(
        lambda: N * (phi * active + (1 - phi) * idle) / (N * (P - Q)) ** 2,
        "people are independent, so that variances add up; and Phi is the ones over N (p - q), less a constant",
    )
    page.put(CODED, "p and q of m-shot reporting", known=in_range(page.prover))
    page.ends(
        variance, lambda: variance(N, m, T, r, phi, x), "1 - p and 1 - q are q and p with dummies flipped"
    )
