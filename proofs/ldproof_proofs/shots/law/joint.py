"""The joint law of all rounds of a whole population, counted out exactly."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product as every
from math import prod

from ldproof.numbers import rational, term
from ldproof.probability import Law, law_of_shares
from ldproof.shots.privacy import transcript_law
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem

Streams = Sequence[Sequence[int]]
"""A row of states per person."""
Counts = tuple[int, ...]
"""The number of ones in every round."""

PEOPLE: tuple[Streams, ...] = (
    ((1, 0), (1, 1)),
    ((1, 0, 1), (1, 1, 0), (0, 0, 0)),
    ((1, 0, 1, 1), (0, 1, 1, 0)),
)
DUMMIES = (rational(0), rational(1, 3), rational(1))
EXCESS = rational(2)


def ones(people: Streams, m: int, r: Fraction, excess: Fraction) -> Law[Counts]:
    """The joint law of the number of ones in every round."""
    total: Law[Counts] = law_of_shares([((0,) * len(people[0]), Fraction(1))])
    for states in people:
        with_them = total.product(transcript_law(states, m, r, excess))
        total = with_them.pushforward(lambda both: tuple(map(sum, zip(*both, strict=True))))
    return total


def apart(joint: Law[Counts]) -> Law[Counts]:
    """The law in which each round has the same law, and rounds are independent."""
    whole: Law[Counts] = law_of_shares([((), Fraction(1))])
    for t in range(len(next(iter(joint)))):
        whole = whole.product(one_round(joint, t)).pushforward(lambda both: (*both[0], both[1]))
    return whole


def one_round(joint: Law[Counts], t: int) -> Law[int]:
    """The law of the number of ones in a round."""
    return joint.pushforward(lambda counts: counts[t])


def independence_cases(fewer: int) -> Iterator[tuple[str, Relation]]:
    """The joint law of all rounds against the law with independent rounds."""
    for people, dummy in every(PEOPLE, DUMMIES):
        joint = ones(people, len(people[0]) - fewer, dummy, EXCESS)
        alone = [one_round(joint, t) for t in range(len(people[0]))]
        for counts in every(*alone):
            product = prod((law[count] for law, count in zip(alone, counts, strict=True)), start=term(1))
            yield f"{people}, r = {dummy}, {counts}", equal(joint[counts], product)


def independent(prover: Prover) -> Theorem:
    """If everybody reports in every round, rounds are independent."""
    claim = Ground(
        "shots.rounds-independent",
        "at m = T the joint law of all rounds is the product of the rounds' laws",
        "3 populations of up to 3 people and 4 rounds, r in {0, 1/3, 1}, E = 3",
        lambda: independence_cases(0),
        lambda: independence_cases(1),
    )
    return prover.theorem(claim, ByRecord())
