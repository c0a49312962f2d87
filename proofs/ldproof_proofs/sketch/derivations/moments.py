"""Sections 3.2 and 4.2: the mean and the variance of a report."""

from fractions import Fraction

from sympy import factor

from ldproof.numbers import Symbol, exp, log
from ldproof.rounds import contrast, lie, truth
from ldproof.sketch.formulas import row_likelihood
from ldproof.sketch.variance import bit_spread, sign_spread
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.relations import Point, below
from ldproof_proofs.sketch.derivations.rows import FLIPS
from ldproof_proofs.sketch.law.row import RATES, p, q
from ldproof_proofs.sketch.variance import moments

s, x = map(Symbol, ("s", "x"))
AT: Point = {
    **moments.POINT,
    "p": Fraction(1, 4),
    "q": Fraction(3, 4),
    "s": 0,
    "x": 2,
    "ones": 3,
    "V": 5,
}


@leads_to(bit_spread, "sketch.additional-variance")
def moments_of_a_bit(page: Page) -> None:
    """Section 3.1: the mean and the variance of a bit in one's own column."""
    page.about(FLIPS | {"s": "a real number"}, RATES, AT)
    page.start(
        lambda: row_likelihood((1,), 0, p, q) * exp(s) + row_likelihood((0,), 0, p, q),
        "E[e^(s z)] of the bit z in one's own column",
    )
    page.differentiate(s, "its mean is at s = 0")
    page.put({"s": 0}, "q in one's own column, and with p in its place p elsewhere", factor)
    page.start(
        lambda: log(row_likelihood((1,), 0, p, q) * exp(s) + row_likelihood((0,), 0, p, q)),
        "the logarithm, whose second derivative is the variance at s = 0",
    )
    page.differentiate(s, "once")
    page.differentiate(s, "twice", factor)
    page.put({"s": 0}, "at s = 0", factor)
    page.ends(bit_spread, lambda: bit_spread(q), "one's own column; p (1 - p) elsewhere")


@leads_to(sign_spread, "sketch.hadamard")
def moments_of_a_sign(page: Page) -> None:
    """The mean and the variance of a Hadamard sign, times the sign that one's own column has."""
    page.about({"s": "a real number", "x": "the excess odds e^epsilon - 1"}, {"x > 0": below(0, x)}, AT)
    page.start(
        lambda: truth(x) * exp(s) + lie(x) * exp(-s),
        "E[e^(s z)] of the product z, which is 1 if the sign is right and -1 if it is wrong",
    )
    page.differentiate(s, "its mean is at s = 0")
    page.put({"s": 0}, "how much oftener a sign is right than wrong: 1 / coth(epsilon / 2)", factor)
    page.start(lambda: log(truth(x) * exp(s) + lie(x) * exp(-s)), "the logarithm")
    page.differentiate(s, "once")
    page.differentiate(s, "twice: the variance is at s = 0", factor)
    page.put({"s": 0}, "at s = 0", factor)
    page.ends(sign_spread, lambda: sign_spread(contrast(x)), "1 less the mean's square, as z^2 = 1")
