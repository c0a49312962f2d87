"""Errors that are reached with probability at most beta: bounds on failure, each solved for alpha."""

from fractions import Fraction

from ldproof.budget import Budget
from ldproof.numbers import Elementary, exp, expm1, lift, like, log, sqrt
from ldproof.reporting.coin import contrast
from ldproof.shots.accuracy import largest_alpha
from ldproof.shots.formulas import figure_of_merit, gap
from ldproof.shots.variance import largest_variance
from ldproof.tails import bernstein, chernoff_sharp, union

__all__ = [
    "alpha_bernstein",
    "alpha_clipped",
    "alpha_every_round",
    "alpha_paper",
    "condition_1",
    "failure_bernstein",
    "failure_clipped",
    "failure_every_round",
    "paper_applies",
]


def log_both_tails(beta: Elementary, T: Elementary) -> Elementary:
    """L = ln(2T / beta): both tails of T rounds share beta."""
    return log(2 * T / beta)


def alpha_paper(
    beta: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary
) -> Elementary:
    """The alpha at which (2) is beta; the source claims it under (1) only, see `paper_applies`."""
    merit = figure_of_merit(m, T, r, epsilon)
    return sqrt(3 * T * log_both_tails(beta, T) / (epsilon * N * merit))


def alpha_clipped(
    beta: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary
) -> Elementary:
    """The alpha of (2) with 2 ln 2 - 1 for its 1/3; without any condition, for Phi clipped to [0, 1]."""
    merit = (2 * log(like(beta, 2)) - 1) * figure_of_merit(m, T, r, epsilon)
    return sqrt(T * log_both_tails(beta, T) / (epsilon * N * merit))


def alpha_bernstein(
    beta: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, excess: Elementary
) -> Elementary:
    """The alpha of Bernstein's inequality, from the largest variance of a bit; without any condition."""
    third = log_both_tails(beta, T) / 3
    spread = 2 * N * log_both_tails(beta, T) * largest_variance(m, T, r, excess)
    return (third + sqrt(third**2 + spread)) / (N * gap(m, T, excess))


def alpha_every_round(beta: Elementary, N: Elementary, T: Elementary, epsilon: Elementary) -> Elementary:
    """The alpha of the Kearns-Saul inequality, for m = T; contrast = tanh(epsilon / 2T)."""
    return sqrt(T * log_both_tails(beta, T) / (epsilon * N * contrast(expm1(epsilon / T))))


def failure_clipped(
    alpha: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary
) -> Elementary:
    """At most this is the probability that the clipped Phi is off by alpha in some round."""
    return union(T, chernoff_sharp(figure_of_merit(m, T, r, epsilon) * epsilon * N / T, alpha))


def failure_bernstein(
    alpha: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, excess: Elementary
) -> Elementary:
    """At most this is the probability that Phi is off by alpha in some round; no bit is off by more than 1."""
    variance = largest_variance(m, T, r, excess)
    return union(T, bernstein(N, variance, like(alpha, 1), alpha * gap(m, T, excess)))


def failure_every_round(alpha: Elementary, N: Elementary, T: Elementary, epsilon: Elementary) -> Elementary:
    """At most this is the probability that for m = T Phi is off by alpha in some round; contrast = p - q."""
    return union(T, 2 * exp(-N * alpha**2 * contrast(expm1(epsilon / T)) * epsilon / T))


def condition_1(alpha: Fraction, m: int, T: int, r: Fraction, budget: Budget) -> bool:
    """Equation (1): whether the source states its bound (2) for this alpha."""
    return lift(largest_alpha, m, T, r, budget.report_excess()) > alpha


def paper_applies(beta: Fraction, N: int, m: int, T: int, r: Fraction, budget: Budget) -> bool:
    """Whether `alpha_paper` satisfies the condition (1) under which it is claimed."""
    alpha = lift(alpha_paper, beta, N, m, T, r, budget.epsilon())
    return alpha < lift(largest_alpha, m, T, r, budget.report_excess())
