"""The p-value and the threshold of a level, against the normal law's integral."""

import ast
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction

from ldproof.chi2.significance import p_value, quantile, threshold
from ldproof.numbers import Ball, Real, ball, enclose, lift, precision, sign, sqrt
from ldproof.numbers.circle import integral
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.uniform import text

LEVELS = (Fraction(1, 2), Fraction(1, 20), Fraction(1, 100), Fraction(1, 10**6))
FIVE = Fraction(1, 20)
DIGITS = 12


def beyond(tau: Ball) -> Ball:
    """The probability that a squared standard normal number exceeds tau, by integrating the density."""
    root = tau.sqrt()
    # x = root t: the density is integrated from 0 to the root.
    inside = integral(lambda t: (-((root * t) ** 2) / 2).exp() * root)
    return 1 - 2 * inside / (2 * Ball.pi()).sqrt()


def exceeds(tau: Fraction, level: Fraction) -> bool:
    """Whether a squared standard normal number exceeds tau with a probability above the level."""
    return sign(lambda: beyond(ball(tau)) - ball(level)) > 0


def by_bisection(level: Fraction) -> Decimal:
    """The largest decimal of so many places that is exceeded with more than this probability."""
    low, high = 0, 100 * 10**DIGITS
    while high - low > 1:
        middle = (low + high) // 2
        if exceeds(Fraction(middle, 10**DIGITS), level):
            low = middle
        else:
            high = middle
    return Decimal(low).scaleb(-DIGITS)


def quantile_places(level: Fraction) -> Decimal:
    """The quantile, cut to so many places."""
    return enclose(quantile(level), 40).lower.quantize(Decimal(1).scaleb(-DIGITS), "ROUND_FLOOR")


P_VALUE, QUANTILE = (
    "lift(Ball.erfc, sqrt(Real(tau / 2)), exactly=False)",
    "2 * lift(Ball.erfcinv, level, exactly=False) ** 2",
)
"""What the two functions return, by their text."""
NAMES: Mapping[str, object] = {"lift": lift, "Ball": Ball, "sqrt": sqrt, "Real": Real}


def returned(function: Callable[..., object]) -> str:
    """What a function returns, by the text that is what runs, if every name in it is what it is taken for."""
    scope = getattr(function, "__globals__", {})
    match text(function):
        case [ast.FunctionDef(), *_, ast.Return(ast.expr() as value)] if all(
            scope.get(name) is known for name, known in NAMES.items()
        ):
            return ast.unparse(value)
        case _:
            return ""


def text_cases(says: str, tail: Callable[[Fraction], Real] = p_value) -> Iterator[tuple[str, bool]]:
    """Both texts: p_value's body is nothing else, and quantile's but that its argument is looked at."""
    yield "p_value", returned(tail) == says and len(text(tail)) == len(("head", "return"))
    yield (
        "quantile",
        returned(quantile) == QUANTILE and len(text(quantile)) == len(("head", "accept", "return")),
    )


def by_text(prover: Prover) -> Theorem:
    """For every tau: a value that is another one at some tau, though not at those that are looked at, has another text."""
    claim = Finite(
        "chi2.p-value-by-text",
        "p_value(tau) is erfc(sqrt(tau/2)) and quantile(level) is 2 erfcinv(level)^2, for every tau and level: erfc(u) is the "
        "probability that a standard normal number is off by more than u sqrt(2)",
        "both texts, which are what runs: all there is",
        lambda: text_cases(P_VALUE),
        lambda: text_cases(P_VALUE.replace("2", "3")),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())


ABOVE = Fraction(1, 10**4)
"""Five digits of a number of at least 1/10 are no more than this part of it off."""


def level_cases(shift: Fraction) -> Iterator[tuple[str, bool]]:
    """p-values and quantiles by the integral; thresholds are rounded up."""
    for tau in (Fraction(1, 10), Fraction(1), Fraction(96, 25), Fraction(30)):
        with precision(160):
            off = p_value(tau + shift)() - beyond(ball(tau))
            yield f"p-value at {tau}", bool(off.contains(0)) and bool(off.rad() < 1e-30)
    for level in LEVELS:
        with precision(160):
            off = beyond(quantile(level)()) - ball(level + shift)
            yield f"quantile at {level}", bool(off.contains(0)) and bool(off.rad() < 1e-30)
        tau = threshold(level, 5)
        yield f"threshold at {level}", not exceeds(tau, level) and exceeds(tau * (1 - ABOVE), level)


def levels(prover: Prover) -> Theorem:
    """The p-value, and its inverse."""
    claim = Finite(
        "chi2.p-value-by-integral",
        "the p-value of tau is the probability that a squared standard normal number exceeds it, the quantile is where that "
        "is the level (both to 10^-30), and a threshold of 5 digits is not below the quantile, and less than 1/10000 of itself above it",
        f"tau in 1/10, 1, 96/25, 30 and levels {', '.join(map(str, LEVELS))}",
        lambda: level_cases(Fraction(0)),
        lambda: level_cases(Fraction(1, 10**9)),
        anchors=(
            anchor(
                p_value,
                lambda: enclose(p_value(Fraction(4)), DIGITS),
                lambda: enclose(lambda: beyond(ball(4)), DIGITS),
            ),
            anchor(quantile, lambda: quantile_places(FIVE), lambda: by_bisection(FIVE)),
        ),
        values=lambda: {"above": ABOVE},
    )
    return prover.theorem(claim, ByEnumeration())


USUAL = {"printed": Fraction("3.84"), "low": Fraction("3.841458"), "high": Fraction("3.841459")}
"""The source's threshold, and what the quantile lies between."""


def usual_cases(level: Fraction) -> Iterator[tuple[str, bool]]:
    """Where the p-value of a threshold is below a level, and where it is above."""
    for tau, above in zip(USUAL.values(), (True, True, False), strict=True):
        yield f"p of {tau}", exceeds(tau, level) is above


def usual(prover: Prover) -> Theorem:
    """3.84 is exceeded with more than 5%: the quantile is a little larger."""
    claim = Finite(
        "chi2.usual-threshold",
        "a squared standard normal number exceeds 3.84, and 3.841458, with a probability above 1/20, and 3.841459 with one "
        "below",
        "the three thresholds: all there is",
        lambda: usual_cases(FIVE),
        lambda: usual_cases(Fraction(1, 10)),
        proved=True,
        values=lambda: {**USUAL, "level": FIVE},
    )
    return prover.theorem(claim, ByEnumeration())
