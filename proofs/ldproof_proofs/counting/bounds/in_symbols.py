"""The bounds as formulas of their arguments: each solves its equation for all numbers of a range at once."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from ldproof.counting import bounds
from ldproof.numbers import Symbol, Term, exp, log, sqrt
from ldproof_proofs.budget import EPSILON, any_budget, excess
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, tie, traced

PEOPLE, ROUNDS, BETA = (
    between("N", 1000, 2000),
    between("T", 2, 10),
    between("beta", Fraction(1, 100), Fraction(1, 2)),
)
SOME = PEOPLE, ROUNDS, BETA
FEW, TWO, OFTEN = 8, 2, between("beta", Fraction(1, 4), Fraction(1, 2))
"""People and rounds of a bound in which there is a root whose degree is N, and how often it may fail."""
beta = Symbol("beta")


def needed() -> Term:
    """-ln(1 - (T/N) ln(4T/beta)): what an exponent has to be."""
    T = Symbol("T")
    return -log(1 - T / Symbol("N") * log(4 * T / beta))


def needed_sharply() -> Term:
    """-ln(1 - T (1 - (beta/4T)^(1/N))), which the mean of e^(-k D) over k ~ Bin(N, 1/T) itself asks for."""
    return -log(1 - TWO * (1 - exp(-log(4 * TWO / beta) / FEW)))


def solved(prover: Prover) -> Iterable[Theorem]:
    """The exponent at a distance is the one that is needed; and the other distances are made of these."""
    spent = any_budget()
    tied: tuple[tuple[Callable[..., object], Callable[[], Term], Callable[[], Term]], ...] = (
        (
            bounds.theta,
            lambda: bounds.bernstein_exponent(traced(bounds.theta, *SOME, spent), excess()),
            needed,
        ),
        (
            bounds.theta_printed,
            lambda: traced(bounds.theta_printed, *SOME, spent),
            lambda: bounds.theta_printed_at(needed(), excess()),
        ),
        (bounds.claim_2, lambda: 2 * traced(bounds.claim_2, *SOME) ** 2, needed),
        (
            bounds.corollary_3,
            lambda: traced(bounds.corollary_3, *SOME, spent),
            lambda: bounds.theta_at(needed(), excess()) + sqrt(needed() / 2),
        ),
        (
            bounds.theorem_5,
            lambda: bounds.bernstein_exponent(traced(bounds.theorem_5, *SOME, spent) / 2, excess()),
            needed,
        ),
        (
            bounds.theorem_5_printed,
            lambda: traced(bounds.theorem_5_printed, *SOME, spent),
            lambda: 2 * bounds.theta_printed_at(needed(), excess()),
        ),
    )
    for formula, value, definition in tied:
        yield tie(prover, formula, value, definition, *SOME, EPSILON)
    yield tie(
        prover,
        bounds.theta_sharper,
        lambda: bounds.bernstein_exponent(traced(bounds.theta_sharper, FEW, TWO, OFTEN, spent), excess()),
        needed_sharply,
        OFTEN,
        EPSILON,
    )
