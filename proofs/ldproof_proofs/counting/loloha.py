"""LOLOHA: the odds of its first report, its tight odds for all rounds and how they grow, and its variance."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.counting.loloha import (
    cells_likelihood,
    event_odds,
    loloha_variance,
    own_probability,
    round_odds,
    user_odds,
    variance_at,
)
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.counting.parameters import PEOPLE, SHARE, N, mu
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

A, F, G, K, a, b, c, w = map(Symbol, ("A", "F", "G", "K", "a", "b", "c", "w"))
CELLS: Facts = {"w >= 2": at_most(2, w)}
KEPT: Facts = {"F > 1": below(1, F), "K > F": below(F, K)}
ODDS = ((Fraction(3), Fraction(5, 3)), (Fraction(7, 2), Fraction(10, 3)))
"""The odds of what is kept and of the first report."""


def first_odds(odds: Term) -> Term:
    """The odds of the first report if each round's noise has these: two ways to the own cell, against all to another."""
    return (K * odds + w - 1) / (K + odds + w - 2)


def prove_first_odds(prover: Prover) -> Theorem:
    """The odds A of a round give the first report the odds F, for every number of cells."""
    given = {**KEPT, **CELLS, "A > 0": below(0, A), "round": equal(A, round_odds(K, F, w))}
    at: Point = {"K": 3, "F": 2, "A": 6, "w": 3}
    goal, near = (equal(first_odds(A), odds) for odds in (F, F + w - 2))
    return proposition(
        prover, "counting.loloha-first", goal, given, at, reason="A is this quotient", mutant=near
    )


def prove_published_noise(prover: Prover) -> Theorem:
    """The published odds A of a round give it less for more than two cells."""
    given = {**KEPT, "w > 2": below(2, w), "A > 0": below(0, A), "published": equal(A, (K * F - 1) / (K - F))}
    at: Point = {"K": 3, "F": 2, "A": 5, "w": 3}
    goal, near = below(first_odds(A), F), below(F, first_odds(A))
    why = "(w - 2) (F - 1) is left over"
    return proposition(prover, "counting.loloha-published", goal, given, at, reason=why, mutant=near)


def prove_unbounded_odds(prover: Prover) -> Theorem:
    """Of T rounds, half of them in each of two cells, against one cell in all; G = A^(T/2): the odds grow with G."""
    above = (K * G + w - 1) ** 2 / (K + w - 1) ** 2
    under = (K * G + G + w - 2) / (K + w - 1)
    given = {"K > 1": below(1, K), "G > 1": below(1, G), **CELLS}
    goal, near = (below(bound * G / (K + w - 1) ** 2, above / under) for bound in (K**2, K**4))
    why = "(K G + w - 1)^2 > K^2 G^2, and (K + 1) G + w - 2 <= (K + w - 1) G"
    at: Point = {"K": 3, "G": 9, "w": 3}
    return proposition(prover, "counting.loloha-unbounded", goal, given, at, reason=why, mutant=near)


def prove_own_cells(prover: Prover) -> Theorem:
    """Reports of two cells are likelier about a cell each than about one of them."""
    given = {
        "c > 0": below(0, c),
        "K >= 1": at_most(1, K),
        "a >= 0": at_most(0, a),
        "b >= 0": at_most(0, b),
    }
    goal = at_most(c * (c + K * a + b), (c + K * a) * (c + K * b))
    near = at_most((c + K * a) * (c + K * b), c * (c + K * a + b))
    at: Point = {"c": 4, "K": 3, "a": 2, "b": 1}
    why = "c (K - 1) b + K^2 a b is left over"
    return proposition(prover, "counting.loloha-own", goal, given, at, reason=why, mutant=near)


def transcript_ratios(T: int, cells: int, odds: tuple[Fraction, Fraction], apart: int) -> list[Term]:
    """The ratios of all transcripts between rows of cells that differ in at most so many rounds."""
    rows = [*every(range(cells), repeat=T)]
    law = {row: [cells_likelihood(row, seen, cells, *map(term, odds)) for seen in rows] for row in rows}
    return sums.likelihood_ratios(law, sums.differ_at_most(apart))


def odds_cases(slip: int) -> Iterable[tuple[str, Relation]]:
    """The stated odds against all transcripts: of all rows, and of those that differ in one round."""
    for (T, cells), odds in every(((1, 3), (2, 2), (2, 3)), ODDS):
        for level, apart, find in (("user", T, user_odds), ("event", 1, event_odds)):
            found = find(T, cells, *odds)[0]
            name = f"T = {T}, w = {cells}, K = {odds[0]}, F = {odds[1]}, {level}"
            yield from sums.largest(name, transcript_ratios(T, cells, odds, apart), found + slip)


def prove_tight_odds(prover: Prover) -> Theorem:
    """The odds at both levels are what all transcripts reveal."""
    claim = Ground(
        "counting.loloha-odds",
        "the tight odds of LOLOHA at both levels are those that are stated",
        "(T, w) of (1, 3), (2, 2) and (2, 3), kept and first odds (3, 5/3) and (7/2, 10/3)",
        lambda: odds_cases(0),
        lambda: odds_cases(1),
        anchors=(
            anchor(
                loloha_variance,
                lambda: loloha_variance(3, Fraction(1, 3), 3, Fraction(2)).exact,
                lambda: squared_error(3, 1, 3, Fraction(2)),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


SIX, OTHERS = (0, 0, 1, 1, 2, 2), (1, 2, 0, 2, 0, 1)
"""Six reports, and the cells in which they are least likely at the odds below."""
PUBLISHED = (Fraction(3), Fraction(17, 9))
"""K = 3, and what the first report really has with the published A = 5 for F = 2 and three cells."""


def six_cases(rounds: int) -> Iterable[tuple[str, Relation]]:
    """The cube of what is kept, and the ratio in the first of so many rounds."""
    own, (kept, first) = SIX[:rounds], map(term, PUBLISHED)
    above, under = (cells_likelihood(cells[:rounds], own, 3, kept, first) for cells in (SIX, OTHERS))
    yield "the odds of a round", equal(round_odds(kept, first, 3), 5)
    yield "T = 6", below(kept**3, above / under)


def prove_excess_over_published(prover: Prover) -> Theorem:
    """Six reports reveal more than three kept cells are said to."""
    claim = Ground(
        "counting.loloha-six",
        "with w = 3, K = 3 and the published A = 5 for F = 2, reports of 0,0,1,1,2,2 are more than K^3 times as likely in "
        "these cells as in 1,2,0,2,0,1",
        "T = 6, w = 3, K = 3, A = 5",
        lambda: six_cases(6),
        lambda: six_cases(2),
    )
    return prover.theorem(claim, ByRecord())


def squared_error(people: int, holders: int, cells: int, odds: Fraction) -> Fraction:
    """The mean squared error of the estimate: of each report whether it is the value's cell, over hashes and noise."""
    own = own_probability(odds, cells)
    other = Fraction(1, cells) * own + Fraction(cells - 1, cells) * (1 - own) / (cells - 1)
    ones = [own] * holders + [other] * (people - holders)
    return sums.squared_error_of_share(ones, other, own, Fraction(holders, people))


VARIANCE_FACTS: Facts = {"F > 1": below(1, F), **CELLS, **PEOPLE, **SHARE}
VARIANCE_POINT: Point = {"F": 3, "N": 4, "mu": Fraction(1, 4), "w": 3}
NOBODY = (F + w - 1) ** 2 / (N * (w - 1) * (F - 1) ** 2)
"""The variance of the estimate of a value that nobody has."""
LEAST = 4 * F / (N * (F - 1) ** 2)


def prove_variance(prover: Prover) -> Theorem:
    """The variance is that of a value that nobody has, and a multiple of mu."""
    goal, near = (
        equal(variance_at(N, mu, w, F), NOBODY + mu * less / (N * (F - 1) * (w - 1)))
        for less in ((w - 1) ** 2 - F, (w - 1) ** 2 - 2 * F)
    )
    return proposition(
        prover,
        "counting.loloha-variance",
        goal,
        VARIANCE_FACTS,
        VARIANCE_POINT,
        rule=algebra,
        mutant=near,
    )


def prove_best_cells(prover: Prover) -> Iterable[Theorem]:
    """The variance for a value that nobody has is least with w = F + 1."""
    goal, near = at_most(LEAST, NOBODY), below(NOBODY, LEAST)
    why = "(F - (w - 1))^2 is left over"
    yield proposition(
        prover, "counting.loloha-best", goal, VARIANCE_FACTS, VARIANCE_POINT, reason=why, mutant=near
    )
    given = {**VARIANCE_FACTS, "cells": equal(w, F + 1)}
    goal, near = equal(NOBODY, LEAST), below(LEAST, NOBODY)
    at: Point = {**VARIANCE_POINT, "w": 4}
    why = "put F + 1 for w"
    yield proposition(prover, "counting.loloha-attained", goal, given, at, reason=why, mutant=near)
