"""The expected scores of section 6 against the joint law of all rounds, where that can be counted out."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product as every

from ldproof.budget import Budget, parse_budget
from ldproof.numbers import Real, Symbol, Term, expm1, rational, term
from ldproof.numbers.real import ConditionalNumber
from ldproof.probability import Law
from ldproof.shots.detection import (
    expected_f,
    expected_precision,
    expected_recall,
)
from ldproof.shots.formulas import estimate
from ldproof_proofs.budget import NARROW, any_budget
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal, value_at
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.law import sums
from ldproof_proofs.shots.detection import summed
from ldproof_proofs.shots.law.joint import Counts, Streams, apart, ones

STREAM: Streams = ((1, 1, 1), (0, 1, 1), (0, 0, 1))
"""The source's stream for N = T = 3: shares of 1/3, 2/3 and 1."""
PEOPLE, ROUNDS, THETA, E = 3, 3, rational(2, 3), rational(3)
HEAVY = frozenset({1, 2})
DUMMIES = (rational(0), rational(1, 4))

Expected = Callable[[int, int, int, Fraction, Fraction, Budget], Real | ConditionalNumber]
Score = Callable[[int, int], Fraction]
"""A number read off how many rounds were detected, and how many of them are heavy hitters."""

SCORES: tuple[tuple[Expected, Score], ...] = (
    (expected_recall, lambda _, hits: rational(hits, len(HEAVY))),
    (expected_precision, lambda detected, hits: rational(hits, detected) if detected else rational(0)),
    (expected_f, lambda detected, hits: rational(2 * hits, detected + len(HEAVY))),
)


def mean(joint: Law[Counts], m: int, dummy: Fraction, score: Score) -> Term:
    """The expectation of a score, from the joint law of all rounds and Algorithm 1's own comparison."""

    def of(counts: Counts) -> Fraction:
        found = {
            t
            for t in range(ROUNDS)
            if estimate(rational(counts[t]), rational(PEOPLE), rational(m), rational(ROUNDS), dummy, E - 1)
            >= THETA
        }
        return score(len(found), len(found & HEAVY))

    return sum((joint[counts] * term(of(counts)) for counts in joint), term(0))


def counted(joint: Law[Counts], m: int, dummy: Fraction) -> list[Term]:
    """The three expectations in a law of all rounds."""
    return [mean(joint, m, dummy, score) for _, score in SCORES]


def computed(m: int, dummy: Fraction, expected: Expected) -> Fraction:
    """What the reference says, without the assumption that it names."""
    found = expected(PEOPLE, m, ROUNDS, dummy, THETA, parse_budget(m, report_odds=E))
    return exactly(found.value if isinstance(found, ConditionalNumber) else found)


def cases(change: Callable[[Law[Counts]], Law[Counts]]) -> Iterator[tuple[str, Relation]]:
    """Recall exactly, at every m; the others exactly at m = T, and as if rounds were independent below."""
    for dummy, m in every(DUMMIES, range(1, ROUNDS + 1)):
        joint = ones(STREAM, m, dummy, E - 1)
        exact, assumed = counted(joint, m, dummy), counted(change(joint), m, dummy)
        for place, (expected, _) in enumerate(SCORES):
            name, found = f"{expected.__name__}, m = {m}, r = {dummy}", computed(m, dummy, expected)
            yield f"{name}, independent", equal(found, assumed[place])
            if m == ROUNDS or expected is expected_recall:
                yield f"{name}, joint", equal(found, exact[place])


def at_every_round(place: int) -> Fraction:
    """One of the expectations at m = T, in the joint law."""
    found = value_at(counted(ones(STREAM, ROUNDS, DUMMIES[0], E - 1), ROUNDS, DUMMIES[0])[place], {})
    if found is None:
        raise NotProved("at E = 3 everything is rational")
    return found


def expectations(prover: Prover) -> Theorem:
    """The reference's expectations are those of independent rounds; for recall and for m = T that is no assumption."""
    claim = Ground(
        "shots.expectations",
        "expected recall is that of the joint law of all rounds for every m; expected precision and F are those of "
        "independent rounds with the same laws, and for m = T of the joint law",
        f"the stream of N = T = 3, theta = {THETA}, every m, r in {{0, 1/4}}, E = {E}",
        lambda: cases(apart),
        lambda: cases(lambda joint: joint),
        anchors=tuple(
            anchor(expected, partial(computed, ROUNDS, DUMMIES[0], expected), partial(at_every_round, place))
            for place, (expected, _) in enumerate(SCORES)
        ),
    )
    return prover.theorem(claim, ByRecord())


TWO, ENOUGH = 2, Fraction(2, 3)
"""People and rounds, the first of which has one active person; and the share of active people that is to be detected."""


def independent(m: int, least: int, score: Score) -> Term:
    """The mean score of two rounds, of which the second is a heavy hitter, where so many ones are detected."""
    shape = term(m), term(TWO), term(DUMMIES[1]), expm1(Symbol("epsilon"))
    chances = [summed(TWO, active, least, shape) for active in (1, 2)]
    happens: list[Term] = []
    for found in every((0, 1), repeat=2):
        first, second = (each if told else 1 - each for told, each in zip(found, chances, strict=True))
        happens.append(first * second * score(sum(found), found[1]))
    return sums.total(happens)


def in_symbols(prover: Prover) -> Iterator[Theorem]:
    """Recall where people report once, and the others where they report in both rounds, at every budget of a range."""
    cases: tuple[tuple[Expected, int, int, Score], ...] = (
        (expected_recall, 1, 1, lambda _, hits: rational(hits)),
        (expected_precision, TWO, 2, SCORES[1][1]),
        (expected_f, TWO, 2, lambda detected, hits: rational(2 * hits, detected + 1)),
    )
    for expected, m, least, score in cases:  # N (q + 2/3 (p - q)) is below 1, and above 1 where m = T
        shape = TWO, m, TWO, DUMMIES[1], ENOUGH, any_budget(m, m * NARROW)
        yield tie(
            prover,
            expected,
            partial(traced, expected, *shape),
            partial(independent, m, least, score),
            NARROW,
        )
