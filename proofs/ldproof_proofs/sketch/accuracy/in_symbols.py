"""The bounds on errors as functions of the risk and of the budget: each solves its inequality for all of a range."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, log, sqrt
from ldproof.sketch.error import alpha_mean, alpha_median, alpha_min
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, tie, traced
from ldproof_proofs.sketch.variance.in_symbols import D, F, N, S, W, of_rates, symmetric

RISK = between("delta", Fraction(1, 10), Fraction(1, 2))
TWO = 2
"""Rows of which one or more has to be off for their median to be."""
delta = Symbol("delta")


def gap() -> Term:
    """q - p of symmetric flips."""
    low, high = symmetric()
    return high - low


def hoeffding(count: int | Fraction, risk: Term) -> Term:
    """The x with 2 e^(-2 x^2/count) = risk."""
    return sqrt(count * log(2 / risk) / 2)


def of_mean() -> Term:
    """Noise of N bits, and N - f times a mean of d numbers: each is off by as much with probability delta/2 at most."""
    noise, collided = hoeffding(N, delta / 2) / gap(), (N - F) * hoeffding(Fraction(1, D), delta / 2)
    return Fraction(W, W - 1) * (noise + collided)


def of_minimum() -> Term:
    """Noise of d + 1 events, each report counting d-fold, and ((N-f)/(w x))^d = delta/2, x being below N - f."""
    collided = Fraction(N - F, W) / exp(log(delta / 2) / D)
    return D * hoeffding(N, delta / (D + 1)) / gap() + collided


def of_median() -> Term:
    """What the variance of a row is by Chebyshev, if it is off with probability r: by Markov two rows are with 2 r/1 = delta."""
    return traced(alpha_median, "cms", N, F, S, W, RISK, TWO, any_budget()) ** 2 * delta / TWO


def row() -> Term:
    """The variance of one of two sampled rows: the mean of both has half of it, less half of their covariance f."""
    return TWO * of_rates(symmetric(), rows=TWO) + F


def in_symbols(prover: Prover) -> Iterable[Theorem]:
    """A sampled row with symmetric flips."""
    shape = N, F, W, RISK, D, any_budget()
    yield tie(prover, alpha_mean, lambda: traced(alpha_mean, "cms", *shape), of_mean, RISK, EPSILON)
    yield tie(prover, alpha_min, lambda: traced(alpha_min, "cms", *shape), of_minimum, RISK, EPSILON)
    yield tie(prover, alpha_median, of_median, row, RISK, EPSILON)
