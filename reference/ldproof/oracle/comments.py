"""What helps to read a vector and is compared with nothing: a comment, doubles, and the intermediate values of a draw."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ldproof.oracle.operations import find_mechanism
from ldproof.oracle.steps import BLOCK, trace_draw
from ldproof.programs.program import Message
from ldproof.registry import MECHANISMS, SYSTEMS

Answer = Mapping[str, object]


# Doubles, for those who have no fractions.


def nearest_doubles(answer: object) -> object:
    """The numbers of an answer as doubles, in its form: a law as a list in its order, a privacy by its names.

    An exact number is the nearest double, an enclosed one that of its middle. None stands for no number, and for one
    beyond all doubles.
    """
    match answer:
        case {"exact": str(exact)}:
            return None if exact == "inf" else finite_double(Fraction(exact))
        case {"lower": str(lower), "upper": str(upper)}:
            return finite_double((Fraction(lower) + Fraction(upper)) / 2)
        case {"odds": odds, "epsilon": epsilon}:
            return {"odds": nearest_doubles(odds), "epsilon": nearest_doubles(epsilon)}
        case list():
            return [*map(nearest_doubles, answer)]
        case _:
            return None


def finite_double(number: Fraction) -> float | None:
    """The double nearest to a number; None beyond all of them."""
    with suppress(OverflowError):
        return number.numerator / number.denominator
    return None


NUMBERED = ("value", "law", "estimates", "user", "event", "events")
"""The members of answers that have numbers."""


def answer_doubles(answer: Answer) -> dict[str, object]:
    """The member `double` of an answer with numbers; nothing for another one."""
    (only,) = answer.items() if len(answer) == 1 else [("", None)]
    condition = isinstance(only[1], Mapping) and "holds" in only[1]
    return {} if only[0] not in NUMBERED or condition else {"double": nearest_doubles(only[1])}


# The intermediate values of a draw.


def draw_steps_member(request: Message) -> dict[str, object]:
    """The member `steps` of a draw from coins by one of our mechanisms; nothing for another one."""
    name, coins = str(request.get("mechanism")), request.get("coins")
    if name.partition(".")[0] not in SYSTEMS or name not in MECHANISMS or not isinstance(coins, str):
        return {}
    given: Any = request["parameters"]
    known = find_mechanism(name, given)
    return {"steps": trace_draw(known, str(request["input"]), bytes.fromhex(coins))}


# Comments: what a vector is about, and what comes out of it.


def comment_on_answer(request: Message, answer: Answer, beside: Answer, more: Answer) -> str:
    """What is asked, and what the answer is like."""
    said = about_draw(beside) if request["op"] == "randomize" else about_answer(answer, request, more)
    return "; ".join(filter(None, (*about_request(request), said)))


def comment_on_refusal(request: Message, refusal: str, beside: Answer) -> str:
    """What is asked, and why it is refused."""
    return "; ".join(filter(None, (*about_request(request), about_draw(beside), f"refused: {refusal}")))


def about_request(request: Message) -> list[str]:
    """The parameters as they are written on the command line, and the input."""
    parameters, secret = request.get("parameters"), request.get("input")
    given = parameters if isinstance(parameters, Mapping) else {}
    return [
        " ".join(f"{name}={shorten_ascii(value)}" for name, value in given.items()),
        "" if secret is None else f"input {shorten_ascii(secret)}",
    ]


LONG = 24
"""Longer texts are cut."""


def shorten_ascii(value: object) -> str:
    """A text, cut where it is long, in ASCII."""
    text = str(value).encode("ascii", "backslashreplace").decode()
    return text if len(text) <= LONG else f"{text[:LONG]}..."


def about_answer(answer: Answer, request: Message, more: Answer) -> str:
    """What an answer is like: how many numbers or decisions it has, and of which kind a single number is."""
    match answer:
        case {"value": {"holds": bool(holds)}}:
            return "it holds" if holds else "it does not hold"
        case {"value": value}:
            return about_number(value)
        case {"law": list(law)} if "output" in request:
            return f"the probability of {shorten_ascii(request['output'])}: {about_number(law[0])}"
        case {"law": list(law)}:
            return f"all {len(law)} outputs that can come out"
        case {"estimates": list(estimates)}:
            nobody = estimates.count(None)
            return f"{len(estimates)} estimates" + (f", {nobody} of them of nobody" if nobody else "")
        case {"decisions": list(decisions)}:
            yes = sum(each in {"up", "1"} for each in decisions)
            return f"{len(decisions)} decisions, {yes} of them {'up' if 'theta' in str(request) else '1'}"
        case {"columns": list(columns)}:
            return f"{len(columns)} items, {answer['taken']} bytes of coins"
        case {"events": list(events)}:
            return f"{len(events)} events among {request['count']} draws"
        case {"user": {"odds": odds}} | {"event": {"odds": odds}}:
            found: Any = more["attained"]
            pair = f"{shorten_ascii(found['likely'])} against {shorten_ascii(found['unlikely'])}"
            return f"{found['level']} level: odds {about_number(odds)}, attained by {pair}"
        case _:
            return ""


def members_or_empty(thing: object) -> Mapping[str, object]:
    """The members of an object; none if the value is no object."""
    return thing if isinstance(thing, Mapping) else {}


def about_number(value: object) -> str:
    """Exact, enclosed or infinite, and about how much."""
    number = nearest_doubles(value)
    exact = str(members_or_empty(value).get("exact", "")).removesuffix("/1")
    if exact == "inf":
        return "infinite"
    if exact and len(exact) <= LONG:
        return f"exactly {exact}"
    about = "beyond all doubles" if number is None else f"about {number:.6g}"
    return f"{'a fraction' if exact else 'enclosed'}, {about}"


def about_draw(beside: Answer) -> str:
    """What was drawn, and which draws have read more than they mostly do."""
    steps = members_or_empty(beside.get("steps"))
    shown_steps = [
        f"{name} {shorten_list(value)}" for name, value in steps.items() if name not in ("digits", "read")
    ]
    read: Any = steps.get("read", [])
    lengths = [end - start for start, end in pairwise([0, *read])]
    usual = min((each for each in lengths if each >= BLOCK), default=0)
    long = [
        f"draw {place} reads {each} bytes" for place, each in enumerate(lengths, 1) if each > usual >= BLOCK
    ]
    return ", ".join((*shown_steps, *long[:2]))


def shorten_list(value: object) -> str:
    """A value of a step in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return shorten_ascii(", ".join(map(str, value)) if isinstance(value, list) else value)
