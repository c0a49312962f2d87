"""The answering side of PROTOCOL.md for whoever cannot import ldproof: Python 3.8 or newer, and nothing else.

A randomizer is made once from its parameters, and is then called for every draw with the input. Looking at its
outputs through a function of theirs is no less private than the outputs, so what is found there is found.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Callable, Iterable, Iterator, Mapping  # noqa: UP035  (for Python 3.8)

PROTOCOL = 1
BLACK_BOX = "black-box"
"""The mechanism of a request that names its randomizer among the parameters."""

Parameters = Mapping[str, Any]
Draw = Callable[[Any], Any]
Maker = Callable[[Parameters], Draw]


class Unsupported(Exception):  # noqa: N818  (an answer, not an error)
    """The program cannot do what the request asks."""


class Desk:
    """Answers requests; a randomizer that was made stays, with its hash functions and tables."""

    def __init__(self, name: str, randomizers: Mapping[str, Maker]) -> None:
        self._name = name
        self._randomizers = dict(randomizers)
        self._made: dict[str, Draw] = {}

    def answer(self, line: str) -> dict[str, Any]:
        number = None
        try:
            request = json.loads(line)
            number = request.get("id")
            return {"id": number, **self._answer(request)}
        except Unsupported as why:
            return {"id": number, "unsupported": str(why)}
        except Exception as why:  # noqa: BLE001  (whatever a library raises is its refusal)
            return {"id": number, "error": f"{type(why).__name__}: {why}"}

    def _answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if request["op"] == "describe":
            return {"protocol": PROTOCOL, "name": self._name, "mechanisms": [*self._randomizers]}
        if request["op"] != "randomize":
            raise Unsupported(f"op {request['op']!r}")
        if "coins" in request:
            raise Unsupported("coins: the library has its own")
        draw = self._draw(request["mechanism"], request["parameters"])
        given = request["input"]
        return {"outputs": [plain(draw(given)) for _ in range(request["count"])]}

    def _draw(self, mechanism: str, parameters: Parameters) -> Draw:
        name = parameters.get("randomizer", "") if mechanism == BLACK_BOX else mechanism
        if name not in self._randomizers:
            raise Unsupported(f"randomizer {name!r}; there are {', '.join(self._randomizers)}")
        key = json.dumps([name, parameters], sort_keys=True)
        if key not in self._made:
            self._made[key] = self._randomizers[name](parameters)
        return self._made[key]


def serve(name: str, randomizers: Mapping[str, Maker]) -> None:
    """Answer each line on standard input, until there are no more; what the library prints goes elsewhere."""
    output, sys.stdout = sys.stdout, sys.stderr
    for answer in answers(sys.stdin, Desk(name, randomizers)):
        print(answer, file=output, flush=True)


def answers(lines: Iterable[str], desk: Desk) -> Iterator[str]:
    for line in lines:
        yield json.dumps(desk.answer(line), separators=(",", ":"), allow_nan=False)


def seen(parsed: Callable[[Any], Any], maker: Maker) -> Maker:
    """A randomizer whose outputs are looked at through a function."""

    def make(parameters: Parameters) -> Draw:
        draw = maker(parameters)
        return lambda given: parsed(draw(given))

    return make


def plain(thing: Any) -> Any:
    """Lists and numbers in the place of arrays, tuples and bytes."""
    if isinstance(thing, (list, tuple)):
        return [plain(each) for each in thing]
    if isinstance(thing, (bytes, bytearray)):
        return [*thing]
    if isinstance(thing, (str, int, float)) or thing is None:
        return thing
    return plain(thing.tolist() if hasattr(thing, "tolist") else [*thing])


def flat(thing: Any) -> list[Any]:
    """Everything in nested lists, in one list; whole numbers as such."""
    thing = plain(thing)
    if isinstance(thing, list):
        return [inner for each in thing for inner in flat(each)]
    return [int(thing) if isinstance(thing, float) and thing.is_integer() else thing]


def lattice(thing: Any) -> Any:
    """For each number, the place of the lowest bit that is set: -52 for an odd multiple of 2^-52."""
    thing = plain(thing)
    if isinstance(thing, list):
        return [lattice(each) for each in thing]
    above, below = float(thing).as_integer_ratio()
    if not above:
        return 1024
    return (above & -above).bit_length() - below.bit_length()
