"""Counts of all outputs with each input, where they are few, and bounds on epsilon that follow from them.

The outputs that are told apart are those of earlier draws; all others are one more outcome. If others come, then the
counts begin again with these, in a next stage: the k-th stage has the share 1/(k (k + 1)) of alpha, so that the bounds
of all stages hold together. Draws are to be independent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ldproof.auditor.bets import Partition
from ldproof.auditor.learn.features import Feature
from ldproof.auditor.learn.outputs import Outputs
from ldproof.evidence.confidence import Interval, log_rounded_up, most_odds, probability_interval
from ldproof.programs import Tally

STAGES = 8
"""Counts begin so often at most."""
WHOLE_OUTPUTS = (Partition(Feature("output")), Partition(Feature("draw")))
"""The partitions by the whole output, without and with the number of bytes of coins."""


@dataclass(frozen=True, slots=True)
class CountedOutcomes:
    """How often each outcome came with each input, since a stage began."""

    partition: Partition = WHOLE_OUTPUTS[0]
    parts: tuple[str, ...] = ()
    """The parts that are told apart, known before the stage."""
    times: tuple[tuple[int, ...], ...] = ()
    """For each input how often each part came."""
    draws: tuple[int, ...] = ()
    """The draws with each input."""
    stage: int = 0
    """The number of the stage; 0 before there is one."""

    def next_stage(self, partition: Partition, parts: Sequence[str], inputs: int) -> "CountedOutcomes":
        """Return the counts at the beginning of the next stage."""
        return CountedOutcomes(
            partition, tuple(parts), ((0,) * len(parts),) * inputs, (0,) * inputs, self.stage + 1
        )

    def after_batch(self, outputs: Outputs, tallies: Mapping[int, Tally]) -> "CountedOutcomes":
        """Return the counts after a batch, given by the indices of its inputs."""
        if not self.stage:
            return self
        names = dict(
            zip((each.key for each in outputs.parsed), self.partition.part_names(outputs), strict=True)
        )
        place = {part: index for index, part in enumerate(self.parts)}
        times, draws = [[*each] for each in self.times], [*self.draws]
        for given, tally in tallies.items():
            draws[given] += tally.total()
            for key, count in tally.items():
                if (found := place.get(names[key])) is not None:
                    times[given][found] += count
        return replace(self, times=tuple(map(tuple, times)), draws=tuple(draws))

    def others(self) -> int:
        """Return the number of draws of no part that is told apart."""
        return sum(self.draws) - sum(map(sum, self.times))

    def share(self, alpha: Fraction) -> Fraction:
        """Return the share of alpha that this stage has."""
        return alpha / (self.stage * (self.stage + 1))

    def intervals(self, given: int, level: Fraction) -> list[Interval]:
        """Return intervals for the probabilities of all parts with an input, and of everything else, each at a level."""
        counts = self.times[given]
        draws = self.draws[given]
        return [probability_interval(each, draws, level) for each in (*counts, draws - sum(counts))]

    def epsilon_at_most(
        self, sides: Sequence[tuple[int, int]], alpha: Fraction, deltas: Sequence[Fraction]
    ) -> dict[Fraction, Fraction]:
        """Return upper bounds on epsilon, by delta, for pairs of inputs together: all hold with probability 1 - alpha.

        There are none where whole outputs are not told apart, and of a delta for which too little is known.
        """
        if not self.stage or self.partition not in WHOLE_OUTPUTS:
            return {}
        inputs = sorted({each for pair in sides for each in pair})
        level = self.share(alpha) / (len(inputs) * (len(self.parts) + 1))
        known = {each: self.intervals(each, level) for each in inputs}
        ways = [way for one, other in sides for way in ((one, other), (other, one))]
        found = {}
        for delta in deltas:
            odds = [most_odds(known[one], known[other], delta) for one, other in ways]
            finite = [each for each in odds if each is not None]
            if len(finite) == len(odds):
                found[delta] = log_rounded_up(max(finite))
        return found


UNCOUNTED = CountedOutcomes()
"""The counts before the first stage."""
