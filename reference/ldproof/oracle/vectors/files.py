"""The files: a kind's vectors, one to a line, in groups; and their schemas."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from ldproof.catalogue import formulas
from ldproof.oracle.vectors import collected, draws, evaluated, laws, privacies, rejected
from ldproof.oracle.vectors.schemas import Spaces, schema
from ldproof.oracle.vectors.vector import KINDS, Vector

VERSION = 1

NOTES: Mapping[str, str] = {
    "formula": "A formula's value: exact, or between two decimals.",
    "law": "The probabilities of outputs for an input.",
    "randomize": "The output that given coins make, and how many bytes of them are taken.",
    "estimate": "What a collector estimates of reports, round by round or item by item.",
    "decide": "What is decided of reports or of tables, without noise.",
    "privacy": "The tight odds and epsilon at a level, and two inputs and an event that attain them.",
    "rejection": "What must be refused, and the reason; every language has the same words for it.",
}

FLAGS: Mapping[str, Mapping[str, str]] = {
    "formula": evaluated.FLAGS,
    "law": laws.FLAGS,
    "randomize": draws.FLAGS,
    "estimate": collected.ESTIMATE_FLAGS,
    "decide": collected.DECIDE_FLAGS,
    "privacy": privacies.FLAGS,
    "rejection": rejected.FLAGS,
}


@cache
def evaluations() -> tuple[Vector, ...]:
    """Every formula at the edges of its parameters, with an answer or without."""
    return tuple(evaluated.evaluated())


SOURCES: Mapping[str, Callable[[], Iterable[Vector]]] = {
    "formula": lambda: answered(evaluations()),
    "law": laws.listed,
    "randomize": draws.drawn,
    "estimate": lambda: answered(collected.estimated()),
    "decide": lambda: answered(collected.decided()),
    "privacy": lambda: answered(privacies.attained()),
    "rejection": lambda: [*rejected.rejected(), *map(refused, unanswered(evaluations()))],
}


def answered(found: Iterable[Vector]) -> Iterator[Vector]:
    """Those that are."""
    return (each for each in found if each.answer is not None)


def unanswered(found: Iterable[Vector]) -> Iterator[Vector]:
    """Those that are not."""
    return (each for each in found if each.answer is None)


def refused(vector: Vector) -> Vector:
    """A combination of parameters as a rejection."""
    return Vector("rejection", vector.request, ("combination",), None, vector.reason)


def write(folder: Path) -> None:
    """All files, with their schemas beside them."""
    for kind in KINDS:
        write_kind(folder, kind, SOURCES[kind]())


def write_kind(folder: Path, kind: str, found: Iterable[Vector], spaces: Spaces | None = None) -> None:
    """A kind's file, with its schema beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{kind}.json").write_text(text(kind, found), encoding="ascii")
    described = json.dumps(schema(kind, FLAGS[kind], spaces), indent=1)
    (folder / f"{kind}.schema.json").write_text(f"{described}\n", encoding="ascii")


def text(kind: str, found: Iterable[Vector]) -> str:
    """A kind's file: one vector to a line."""
    head = {"kind": kind, "version": VERSION, "notes": NOTES[kind], "flags": FLAGS[kind]}
    every = ",\n".join(group(name, [*each]) for name, each in groupby(sorted(found, key=place), key=place))
    return f'{compact(head)[:-1]},"groups":[\n{every}\n]}}\n'


def place(vector: Vector) -> tuple[str, str]:
    """What a group has in common: the op, and of what it is asked."""
    asked = vector.request
    return str(asked.get("mechanism", asked.get("formula"))), str(asked["op"])


def group(name: tuple[str, str], found: Sequence[Vector]) -> str:
    """A group's text."""
    what, op = name
    head: dict[str, object] = {"id": f"{op} {what}", "op": op, named(op): what}
    if op == "eval":
        head["notes"] = formulas()[what].summary
        if (said := evaluated.closed_form(formulas()[what])) is not None:
            head["closed_form"] = said
    lines = ",\n".join(compact(entry(each)) for each in found)
    return f'{compact(head)[:-1]},"vectors":[\n{lines}\n]}}'


def named(op: str) -> str:
    """Under which name a request says what is asked."""
    return "formula" if op == "eval" else "mechanism"


def entry(vector: Vector) -> Mapping[str, object]:
    """A vector as an object."""
    asked = {
        name: value
        for name, value in vector.request.items()
        if name not in ("op", named(str(vector.request["op"])))
    }
    outcome: Mapping[str, object] = (
        {"result": "invalid", "request": asked, "reason": vector.reason}
        if vector.answer is None
        else {"result": "valid", "request": asked, "answer": vector.answer}
    )
    return {"id": vector.id, "flags": [*vector.flags], **outcome, **vector.more}


def compact(thing: object) -> str:
    """As short as can be."""
    return json.dumps(thing, separators=(",", ":"), allow_nan=False)
