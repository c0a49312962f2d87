"""No f-divergence between the two states exceeds the binary mechanism's."""

from fractions import Fraction

from ldproof.numbers import Symbol, term
from ldproof.rounds import lie, truth
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.rows import add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.binary import AT, BUDGET, CHANNEL, a, b, outcome, x

f, at_odds, at_inverse, h = map(Symbol, ("f", "f_E", "f_inverse", "h"))
under = outcome(1, a, b)
share = lie(x) * a / under
"""Of what has this outcome in state 1, the part that comes from the report 0."""
REPORTS = {0: lie(x) * at_odds, 1: truth(x) * at_inverse}
"""What each report contributes to the binary mechanism's own divergence, the sum of q f(p/q)."""
POSSIBLE = {
    **BUDGET,
    "a >= 0": at_most(0, a),
    "b >= 0": at_most(0, b),
    "possible": below(0, under),
}
ABBREVIATIONS = {"s": share, "q": under}
VALUES = "f, f_E and f_inverse are the values of f at p/q, E and 1/E"


def ratio(prover: Prover) -> Theorem:
    """An outcome's ratio p/q is the mean of E and 1/E by the reports that it comes from."""
    mixed = outcome(0, a, b) / under
    claim = Implication(
        "law.ratio-between",
        equal(share * (1 + x) + (1 - share) / (1 + x), mixed),
        POSSIBLE,
        witness=AT,
        mutant=Mutant(equal(share * (1 + x) + (1 - share), mixed), AT),
        reading=CHANNEL,
        short=ABBREVIATIONS,
    )
    return prover.theorem(claim, at_once("lie E = truth, and truth / E = lie", algebra))


def summand(prover: Prover) -> Theorem:
    """For convex f an outcome adds to the divergence at most what it has of each report's."""
    at: Point = {**AT, "f": 0, "f_E": 2, "f_inverse": 1}
    claim = Implication(
        "law.outcome-diverges",
        at_most(under * f, REPORTS[0] * a + REPORTS[1] * b),
        {**POSSIBLE, "f is convex": at_most(f, share * at_odds + (1 - share) * at_inverse)},
        witness=at,
        mutant=Mutant(at_most(under * f + 2, REPORTS[0] * a + REPORTS[1] * b), at),
        reading=f"{CHANNEL}; {VALUES}",
        short=ABBREVIATIONS,
    )
    return prover.theorem(claim, at_once("convexity, weighed by the outcome's probability", search))


def total(prover: Prover) -> Theorem:
    """The sums of both sides."""
    claim = Induction(
        "law.divergence-adds",
        "where D adds up h = q f(p/q) over t outcomes, A and B add up a and b, f_E and f_inverse are f(E) and "
        "f(1/E)",
        zero_sums,
        add_share,
        (Round(term(1), {"D": h, "A": a, "B": b}),),
        lambda view: at_most(
            view.rows["D"](0), REPORTS[0] * view.rows["A"](0) + REPORTS[1] * view.rows["B"](0)
        ),
        lambda view: at_most(view.rows["D"](0), REPORTS[0] * view.rows["A"](0)),
        {**{name: AT[name] for name in ("x", "a", "b")}, "h": Fraction(1, 2), "f_E": 1, "f_inverse": 2},
        {**BUDGET, "h": at_most(h, REPORTS[0] * a + REPORTS[1] * b)},
    )
    step = at_once("one more outcome", search)
    return prover.theorem(claim, ByInduction(at_once("all sums are 0", algebra), [step], [step]))


def largest(prover: Prover) -> Theorem:
    """The channel's numbers add up to 1, so the whole is at most the binary mechanism's divergence."""
    D, A, B = map(Symbol, ("D", "A", "B"))
    at: Point = {"x": 2, "D": 1, "A": 1, "B": 1, "f_E": 1, "f_inverse": 1}
    bound = REPORTS[0] + REPORTS[1]
    claim = Implication(
        "law.divergence-at-most",
        at_most(D, bound),
        {
            **BUDGET,
            "adds": at_most(D, REPORTS[0] * A + REPORTS[1] * B),
            "A = 1": equal(A, 1),
            "B = 1": equal(B, 1),
        },
        witness=at,
        mutant=Mutant(at_most(D, bound / 2), at),
        reading="D, A and B are those sums over all outcomes",
    )
    return prover.theorem(claim, at_once("a channel turns every report into something", search))
