"""Vectors of laws with rational odds, and of the tight privacy with an event that attains it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ldproof.errors import Refused
from ldproof.mechanisms import LEVELS, list_space
from ldproof.oracle import operations
from ldproof.oracle.vectors import Vector, privacy_vector
from tests.oracle.cases import Case, make_vectors, split_parameters
from tests.oracle.cases.draws import GIVEN, edge_inputs

# Laws with rational odds, listed, and the likelihoods of single outputs at the edges.

ROUNDS = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2))
"""T and m."""

DUMMIES = {"0": "no-dummies", "1/2": "fair-dummies", "1": "dummies-of-one", "1/3": ""}
"""r."""

LISTED: Mapping[str, Sequence[str]] = {
    "counting.glance": ("T=1 odds=3", "T=3 odds=3", "T=4 odds=27/8", "T=8 odds=1000001/1000000"),
    "counting.harmony": ("T=1 odds=3", "T=3 odds=3", "T=4 odds=27/8"),
    "counting.harmony_published": ("T=1 odds=3", "T=3 odds=3", "T=4 odds=27/8"),
    "counting.borappor": ("T=1 odds=3", "T=3 odds=27", "T=4 odds=81/16"),
    "chi2.optimal": ("m1=4 m2=6 tau=1 odds=3", "m1=4 m2=4 tau=8 odds=3", "m1=3 m2=3 tau=3 odds=5/4"),
    "chi2.beta_optimal": ("m1=4 m2=6 tau=2 beta=1 odds=9", "m1=5 m2=5 tau=4 beta=1/2 odds=4"),
    "sketch.unary": ("w=2 d=1 p=1/4 q=3/4", "w=3 d=2 p=1/3 q=1/2"),
    "sketch.cms": ("w=2 d=2 odds=9", "w=3 d=1 odds=4"),
    "sketch.oue": ("w=2 d=2 odds=3", "w=3 d=1 odds=5/2"),
    "sketch.optimal": ("w=2 d=2 odds=9", "w=2 d=1 odds=4"),
    "sketch.hcms": ("w=2 d=2 odds=3", "w=4 d=2 odds=3"),
    "sketch.hcms_plus": ("w=2 d=2 odds=3", "w=4 d=2 odds=3"),
    "sketch.kary": ("w=2 d=2 odds=3", "w=5 d=2 odds=3"),
    "sketch.per_user": ("w=2 odds=9", "w=3 odds=4"),
    "sketch.all_rows": ("w=2 d=2 odds=81", "w=2 d=1 odds=9"),
}
"""Parameters whose laws are listed."""


def law_vectors() -> Iterator[Vector]:
    """Them all."""
    return make_vectors("law", all_law_cases(), ["law"])


def all_law_cases() -> Iterator[Case]:
    """All rounds and dummies of shots, the others' parameters, and single outputs where epsilon is far out."""
    for T, m in ROUNDS:
        for r, flag in DUMMIES.items():
            if m == T > 1 and r in ("0", "1/2"):
                continue  # where no dummy is sent, two kinds of them are enough
            flags = tuple(each for each in (flag, "every-round" if m == T else "") if each)
            yield from listed_law_cases(
                "shots.report", split_parameters(f"T={T} m={m} r={r} report_odds=3"), flags
            )
    for name, sets in LISTED.items():
        for written in sets:
            yield from listed_law_cases(name, split_parameters(written))
    for name, sets in GIVEN.items():
        for written in sets:
            yield from single_output_cases(name, split_parameters(written))


def listed_law_cases(name: str, given: Mapping[str, str], flags: tuple[str, ...] = ()) -> Iterator[Case]:
    """The law for each of some inputs."""
    for secret in edge_inputs(operations.find_mechanism(name, given))[:4]:
        yield Case({"op": "law", "mechanism": name, "parameters": given, "input": secret}, ("listed", *flags))


def single_output_cases(name: str, given: Mapping[str, str]) -> Iterator[Case]:
    """The first, a middle and the last output, for two inputs."""
    known = operations.find_mechanism(name, given)
    try:
        outputs = [known.outputs.write(each) for each in list_space(known.outputs)]
    except Refused:  # too many to list
        return
    chosen = dict.fromkeys((outputs[0], outputs[len(outputs) // 2], outputs[-1]))
    for secret in edge_inputs(known)[:2]:
        for output in chosen:
            asked = {"op": "law", "mechanism": name, "parameters": given, "input": secret, "output": output}
            yield Case(asked, ("one-output",))


# The tight privacy, with two neighbours and an event that attain it.


def privacy_vectors() -> list[Vector]:
    """Every mechanism with the parameters of the laws and of the draws, where there is little to see."""
    sets: list[tuple[str, str]] = [
        ("shots.report", f"T={T} m={m} r={r} {budget}")
        for T, m in ROUNDS
        for r in DUMMIES
        for budget in ("odds=3", "report_odds=4")
    ]
    for source in (LISTED, GIVEN):
        sets += [(name, written) for name, each in source.items() for written in each]
    found: dict[str, Vector] = {}
    for level, (name, written) in product(LEVELS, sets):
        if (vector := privacy_vector(name, split_parameters(written), level)) is not None:
            found.setdefault(vector.id, vector)
    return list(found.values())
