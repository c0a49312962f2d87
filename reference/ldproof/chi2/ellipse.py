"""The ellipse (7) and the affine map T that makes it a unit circle: to be looked at, as nothing else needs it."""

from fractions import Fraction

from ldproof.numbers import Elementary, Exact, Number, Real, real, sqrt
from ldproof.rejections import Reason, Refused

Point = tuple[Real, Real]


def a_coefficient(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """A of (7)."""
    return m2**2 * (m1 + m2) + tau * m1 * m2


def b_coefficient(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """B of (7)."""
    return m1**2 * (m1 + m2) + tau * m1 * m2


def c_coefficient(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """C of (7)."""
    return m1 * m2 * (tau - (m1 + m2))


def d_coefficient(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """D of (7)."""
    return -tau * m1 * m2 * (m1 + m2)


def conic(a: Exact, b: Exact, m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """The left side of (7) as it is printed."""
    A, B = a_coefficient(m1, m2, tau), b_coefficient(m1, m2, tau)
    C, D = c_coefficient(m1, m2, tau), d_coefficient(m1, m2, tau)
    return A * a**2 + B * b**2 + 2 * C * a * b + D * (a + b)


def scale(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """R of (11), as (A.9) simplifies it."""
    return tau * m1 * m2 * (m1 + m2) ** 2 / 4


def eigenvalues(m1: Elementary, m2: Elementary, tau: Elementary) -> tuple[Elementary, Elementary]:
    """The larger and the smaller eigenvalue of the matrix with rows (A, C) and (C, B)."""
    A, B = a_coefficient(m1, m2, tau), b_coefficient(m1, m2, tau)
    C = c_coefficient(m1, m2, tau)
    root = sqrt(((m1 + m2) * (m2**2 - m1**2)) ** 2 + 4 * C**2)  # A - B, without the tau that cancels
    return (A + B + root) / 2, (A + B - root) / 2


def image(a: Number, b: Number, m1: int, m2: int, tau: Fraction) -> Point:
    """T(a, b), mended: the ellipse's centre (m1/2, m2/2) goes to 0, its axes to the unit circle's.

    The printed eigenvector (C, first - A) vanishes at tau = N where m2 >= m1; then the other axis is taken.
    """
    one, two, threshold = real(m1), real(m2), real(tau)
    first, second = eigenvalues(one, two, threshold)
    A, B = a_coefficient(one, two, threshold), b_coefficient(one, two, threshold)
    C = c_coefficient(one, two, threshold)
    if tau == m1 + m2:
        across, up = (real(1), real(0)) if m2 >= m1 else (real(0), real(1))
    elif m2 >= m1:
        across, up = first - B, C
    else:
        across, up = C, first - A
    length = sqrt(across**2 + up**2)
    x, y = a - one / 2, b - two / 2
    R = scale(one, two, threshold)
    return (
        sqrt(first / R) * (across * x + up * y) / length,
        sqrt(second / R) * (across * y - up * x) / length,
    )


def printed_image(a: Number, b: Number, m1: int, m2: int, tau: Fraction) -> Point:
    """T(a, b) as (10) prints it: the shift is outside the bracket that is scaled."""
    if tau == m1 + m2 and m2 >= m1:
        raise Refused(Reason.DIVISION_BY_ZERO, "(10) divides by 0 where tau = N and m2 >= m1", "`image`")
    one, two, threshold = real(m1), real(m2), real(tau)
    first, second = eigenvalues(one, two, threshold)
    A, B = a_coefficient(one, two, threshold), b_coefficient(one, two, threshold)
    C, D = c_coefficient(one, two, threshold), d_coefficient(one, two, threshold)
    R = scale(one, two, threshold)
    length = sqrt(C**2 + (first - A) ** 2)
    return (
        sqrt(first / R) * (C * a + (first - A) * b) / length + D / (2 * length) * (C + first - A) / first,
        sqrt(second / R) * (C * b - (first - A) * a) / length + D / (2 * length) * (C + second - B) / second,
    )
