"""Algorithm 1 of the source, line by line, over all that one person can draw; and its three relatives."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ldproof.counting.parameters import Parameters, Which, parameters

Sent = int | None
Transcript = tuple[Sent, ...]


def exactly(which: Which, T: int, odds: int | Fraction = 3) -> Parameters:
    """The mechanism whose reports have these odds."""
    return parameters(which, T, report_odds=odds)


def transcripts(
    which: Which, states: Sequence[int], odds: Fraction = Fraction(3)
) -> Mapping[Transcript, Fraction]:
    """The probability of every transcript that this person can send, when reports have these odds."""
    T = len(states)
    choices = [set(range(T))] if which is Which.BORAPPOR else [{tau} for tau in range(T)]
    null: Sent = 0 if which is Which.HARMONY else None
    total: defaultdict[Transcript, Fraction] = defaultdict(Fraction)
    for chosen in choices:
        paths: dict[Transcript, Fraction] = {(): Fraction(1, len(choices))}
        for t, state in enumerate(states):
            sent: dict[Sent, Fraction] = {null: Fraction(1)}
            if t in chosen:
                sent = {state: odds / (odds + 1), 1 - state: 1 / (odds + 1)}
            paths = {(*path, each): share * sent[each] for path, share in paths.items() for each in sent}
        for path, share in paths.items():
            total[path] += share
    return total
