"""One person's reports by the text of Algorithm 1."""

from collections.abc import Sequence
from fractions import Fraction

from ldproof.shots.algorithms import m_shot_reporting
from tests.reference.paths import law_of


def transcripts(states: Sequence[int], m: int, r: Fraction, E: Fraction) -> dict[tuple[int, ...], Fraction]:
    """The probability of every transcript that this person can send."""
    return law_of(lambda draw: m_shot_reporting([states], Fraction(0), E, m, r, draw)[0][0])
