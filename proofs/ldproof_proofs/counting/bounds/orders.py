"""Corollary 3: the order of its bound, with constants, and what is said of the two parts of an error."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.bounds import exponent_needed
from ldproof.counting.formulas import estimate_reported
from ldproof.numbers import Symbol, expm1, log, term
from ldproof.rounds import contrast
from ldproof_proofs.counting.bounds.root import AT, ROOTS, theta
from ldproof_proofs.counting.bounds.symbols import SURPRISED, L, epsilon
from ldproof_proofs.counting.parameters import k, mu, x
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

HALF = term(Fraction(1, 2))
lost, ones, tilde = map(Symbol, ("l", "X", "mu_tilde"))


def corollary_3(prover: Prover) -> Iterable[Theorem]:
    """theta* <= 2 coth(epsilon/2) sqrt(L) if L <= 1, L <= 2 l if l <= 1/2, and coth(epsilon/2) <= 1 + 2/epsilon."""
    wide = 4 / contrast(x) ** 2 * L
    yield proposition(
        prover,
        "counting.theta-order",
        at_most(theta**2, wide),
        {**SURPRISED, "L <= 1": at_most(L, 1)},
        {**AT, "L": Fraction(1, 2)},
        ROOTS,
        reason="(u + v)^2 <= 4 u^2 + 4 v^2/3",
        mutant=at_most(100 * theta**2, wide),
    )
    least = 2 * (1 + x) * L / x**2
    yield proposition(
        prover,
        "counting.theta-least",
        at_most(least, theta**2),
        SURPRISED,
        AT,
        ROOTS,
        reason="(u + v)^2 >= v^2",
        mutant=at_most(10 * least, theta**2),
    )
    rest = 1 + -lost
    left = below(0, rest)
    yield proposition(
        prover,
        "counting.surprise-order",
        at_most(exponent_needed(lost), 2 * lost),
        {"l >= 0": at_most(0, lost), "l <= 1/2": at_most(lost, HALF)},
        {"l": Fraction(1, 4)},
        {
            "left": left,
            "tangent": axiom(Always.TANGENT, -log(rest)),
            "inverse": axiom(Always.INVERSE, rest),
        },
        reason="-ln(1 - l) <= 1/(1 - l) - 1",
        mutant=at_most(exponent_needed(lost), lost),
    )
    tangent = {"tangent": axiom(Always.TANGENT, epsilon)}
    grows = below(0, expm1(epsilon))
    yield proposition(
        prover,
        "counting.contrast-order",
        at_most(1 / contrast(expm1(epsilon)), 1 + 2 / epsilon),
        {"epsilon > 0": below(0, epsilon)},
        {"epsilon": 1},
        {"excess": grows, **tangent},
        reason="e^u - 1 >= u",
        mutant=at_most(10 / contrast(expm1(epsilon)), 1 + 2 / epsilon),
    )


def parts(prover: Prover) -> Theorem:
    """The parts of an error may cancel: together they are not at most twice the error."""
    at: Point = {"X": 2, "k": 4, "x": 2, "mu": Fraction(1, 2), "mu_tilde": Fraction(1, 4)}
    found = estimate_reported(ones, k, x)
    claim = Failure(
        "counting.parts-cancel",
        "one of four reporters is active, one of them lies, and half of all people are active: mu_hat = mu; the left side "
        "adds up the parts mu_hat - mu_tilde and mu - mu_tilde",
        at_most((found - tilde) + (mu - tilde), 2 * (found - mu)),
        at,
        {**at, "X": 4},
    )
    return prover.theorem(claim, ByPoint())
