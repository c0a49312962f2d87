"""Theorem 4 is tight: a transcript that shows all states can happen, whatever T, m and r are."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.rounds import dummy_likelihood, report_likelihood, truth
from ldproof_proofs.kernel.implication import Implication, Known, lemma
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.reporting.transcript import reachable as proved
from ldproof_proofs.shots.parameters import BITS, BUDGET, ROUNDS, T, m, r, x

HALF = Fraction(1, 2)
FREQUENT = {0: ("r <= 1/2", at_most(r, HALF)), 1: ("r >= 1/2", at_most(HALF, r))}
"""Which dummy has a chance of at least 1/2."""


def half(prover: Prover) -> Theorem:
    """Whoever reports tells the truth at least every other time."""
    claim = Implication("shots.truth-likely", at_most(HALF, truth(x)), BUDGET, witness={"x": 2})
    return prover.theorem(claim, at_once("E / (E + 1) >= 1/2", search))


def rounds(prover: Prover) -> Iterable[Theorem]:
    """All states the more frequent dummy, and so is what is seen: all k <= t reports have a weight above 0."""
    for bit in BITS:
        name, given = FREQUENT[bit]
        at: Point = {"x": 2, "r": Fraction(1 + bit, 3)}
        dummy = Implication(
            f"shots.dummy-likely-{bit}",
            at_most(HALF, dummy_likelihood(r, bit)),
            {name: given},
            witness={"r": at["r"]},
        )
        known: dict[str, Known] = {
            "truth": lemma(half(prover)),
            "dummy": lemma(prover.theorem(dummy, at_once("the more frequent dummy", search))),
        }
        claim = Instance(
            f"shots.reachable-{bit}",
            f"where a are 2^t times the weights of the transcript {bit}{bit}...{bit} of the person with these states",
            proved.reachable(prover),
            [{"o": dummy_likelihood(r, bit), "w": report_likelihood(x, bit, bit)}],
            {"o": dummy_likelihood(r, bit), "w": truth(x) / 3},
            {**BUDGET, name: given},
            known,
            witness=at,
        )
        yield prover.theorem(claim, ByInstance())


def likely(prover: Prover) -> Theorem:
    """At k = m and t = T the weight is above 0, and so is the transcript's probability."""
    a = Symbol("a")
    at: Point = {"m": 1, "T": 3, "a": 1}
    claim = Implication(
        "shots.reachable",
        below(0, a),
        {**ROUNDS, "reachable": at_most(T - m + 1, (T + 1) * a)},
        witness=at,
        reading="a is 2^T times the weight of m reports in T rounds; the probability is a / (2^T C(T, m))",
        stands=("a",),
    )
    return prover.theorem(claim, at_once("T - m + 1 >= 1", search))
