"""Section 5.3's cases (1) to (3), with their decimals, and what they do not say."""

from fractions import Fraction

from ldproof.numbers import term
from ldproof.shots.formulas import g
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Prover, at_once, show
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.shapes import Kind
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas.points import SOME, SPENT, named, peaked
from ldproof_proofs.shots.parameters import T, epsilon, m

LATE, EARLY = term(Fraction(575, 1000)), term(Fraction(574, 1000))
"""The print's two roundings of c*."""
PAST, BEYOND = term(Fraction(5744, 10**4)), term(Fraction(5745, 10**4))
"""Two points between c* and 0.575."""
SHORT, NEAR = term(Fraction(5741, 10**4)), term(Fraction(5742, 10**4))
"""Two points between 0.574 and c*."""


def one_report(prover: Prover) -> Theorem:
    """Case (1): for epsilon up to 1/0.575, m = 1 is best."""
    shape, first = peaked(prover, Kind.AFTER), 1 / epsilon
    given = {**SPENT, "case (1)": at_most(LATE * epsilon, 1)}
    at: Point = {"epsilon": Fraction(3, 2), "m": 2}
    known = {
        "one": lemma(shape, a=PAST, b=BEYOND, c=first),
        "peak": lemma(shape, a=BEYOND, b=first, c=m / epsilon),
    }
    return show(
        prover,
        at_once("1/epsilon lies beyond the peak", search),
        "shots.case-1",
        at_most(g(m / epsilon), g(first)),
        {**given, **SOME},
        known,
        at,
        None,
        short=named(m / epsilon, first),
    )


def all_reports(prover: Prover) -> Theorem:
    """Case (3): for epsilon from T/0.574 on, m = T is best."""
    shape, last = peaked(prover, Kind.BEFORE), T / epsilon
    given = {**SPENT, "T >= 1": at_most(1, T), "case (3)": at_most(T, EARLY * epsilon)}
    at: Point = {"epsilon": 9, "m": 2, "T": 5}
    known = {
        "one": lemma(shape, a=last, b=SHORT, c=NEAR),
        "peak": lemma(shape, a=m / epsilon, b=last, c=SHORT),
    }
    return show(
        prover,
        at_once("T/epsilon lies before the peak", search),
        "shots.case-3",
        at_most(g(m / epsilon), g(last)),
        {**given, **SOME, "m <= T": at_most(m, T)},
        known,
        at,
        None,
        short=named(m / epsilon, last),
    )


def one_sided(prover: Prover) -> Theorem:
    """With 0.575 in case (3) it would be false."""
    claim = Failure(
        "shots.case-3-rounded-up",
        "if case (3) began at T/0.575, m = T would have to be best there",
        at_most(g(m / epsilon), g(T / epsilon)),
        {"T": 1000, "m": 999, "epsilon": Fraction(10**6, 575)},
        {"T": 1000, "m": 999, "epsilon": Fraction(10**6, 574)},
    )
    return prover.theorem(claim, ByPoint())


def early(prover: Prover) -> Theorem:
    """Beyond 1/0.574 one report can still be best: c* epsilon need not be near a crossing."""
    claim = Failure(
        "shots.case-2-still-one",
        "if one report stopped being best at 1/0.574, two would be better at epsilon = 12/5, which is larger",
        at_most(g(1 / epsilon), g(2 / epsilon)),
        {"epsilon": Fraction(12, 5)},
        {"epsilon": Fraction(5, 2)},
        given={"epsilon > 1/0.574": below(1 / EARLY, epsilon)},
    )
    return prover.theorem(claim, ByPoint())


def not_rounded(prover: Prover) -> Theorem:
    """m* is not c* epsilon rounded to the nearest whole number."""
    claim = Failure(
        "shots.m-is-not-rounded",
        "c* epsilon is nearer to 1 than to 2 (c* < 0.575), and two reports are better than one",
        at_most(g(2 / epsilon), g(1 / epsilon)),
        {"epsilon": Fraction(5, 2)},
        {"epsilon": Fraction(12, 5)},
        given={"rounds to one": below(LATE * epsilon, term(Fraction(3, 2)))},
    )
    return prover.theorem(claim, ByPoint())
