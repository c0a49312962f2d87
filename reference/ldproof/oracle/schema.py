"""The protocol's messages as a JSON Schema, and the tables of PROTOCOL.md."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ldproof.oracle.ops import COUNT, DIGITS
from ldproof.parameters import Schema, parameter_domain
from ldproof.programs.messages import MOST_ID
from ldproof.registry import DECISIONS, ESTIMATES, EXAMPLES, MECHANISMS, Request, request_of_function

# The protocol's messages as a JSON Schema: each op's members, and what its answer has.

DIALECT = "https://json-schema.org/draft/2020-12/schema"

EXACT = "^(-?(0|[1-9][0-9]*)/[1-9][0-9]*|inf)$"
"""A fraction in lowest terms, whole ones too, or infinity."""

DECIMAL = "^-?[0-9]+(\\.[0-9]+)?(E[+-]?[0-9]+)?$"
"""An end of an enclosure."""

HEXADECIMAL = "^([0-9a-f]{2})*$"
"""Bytes."""


@dataclass(frozen=True, slots=True)
class OpSchema:
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


def text_schema(description: str) -> Schema:
    """A text."""
    return {"description": description, "type": "string"}


def text_array_schema(description: str) -> Schema:
    """Several."""
    return {"description": description, "type": "array", "items": {"type": "string"}}


def array_schema(description: str, each: Schema) -> Schema:
    """A list."""
    return {"description": description, "type": "array", "items": each}


def integer_schema(description: str, low: int, high: int) -> Schema:
    """A whole number."""
    return {"description": description, "type": "integer", "minimum": low, "maximum": high}


def schema_reference(name: str, description: str = "") -> Schema:
    """What has a definition of its own."""
    found: Schema = {"$ref": f"#/$defs/{name}"}
    return found | ({"description": description} if description else {})


MECHANISM = text_schema("a name of the catalogue below, or `black-box`")
PARAMETERS = schema_reference(
    "parameters", "an object of texts, or of lists of texts: exactly what the user wrote, the budget among it"
)
INPUT = schema_reference("value", "a person's secret")
PLACES = parameter_domain("digits").schema() | {
    "description": f"to how many digits irrational values are enclosed, {parameter_domain('digits')}; {DIGITS} if it is missing"
}
REPORTS = text_array_schema("everybody's reports")
COUNTS = array_schema(
    "for each round `[ones, bits]`: how many people send a 1, and how many a bit, instead of `reports`",
    {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "items": False, "minItems": 2},
)

OPS: Mapping[str, OpSchema] = {
    "describe": OpSchema(
        "What the program is, and what it can do",
        {},
        {
            "name": text_schema("the program's name, for people"),
            "protocol": integer_schema("the version that is spoken", 1, MOST_ID),
            "mechanisms": text_array_schema("what it knows, by the names below"),
            "capabilities": {
                "description": "by op, a list of the mechanisms or, for `eval`, of the formulas that it answers for; "
                "under `coins`, a list of the mechanisms that it draws from given coins; under `inputs`, of those that it "
                "draws for several inputs in one request",
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": "string"}},
            },
        },
    ),
    "randomize": OpSchema(
        "Draw outputs",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "input": schema_reference("value", "a person's secret; or several, as `inputs`"),
            "count": integer_schema(
                "how many outputs are drawn, from the program's own coins", COUNT.low, MOST_ID
            ),
            "coins": {
                "description": "bytes, two hexadecimal digits each, instead of `count`: one output is drawn, from these coins",
                "type": "string",
                "pattern": HEXADECIMAL,
            },
            "inputs": array_schema(
                "instead of `input` and `count`: the secrets of several people, one output for each, from the program's "
                "own coins; where `describe` says so",
                schema_reference("value"),
            )
            | {"minItems": 1},
        },
        {
            "outputs": array_schema(
                "a list of `count` outputs, of the one that the coins give, or of one for each of `inputs`, in their order",
                schema_reference("value"),
            ),
            "taken": array_schema(
                "if the program knows it: a list as long, of how many bytes of coins were read for each output",
                integer_schema("bytes", 0, MOST_ID),
            ),
        },
        one_of=(("input", "count"), ("input", "coins"), ("inputs",)),
    ),
    "estimate": OpSchema(
        "Estimate from reports",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "reports": REPORTS,
            "counts": COUNTS,
            "columns": text_array_schema(
                "for each item that is asked for, its columns; for sketches, which need them"
            ),
            "digits": PLACES,
        },
        {
            "estimates": array_schema(
                "a number for each round, or for each item; `null` where nobody has reported and only reports count",
                {"anyOf": [schema_reference("number"), {"type": "null"}]},
            )
        },
        optional=("columns", "digits"),
        one_of=(("reports",), ("counts",)),
    ),
    "decide": OpSchema(
        "Decide from reports, or from tables",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "reports": REPORTS,
            "counts": COUNTS,
            "tables": text_array_schema("tables, each as an input is written, instead of `reports`"),
        },
        {"decisions": text_array_schema("`up` or `down` for each round, or `1` or `0` for each table")},
        one_of=(("reports",), ("counts",), ("tables",)),
    ),
    "eval": OpSchema(
        "Evaluate a formula",
        {
            "formula": text_schema("a name from `ldproof eval --list`"),
            "parameters": PARAMETERS,
            "digits": PLACES,
        },
        {
            "value": {
                "description": 'a number, or `{"holds": true}` or `false` of a condition; with `assumes`, what it rests on',
                "anyOf": [schema_reference("number"), schema_reference("condition")],
            }
        },
        optional=("digits",),
    ),
    "law": OpSchema(
        "The exact law of what comes out",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "input": INPUT,
            "output": text_schema(
                "an output whose probability is asked for; without it, those of all that can come out are"
            ),
            "digits": PLACES,
        },
        {
            "law": array_schema("outputs and their probabilities, in any order", schema_reference("chance")),
            "user": schema_reference("privacy", "the tight privacy between any two secrets of a person"),
            "event": schema_reference("privacy", "the same between two that differ in one event"),
        },
        optional=("output", "digits"),
    ),
}
"""By the word that asks for it."""

DECLINED: Mapping[str, Schema] = {
    "unsupported": text_schema("why the program cannot do such things"),
    "error": text_schema("why the program refuses this request"),
}

ENDS: Schema = {name: {"type": "string", "pattern": DECIMAL} for name in ("lower", "upper")}

DEFINITIONS: Mapping[str, Schema] = {
    "id": integer_schema("the number of a request, the same in its answer", 1, MOST_ID),
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
            {"type": "array", "items": schema_reference("value")},
            {"type": "object", "additionalProperties": schema_reference("value")},
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
        "properties": {"odds": schema_reference("number"), "epsilon": schema_reference("number")},
        "required": ["odds", "epsilon"],
    },
}


def request_schema(op: str) -> Schema:
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


def answer_schema(op: str) -> Schema:
    """What an answer to it must have."""
    members = OPS[op].answered
    missing = {"describe": ["capabilities"], "randomize": ["taken"], "law": ["user", "event"]}.get(op, [])
    return {
        "title": f"answer to {op}",
        "type": "object",
        "properties": dict(members),
        "required": [name for name in members if name not in missing],
    }


def protocol_schema() -> Schema:
    """A line of the protocol, whoever says it."""
    declined: list[Schema] = [
        {
            "title": name,
            "properties": {
                name: schema,
                "reason": text_schema("the name of a refusal, the same in every language"),
            },
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
            **{op: request_schema(op) for op in OPS},
            **{f"{op}-answer": answer_schema(op) for op in OPS},
            "request": {
                "title": "request",
                "description": "A line on the program's standard input.",
                "type": "object",
                "properties": {
                    "id": schema_reference("id"),
                    "op": text_schema("what is asked for; an op that a program does not know is unsupported"),
                },
                "required": ["id", "op"],
                "allOf": [
                    {"if": {"properties": {"op": {"const": op}}}, "then": schema_reference(op)} for op in OPS
                ],
            },
            "answer": {
                "title": "answer",
                "description": "A line on the program's standard output.",
                "type": "object",
                "properties": {"id": schema_reference("id")},
                "required": ["id"],
                "oneOf": [{"required": [next(iter(each.answered))]} for each in OPS.values()]
                + [{"required": [name]} for name in DECLINED],
                "anyOf": [*(schema_reference(f"{op}-answer") for op in OPS), *declined],
            },
        },
        "oneOf": [schema_reference("request"), schema_reference("answer")],
    }


# The tables of PROTOCOL.md, and the files that are written from what is known here.


def schema_text() -> str:
    """The schema of the protocol's messages, as it is shipped."""
    return json.dumps(protocol_schema(), indent=2) + "\n"


def update_page(text: str) -> str:
    """The page with its tables as they are now: each is between two comments that name it."""
    for name, table in protocol_tables().items():
        start, end = f"<!-- {name} -->\n\n", f"\n<!-- end of {name} -->"
        before, found, rest = text.partition(start)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise KeyError(name)
        text = f"{before}{start}{table}{end}{after}"
    return text


def protocol_tables() -> Mapping[str, str]:
    """Each by its name."""
    asked = {f"{op} asks": request_table(op) for op in OPS if OPS[op].asked}
    given = {f"{op} answers": answer_table(op) for op in OPS}
    return {**asked, **given, "mechanisms": mechanism_table(), "other parameters": extra_parameter_table()}


def request_table(op: str) -> str:
    """What a request has, beside `id` and `op`."""
    known = OPS[op]
    return format_table(
        ("member", ""),
        *(
            (f"`{name}`{' (optional)' if name in known.optional else ''}", member_description(each))
            for name, each in known.asked.items()
        ),
    )


def answer_table(op: str) -> str:
    """What an answer has, beside `id`."""
    return format_table(
        ("member", ""), *((f"`{name}`", member_description(each)) for name, each in OPS[op].answered.items())
    )


def member_description(schema: Schema) -> str:
    """What a member is."""
    return str(schema["description"])


def mechanism_table() -> str:
    """A row for each mechanism: its parameters with values for an example, an input, and an output that can come out."""
    return format_table(
        ("mechanism", "parameters", "input", "output"),
        *(
            (
                f"`{name}`",
                example_text(each.parameters, request_of_function(MECHANISMS[name])),
                f"`{each.input}`",
                f"`{each.output}`",
            )
            for name, each in EXAMPLES.items()
        ),
    )


def extra_parameter_table() -> str:
    """What collectors and deciders are given beside a mechanism's own parameters."""
    found: dict[tuple[str, str], list[str]] = {}
    for op, things in (("estimate", ESTIMATES), ("decide", DECISIONS)):
        for name, construct in things.items():
            own, wanted = request_of_function(MECHANISMS[name]), request_of_function(construct)
            more = [each for each in wanted.names if each not in own.names]
            listed = ", ".join(
                f"`{each}`{f' (optional, {DEFAULTS[each]})' if each in wanted.optional else ''}"
                for each in more
            )
            found.setdefault((op, listed or "none"), []).append(name)
    return format_table(
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


def format_table(*cells: tuple[str, ...]) -> str:
    """A table, its heading first."""
    heading, *body = cells
    lines = [heading, ("---",) * len(heading), *body]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines).replace("|  |", "| |")
