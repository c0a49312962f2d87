"""No ties: for an algebraic budget m* is one number."""

from itertools import product as every
from math import comb

from ldproof.shots.formulas import g
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import ByCitation, Last, Prover, Step, by, steps
from ldproof_proofs.kernel.relations import below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.formulas.crossings import (
    ABBREVIATIONS,
    AT,
    BUDGETED_M,
    FACTOR,
    NOW,
    POWERS,
    THEN,
    A,
    B,
    apart,
    crossing,
    polynomial,
    z,
)
from ldproof_proofs.shots.parameters import m

LINDEMANN = "Lindemann and Weierstrass: e^a is transcendental for every algebraic a but 0"


def transcendental(prover: Prover) -> Theorem:
    """For an algebraic epsilon, z is no root: it is not algebraic."""
    claim = Implication(
        "shots.crossing-transcendental",
        below(0, polynomial(m, z, A, B) ** 2),
        BUDGETED_M,
        {"above 1": lemma(apart(prover))},
        AT,
        Mutant(below(polynomial(m, z, A, B) ** 2, 0), AT),
        short={"z": z, "A": A, "B": B},
        reading="epsilon is algebraic, m is whole, A = z^(m+1) and B = z^m, so that the square is one of a "
        "polynomial in z with whole coefficients, the constant one m^2",
        stands=("epsilon", "m"),
    )
    return prover.theorem(claim, ByCitation(LINDEMANN))


def no_ties(prover: Prover) -> Theorem:
    """For an algebraic epsilon, m and m + 1 never tie, so that a large enough precision decides m*."""
    gap, root = g(NOW) - g(THEN), FACTOR * polynomial(m, z, A, B)
    claim = Implication(
        "shots.no-ties",
        below(0, gap**2),
        BUDGETED_M,
        {
            "above 1": lemma(apart(prover)),
            **POWERS,
            "crossing": lemma(crossing(prover)),
            "transcendental": lemma(transcendental(prover)),
        },
        AT,
        None,
        short=ABBREVIATIONS,
        reading="epsilon is algebraic and m is whole",
        stands=("epsilon", "m"),
    )
    squares = tuple(
        product(
            "epsilon > 0", "epsilon > 0", "A", "A", *("A",) * i, *("B",) * j, factor=comb(2, i) * comb(2, j)
        )
        for i, j in every(range(3), repeat=2)
    )
    apart_4 = ("above 1",) * 4
    return prover.theorem(
        claim,
        steps(
            Step("<", root**2, "z is no root", by(product("transcendental", *apart_4), times=squares)),
            last=Last("the crossing polynomial", search, "="),
        ),
    )
