"""A lower bound of Harmony's largest error that holds with probability 1 - beta, where all are always active.

A person sends a 1 in one round at most, so that the numbers of ones in the rounds are multinomial. Such numbers are
negatively associated: that none reaches c is at most as likely as for independent rounds.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from ldproof.numbers import Symbol, exp, log, rational, term
from ldproof_proofs.counting.bounds.symbols import SURE, beta
from ldproof_proofs.counting.parameters import ROUNDS, T
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import ByCitation, Prover, at_once, show
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

Q, W = Symbol("Q"), Symbol("W")
CHANCE: Facts = {"W >= 0": at_most(0, W)}
READING = "all are always active; W is the probability of c ones or more in one round, Q that some round has so many"


def negative_association(prover: Prover) -> Theorem:
    """None of the rounds has c ones or more with probability (1 - W)^T at most, which is e^(-T W) at most."""
    at: Point = {"T": 2, "W": Fraction(1, 4), "Q": Fraction(1, 2)}
    claim = Implication(
        "counting.rounds-associated",
        at_most(1 - Q, exp(-T * W)),
        {**ROUNDS, **CHANCE},
        {},
        at,
        Mutant(at_most(1 - Q, exp(-5 * T * W)), at),
        reading=READING,
        stands=("Q", "W"),
    )
    return prover.theorem(
        claim,
        ByCitation(
            "Joag-Dev and Proschan, Negative association of random variables (1983), section 3.1: multinomial numbers are "
            "negatively associated, so that all are below c with probability (1 - W)^T at most; and 1 - W <= e^-W"
        ),
    )


def likely_error(prover: Prover) -> Theorem:
    """Pr[max error > alpha] >= 1 - beta, as soon as T W >= ln(1/beta)."""
    at: Point = {"T": 4, "W": Fraction(1, 2), "Q": Fraction(9, 10), "beta": Fraction(1, 5)}
    return show(
        prover,
        at_once("e^-ln(1/beta) is beta", search),
        "counting.sure-lower",
        at_most(1 - beta, Q),
        {**ROUNDS, **SURE, **CHANCE, "often": at_most(log(1 / beta), T * W)},
        {
            "1/beta > 0": below(0, 1 / beta),
            "associated": lemma(negative_association(prover)),
            "monotone": axiom(Always.MONOTONE, -T * W, -log(1 / beta)),
            "inverse": axiom(Always.INVERSE, 1 / beta),
        },
        at,
        Mutant(at_most(1 - beta / 10, Q), at),
        reading=READING,
        stands=("Q", "W"),
    )


TRUTH = rational(3, 4)
"""The probability of a true report at odds of 3."""


def all_below(people: int, rounds: int, c: int) -> Fraction:
    """The probability that no round has c ones or more, round by round over the people who have not yet sent a 1."""
    left = {people: rational(1)}
    for past in range(rounds):
        share = TRUTH / rounds / (1 - TRUTH * past / rounds)
        found: dict[int, Fraction] = {}
        for many, chance in left.items():
            for ones in range(min(c, many + 1)):
                now = chance * comb(many, ones) * share**ones * (1 - share) ** (many - ones)
                found[many - ones] = found.get(many - ones, rational(0)) + now
        left = found
    return sum(left.values(), rational(0))


def association_cases(more: int) -> Iterator[tuple[str, Relation]]:
    """Few people and few rounds: what is cited, by the multinomial law."""
    for people in range(1, 9):
        for rounds in range(1, 6):
            share = TRUTH / rounds
            for c in range(1, people + 1):
                fewer = sum(
                    (comb(people, k) * share**k * (1 - share) ** (people - k) for k in range(c)), rational(0)
                )
                yield (
                    f"N = {people}, T = {rounds}, c = {c}",
                    at_most(all_below(people, rounds, c), term(fewer) ** (rounds + more)),
                )


def association_checks(prover: Prover) -> Theorem:
    """What is cited, case by case."""
    claim = Ground(
        "counting.rounds-associated-exactly",
        "if all are always active, the probability that no round has c ones or more is at most (1 - W)^T",
        "N <= 8, T <= 5, every c from 1 to N, odds of 3",
        lambda: association_cases(0),
        lambda: association_cases(1),
    )
    return prover.theorem(claim, ByRecord())
