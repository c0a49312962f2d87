"""One person's reports in each of the four mechanisms, by the text of the algorithms."""

from collections.abc import Sequence
from fractions import Fraction

from ldproof.counting.algorithms import borappor, glance, harmony, harmony_published
from ldproof.counting.mechanism import Parameters, Which, parse_parameters
from ldproof.sampling.digits import RandomChoice
from tests.reference.paths import law_of

Sent = int | None
Transcript = tuple[Sent, ...]
Run = tuple[tuple[Transcript, ...], tuple[Fraction | None, ...]]

BITS = {-1: 0, 0: None, 1: 1}
"""How the reference writes what Harmony sends as published."""


def exactly(which: Which, T: int, odds: int | Fraction = 3) -> Parameters:
    """The mechanism whose reports have these odds."""
    return parse_parameters(which, T, report_odds=odds)


def run_population(which: Which, V: Sequence[Sequence[int]], odds: Fraction, draw: RandomChoice) -> Run:
    """Return all reports as the reference writes them, and the estimates."""
    match which:
        case Which.GLANCE:
            return glance(V, odds, draw)
        case Which.HARMONY:
            return harmony(V, odds, draw)
        case Which.HARMONY_PUBLISHED:
            Z, estimates = harmony_published(V, odds, draw)
            return tuple(tuple(BITS[z] for z in row) for row in Z), estimates
        case Which.BORAPPOR:
            return borappor(V, odds, draw)


def transcripts(
    which: Which, states: Sequence[int], odds: Fraction = Fraction(3)
) -> dict[Transcript, Fraction]:
    """The probability of every transcript that this person can send, when reports have these odds."""
    return law_of(lambda draw: run_population(which, [states], odds, draw)[0][0])
