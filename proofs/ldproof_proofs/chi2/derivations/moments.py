"""Equation (1) and section 2.2: what the statistic is in moments of the table, and what Laplace's noise adds to it."""

from fractions import Fraction

from sympy import factor

from ldproof.chi2.formulas import four_cells, statistic_ratio
from ldproof.numbers import Symbol, Term, exp, term
from ldproof_proofs.chi2.accuracy.symbols import MARGIN, NOISY, PEOPLE, D, N, a, b, epsilon, m1, m2, s
from ldproof_proofs.chi2.derivations.ellipse import ABBREVIATIONS, TABLE
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import Point, below

t, u, w, M = map(Symbol, ("t", "u", "w", "M"))
RATE = epsilon / D
AT: Point = {
    "a": 3, "b": 1, "m1": 4, "m2": 6, "epsilon": 1, "D": 2, "t": 1, "u": Fraction(1, 4), "w": 1, "M": 3,
}  # fmt: skip


def among_cases() -> Term:
    """The variance of how many of the s people with the variant are cases: any two of them are dependent alike."""
    one, both = m1 / N, m1 * (m1 - 1) / (N * (N - 1))
    return s * (one - one**2) + s * (s - 1) * (both - one**2)


@leads_to(statistic_ratio, "chi2.eq-1")
def standardized(page: Page) -> None:
    """Equation (1): the statistic is the square of how far a is from its mean, over its variance, times N / (N - 1)."""
    page.about(TABLE, {**PEOPLE, **MARGIN, "N > 1": below(1, N)}, AT, ABBREVIATIONS)
    page.start(
        among_cases,
        "with no association any s = a + b people have the variant: one is a case with m1/N, two are with m1 (m1 - 1)/(N (N - 1))",
    )
    page.equals(factor, "the variance of a, both margins given")
    variance = page.equals(s * (N - s) * m1 * m2 / (N**2 * (N - 1)), "hypergeometric")
    page.start(
        lambda: (a - s * m1 / N) ** 2 / variance * (N / (N - 1)),
        "the mean of a is s m1/N; so the mean of all this is N/(N - 1), a little above 1",
    )
    page.ends(statistic_ratio, lambda: statistic_ratio(a, b, m1, m2), "a N - s m1 = a m2 - b m1")


@leads_to(statistic_ratio, "chi2.thm-2.2", "chi2.thm-2.1")
def with_noise(page: Page) -> None:
    """Algorithm 1: the statistic with noise is unbiased, and its variance is that of the noise, 2 (D / epsilon)^2."""
    page.about(
        TABLE
        | {
            "epsilon": "the budget",
            "D": "the sensitivity: the noise Y has the scale D / epsilon",
            "t": "how much noise there is",
            "u": "a number nearer to 0 than the rate epsilon / D",
            "w": "1 over the rate less u",
            "M": "a bound on the noise, which grows",
        },
        {
            **PEOPLE,
            **MARGIN,
            **NOISY,
            "u D < epsilon": below(0, epsilon - D * u),
            "-u D < epsilon": below(0, epsilon + D * u),
            "w > 0": below(0, w),
            "M > 0": below(0, M),
        },
        AT,
        ABBREVIATIONS,
    )
    page.start(
        lambda: exp(-t / w), "e^(u t) times the Laplace density for t > 0, without its factor epsilon / (2 D)"
    )
    page.integrate(t, "an integral, up to a constant")
    tail = page.last
    page.start(lambda: tail.substitute({"t": M}) - tail.substitute({"t": term(0)}), "from 0 to M")
    page.limit(M, w**2, "what all noise above 0 adds", tangent=axiom(Always.TANGENT, M / w))
    side = page.last
    page.start(
        lambda: RATE / 2 * (side.substitute({"w": 1 / (RATE - u)}) + side.substitute({"w": 1 / (RATE + u)})),
        "E[e^(u Y)]: the density is even, so that below 0 it is the same with -u",
    )
    page.equals(epsilon**2 / ((epsilon - D * u) * (epsilon + D * u)), "over one denominator")
    slope = page.differentiate(u, "the mean is at u = 0", factor)
    mean = page.put({"u": 0}, "the mean of the noise", factor)
    page.start(lambda: slope, "the slope again")
    page.differentiate(u, "the mean being 0, the variance is at u = 0", factor)
    page.put({"u": 0}, "the variance, of which section 1.1 speaks", factor)
    page.start(
        lambda: four_cells(a, b, m1 - a, m2 - b) + mean,
        "(1), and the mean of the noise: what Algorithm 1 compares with tau, on average",
    )
    page.ends(
        statistic_ratio,
        lambda: statistic_ratio(a, b, m1, m2),
        "unbiased; how often the comparison goes wrong is asked of the tail",
    )
