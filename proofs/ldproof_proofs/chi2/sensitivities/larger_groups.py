"""(16) is at most (15), and both where it is known which of two counts is the larger one."""

from ldproof.chi2.formulas import delta_y1, delta_y2, larger_number, statistic_ratio
from ldproof.numbers import Term, least, term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, b, m1, m2
from ldproof_proofs.chi2.formulas.statistic import people
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
from ldproof_proofs.kernel.prover import Prover, at_once, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

public, private = delta_y2(b, m1, m2), delta_y1(m1, m2)


def tied(prover: Prover) -> Theorem:
    """(16) where b <= m2 - b."""
    found = anchor(delta_y2, lambda: delta_y2(b, m1, m2), lambda: K * (c / (c + 1)))
    at: Point = {"b": 2, "m1": 4, "m2": 6}
    given = {**PEOPLE, "b >= 0": at_most(0, b), "b <= c": at_most(b, c)}
    return tie(prover, "y2-of-row", found, given, at, axiom(Always.MINIMUM, b, c), c)


def attained(prover: Prover) -> Theorem:
    """(15) where m1 <= m2 is the step from (0, m2) to (1, m2)."""
    found = anchor(
        delta_y1,
        lambda: delta_y1(m1, m2),
        lambda: statistic_ratio(term(0), m2, m1, m2) - statistic_ratio(term(1), m2, m1, m2),
    )
    at: Point = {"m1": 4, "m2": 6}
    given = {**PEOPLE, "two": below(0, m1 - 1), "m1 <= m2": at_most(m1, m2)}
    return tie(prover, "y1-attained", found, given, at, axiom(Always.MINIMUM, m1, m2), m2)


def tie(
    prover: Prover, name: str, found: Anchor[Term], given: Facts, at: Point, smaller: Known, most: Term
) -> Theorem:
    """A sensitivity where it is known which of two counts is the larger one."""
    larger_one = larger_number(*smaller.relation.left.arguments)
    zero = proposition(prover, f"chi2.{name}-count", at_most(0, most), given, at)
    known = {"smaller": smaller, **people(prover), "most >= 0": lemma(zero)}
    known |= {
        "most + 1 > 0": lemma(
            proposition(prover, f"chi2.{name}-and-one", below(0, most + 1), given, at, known)
        ),
        "larger + 1 > 0": lemma(
            proposition(prover, f"chi2.{name}-larger", below(0, larger_one + 1), given, at, known)
        ),
    }
    claim = Implication(
        f"chi2.{name}",
        equal(found.value, found.definition),
        given,
        known,
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
    either = axiom(Always.EITHER, b, c)
    smaller = proposition(
        prover,
        "chi2.smaller-of-row",
        at_most(0, least(b, c)),
        row,
        at,
        {**LARGER, "either": either},
        reason="the smaller times the larger is b (m2 - b)",
    )
    known = {"controls": axiom(Always.FIRST, m1, m2), "smaller": lemma(smaller), **LARGER}
    below_outer = proposition(
        prover,
        "chi2.larger-of-row-at-most",
        at_most(inner, outer),
        row,
        at,
        known,
        reason="b + (m2 - b) = m2",
    )
    start = {**known, **larger_of_row(prover, row, at)}
    goal = at_most(public, private)
    start |= {"ordered": lemma(below_outer), "share": lemma(share(prover), n=inner, k=outer)}
    start["outer + 1 > 0"] = lemma(
        proposition(
            prover,
            "chi2.larger-group-and-one",
            below(0, outer + 1),
            row,
            at,
            {key: each for key, each in start.items() if key != "share"},
        )
    )
    return exact(prover, "y2-within-y1", goal, row, at, None, start)


def larger_of_row(prover: Prover, row: Facts, at: Point) -> dict[str, Known]:
    """The larger of b and m2 - b is at least 0."""
    inner = larger_number(b, c)
    first = proposition(prover, "chi2.inner", at_most(0, inner), row, at, LARGER)
    one = proposition(prover, "chi2.inner-and-one", below(0, inner + 1), row, at, LARGER)
    return {**LARGER, "inner >= 0": lemma(first), "inner + 1 > 0": lemma(one)}
