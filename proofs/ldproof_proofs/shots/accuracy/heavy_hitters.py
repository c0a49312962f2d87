"""Heavy hitters: rounds that reach the threshold, and in what they are items that people hold."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ldproof.budget import parse_budget
from ldproof.numbers import Symbol, Term, term
from ldproof.shots.detection import detection_probability, detection_threshold
from ldproof.shots.formulas import estimate
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.definitions import NONE, THREE
from ldproof_proofs.shots.law.joint import Counts, ones

ROUNDS, AT_THETA, SHARE = 100, 80, Fraction(4, 5)
"""Experiment 1: so many rounds t with the shares t/T, the one that decides, and theta."""
REACHED, PASSED = 21, 20
"""In how many of them the share is at least theta, and in how many above it."""


def experiment_cases(theta: Fraction) -> Iterator[tuple[str, Relation]]:
    """Experiment 1: shares of t/100 for t = 1 to 100."""
    for t in range(1, ROUNDS + 1):
        share = term(t) / ROUNDS
        sides = (share, theta) if t < AT_THETA else (theta, share)
        yield f"t = {t}", equal(*sides) if t == AT_THETA else below(*sides)
    yield "21 from t = 80 on", equal(term(ROUNDS) - AT_THETA + 1, REACHED)
    yield "20 from t = 81 on", equal(term(ROUNDS) - AT_THETA, PASSED)


def threshold(prover: Prover) -> Theorem:
    """Experiment 1 has a round with exactly theta."""
    claim = Ground(
        "shots.threshold-decides",
        "in experiment 1, where Phi_0 = t/100 and theta = 4/5, 21 rounds are heavy hitters by Phi_0 >= theta and 20 by "
        "Phi_0 > theta: t = 80 is the one on which they differ",
        "t = 1, ..., 100",
        lambda: experiment_cases(SHARE),
        lambda: experiment_cases(Fraction(161, 200)),
        values=lambda: {
            "T": Fraction(ROUNDS),
            "theta": SHARE,
            "t": Fraction(AT_THETA),
            "reached": Fraction(REACHED),
            "passed": Fraction(PASSED),
        },
    )
    return prover.theorem(claim, ByRecord())


HALF = Fraction(1, 2)
OFTEN, SELDOM = Fraction(13, 16), Fraction(3, 16)
"""How likely Phi reaches 1/2, and how likely it passes it, where one of two people is active."""
REPORT = parse_budget(1, report_odds=1 + THREE)


def detected(theta: Fraction, *, passed: bool) -> list[Fraction]:
    """The probabilities of all counts at which Phi reaches, or passes, theta: one round, one of two active, E = 3."""
    joint = ones(((1,), (0,)), 1, NONE, THREE)

    def says(counts: Counts) -> bool:
        phi = estimate(Fraction(counts[0]), Fraction(2), Fraction(1), Fraction(1), NONE, THREE)
        return phi > theta if passed else phi >= theta

    return [joint[counts] for counts in joint if says(counts)]


def detection_cases(theta: Fraction) -> Iterator[tuple[str, Relation]]:
    """Detection by >= and by >, and what the reference says."""
    reached = sum(detected(theta, passed=False), term(0))
    yield "Phi >= theta", equal(reached, OFTEN)
    yield "Phi > theta", equal(sum(detected(theta, passed=True), term(0)), SELDOM)
    yield "as detected", equal(exactly(detection_probability(2, 1, 1, NONE, HALF, theta, REPORT)), reached)
    least = detection_threshold(2, 1, 1, NONE, theta, REPORT)
    yield "the least number of ones", at_most(theta, with_ones(least))
    yield "and not one less", below(with_ones(least - 1), theta)


def with_ones(count: int) -> Term:
    """Phi at so many ones."""
    return estimate(term(count), term(2), term(1), term(1), term(NONE), term(THREE))


def least_ones() -> int:
    """The least number of ones at which Phi reaches 1/2, by its definition."""
    m, T, N = Fraction(1), Fraction(1), Fraction(2)
    return next(count for count in range(3) if estimate(Fraction(count), N, m, T, NONE, THREE) >= HALF)


def detection(prover: Prover) -> Theorem:
    """Phi too can be exactly theta, where the odds are rational."""
    claim = Ground(
        "shots.threshold-detects",
        "of N = 2 people 1 is active, T = 1, E = 3 and theta = 1/2: the round is detected with probability 13/16 by "
        "Phi >= theta, as it is here, and with 3/16 by Phi > theta",
        "all reports of both people",
        lambda: detection_cases(HALF),
        lambda: detection_cases(Fraction(51, 100)),
        anchors=(
            anchor(
                detection_probability,
                lambda: detection_probability(2, 1, 1, NONE, HALF, HALF, REPORT),
                lambda: sum(detected(HALF, passed=False), Fraction(0)),
            ),
            anchor(detection_threshold, lambda: detection_threshold(2, 1, 1, NONE, HALF, REPORT), least_ones),
        ),
        values=lambda: {
            "N": Fraction(2),
            "active": Fraction(1),
            "T": Fraction(1),
            "E": 1 + THREE,
            "theta": HALF,
            "reached": OFTEN,
            "passed": SELDOM,
        },
    )
    return prover.theorem(claim, ByRecord())


def shares_add_up(prover: Prover) -> Iterable[Theorem]:
    """If everybody holds one item, the items' shares add up to 1; one person who is active twice breaks that."""
    active, N = Symbol("active"), Symbol("N")
    given = {"N >= 1": at_most(1, N), "one each": equal(active, N)}
    one_each = Implication(
        "shots.one-item",
        equal(active / N, 1),
        given,
        witness={"active": 3, "N": 3},
        reading="active is the number of pairs of a person and a round in which they are active",
    )
    yield prover.theorem(one_each, at_once("everybody is counted once", search))
    claim = Failure(
        "shots.one-item-fails",
        "if sequential detection were heavy hitters over T items of which everybody holds one; one person who is active "
        "in both of T = 2 rounds",
        equal(active / N, 1),
        {"active": 2, "N": 1},
        {"active": 1, "N": 1},
        {"N >= 1": at_most(1, N)},
    )
    yield prover.theorem(claim, ByPoint())
