"""Transcripts that can happen: where silence and a report have a chance of 1/2 each, so have all numbers of reports."""

from fractions import Fraction

from ldproof import rounds
from ldproof.numbers import Symbol
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import at_most, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

o, w, A, B = map(Symbol, ("o", "w", "A", "B"))
HALF = Fraction(1, 2)


def doubling(prover: Prover) -> Theorem:
    """A round with both of its numbers twice as large makes weights twice as large: after t of them, 2^t times."""
    at = {"A": 1, "B": 2, "o": 1, "w": 3}
    claim = Implication(
        "reporting.doubled",
        equal(rounds.forward_step([B, A], 2 * o, 2 * w)[1], 2 * rounds.forward_step([B, A], o, w)[1]),
        witness=at,
        mutant=Mutant(
            equal(rounds.forward_step([B, A], 2 * o, 2 * w)[1], rounds.forward_step([B, A], o, 2 * w)[1]),
            at,
        ),
        reading="B and A are weights of k - 1 and k reports",
    )
    return prover.theorem(claim, at_once("a round multiplies each weight by one of its two numbers", algebra))


def reachable(prover: Prover) -> Theorem:
    """If silence and reports have a chance of 1/2 in every round, every number k <= t of reports has a weight above 0."""
    claim = Induction(
        "reporting.reachable",
        "where a are 2^t times the weights of a transcript, so that these are above 0 for every k <= t",
        rounds.initial_weights,
        rounds.forward_step,
        (Round(2 * o, {"a": 2 * w}),),
        lambda view: at_most(view.t - view.k + 1, (view.t + 1) * view.rows["a"](0)),
        lambda view: at_most(view.t - view.k + 2, (view.t + 1) * view.rows["a"](0)),
        {"o": HALF, "w": HALF},
        {"o >= 1/2": at_most(HALF, o), "w >= 1/2": at_most(HALF, w)},
        nonnegative=True,
    )
    why = at_once("spoken after k - 1 reports is enough, and without one silence", search)
    return prover.theorem(
        claim, ByInduction(at_once("1 - k <= 1 at k = 0, and <= 0 beyond", search), [why], [why])
    )
