"""What can be asked, and the reference's own answers: the protocol's ops over the catalogue."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from ldproof.errors import Reason, Refused
from ldproof.json_values import parse_value, shorten_text
from ldproof.mechanisms import text_of, to_text
from ldproof.parameters import Whole, parameter_domain
from ldproof.programs.messages import PROTOCOL, Message, Parameters
from ldproof.programs.serving import Draw, draw_outputs
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
from ldproof.results import answer_members, as_json, enclosed_answer, evaluate_formula, read_law

NAME = "ldproof"

COUNT = Whole(1, 1000)
"""How many outputs may be asked for at once."""

DIGITS = 20
"""How many digits an irrational value gets, if nothing else is said."""

RECENT = 64
"""So many mechanisms are kept at hand."""

Names = Callable[[], Collection[str]]


@dataclass(frozen=True, slots=True)
class Op:
    """One kind of request."""

    answer: Callable[[Message], Message]
    names: Names
    """What it can be asked of: mechanisms or formulas."""


def answer_request(request: Message) -> Message:
    """What is answered to a request, besides its number."""
    op = request.get("op")
    if op == "describe":
        return describe_oracle()
    if not isinstance(op, str) or op not in OPS:
        raise Refused(Reason.UNSUPPORTED, f"no op {shorten_text(repr(op))}", ", ".join(("describe", *OPS)))
    return OPS[op].answer(request)


def describe_oracle() -> Message:
    """What the oracle says of itself."""
    able = {op: list(each.names()) for op, each in OPS.items()}
    return {
        "protocol": PROTOCOL,
        "name": NAME,
        "mechanisms": list(MECHANISMS),
        "capabilities": {**able, "coins": able["randomize"], "inputs": able["randomize"]},
    }


def answer_randomize(request: Message) -> Message:
    """Outputs: from fresh coins, or from those in the request."""
    if type(request.get("count")) is int:
        COUNT.accept("count", request["count"])
    if isinstance(several := request.get("inputs"), list) and len(several) > COUNT.high:
        raise Refused(Reason.TOO_LARGE, f"{len(several)} inputs", f"at most {COUNT.high}")
    return draw_outputs(
        request, partial(prepare_draw, read_name(request, MECHANISMS), read_parameters(request))
    )


def prepare_draw(name: str, given: Parameters, secret: object) -> Draw:
    """How outputs are drawn for an input."""
    known = find_mechanism(name, given)
    one = known.secrets.read(parse_value(secret))
    return lambda coins: known.outputs.write(known.randomize(one, coins))


def answer_estimate(request: Message) -> Message:
    """An estimate for each round or item."""
    places = read_digits(request)
    found = make_collector(read_name(request, ESTIMATES), read_parameters(request))(request)
    return {"estimates": [None if each is None else as_json(enclosed_answer(each, places)) for each in found]}


def answer_decide(request: Message) -> Message:
    """A decision for each round or table."""
    return {
        "decisions": [
            *map(str, make_decider(read_name(request, DECISIONS), read_parameters(request))(request))
        ]
    }


def answer_eval(request: Message) -> Message:
    """The value of a formula."""
    name = read_name(request, all_formulas(), "formula")
    return {"value": answer_members(evaluate_formula(name, read_parameters(request), read_digits(request)))}


def answer_law(request: Message) -> Message:
    """The law of what comes out for an input, or the likelihood of one output; and the tight epsilon."""
    name = read_name(request, MECHANISMS)
    known = find_mechanism(name, read_parameters(request))
    secret = to_text(known.secrets, known.secrets.read(parse_value(read_member(request, "input"))))
    output = text_of(request["output"]) if "output" in request else None
    return read_law(known, name, secret, output, read_digits(request)).members()


def find_mechanism(name: str, given: Parameters) -> AnyMechanism:
    """A mechanism; of ours, the same as the last few times it was asked for."""
    if name.partition(".")[0] not in SYSTEMS:
        return make_mechanism(name, given)
    return cached_mechanism(
        name, tuple((key, each if isinstance(each, str) else tuple(each)) for key, each in given.items())
    )


@lru_cache(maxsize=RECENT)
def cached_mechanism(name: str, given: tuple[tuple[str, str | tuple[str, ...]], ...]) -> AnyMechanism:
    """One of our mechanisms, which does not change and remembers what it has worked out."""
    return make_mechanism(name, {key: each if isinstance(each, str) else list(each) for key, each in given})


OPS: Mapping[str, Op] = {
    "randomize": Op(answer_randomize, lambda: MECHANISMS),
    "estimate": Op(answer_estimate, lambda: ESTIMATES),
    "decide": Op(answer_decide, lambda: DECISIONS),
    "eval": Op(answer_eval, all_formulas),
    "law": Op(answer_law, lambda: MECHANISMS),
}
"""By the word that asks for them, besides `describe`."""


def read_name(request: Message, things: Collection[str], kind: str = "mechanism") -> str:
    """The mechanism or formula that is asked for; whatever is not known is not supported."""
    name = text_of(read_member(request, kind))
    if name not in things:
        raise Refused(
            Reason.UNSUPPORTED, f"no {kind} {shorten_text(name)} for this op", "one that `describe` names"
        )
    return name


def read_parameters(request: Message) -> Parameters:
    """The parameters, all of them texts or lists of texts."""
    given = read_member(request, "parameters")
    if not isinstance(given, dict):
        raise Refused(Reason.NOT_A_VALUE, "parameters that are no object", "an object of texts")
    for each in given.values():
        if not isinstance(each, str) and not (
            isinstance(each, list) and all(isinstance(one, str) for one in each)
        ):
            raise Refused(
                Reason.NOT_A_VALUE,
                "a parameter that is no text",
                "numbers and words as texts, or lists of these",
            )
    return given


def read_digits(request: Message) -> int:
    """How many digits are asked for."""
    asked = request.get("digits", DIGITS)
    if type(asked) is not int:
        raise Refused(
            Reason.NOT_A_WHOLE_NUMBER, "digits that are no whole number", str(parameter_domain("digits"))
        )
    return int(parameter_domain("digits").accept("digits", asked))


def read_member(request: Message, name: str) -> object:
    """A member that must be there."""
    if name not in request:
        raise Refused(Reason.MISSING, f"a request without {name}", f"one with {name}")
    return request[name]
