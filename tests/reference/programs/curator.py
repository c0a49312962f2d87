"""What the private tests answer, after PROTOCOL.md alone: floats, and every table is looked at."""

from collections.abc import Callable, Iterable
from math import exp, inf, sqrt

Table = tuple[int, int]


def statistic(a: int, b: int, m1: int, m2: int) -> float:
    N, s, h = m1 + m2, a + b, a * m2 - b * m1
    return 0 if s in (0, N) else N * h**2 / (s * (N - s) * m1 * m2)


def norm(a: int, b: int, m1: int, m2: int, tau: float) -> float:
    N, s, h = m1 + m2, a + b, a * m2 - b * m1
    return sqrt(((2 * s - N) / N) ** 2 + 4 * h**2 / (tau * m1 * m2 * N))


def everywhere(m1: int, m2: int) -> list[Table]:
    """All tables."""
    return [(a, b) for a in range(m1 + 1) for b in range(m2 + 1)]


def tables(m1: int, m2: int, holds: Callable[[float], bool]) -> list[Table]:
    """Those with such a statistic."""
    return [(a, b) for a, b in everywhere(m1, m2) if holds(statistic(a, b, m1, m2))]


def steps(ones: Iterable[Table], others: Iterable[Table]) -> float:
    """Between the nearest two of them."""
    there = list(others)
    return min((abs(a - c) + abs(b - d) for a, b in ones for c, d in there), default=inf)


def one(name: str, a: int, b: int, m1: int, m2: int, tau: float, epsilon: float, beta: float = 0) -> float:
    """The probability of a 1."""
    if name == "beta_optimal":
        return climb(a, b, m1, m2, tau, epsilon, beta)
    chance, Y = flip(name, a, b, m1, m2, tau, epsilon), statistic(a, b, m1, m2)
    return 1 - chance if tau < Y else chance


def flip(name: str, a: int, b: int, m1: int, m2: int, tau: float, epsilon: float) -> float:
    N, Y, T = m1 + m2, statistic(a, b, m1, m2), norm(a, b, m1, m2, tau)
    M, m = max(m1, m2), min(m1, m2)
    match name:
        case "algorithm_1_f":
            return exp(-epsilon * abs(Y - tau) / (4 * N / (N + 2))) / 2
        case "algorithm_1_y1" | "algorithm_1_y2":
            M = M if name == "algorithm_1_y1" else max(b, m2 - b)
            return exp(-epsilon * abs(Y - tau) / (N**2 / (m1 * m2) * M / (M + 1))) / 2
        case "algorithm_2":
            D = sqrt(4 * ((m1**2 + m2**2) * N + 2 * tau * m1 * m2) / (tau * m1 * m2 * N**2))
        case "algorithm_2_tight":
            D = sqrt(4 * (M / (m * tau * N) + 1 / N**2))
        case "algorithm_2_integer":
            D = max(
                abs(norm(*one, m1, m2, tau) - norm(*other, m1, m2, tau))
                for one in everywhere(m1, m2)
                for other in everywhere(m1, m2)
                if steps([one], [other]) == 1
            )
        case "optimal":
            others = tables(m1, m2, lambda each: (each > tau) is not (tau < Y))
            return 0 if tau >= N else exp(-epsilon * (steps([(a, b)], others) - 1)) / (1 + exp(epsilon))
        case _:
            raise ValueError(name)
    return exp(-epsilon * abs(T - 1) / D) / 2


def climb(a: int, b: int, m1: int, m2: int, tau: float, epsilon: float, beta: float) -> float:
    above = tables(m1, m2, lambda each: each >= tau + beta)
    below = tables(m1, m2, lambda each: each <= tau - beta)
    if not (above and below):
        return 1 if above else 0
    L = steps(above, below)
    k = min(L, steps([(a, b)], below))
    if 2 * k > L:
        return 1 - part(L - k, L, epsilon)
    return part(k, L, epsilon)


def part(k: float, L: float, epsilon: float) -> float:
    if L % 2 == 0:
        return exp(-epsilon * (L / 2 - k)) / 2
    return exp(-epsilon * ((L - 1) / 2 - k)) / (1 + exp(epsilon))
