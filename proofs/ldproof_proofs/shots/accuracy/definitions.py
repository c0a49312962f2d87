"""Definition 3.1: accuracy is of all rounds at once, and beta may be reached."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ldproof.numbers import Symbol, term
from ldproof.shots.formulas import estimate
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.law.joint import Counts, Streams, ones

THREE = Fraction(2)
"""The excess odds of E = 3: the binary mechanism lies with probability 1/4."""
NONE = Fraction(0)


def failing(people: Streams, alpha: Fraction, rounds: Iterable[int]) -> list[Fraction]:
    """The probabilities of all counts by which Phi is off by alpha or more in some of these rounds, at m = T, E = 3."""
    N, T, among = len(people), len(people[0]), list(rounds)
    shares = [Fraction(sum(states[t] for states in people), N) for t in range(T)]

    def off(counts: Counts, t: int) -> bool:
        found = estimate(Fraction(counts[t]), Fraction(N), Fraction(T), Fraction(T), NONE, THREE)
        return abs(found - shares[t]) >= alpha

    joint = ones(people, T, NONE, THREE)
    return [joint[counts] for counts in joint if any(off(counts, t) for t in among)]


EITHER, SOME = Fraction(1, 4), Fraction(7, 16)
"""How likely an error of 1 is for that person, in one round and in some round."""


def accuracy_cases(per_round: Fraction) -> Iterator[tuple[str, Relation]]:
    """One person who is idle in two rounds and reports in both."""
    idle, alpha = ((0, 0),), Fraction(1)
    for t in range(2):
        yield f"round {t + 1}", equal(sum(failing(idle, alpha, [t]), term(0)), per_round)
    yield "some round", equal(sum(failing(idle, alpha, range(2)), term(0)), SOME)


def simultaneous(prover: Prover) -> Theorem:
    """An error of alpha in some round is likelier than in any given round."""
    claim = Ground(
        "shots.accuracy-simultaneous",
        "for one person with states 00, T = m = 2, E = 3 and alpha = 1, an error of alpha has probability 1/4 in either "
        "round and 7/16 in some round",
        "both rounds, all reports",
        lambda: accuracy_cases(EITHER),
        lambda: accuracy_cases(SOME),
        values=lambda: {
            "T": Fraction(2),
            "E": 1 + THREE,
            "alpha": Fraction(1),
            "either round": EITHER,
            "some round": SOME,
        },
    )
    return prover.theorem(claim, ByRecord())


def not_strict(prover: Prover) -> Theorem:
    """The appendix says that (alpha, beta)-accuracy makes the probability of an error smaller than beta."""
    chance, beta = Symbol("P"), Symbol("beta")
    error = term(sum(failing(((0, 0),), Fraction(1), range(2)), Fraction(0)))
    claim = Failure(
        "shots.accuracy-not-strict",
        "in the appendix P = Pr[some round's error reaches alpha] < beta is said to follow from (alpha, beta)-accuracy, "
        "1 - P >= 1 - beta; for that person and beta = 7/16",
        below(chance, beta),
        {"P": error, "beta": Fraction(7, 16)},
        {"P": error, "beta": Fraction(1, 2)},
        {"accurate": at_most(1 - beta, 1 - chance)},
    )
    return prover.theorem(claim, ByPoint())


def with_equality(prover: Prover) -> Theorem:
    """What accuracy does say."""
    chance, beta = Symbol("P"), Symbol("beta")
    at: Point = {"P": Fraction(7, 16), "beta": Fraction(7, 16)}
    claim = Implication(
        "shots.accuracy",
        at_most(chance, beta),
        {"accurate": at_most(1 - beta, 1 - chance)},
        witness=at,
        mutant=Mutant(below(chance, beta), at),
        reading="P = Pr[some round's error reaches alpha]",
    )
    return prover.theorem(claim, at_once("the complement", search))
