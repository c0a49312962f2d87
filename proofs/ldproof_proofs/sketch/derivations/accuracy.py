"""Section 4.2, mended: the deviation that Hoeffding's bound allows, with the root of N that the source lacks."""

from fractions import Fraction

from sympy import solve

from ldproof.numbers import Symbol, log, sqrt
from ldproof.sketch.intervals import deviation
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.tails.logarithm import positive

x, n, delta, L = map(Symbol, ("x", "n", "delta", "L"))
SURE = {"delta > 0": below(0, delta), "delta < 1": below(delta, 1)}
AT: Point = {"x": 1, "n": 3, "delta": Fraction(1, 2), "L": 2}


@leads_to(deviation, "sketch.error")
def hoeffdings_deviation(page: Page) -> None:
    """Section 4.2: how far a sum of n independent numbers from 0 to 1 is from its mean: the root of n is there."""
    page.about(
        {
            "x": "the deviation, above 0",
            "n": "how many numbers, at least 1",
            "delta": "the probability of more, below 1",
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
        deviation, lambda: deviation(n, delta), "sqrt(N ln(2/delta) / 2): the source's error lacks the N"
    )
