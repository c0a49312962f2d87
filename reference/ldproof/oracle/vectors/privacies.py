"""The tight privacy, with two neighbours and an event that attain it."""

from collections.abc import Iterator, Mapping
from functools import partial

from ldproof.mechanisms import LEVELS, Level, every, to_text
from ldproof.oracle import ops
from ldproof.oracle.vectors.choices import parameters
from ldproof.oracle.vectors.draws import GIVEN
from ldproof.oracle.vectors.laws import DUMMIES, LISTED, ROUNDS
from ldproof.oracle.vectors.vector import Answer, Case, Vector, made
from ldproof.rejections import Refused

FLAGS: Mapping[str, str] = {
    "user": "any two secrets of a person are neighbours",
    "event": "secrets that differ in one event are neighbours",
}

MOST = 64
"""Of more outputs the event is not listed."""


def attained() -> Iterator[Vector]:
    """Them all."""
    for level in LEVELS:
        yield from made("privacy", cases(level), partial(of_level, level))


def of_level(level: Level, answer: Answer) -> Answer:
    """What an answer says of a level."""
    return {level: answer[level]}


def cases(level: Level) -> Iterator[Case]:
    """Every mechanism with the parameters of the laws and of the draws."""
    sets: list[tuple[str, str]] = [
        ("shots.report", f"T={T} m={m} r={r} {budget}")
        for T, m in ROUNDS
        for r in DUMMIES
        for budget in ("odds=3", "report_odds=4")
    ]
    for source in (LISTED, GIVEN):
        sets += [(name, written) for name, each in source.items() for written in each]
    for name, written in sets:
        yield from case(name, parameters(written), level)


def case(name: str, given: Mapping[str, str], level: Level) -> Iterator[Case]:
    """The likelier neighbour is asked for; what is seen is listed where there is little to see."""
    known = ops.made(name, given)
    try:
        outputs = every(known.outputs)
    except Refused:  # too many to list
        return
    if len(outputs) > MOST:
        return
    privacy = known.privacy(level)
    secrets = {
        "likely": known.secrets.write(privacy.likely),
        "unlikely": known.secrets.write(privacy.unlikely),
    }
    event = [to_text(known.outputs, each) for each in outputs if privacy.event(each)]
    yield Case(
        {
            "op": "law",
            "mechanism": name,
            "parameters": given,
            "input": secrets["likely"],
            "output": event[0],
        },
        (level,),
        {"attained": {"level": level, **secrets, "event": event}},
    )
