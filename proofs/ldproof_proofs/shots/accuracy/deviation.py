"""An error of Phi as a deviation of the number of ones: the two tails of which a bound on |Phi - phi| speaks."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.shots.formulas import estimate, gap, p, q
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, show
from ldproof_proofs.kernel.relations import Point, Relation, at_most, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.parameters import IN_ODDS, SETTING, N, T, alpha, m, phi, r, x

ones = Symbol("ones")
PEOPLE = {**SETTING, "N >= 1": at_most(1, N)}
AT: Point = {"x": 2, "r": 0, "m": 1, "T": 3, "N": 4, "phi": Fraction(1, 2), "ones": 2, "alpha": 1}
EXPECTED = N * (phi * p(m, T, r, x) + (1 - phi) * q(m, T, r, x))
"""The mean of the number of ones, where a share phi of N people is in state 1."""
UNIT = N * gap(m, T, x)
ERROR = estimate(ones, N, m, T, r, x) - phi
READING = "ones is the number of ones that arrive in a round in which a share phi of N people is active"


def tails(prover: Prover) -> Iterable[Theorem]:
    """Phi - phi is the deviation of the ones over N (p - q); it reaches alpha where that reaches N (p - q) alpha."""
    share = Implication(
        "shots.deviation",
        equal(ERROR * UNIT, ones - EXPECTED),
        PEOPLE,
        witness=AT,
        mutant=Mutant(equal(ERROR * UNIT, ones - EXPECTED - q(m, T, r, x)), AT),
        reading=READING,
        short=IN_ODDS,
    )
    deviation = prover.theorem(share, at_once("Phi is affine in the ones, and phi at their mean", algebra))
    yield deviation
    known = {"deviation": lemma(deviation)}
    for name, error, beyond in (
        ("above", at_most(alpha, ERROR), at_most(EXPECTED + UNIT * alpha, ones)),
        ("below", at_most(alpha, -ERROR), at_most(ones, EXPECTED - UNIT * alpha)),
    ):
        sides: tuple[tuple[str, Relation, Relation], ...] = (("", error, beyond), ("-only", beyond, error))
        for only, given, goal in sides:
            yield show(
                prover,
                at_once("N (p - q) > 0 times the error", search),
                f"shots.deviation-{name}{only}",
                goal,
                {**PEOPLE, "reached": given},
                known,
                witness=reached(name),
                reading=READING,
                short=IN_ODDS,
            )


def reached(side: str) -> Point:
    """A point where the error is exactly alpha."""
    count = {"above": Fraction(4, 3), "below": Fraction(0)}[side]
    return {**AT, "ones": count, "alpha": 1}
