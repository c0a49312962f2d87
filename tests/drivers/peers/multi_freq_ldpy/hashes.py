"""How many hash values the protocols of local hashing have, from epsilon and the number of attributes."""

from math import exp, sqrt


def binary(_: float, __: int) -> int:
    """The hash values of BLH."""
    return 2


def optimal(epsilon: float, _: int) -> int:
    """The hash values of OLH."""
    return round(exp(epsilon)) + 1


def optimal_split(epsilon: float, attributes: int) -> int:
    """The hash values of OLH where the budget is split."""
    return optimal(epsilon / attributes, 1)


def optimal_first(epsilon: float, _: int) -> int:
    """The hash values of LOLOHA (Arcolezi and others 2023) for eps_1 = epsilon and eps_perm = 2 epsilon."""
    a, b = exp(2 * epsilon), exp(epsilon)
    root = sqrt(a**4 - 14 * a**2 + 12 * a * b * (1 - a * b) + 12 * a**3 * b + 1)
    return max(2, round(1 + (1 - a**2 + root) / (6 * (a - b))))


def optimal_repeated(epsilon: float, _: int) -> int:
    """The hash values of LOLOHA for eps_perm = epsilon and eps_1 half of it."""
    return optimal_first(epsilon / 2, 1)
