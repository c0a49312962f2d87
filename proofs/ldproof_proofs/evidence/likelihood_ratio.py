"""Bets on a whole law: fair whatever their weights are, for any number of outcomes; on two they are bets on an event."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ldproof.evidence.betting import factors as of_event
from ldproof.evidence.likelihood_ratio import factors
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

x, p, q, first, second, shift = map(Symbol, ("x", "p", "q", "first", "second", "shift"))
M, P, Q = map(Symbol, "MPQ")
E = 1 + x
ONE, OTHER = factors(E, first, second, shift)
"""What an outcome multiplies the capital by, with the one input and with the other."""
TIGHT: Point = {
    "x": 1,
    "p": Fraction(1, 2),
    "q": Fraction(1, 4),
    "first": Fraction(1, 4),
    "second": 0,
    "shift": Fraction(1, 4),
}


def nothing(_: Term, most_k: int) -> list[Term]:
    """Sums over no outcomes; they do not depend on k."""
    return [term(0)] * (most_k + 1)


def add(row: Sequence[Term], _: Term, more: Term) -> list[Term]:
    """One more outcome."""
    return [whole + more for whole in row]


def outcomes(prover: Prover) -> Theorem:
    """Over any number of outcomes, each of them private: what a bet makes of a draw with either input, together."""
    claim = Induction(
        "evidence.law-bet",
        "where P and Q are the probabilities of t outcomes together, with the one input and with the other, each of which "
        "has p and q, and M is the sum of what either input's draw makes of 1 by them, in the mean: p and q by their "
        "factors, by two weights of the outcome's own and one shift, and E = 1 + x",
        nothing,
        add,
        (Round(term(1), {"M": p * ONE + q * OTHER, "P": p, "Q": q}),),
        lambda view: at_most(
            view.rows["M"](0), (1 - shift) * view.rows["P"](0) + (1 + shift) * view.rows["Q"](0)
        ),
        lambda view: at_most(view.rows["M"](0), (1 - shift) * view.rows["P"](0) + view.rows["Q"](0)),
        TIGHT,
        {
            "first >= 0": at_most(0, first),
            "second >= 0": at_most(0, second),
            "private": at_most(p, E * q),
            "private the other way": at_most(q, E * p),
        },
    )
    step = at_once("what the weights make of two slacks is not negative", search)
    return prover.theorem(claim, ByInduction(at_once("0 <= 0", algebra), [step], [step]))


WHOLE: Facts = {
    "all outcomes": at_most(M, (1 - shift) * P + (1 + shift) * Q),
    "all with the one": equal(P, 1),
    "all with the other": equal(Q, 1),
}


def tossed(prover: Prover) -> Theorem:
    """Over all outcomes the mean is at most 1 where a fair coin picks the draw's input."""
    at: Point = {"M": 2, "P": 1, "Q": 1, "shift": Fraction(1, 4)}
    claim = Implication(
        "evidence.law-bet-is-fair-by-a-coin",
        at_most(Fraction(1, 2) * M, 1),
        WHOLE,
        witness=at,
        mutant=Mutant(at_most(Fraction(2, 3) * M, 1), at),
        reading="M is the sum of the means of the factor of the capital by a draw with the one input and by one with the "
        "other, and P and Q are the probabilities of all outcomes",
    )
    return prover.theorem(claim, at_once("the shift that one input gains the other loses", search))


def fair(prover: Prover) -> Theorem:
    """So is the mean of the product of two draws that are independent, one with either input."""
    f, g = Symbol("f"), Symbol("g")
    at: Point = {"f": Fraction(1, 2), "g": Fraction(3, 2)}
    claim = Implication(
        "evidence.law-bet-is-fair",
        at_most(f * g, 1),
        {"f >= 0": at_most(0, f), "g >= 0": at_most(0, g), "together": at_most(f + g, 2)},
        witness=at,
        mutant=Mutant(at_most(f * g, 1 - f), {**at, "f": 1, "g": 1}),
        reading="f and g are the means of the factor of the capital by a draw with the one input and by one with the other",
    )
    return prover.theorem(claim, at_once("a product is at most the square of the half sum", search))


def of_two(prover: Prover) -> Iterable[Theorem]:
    """On an event and its opposite it is the bet on that event, with the shift less its second weight."""
    hit, other_hit = factors(E, first, 0 * x, shift - second)
    miss, other_miss = factors(E, 0 * x, second, shift - second)
    event = of_event(E, first, second, shift)
    at: Point = {"x": 1, "first": Fraction(1, 4), "second": Fraction(1, 8), "shift": Fraction(1, 4)}
    for name, own, found in zip(
        ("hit", "miss", "other-hit", "other-miss"), event, (hit, miss, other_hit, other_miss), strict=True
    ):
        claim = Implication(
            f"evidence.law-of-two-{name}",
            equal(own, found),
            {"x > 0": below(0, x)},
            witness=at,
            reading="the one factor is of a bet on an event, the other of one on a law, and E = 1 + x",
        )
        yield prover.theorem(claim, at_once("the same normal form", algebra))
