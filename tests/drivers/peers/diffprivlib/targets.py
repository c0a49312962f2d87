"""The mechanisms of diffprivlib."""

from math import exp, log

from tests.drivers.peers.noise import classical, half, permute_and_flip
from tests.drivers.peers.targets import OFTEN, SEEN, each, none, nothing

OTHERS = 10
HALF, ONE, HALF_AND_ONE = ("0.5",), ("1",), ("0.5", "1")


def unbalanced(epsilon: float) -> float:
    """The normalizers of `even` and `uneven`, which differ, where the mechanism has taken them for equal."""
    far = exp(-epsilon / 2)
    even = 1 + far**2 + OTHERS * ((1 + far) / 2) ** 2
    uneven = 1 + far**2 + OTHERS * (1 + far**2) / 2
    return epsilon + log(uneven / even)


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
    *each("Gaussian, in 1024ths", 0.0, 1.0, classical(float(OFTEN)), delta=OFTEN, epsilons=HALF),
    *each("Gaussian, in 1024ths", 0.0, 1.0, classical(float(SEEN)), delta=SEEN, epsilons=HALF_AND_ONE),
    *each("GaussianDiscrete", 0, 1, delta=OFTEN, epsilons=HALF),
    *each("GaussianDiscrete", 0, 1, delta=SEEN, epsilons=HALF_AND_ONE),
    *each("GaussianAnalytic, in 1024ths", 0.0, 1.0, delta=SEEN, epsilons=ONE),
    *each("LaplaceBoundedNoise, in 1024ths", 0.0, 1.0, delta=SEEN, epsilons=ONE),
    *each("Uniform, in 1024ths", 0.0, 1.0, nothing, delta=SEEN, epsilons=HALF),
    *each("Gaussian, lowest bits", 0.0, 1.0, none, delta=SEEN, epsilons=HALF),
    *each("GaussianAnalytic, lowest bits", 0.0, 1.0, none, delta=SEEN, epsilons=ONE),
    *each("LaplaceBoundedNoise, lowest bits", 0.0, 1.0, none, delta=SEEN, epsilons=ONE),
    *each("Uniform, noise alone", 0.0, 1.0, none, delta=SEEN, epsilons=HALF),
)
