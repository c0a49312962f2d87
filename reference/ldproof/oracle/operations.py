"""The protocol's operations: what each asks for and what it answers, in one table, with the reference's own answers.

Requests are read by this table. PROTOCOL.md's tables and the JSON Schema of messages are written from it, by
`python -m tests.oracle`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from ldproof.errors import Reason, Refused
from ldproof.json_values import parse_value, shorten_text
from ldproof.mechanisms import parse_text, to_text
from ldproof.parameters import Schema, Whole, parameter_domain
from ldproof.programs.program import MOST_ID, PROTOCOL, Message, Parameters
from ldproof.programs.serving import Draw, draw_outputs, operation_refusal
from ldproof.registry import (
    DECISIONS,
    ESTIMATES,
    MECHANISMS,
    SYSTEMS,
    AnyMechanism,
    all_formulas,
    make_collector,
    make_decider,
    make_mechanism,
)
from ldproof.results import answer_members, enclosed_answer, evaluate_formula, read_law, value_as_json

NAME = "ldproof"

COUNT = Whole(1, 1000)
"""The number of outputs in a request."""

DIGITS = 20
"""The default number of digits of an irrational value."""

RECENT = 64
"""The number of mechanisms that are cached."""

Asked: TypeAlias = Mapping[str, Any]
"""A request whose members have been read: each that the table knows has the type that its reader gives."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a request or of an answer: what PROTOCOL.md says of it, and its JSON Schema."""

    meaning: str
    schema: Schema
    optional: bool = False
    read: Callable[[Any], object] = lambda thing: thing
    """Return the member as the reference takes it; raises `Refused` if it is not valid."""


@dataclass(frozen=True, slots=True)
class ProtocolOperation:
    """One kind of request: its members beside `id` and `op`, those of its answer beside `id`, and who answers."""

    says: str
    request: Mapping[str, Member]
    answer: Mapping[str, Member]
    """The first of them names the answer."""
    handle: Callable[[Asked], Message]
    names: Callable[[], Collection[str]] = tuple
    """The mechanisms or formulas that it can be asked of."""
    one_of: tuple[tuple[str, ...], ...] = ()
    """Groups of members: those of exactly one of them are there."""

    @property
    def required_members(self) -> list[str]:
        """The names of the members that every request has: neither optional nor in a group of `one_of`."""
        grouped = {name for group in self.one_of for name in group}
        return [name for name, each in self.request.items() if not each.optional and name not in grouped]


# The reference's answers.


def answer_request(request: Message) -> Message:
    """The reference's answer to a request, without its number; refused where there is none."""
    op = request.get("op")
    if not isinstance(op, str) or op not in OPERATIONS:
        raise operation_refusal(request, OPERATIONS)
    return OPERATIONS[op].handle(read_request(OPERATIONS[op], request))


def read_request(operation: ProtocolOperation, request: Message) -> Asked:
    """A request with its members read; refused where one is missing, is none, or asks of what nobody knows."""
    found: dict[str, Any] = {**request}
    for name, member in operation.request.items():
        if name in request:
            found[name] = member.read(request[name])
            if name in ("mechanism", "formula") and found[name] not in operation.names():
                what = f"no {name} {shorten_text(found[name])} for this op"
                raise Refused(Reason.UNSUPPORTED, what, "one that `describe` names")
        elif name in operation.required_members:
            raise Refused(Reason.MISSING, f"a request without {name}", f"one with {name}")
    return found


def describe_oracle(_: Asked) -> Message:
    """Return its protocol and name, all mechanisms, and the names that each operation takes."""
    able = {op: [*each.names()] for op, each in OPERATIONS.items() if op != "describe"}
    return {
        "protocol": PROTOCOL,
        "name": NAME,
        "mechanisms": [*MECHANISMS],
        "capabilities": {**able, "coins": able["randomize"], "inputs": able["randomize"]},
    }


def answer_with_mechanism(asked: Asked) -> Message:
    """The answer to `randomize`: outputs, from fresh coins or from those in the request."""

    def prepare_draw(given: object) -> Draw:
        known = find_mechanism(asked["mechanism"], asked["parameters"])
        secret = known.secrets.read(parse_value(given))
        return lambda coins: known.outputs.write(known.randomize(secret, coins))

    return draw_outputs(asked, prepare_draw)


def answer_estimate(asked: Asked) -> Message:
    """The answer to `estimate`: an estimate for each round or item."""
    places = asked.get("digits", DIGITS)
    found = make_collector(asked["mechanism"], asked["parameters"])(asked)
    return {
        "estimates": [
            None if each is None else value_as_json(enclosed_answer(each, places)) for each in found
        ]
    }


def answer_decide(asked: Asked) -> Message:
    """The answer to `decide`: a decision for each round or table."""
    return {"decisions": [*map(str, make_decider(asked["mechanism"], asked["parameters"])(asked))]}


def answer_eval(asked: Asked) -> Message:
    """The answer to `eval`: the value of a formula."""
    value = evaluate_formula(asked["formula"], asked["parameters"], asked.get("digits", DIGITS))
    return {"value": answer_members(value)}


def answer_law(asked: Asked) -> Message:
    """The answer to `law`: the law for an input, or the likelihood of one output, and the tight epsilon."""
    known = find_mechanism(asked["mechanism"], asked["parameters"])
    secret = to_text(known.secrets, known.secrets.read(parse_value(asked["input"])))
    places = asked.get("digits", DIGITS)
    return read_law(known, asked["mechanism"], secret, asked.get("output"), places).members()


def find_mechanism(name: str, given: Parameters) -> AnyMechanism:
    """The mechanism of a name and parameters; ours are cached."""
    if name.partition(".")[0] not in SYSTEMS:
        return make_mechanism(name, given)
    return cached_mechanism(
        name, tuple((key, each if isinstance(each, str) else tuple(each)) for key, each in given.items())
    )


@lru_cache(maxsize=RECENT)
def cached_mechanism(name: str, given: tuple[tuple[str, str | tuple[str, ...]], ...]) -> AnyMechanism:
    """One of our mechanisms, which does not change, from its name and its parameters as pairs."""
    return make_mechanism(name, {key: each if isinstance(each, str) else [*each] for key, each in given})


# Readers of members.


def read_parameters(given: object) -> Parameters:
    """The parameters of a request; refused unless they are an object of texts or lists of texts."""
    if not isinstance(given, dict):
        raise Refused(Reason.NOT_A_VALUE, "parameters that are no object", "an object of texts")
    for each in given.values():
        texts = each if isinstance(each, list) else [each]
        if not all(isinstance(one, str) for one in texts):
            accepted = "numbers and words as texts, or lists of these"
            raise Refused(Reason.NOT_A_VALUE, "a parameter that is no text", accepted)
    return given


def read_digits(asked: object) -> int:
    """The number of digits in a request; refused unless it is a whole number in the domain."""
    domain = parameter_domain("digits")
    if type(asked) is not int:
        raise Refused(Reason.NOT_A_WHOLE_NUMBER, "digits that are no whole number", str(domain))
    return int(domain.accept("digits", asked))


def read_count(count: object) -> object:
    """The number of outputs in a request; refused unless it is in the domain, or is no int, which is refused later."""
    return COUNT.accept("count", count) if type(count) is int else count


def read_inputs(inputs: object) -> object:
    """The inputs of a request; refused if they are a list longer than `COUNT.high`."""
    if isinstance(inputs, list) and len(inputs) > COUNT.high:
        raise Refused(Reason.TOO_LARGE, f"{len(inputs)} inputs", f"at most {COUNT.high}")
    return inputs


# The table.

HEXADECIMAL = "^([0-9a-f]{2})*$"
"""The pattern of bytes in base 16."""

TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
PAIR: Schema = {
    "type": "array",
    "prefixItems": [{"type": "integer"}] * 2,
    "items": False,
    "minItems": 2,
}


def integer_schema(low: int, high: int) -> Schema:
    """The JSON Schema of whole numbers from `low` to `high`."""
    return {"type": "integer", "minimum": low, "maximum": high}


def array_schema(each: Schema) -> Schema:
    """The JSON Schema of lists of these."""
    return {"type": "array", "items": each}


def schema_reference(name: str) -> Schema:
    """The JSON Schema that refers to a definition in the schema of messages."""
    return {"$ref": f"#/$defs/{name}"}


MECHANISM = Member("a mechanism's name, or `black-box`", TEXT, read=parse_text)
PARAMETERS = Member(
    "an object of texts or lists of texts: what the user wrote, the budget among it",
    schema_reference("parameters"),
    read=read_parameters,
)
PLACES = Member(
    f"to how many digits irrational values are enclosed, {parameter_domain('digits')}; {DIGITS} if it is missing",
    parameter_domain("digits").schema(),
    optional=True,
    read=read_digits,
)
REPORTS = Member("everybody's reports, a text for each round or for each person", TEXTS)
COUNTS = Member(
    "for each round `[ones, bits]`: how many people send a 1, and how many a bit",
    array_schema(PAIR),
)

OPERATIONS: Mapping[str, ProtocolOperation] = {
    "describe": ProtocolOperation(
        "What the program is, and what it can do",
        {},
        {
            "name": Member("the program's name, for people", TEXT),
            "protocol": Member("the version that is spoken", integer_schema(1, MOST_ID)),
            "mechanisms": Member("the names of the mechanisms that it knows", TEXTS),
            "capabilities": Member(
                "by op, a list of the mechanisms or, for `eval`, of the formulas that it answers for; under `coins` and "
                "`inputs`, the mechanisms for which `randomize` takes these members",
                {"type": "object", "additionalProperties": TEXTS},
                optional=True,
            ),
        },
        describe_oracle,
    ),
    "randomize": ProtocolOperation(
        "Draw outputs",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "input": Member("a person's secret", schema_reference("value")),
            "count": Member(
                f"how many outputs are drawn from the program's own coins: {COUNT}",
                COUNT.schema(),
                read=read_count,
            ),
            "coins": Member(
                "bytes, two hexadecimal digits each: one output is drawn from these coins",
                {"type": "string", "pattern": HEXADECIMAL},
            ),
            "inputs": Member(
                f"the secrets of 1 to {COUNT.high} people: one output is drawn for each from the program's own coins",
                {**array_schema(schema_reference("value")), "minItems": 1},
                read=read_inputs,
            ),
        },
        {
            "outputs": Member(
                "`count` outputs, the one that the coins give, or one for each of `inputs`, in their order",
                array_schema(schema_reference("value")),
            ),
            "taken": Member(
                "a list as long: how many bytes of coins were read for each output",
                array_schema({"description": "bytes", **integer_schema(0, MOST_ID)}),
                optional=True,
            ),
        },
        answer_with_mechanism,
        lambda: MECHANISMS,
        (("input", "count"), ("input", "coins"), ("inputs",)),
    ),
    "estimate": ProtocolOperation(
        "Estimate from reports",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "reports": REPORTS,
            "counts": COUNTS,
            "columns": Member(
                "for each item that is asked for, its columns; sketches need them",
                TEXTS,
                optional=True,
            ),
            "digits": PLACES,
        },
        {
            "estimates": Member(
                "a number for each round or item; `null` for a round without an estimate",
                array_schema({"anyOf": [schema_reference("number"), {"type": "null"}]}),
            )
        },
        answer_estimate,
        lambda: ESTIMATES,
        (("reports",), ("counts",)),
    ),
    "decide": ProtocolOperation(
        "Decide from reports, or from tables",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "reports": REPORTS,
            "counts": COUNTS,
            "tables": Member("tables, each as an input is written", TEXTS),
        },
        {"decisions": Member("`up` or `down` for each round, or `1` or `0` for each table", TEXTS)},
        answer_decide,
        lambda: DECISIONS,
        (("reports",), ("counts",), ("tables",)),
    ),
    "eval": ProtocolOperation(
        "Evaluate a formula",
        {
            "formula": Member("a name from `ldproof eval --list`", TEXT, read=parse_text),
            "parameters": PARAMETERS,
            "digits": PLACES,
        },
        {
            "value": Member(
                'a number, or `{"holds": true}` or `false` of a condition; `assumes` beside it says what it rests on',
                {"anyOf": [schema_reference("number"), schema_reference("condition")]},
            )
        },
        answer_eval,
        all_formulas,
    ),
    "law": ProtocolOperation(
        "The exact law of what comes out",
        {
            "mechanism": MECHANISM,
            "parameters": PARAMETERS,
            "input": Member("a person's secret", schema_reference("value")),
            "output": Member(
                "the output whose probability is asked for; without it, all that can come out",
                TEXT,
                optional=True,
                read=parse_text,
            ),
            "digits": PLACES,
        },
        {
            "law": Member(
                "outputs and their probabilities, in any order", array_schema(schema_reference("chance"))
            ),
            "user": Member(
                "the tight privacy between any two secrets of a person",
                schema_reference("privacy"),
                optional=True,
            ),
            "event": Member(
                "the same between two that differ in one event", schema_reference("privacy"), optional=True
            ),
        },
        answer_law,
        lambda: MECHANISMS,
    ),
}
"""The operations by their names."""

OPTIONAL = frozenset(
    name for each in OPERATIONS.values() for name, member in each.answer.items() if member.optional
)
"""The members that an answer may leave out."""
