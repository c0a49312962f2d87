"""The joint law of the ones in all rounds, from everybody's transcripts."""

from collections.abc import Sequence
from fractions import Fraction

from ldproof.probability import Law
from ldproof.shots.privacy import transcript_law
from tests.reference.reporting.joint import Counts, sum_of

TOY = ((1, 0, 1), (1, 1, 0), (1, 0, 0), (1, 1, 1))
"""The ledger's four people."""


def true_law(people: Sequence[Counts], m: int, r: Fraction, excess: Fraction) -> Law[Counts]:
    """The sums of independent transcripts."""
    return sum_of([transcript_law(states, m, r, excess) for states in people])


SMALL = [
    (people, m, r)
    for people in (((1, 0),), ((1, 0), (1, 1)), ((1, 0, 1), (0, 0, 1)))
    for m in range(1, len(people[0]) + 1)
    for r in (Fraction(0), Fraction(1, 2), Fraction(1))
] + [(TOY, 1, Fraction(0)), (TOY[1:], 2, Fraction(1))]
"""People, m and r for which all branches are taken; report odds are 3."""
