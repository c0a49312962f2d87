"""The files of test vectors: one vector to a line, in groups; and their schemas."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path

from ldproof.errors import Reason
from ldproof.oracle.schema import DECIMAL, DIALECT, EXACT, HEXADECIMAL
from ldproof.oracle.vectors import collected, draws, evaluated, laws, rejected
from ldproof.oracle.vectors.vector import KINDS, Vector
from ldproof.parameters import Schema
from ldproof.programs.messages import MOST_ID
from ldproof.registry import formulas

# The JSON Schema of each kind of vectors: nothing in a file that it does not know, and no formats of ours.

TEXT: Schema = {"type": "string", "pattern": "^[ -~]*$"}
"""Printable ASCII."""

NAME: Schema = {"type": "string", "pattern": "^[a-z0-9]+\\.[a-z0-9_]+$"}
PARAMETERS: Schema = {
    "type": "object",
    "propertyNames": {"pattern": "^[A-Za-z][A-Za-z0-9_]*$"},
    "additionalProperties": TEXT,
}
WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_ID}
REPORTS: Schema = {"type": "array", "items": {"type": "string", "pattern": "^[-0-9:,;]*$"}}
INPUT: Schema = {"type": "string", "pattern": "^[0-9,]+$"}
OUTPUT: Schema = {"type": "string", "pattern": "^[-0-9:,;]+$"}


@dataclass(frozen=True, slots=True)
class Spaces:
    """What inputs and outputs are, and outputs as a law names them: texts for those of the catalogue."""

    input: Schema = field(default_factory=lambda: INPUT)
    output: Schema = field(default_factory=lambda: OUTPUT)
    named: Schema = field(default_factory=lambda: OUTPUT)


def closed(members: Mapping[str, Schema], optional: Iterable[str] = ()) -> Schema:
    """An object with these members and no others."""
    return {
        "type": "object",
        "properties": dict(members),
        "required": [name for name in members if name not in set(optional)],
        "additionalProperties": False,
    }


EXACTLY: Schema = {"type": "string", "pattern": EXACT}
END: Schema = {"type": "string", "pattern": DECIMAL}
NUMBERS: list[Schema] = [closed({"exact": EXACTLY}), closed({"lower": END, "upper": END})]
NUMBER: Schema = {"oneOf": NUMBERS}
ASSUMED: list[Schema] = [
    closed({"exact": EXACTLY, "assumes": TEXT}),
    closed({"lower": END, "upper": END, "assumes": TEXT}),
    closed({"holds": {"type": "boolean"}}),
]
PRIVACY: Schema = closed({"odds": NUMBER, "epsilon": NUMBER})
COUNTS: Schema = {
    "type": "array",
    "items": {"type": "array", "prefixItems": [WHOLE, WHOLE], "items": False, "minItems": 2},
}
ANY: Schema = {"type": ["object", "array", "string", "integer", "boolean", "null"]}


def requests(spaces: Spaces) -> Mapping[str, Schema]:
    """What is asked."""
    return {
        "formula": closed({"parameters": PARAMETERS}),
        "law": closed({"parameters": PARAMETERS, "input": spaces.input, "output": spaces.named}, ["output"]),
        "randomize": closed(
            {
                "parameters": PARAMETERS,
                "input": spaces.input,
                "coins": {"type": "string", "pattern": HEXADECIMAL},
            }
        ),
        "estimate": closed(
            {"parameters": PARAMETERS, "reports": REPORTS, "counts": COUNTS, "columns": REPORTS},
            ["reports", "counts", "columns"],
        ),
        "decide": closed(
            {"parameters": PARAMETERS, "reports": REPORTS, "counts": COUNTS, "tables": REPORTS},
            ["reports", "counts", "tables"],
        ),
        "privacy": closed({"parameters": PARAMETERS, "input": spaces.input, "output": spaces.named}),
        "rejection": closed(
            {
                "parameters": {**PARAMETERS, "additionalProperties": {"type": "string"}},
                "input": ANY,
                "output": {"type": "string"},
                "coins": {"type": "string"},
                "count": {"type": "integer", "minimum": -MOST_ID, "maximum": MOST_ID},
                "digits": {"type": "integer", "minimum": -MOST_ID, "maximum": MOST_ID},
                "reports": ANY,
                "counts": ANY,
                "columns": ANY,
                "tables": ANY,
            },
            ["input", "output", "coins", "count", "digits", "reports", "counts", "columns", "tables"],
        ),
    }


def answers(spaces: Spaces) -> Mapping[str, Schema]:
    """What is answered; a rejection has no answer."""
    return {
        "formula": closed({"value": {"oneOf": [NUMBER, *ASSUMED]}}),
        "law": closed(
            {
                "law": {
                    "type": "array",
                    "items": {
                        "oneOf": [
                            closed({"output": spaces.named, "exact": EXACTLY}),
                            closed({"output": spaces.named, "lower": END, "upper": END}),
                        ]
                    },
                }
            }
        ),
        "randomize": closed(
            {
                "outputs": {"type": "array", "items": spaces.output, "minItems": 1, "maxItems": 1},
                "taken": {"type": "array", "items": WHOLE, "minItems": 1, "maxItems": 1},
            }
        ),
        "estimate": closed(
            {"estimates": {"type": "array", "items": {"oneOf": [*NUMBERS, {"type": "null"}]}}}
        ),
        "decide": closed({"decisions": {"type": "array", "items": {"enum": ["up", "down", "0", "1"]}}}),
        "privacy": {
            "oneOf": [closed({"user": PRIVACY}), closed({"event": PRIVACY})],
        },
    }


def more(spaces: Spaces) -> Mapping[str, Mapping[str, Schema]]:
    """What else a vector says."""
    return {
        "privacy": {
            "attained": closed(
                {
                    "level": {"enum": ["user", "event"]},
                    "likely": spaces.input,
                    "unlikely": spaces.input,
                    "event": {"type": "array", "items": spaces.named, "minItems": 1},
                }
            )
        }
    }


OPS: Mapping[str, tuple[str, ...]] = {
    "formula": ("eval",),
    "law": ("law",),
    "randomize": ("randomize",),
    "estimate": ("estimate",),
    "decide": ("decide",),
    "privacy": ("law",),
    "rejection": ("law", "randomize", "estimate", "decide", "eval"),
}


def schema(kind: str, flags: Iterable[str], spaces: Spaces | None = None) -> Schema:
    """The schema of a kind's file."""
    of = spaces or Spaces()
    asked, answered, besides = requests(of), answers(of), more(of)
    head: dict[str, Schema] = {
        "id": {"type": "string", "pattern": "^[0-9a-f]{10}$"},
        "flags": {"type": "array", "items": {"enum": [*flags]}, "uniqueItems": True},
    }
    valid = closed(
        {
            **head,
            "result": {"const": "valid"},
            "request": asked[kind],
            "answer": answered.get(kind, {}),
            **besides.get(kind, {}),
        }
    )
    invalid = closed(
        {**head, "result": {"const": "invalid"}, "request": asked[kind], "reason": {"enum": [*Reason]}}
    )
    vector = {"rejection": invalid, "randomize": {"oneOf": [valid, invalid]}}.get(kind, valid)
    return {
        "$schema": DIALECT,
        "$id": f"urn:ldproof:schema:vectors:v1:{kind}",
        "title": f"Test vectors: {kind}",
        **closed(
            {
                "kind": {"const": kind},
                "version": {"const": 1},
                "notes": TEXT,
                "flags": {"type": "object", "additionalProperties": TEXT},
                "groups": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "oneOf": [{"required": ["mechanism"]}, {"required": ["formula"]}],
                        **closed(
                            {
                                "id": TEXT,
                                "op": {"enum": [*OPS[kind]]},
                                "mechanism": NAME,
                                "formula": NAME,
                                "notes": {"type": "string"},
                                "closed_form": TEXT,
                                "vectors": {"type": "array", "items": vector, "minItems": 1},
                            },
                            ["mechanism", "formula", "notes", "closed_form"],
                        ),
                    },
                },
            }
        ),
    }


# The files: a kind's vectors, one to a line, in groups; and their schemas.

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
    "privacy": laws.PRIVACY_FLAGS,
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
    "privacy": lambda: answered(laws.attained()),
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
