"""The expected scores of section 6 against the joint law of all rounds, where that can be counted out."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product as every

from ldproof.budget import Budget, parse_budget
from ldproof.numbers import Real, Symbol, Term, ball, exact_fraction, expm1, precision, rational, term
from ldproof.numbers.real import ConditionalNumber
from ldproof.probability import Law
from ldproof.shots.collector import ones_threshold
from ldproof.shots.detection import (
    detection_chance_by_round,
    detection_chances,
    expected_f,
    expected_precision,
    expected_recall,
)
from ldproof.shots.formulas import estimate
from ldproof.shots.mechanism import Shots
from ldproof_proofs.budget import NARROW, any_budget
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal, value_at
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.law import sums
from ldproof_proofs.shots.detection import long, summed
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


def assumed_cases(fewer: int) -> Iterator[tuple[str, bool]]:
    """Whether the reference says that it took rounds to be independent."""
    for m, (expected, _) in every(range(1, ROUNDS + 1), SCORES):
        found = expected(PEOPLE, m, ROUNDS, DUMMIES[0], THETA, parse_budget(m, report_odds=E))
        wanted = m < ROUNDS - fewer and expected is not expected_recall
        yield f"{expected.__name__}, m = {m}", isinstance(found, ConditionalNumber) == wanted


def assumed(prover: Prover) -> Theorem:
    """What is not shown to be exact says so."""
    claim = Finite(
        "shots.expectations-assuming",
        "expected precision and F name the assumption that rounds are independent if and only if m < T, and expected "
        "recall never does",
        f"the same stream, every m, r = 0, E = {E}",
        lambda: assumed_cases(0),
        lambda: assumed_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def length_cases(more: int) -> Iterator[tuple[str, bool]]:
    """Whether recall is a fraction, where its probabilities' denominator has so many bits: T (E + 1), where N = T."""
    for rounds, bits in every((1, 3, 4), (3, 12, 600, 1000, 1500, 2000, 20000)):
        found = expected_recall(rounds, 1, rounds, DUMMIES[0], THETA, long(bits))
        length = (rounds << bits - 1).bit_length()
        yield (
            f"N = T = {rounds}, {bits} bits",
            (found.exact is not None) == (rounds**2 * length <= 2**14 + more),
        )


def lengths(prover: Prover) -> Theorem:
    """Answers are exact up to a length."""
    claim = Finite(
        "shots.expectations-exact",
        "expected recall is a fraction if N T times the length of the probabilities' denominator is at most 2^14 bits",
        "N = T in {1, 3, 4}, m = 1, r = 0, E + 1 = 2^2, 2^11, 2^599, 2^999, 2^1499, 2^1999, 2^19999",
        lambda: length_cases(0),
        lambda: length_cases(2**14),
    )
    return prover.theorem(claim, ByEnumeration())


CROWDS = ((7, 9), (60, 12), (600, 25))
"""People and rounds: among so many people some are too far from the threshold to matter, and most frequencies are."""
BITS, RADIUS = 64, 2.0**-40


def inverted_cases(more: int) -> Iterator[tuple[str, bool]]:
    """The chances in balls, by their characteristic function, against the fractions by recurrences."""
    for (N, T), dummy, odds in every(CROWDS, DUMMIES, (rational(3), rational(400))):
        for m in (1, T):
            shots = Shots(T, m, dummy, parse_budget(m, report_odds=odds))
            least = ones_threshold(shots, N, THETA)
            exact = detection_chances(shots, N, least, [N * t // T for t in range(1, T + 1)], odds - 1)
            with precision(BITS):
                found = detection_chance_by_round(shots, N, least + more, ball(odds - 1))
            for t, (ours, chance) in enumerate(zip(found, exact, strict=True), start=1):
                around = exact_fraction(ours.lower()) <= chance <= exact_fraction(ours.upper())
                yield (
                    f"N = {N}, T = {T}, m = {m}, r = {dummy}, E = {odds}, t = {t}",
                    around and bool(ours.rad() < RADIUS),
                )


def inverted(prover: Prover) -> Theorem:
    """What is enclosed comes from another sum than what is a fraction."""
    claim = Finite(
        "shots.expectations-inverted",
        "where expectations are enclosed, the chances of detection are summed over frequencies: balls around what the "
        f"recurrences give, narrower than 2^-39 in {BITS} bits",
        f"(N, T) in {', '.join(map(str, CROWDS))}, theta = {THETA}, every t, m in {{1, T}}, r in {{0, 1/4}}, E in {{3, 400}}",
        lambda: inverted_cases(0),
        lambda: inverted_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


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
