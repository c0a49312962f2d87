"""The p-value and the threshold of a level, against the normal law's integral."""

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from math import ceil, factorial

from ldproof.chi2.formulas import p_value, quantile, rounded_quantile
from ldproof.numbers import Ball, Real, Symbol, Term, ball, enclose, lift, precision, sign, term
from ldproof_proofs.kernel.algebra import unit_integral
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, read, tie
from ldproof_proofs.law import sums

LEVELS = (Fraction(1, 2), Fraction(1, 20), Fraction(1, 100), Fraction(1, 10**6))
FIVE = Fraction(1, 20)
DIGITS = 12


def beyond(tau: Ball) -> Ball:
    """The probability that a squared standard normal number exceeds tau, by integrating the density."""
    root = tau.sqrt()
    # x = root t: the density is integrated from 0 to the root.
    inside = unit_integral(lambda t: (-((root * t) ** 2) / 2).exp() * root)
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


TAUS, SOME = between("tau", 0, 10**9), between("level", Fraction(1, 2**20), 1 - Fraction(1, 2**20))
INVERSE = between("u", 0, 4)
"""The u with erfc(u) = level, as erfc(4) is less than 2^-20."""
INVERTED: Callable[..., Real] = quantile


def squared(tail: Callable[..., Real], tau: Real) -> Term:
    """Of a p-value erfc(u), the square of u: it is the probability that a standard normal number is off by more than u sqrt(2)."""
    found = tail(tau).argument_of(Ball.erfc)
    if found is None:
        raise NotProved("the p-value is not erfc of anything")
    return read(found, [(lift(Ball.erfcinv, SOME), Symbol("u"))]) ** 2


def in_symbols(prover: Prover) -> Iterable[Theorem]:
    """For every tau of a range what is exceeded is 2 u^2; at each level's quantile, u is where erfc(u) is the level."""
    yield tie(prover, p_value, lambda: 2 * squared(p_value, TAUS), lambda: Symbol("tau"), TAUS)
    yield tie(
        prover,
        quantile,
        lambda: squared(p_value, INVERTED(SOME)),
        lambda: Symbol("u") ** 2,
        SOME,
        INVERSE,
    )


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
        tau = rounded_quantile(level, 5)
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


DIGITS_OF_PI = 50


def by_series(tau: Fraction, level: Fraction, *, above: bool) -> Iterator[tuple[str, Relation]]:
    """A squared standard normal number exceeds tau with the probability 1 - sqrt(2 tau/pi) S.

    S is the sum of (-tau/2)^k/(k! (2 k + 1)), the density's series integrated. Its terms alternate, and fall from k = tau/2
    on: the sum of an even number of them, if they fall from there on, is below S, and that of an odd number above.
    """
    pi = enclose(Ball.pi, DIGITS_OF_PI)
    count = 2 * (ceil(8 * tau) + 20) + above
    signs = (term((-1) ** k) for k in range(count))
    total = sums.total(
        each * term(tau / 2) ** k / (factorial(k) * (2 * k + 1)) for k, each in enumerate(signs)
    )
    yield "falling", below(tau / 2, count)
    yield "positive", below(0, total)
    if above:
        yield "above the level", below(2 * tau * total**2, (1 - level) ** 2 * term(Fraction(pi.lower)))
    else:
        yield "below the level", below((1 - level) ** 2 * term(Fraction(pi.upper)), 2 * tau * total**2)


def threshold_cases(less: Fraction) -> Iterator[tuple[str, Relation]]:
    """Five digits of each level's threshold: exceeded with less than the level, and less a part of it with more."""
    for level in LEVELS:
        tau = rounded_quantile(level, 5)
        for at, above in ((tau * (1 - less), False), (tau * (1 - ABOVE), True)):
            for name, relation in by_series(at, level, above=above):
                yield f"{at} at {level}, {name}", relation


def thresholds(prover: Prover) -> Theorem:
    """The reference's thresholds, by rational bounds on the normal law."""
    claim = Ground(
        "chi2.thresholds-by-series",
        "a threshold of 5 digits is exceeded by a squared standard normal number with a probability below its level, and what "
        "is 1/10000 of it less with one above, by partial sums of an alternating series",
        f"levels {', '.join(map(str, LEVELS))}",
        lambda: threshold_cases(Fraction(0)),
        lambda: threshold_cases(Fraction(1, 1000)),
        values=lambda: {"part": ABOVE},
    )
    return prover.theorem(claim, ByRecord())


USUAL = {"printed": Fraction("3.84"), "low": Fraction("3.841458"), "high": Fraction("3.841459")}
"""The source's threshold, and what the quantile lies between."""


def usual_relations(level: Fraction) -> Iterator[tuple[str, Relation]]:
    """On which side of a level each threshold's p-value is, by partial sums."""
    for tau, above in zip(USUAL.values(), (True, True, False), strict=True):
        for name, relation in by_series(tau, level, above=above):
            yield f"{tau}, {name}", relation


def usual(prover: Prover) -> Theorem:
    """3.84 is exceeded with more than 5%, as the quantile is a little larger: by rational bounds on the normal law."""
    claim = Ground(
        "chi2.usual-threshold-by-series",
        "a squared standard normal number exceeds 3.84, and 3.841458, with a probability above 1/20, and 3.841459 with one "
        "below, by partial sums of an alternating series",
        "tau in {3.84, 3.841458, 3.841459}",
        lambda: usual_relations(FIVE),
        lambda: usual_relations(Fraction(1, 10)),
        values=lambda: {**USUAL, "level": FIVE},
    )
    return prover.theorem(claim, ByRecord())
