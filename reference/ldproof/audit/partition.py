"""Partitions: outputs told apart by what they answer to one question, so that bets are on their whole law."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ldproof.audit.learn.columns import column
from ldproof.audit.learn.events import Event
from ldproof.audit.learn.features import TEXTS, Feature
from ldproof.audit.learn.promise import promise
from ldproof.audit.learn.sequences import Outputs
from ldproof.audit.windows import level
from ldproof.evidence import Batch, Table
from ldproof.programs import Tally

FEW = 64
"""So many different answers are told apart one by one, and of more numbers no more bins of equal shares."""
OFTEN = 4
"""So many draws are wanted of each."""
IN_A_BIN, COARSE = 800, 6
"""So many draws are wanted in such a bin, and so many of these at least."""
IN_A_TAIL = 16
"""Towards either end bins have half as many draws, and half of that, down to so many."""
NO_NUMBER = -1
"""The bin of what is no number."""
Parts = Mapping[str, tuple[int, int]]
"""How often each part came with either side."""


@dataclass(frozen=True, slots=True)
class Partition:
    """Each answer to a feature's question alone; or bins of numbers; or some of the answers, and all others."""

    feature: Feature
    ends: tuple[float, ...] = ()
    """Where bins begin, all but the lowest."""
    among: frozenset[str] = frozenset()

    def parts(self, outputs: Outputs) -> list[str]:
        """In which part each output is, by its name: an answer's label, or a number."""
        answers = column(self.feature, outputs)
        if self.ends:
            bins = np.searchsorted(self.ends, answers.numbers, side="right")
            return [str(each) for each in np.where(np.isnan(answers.numbers), NO_NUMBER, bins).tolist()]
        labels = [str(int(each in self.among)) for each in answers.labels] if self.among else answers.labels
        return [labels[code] for code in answers.codes.tolist()]

    def table(self, outputs: Outputs, sides: Sequence[Tally]) -> Table:
        """How often each part came with either side, the most frequent ones first."""
        keys = sorted({key for side in sides for key in side})
        counted: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for key, part in zip(keys, self.parts(outputs.having(keys)), strict=True):
            for found, side in zip(counted, sides, strict=True):
                found[part] += side[key]
        one, other = counted
        often = sorted(one, key=lambda part: (-one[part] - other[part], part))
        return Table(
            sides[0].total(), sides[1].total(), tuple((part, one[part], other[part]) for part in often)
        )

    def strongest(self, past: Table, odds: float) -> tuple[Event, int, Batch]:
        """What tells the sides apart best in a table: the event, its likelier side, and how often it happened."""
        counts = {part: (one, other) for part, one, other in past.outcomes}
        totals = past.draws, past.others
        events = [*self.events(counts)]
        happened = np.array(
            [[sum(counts[part][side] for part in inside) for side in (0, 1)] for _, inside in events]
        )
        one, other = happened.astype(float).T
        best = int(np.argmax(promise(*level(one, other, totals), odds)))
        times = int(happened[best, 0]), int(happened[best, 1])
        likely = int(times[0] * max(totals[1], 1) < times[1] * max(totals[0], 1))
        found = Batch(totals[likely], times[likely], totals[1 - likely], times[1 - likely])
        return events[best][0], likely, found

    def events(self, counts: Parts) -> Iterator[tuple[Event, list[str]]]:
        """Events of parts: of bins from either end, of answers those that tell most for either side."""
        if self.among:
            yield Event(self.feature, self.among), [part for part in counts if part == "1"]
            return
        if self.ends:
            for place, end in enumerate(self.ends, 1):
                yield Event(self.feature, low=end), [part for part in counts if int(part) >= place]
                yield Event(self.feature, high=end), [part for part in counts if 0 <= int(part) < place]
            return
        order = sorted(counts, key=lambda part: ((counts[part][1] + 0.5) / (counts[part][0] + 0.5), part))
        for way in (order, order[::-1]):
            for most in range(1, max(len(way), 2)):
                yield Event(self.feature, frozenset(way[:most])), way[:most]


def around(event: Event, outputs: Outputs, sides: Sequence[Tally]) -> Partition:
    """The partition by what an event asks of the outputs that came: as fine as can be learnt, and the event in it."""
    times = np.array([sum(side[each.key] for side in sides) for each in outputs.looks], dtype=float)
    answers = column(event.feature, outputs)
    numeric = answers.numeric and event.feature.name not in TEXTS
    if len(answers.labels) <= min(FEW, times.sum() / OFTEN) and len(event.among or ()) <= FEW:
        return Partition(event.feature)
    if event.among or not numeric:
        return Partition(event.feature, among=event.among)
    there = ~np.isnan(answers.numbers)
    order = np.argsort(answers.numbers[there], kind="stable")
    ranks = np.cumsum(times[there][order])
    bins = int(np.clip(ranks[-1] // IN_A_BIN, COARSE, FEW))
    halvings = np.log2(max(ranks[-1], 1) / bins / IN_A_TAIL)
    tails = ranks[-1] / bins / 2.0 ** np.arange(1, max(halvings, 1))
    shares = np.concatenate([ranks[-1] * np.arange(1, bins) / bins, tails, ranks[-1] - tails])
    wanted = np.searchsorted(ranks, shares)
    asked = [end for end in (event.low, event.high) if end is not None]
    return Partition(
        event.feature, tuple(sorted({*asked, *map(float, answers.numbers[there][order][wanted])}))
    )
