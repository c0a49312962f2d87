"""Section 4.2, mended: how far off the least of several rows is, and their median."""

from sympy import solve

from ldproof.numbers import Symbol, exp, log, term
from ldproof.sketch.error import chernoff_risk, counting_risk
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import proposition
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.derivations.accuracy import AT, SURE, delta, x
from ldproof_proofs.tails.logarithm import positive

w, f, N, r, y, d = map(Symbol, ("w", "f", "N", "r", "y", "d"))
ROWS = {"d": "the number of rows", "delta": "the probability of more"}


@leads_to(counting_risk, "sketch.error", "sketch.min")
def least_row(page: Page) -> None:
    """What collisions add to the least of d rows: Markov's inequality in each, and all of them at once."""
    page.about(
        ROWS
        | {
            "N": "the number of people",
            "f": "how many of them hold the item",
            "w": "the width",
            "x": "what the others add",
            "r": "the probability that they add so much to a row",
            "y": "ln r",
        },
        {
            **SURE,
            "d >= 1": at_most(1, d),
            "f < N": below(f, N),
            "w >= 1": at_most(1, w),
            "x > 0": below(0, x),
            "r > 0": below(0, r),
        },
        AT,
    )
    page.start(
        lambda: (N - f) / (w * x) - r,
        "Markov: others add (N - f)/w on average, so x or more with (N - f)/(w x) at most",
    )
    page.root(x, lambda line: solve(line, to_sympy(x))[0], "solved", more=lemma(fewer(page)))
    page.start(
        lambda: d * y - log(delta / 2),
        "rows are independent, and the least one is off if all are: r^d is delta/2 where this is 0",
    )
    page.root(y, lambda line: solve(line, to_sympy(y))[0], "solved")
    found = page.last
    page.start(lambda: exp(found), "r itself")
    page.ends(counting_risk, lambda: counting_risk(d, term(1), delta / 2), "the d-th root of delta/2")


def fewer(page: Page) -> Theorem:
    """Somebody holds another item."""
    return proposition(page.prover, "sketch.others", below(0, N - f), {"f < N": below(f, N)}, AT)


@leads_to(chernoff_risk, "sketch.error")
def most_rows(page: Page) -> None:
    """How often a row may be off for the median of d to be off with probability delta: Chernoff's bound, solved."""
    given = {**SURE, "d >= 1": at_most(1, d)}
    surprise = {
        "log": lemma(positive(page.prover), v=1 / delta),
        "product": axiom(Always.PRODUCT, delta, 1 / delta),
        "one": axiom(Always.UNDONE, term(0)),
    }
    sure = proposition(page.prover, "sketch.certain", below(1, 1 / delta), SURE, AT)
    some = lemma(proposition(page.prover, "sketch.odds-of-risk", below(0, 1 / delta), SURE, AT))
    falls = proposition(
        page.prover,
        "sketch.log-below-0",
        below(log(delta), 0),
        SURE,
        AT,
        {"above 1": lemma(sure), "some": some, **surprise},
    )
    page.about(
        ROWS | {"r": "the probability that a row is off", "y": "(2/d) ln delta"},
        {**given, "y < 0": below(y, 0)},
        {**AT, "y": -1},
        falls=lemma(falls),
        less=axiom(Always.MONOTONE, y, y - y),
        few=axiom(Always.MONOTONE, 2 * log(delta) / d, 2 * log(delta) / d - 2 * log(delta) / d),
    )
    page.start(
        lambda: 4 * r * (1 - r) - exp(y),
        "half of d rows or more are off with (4 r (1 - r))^(d/2) at most: that is delta where this is 0",
    )
    page.root(r, lambda line: solve(line, to_sympy(r))[0], "the root below 1/2")
    page.put({"y": 2 * log(delta) / d}, "the exponent of delta^(2/d)")
    page.ends(chernoff_risk, lambda: chernoff_risk(d, delta), "r")
