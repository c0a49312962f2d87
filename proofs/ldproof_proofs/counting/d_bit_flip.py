"""dBitFlipPM: the tight odds of rows that are kept, what a change of the cell shows, and the variance."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every
from math import prod

from ldproof.counting.d_bit_flip import (
    BitTranscripts,
    d_bit_flip_variance,
    kept_likelihood,
    row_odds,
    variance_at,
)
from ldproof.counting.formulas import harmony_variance
from ldproof.numbers import Symbol, term
from ldproof.probability import sum_fractions
from ldproof_proofs.counting.parameters import PEOPLE, SHARE, N, mu
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

d, s, w = map(Symbol, ("d", "s", "w"))
BIT: Facts = {"s > 1": below(1, s)}
SIZES = ((2, 1), (2, 2), (3, 1), (3, 2), (3, 3))
"""The cells, and how many are drawn."""
ODDS = (Fraction(3), Fraction(7, 2))
"""Those of a kept bit."""


def odds_cases(slip: int) -> Iterable[tuple[str, Relation]]:
    """The stated odds against all rows that are sent in a single round, or in each of two."""
    for T, (cells, drawn), odds in every((1, 2), SIZES, ODDS):
        sent = [(chosen, row * T) for chosen, row in BitTranscripts(1, cells, drawn)]
        law = {
            (cell,): [kept_likelihood((cell,) * T, each, cells, term(odds)) for each in sent]
            for cell in range(cells)
        }
        ratios = sums.likelihood_ratios(law, sums.differ_at_most(1))
        name = f"T = {T}, w = {cells}, d = {drawn}, s = {odds}"
        yield from sums.largest(name, ratios, row_odds(drawn, odds) + slip)


def prove_tight_odds(prover: Prover) -> Theorem:
    """The odds of a round, and of two with one cell, are what all rows reveal."""
    claim = Ground(
        "counting.d-bit-flip-odds",
        "the tight odds of a round of dBitFlipPM, and of two rounds with one cell, are those that are stated",
        "T <= 2, (w, d) of (2, 1), (2, 2), (3, 1), (3, 2) and (3, 3), bit odds 3 and 7/2",
        lambda: odds_cases(0),
        lambda: odds_cases(1),
        anchors=(
            anchor(
                d_bit_flip_variance,
                lambda: d_bit_flip_variance(3, Fraction(1, 3), 3, 2, Fraction(2)).exact,
                lambda: squared_error(3, 1, Fraction(2, 3), Fraction(2)),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def change_cases(*, changed: bool) -> Iterable[tuple[str, Relation]]:
    """Of rows that differ in two rounds, or are the same: impossible with one cell, and possible with two."""
    for (cells, drawn), odds in every(SIZES, ODDS):
        for place, seen in enumerate(BitTranscripts(2, cells, drawn)):
            if (seen[1][0] != seen[1][1]) == changed:
                name = f"w = {cells}, d = {drawn}, s = {odds}, {place}"
                same, other = (kept_likelihood(row, seen, cells, term(odds)) for row in ((0, 0), (0, 1)))
                yield f"{name}, one cell", equal(same, 0)
                yield f"{name}, two cells", below(0, other)


def prove_no_finite_odds(prover: Prover) -> Theorem:
    """Two different rows are possible with two cells, and impossible with one."""
    claim = Ground(
        "counting.d-bit-flip-changes",
        "different rows in two rounds have the probability 0 if the cell is the same, and more if it is not",
        "T = 2, (w, d) of (2, 1), (2, 2), (3, 1), (3, 2) and (3, 3), bit odds 3 and 7/2",
        lambda: change_cases(changed=True),
        lambda: change_cases(changed=False),
    )
    return prover.theorem(claim, ByRecord())


def prove_change_shows(prover: Prover) -> Theorem:
    """If the cell changes, bits about a third cell differ with the first probability, and about the old or new with the other."""
    goal, near = (
        at_most(factor * s / (s + 1) ** 2, (s**2 + 1) / (s + 1) ** 2) for factor in (term(2), term(3))
    )
    at: Point = {"s": Fraction(3, 2)}
    why = "(s - 1)^2 is left over"
    return proposition(prover, "counting.d-bit-flip-shows", goal, BIT, at, reason=why, mutant=near)


def squared_error(people: int, holders: int, drawing: Fraction, odds: Fraction) -> Fraction:
    """The mean squared error of the estimate, over who has drawn the cell and all bits about it."""
    true, false = odds / (odds - 1), -1 / (odds - 1)
    right = odds / (odds + 1)
    outcomes = [
        (
            (1 - drawing, Fraction(0)),
            (drawing * one, true / drawing),
            (drawing * (1 - one), false / drawing),
        )
        for one in [right] * holders + [1 - right] * (people - holders)
    ]
    return sum_fractions(
        prod(share for share, _ in each)
        * (sum_fractions(value for _, value in each) / people - Fraction(holders, people)) ** 2
        for each in every(*outcomes)
    )


def prove_variance(prover: Prover) -> Theorem:
    """The variance is Harmony's where a person reports with probability d/w, and counts as a zero's mean otherwise."""
    given = {**BIT, "d >= 1": at_most(1, d), "w >= d": at_most(d, w), **PEOPLE, **SHARE}
    at: Point = {"s": 3, "d": 2, "w": 5, "N": 4, "mu": Fraction(1, 4)}
    goal, near = (
        equal(variance_at(N, mu, w, d, s), harmony_variance(N, w / d, mu, s - 1, fill))
        for fill in (1 / (s + 1), term(0))
    )
    return proposition(prover, "counting.d-bit-flip-variance", goal, given, at, rule=algebra, mutant=near)
