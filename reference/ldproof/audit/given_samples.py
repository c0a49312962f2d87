"""Samples that were taken already, as Python gives them: in a table, or as they come in."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from itertools import islice
from typing import TypeAlias, TypeVar

import numpy as np

from ldproof.audit.claim import canonical_input
from ldproof.audit.draw.functions import keys_of_outputs, one_by_one, plain_value
from ldproof.audit.draw.sources import Stream
from ldproof.audit.plan import Plan
from ldproof.audit.samples import KINDS, MOST, Table, empty_tallies, of_input, too_many_kinds, whole_table
from ldproof.errors import Reason, Refused, quote_given
from ldproof.json_values import Value
from ldproof.parameters import Whole
from ldproof.programs import DrawnOutput, Tally, canonical_text, parse_value

Key = TypeVar("Key")

Samples: TypeAlias = Iterator[tuple[object, object]]
"""Inputs with outputs."""

WHERE = "the table"

COUNT = Whole(0, MOST)

LOT, LONGEST = 10**6, 10**8
"""So many outputs are counted at a time, and at most, where nothing says how many there are."""


def table_of_outputs(plan: Plan, content: Mapping[Key, Iterable[object]]) -> Table:
    """A table of each input's outputs, counted or one by one; those of the same kind add up."""
    tallies = empty_tallies(plan)
    for given, outputs in content.items():
        secret = input_reader(plan)(given)
        of_input(tallies, canonical_text(secret), WHERE).update(tally_outputs(outputs))
    return whole_table(tallies, WHERE)


def tally_outputs(outputs: object) -> Tally:
    """How often each output came."""
    if isinstance(outputs, Mapping):
        found: Tally = Counter()
        for output, times in outputs.items():
            found[DrawnOutput(parse_value(plain_value(output))).key()] += COUNT.accept("a count", times)
        return found
    if isinstance(outputs, np.ndarray):
        return Counter(keys_of_outputs(outputs, len(outputs) if outputs.ndim else 0))
    if hasattr(outputs, "keys"):
        # Such as what pandas counts, which is counts where it is gone through, and has the outputs beside them.
        raise Refused(
            Reason.NOT_A_TABLE,
            f"outputs that are a {type(outputs).__name__}, which may be outputs or their counts",
            "a list of outputs, as by list(...), or a dict of counts, as by dict(...)",
        )
    if isinstance(outputs, str | bytes) or not isinstance(outputs, Iterable):
        raise Refused(
            Reason.NOT_A_TABLE,
            f"outputs that are a {type(outputs).__name__}",
            "{output: count} or [output, ...]",
        )
    keys = one_by_one(outputs)
    return Counter(keys) if isinstance(outputs, Sized) else tally_unsized(keys)


def tally_unsized(keys: Iterator[str]) -> Tally:
    """How often each comes, of what does not say how many there are; what goes on for ever is refused."""
    found: Tally = Counter()
    for count in range(LOT, LONGEST + LOT, LOT):
        found.update(islice(keys, LOT))
        if len(found) > KINDS:
            raise too_many_kinds(WHERE)
        if found.total() < count:
            return found
    raise Refused(
        Reason.TOO_LARGE,
        f"{WHERE}: outputs that do not end after {LONGEST}",
        "a list of them, or {output: count}",
    )


def stream_of_samples(plan: Plan, samples: Samples) -> Stream:
    """Samples as they come in."""
    return Stream(pairs_of_samples(samples, input_reader(plan)), frozenset(empty_tallies(plan)))


def pairs_of_samples(
    samples: Iterator[object], read: Callable[[object], Value]
) -> Iterator[tuple[Value, object]]:
    """Each as a pair of an input and an output."""
    for each in samples:
        if not isinstance(each, list | tuple) or len(each) != 2:
            raise Refused(
                Reason.NOT_A_TABLE, f"a sample that is {quote_given(each)}", "pairs (input, output)"
            )
        yield read(each[0]), each[1]


def input_reader(plan: Plan) -> Callable[[object], Value]:
    """What an input is in the one way in which the claim's mechanism writes it."""
    return lambda given: canonical_input(plan.claim, parse_value(plain_value(given)))
