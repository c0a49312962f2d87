"""Condition (1): what it says, and that it cannot simply be dropped."""

from fractions import Fraction

from ldproof.numbers import log, term
from ldproof.shots.formulas import failure_bound, gap, largest_alpha, q
from ldproof.shots.privacy import transcript_likelihood
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.parameters import EXAMPLE, IN_ODDS, SETTING, N, T, alpha, epsilon, m, r, x


def condition(prover: Prover) -> Theorem:
    """Equation (1) says alpha < q / (p - q)."""
    found = anchor(largest_alpha, lambda: largest_alpha(m, T, r, x), lambda: q(m, T, r, x) / gap(m, T, x))
    claim = Implication(
        "shots.condition-1",
        equal(found.value, found.definition),
        SETTING,
        witness=EXAMPLE,
        anchors=(found,),
        short=IN_ODDS,
    )
    return prover.theorem(claim, at_once("multiply by T (2 + x) / m", algebra))


def without_condition(prover: Prover) -> Theorem:
    """One person in state 0 who reports once in 100 rounds: every lie is an error of 299."""
    people, rounds = 1, 100
    silent_person = (0,) * rounds
    no_error = transcript_likelihood(silent_person, silent_person, 1, Fraction(0), Fraction(1))
    far = (1 - q(Fraction(1), Fraction(rounds), Fraction(0), Fraction(1))) / gap(
        Fraction(1), Fraction(rounds), Fraction(1)
    )
    point: Point = {"alpha": far, "N": people, "m": 1, "T": rounds, "r": 0, "epsilon": log(term(2))}
    claim = Failure(
        "shots.thm-5-without-1",
        "without condition (1) the bound can fail. Let one person be in state 0 in all rounds. A 1 is sent in some round "
        "with the probability on the left, by the law of the transcript, and then the error is alpha",
        at_most(term(1 - no_error), failure_bound(alpha, N, m, T, r, epsilon)),
        point,
        {**point, "alpha": 1},
    )
    return prover.theorem(claim, ByPoint())
