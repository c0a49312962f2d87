"""Algorithm 1 of the source, line by line, over all that one person can draw; its relatives send other dummies."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import cast

Report = int | None


def transcripts(
    states: Sequence[int], m: int, r: Fraction, E: Fraction
) -> Mapping[tuple[int, ...], Fraction]:
    """The probability of every transcript that this person can send, with dummies that are 1 with probability r."""
    found = transcripts_with({1: r, 0: 1 - r}, states, m, E)
    return cast("Mapping[tuple[int, ...], Fraction]", found)


def transcripts_with(
    dummy: Mapping[Report, Fraction], states: Sequence[int], m: int, E: Fraction
) -> Mapping[tuple[Report, ...], Fraction]:
    """The same with dummies of any law."""
    total: defaultdict[tuple[Report, ...], Fraction] = defaultdict(Fraction)
    choices = [*combinations(range(len(states)), m)]
    for tau in choices:
        paths: dict[tuple[Report, ...], Fraction] = {(): Fraction(1, len(choices))}
        for t, state in enumerate(states):
            reported: Mapping[Report, Fraction] = {state: E / (E + 1), 1 - state: 1 / (E + 1)}
            sent = reported if t in tau else dummy
            paths = {(*path, each): share * sent[each] for path, share in paths.items() for each in sent}
        for path, share in paths.items():
            if share:
                total[path] += share
    return total
