"""A collector's bias, exactly: its estimates of one person's reports, added up over the law of these."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from ldproof.catalogue import mechanism
from ldproof.oracle.conformance.comparison import ULP, Interval, interval
from ldproof.oracle.conformance.observations import law
from ldproof.oracle.conformance.requests import inputs
from ldproof.programs import Parameters, Program
from ldproof.rejections import Reason, Refused

MOST = 64
"""So many different outputs are asked for, at most."""

ROOM = 1024
"""The ulps of the largest estimate by which floats may leave the truth."""

STOPPED = frozenset({Reason.PROGRAM_ENDED, Reason.PROGRAM_TIMED_OUT, Reason.NOT_AN_ANSWER})
"""Where there is no estimate because the program is at fault, and not because it declines, or there is no law."""


@dataclass(frozen=True, slots=True)
class Biased:
    """What is estimated of one person on average, and the truth."""

    name: str
    parameters: Parameters
    secret: str
    place: int
    """The round or item, from 1."""
    mean: float
    truth: int
    biased: bool


def biases(program: Program, name: str, settings: Iterable[Parameters]) -> Iterator[Biased]:
    """For each setting and input, what is estimated on average."""
    for given in settings:
        known = mechanism(name, given)
        for secret in inputs(name, known):
            try:
                if len([*islice(known.outputs, MOST + 1)]) <= MOST:
                    yield from averaged(program, name, given, secret, [*law(known, secret).items()])
            except Refused as refusal:
                if refusal.reason in STOPPED:
                    raise


def averaged(
    program: Program, name: str, given: Parameters, secret: str, chances: Sequence[tuple[str, Fraction]]
) -> Iterator[Biased]:
    """The averages of one input's estimates; in a round, over those outputs that report."""
    sketch = name.startswith("sketch.")
    found: list[tuple[Fraction, list[Interval | None]]] = []
    for output, chance in chances:
        received = {"reports": [output], "columns": [secret]} if sketch else {"reports": [*output]}
        people = {} if sketch else {"N": "1"}
        answer = program.ask("estimate", mechanism=name, parameters={**given, **people}, **received)
        estimates = answer.get("estimates")
        if not isinstance(estimates, list):
            return
        found.append((chance, [interval(each) for each in estimates]))
    for place in range(len(found[0][1])):
        told = [(chance, each[place]) for chance, each in found if len(each) > place]
        numbers = [(chance, each) for chance, each in told if each is not None]
        if numbers:
            yield judged(name, given, secret, place, numbers, 1 if sketch else int(secret[place]))


def judged(
    name: str,
    given: Parameters,
    secret: str,
    place: int,
    numbers: Sequence[tuple[Fraction, Interval]],
    truth: int,
) -> Biased:
    """Whether an average can be the truth."""
    reported = sum(chance for chance, _ in numbers)
    low, high = (
        sum((chance * end for chance, end in zip((c for c, _ in numbers), ends, strict=True)), Fraction(0))
        / reported
        for ends in ([each.low for _, each in numbers], [each.high for _, each in numbers])
    )
    slack = ROOM * ULP * max(each.size for _, each in numbers)
    biased = not low - slack <= truth <= high + slack
    return Biased(name, given, secret, place + 1, float((low + high) / 2), truth, biased)
