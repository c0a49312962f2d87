"""Sections 4.2 and appendices A.3, A.4: the error from the Laplace tail, and (A.15)'s right form."""

from ldproof.chi2.error import radial_flip_probability
from ldproof.chi2.formulas import conic_left_side, ellipse_scale, margin_weight, norm_squared, statistic_ratio
from ldproof.numbers import Symbol, exp, sqrt
from ldproof_proofs.chi2.accuracy.symbols import (
    AWAY,
    MARGIN,
    NOISY,
    PEOPLE,
    THRESHOLD,
    D,
    a,
    b,
    beta,
    epsilon,
    m1,
    m2,
    tau,
)
from ldproof_proofs.chi2.derivations.ellipse import ABBREVIATIONS, AT, TABLE, TESTED
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.sorting import by_powers
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import search

shape = (m1, m2, tau)
t, h, M, k = map(Symbol, ("t", "h", "M", "k"))


@leads_to(radial_flip_probability, "chi2.thm-4.3", "chi2.error", "chi2.thm-4.4")
def laplace_tail(page: Page) -> None:
    """Appendices A.3 and A.4: noise flips a decision with half of e^(-epsilon h / D), h the distance in |T|."""
    page.about(
        {
            "epsilon": "the budget",
            "D": "the sensitivity: the noise has the scale D / epsilon",
            "t": "how much noise there is",
            "h": "how far the number is from its threshold",
            "M": "a bound on the noise, which grows",
            "k": "|T|^2 - 1",
        },
        {**NOISY, "h > 0": below(0, h), "M > 0": below(0, M), "k > 0": below(0, k)},
        {"epsilon": 1, "D": 2, "t": 1, "h": 1, "M": 3, "k": 3},
    )
    page.start(lambda: epsilon / (2 * D) * exp(-t * epsilon / D), "the Laplace density, for t > 0")
    page.integrate(t, "(A.11): an integral, up to a constant")
    tail = page.last
    page.start(
        lambda: tail.substitute({"t": M}) - tail.substitute({"t": h}),
        "the probability of noise between h and M",
    )
    page.limit(M, D / (2 * epsilon), "all noise beyond h", tangent=axiom(Always.TANGENT, M * epsilon / D))
    page.put({"h": k / (1 + sqrt(1 + k))}, "Algorithm 2: |T| is the root of 1 + k and its threshold is 1")
    page.ends(
        radial_flip_probability, lambda: radial_flip_probability(epsilon / D, k), "the rate is epsilon / D"
    )
    page.agrees(
        "h", equal(sqrt(1 + k) - 1, k / (1 + sqrt(1 + k))), "without the digits that the difference loses"
    )


@leads_to(margin_weight, "chi2.a-15", "chi2.thm-4.4")
def weighed_margin(page: Page) -> None:
    """(A.15) the right way round: a table beta above tau has |T|^2 >= 1 + w beta/tau, and w is at most 1."""
    page.about(
        TABLE | TESTED | {"beta": "how far above tau"},
        {**PEOPLE, **MARGIN, **THRESHOLD, **AWAY},
        {**AT, "beta": 1},
        ABBREVIATIONS,
    )
    page.start(
        lambda: (
            1
            - (conic_left_side(a, b, m1, m2, tau + beta) - conic_left_side(a, b, *shape))
            / ellipse_scale(*shape)
        ),
        "(A.14): f(tau + beta) = f(tau) + beta g, and |T|^2 = 1 + f(tau)/R, so that |T|^2 >= 1 - beta g / R",
    )
    page.equals(by_powers(beta), "in s = a + b and N")
    page.ends(margin_weight, lambda: 1 + beta / tau * margin_weight(a, b, m1, m2), "w = 4 s (N - s) / N^2")
    page.agrees(
        "Lemma 3.2",
        equal(
            norm_squared(a, b, *shape),
            1 + (statistic_ratio(a, b, m1, m2) / tau - 1) * margin_weight(a, b, m1, m2),
        ),
        "exactly, |T|^2 = 1 + (chi^2 / tau - 1) w",
    )
    page.source(
        "(A.15)",
        at_most(1 + beta / tau, page.last),
        "its last step is reversed",
        fails={"a": 1, "b": 0, "m1": 1, "m2": 2, "tau": 1, "beta": 2},
        holds={"a": 1, "b": 1, "m1": 2, "m2": 2, "tau": 1, "beta": 2},
    )
    page.agrees(
        "(A.15), mended",
        at_most(page.last, 1 + beta / tau),
        "4 s (N - s) <= N^2, as (2 s - N)^2 >= 0",
        search,
    )
