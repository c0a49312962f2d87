"""What one person sends in each of the four mechanisms, from Algorithm 1 of m-shot reporting with other dummies."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ldproof.counting.parameters import Parameters, Which, parameters
from tests.reference.shots.algorithm_1 import transcripts_with

Sent = int | None
Transcript = tuple[Sent, ...]


def exactly(which: Which, T: int, odds: int | Fraction = 3) -> Parameters:
    """The mechanism whose reports have these odds."""
    return parameters(which, T, report_odds=odds)


def transcripts(
    which: Which, states: Sequence[int], odds: Fraction = Fraction(3)
) -> Mapping[Transcript, Fraction]:
    """The probability of every transcript that this person can send, when reports have these odds."""
    null: Mapping[Sent, Fraction] = {0 if which is Which.HARMONY else None: Fraction(1)}
    return transcripts_with(null, states, len(states) if which is Which.BORAPPOR else 1, odds)
