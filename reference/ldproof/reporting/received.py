"""Everybody's reports, round by round, as JSON: what a collector is given, and what it says of each round."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from ldproof.domains import DOMAINS
from ldproof.mechanisms import text_of
from ldproof.rejections import Reason, Refused, quoted
from ldproof.reporting.rounds import NULL

Said = TypeVar("Said")

SENT: Mapping[str, int | None] = {"0": 0, "1": 1, NULL: None}
"""The characters of a report."""

ACCEPTED = "a text for each round, with 0, 1 or - for each person"


def in_turn(
    received: Mapping[str, object],
    hear: Callable[[int, Sequence[int | None]], Said],
    count: Callable[[int, int, int], Said],
) -> list[Said]:
    """What is said of each round, from everybody's `reports`, or from its `counts`: how many ones among how many bits."""
    match received:
        case {"reports": list(texts)} if "counts" not in received:
            return [hear(t, reports(text)) for t, text in enumerate(texts, start=1)]
        case {"counts": list(pairs)} if "reports" not in received:
            return [count(t, *counted(pair)) for t, pair in enumerate(pairs, start=1)]
        case _:
            raise Refused(
                Reason.MISSING, "neither a list of reports nor one of counts, or both", "one of the two"
            )


def reports(text: object) -> list[int | None]:
    """Everybody's report in a round, a character for each person."""
    written = text_of(text)
    if unknown := set(written) - SENT.keys():
        raise Refused(Reason.NOT_A_REPORT, f"the report {quoted(min(unknown))}", ACCEPTED)
    return [SENT[each] for each in written]


def counted(pair: object) -> tuple[int, int]:
    """How many people send a 1, and how many a bit."""
    match pair:
        case [ones, sent]:
            whole = DOMAINS["ones"]
            return int(whole.accept("ones", number(ones))), int(whole.accept("bits", number(sent)))
        case _:
            raise Refused(Reason.NOT_A_LIST, "no counts of a round", "[ones, bits] for each round")


def number(thing: object) -> int:
    """A JSON number that is whole."""
    if type(thing) is int:
        return thing
    raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"a count that is a {type(thing).__name__}", "a whole number")
