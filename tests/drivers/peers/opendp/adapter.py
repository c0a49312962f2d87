"""The measurements of OpenDP that take one person's value, or keys of theirs.

Each is built with the parameters for which its own privacy map says epsilon, and no more than delta.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import count
from math import exp, log
from typing import Any

from tests.drivers.peers.answering import Draw, Maker, Parameters, lattice, seen, serve

dp = import_module("opendp.prelude")
dp.enable_features("contrib")

CATEGORIES = ["a", "b", "c", "d"]
WHOLE = dp.atom_domain(T=int), dp.absolute_distance(T=int)
REAL = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
WHOLE_VECTOR = dp.vector_domain(WHOLE[0]), dp.l1_distance(T=int)
REAL_VECTOR = dp.vector_domain(REAL[0]), dp.l1_distance(T=float)
SCORES = dp.vector_domain(WHOLE[0]), dp.linf_distance(T=int)
RISING = dp.vector_domain(WHOLE[0]), dp.linf_distance(T=int, monotonic=True)
COUNTS = dp.map_domain(dp.atom_domain(T=str), WHOLE[0]), dp.l01inf_distance(WHOLE[1])
ROOT_COUNTS = COUNTS[0], dp.l02inf_distance(WHOLE[1])
REAL_COUNTS = dp.map_domain(dp.atom_domain(T=str), REAL[0]), dp.l01inf_distance(REAL[1])


def measured(build: Callable[..., Any], distance: Any, *budget: str) -> Maker:
    """A measurement built for epsilon, and delta; refused if its privacy map says more at this distance."""

    def make(parameters: Parameters) -> Draw:
        given = [float(parameters[name]) for name in ("epsilon", *budget)]
        measurement = build(*given)
        promised = measurement.map(distance)
        epsilon, *slack = promised if budget else [promised]
        if epsilon > given[0] * (1 + 1e-12) or slack > given[1:]:
            raise ValueError(f"its privacy map promises {promised}")
        draw: Draw = measurement
        return draw

    return make


def at_delta(measurement: Any, delta: float) -> Any:
    """The same, with the epsilon of its concentrated privacy at this delta."""
    return dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(measurement), delta)


def gaussian(space: tuple[Any, Any], distance: Any) -> Maker:
    def build(epsilon: float, delta: float) -> Any:
        return at_delta(dp.m.make_gaussian(*space, scale=gaussian_scale(epsilon, delta)), delta)

    return measured(build, distance, "delta")


def gaussian_scale(epsilon: float, delta: float) -> float:
    """The least scale of Gaussian noise that has epsilon at delta, by its privacy map."""

    def enough(scale: float) -> bool:
        promised: float = at_delta(dp.m.make_gaussian(*WHOLE, scale=scale), delta).map(1)[0]
        return promised <= epsilon

    scale: float = dp.binary_search(enough, bounds=(1e-2, 1e3))
    return scale


def with_lowest_threshold(build: Callable[[int], Any], delta: float) -> Any:
    """Build with the lowest threshold at which the privacy map reports at most delta."""
    distance = 1, 1, 1
    return next(made for made in map(build, count(1)) if made.map(distance)[1] <= delta)


def laplace_threshold(epsilon: float, delta: float) -> Any:
    """Counts with Laplace noise, where they are not below a threshold."""
    return with_lowest_threshold(
        lambda threshold: dp.m.make_laplace_threshold(*COUNTS, scale=1 / epsilon, threshold=threshold), delta
    )


def real_threshold(epsilon: float, delta: float) -> Any:
    """The same for real counts, to which any threshold can be set."""
    threshold = 1 + log(1 / (2 * delta)) / epsilon * (1 + 1e-12)
    return dp.m.make_laplace_threshold(*REAL_COUNTS, scale=1 / epsilon, threshold=threshold)


def gaussian_threshold(epsilon: float, delta: float) -> Any:
    """The same with Gaussian noise; a fifth of delta is for the noise, and the rest for the threshold."""
    scale = gaussian_scale(epsilon, delta / 5)
    built = with_lowest_threshold(
        lambda threshold: dp.m.make_gaussian_threshold(*ROOT_COUNTS, scale=scale, threshold=threshold),
        delta * 4 / 5,
    )
    return at_delta(built, delta)


def keys(build: Callable[[float, float], Any], one: Any) -> Maker:
    """A measurement of counts of keys; inputs are lists of keys."""

    def make(parameters: Parameters) -> Draw:
        draw = measured(build, (1, one, one), "delta")(parameters)
        return lambda given: draw({key: one * given.count(key) for key in given})

    return make


def bits(weight: int) -> Maker:
    """Randomized response on vectors of 8 bits, of which so many are set: RAPPOR. Inputs are the numbers of set bits."""

    def build(epsilon: float) -> Any:
        f = 2 / (1 + exp(epsilon / (2 * weight)))
        return dp.m.make_randomized_response_bitvec(
            dp.bitvector_domain(max_weight=weight), dp.discrete_distance(), f=f
        )

    inner = measured(build, 1)

    def make(parameters: Parameters) -> Draw:
        draw = inner(parameters)

        def draws(given: list[int]) -> list[int]:
            (byte,) = draw(bytes([sum(1 << bit for bit in given)]))
            return [byte >> bit & 1 for bit in range(8)]

        return draws

    return make


def projection(parameters: Parameters) -> Draw:
    """The ALP projection of a person's counts, seen as its answers about two keys; inputs are lists of keys."""

    def build(epsilon: float) -> Any:
        return dp.m.make_alp_queryable(*COUNTS, scale=epsilon, total_limit=4, value_limit=4)

    draw = measured(build, (1, 1, 1))(parameters)

    def draws(given: list[str]) -> list[float]:
        released = draw({key: given.count(key) for key in given})
        return [released(key) for key in ("a", "b")]

    return draws


def laplace(space: tuple[Any, Any], distance: Any) -> Maker:
    return measured(lambda epsilon: dp.m.make_laplace(*space, scale=distance / epsilon), distance)


def noisy_max(space: tuple[Any, Any], factor: float) -> Maker:
    """The index of the largest score."""
    return measured(
        lambda epsilon: dp.m.make_noisy_max(*space, dp.max_divergence(), scale=factor / epsilon), 1
    )


RANDOMIZERS: dict[str, Maker] = {
    "randomized_response_bool": measured(
        lambda epsilon: dp.m.make_randomized_response_bool(exp(epsilon) / (exp(epsilon) + 1)), 1
    ),
    "randomized_response": measured(
        lambda epsilon: dp.m.make_randomized_response(CATEGORIES, exp(epsilon) / (exp(epsilon) + 3)), 1
    ),
    "randomized_response_bitvec, weight 1": bits(1),
    "randomized_response_bitvec, weight 2": bits(2),
    "geometric": measured(lambda epsilon: dp.m.make_geometric(*WHOLE, scale=1 / epsilon), 1),
    "geometric, bounded": measured(
        lambda epsilon: dp.m.make_geometric(*WHOLE, scale=1 / epsilon, bounds=(0, 3)), 1
    ),
    "noise, whole": measured(
        lambda epsilon: dp.m.make_noise(*WHOLE, dp.max_divergence(), scale=1 / epsilon), 1
    ),
    "laplace, whole": laplace(WHOLE, 1),
    "laplace, whole vector": laplace(WHOLE_VECTOR, 2),
    "laplace, real": laplace(REAL, 1.0),
    "laplace, real, lowest bits": seen(lattice, laplace(REAL, 1.0)),
    "laplace, real vector, lowest bits": seen(lattice, laplace(REAL_VECTOR, 2.0)),
    "noisy_max": noisy_max(SCORES, 2),
    "noisy_max, monotonic": noisy_max(RISING, 1),
    "noisy_top_k": measured(
        lambda epsilon: dp.m.make_noisy_top_k(*SCORES, dp.max_divergence(), k=2, scale=4 / epsilon), 1
    ),
    "report_noisy_max_gumbel": measured(
        lambda epsilon: dp.m.make_report_noisy_max_gumbel(*SCORES, scale=2 / epsilon), 1
    ),
    "alp_queryable": projection,
    "gaussian, whole": gaussian(WHOLE, 1),
    "gaussian, real": gaussian(REAL, 1.0),
    "canonical_noise": measured(
        lambda epsilon, delta: dp.m.make_canonical_noise(*REAL, d_in=1.0, d_out=(epsilon, delta)),
        1.0,
        "delta",
    ),
    "laplace_threshold": keys(laplace_threshold, 1),
    "laplace_threshold, real": keys(real_threshold, 1.0),
    "gaussian_threshold": keys(gaussian_threshold, 1),
}

if __name__ == "__main__":
    serve("opendp", RANDOMIZERS)
