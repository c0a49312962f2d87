"""Equation (11): where the F-measure is not defined, what it is in counts, and its exact mean in a toy experiment."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ldproof.numbers import Symbol, Term, term
from ldproof.probability import Law
from ldproof.shots.detection import f_measure
from ldproof.shots.formulas import estimate
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.law.joint import Counts, Streams, apart, ones

hits, detected, heavy = map(Symbol, ("hits", "detected", "heavy"))
GIVEN = {
    "hits > 0": below(0, hits),
    "hits <= detected": at_most(hits, detected),
    "hits <= heavy": at_most(hits, heavy),
}
AT: Point = {"hits": 1, "detected": 3, "heavy": 2}
IN_COUNTS = 2 * hits / (detected + heavy)


def in_counts(prover: Prover) -> Iterable[Theorem]:
    """Where (11) is defined, it is 2 hits / (detected + heavy), and at most 1."""
    precision, recall = hits / detected, hits / heavy
    printed = 2 * precision * recall / (precision + recall)
    claim = Implication(
        "shots.f-measure",
        equal(printed, IN_COUNTS),
        GIVEN,
        witness=AT,
        mutant=Mutant(equal(printed, hits / (detected + heavy)), AT),
        reading="hits are the detected rounds that are heavy hitters",
    )
    yield prover.theorem(claim, at_once("multiply by detected heavy / hits", algebra))
    bound = Implication(
        "shots.f-measure-at-most-1",
        at_most(IN_COUNTS, 1),
        GIVEN,
        witness=AT,
        reading="hits are the detected rounds that are heavy hitters",
    )
    yield prover.theorem(bound, at_once("hits are among both", search))


PEOPLE: Streams = ((1, 0, 1), (1, 1, 0), (1, 0, 0), (1, 1, 1))
SETTING = "N = 4 people with states 101, 110, 100 and 111, T = 3, m = 1, E = 3, r = 0, theta = 3/5"
THETA, DUMMY, EXCESS = Fraction(3, 5), Fraction(0), Fraction(2)
ROUNDS = range(3)


def heavy_hitters() -> frozenset[int]:
    """The rounds in which a share of at least theta is active."""
    return frozenset(t for t in ROUNDS if Fraction(sum(states[t] for states in PEOPLE), len(PEOPLE)) >= THETA)


def found(counts: Counts) -> frozenset[int]:
    """The rounds in which Algorithm 1 says so."""
    N, m, T = (Fraction(each) for each in (len(PEOPLE), 1, len(ROUNDS)))
    return frozenset(t for t in ROUNDS if estimate(Fraction(counts[t]), N, m, T, DUMMY, EXCESS) >= THETA)


def score(counts: Counts) -> Fraction:
    """The reference's (11), which is in counts."""
    seen, wanted = found(counts), heavy_hitters()
    return f_measure(len(seen & wanted), len(seen - wanted), len(wanted))


def expected(joint: Law[Counts]) -> Term:
    """The mean of the score, count by count."""
    return sum((joint[counts] * term(score(counts)) for counts in joint), term(0))


NOTHING, WRONG = Fraction(175, 6912), Fraction(503, 1728)
"""How likely it is that nothing is detected, and that only wrong rounds are."""
MEAN, DEFINED, APART = Fraction(10139, 20736), Fraction(10139, 14175), Fraction(15936725, 33554432)
"""E[F], what it is without these two cases, and what it would be if rounds were independent."""


def numbers(joint: Law[Counts]) -> Iterator[tuple[str, Relation]]:
    """The toy's exact numbers."""
    heavies = heavy_hitters()
    nothing = sum((joint[counts] for counts in joint if not found(counts)), term(0))
    wrong = sum((joint[counts] for counts in joint if found(counts) and not found(counts) & heavies), term(0))
    mean = expected(joint)
    yield "nothing detected", equal(nothing, NOTHING)
    yield "only wrong rounds detected", equal(wrong, WRONG)
    yield "E[F]", equal(mean, MEAN)
    yield "E[F] where (11) is defined", equal(mean / (1 - nothing - wrong), DEFINED)


def toy(prover: Prover) -> Theorem:
    """An experiment small enough to be counted out."""
    claim = Ground(
        "shots.f-measure-toy",
        f"for {SETTING}: nothing is detected with probability 175/6912, only wrong rounds are with 503/1728, and in "
        "both cases (11) is 0/0; with F = 0 there E[F] = 10139/20736, and without these cases 10139/14175",
        "the joint law of all rounds, summed",
        lambda: numbers(ones(PEOPLE, 1, DUMMY, EXCESS)),
        lambda: numbers(apart(ones(PEOPLE, 1, DUMMY, EXCESS))),
        values=lambda: {
            "N": Fraction(len(PEOPLE)),
            "T": Fraction(len(ROUNDS)),
            "m": Fraction(1),
            "r": Fraction(DUMMY),
            "E": 1 + EXCESS,
            "theta": THETA,
            **{f"user {n}": Fraction("".join(map(str, states))) for n, states in enumerate(PEOPLE, 1)},
            "nothing": NOTHING,
            "wrong": WRONG,
            "E[F]": MEAN,
            "where defined": DEFINED,
        },
    )
    return prover.theorem(claim, ByRecord())


def independent_mean(joint: Law[Counts]) -> Iterator[tuple[str, Relation]]:
    """What the mean would be if rounds were independent."""
    yield "E[F]", equal(expected(joint), APART)


def independent_toy(prover: Prover) -> Theorem:
    """The exact mean if rounds were independent: close to the true one, and not equal."""
    claim = Ground(
        "shots.f-measure-independent",
        f"for {SETTING}: if rounds were independent with the same laws, E[F] would be 15936725/33554432, which is "
        "0.4749... instead of 0.4889...",
        "the law of each round, summed",
        lambda: independent_mean(apart(ones(PEOPLE, 1, DUMMY, EXCESS))),
        lambda: independent_mean(ones(PEOPLE, 1, DUMMY, EXCESS)),
        values=lambda: {"E[F]": APART},
    )
    return prover.theorem(claim, ByRecord())
