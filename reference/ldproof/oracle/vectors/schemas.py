"""The JSON Schema of each kind of vectors: nothing in a file that it does not know, and no formats of ours."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ldproof.domains import Schema
from ldproof.oracle.schema import DECIMAL, DIALECT, EXACT, HEXADECIMAL
from ldproof.programs.messages import MOST_ID
from ldproof.rejections import Reason

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
