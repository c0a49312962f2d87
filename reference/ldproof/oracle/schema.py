"""The protocol's messages as a JSON Schema, and the tables of PROTOCOL.md."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ldproof.oracle.ops import COUNT, DIGITS
from ldproof.parameters import DOMAINS, Schema
from ldproof.programs.messages import MOST_ID
from ldproof.registry import DECISIONS, ESTIMATES, EXAMPLES, MECHANISMS, Request
from ldproof.registry import request as asked_of

# The protocol's messages as a JSON Schema: each op's members, and what its answer has.

DIALECT = "https://json-schema.org/draft/2020-12/schema"

EXACT = "^(-?(0|[1-9][0-9]*)/[1-9][0-9]*|inf)$"
"""A fraction in lowest terms, whole ones too, or infinity."""

DECIMAL = "^-?[0-9]+(\\.[0-9]+)?(E[+-]?[0-9]+)?$"
"""An end of an enclosure."""

HEXADECIMAL = "^([0-9a-f]{2})*$"
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Op:
    """What a request has, beside `id` and `op`, and what its answer has, beside `id`; the first of that names the answer."""

    says: str
    asked: Mapping[str, Schema]
    answered: Mapping[str, Schema]
    optional: tuple[str, ...] = ()
    one_of: tuple[tuple[str, ...], ...] = ()
    """Groups of members: those of exactly one of them are there."""

    @property
    def required(self) -> list[str]:
        """The members that every request has."""
        return [name for name in self.asked if name not in self.optional]


def text(description: str) -> Schema:
    """A text."""
    return {"description": description, "type": "string"}


def texts(description: str) -> Schema:
    """Several."""
    return {"description": description, "type": "array", "items": {"type": "string"}}


def several(description: str, each: Schema) -> Schema:
    """A list."""
    return {"description": description, "type": "array", "items": each}


def whole(description: str, low: int, high: int) -> Schema:
    """A whole number."""
    return {"description": description, "type": "integer", "minimum": low, "maximum": high}


def ref(name: str, description: str = "") -> Schema:
    """What has a definition of its own."""
    found: Schema = {"$ref": f"#/$defs/{name}"}
    return found | ({"description": description} if description else {})


MECHANISM = text("a name of the catalogue below, or `black-box`")
PARAMETERS = ref(
    "parameters", "an object of texts, or of lists of texts: exactly what the user wrote, the budget among it"
)
INPUT = ref("value", "a person's secret")
PLACES = DOMAINS["digits"].schema() | {
    "description": f"to how many digits irrational values are enclosed, {DOMAINS['digits']}; {DIGITS} if it is missing"
}
REPORTS = texts("everybody's reports")
COUNTS = several(
    "for each round `[ones, bits]`: how many people send a 1, and how many a bit, instead of `reports`",
    {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "items": False, "minItems": 2},
)

OPS: Mapping[str, Op] = {
    "describe": Op(
        "What the program is, and what it can do",
        {},
        {
            "name": text("the program's name, for people"),
            "protocol": whole("the version that is spoken", 1, MOST_ID),
            "mechanisms": texts("what it knows, by the names below"),
            "capabilities": {
                "description": "by op, a list of the mechanisms or, for `eval`, of the formulas that it answers for; "
                "under `coins`, a list of the mechanisms that it draws from given coins; under `inputs`, of those that it "
                "draws for several inputs in one request",
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": "string"}},
            },
        },
    ),
    "randomize": Op(
        "Draw outputs",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "input": ref("value", "a person's secret; or several, as `inputs`"),
            "count": whole("how many outputs are drawn, from the program's own coins", COUNT.low, MOST_ID),
            "coins": {
                "description": "bytes, two hexadecimal digits each, instead of `count`: one output is drawn, from these coins",
                "type": "string",
                "pattern": HEXADECIMAL,
            },
            "inputs": several(
                "instead of `input` and `count`: the secrets of several people, one output for each, from the program's "
                "own coins; where `describe` says so",
                ref("value"),
            )
            | {"minItems": 1},
        },
        {
            "outputs": several(
                "a list of `count` outputs, of the one that the coins give, or of one for each of `inputs`, in their order",
                ref("value"),
            ),
            "taken": several(
                "if the program knows it: a list as long, of how many bytes of coins were read for each output",
                whole("bytes", 0, MOST_ID),
            ),
        },
        one_of=(("input", "count"), ("input", "coins"), ("inputs",)),
    ),
    "estimate": Op(
        "Estimate from reports",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "reports": REPORTS,
            "counts": COUNTS,
            "columns": texts("for each item that is asked for, its columns; for sketches, which need them"),
            "digits": PLACES,
        },
        {
            "estimates": several(
                "a number for each round, or for each item; `null` where nobody has reported and only reports count",
                {"anyOf": [ref("number"), {"type": "null"}]},
            )
        },
        optional=("columns", "digits"),
        one_of=(("reports",), ("counts",)),
    ),
    "decide": Op(
        "Decide from reports, or from tables",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "reports": REPORTS,
            "counts": COUNTS,
            "tables": texts("tables, each as an input is written, instead of `reports`"),
        },
        {"decisions": texts("`up` or `down` for each round, or `1` or `0` for each table")},
        one_of=(("reports",), ("counts",), ("tables",)),
    ),
    "eval": Op(
        "Evaluate a formula",
        {
            "formula": text("a name from `ldproof eval --list`"),
            "parameters": PARAMETERS,
            "digits": PLACES,
        },
        {
            "value": {
                "description": 'a number, or `{"holds": true}` or `false` of a condition; with `assumes`, what it rests on',
                "anyOf": [ref("number"), ref("condition")],
            }
        },
        optional=("digits",),
    ),
    "law": Op(
        "The exact law of what comes out",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "input": INPUT,
            "output": text(
                "an output whose probability is asked for; without it, those of all that can come out are"
            ),
            "digits": PLACES,
        },
        {
            "law": several("outputs and their probabilities, in any order", ref("chance")),
            "user": ref("privacy", "the tight privacy between any two secrets of a person"),
            "event": ref("privacy", "the same between two that differ in one event"),
        },
        optional=("output", "digits"),
    ),
}
"""By the word that asks for it."""

DECLINED: Mapping[str, Schema] = {
    "unsupported": text("why the program cannot do such things"),
    "error": text("why the program refuses this request"),
}

ENDS: Schema = {name: {"type": "string", "pattern": DECIMAL} for name in ("lower", "upper")}

DEFINITIONS: Mapping[str, Schema] = {
    "id": whole("the number of a request, the same in its answer", 1, MOST_ID),
    "parameters": {
        "type": "object",
        "additionalProperties": {
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
        },
    },
    "value": {
        "title": "value",
        "description": "An input or an output; NaN and infinities are beyond JSON, and its schemas.",
        "anyOf": [
            {"type": ["null", "boolean", "string"]},
            {"type": "number", "minimum": -1.7976931348623157e308, "maximum": 1.7976931348623157e308},
            {"type": "array", "items": ref("value")},
            {"type": "object", "additionalProperties": ref("value")},
        ],
    },
    "number": {
        "description": "A number: exact, between two decimals, or as near as an IEEE 754 double.",
        "anyOf": [
            {
                "type": "object",
                "properties": {"exact": {"type": "string", "pattern": EXACT}},
                "required": ["exact"],
            },
            {"type": "object", "properties": ENDS, "required": ["lower", "upper"]},
            {"type": "number"},
        ],
    },
    "condition": {"type": "object", "properties": {"holds": {"type": "boolean"}}, "required": ["holds"]},
    "chance": {
        "type": "object",
        "properties": {
            "output": {"type": "string"},
            "exact": {"type": "string", "pattern": EXACT},
            **ENDS,
        },
        "required": ["output"],
        "oneOf": [{"required": ["exact"]}, {"required": ["lower", "upper"]}],
    },
    "privacy": {
        "type": "object",
        "properties": {"odds": ref("number"), "epsilon": ref("number")},
        "required": ["odds", "epsilon"],
    },
}


def request(op: str) -> Schema:
    """What a request for an op must have."""
    known = OPS[op]
    grouped = {name for group in known.one_of for name in group}
    found: Schema = {
        "title": op,
        "description": f"{known.says}.",
        "type": "object",
        "properties": dict(known.asked),
        "required": [name for name in known.required if name not in grouped],
    }
    if known.one_of:
        found["oneOf"] = [{"required": [*group]} for group in known.one_of]
    return found


def answer(op: str) -> Schema:
    """What an answer to it must have."""
    members = OPS[op].answered
    missing = {"describe": ["capabilities"], "randomize": ["taken"], "law": ["user", "event"]}.get(op, [])
    return {
        "title": f"answer to {op}",
        "type": "object",
        "properties": dict(members),
        "required": [name for name in members if name not in missing],
    }


def protocol() -> Schema:
    """A line of the protocol, whoever says it."""
    declined: list[Schema] = [
        {
            "title": name,
            "properties": {name: schema, "reason": text("the name of a refusal, the same in every language")},
            "required": [name],
        }
        for name, schema in DECLINED.items()
    ]
    return {
        "$schema": DIALECT,
        "$id": "urn:ldproof:schema:protocol",
        "title": "A line of the protocol that programs speak",
        "description": "What PROTOCOL.md says of a request and of an answer. Members that nobody knows are left alone.",
        "$defs": {
            **DEFINITIONS,
            **{op: request(op) for op in OPS},
            **{f"{op}-answer": answer(op) for op in OPS},
            "request": {
                "title": "request",
                "description": "A line on the program's standard input.",
                "type": "object",
                "properties": {
                    "id": ref("id"),
                    "op": text("what is asked for; an op that a program does not know is unsupported"),
                },
                "required": ["id", "op"],
                "allOf": [{"if": {"properties": {"op": {"const": op}}}, "then": ref(op)} for op in OPS],
            },
            "answer": {
                "title": "answer",
                "description": "A line on the program's standard output.",
                "type": "object",
                "properties": {"id": ref("id")},
                "required": ["id"],
                "oneOf": [{"required": [next(iter(each.answered))]} for each in OPS.values()]
                + [{"required": [name]} for name in DECLINED],
                "anyOf": [*(ref(f"{op}-answer") for op in OPS), *declined],
            },
        },
        "oneOf": [ref("request"), ref("answer")],
    }


# The tables of PROTOCOL.md, and the files that are written from what is known here.


def schema_text() -> str:
    """The schema of the protocol's messages, as it is shipped."""
    return json.dumps(protocol(), indent=2) + "\n"


def page(text: str) -> str:
    """The page with its tables as they are now: each is between two comments that name it."""
    for name, table in tables().items():
        start, end = f"<!-- {name} -->\n\n", f"\n<!-- end of {name} -->"
        before, found, rest = text.partition(start)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise KeyError(name)
        text = f"{before}{start}{table}{end}{after}"
    return text


def tables() -> Mapping[str, str]:
    """Each by its name."""
    asked = {f"{op} asks": members(op) for op in OPS if OPS[op].asked}
    given = {f"{op} answers": answers(op) for op in OPS}
    return {**asked, **given, "mechanisms": mechanisms(), "other parameters": others()}


def members(op: str) -> str:
    """What a request has, beside `id` and `op`."""
    known = OPS[op]
    return rows(
        ("member", ""),
        *(
            (f"`{name}`{' (optional)' if name in known.optional else ''}", said(each))
            for name, each in known.asked.items()
        ),
    )


def answers(op: str) -> str:
    """What an answer has, beside `id`."""
    return rows(("member", ""), *((f"`{name}`", said(each)) for name, each in OPS[op].answered.items()))


def said(schema: Schema) -> str:
    """What a member is."""
    return str(schema["description"])


def mechanisms() -> str:
    """A row for each mechanism: its parameters with values for an example, an input, and an output that can come out."""
    return rows(
        ("mechanism", "parameters", "input", "output"),
        *(
            (
                f"`{name}`",
                example_text(each.parameters, asked_of(MECHANISMS[name])),
                f"`{each.input}`",
                f"`{each.output}`",
            )
            for name, each in EXAMPLES.items()
        ),
    )


def others() -> str:
    """What collectors and deciders are given beside a mechanism's own parameters."""
    found: dict[tuple[str, str], list[str]] = {}
    for op, things in (("estimate", ESTIMATES), ("decide", DECISIONS)):
        for name, construct in things.items():
            own, wanted = asked_of(MECHANISMS[name]), asked_of(construct)
            more = [each for each in wanted.names if each not in own.names]
            listed = ", ".join(
                f"`{each}`{f' (optional, {DEFAULTS[each]})' if each in wanted.optional else ''}"
                for each in more
            )
            found.setdefault((op, listed or "none"), []).append(name)
    return rows(
        ("op", "mechanisms", "more parameters"),
        *(
            (f"`{op}`", ", ".join(f"`{name}`" for name in names), listed)
            for (op, listed), names in found.items()
        ),
    )


def example_text(parameters: Mapping[str, str], wanted: Request) -> str:
    """Parameters with an example's values, and what may be missing."""
    text = f"`{' '.join(f'{name}={value}' for name, value in parameters.items())}`"
    return text + "".join(f" (`{name}` is optional, {DEFAULTS[name]})" for name in wanted.optional)


DEFAULTS = {"r": "0", "clipped": "no", "collision": "1/w", "estimator": "mean"}
"""What is meant where an optional parameter is missing."""


def rows(*cells: tuple[str, ...]) -> str:
    """A table, its heading first."""
    heading, *body = cells
    lines = [heading, ("---",) * len(heading), *body]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines).replace("|  |", "| |")
