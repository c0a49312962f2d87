"""Section 4.2, mended: the deviations that the reports' noise and the collisions of a row have."""

from fractions import Fraction

from sympy import solve

from ldproof.numbers import Symbol, log, sqrt
from ldproof.sketch.error import bernstein_deviation, hoeffding_deviation
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.sketch.intervals.few import added
from ldproof_proofs.tails.logarithm import positive

x, n, delta, L, c, V = map(Symbol, ("x", "n", "delta", "L", "c", "V"))
SURE = {"delta > 0": below(0, delta), "delta < 1": below(delta, 1)}
AT: Point = {
    "x": 1, "n": 3, "delta": Fraction(1, 2), "L": 2, "c": Fraction(1, 4), "V": Fraction(1, 5), "w": 4, "f": 1, "N": 5,
    "r": Fraction(1, 3), "y": 1, "d": 3,
}  # fmt: skip


@leads_to(hoeffding_deviation, "sketch.error")
def hoeffdings_deviation(page: Page) -> None:
    """Section 4.2: how far a sum of n independent numbers from 0 to 1 is from its mean: the root of n is there."""
    page.about(
        {
            "x": "the deviation",
            "n": "how many numbers",
            "delta": "the probability of more",
            "L": "ln(2 / delta)",
        },
        {**SURE, "n >= 1": at_most(1, n), "x > 0": below(0, x), "L > 0": below(0, L)},
        AT,
        surprise=lemma(positive(page.prover), v=2 / delta),
    )
    page.start(
        lambda: 2 * x**2 / n - L, "Hoeffding: 2 e^(-2 x^2 / n) is delta where this is 0, and L = ln(2/delta)"
    )
    page.root(x, lambda line: solve(line, to_sympy(x))[1], "the positive root")
    page.under_root(sqrt(n * L / 2), "the 2 taken inside")
    page.put({"L": log(2 / delta)}, "L")
    page.ends(
        hoeffding_deviation,
        lambda: hoeffding_deviation(n, delta),
        "sqrt(N ln(2/delta) / 2): the source's error lacks the N",
    )


@leads_to(bernstein_deviation, "sketch.error", "sketch.hash")
def few_collisions(page: Page) -> None:
    """How far the share of rows in which somebody collides is from the collision probability: Bernstein's inequality, solved."""
    page.about(
        {
            "x": "the deviation",
            "n": "how many rows",
            "c": "the collision probability",
            "V": "the largest variance of a number from 0 to 1 whose mean is c",
            "delta": "the probability of more",
            "L": "ln(2 / delta)",
        },
        {
            **SURE,
            "n >= 1": at_most(1, n),
            "x > 0": below(0, x),
            "0 < L": below(0, L),
            "V > 0": below(0, V),
            "c > 0": below(0, c),
            "c < 1": below(c, 1),
        },
        AT,
        surprise=lemma(positive(page.prover), v=2 / delta),
    )
    page.start(
        lambda: n * x**2 / (2 * V + 2 * x / 3) - L,
        "Bernstein: 2 e^(-n x^2 / (2 V + 2 x / 3)) is delta where this is 0",
    )
    page.over(1 / (2 * V + 2 * x / 3), "without the denominator")
    page.root(x, lambda line: solve(line, to_sympy(x))[1], "the positive root")
    page.under_root(sqrt((L / 3) ** 2 + 2 * n * L * V), "a third drawn under the root")
    page.put(
        {"V": c * (1 - c), "L": log(2 / delta)},
        "x^2 <= x from 0 to 1, so that the variance is at most c (1 - c)",
    )
    page.ends(
        bernstein_deviation,
        lambda: bernstein_deviation(n, c, delta),
        "better than Hoeffding's where c is small",
    )
    page.besides(added(ledger()), "a mean is so far off, or farther, with probability delta at most")
