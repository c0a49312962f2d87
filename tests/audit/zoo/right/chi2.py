"""The private chi-squared test in other ways: is the statistic of the table a, b above tau?"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import copysign, hypot, log, sqrt

from ldproof.coins import Coins
from tests.audit.zoo.drawing import chance, one_of, truth
from tests.audit.zoo.specimens import right

Cells = tuple[int, int]


def cells(text: str) -> Cells:
    """The table of a text."""
    a, b = map(int, text.split(","))
    return a, b


def pearson(a: int, b: int, m1: int, m2: int) -> Fraction:
    """Pearson's sum of (observed - expected)^2 / expected over four cells; 0 where that is 0/0."""
    total = Fraction(0)
    for group, has in ((m1, a), (m2, b)):
        for margin, seen in ((a + b, has), (m1 + m2 - a - b, group - has)):
            expected = Fraction(group * margin, m1 + m2)
            total += (seen - expected) ** 2 / expected if expected else 0
    return total


@cache
def significant(m1: int, m2: int, tau: str) -> Mapping[Cells, bool]:
    """Whether the statistic is above tau, for every table."""
    return {each: pearson(*each, m1, m2) > Fraction(tau) for each in tables(m1, m2)}


def laplace(scale: float, coins: Coins) -> float:
    """Laplace noise: the inverse of its distribution function, at the middle of one of 2^48 parts."""
    u = (int.from_bytes(coins.read(6)) + 0.5) / 256**6
    return copysign(scale * log(2 * min(u, 1 - u)), u - 0.5)


def tables(m1: int, m2: int) -> Iterator[Cells]:
    """All of them."""
    return product(range(m1 + 1), range(m2 + 1))


def longest_step(values: Mapping[Cells, float]) -> float:
    """How much one person moves a value at most: over all neighbours that there are."""
    steps = ((a, b, *near) for a, b in values for near in ((a + 1, b), (a, b + 1)) if near in values)
    return max(abs(values[c, d] - values[a, b]) for a, b, c, d in steps)


@cache
def statistics(m1: int, m2: int) -> tuple[Mapping[Cells, float], float]:
    """The statistic of every table, and how much one person moves it."""
    values = {each: float(pearson(*each, m1, m2)) for each in tables(m1, m2)}
    return values, longest_step(values)


@cache
def norms(m1: int, m2: int, tau: int) -> tuple[Mapping[Cells, float], float]:
    """The distance of every table from the centre of the ellipse, which is a circle here; and the longest step."""
    N, width = m1 + m2, sqrt(tau * m1 * m2 * (m1 + m2))
    values = {(a, b): hypot((2 * (a + b) - N) / N, 2 * (a * m2 - b * m1) / width) for a, b in tables(m1, m2)}
    return values, longest_step(values)


@right("chi2.algorithm_1_f m1=5 m2=5 tau=3 odds=2", reads=6)
def noise_on_the_statistic(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """Noise is really added to the statistic; its scale is found by trying all neighbours."""
    values, step = statistics(int(m1), int(m2))
    noise = laplace(step / log(Fraction(odds)), coins)
    return str(int(values[cells(table)] + noise > float(tau)))


@right("chi2.algorithm_1_y1 m1=4 m2=2 tau=2 odds=4", reads=6)
def noise_on_the_threshold(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """Noise is added to the threshold and not to the statistic."""
    values, step = statistics(int(m1), int(m2))
    noise = laplace(step / log(Fraction(odds)), coins)
    return str(int(values[cells(table)] > float(tau) - noise))


@right("chi2.algorithm_2_integer m1=6 m2=4 tau=3 odds=2", reads=6)
def noise_on_the_norm(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """The table is mapped to where the ellipse is a circle, and noise is added to its distance from the centre."""
    values, step = norms(int(m1), int(m2), int(tau))
    noise = laplace(step / log(Fraction(odds)), coins)
    return str(int(values[cells(table)] + noise > 1))


@cache
def geometric(falls: Fraction, end: int) -> tuple[Fraction, ...]:
    """Two-sided geometric noise from -end to end, all beyond put into the ends."""
    tail = falls**end / (1 + falls)
    middle = ((1 - falls) / (1 + falls) * falls ** abs(step) for step in range(1 - end, end))
    return (tail, *middle, tail)


@right("chi2.optimal m1=5 m2=5 tau=2 odds=3")
def geometric_noise_on_the_distance(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """Two-sided geometric noise, cut off where it no longer matters, on how many people are missing."""
    above = significant(int(m1), int(m2), tau)
    a, b = cells(table)
    missing = min(abs(a - c) + abs(b - d) for (c, d), other in above.items() if other != above[a, b])
    end = int(m1) + int(m2) + 1
    noise = one_of(geometric(1 / Fraction(odds), end), coins) - end
    return str(int(above[a, b] != (noise >= missing)))


@right("chi2.optimal m1=4 m2=3 tau=2 odds=2")
def one_answer_for_each_distance(table: str, coins: Coins, m1: str, m2: str, tau: str, odds: str) -> str:
    """A wrong answer takes a lie, and then 1 chance in E for every person that is missing beyond the first."""
    above = significant(int(m1), int(m2), tau)
    reached, missing = {each for each in above if above[each] != above[cells(table)]}, 0
    while cells(table) not in reached:
        reached |= {(a + c, b + d) for a, b in reached for c, d in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        missing += 1
    lie = not chance(truth(Fraction(odds)), coins)
    more = [chance(1 / Fraction(odds), coins) for _ in range(int(m1) + int(m2))]
    return str(int(above[cells(table)] != (lie and all(more[: missing - 1]))))
