"""Which events to bet on: proposed by one half of the past, judged by the other.

Everything here may be wrong without a verdict being so: floats choose what is bet on, and counts of later draws
decide. Sought is what is likely to pay: of all events that the claim binds, those by which it would show soonest
that it is broken, and most of all those by which it seems to be.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ldproof.audit.learn.columns import Column, column, table
from ldproof.audit.learn.conditions import Members
from ldproof.audit.learn.events import Event
from ldproof.audit.learn.features import Feature
from ldproof.audit.learn.past import Half
from ldproof.audit.learn.proposals import proposals
from ldproof.audit.learn.questions import features
from ldproof.audit.learn.sequences import Outputs


@dataclass(frozen=True, slots=True)
class Proposal:
    """An event, the side with whose input it is likelier, and what a pair of draws may be expected to show."""

    event: Event
    likely: int
    promise: float


def learnt(
    outputs: Outputs, halves: tuple[Half, Half], known: Sequence[Event], odds: float
) -> tuple[Proposal | None, float]:
    """The best event that is none of the known ones, and what the best of those promises; of some outputs' halves.

    Each half proposes, and the other judges. Events that no remembered output tells apart are the same, and so are
    an event and its opposite: to bet on either is to bet on both. Where all are known, none is sought.
    """
    keys = sorted({key for half in halves for tally in (half.one, half.other) for key in tally})
    outputs = outputs.having(keys)
    tables = [table(half, outputs, odds) for half in halves]
    if not all(each.pairs for each in tables):
        return None, 0.0
    watched = [event.inside(outputs) for event in known]
    certain = np.ones(len(keys), dtype=bool)
    taken = {side.tobytes() for each in (*watched, certain) for side in (each, ~each)}
    left = len(taken) < 1 << len(keys)
    columns: dict[Feature, Column] = {}
    best: Proposal | None = None
    for proposing, judging in (tables, tables[::-1]) if left else ():
        proposed: list[tuple[Event, Members]] = []
        for feature in features(proposing):
            if feature not in columns:
                columns[feature] = column(feature, outputs)
            found = [*proposals(feature, columns[feature], proposing)]
            proposed += [each for each in found if each[1].tobytes() not in taken]
        for (event, _), verdict in zip(proposed, judging.judged([each for _, each in proposed]), strict=True):
            if best is None or verdict[1] > best.promise:
                best = Proposal(event, *verdict)
    standing = map(min, *([promise for _, promise in each.judged(watched)] for each in tables))
    return best, max(standing, default=0.0)
