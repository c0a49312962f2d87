"""A linear budget: up to epsilon = T, reports in every round are not the best choice."""

from fractions import Fraction

from ldproof.numbers import term
from ldproof.shots.formulas import g
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Prover, at_once, show
from ldproof_proofs.kernel.relations import Point, at_most
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.shapes import Kind
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas.points import SPENT, grows, named, peaked, transitive
from ldproof_proofs.shots.parameters import T, epsilon


def not_every_round(prover: Prover) -> Theorem:
    """Where Theorem 7 applies (epsilon <= T) and T >= 2, T - 1 reports do at least as well as T."""
    last, before = T / epsilon, (T - 1) / epsilon
    given = {**SPENT, "T >= 2": at_most(2, T), "epsilon <= T": at_most(epsilon, T)}
    at: Point = {"epsilon": 3, "T": 4}
    half, one = term(Fraction(1, 2)), term(1)
    falls = peaked(prover, Kind.AFTER)
    return show(
        prover,
        at_once("g(T/epsilon) <= g(1) <= g(1/2), and g has one peak", search),
        "shots.not-every-round",
        at_most(g(last), g(before)),
        given,
        {
            "far": at_most(one, last),
            "near": at_most(half, before),
            "step": at_most(before, last),
            "beyond": lemma(falls, a=half, b=one, c=last),
            "lower": lemma(transitive(prover), x=g(last), y=g(one), z=g(half)),
            "peak": lemma(peaked(prover, Kind.BETWEEN), a=half, b=before, c=last, y=g(last)),
            **grows(last, before),
        },
        at,
        None,
        short=named(last, before),
    )
