"""Failures: a printed claim is refuted by a point where it is defined and false, and by no other."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, log, sqrt
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.failure import ByPoint, Failure, shown
from ldproof_proofs.kernel.prover import algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Strength, Theorem, prove
from tests.proofs.kernel.making import assert_refused, claimed, facts

x, y = Symbol("x"), Symbol("y")


def refuted(printed: Relation, point: Point, elsewhere: Point, given: Facts | None = None) -> Theorem:
    """The theorem that a printed claim fails."""
    claim = Failure("the claim", "as printed", printed, point, elsewhere, given or {})
    return prove(claim, ByPoint().certificate(claim))


def test_a_point_refutes() -> None:
    """2 <= 1 is false, exactly and in irrational numbers, and the numbers are printed."""
    theorem = refuted(at_most(x, 1), {"x": 2}, {"x": 1})
    assert theorem.evidence.text() == "proved"
    assert "at x = 2 the left side of x <= 1 is 2 and the right side is 1" in theorem.statement
    irrational = refuted(at_most(exp(x), 1), {"x": 1}, {"x": -1}, facts("x != 0"))
    assert "between 2.718281828459" in irrational.statement
    assert "x = -1" in irrational.derivation("text")
    for each in (theorem, irrational):
        each.replay()


def test_a_point_that_does_not_refute() -> None:
    """The claim holds there, fails elsewhere too, is undefined, or nothing was claimed there."""
    cases: list[tuple[Relation, Point, Point, Facts, str]] = [
        (at_most(x, 1), {"x": 1}, {"x": 0}, {}, "is not false at the point"),
        (at_most(exp(x), 3), {"x": 1}, {"x": 0}, {}, "is not false at the point"),
        (at_most(x, 1), {"x": 2}, {"x": 3}, {}, "does not hold elsewhere"),
        (at_most(x, 1), {"x": 2}, {}, {}, "does not hold elsewhere"),
        (at_most(x, 1), {"x": 2}, {"y": 0}, {}, "does not hold elsewhere"),
        (at_most(1 / x, 1), {"x": Fraction(1, 2)}, {"x": 0}, {}, "does not hold elsewhere"),
        (at_most(x, 1), {"x": 2}, {"x": 0}, facts("x < 2"), "x < 2 does not hold"),
        (at_most(x, 1), {"x": 2}, {"x": 0}, facts("x > 0"), "x > 0 does not hold"),
        (at_most(x, 1), {"x": 2}, {"x": 0}, facts("y > 0"), "y > 0 does not hold"),
        (at_most(x, 1), {"x": 2}, {"x": 0}, {"1/x": at_most(1 / x, 1)}, "1/x does not hold"),
        (equal(x / x, 1), {"x": 0}, {"x": 1}, {}, "is not false at the point"),
        (at_most(log(x), 1), {"x": -1}, {"x": 1}, {}, "is not false at the point"),
        (at_most(sqrt(x), 1), {"x": -1}, {"x": 1}, {}, "is not false at the point"),
        (at_most(x, x + y**2), {"x": 0}, {"x": 0, "y": 0}, {}, "is not false at the point"),
        (Relation(x, "!=", x + 1 / x), {"x": 0}, {"x": 1}, {}, "is not false at the point"),
    ]
    for printed, point, elsewhere, given, why in cases:
        assert_refused(why, refuted, printed, point, elsewhere, given)


def test_the_certificate_is_the_point() -> None:
    """The claim names its point; nothing else is believed."""
    for certificate in (
        None,
        "",
        "a point",
        1,
        ("the point",),
        {"x": 2},
    ):
        claim = Failure("the claim", "as printed", at_most(x, 1), {"x": 2}, {"x": 1})
        assert_refused("the certificate of a failure is its point", prove, claim, certificate)


def test_proofs_fit_their_claims() -> None:
    """A failure is shown by a point, and nothing else is."""
    assert_refused("is not shown by a point", ByPoint().certificate, claimed(equal(x, x)))
    assert_refused(
        "is not shown by a chain",
        at_once("", algebra).certificate,
        Failure("the claim", "", at_most(x, 1), {"x": 2}, {"x": 1}),
    )


def test_what_a_reader_is_shown() -> None:
    """A rational value exactly, an irrational one between two decimals."""
    assert shown(x / 3, {"x": 1}) == "1/3"
    low, high = shown(sqrt(x), {"x": 2}).removeprefix("between ").split(" and ")
    assert Fraction(low) ** 2 < 2 < Fraction(high) ** 2
    assert Fraction(high) - Fraction(low) < Fraction(1, 10**11)


def test_a_long_fraction_is_enclosed() -> None:
    """And stays what it is: both sides are evaluated at the point itself."""
    third = Fraction(10**80 + 1, 3 * 10**80)
    claim = Failure("p", "r", at_most(x, Fraction(1, 3)), {"x": third}, {"x": 0})
    assert claim.statement("text") == (
        "r: at x between 0.333333333333333 and 0.333333333333334 the left side of x <= 1/3 is "
        "between 0.333333333333333 and 0.333333333333334 and the right side is 1/3"
    )
    assert claim.check("the point").strength is Strength.PROVED


def test_long_terms_have_names() -> None:
    claim = Failure("p", "r", at_most(x * (x + 1), 1), {"x": 1}, {"x": 0}, short={"y": x + 1})
    assert claim.statement("text") == (
        "r: with y = x + 1: at x = 1 the left side of x*y <= 1 is 2 and the right side is 1"
    )
