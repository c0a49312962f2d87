"""Calls in which one or two arguments are replaced by odd values."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random

import numpy as np

import ldproof
from ldproof import mechanism, strategies, testing
from ldproof.errors import Refused
from tests.project.crossings import NUMBERS

TURN = 1 / 10
"""The share of all calls that are made in turn."""

REPORT = mechanism("shots.report", T=1, m=1, odds=3)


class Evil:
    """An object without a representation."""

    def __init__(self, *_: object, **__: object) -> None:
        """Takes anything."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    __str__ = __repr__


def nothing(*_: object) -> int:
    return 0


EMPTY: tuple[object, ...] = ()

ODD: tuple[object, ...] = (
    *NUMBERS, nothing, print, bool, Evil, np, ldproof, iter(()), (each for each in EMPTY), ValueError("x"), b"\xff",
    "\ud800", "x=1", "odds=", "a" * 5000, {"odds": []}, {(): 1}, {0: {0: 1}, 1: {0: 1}}, [[]], [(0, 1)], [("", 0.0)],
    [([], {})], np.zeros((2, 0)), np.array(["a", "b"]), np.array([object()]), range(3), slice(1), NotImplemented,
    Ellipsis, REPORT, memoryview(b"12"), "shots.report", "shots.p", "all", "event", "json",
)  # fmt: skip

CALLS: Mapping[str, Mapping[str, object]] = {
    "audit": {
        "randomizer": nothing, "claim": 1, "pairs": [(0, 1)], "inputs": None, "alpha": "1/2", "draws": 1,
        "level": "user", "throughout": False, "seed": None, "state": None,
    },
    "conform": {
        "program": nothing, "mechanism": REPORT, "alpha": "1/2", "draws": 1, "ulps": 1, "known_failures": (),
        "seconds": 1,
    },
    "evaluate": {"": "shots.p", "T": 2, "m": 1, "r": 0, "odds": 3, "digits": 5},
    "explain": {"": "shots.p", "proof": False, "form": "text"},
    "law": {"": REPORT, " ": "1", "output": None, "digits": 5},
    "mechanism": {"": "shots.report", "T": 1, "m": 1, "odds": 3},
    "plan": {
        "": "count", "N": 4, "T": 2, "odds": 9, "mu": None, "alpha": None, "beta": "1/2", "table": None,
        "runs": None, "seed": "1",
    },
    "test": {
        "a": 1, "b": 2, "m1": 3, "m2": 4, "epsilon": 9, "level": "1/3", "rates": None, "mechanism": None, "tau": None,
        "table": None, "rule": None, "coins": None,
    },
    "private_sketch": {
        "": "kary", "w": 4, "d": 2, "odds": 3, "p": None, "q": None, "seed": "1", "family": None, "P": None,
    },
    "prefix_sketch": {"": "kary", "length": 1, "step": 4, "w": 4, "d": 2, "odds": 3, "seed": "1"},
    "assert_private": {"randomizer": nothing, "claim": 1, "pairs": [(0, 1)], "alpha": "1/2", "draws": 1},
    "assert_conforms": {"program": nothing, "mechanism": REPORT, "alpha": "1/2", "draws": 1},
    "assert_law": {"randomizer": nothing, "stated": {0: 1}, "alpha": "1/2", "draws": 1},
    "assert_unbiased": {"estimator": nothing, "mechanism": REPORT},
    "parameters": {"name": "shots.report", "largest": 3},
    "mechanisms": {"name": "shots.report", "largest": 3},
    "inputs": {"mechanism": REPORT},
    "outputs": {"mechanism": REPORT},
    "streams": {"T": 2},
    "tables": {"m1": 2, "m2": 2},
    "sketches": {"w": 2, "d": 2},
}  # fmt: skip
"""Every public function, with plain arguments; a blank name is a place."""

UNASKED = {"neighbours", "coins"}
"""What draws when it is drawn from, and what takes nothing."""


def found(name: str) -> Callable[..., object]:
    places = (ldproof, testing, strategies)
    function: Callable[..., object] = next(getattr(each, name) for each in places if name in each.__all__)
    return function


Call = tuple[str, dict[str, object]]
"""A function by its name, and its arguments."""


def systematic_calls() -> Iterator[Call]:
    """Yield calls in which each argument in turn is replaced by an odd value."""
    random = Random(18)
    for name, plain in CALLS.items():
        for argument in plain:
            yield from ((name, {**plain, argument: odd}) for odd in ODD if random.random() < TURN)


def random_calls(count: int, seed: str) -> Iterator[Call]:
    """Yield calls of random functions with one or two odd arguments."""
    for number in range(count):
        random = Random(f"{seed}:{number}")
        name, plain = random.choice([*CALLS.items()])
        some = random.sample([*plain], min(len(plain), random.randint(1, 2)))
        yield name, {**plain, **{each: random.choice(ODD) for each in some}}


def flaws_of_calls(asked: Iterable[Call]) -> Iterator[str]:
    """Yield the calls that raise any other exception."""
    for name, given in asked:
        try:
            make_call(name, given)
        except Exception as flaw:  # noqa: BLE001  (that is what is looked for)
            odd = {each: type(given[each]).__name__ for each in given if given[each] is not CALLS[name][each]}
            yield f"{name}({odd}): {type(flaw).__name__}: {flaw!s:.100}"


def make_call(name: str, given: Mapping[str, object]) -> None:
    """Call a public function; a refusal or a failing assertion is an accepted outcome."""
    placed = [each for argument, each in given.items() if not argument.strip()]
    named = {argument: each for argument, each in given.items() if argument.strip()}
    with contextlib.suppress(Refused, testing.Violated):
        found(name)(*placed, **named)
