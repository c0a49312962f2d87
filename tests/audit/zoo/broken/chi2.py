"""The private chi-squared test, broken: is the statistic of the table a, b of m1 cases and m2 controls above tau?"""

from fractions import Fraction
from itertools import product
from math import copysign, exp, log, sqrt

from ldproof.coins import Coins
from tests.audit.zoo.specimens import broken

Cells = tuple[int, int]


def cells(text: str) -> Cells:
    """The table of a text."""
    a, b = map(int, text.split(","))
    return a, b


def statistic(a: int, b: int, m1: int, m2: int) -> float:
    """The short-cut formula, in floats; 0 where it is 0/0."""
    margin = (a + b) * (m1 + m2 - a - b)
    return (a * m2 - b * m1) ** 2 * (m1 + m2) / (margin * m1 * m2) if margin else 0.0


def uniform(coins: Coins) -> float:
    """A float between 0 and 1."""
    return (int.from_bytes(coins.read(6)) + 0.5) / 256**6


def laplace(scale: float, coins: Coins) -> float:
    """Laplace noise: the inverse of its distribution function."""
    u = uniform(coins)
    return copysign(scale * log(2 * min(u, 1 - u)), u - 0.5)


@broken("chi2.algorithm_1_f m1=5 m2=5 tau=3 odds=2", 4.0, 5000, reads=6)
def half_the_sensitivity(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """Delta_F is too small: 2N/(N + 2) in the place of 4N/(N + 2)."""
    N = int(m1) + int(m2)
    value = statistic(*cells(table), int(m1), int(m2))
    flip = exp(-log(Fraction(odds)) * abs(value - int(tau)) / (2 * N / (N + 2))) / 2
    return str(int(uniform(coins) < (1 - flip if value > int(tau) else flip)))


@broken("chi2.algorithm_2_integer m1=6 m2=4 tau=3 odds=2", 4.0, 5000, reads=6)
def half_the_scale(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """The Laplace noise on the norm of T has half the scale that it should have."""

    def norm(a: int, b: int) -> float:
        middle, slant = (2 * (a + b) - N) / N, a * int(m2) - b * int(m1)
        return sqrt(middle**2 + 4 * slant**2 / (int(tau) * int(m1) * int(m2) * N))

    N = int(m1) + int(m2)
    in_a = (norm(a + 1, b) - norm(a, b) for a, b in product(range(int(m1)), range(int(m2) + 1)))
    in_b = (norm(a, b + 1) - norm(a, b) for a, b in product(range(int(m1) + 1), range(int(m2))))
    sensitivity = max(map(abs, (*in_a, *in_b)))
    return str(int(norm(*cells(table)) + laplace(sensitivity / (2 * log(Fraction(odds))), coins) > 1))


@broken("chi2.algorithm_1_y1 m1=4 m2=2 tau=2 odds=4", 4 ** (52 / 45), 10000, reads=6)
def controls_are_no_secret(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """The sensitivity is (16), for controls whose variants are public, and they are not."""
    cases, controls = int(m1), int(m2)
    a, b = cells(table)
    most = max(b, controls - b)
    sensitivity = (cases + controls) ** 2 / (cases * controls) * most / (most + 1)
    noise = laplace(sensitivity / log(Fraction(odds)), coins)
    return str(int(statistic(a, b, cases, controls) + noise > int(tau)))


def way(table: Cells, m1: int, m2: int, tau: float) -> int:
    """How many people must change until the short-cut formula gives the other decision."""
    above = statistic(*table, m1, m2) > tau
    return min(
        abs(a - table[0]) + abs(b - table[1])
        for a, b in product(range(m1 + 1), range(m2 + 1))
        if (statistic(a, b, m1, m2) > tau) != above
    )


@broken("chi2.optimal m1=6 m2=4 tau=5/3 odds=3", 9.0, 2000, ("4,4", "4,3"), reads=6)
def two_formulas_for_one_statistic(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """A tie in floats: the textbook's sum exceeds tau where the short cut does not, and both are used."""
    a, b = cells(table)
    cases, controls, threshold, E = int(m1), int(m2), float(Fraction(tau)), float(odds)
    seen = (a, cases - a), (b, controls - b)
    margins = (a + b, cases + controls - a - b)
    expected = [[group * margin / (cases + controls) for margin in margins] for group in (cases, controls)]
    total = sum(
        (one - other) ** 2 / other
        for row, means in zip(seen, expected, strict=True)
        for one, other in zip(row, means, strict=True)
        if other
    )
    flip = E ** (1 - way((a, b), cases, controls, threshold)) / (1 + E)
    return str(int(uniform(coins) < (1 - flip if total > threshold else flip)))


@broken("chi2.optimal m1=5 m2=5 tau=2 odds=2", 4.0, 2000, ("0,1", "0,2"), reads=6)
def best_of_two(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """The budget is spent twice: the test is repeated, and significant if either answer is."""
    here, E = cells(table), float(odds)
    flip = E ** (1 - way(here, int(m1), int(m2), float(tau))) / (1 + E)
    once = 1 - flip if statistic(*here, int(m1), int(m2)) > float(tau) else flip
    return str(int(uniform(coins) < 1 - (1 - once) ** 2))
