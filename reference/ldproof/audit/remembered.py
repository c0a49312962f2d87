"""What is remembered of the draws with each input: two halves, so that what one proposes the other judges."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ldproof.audit.learn.past import LONGEST, MOST_OUTPUTS, Half, thinned
from ldproof.programs import Tally, constant

FEWEST = 128
"""So many different outputs of an input are remembered however many inputs there are."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """For each input two tallies; more goes to the one with less. Where there is too much, half is forgotten by lot."""

    tallies: tuple[tuple[Tally, Tally], ...]

    def with_more(self, more: Mapping[int, Tally], seed: int) -> "Remembered":
        """Some more draws, by the places of their inputs."""
        random, inputs = np.random.default_rng(seed), len(self.tallies)
        outputs, characters = max(FEWEST, MOST_OUTPUTS // inputs), max(FEWEST, LONGEST // inputs)
        changed = [*self.tallies]
        for place, drawn in sorted(more.items()):
            halves = [*changed[place]]
            less = int(halves[0].total() > halves[1].total())
            tally = halves[less] + drawn
            while tally.total() > 1 and (len(tally) > outputs or sum(map(len, tally)) > characters):
                tally = thinned(tally, tally.total() // 2, random)
            halves[less] = tally
            changed[place] = halves[0], halves[1]
        return Remembered(tuple(changed))

    def halves(self, sides: tuple[int, int], seed: int) -> tuple[Half, Half]:
        """As many draws with either side of a pair, in both halves."""
        random = np.random.default_rng(seed)
        found = []
        for half in (0, 1):
            tallies = [self.tallies[side][half] for side in sides]
            left = min(tally.total() for tally in tallies)
            one, other = (thinned(each, left, random) if each.total() > left else each for each in tallies)
            found.append(Half(one, other))
        return found[0], found[1]

    def together(self, place: int) -> Tally:
        """Both halves of an input's."""
        one, other = self.tallies[place]
        return one + other

    def constant(self) -> bool:
        """Whether one and the same output came every time."""
        return constant(half for each in self.tallies for half in each)
