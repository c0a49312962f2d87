"""Bounds of others: what is cited is cited about the probability that it speaks of, and of no other number."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from ldproof.law import binomial
from ldproof.numbers import ball, exp, term
from ldproof.tails import chernoff
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import ever, implication, lemma
from ldproof_proofs.kernel.prover import Last, Step, by, steps
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.theorem import Theorem
from tests.proofs.kernel.making import claimed, shown


def test_what_is_cited_holds_of_binomials() -> None:
    """Chernoff's bound as it is cited, on exact tails of sums of trials."""
    for count in (1, 5, 40):
        for chance in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
            law, mean = binomial(count, chance), count * chance
            for delta in (Fraction(1, 10), Fraction(1, 2), Fraction(99, 100)):
                off = sum(law[successes] for successes in law if abs(successes - mean) >= mean * delta)
                assert ball(off) < chernoff(ball(mean), ball(delta))


def test_a_citation_is_not_about_any_number(theorems: Mapping[str, Theorem]) -> None:
    """With 5 for P the cited bound says 5 <= 2 exp(-1/12) <= 2, which no probability makes it say."""
    cited, (mean, delta) = theorems["tails.chernoff"], (term(1), term(Fraction(1, 2)))
    values = {"P": term(5), "mean": mean, "delta": delta}
    exponent = -mean * delta**2 / 3
    given = {name: each.substitute(values) for name, each in implication(cited).given.items()}
    known = {"cited": lemma(cited, **values), "falls": ever(Always.MONOTONE, exponent, term(0))}
    claim = claimed(at_most(5, 2), {**given, "negative": at_most(exponent, 0)}, known, at={})
    proof = steps(
        Step("<=", 2 * exp(exponent), "as cited", by(product("cited"))),
        last=Last("e^x <= 1 for x <= 0", by(product("falls", factor=2))),
    )
    with pytest.raises(NotProved):
        shown(claim, proof)
