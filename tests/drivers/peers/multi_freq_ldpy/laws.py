"""The epsilon of what multi-freq-ldpy sends, worked out from its steps."""

from itertools import product
from math import exp, inf, log, prod

from tests.drivers.peers.multi_freq_ldpy.hashes import optimal_repeated
from tests.drivers.peers.targets import Truth

ATTRIBUTES = 2
REPORTS = 20


def subset(k: int) -> Truth:
    """Subset selection whose first place is the person's own item, if it is in the subset.

    A subset of two with 0 before 1 comes from a person with 0, and never from one with 1.
    """
    return lambda epsilon: epsilon if round(k / (exp(epsilon) + 1)) < 2 else inf


def chained(k: int) -> Truth:
    """The first report of L-GRR; its second step is solved for k = 2 and spends less where k is larger."""
    return lambda epsilon: first_report(k, 2 * epsilon, epsilon)


def first_report(k: int, whole: float, single: float) -> float:
    """Return the epsilon of two randomized responses in a row."""
    p1, q1, p2, q2 = chain(k, whole, single)
    return log((p1 * p2 + (k - 1) * q1 * q2) / (p1 * q2 + q1 * p2 + (k - 2) * q1 * q2))


def chain(k: int, whole: float, single: float) -> tuple[float, float, float, float]:
    """L-GRR: how likely the true value and any other are in the first step, and in the second."""
    e = exp(single)
    p1 = exp(whole) / (exp(whole) + k - 1)
    q1 = (1 - p1) / (k - 1)
    p2 = (q1 - e * p1) / (-p1 * e + k * q1 * e - q1 * e - p1 * (k - 1) + q1)
    return p1, q1, p2, (1 - p2) / (k - 1)


def unary_chain(whole: float, single: float) -> tuple[float, float, float, float]:
    """L-OSUE: the same of a bit."""
    a, b = exp(whole), exp(single)
    p2 = (a * b - 1) / (a + a * b - b - 1)
    return 1 / 2, 1 / (a + 1), p2, 1 - p2


def variance(p1: float, q1: float, p2: float, q2: float) -> float:
    """Return the variance that the adaptive protocol compares."""
    seen = q1 * p2 + (1 - q1) * q2
    return seen * (1 - seen) / ((p1 - q1) * (p2 - q2)) ** 2


def split(single: Truth) -> Truth:
    """The budget is split over the attributes, in all of which the people differ."""
    return lambda epsilon: ATTRIBUTES * single(epsilon / ATTRIBUTES)


def repeated(epsilon: float) -> float:
    """Reports of eps_1 = epsilon / 2 each, drawn afresh."""
    return REPORTS * epsilon / 2


def repeated_chain(epsilon: float) -> float:
    """First reports of L-GRR over 4 values at eps_1 = epsilon / 2 each, drawn afresh."""
    return REPORTS * first_report(4, epsilon, epsilon / 2)


def repeated_hashes(epsilon: float) -> float:
    """Reports of L-OLH, drawn afresh, by how often an item with another hash value in each is supported."""
    return REPORTS * first_report(optimal_repeated(epsilon, 1), epsilon, epsilon / 2)


def repeated_choice(epsilon: float) -> float:
    """Reports, drawn afresh, of whichever of L-GRR and L-OSUE has less variance over 4 values."""
    steps = epsilon, epsilon / 2
    chosen = variance(*chain(4, *steps)) <= variance(*unary_chain(*steps))
    return repeated_chain(epsilon) if chosen else repeated(epsilon)


def amplified(epsilon: float) -> float:
    """Return the epsilon that random sampling plus fake data spends on the sampled attribute."""
    return log(ATTRIBUTES * (exp(epsilon) - 1) + 1)


def one_of_unequal(k: int, other: int) -> Truth:
    """RS+FD with GRR, people who differ in the attribute of k values; fake values are uniform."""

    def truth(epsilon: float) -> float:
        odds = exp(amplified(epsilon))
        own, changed = k * odds / (odds + k - 1), k / (odds + k - 1)
        least = other / (odds + other - 1)
        return log((own + least) / (changed + least))

    return truth


def one_of_random(k: int, *, optimal: bool) -> Truth:
    """RS+FD with unary encoding of random values as fake data, people who differ in one of two attributes.

    Over all outputs: how much likelier each vector is of an item than as fake data.
    """

    def truth(epsilon: float) -> float:
        amount = amplified(epsilon)
        p = 1 / 2 if optimal else exp(amount / 2) / (exp(amount / 2) + 1)
        q = 1 / (exp(amount) + 1) if optimal else 1 - p

        def chance(bits: tuple[int, ...], item: int) -> float:
            rates = (p if place == item else q for place in range(k))
            return prod(rate if bit else 1 - rate for bit, rate in zip(bits, rates, strict=True))

        relative = [
            [chance(bits, item) * k / sum(chance(bits, any_) for any_ in range(k)) for item in (0, 1)]
            for bits in product((0, 1), repeat=k)
        ]
        least = min(own for own, _ in relative)
        return max(log((own + least) / (changed + least)) for own, changed in relative)

    return truth
