"""The measurements of OpenDP."""

from math import log

from tests.drivers.peers.noise import (
    concentrated,
    discrete_gaussian,
    gaussian,
    gaussian_threshold,
    half,
    laplace_threshold,
    permute_and_flip,
)
from tests.drivers.peers.targets import SEEN, each, nothing


def projection(epsilon: float) -> float:
    """One of the bits is set with probability epsilon / 4, and bits are flipped with probability 1/6."""
    return log(1 + epsilon)


ONE = ("1",)

TARGETS = (
    *each("randomized_response_bool", True, False),  # noqa: FBT003  (the inputs)
    *each("randomized_response", "a", "b"),
    *each("randomized_response_bitvec, weight 1", (0,), (1,)),
    *each("randomized_response_bitvec, weight 2", (0, 1), (2, 3)),
    *each("geometric | geometric, bounded | noise, whole | laplace, whole", 0, 1),
    *each("laplace, whole vector", (1, 0), (0, 1)),
    *each("laplace, real", 0.0, 1.0),
    *each("laplace, real, lowest bits", 0.0, 1.0, None),
    *each("laplace, real vector, lowest bits", (1.0, 0.0), (0.0, 1.0), None),
    *each("noisy_max", (1, 0, 0, 0), (0, 1, 0, 0), permute_and_flip),
    *each("noisy_max, monotonic | noisy_top_k", (1, 0, 0, 0), (0, 0, 0, 0), None),
    *each("report_noisy_max_gumbel", (1, 0, 0, 0), (0, 1, 0, 0), half),
    *each("alp_queryable", ("a",), (), projection),
    *each("gaussian, whole", 0, 1, concentrated(discrete_gaussian, float(SEEN)), delta=SEEN, epsilons=ONE),
    *each("gaussian, real", 0.0, 1.0, concentrated(gaussian, float(SEEN)), delta=SEEN, epsilons=ONE),
    *each("canonical_noise", 0.0, 1.0, delta=SEEN, epsilons=ONE),
    *each("laplace_threshold", ("a",), (), laplace_threshold(0.02), delta="0.02"),
    *each("laplace_threshold, real", ("a",), (), nothing, delta="0.02", epsilons=ONE),
    *each("gaussian_threshold", ("a",), (), gaussian_threshold(0.03), delta="0.03", epsilons=("3",)),
)
