"""Every client of pure-ldp. Inputs are whole numbers below d, and texts of bits for the heavy hitters."""

from collections.abc import Callable
from importlib import import_module
from math import exp
from typing import Any

from tests.drivers.peers.answering import Draw, Maker, Parameters, lattice, seen, serve

core = import_module("pure_ldp.core")
oracles = import_module("pure_ldp.frequency_oracles")
hitters = import_module("pure_ldp.heavy_hitters")
xxhash = import_module("xxhash")

WIDTH, HASHES = 4, 2
"""Of a sketch. The library makes its hash functions from the seeds 0, 1, ...; both tell the items 0 and 2 apart."""
BLOOM, COHORTS = 8, 2
"""Of RAPPOR: bits, and cohorts, each with hash functions of its own."""

Build = Callable[[float, int], Any]
"""A client, from epsilon and d."""


def client(build: Build) -> Maker:
    def make(parameters: Parameters) -> Draw:
        built = build(float(parameters["epsilon"]), int(parameters.get("d", "4")))
        draw: Draw = built.privatise
        return draw

    return make


def same(item: Any) -> Any:
    """The library would count items from 1."""
    return item


def hashed(report: Any, d: int, g: int) -> list[bool]:
    """The items that a local-hashing report supports, as the server reads it."""
    value, seed = report
    return [xxhash.xxh32(str(item), seed=seed).intdigest() % g == value for item in range(d)]


def local_hashing(build: Build) -> Maker:
    """Local hashing, with a report seen as the set of items that it supports."""

    def make(parameters: Parameters) -> Draw:
        built = build(float(parameters["epsilon"]), int(parameters.get("d", "4")))
        return lambda given: hashed(built.privatise(given), built.d, built.g)

    return make


def sketch_response(*, signed: bool) -> Maker:
    """Local hashing of a place in a sketch, seen as the places that are supported."""

    def make(parameters: Parameters) -> Draw:
        functions = signed_hashes() if signed else core.generate_hash_funcs(HASHES, WIDTH)
        built = oracles.SketchResponseClient(
            float(parameters["epsilon"]), WIDTH, functions, index_mapper=same, count_sketch=signed
        )

        def draw(given: Any) -> list[Any]:
            report, row = built.privatise(given)
            return [hashed(report, built.client.d, built.client.g), row]

        return draw

    return make


def hadamard_supported(report: Any) -> list[bool]:
    """The items whose coefficients are all among those of the report."""
    pairs = [*report]
    return [all(sign == (-1) ** (item & place).bit_count() for place, sign in pairs) for item in range(4)]


def agrees(report: Any, text: str) -> bool:
    """Whether a report of the Hadamard sketch has the sign that it would have of this text without noise."""
    sign, row, place = report
    spot = core.generate_hash_funcs(HASHES, WIDTH)[row](text)
    return bool(sign == (-1) ** (spot & place).bit_count())


def fragments_agree(report: Any) -> list[bool]:
    """The texts of two equal bits with which the fragment agrees, and those with which the whole does."""
    fragment, whole, start = report
    texts = ("00", "11")
    parts = [f"{core.generate_256_hash()(text)}_{text[start : start + 1]}" for text in texts]
    return [*(agrees(fragment, part) for part in parts), *(agrees(whole, text) for text in texts)]


def signed_hashes() -> list[Any]:
    """A place and a sign for each row of a count sketch."""
    return [*zip(core.generate_hash_funcs(HASHES, WIDTH), core.generate_hash_funcs(HASHES, 2), strict=True)]


def mean_sketch(epsilon: float, *, hadamard: bool) -> Any:
    """Apple's count mean sketch."""
    return oracles.CMSClient(epsilon, core.generate_hash_funcs(HASHES, WIDTH), WIDTH, is_hadamard=hadamard)


def rappor(epsilon: float, hashes: int) -> Any:
    """RAPPOR with the f for which the server, which knows how many hashes there are, announces epsilon."""
    f = 2 / (1 + exp(epsilon / (2 * hashes)))
    seeds = ([cohort * hashes + each for each in range(hashes)] for cohort in range(COHORTS))
    family = [[core.generate_hash(BLOOM, seed) for seed in row] for row in seeds]
    return oracles.RAPPORClient(f, BLOOM, family, num_of_cohorts=COHORTS, index_mapper=same)


def direct(epsilon: float, d: int) -> Any:
    """Direct encoding."""
    return oracles.DEClient(epsilon, d, index_mapper=same)


HISTOGRAM = client(lambda epsilon, d: oracles.HEClient(epsilon, d, index_mapper=same))
HADAMARD = client(lambda epsilon, d: oracles.HadamardMechClient(epsilon, d, 2, index_mapper=same))
"""With two coefficients."""

RANDOMIZERS: dict[str, Maker] = {
    "DE": client(direct),
    "SUE": client(lambda epsilon, d: oracles.UEClient(epsilon, d, index_mapper=same)),
    "OUE": client(lambda epsilon, d: oracles.UEClient(epsilon, d, use_oue=True, index_mapper=same)),
    "HE": HISTOGRAM,
    "HE, lowest bits": seen(lattice, HISTOGRAM),
    "BLH": local_hashing(lambda epsilon, d: oracles.LHClient(epsilon, d, index_mapper=same)),
    "OLH": local_hashing(lambda epsilon, d: oracles.LHClient(epsilon, d, use_olh=True, index_mapper=same)),
    "FLH": local_hashing(
        lambda epsilon, d: oracles.FastLHClient(epsilon, d, 100, use_olh=True, index_mapper=same)
    ),
    "HadamardMech": seen(hadamard_supported, HADAMARD),
    "HadamardMech, with its type": seen(
        lambda report: [type(report).__name__, hadamard_supported(report)], HADAMARD
    ),
    "HadamardResponse": client(
        lambda epsilon, d: oracles.HadamardResponseClient(epsilon, d, [*range(d)], index_mapper=same)
    ),
    "RAPPOR, 1 hash": client(lambda epsilon, _: rappor(epsilon, 1)),
    "RAPPOR, 2 hashes": client(lambda epsilon, _: rappor(epsilon, 2)),
    "CMS": client(lambda epsilon, _: mean_sketch(epsilon, hadamard=False)),
    "HCMS": client(lambda epsilon, _: mean_sketch(epsilon, hadamard=True)),
    "PCS": client(lambda epsilon, _: oracles.PCSClient(epsilon, HASHES, WIDTH, signed_hashes())),
    "SketchResponse": sketch_response(signed=False),
    "SketchResponse, count sketch": sketch_response(signed=True),
    "PEM over DE": client(
        lambda epsilon, d: hitters.PEMClient(epsilon, 0, 2, 1, fo_client=direct(epsilon, d))
    ),
    "TreeHist over DE": client(
        lambda epsilon, d: hitters.TreeHistClient(epsilon, 1, 2, fo_client=direct(epsilon, d))
    ),
    "SFP over HCMS": seen(
        fragments_agree,
        client(
            lambda epsilon, _: hitters.SFPClient(epsilon, 1, 2, fo_client=mean_sketch(epsilon, hadamard=True))
        ),
    ),
}

if __name__ == "__main__":
    serve("pure-ldp", RANDOMIZERS)
