"""The mechanisms of diffprivlib."""

from math import exp, log

from tests.peers.noise import classical
from tests.peers.selection import permute_and_flip
from tests.peers.targets import OFTEN, SEEN, Target, each, none, nothing

OTHERS = 10


def half(epsilon: float) -> float:
    """The exponential mechanism pays for normalizers that may differ; those of one-hot utilities do not."""
    return epsilon / 2


def unbalanced(epsilon: float) -> float:
    """The normalizers of `even` and `uneven`, which differ, where the mechanism has taken them for equal."""
    far = exp(-epsilon / 2)
    even = 1 + far**2 + OTHERS * ((1 + far) / 2) ** 2
    uneven = 1 + far**2 + OTHERS * (1 + far**2) / 2
    return epsilon + log(uneven / even)


def approximate(delta: str) -> tuple[Target, ...]:
    """What is promised but for a delta; all but the classical noise has the scale at which it is tight."""
    return (
        *each("Gaussian, in 1024ths", 0.0, 1.0, classical(float(delta)), delta=delta, most=1),
        *each("GaussianAnalytic, in 1024ths", 0.0, 1.0, delta=delta),
        *each("GaussianDiscrete", 0, 1, delta=delta),
    )


TARGETS = (
    *each("Binary", "0", "1"),
    *each("Binary, IntToString", 0, 1),
    *each("ExponentialCategorical", "a", "b"),
    *each("ExponentialCategorical, balanced by half", "even", "uneven", unbalanced),
    *each("ExponentialHierarchical", "a", "c"),
    *each("Exponential", "a", "b", half),
    *each("PermuteAndFlip", "a", "b", permute_and_flip),
    *each("Geometric | GeometricTruncated", 0, 1),
    *each("GeometricFolded", 0, 1, None),
    *each("Geometric, StringToInt", "0", "1"),
    *each(
        "Laplace | Laplace, RoundedInteger | LaplaceTruncated | LaplaceBoundedDomain | Staircase", 0.0, 1.0
    ),
    *each("LaplaceFolded | Snapping | Snapping, lowest bits", 0.0, 1.0, None),
    *each(
        "Laplace, lowest bits | LaplaceTruncated, lowest bits | LaplaceFolded, lowest bits", 0.0, 1.0, none
    ),
    *each("LaplaceBoundedDomain, lowest bits | Staircase, lowest bits", 0.0, 1.0, none),
    *approximate(OFTEN),
    *approximate(SEEN),
    *each("LaplaceBoundedNoise, in 1024ths", 0.0, 1.0, delta=SEEN),
    *each("Uniform, in 1024ths", 0.0, 1.0, nothing, delta=SEEN, most=1 / 2),
    *each("Gaussian, lowest bits", 0.0, 1.0, none, delta=SEEN, most=1),
    *each("GaussianAnalytic, lowest bits | LaplaceBoundedNoise, lowest bits", 0.0, 1.0, none, delta=SEEN),
    *each("Uniform, noise alone", 0.0, 1.0, none, delta=SEEN, most=1 / 2),
)
