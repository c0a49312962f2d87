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
from ldproof.registry import all_formulas

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
class SpaceSchemas:
    """What inputs and outputs are, and outputs as a law names them: texts for those of the catalogue."""

    input: Schema = field(default_factory=lambda: INPUT)
    output: Schema = field(default_factory=lambda: OUTPUT)
    named: Schema = field(default_factory=lambda: OUTPUT)


def object_schema(members: Mapping[str, Schema], optional: Iterable[str] = ()) -> Schema:
    """An object with these members and no others."""
    return {
        "type": "object",
        "properties": dict(members),
        "required": [name for name in members if name not in set(optional)],
        "additionalProperties": False,
    }


EXACTLY: Schema = {"type": "string", "pattern": EXACT}
END: Schema = {"type": "string", "pattern": DECIMAL}
NUMBERS: list[Schema] = [object_schema({"exact": EXACTLY}), object_schema({"lower": END, "upper": END})]
NUMBER: Schema = {"oneOf": NUMBERS}
ASSUMED: list[Schema] = [
    object_schema({"exact": EXACTLY, "assumes": TEXT}),
    object_schema({"lower": END, "upper": END, "assumes": TEXT}),
    object_schema({"holds": {"type": "boolean"}}),
]
PRIVACY: Schema = object_schema({"odds": NUMBER, "epsilon": NUMBER})
COUNTS: Schema = {
    "type": "array",
    "items": {"type": "array", "prefixItems": [WHOLE, WHOLE], "items": False, "minItems": 2},
}
ANY: Schema = {"type": ["object", "array", "string", "integer", "boolean", "null"]}


def request_schemas(spaces: SpaceSchemas) -> Mapping[str, Schema]:
    """What is asked."""
    return {
        "formula": object_schema({"parameters": PARAMETERS}),
        "law": object_schema(
            {"parameters": PARAMETERS, "input": spaces.input, "output": spaces.named}, ["output"]
        ),
        "randomize": object_schema(
            {
                "parameters": PARAMETERS,
                "input": spaces.input,
                "coins": {"type": "string", "pattern": HEXADECIMAL},
            }
        ),
        "estimate": object_schema(
            {"parameters": PARAMETERS, "reports": REPORTS, "counts": COUNTS, "columns": REPORTS},
            ["reports", "counts", "columns"],
        ),
        "decide": object_schema(
            {"parameters": PARAMETERS, "reports": REPORTS, "counts": COUNTS, "tables": REPORTS},
            ["reports", "counts", "tables"],
        ),
        "privacy": object_schema({"parameters": PARAMETERS, "input": spaces.input, "output": spaces.named}),
        "rejection": object_schema(
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


def answer_schemas(spaces: SpaceSchemas) -> Mapping[str, Schema]:
    """What is answered; a rejection has no answer."""
    return {
        "formula": object_schema({"value": {"oneOf": [NUMBER, *ASSUMED]}}),
        "law": object_schema(
            {
                "law": {
                    "type": "array",
                    "items": {
                        "oneOf": [
                            object_schema({"output": spaces.named, "exact": EXACTLY}),
                            object_schema({"output": spaces.named, "lower": END, "upper": END}),
                        ]
                    },
                }
            }
        ),
        "randomize": object_schema(
            {
                "outputs": {"type": "array", "items": spaces.output, "minItems": 1, "maxItems": 1},
                "taken": {"type": "array", "items": WHOLE, "minItems": 1, "maxItems": 1},
            }
        ),
        "estimate": object_schema(
            {"estimates": {"type": "array", "items": {"oneOf": [*NUMBERS, {"type": "null"}]}}}
        ),
        "decide": object_schema(
            {"decisions": {"type": "array", "items": {"enum": ["up", "down", "0", "1"]}}}
        ),
        "privacy": {
            "oneOf": [object_schema({"user": PRIVACY}), object_schema({"event": PRIVACY})],
        },
    }


def extra_schemas(spaces: SpaceSchemas) -> Mapping[str, Mapping[str, Schema]]:
    """What else a vector says."""
    return {
        "privacy": {
            "attained": object_schema(
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


def kind_schema(kind: str, flags: Iterable[str], spaces: SpaceSchemas | None = None) -> Schema:
    """The schema of a kind's file."""
    of = spaces or SpaceSchemas()
    asked, answered, besides = request_schemas(of), answer_schemas(of), extra_schemas(of)
    head: dict[str, Schema] = {
        "id": {"type": "string", "pattern": "^[0-9a-f]{10}$"},
        "flags": {"type": "array", "items": {"enum": [*flags]}, "uniqueItems": True},
    }
    valid = object_schema(
        {
            **head,
            "result": {"const": "valid"},
            "request": asked[kind],
            "answer": answered.get(kind, {}),
            **besides.get(kind, {}),
        }
    )
    invalid = object_schema(
        {**head, "result": {"const": "invalid"}, "request": asked[kind], "reason": {"enum": [*Reason]}}
    )
    vector = {"rejection": invalid, "randomize": {"oneOf": [valid, invalid]}}.get(kind, valid)
    return {
        "$schema": DIALECT,
        "$id": f"urn:ldproof:schema:vectors:v1:{kind}",
        "title": f"Test vectors: {kind}",
        **object_schema(
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
                        **object_schema(
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
    return tuple(evaluated.formula_vectors())


SOURCES: Mapping[str, Callable[[], Iterable[Vector]]] = {
    "formula": lambda: select_answered(evaluations()),
    "law": laws.law_vectors,
    "randomize": draws.randomize_vectors,
    "estimate": lambda: select_answered(collected.estimate_vectors()),
    "decide": lambda: select_answered(collected.decision_vectors()),
    "privacy": lambda: select_answered(laws.privacy_vectors()),
    "rejection": lambda: [*rejected.rejection_vectors(), *map(as_rejection, select_refused(evaluations()))],
}


def select_answered(found: Iterable[Vector]) -> Iterator[Vector]:
    """Those that are."""
    return (each for each in found if each.answer is not None)


def select_refused(found: Iterable[Vector]) -> Iterator[Vector]:
    """Those that are not."""
    return (each for each in found if each.answer is None)


def as_rejection(vector: Vector) -> Vector:
    """A combination of parameters as a rejection."""
    return Vector("rejection", vector.request, ("combination",), None, vector.reason)


def write_vector_files(folder: Path) -> None:
    """All files, with their schemas beside them."""
    for kind in KINDS:
        write_kind(folder, kind, SOURCES[kind]())


def write_kind(folder: Path, kind: str, found: Iterable[Vector], spaces: SpaceSchemas | None = None) -> None:
    """A kind's file, with its schema beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{kind}.json").write_text(format_kind(kind, found), encoding="ascii")
    described = json.dumps(kind_schema(kind, FLAGS[kind], spaces), indent=1)
    (folder / f"{kind}.schema.json").write_text(f"{described}\n", encoding="ascii")


def format_kind(kind: str, found: Iterable[Vector]) -> str:
    """A kind's file: one vector to a line."""
    head = {"kind": kind, "version": VERSION, "notes": NOTES[kind], "flags": FLAGS[kind]}
    every = ",\n".join(
        format_group(name, [*each]) for name, each in groupby(sorted(found, key=group_key), key=group_key)
    )
    return f'{compact_json(head)[:-1]},"groups":[\n{every}\n]}}\n'


def group_key(vector: Vector) -> tuple[str, str]:
    """What a group has in common: the op, and of what it is asked."""
    asked = vector.request
    return str(asked.get("mechanism", asked.get("formula"))), str(asked["op"])


def format_group(name: tuple[str, str], found: Sequence[Vector]) -> str:
    """A group's text."""
    what, op = name
    head: dict[str, object] = {"id": f"{op} {what}", "op": op, subject_member(op): what}
    if op == "eval":
        head["notes"] = all_formulas()[what].summary
        if (said := evaluated.closed_form(all_formulas()[what])) is not None:
            head["closed_form"] = said
    lines = ",\n".join(compact_json(vector_as_json(each)) for each in found)
    return f'{compact_json(head)[:-1]},"vectors":[\n{lines}\n]}}'


def subject_member(op: str) -> str:
    """Under which name a request says what is asked."""
    return "formula" if op == "eval" else "mechanism"


def vector_as_json(vector: Vector) -> Mapping[str, object]:
    """A vector as an object."""
    asked = {
        name: value
        for name, value in vector.request.items()
        if name not in ("op", subject_member(str(vector.request["op"])))
    }
    outcome: Mapping[str, object] = (
        {"result": "invalid", "request": asked, "reason": vector.reason}
        if vector.answer is None
        else {"result": "valid", "request": asked, "answer": vector.answer}
    )
    return {"id": vector.id, "flags": [*vector.flags], **outcome, **vector.more}


def compact_json(thing: object) -> str:
    """As short as can be."""
    return json.dumps(thing, separators=(",", ":"), allow_nan=False)
