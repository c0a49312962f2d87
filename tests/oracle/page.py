"""What `python -m tests.oracle` writes from the table of operations: the JSON Schema of messages, and PROTOCOL.md's tables."""

import json
from collections.abc import Mapping, Sequence
from itertools import chain

from ldproof.budget import WAYS
from ldproof.oracle.operations import OPERATIONS, Member, integer_schema, schema_reference
from ldproof.parameters import Between, Domain, Schema, Whole, Words, format_bound, parameter_domain
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

DEFAULTS = {"r": "0", "permanent": "symmetric", "clipped": "no", "collision": "1/w", "estimator": "mean"}
"""What is meant where an optional parameter is missing."""

CHECKED = (
    *(
        "T",
        "m",
        "r",
        "kept_odds",
        "first_odds",
        "permanent",
        "changes",
        "sign_odds",
        "fewest_flips",
        "most_flips",
        "bit_odds",
    ),
    *("m1", "m2", "tau", "beta", "w", "d", "p", "q"),
    *("epsilon", "odds", "report_odds", "clipped", "N", "theta", "collision", "estimator"),
)
"""The parameters of mechanisms, collectors and deciders, in the order in which their values are checked."""


ASKED = (
    *("mechanism", "formula", "parameters", "input", "output", "count", "coins", "inputs"),
    *("reports", "counts", "columns", "tables", "digits"),
)
"""The members of requests, in an order in which each operation reads its own."""


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
    answers = {op: each.answer for op, each in OPERATIONS.items()}
    return {
        "request members": member_table({op: each.request for op, each in OPERATIONS.items()}, ASKED),
        "answer members": member_table(answers, [*dict.fromkeys(chain.from_iterable(answers.values()))]),
        "mechanisms": mechanism_table(),
        "other parameters": extra_parameter_table(),
        "ranges": range_table(),
    }


def member_table(members: Mapping[str, Mapping[str, Member]], order: Sequence[str]) -> str:
    """A row for each member of the requests or of the answers."""
    rows = [
        (f"`{name}`", ", ".join(map(format_code, ops)), each.meaning + " (optional)" * each.optional)
        for name in order
        for each, ops in operations_of_member(name, members)
    ]
    return format_table(("member", "op", ""), *rows)


def operations_of_member(
    name: str, members: Mapping[str, Mapping[str, Member]]
) -> list[tuple[Member, list[str]]]:
    """What a member is, with the operations in which it is this."""
    found: dict[str, tuple[Member, list[str]]] = {}
    for op, listed in members.items():
        if (each := listed.get(name)) is not None:
            found.setdefault(f"{each.meaning} {each.optional}", (each, []))[1].append(op)
    return [*found.values()]


def format_code(text: str) -> str:
    """A text as code."""
    return f"`{text}`"


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
            listed = ", ".join(f"`{each}`{' (optional)' * (each in wanted.optional)}" for each in more)
            found.setdefault((op, listed or "none"), []).append(name)
    rows = [(f"`{op}`", format_names(names), listed) for (op, listed), names in found.items()]
    return format_table(("op", "mechanisms", "more parameters"), *rows)


def format_names(names: Sequence[str]) -> str:
    """Mechanisms: as `system.*` where all of a system are meant."""
    found: dict[str, None] = {}
    for name in names:
        system = f"{name.partition('.')[0]}."
        every = {each for each in MECHANISMS if each.startswith(system)}
        found[f"`{system}*`" if len(every) > 1 and every <= {*names} else f"`{name}`"] = None
    return ", ".join(found)


def range_table() -> str:
    """A row for each parameter of a mechanism, a collector or a decider."""
    requests = [
        request_of_function(each) for things in (MECHANISMS, ESTIMATES, DECISIONS) for each in things.values()
    ]
    rows = []
    for name in CHECKED:
        (said,) = {
            format_domain(name, parameter_domain(name) if name in WAYS else each.domain(name))
            for each in requests
            if name in each.names
        }
        rows.append((f"`{name}`", said, DEFAULTS.get(name, "")))
    return format_table(("parameter", "range", "if missing"), *rows)


def format_domain(name: str, domain: Domain) -> str:
    """The values of a parameter, in words."""
    match domain:
        case Whole(low, high):
            return f"a whole number, {format_bound(low)} to {format_bound(high)}"
        case Between(low, high):
            below, above = "<" if domain.open_low else "<=", "<" if domain.open_high else "<="
            logarithm = ", or `ln(x)` with x as `odds`" if name == "epsilon" else ""
            return f"{format_bound(low)} {below} `{name}` {above} {format_bound(high)}{logarithm}"
        case Words(words):
            return " or ".join(map(format_code, words))


def format_table(heading: tuple[str, ...], *rows: tuple[str, ...]) -> str:
    """A table in Markdown."""
    lines = [heading, ("---",) * len(heading), *rows]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines).replace("|  |", "| |")
