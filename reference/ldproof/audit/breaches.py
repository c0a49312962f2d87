"""Kinds of breaches, told from the event that shows one and from how often it came."""

from collections.abc import Iterator
from enum import StrEnum

from ldproof.audit.learn.classifier import rows
from ldproof.audit.learn.events import Event
from ldproof.audit.learn.measures import Measure, measure
from ldproof.audit.windows import Kind, Window
from ldproof.evidence.fixed import Counted

SEEN = 5
"""An output that came so often with one input, and never with the other, is one that only this input has."""


class Breach(StrEnum):
    """What kind of breach an event shows; `docs/reading-a-verdict.md` has a section on each."""

    ONE_INPUT_ONLY = "an output that only one input has"
    FLOAT_BITS = "low bits of floats"
    SAME_NOISE = "the same noise twice"
    SERIAL = "serial dependence"
    ORDER_OR_LENGTH = "the order or the length tells"
    COINS = "the number of random bytes tells"
    SCALE = "too little noise"


MEASURES = {
    "length": Breach.ORDER_OR_LENGTH,
    "odd length": Breach.ORDER_OR_LENGTH,
    "order": Breach.ORDER_OR_LENGTH,
    "rank": Breach.ORDER_OR_LENGTH,
    "inversions": Breach.ORDER_OR_LENGTH,
    "odd inversions": Breach.ORDER_OR_LENGTH,
    "fraction": Breach.FLOAT_BITS,
    "digits": Breach.FLOAT_BITS,
    "taken": Breach.COINS,
}
"""What a measure of an output is about, where that is more than its value."""
OF_FLOATS = "floats"
"""The bytes of numbers as floats, as an argument of a measure."""


def breach_of(event: Event, window: Window | None, counted: Counted) -> Breach:
    """Return the kind of breach that an event shows that came so often."""
    if window is not None:
        return Breach.SAME_NOISE if window.kind in {Kind.REPEAT, Kind.CALL} else Breach.SERIAL
    found = [*filter(None, map(subject, measures(event)))]
    if found:
        return found[0]
    if not counted.unlikely and counted.likely >= SEEN:
        return Breach.ONE_INPUT_ONLY
    return Breach.SCALE


def measures(event: Event) -> Iterator[Measure]:
    """The measures that an event asks for, those that weigh most first."""
    match event.feature.name:
        case "measure":
            yield measure(event.feature.argument)
        case "score":
            for _, rule in sorted(rows(event.feature.argument), key=lambda row: -abs(row[0])):
                yield from (asked for _, _, asked in rule)
        case "taken":
            yield ("taken",)
        case _:
            pass


def subject(asked: Measure) -> Breach | None:
    """What a measure is about, where that is more than the output's value."""
    name, *arguments = asked
    if name == "in":  # of a part of the output
        return subject(asked[2:])
    return Breach.FLOAT_BITS if OF_FLOATS in arguments else MEASURES.get(str(name))
