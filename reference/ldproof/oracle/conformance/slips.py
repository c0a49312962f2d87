"""Known slips: the mistakes that are named where they reproduce what a program says."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from ldproof.oracle.conformance.comparison import interval
from ldproof.oracle.conformance.misreadings import (
    BLOCK,
    backwards,
    base_two,
    budgeting,
    byte_by_byte,
    decoyed,
    in_rounds,
    inverted,
    late,
    of_rounds,
    one_reports,
    reading,
    rounds,
    setting,
    stopping,
    tied,
    tossing,
    turned,
    whole_budget,
)
from ldproof.oracle.conformance.slip import Said, Sent, Slip, given
from ldproof.programs.messages import Message

PLACES = 16
"""One bit is inverted in one of the first so many places."""


def behind(text: str, change: Callable[[str], str]) -> str:
    """What is said behind a row, where one is named, changed."""
    row, colon, content = text.rpartition(":")
    return f"{row}{colon}{change(content)}"


def zeros(text: str) -> str:
    """No bit set."""
    return behind(text, lambda content: content.replace("1", "0"))


def shifted(places: int) -> Sent:
    """Everything so many places later, and what comes last first."""

    def later(content: str) -> str:
        parts = content.split(",") if "," in content else [*content]
        return ("," if "," in content else "").join(parts[-places:] + parts[:-places])

    return lambda text: behind(text, later)


def from_one(text: str) -> str:
    """A number behind a row, one more."""
    return behind(
        text, lambda content: str(int(content) + 1) if ":" in text and content.isdecimal() else content
    )


def row_from_one(text: str) -> str:
    """A row, one more."""
    row, colon, content = text.rpartition(":")
    return f"{int(row) + 1}:{content}" if colon and row.isdecimal() else text


def listed(change: Callable[[list[object]], list[object]]) -> Said:
    """A slip in the order of the estimates."""

    def changed(_: Message, answer: Message) -> Message | None:
        found = answer.get("estimates")
        new = change(found) if isinstance(found, list) else found
        return None if new == found else {"estimates": new}

    return changed


def one_inverted(place: int) -> Sent:
    """A text with one bit inverted."""
    return lambda text: text[:place] + inverted(text[place : place + 1]) + text[place + 1 :]


def numbers(member: str, change: Callable[[Fraction, Message], Fraction | None]) -> Said:
    """A slip in what becomes of a number."""

    def one(thing: object, request: Message) -> object:
        number = interval(thing)
        if number is None:
            return thing
        ends = [change(each, request) for each in (number.low, number.high)]
        if None in ends:
            return thing
        low, high = sorted(each for each in ends if each is not None)
        if low == high:
            return {"exact": f"{low.numerator}/{low.denominator}"}
        return {"lower": str(float(low)), "upper": str(float(high))}

    def changed(request: Message, answer: Message) -> Message | None:
        thing = answer.get(member)
        if thing is None:
            return None
        new = [one(each, request) for each in thing] if isinstance(thing, list) else one(thing, request)
        return None if new == thing else {member: new}

    return changed


def people(request: Message) -> Fraction:
    """How many there are."""
    return Fraction(given(request).get("N", "1"))


def decided(answer: Message) -> Message | None:
    """The other decision each."""
    other = {"up": "down", "down": "up", "0": "1", "1": "0"}
    words = answer.get("decisions")
    return {"decisions": [other[str(each)] for each in words]} if isinstance(words, list) else None


SLIPS: Sequence[Slip] = (
    Slip("always sent 0", sent=zeros),
    Slip("inverted every bit that it sent", sent=lambda text: behind(text, inverted)),
    Slip("ignored r, and sent 0 in every round that was not chosen", setting(lambda _: {"r": "0"})),
    Slip(
        "took 1 - r for r",
        setting(lambda known: {"r": str(1 - Fraction(known.get("r", "0")))} if "m" in known else {}),
    ),
    Slip(
        "always reported in the first m rounds", of_rounds(rounds(lambda *_: 0)), law=in_rounds(lambda *_: 0)
    ),
    Slip(
        "always reported in the last m rounds",
        of_rounds(rounds(lambda T, m: T - m)),
        law=in_rounds(lambda T, m: T - m),
    ),
    Slip("took every state, or every column, in reverse order", reading(backwards)),
    Slip("inverted every state before it reported", reading(inverted)),
    Slip("sent everything in reverse order", sent=lambda text: behind(text, backwards)),
    Slip("sent everything one place late", sent=shifted(1)),
    Slip("sent everything one place early", sent=shifted(-1)),
    Slip("sent 0 where nothing is to be sent", sent=lambda text: text.replace("-", "0")),
    Slip("numbered columns from 1", sent=from_one),
    Slip("numbered rows from 1", sent=row_from_one),
    *(
        Slip(f"inverted character {place + 1} of what it sent", sent=one_inverted(place))
        for place in range(PLACES)
    ),
    Slip("ignored m, and reported once", setting(lambda known: {"m": "1"} if "m" in known else {})),
    Slip(
        "reported in every round",
        setting(lambda known: {"m": known["T"]} if "m" in known and "T" in known else {}),
    ),
    Slip("spent the whole budget on each report", budgeting(whole_budget)),
    Slip("took one report's budget for the one of all", budgeting(one_reports)),
    Slip("took powers of 2 for powers of e", budgeting(base_two)),
    Slip("drew the rounds, or the row, after the reports", tossing(late)),
    Slip("did not read on after a decoy", stopping(decoyed, 1)),
    Slip("did not read on after a tie, and took it for a no", stopping(tied, 1)),
    Slip("did not read on after a tie, and took it for a yes", stopping(tied, -1)),
    Slip(
        "read one byte for a decision, and not 16", tossing(lambda head, rest, _: head + byte_by_byte(rest))
    ),
    Slip(
        "took the last byte of a block for the most significant one",
        tossing(lambda head, rest, _: head + turned(rest, BLOCK)),
    ),
    Slip(
        "took the last byte of a number for the most significant one",
        tossing(lambda head, rest, _: turned(head, 2) + rest),
    ),
    Slip("gave the opposite sign", said=numbers("estimates", lambda number, _: -number)),
    Slip(
        "forgot to divide by the number of people",
        said=numbers("estimates", lambda number, request: number * people(request)),
    ),
    Slip(
        "divided by the number of people once too often",
        said=numbers("estimates", lambda number, request: number / people(request)),
    ),
    Slip("gave the estimates in reverse order", said=listed(lambda found: found[::-1])),
    Slip("gave the estimates one place late", said=listed(lambda found: found[-1:] + found[:-1])),
    Slip("gave the estimates one place early", said=listed(lambda found: found[1:] + found[:1])),
    Slip(
        "cut the estimates off at 0 and 1",
        said=numbers("estimates", lambda number, _: min(max(number, Fraction(0)), Fraction(1))),
    ),
    Slip("took the collision probability to be 0", setting(lambda _: {"collision": "0"})),
    Slip("decided the other way", said=lambda _, answer: decided(answer)),
    Slip("gave the square of the value", said=numbers("value", lambda number, _: number * number)),
    Slip("gave the value with the opposite sign", said=numbers("value", lambda number, _: -number)),
    Slip("gave 1 over the value", said=numbers("value", lambda number, _: 1 / number if number else None)),
)
"""The plainest first."""
