"""The logarithm in Theorems 6 to 9: ln(2T/beta), not ln(T/beta)."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, log, term
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, proposition, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.accurate import SURE, L, beta
from ldproof_proofs.shots.accuracy.one_shot import ROUNDS
from ldproof_proofs.shots.parameters import T
from ldproof_proofs.tails.logarithm import increases

C = Symbol("C")


def logarithm(prover: Prover) -> Iterable[Theorem]:
    """Where T/beta >= 2, ln(2T/beta) is at most 2 ln(T/beta), so that the print's logarithm will do."""
    ratio, two = T / beta, term(2)
    given = {**ROUNDS, **SURE, "T >= 2 beta": at_most(2 * beta, T)}
    at: Point = {"T": 3, "beta": Fraction(1, 2)}
    more = proposition(prover, "shots.ratio-at-least-2", at_most(two, ratio), given, at)
    yield more
    first = lemma(increases(prover), v=two, w=ratio)
    positive = below(0, ratio)
    yield show(
        prover,
        steps(
            Step("=", log(two) + log(ratio), "logarithms add", search),
            last=Last("ln 2 <= ln(T/beta)", search),
        ),
        "shots.logarithm",
        at_most(L, 2 * log(ratio)),
        given,
        {
            "positive": positive,
            "product": axiom(Always.PRODUCT, two, ratio),
            "more": lemma(more),
            "smaller": first,
        },
        at,
        Mutant(at_most(L, log(ratio)), at),
    )
