"""The true epsilon of noise on two numbers that are 1 apart, and of choices by one-hot scores."""

from collections.abc import Callable
from functools import cache
from itertools import accumulate, count
from math import ceil, erfc, exp, inf, log, log1p, sqrt
from typing import TypeAlias

Profile: TypeAlias = Callable[[float], float]
"""The least delta at an epsilon."""

ROUNDS = 100
"""Of halving an interval."""


def least(profile: Profile, delta: float) -> float:
    """The least epsilon at a delta, which may be 0."""
    if profile(0.0) <= delta:
        return 0.0
    most = 1.0
    while profile(most) > delta:
        most *= 2
    return halved(lambda epsilon: profile(epsilon) <= delta, 0.0, most)


def halved(enough: Callable[[float], bool], low: float, high: float) -> float:
    """Where what is too little becomes enough."""
    for _ in range(ROUNDS):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def gaussian(scale: float) -> Profile:
    """Balle and Wang (2018), Theorem 8."""

    def profile(epsilon: float) -> float:
        middle, shift = 1 / (2 * scale), epsilon * scale
        return above(shift - middle) - exp(epsilon) * above(shift + middle)

    return profile


def above(number: float) -> float:
    """The normal distribution's upper tail."""
    return erfc(number / sqrt(2)) / 2


def discrete_gaussian(scale: float) -> Profile:
    """The same for whole numbers: what is likelier by more than epsilon are those from somewhere on."""

    def profile(epsilon: float) -> float:
        first = ceil(epsilon * scale**2 + 1 / 2)
        return tail(scale, first - 1) - exp(epsilon) * tail(scale, first)

    return profile


def tail(scale: float, first: int) -> float:
    """The probability that discrete Gaussian noise is so much or more."""
    found = tails(scale)
    place = first + len(found) // 2
    return found[max(place, 0)] if place < len(found) else 0.0


@cache
def tails(scale: float) -> list[float]:
    """The same for every whole number that matters, with that of 0 in the middle."""
    reach = int(40 * scale) + 1
    weights = [exp(-(number**2) / (2 * scale**2)) for number in range(reach, -reach - 1, -1)]
    sums = [*accumulate(weights)]
    return [each / sums[-1] for each in reversed(sums)]


def classical(delta: float) -> Callable[[float], float]:
    """The epsilon of Gaussian noise whose scale is that of Dwork and Roth (2014), Theorem A.1, with equality."""
    return lambda epsilon: least(gaussian(sqrt(2 * log(1.25 / delta)) / epsilon), delta)


def concentrated(noise: Callable[[float], Profile], delta: float) -> Callable[[float], float]:
    """The epsilon of Gaussian noise whose scale is read off the concentrated privacy that it has."""
    return lambda epsilon: least(noise(concentrated_scale(epsilon, delta)), delta)


def concentrated_scale(epsilon: float, delta: float) -> float:
    """The least scale for which Canonne, Kamath and Steinke (2020), section 2.3, shows epsilon at delta."""

    def enough(scale: float) -> bool:
        rho = 1 / (2 * scale**2)

        def slope(a: float) -> float:
            return (2 * a - 1) * rho - epsilon + log1p(-1 / a)

        a = halved(lambda a: slope(a) >= 0, 1 + 1e-9, (epsilon + 1) / rho + 2)
        return exp((a - 1) * (a * rho - epsilon) + a * log1p(-1 / a)) / (a - 1) <= delta

    return halved(enough, 1e-2, 1e3)


def laplace_threshold(delta: float) -> Callable[[float], float]:
    """The epsilon of showing a count of 1 with discrete Laplace noise from a threshold on, or nothing for no count."""

    def from_there(epsilon: float, first: int) -> float:
        return exp(-epsilon * first) / (1 + exp(-epsilon))

    def truth(epsilon: float) -> float:
        threshold = next(each for each in count(1) if from_there(epsilon, each) <= delta)
        return shown(from_there(epsilon, threshold - 1), delta)

    return truth


def gaussian_threshold(delta: float) -> Callable[[float], float]:
    """The same with discrete Gaussian noise, on which a fifth of delta is spent."""

    def truth(epsilon: float) -> float:
        scale = concentrated_scale(epsilon, delta / 5)
        threshold = next(each for each in count(1) if above((each - 1) / scale) <= delta * 4 / 5)
        return shown(tail(scale, threshold - 1), delta)

    return truth


def shown(chance: float, delta: float) -> float:
    """The epsilon of what is seen with this chance from one input, and never from the other."""
    return inf if chance > delta else 0.0


CHOICES = 4


def half(epsilon: float) -> float:
    """The exponential mechanism pays for normalizers that may differ; those of one-hot scores do not."""
    return epsilon / 2


def permute_and_flip(epsilon: float) -> float:
    """In random order, the best choice is taken for sure and any other with probability e^(-epsilon/2)."""
    passed = 1 - exp(-epsilon / 2)
    best = sum(passed**before for before in range(CHOICES)) / CHOICES
    return log(best * (CHOICES - 1) / (1 - best))
