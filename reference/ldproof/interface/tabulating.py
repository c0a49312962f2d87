"""Samples that were taken already: in a table, or as they come in."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import numpy as np

from ldproof.audit import Plan
from ldproof.audit.draw.callables import Stream
from ldproof.audit.draw.outputs import one_by_one, plain, several
from ldproof.audit.pairs import accepted
from ldproof.audit.tables import MOST, Table, empty, of_input, whole_table
from ldproof.domains import Whole
from ldproof.programs import Seen, Tally, Value, canonical, value
from ldproof.rejections import Reason, Refused, quoted

Key = TypeVar("Key")

Samples: TypeAlias = Iterator[tuple[object, object]]
"""Inputs with outputs."""

WHERE = "the table"

COUNT = Whole(0, MOST)


def table(plan: Plan, content: Mapping[Key, Iterable[object]]) -> Table:
    """A table of each input's outputs, counted or one by one; those of the same kind add up."""
    tallies = empty(plan)
    for given, outputs in content.items():
        secret = input_of(plan)(given)
        of_input(tallies, canonical(secret), WHERE).update(tallied(outputs))
    return whole_table(tallies, WHERE)


def tallied(outputs: object) -> Tally:
    """How often each output came."""
    if isinstance(outputs, Mapping):
        found: Tally = Counter()
        for output, times in outputs.items():
            found[Seen(value(plain(output))).key()] += COUNT.accept("a count", times)
        return found
    if isinstance(outputs, np.ndarray):
        return Counter(several(outputs, len(outputs) if outputs.ndim else 0))
    if isinstance(outputs, str | bytes) or not isinstance(outputs, Iterable):
        raise Refused(
            Reason.NOT_A_TABLE,
            f"outputs that are a {type(outputs).__name__}",
            "{output: count} or [output, ...]",
        )
    return Counter(one_by_one(outputs))


def stream(plan: Plan, samples: Samples) -> Stream:
    """Samples as they come in."""
    return Stream(twos(samples, input_of(plan)), frozenset(empty(plan)))


def twos(samples: Iterator[object], read: Callable[[object], Value]) -> Iterator[tuple[Value, object]]:
    """Each as a pair of an input and an output."""
    for each in samples:
        if not isinstance(each, list | tuple) or len(each) != 2:
            raise Refused(Reason.NOT_A_TABLE, f"a sample that is {quoted(each)}", "pairs (input, output)")
        yield read(each[0]), each[1]


def input_of(plan: Plan) -> Callable[[object], Value]:
    """What an input is in the one way in which the claim's mechanism writes it."""
    return lambda given: accepted(plan.claim, value(plain(given)))
