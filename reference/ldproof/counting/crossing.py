"""Where Theorem 5's upper bound for Glance falls below Theorem 4's lower bound for Harmony, section 5.2.3."""

from fractions import Fraction
from functools import partial

from ldproof.counting.bounds import needed
from ldproof.law import INFINITE, Infinite
from ldproof.numbers import Elementary, Real, lift, log, sqrt
from ldproof.numbers.isolation import root
from ldproof.rejections import Reason, Refused


def crossing(N: int, T: int, beta: Fraction) -> Real | Infinite:
    """The epsilon from which on `theorem_5` is below `harmony_lower`; infinite if it never is."""
    return overtaken(N, T, beta, 2)


def crossing_printed(N: int, T: int, beta: Fraction) -> Real | Infinite:
    """The epsilon from which on Theorem 5 with theta as printed, twice the true one, is below `harmony_lower`."""
    return overtaken(N, T, beta, 4)


def overtaken(N: int, T: int, beta: Fraction, thetas: int) -> Real | Infinite:
    """The epsilon from which on so many of the true theta, the root of phi(theta) = L, are below `harmony_lower`.

    Both sides are multiplied by (a-1)/a and squared; with w = 1/a, their difference is concave in w on (0, 1), and
    above 0 at w = 1, where 8L > 8 (T/N) ln(1/((N+1)^2 beta)). So it has one root if it is below 0 at 0, else none.
    """
    if (N + 1) ** 2 * beta >= 1:
        raise Refused(Reason.OUT_OF_RANGE, f"beta = {beta} is out of range", "beta < (N+1)^-2")
    L = needed(N, T, beta)

    gain = -log(Real((N + 1) ** 2 * beta)) / N
    if lift(partial(gap, thetas, T), 0, L, gain, exactly=False) >= 0:
        return INFINITE
    return -log(root(partial(gap, thetas, T), partial(slope, thetas, T), L, gain))


def gap(thetas: int, T: int, w: Elementary, L: Elementary, gain: Elementary) -> Elementary:
    """The difference."""
    bound = thetas * (L / 3 + sqrt(L**2 / 9 + 2 * L * w))
    return bound**2 - gain * (T * (1 + w) - 1)


def slope(thetas: int, T: int, w: Elementary, L: Elementary, gain: Elementary) -> Elementary:
    """Its derivative by w."""
    middle = sqrt(L**2 / 9 + 2 * L * w)
    return 2 * thetas**2 * L * (1 + L / 3 / middle) - gain * T
