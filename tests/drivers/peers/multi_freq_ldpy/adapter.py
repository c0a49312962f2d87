"""Every client of multi-freq-ldpy. Inputs are whole numbers below k, and lists of them for several attributes."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tests.drivers.peers.answering import Draw, Maker, Parameters, flat, lattice, seen, serve
from tests.drivers.peers.multi_freq_ldpy.hashes import (
    binary,
    optimal,
    optimal_first,
    optimal_repeated,
    optimal_split,
)

xxhash = import_module("xxhash")

REPORTS = 20
"""What one person sends in all, where more than the first report is audited."""
BUCKETS, BITS = 4, 2
"""Of dBitFlipPM: buckets, and the bits that are sent."""

LONGITUDINAL = ("L_GRR", "L_SUE", "L_OUE", "L_OSUE", "L_SOUE", "L_ADP")
"""Protocols for many reports."""

Arguments = Callable[[float, list[int]], tuple[Any, ...]]
"""What a client is called with besides the input, from epsilon and the sizes of the attributes."""


def read(parameters: Parameters) -> tuple[float, list[int]]:
    """Epsilon, and the sizes of the attributes."""
    return float(parameters["epsilon"]), [int(each) for each in parameters.get("k", "4").split(",")]


def client(module: str, name: str, arguments: Arguments, **more: bool) -> Maker:
    call = getattr(import_module(f"multi_freq_ldpy.{module}"), f"{name}_Client")

    def make(parameters: Parameters) -> Draw:
        rest = arguments(*read(parameters))
        return lambda given: call(given, *rest, **more)

    return make


def one(name: str, **more: bool) -> Maker:
    """One attribute, one report."""
    return client(f"pure_frequency_oracles.{name}", name, lambda epsilon, k: (k[0], epsilon), **more)


def many(solution: str, name: str, **more: bool) -> Maker:
    """Several attributes, one report of them: the budget is split, or an attribute is drawn."""
    module = f"mdim_freq_est.{solution}_solution"
    return client(module, f"{solution}_{name}", lambda epsilon, k: (k, len(k), epsilon), **more)


def first(name: str, **more: bool) -> Maker:
    """The first of many reports: epsilon is eps_1, and eps_perm is twice as large."""
    return client(f"long_freq_est.{name}", name, lambda epsilon, k: (k[0], 2 * epsilon, epsilon), **more)


def first_of_many(solution: str, name: str) -> Maker:
    """The first of many reports on several attributes: epsilon is eps_1, and eps_perm is twice as large."""
    module = f"long_mdim_freq_est.L_{solution}_Solution"
    return client(module, f"{solution}_{name}", lambda epsilon, k: (k, len(k), 2 * epsilon, epsilon))


def later(name: str, **more: bool) -> Maker:
    """Any of many reports: epsilon is eps_perm, and eps_1 is half of it."""
    return client(f"long_freq_est.{name}", name, lambda epsilon, k: (k[0], epsilon, epsilon / 2), **more)


def all_reports(sent: Maker) -> Maker:
    """All reports of one person, seen as how often each value or bit came."""

    def make(parameters: Parameters) -> Draw:
        draw, k = sent(parameters), read(parameters)[1][0]

        def draws(given: Any) -> list[int]:
            reports = [flat(draw(given)) for _ in range(REPORTS)]
            if len(reports[0]) > 1:
                return [sum(bits) for bits in zip(*reports, strict=True)]
            return [reports.count([value]) for value in range(k)]

        return draws

    return make


def flips(module: str, name: str, *, attributes: bool = False) -> Maker:
    """dBitFlipPM, which has but one epsilon; a call gives what a person would keep for all reports."""

    def arguments(epsilon: float, k: list[int]) -> tuple[Any, ...]:
        if attributes:
            return k, [BUCKETS] * len(k), BITS, len(k), epsilon
        return k[0], BUCKETS, BITS, epsilon

    return client(module, name, arguments)


def hashing(maker: Maker, values: Callable[[float, int], int]) -> Maker:
    """Local hashing with so many hash values, seen as the items that are supported, as the server reads it."""

    def make(parameters: Parameters) -> Draw:
        draw, (epsilon, k) = maker(parameters), read(parameters)
        g = values(epsilon, len(k))

        def supported(report: Any) -> Any:
            if isinstance(report, list):
                return [supported(each) for each in report]
            value, seed = report
            if isinstance(seed, tuple):
                return [value, supported(seed)]
            return [xxhash.xxh32(str(item), seed=seed).intdigest() % g == value for item in range(k[0])]

        return lambda given: flat(supported(draw(given)))

    return make


RANDOMIZERS: dict[str, Maker] = {
    "GRR": one("GRR"),
    "SUE": one("UE", optimal=False),
    "OUE": one("UE", optimal=True),
    "ADP": one("ADP"),
    "SS": one("SS"),
    "SS, sorted": seen(sorted, one("SS")),
    "HE": one("HE"),
    "HE, lowest bits": seen(lattice, one("HE")),
    "BLH": hashing(one("LH", optimal=False), binary),
    "OLH": hashing(one("LH", optimal=True), optimal),
    **{
        f"{solution} {name}": seen(flat, many(solution, name))
        for solution in ("SPL", "SMP")
        for name in ("GRR", "ADP", "SS")
    },
    **{f"{solution} SUE": seen(flat, many(solution, "UE", optimal=False)) for solution in ("SPL", "SMP")},
    **{f"{solution} OUE": seen(flat, many(solution, "UE", optimal=True)) for solution in ("SPL", "SMP")},
    "SPL BLH": hashing(many("SPL", "LH", optimal=False), binary),
    "SPL OLH": hashing(many("SPL", "LH", optimal=True), optimal_split),
    "SMP BLH": hashing(many("SMP", "LH", optimal=False), binary),
    "SMP OLH": hashing(many("SMP", "LH", optimal=True), optimal),
    "RS+FD GRR": seen(flat, many("RSpFD", "GRR")),
    "RS+FD SUE-z": seen(flat, many("RSpFD", "UE_zero", optimal=False)),
    "RS+FD OUE-z": seen(flat, many("RSpFD", "UE_zero", optimal=True)),
    "RS+FD SUE-r": seen(flat, many("RSpFD", "UE_rnd", optimal=False)),
    "RS+FD OUE-r": seen(flat, many("RSpFD", "UE_rnd", optimal=True)),
    "RS+FD ADP": seen(flat, many("RSpFD", "ADP")),
    **{name: seen(flat, first(name)) for name in LONGITUDINAL},
    "L_BLH": hashing(first("L_LH", optimal=False), binary),
    "L_OLH": hashing(first("L_LH", optimal=True), optimal_first),
    **{f"{name}, 20 reports": all_reports(later(name)) for name in LONGITUDINAL},
    "L_BLH, 20 reports": all_reports(hashing(later("L_LH", optimal=False), binary)),
    "L_OLH, 20 reports": all_reports(hashing(later("L_LH", optimal=True), optimal_repeated)),
    **{
        f"{solution} {name}": seen(flat, first_of_many(solution, name))
        for solution in ("SPL", "SMP")
        for name in LONGITUDINAL
    },
    "dBitFlipPM": flips("long_freq_est.dBitFlipPM", "dBitFlipPM"),
    **{
        f"{solution} dBitFlipPM": seen(
            flat,
            flips(f"long_mdim_freq_est.L_{solution}_Solution", f"{solution}_dBitFlipPM", attributes=True),
        )
        for solution in ("SPL", "SMP")
    },
}

if __name__ == "__main__":
    serve("multi-freq-ldpy", RANDOMIZERS)
