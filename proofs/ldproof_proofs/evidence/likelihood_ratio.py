"""Bets on a whole law: fair whatever their weights are, for any number of outcomes; on two they are bets on an event.

With a delta nothing is promised of single outcomes, but of two sets: S has all outcomes that the odds alone forbid one
way, and T those that they forbid the other way.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ldproof.evidence.event_bets import event_factors
from ldproof.evidence.ratio_bets import outcome_factors
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
u, v, w, z, A, B, PS, QS, PT, QT, delta, paid = map(
    Symbol, ("u", "v", "w", "z", "A", "B", "PS", "QS", "PT", "QT", "delta", "paid")
)
HALF = Fraction(1, 2)
E = 1 + x
ONE, OTHER = outcome_factors(E, first, second, shift)
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


ROWS = ("P", "Q", "PS", "QS", "PT", "QT")
PAID_ONE, PAID_OTHER = outcome_factors(E, first, second, shift, paid)
"""What an outcome multiplies the capital by where the claim has a delta."""


def one_more(one: Term, other: Term, inside: str = "") -> Round:
    """An outcome with these probabilities, in one of the sets or in neither."""
    found = {"M": one * PAID_ONE + other * PAID_OTHER, "P": one, "Q": other}
    for name in "ST":
        found |= {f"P{name}": one * int(name == inside), f"Q{name}": other * int(name == inside)}
    return Round(term(1), found)


def in_sets(one: Term, other: Term, ps: Term, qs: Term, pt: Term, qt: Term) -> Term:
    """What a bet makes of outcomes in the mean, at most."""
    silent = (1 - shift - paid) * one + (1 + shift - paid) * other
    return silent + A * (ps - E * qs) + B * (qt - E * pt)


def with_sets(prover: Prover) -> Theorem:
    """Over any number of outcomes, private or in one of the sets: what a bet makes of them is bounded by the sets."""
    claim = Induction(
        "evidence.law-bet-with-sets",
        "where P and Q are the probabilities of t outcomes together, with the one input and with the other, PS and QS "
        "those of the outcomes in S among them, PT and QT those in T, and M is the sum of what either input's draw makes of "
        "1 by all of them, in the mean: by two weights of the outcome's own, which are A and B at most, one shift, and what "
        "is paid for delta; an outcome in S has u and v, one in T has w and z, another has p and q, and E = 1 + x",
        nothing,
        add,
        (one_more(p, q), one_more(u, v, "S"), one_more(w, z, "T")),
        lambda view: at_most(view.rows["M"](0), in_sets(*(view.rows[each](0) for each in ROWS))),
        lambda view: at_most(
            view.rows["M"](0), in_sets(*(view.rows[each](0) for each in ROWS)) - view.rows["PS"](0) / 4
        ),
        {
            **TIGHT,
            **dict.fromkeys(("u", "z"), HALF),
            **dict.fromkeys(("v", "w", "paid"), Fraction(1, 8)),
            "A": Fraction(1, 4),
            "B": 0,
        },
        {
            "x > 0": below(0, x),
            "first >= 0": at_most(0, first),
            "second >= 0": at_most(0, second),
            "first <= A": at_most(first, A),
            "second <= B": at_most(second, B),
            "private": at_most(p, E * q),
            "private the other way": at_most(q, E * p),
            "in S": at_most(E * v, u),
            "in S, the other way": at_most(v, E * u),
            "in T": at_most(E * w, z),
            "in T, the other way": at_most(w, E * z),
        },
    )
    step = at_once("what the weights make of the slacks is not negative", search)
    return prover.theorem(claim, ByInduction(at_once("0 <= 0", algebra), [step] * 3, [step] * 3))


def tossed_with_delta(prover: Prover) -> Theorem:
    """Half of delta is paid for the largest weight of either inequality: then the mean is at most 1 with a delta, too."""
    at: Point = {
        **dict.fromkeys(("x", "P", "Q"), 1),
        **dict.fromkeys(("PS", "QT"), HALF),
        **dict.fromkeys(("A", "B", "shift", "delta"), Fraction(1, 4)),
        **dict.fromkeys(("QS", "PT"), Fraction(1, 8)),
        "M": 2,
        "paid": Fraction(1, 16),
    }
    claim = Implication(
        "evidence.law-bet-with-delta-is-fair-by-a-coin",
        at_most(HALF * M, 1),
        {
            "together": at_most(M, in_sets(P, Q, PS, QS, PT, QT)),
            "P = 1": equal(P, 1),
            "Q = 1": equal(Q, 1),
            "paid": equal(paid, (A + B) * delta / 2),
            "A >= 0": at_most(0, A),
            "B >= 0": at_most(0, B),
            "S is private": at_most(PS, E * QS + delta),
            "T is private": at_most(QT, E * PT + delta),
        },
        witness=at,
        mutant=Mutant(at_most(HALF * M + paid, 1), at),
        reading="M is the sum of the means of the factor of the capital by a draw with the one input and by one with the "
        "other, P and Q are the probabilities of all outcomes, PS and QS those of S, PT and QT those of T, A and B are the "
        "largest weights, and E = 1 + x",
    )
    return prover.theorem(claim, at_once("the weights of the two sets' slacks", search))


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
    hit, other_hit = outcome_factors(E, first, 0 * x, shift - second)
    miss, other_miss = outcome_factors(E, 0 * x, second, shift - second)
    event = event_factors(E, first, second, shift)
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
