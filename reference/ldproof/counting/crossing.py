"""Where Theorem 5's upper bound for Glance falls below Theorem 4's lower bound for Harmony, section 5.2.3."""

from fractions import Fraction

from flint import arb

from ldproof.counting.bounds import needed
from ldproof.counting.roots import root
from ldproof.law import INFINITE, Infinite
from ldproof.numbers import Certified, ball, log, sign, sqrt
from ldproof.rejections import Reason, Refused


def crossing(N: int, T: int, beta: Fraction) -> Certified | Infinite:
    """The epsilon from which on `theorem_5` is below `harmony_lower`; infinite if it never is."""
    return overtaken(N, T, beta, 2)


def crossing_printed(N: int, T: int, beta: Fraction) -> Certified | Infinite:
    """The same with theta as printed, which is twice as large."""
    return overtaken(N, T, beta, 4)


def overtaken(N: int, T: int, beta: Fraction, thetas: int) -> Certified | Infinite:
    """The same for so many of the true theta, which is the root of phi(theta) = L.

    Both sides are multiplied by (a-1)/a and squared; with w = 1/a, their difference is concave in w on (0, 1), and
    above 0 at w = 1, where 8L > 8 (T/N) ln(1/((N+1)^2 beta)). So it has one root if it is below 0 at 0, else none.
    """
    if (N + 1) ** 2 * beta >= 1:
        raise Refused(Reason.OUT_OF_RANGE, f"beta = {beta} is out of range", "beta < (N+1)^-2")
    L = needed(N, T, beta)

    def gain() -> arb:
        return -log(ball((N + 1) ** 2 * beta)) / N

    def gap(w: arb) -> arb:
        bound = thetas * (L() / 3 + sqrt(L() ** 2 / 9 + 2 * L() * w))
        return bound**2 - gain() * (T * (1 + w) - 1)

    def slope(w: arb) -> arb:
        middle = sqrt(L() ** 2 / 9 + 2 * L() * w)
        return 2 * thetas**2 * L() * (1 + L() / 3 / middle) - gain() * T

    if sign(lambda: gap(arb(0))) >= 0:
        return INFINITE
    share = root(gap, slope)
    return lambda: -log(share())
