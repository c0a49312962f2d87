"""The definition of privacy: singletons suffice, post-processing and composition keep it, and tight means attained."""

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.privacy import ODDS, Composed, E, Private, Processed, p, q
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import composition, pointwise


def singletons_suffice(prover: Prover) -> Theorem:
    """If every output keeps the odds, so does every event; an event of one output is that output."""
    return pointwise.show_private(
        prover,
        "law.ldp-singletons",
        Private(),
        E,
        {},
        {},
        {"E": 3},
        E / 2,
    )


def post_processing(prover: Prover) -> Theorem:
    """Whatever is drawn from the output of a private mechanism is as private."""
    return pointwise.show_private(
        prover,
        "law.ldp-post-processing",
        Processed("whatever depends on the inputs through it alone", singletons_suffice(prover)),
        E,
        {},
        {},
        {"E": 3},
        E / 2,
    )


def compose_mechanisms(prover: Prover) -> Theorem:
    """Mechanisms one after another, each private given what the others released: the product of their odds."""
    return pointwise.show_private(
        prover,
        "law.ldp-composition",
        Composed(composition.composition(prover)),
        ODDS,
        {},
        {},
        {"odds": 3},
        ODDS / 2,
    )


def attained_is_least(prover: Prover) -> Theorem:
    """Odds that a possible output attains are the least: with any smaller ones the mechanism is not LDP."""
    F = Symbol("F")
    at: Point = {"p": 3, "q": 1, "E": 3, "F": 2}
    claim = Implication(
        "law.ldp-tight",
        below(F * q, p),
        {"attained": equal(p, E * q), "possible": below(0, q), "smaller": below(F, E)},
        witness=at,
        mutant=Mutant(below(E * q, p), at),
        reading="p and q are the probabilities of one output, which is an event, under two neighbouring inputs",
    )
    return prover.theorem(claim, at_once("(E - F) q > 0", search))
