"""Algorithm 1 of the source, line by line, over all that one person can draw."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

Transcript = tuple[int, ...]


def transcripts(states: Sequence[int], m: int, r: Fraction, E: Fraction) -> Mapping[Transcript, Fraction]:
    """The probability of every transcript that this person can send."""
    total: defaultdict[Transcript, Fraction] = defaultdict(Fraction)
    choices = [*combinations(range(len(states)), m)]
    for tau in choices:
        paths: dict[Transcript, Fraction] = {(): Fraction(1, len(choices))}
        for t, state in enumerate(states):
            reported = {state: E / (E + 1), 1 - state: 1 / (E + 1)}
            dummy = {1: r, 0: 1 - r}
            bits = reported if t in tau else dummy
            paths = {(*seen, bit): share * bits[bit] for seen, share in paths.items() for bit in bits}
        for seen, share in paths.items():
            if share:
                total[seen] += share
    return total
