"""(16) is at most (15), and both where it is known which of two counts is the larger one."""

from ldproof.chi2.formulas import delta_y1, delta_y2, larger_number, statistic_ratio
from ldproof.numbers import Term, term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, b, m1, m2
from ldproof_proofs.chi2.sensitivities.statistic import (
    HERE,
    LARGER,
    ROW,
    K,
    c,
    exact,
    share,
)
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

public, private = delta_y2(b, m1, m2), delta_y1(m1, m2)


def tied(prover: Prover) -> Theorem:
    """(16) where b <= m2 - b."""
    found = anchor(delta_y2, lambda: delta_y2(b, m1, m2), lambda: K * (c / (c + 1)))
    at: Point = {"b": 2, "m1": 4, "m2": 6}
    given = {**PEOPLE, "b >= 0": at_most(0, b), "b <= c": at_most(b, c)}
    return tie(prover, "y2-of-row", found, given, at, axiom(Always.MINIMUM, b, c))


def attained(prover: Prover) -> Theorem:
    """(15) where m1 <= m2 is the step from (0, m2) to (1, m2)."""
    found = anchor(
        delta_y1,
        lambda: delta_y1(m1, m2),
        lambda: statistic_ratio(term(0), m2, m1, m2) - statistic_ratio(term(1), m2, m1, m2),
    )
    at: Point = {"m1": 4, "m2": 6}
    given = {**PEOPLE, "two": below(0, m1 - 1), "m1 <= m2": at_most(m1, m2)}
    return tie(prover, "y1-attained", found, given, at, axiom(Always.MINIMUM, m1, m2))


def tie(prover: Prover, name: str, found: Anchor[Term], given: Facts, at: Point, smaller: Known) -> Theorem:
    """A sensitivity where it is known which of two counts is the larger one."""
    claim = Implication(
        f"chi2.{name}",
        equal(found.value, found.definition),
        given,
        {"smaller": smaller},
        at,
        Mutant(equal(found.value, 2 * found.definition), at),
        (found,),
    )
    return prover.theorem(claim, at_once("the smaller is known", search))


def public_within_private(prover: Prover) -> Theorem:
    """(16) is at most (15)."""
    at: Point = {name: HERE[name] for name in ("b", "m1", "m2")}
    row = {name: ROW[name] for name in ("m1 > 0", "m2 > 0", "b >= 0", "c >= 0")}
    inner, outer = larger_number(b, c), larger_number(m1, m2)
    known = {
        **LARGER,
        "controls": axiom(Always.FIRST, m1, m2),
        "share": lemma(share(prover), n=inner, k=outer),
    }
    return exact(prover, "y2-within-y1", at_most(public, private), row, at, None, known)
