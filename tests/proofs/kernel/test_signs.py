"""Claims about signs: only the chart itself is their certificate."""

from dataclasses import replace

import pytest

from ldproof.numbers import Symbol, Term, exp, log, sqrt, term
from ldproof_proofs.kernel.charts import derivative_chart
from ldproof_proofs.kernel.prover import algebra, at_once
from ldproof_proofs.kernel.signs import BySigns, Signs
from ldproof_proofs.kernel.theorem import Theorem, prove
from tests.proofs.kernel.making import assert_refused, claimed, equal

u = Symbol("u")


def rising(signs: tuple[int, ...] = (1, -1), mutant: Term | None = None) -> Signs:
    """A claim about u e^-u, which rises and falls."""
    return Signs("the claim", "u / e^u", u * exp(-u), signs, u * exp(u) if mutant is None else mutant)


def proved(claim: Signs) -> Theorem:
    """The theorem."""
    return prove(claim, BySigns().certificate(claim))


def test_a_chart_proves_its_signs() -> None:
    """The statement prints signs and the number of roots, the derivation their brackets."""
    theorem = proved(rising())
    assert theorem.evidence.text() == "proved"
    assert "has the signs + -, with 1 root in all" in theorem.statement
    assert "a root between" in theorem.derivation("text")
    theorem.replay()


@pytest.mark.parametrize("signs", [(1,), (-1, 1), (1, -1, 1), (), (1, 1), (-1, -1), (1, 0, -1), (2, -2)])
def test_other_signs_are_refused(signs: tuple[int, ...]) -> None:
    """The signs of the claim must be the chart's."""
    assert_refused("the signs are", proved, rising(signs))
    assert_refused("the signs are", prove, rising(signs), derivative_chart(u * exp(-u)))


def test_a_certificate_must_be_the_chart() -> None:
    """Any other bracket, even a right one, any other sign, or none at all."""
    right = derivative_chart(u * exp(-u))
    ((low, high),) = right.roots
    for wrong in (
        replace(right, signs=(-1, 1)),
        replace(right, signs=(1,)),
        replace(right, roots=()),
        replace(right, roots=((low, high + 1),)),
        replace(right, roots=((high, high),)),
        replace(right, roots=((low, high), (high, high + 1))),
        (right.signs, right.roots),
        None,
        0,
    ):
        assert_refused("its chart is not the certificate's", prove, rising(), wrong)


@pytest.mark.parametrize("mutant", [u * exp(-2 * u), term(1), log(u), 1 / (u - 1)])
def test_a_mutant_with_the_same_signs_or_none_is_refused(mutant: Term) -> None:
    """The mutant must have a chart, and another one."""
    assert_refused("", proved, rising(mutant=mutant))


def test_proofs_fit_their_claims() -> None:
    """A chart is for signs, and steps are not."""
    assert_refused("is not about signs", BySigns().certificate, claimed(equal(u, u)))
    assert_refused("is not shown by a chain", at_once("", algebra).certificate, rising())


ZERO = log(term(1))
"""A number that is 0, and that no normal form knows to be 0."""


@pytest.mark.parametrize(
    "expression", [u * ZERO, u + 1 / ZERO, u / ZERO, 1 / (u * ZERO), exp(u) + u / sqrt(term(0))]
)
def test_a_constant_that_is_zero_has_no_sign(expression: Term) -> None:
    """A derivative that is 0 has neither sign, and what is divided by log(1) is not defined."""
    for signs in ((0,), (1,), (-1,)):
        assert_refused("", proved, Signs("the claim", "", expression, signs, -u if signs == (1,) else u))
