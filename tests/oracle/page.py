"""What `python -m tests.oracle` writes from the table of operations: the JSON Schema of messages, and PROTOCOL.md's tables."""

import json
from collections.abc import Mapping

from ldproof.oracle.operations import OPERATIONS, Member, integer_schema, schema_reference
from ldproof.parameters import Schema
from ldproof.programs.program import MOST_ID
from ldproof.registry import DECISIONS, ESTIMATES, EXAMPLES, MECHANISMS, Request, request_of_function

DIALECT = "https://json-schema.org/draft/2020-12/schema"

EXACT: Schema = {"type": "string", "pattern": "^(-?(0|[1-9][0-9]*)/[1-9][0-9]*|inf)$"}
"""A fraction in lowest terms, whole ones too, or infinity."""

DECIMAL: Schema = {"type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?(E[+-]?[0-9]+)?$"}
"""An end of an enclosure."""

DECLINED: Mapping[str, str] = {
    "unsupported": "why the program cannot do such things",
    "error": "why the program refuses this request",
}


def object_schema(members: Mapping[str, Schema]) -> Schema:
    """The schema of objects that have all of these members, and maybe others."""
    return {"type": "object", "properties": dict(members), "required": [*members]}


DEFINITIONS: Mapping[str, Schema] = {
    "id": {
        "description": "the number of a request, the same in its answer",
        **integer_schema(1, MOST_ID),
    },
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
            object_schema({"exact": EXACT}),
            object_schema({"lower": DECIMAL, "upper": DECIMAL}),
            {"type": "number"},
        ],
    },
    "condition": object_schema({"holds": {"type": "boolean"}}),
    "chance": {
        "type": "object",
        "properties": {"output": {"type": "string"}, "exact": EXACT, "lower": DECIMAL, "upper": DECIMAL},
        "required": ["output"],
        "oneOf": [{"required": ["exact"]}, {"required": ["lower", "upper"]}],
    },
    "privacy": object_schema({"odds": schema_reference("number"), "epsilon": schema_reference("number")}),
}


def properties_of(members: Mapping[str, Member]) -> Schema:
    """The schemas of some members, described."""
    return {name: {"description": each.meaning, **each.schema} for name, each in members.items()}


def request_schema(op: str) -> Schema:
    """The schema of what a request for an operation has."""
    known = OPERATIONS[op]
    found: Schema = {
        "title": op,
        "description": f"{known.says}.",
        "type": "object",
        "properties": properties_of(known.request),
        "required": known.required_members,
    }
    return found | ({"oneOf": [{"required": [*group]} for group in known.one_of]} if known.one_of else {})


def answer_schema(op: str) -> Schema:
    """The schema of what an answer to it has."""
    members = OPERATIONS[op].answer
    return {
        "title": f"answer to {op}",
        "type": "object",
        "properties": properties_of(members),
        "required": [name for name, each in members.items() if not each.optional],
    }


def declined_schema(name: str) -> Schema:
    """The schema of an answer that declines."""
    reason = "the name of a refusal, the same in every language"
    return {
        "title": name,
        "properties": {
            name: {"description": DECLINED[name], "type": "string"},
            "reason": {"description": reason, "type": "string"},
        },
        "required": [name],
    }


def protocol_schema() -> Schema:
    """The schema of a line of the protocol, whoever says it."""
    op = "what is asked for; an op that a program does not know is unsupported"
    named = [next(iter(each.answer)) for each in OPERATIONS.values()]
    return {
        "$schema": DIALECT,
        "$id": "urn:ldproof:schema:protocol",
        "title": "A line of the protocol that programs speak",
        "description": "What PROTOCOL.md says of a request and of an answer. Members that nobody knows are left alone.",
        "$defs": {
            **DEFINITIONS,
            **{op: request_schema(op) for op in OPERATIONS},
            **{f"{op}-answer": answer_schema(op) for op in OPERATIONS},
            "request": {
                "title": "request",
                "description": "A line on the program's standard input.",
                **object_schema({"id": schema_reference("id"), "op": {"description": op, "type": "string"}}),
                "allOf": [
                    {"if": {"properties": {"op": {"const": op}}}, "then": schema_reference(op)}
                    for op in OPERATIONS
                ],
            },
            "answer": {
                "title": "answer",
                "description": "A line on the program's standard output.",
                **object_schema({"id": schema_reference("id")}),
                "oneOf": [{"required": [name]} for name in (*named, *DECLINED)],
                "anyOf": [
                    *(schema_reference(f"{op}-answer") for op in OPERATIONS),
                    *map(declined_schema, DECLINED),
                ],
            },
        },
        "oneOf": [schema_reference("request"), schema_reference("answer")],
    }


def schema_text() -> str:
    """The schema of the protocol's messages, as it is shipped."""
    return json.dumps(protocol_schema(), indent=2) + "\n"


# The tables of PROTOCOL.md.

DEFAULTS = {"r": "0", "clipped": "no", "collision": "1/w", "estimator": "mean"}
"""What is meant where an optional parameter is missing."""


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
    asked = {f"{op} asks": member_table(each.request) for op, each in OPERATIONS.items() if each.request}
    given = {f"{op} answers": member_table(each.answer) for op, each in OPERATIONS.items()}
    return {**asked, **given, "mechanisms": mechanism_table(), "other parameters": extra_parameter_table()}


def member_table(members: Mapping[str, Member]) -> str:
    """A row for each member of a request or of an answer."""
    rows = [
        (f"`{name}`{' (optional)' if each.optional else ''}", each.meaning) for name, each in members.items()
    ]
    return format_table(("member", ""), *rows)


def mechanism_table() -> str:
    """A row for each mechanism: its parameters with values for an example, an input, and an output that can come out."""
    rows = [
        (
            f"`{name}`",
            example_text(each.parameters, request_of_function(MECHANISMS[name])),
            f"`{each.input}`",
            f"`{each.output}`",
        )
        for name, each in EXAMPLES.items()
    ]
    return format_table(("mechanism", "parameters", "input", "output"), *rows)


def example_text(parameters: Mapping[str, str], wanted: Request) -> str:
    """Parameters with an example's values, and what may be missing."""
    text = f"`{' '.join(f'{name}={value}' for name, value in parameters.items())}`"
    return text + "".join(f" (`{name}` is optional, {DEFAULTS[name]})" for name in wanted.optional)


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
            found.setdefault((op, listed or "none"), []).append(f"`{name}`")
    rows = [(f"`{op}`", ", ".join(names), listed) for (op, listed), names in found.items()]
    return format_table(("op", "mechanisms", "more parameters"), *rows)


def format_table(heading: tuple[str, ...], *rows: tuple[str, ...]) -> str:
    """A table in Markdown."""
    lines = [heading, ("---",) * len(heading), *rows]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines).replace("|  |", "| |")
