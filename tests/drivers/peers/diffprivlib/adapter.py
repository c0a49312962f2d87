"""The mechanisms of diffprivlib that take one person's value.

Real values are 0 or 1 with sensitivity 1, within [0, 1] where there are bounds; categories are texts.
"""

from collections.abc import Iterable
from importlib import import_module
from itertools import combinations, product
from math import exp, log
from typing import Any

from tests.drivers.peers.answering import Draw, Maker, Parameters, lattice, seen, serve

mechanisms = import_module("diffprivlib.mechanisms")
transforms = import_module("diffprivlib.mechanisms.transforms")

CATEGORIES = ["a", "b", "c", "d"]
EQUALLY_FAR = [(one, other, 1.0) for one, other in combinations(CATEGORIES, 2)]
TREE = [["a", "b"], ["c", "d"]]
OTHERS = 10
"""Besides `even` and `uneven`."""
PURE, BOTH = ("epsilon",), ("epsilon", "delta")


def mechanism(name: str, transform: str = "", budget: Iterable[str] = PURE, **more: Any) -> Maker:
    """A mechanism that is told its budget, and possibly transformed to take other values than its own."""

    def make(parameters: Parameters) -> Draw:
        given = {each: float(parameters[each]) for each in budget}
        built = getattr(mechanisms, name)(**given, **more)
        if transform:
            built = getattr(transforms, transform)(built)
        draw: Draw = built.randomise
        return draw

    return make


def within(name: str, lower: float = 0.0, upper: float = 1.0) -> Maker:
    return mechanism(name, sensitivity=1, lower=lower, upper=upper)


def approximate(name: str, *budget: str) -> Maker:
    return mechanism(name, budget=budget or BOTH, sensitivity=1)


def steps(thing: float) -> int:
    """The number of 1024ths, in which rounding does not show."""
    return round(thing * 1024)


def noise_alone(parameters: Parameters) -> Draw:
    """Whether uniform noise could be all that an output is, as it is where 0 was given: it has steps of its own."""
    draw = approximate("Uniform", "delta")(parameters)
    half = 1 / float(parameters["delta"]) / 2

    def draws(given: float) -> bool:
        output = draw(given)
        near = round((output / half + 1) * 2.0**52)
        return any((2 * (step * 2.0**-53) - 1) * half == output for step in range(near - 4, near + 5))

    return draws


def choosing(name: str) -> Maker:
    """A mechanism that chooses a category: the utility is 1 for the person's own and 0 for the others."""

    def make(parameters: Parameters) -> Draw:
        epsilon = float(parameters["epsilon"])
        built = {
            own: getattr(mechanisms, name)(
                epsilon=epsilon,
                sensitivity=1,
                utility=[int(each == own) for each in CATEGORIES],
                candidates=CATEGORIES,
            )
            for own in CATEGORIES
        }
        return lambda given: built[given].randomise()

    return make


def balanced_by_half(parameters: Parameters) -> Draw:
    """Categories whose weights have equal sums at half of epsilon, and not at epsilon."""
    epsilon = float(parameters["epsilon"])
    utilities = [(*pair, -2 * log(weight) / epsilon) for pair, weight in weights(epsilon).items()]
    built = mechanisms.ExponentialCategorical(epsilon=epsilon, utility_list=utilities)
    draw: Draw = built.randomise
    return draw


def weights(epsilon: float) -> dict[tuple[str, str], float]:
    """exp(-epsilon utility / 2) of each pair, from exp(-epsilon / 2) for the farthest to 1 for no distance.

    To `even` all others are equally far; to `uneven` half of them are at no distance, and the rest are farthest.
    """
    far = exp(-epsilon / 2)
    mean, half = (1 + far) / 2, OTHERS // 2
    near, rest = [f"near {n}" for n in range(half)], [f"far {n}" for n in range(half)]
    return {
        ("even", "uneven"): far,
        **{("even", other): mean for other in near + rest},
        **{("uneven", other): 1.0 for other in near},
        **{("uneven", other): far for other in rest},
        **dict.fromkeys(combinations(near, 2), mean - (1 - far) / (half - 1)),
        **dict.fromkeys([*combinations(rest, 2), *product(near, rest)], mean),
    }


REAL: dict[str, Maker] = {
    "Laplace": mechanism("Laplace", sensitivity=1),
    "Staircase": mechanism("Staircase", sensitivity=1),
    **{
        name: within(name)
        for name in ("LaplaceTruncated", "LaplaceFolded", "LaplaceBoundedDomain", "Snapping")
    },
}
APPROXIMATE: dict[str, Maker] = {
    "Uniform": approximate("Uniform", "delta"),
    **{name: approximate(name) for name in ("Gaussian", "GaussianAnalytic", "LaplaceBoundedNoise")},
}
RANDOMIZERS: dict[str, Maker] = {
    "Binary": mechanism("Binary", value0="0", value1="1"),
    "Binary, IntToString": mechanism("Binary", "IntToString", value0="0", value1="1"),
    "ExponentialCategorical": mechanism("ExponentialCategorical", utility_list=EQUALLY_FAR),
    "ExponentialCategorical, balanced by half": balanced_by_half,
    "ExponentialHierarchical": mechanism("ExponentialHierarchical", hierarchy=TREE),
    "Exponential": choosing("Exponential"),
    "PermuteAndFlip": choosing("PermuteAndFlip"),
    "Geometric": mechanism("Geometric"),
    "Geometric, StringToInt": mechanism("Geometric", "StringToInt"),
    "GeometricTruncated": within("GeometricTruncated", 0, 3),
    "GeometricFolded": within("GeometricFolded", 0, 3),
    "Laplace, RoundedInteger": mechanism("Laplace", "RoundedInteger", sensitivity=1),
    **REAL,
    **{f"{name}, lowest bits": seen(lattice, maker) for name, maker in REAL.items()},
    "GaussianDiscrete": approximate("GaussianDiscrete"),
    **{f"{name}, in 1024ths": seen(steps, maker) for name, maker in APPROXIMATE.items()},
    **{f"{name}, lowest bits": seen(lattice, maker) for name, maker in APPROXIMATE.items()},
    "Uniform, noise alone": noise_alone,
}

if __name__ == "__main__":
    serve("diffprivlib", RANDOMIZERS)
