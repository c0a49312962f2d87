"""Theorem 4.1: T moves by exactly sqrt(A/R) or sqrt(B/R), which |T| does not exceed, and only sometimes reaches."""

from collections.abc import Iterable

from ldproof.chi2.formulas import delta_t, norm_squared, t_squared
from ldproof.numbers import Term, sqrt, term
from ldproof_proofs.chi2.accuracy.symbols import N, a, b, m1, m2, tau
from ldproof_proofs.chi2.ellipse.conic import SHAPE, A, B, R, quadratic, shape
from ldproof_proofs.chi2.ellipse.image import first, second
from ldproof_proofs.chi2.formulas.identity import MEASURED
from ldproof_proofs.chi2.sensitivities.places import product_of_norms
from ldproof_proofs.chi2.sensitivities.statistic import exact
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Fact, Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem

in_a, in_b = A / R, B / R
"""The squares of T's steps."""
before, after = norm_squared(a, b, *shape), norm_squared(a + 1, b, *shape)
AWAY: Facts = {**MEASURED, "here": below(0, before), "there": below(0, after)}
"""Neither table is the centre."""
AT: Point = {**SHAPE, "a": 3, "b": 1}


def lengths(prover: Prover) -> Iterable[Theorem]:
    """A step in a, (1, 0), has the squared length A/R, one in b B/R, whatever the table: 4 m2/(tau m1 N) + 4/N^2."""
    for name, step, of in (
        ("a", quadratic(term(1), term(0)) / R, 4 * m2 / (tau * m1 * N) + 4 / N**2),
        ("b", quadratic(term(0), term(1)) / R, 4 * m1 / (tau * m2 * N) + 4 / N**2),
    ):
        yield exact(
            prover,
            f"step-of-t-in-{name}",
            equal(step, of),
            MEASURED,
            SHAPE,
            equal(step, 2 * of),
        )


def product(prover: Prover, dot: Term, other: Term, sign: Sign = "<=") -> dict[str, Fact]:
    """That the product of two images is at most that of their norms: the Gram determinant is a square."""
    norms = lemma(product_of_norms(prover, sign), P=before, Q=other, d=dot)
    return {"N > 0": below(0, N), "Gram": Relation(dot**2, sign, before * other), "product": norms}


def triangle(prover: Prover) -> Iterable[Theorem]:
    """(A.5), (A.6): |T| moves by no more than T does; by less, unless the step is along a ray."""
    r, t = sqrt(before), sqrt(after)
    dot = (before + after - in_a) / 2
    for name, goal, given in (
        ("within", at_most((t - r) ** 2, in_a), AWAY),
        ("below", below((t - r) ** 2, in_a), {**AWAY, "aside": below(0, (2 * b - m2) ** 2)}),
    ):
        known = product(prover, dot, after, goal.sign)
        yield exact(prover, f"norm-step-{name}", goal, given, AT, None, known)


def at_centre(prover: Prover) -> Theorem:
    """At the centre |T| is 0, and a step away it is the step's length."""
    away = norm_squared(m1 / 2 + 1, m2 / 2, *shape)
    return exact(
        prover,
        "norm-step-from-centre",
        equal(away, in_a),
        MEASURED,
        SHAPE,
        equal(away, 2 * in_a),
    )


def along_the_ray(prover: Prover) -> Iterable[Theorem]:
    """Where b = m2/2, |T| is |a - m1/2| steps: so with m1 >= 2 the last step is a whole one."""
    found = norm_squared(a, m2 / 2, *shape)
    goal = equal(found, (a - m1 / 2) ** 2 * in_a)
    at: Point = {**SHAPE, "a": 4}
    yield exact(
        prover,
        "norm-on-ray",
        goal,
        MEASURED,
        at,
        equal(found, in_a),
    )
    far, near = norm_squared(m1, m2 / 2, *shape), norm_squared(m1 - 1, m2 / 2, *shape)
    yield exact(
        prover,
        "whole-step",
        equal((far - near - in_a) ** 2, 4 * near * in_a),
        MEASURED,
        SHAPE,
        equal((far - near - in_a) ** 2, near * in_a),
        reading="far and near are the squares of |T| at the last two tables of the row: sqrt(far) = sqrt(near) + sqrt(A/R) where "
        "far >= near + A/R, that is m1 >= 2",
    )
    yield exact(
        prover,
        "whole-step-outwards",
        at_most(near + in_a, far),
        {**MEASURED, "m1 >= 2": at_most(2, m1)},
        SHAPE,
        None,
    )
    single = equal(
        norm_squared(term(0), m2 / 2, term(1), m2, tau), norm_squared(term(1), m2 / 2, term(1), m2, tau)
    )
    one = {name: MEASURED[name] for name in ("m2 > 0", "tau > 0")}
    yield exact(
        prover, "single-case", single, one, {"m2": 2, "tau": 1}, equal(single.left, 2 * single.right), reading="m1 = 1 and b = m2/2"
    )  # fmt: skip


def as_the_source(prover: Prover) -> Theorem:
    """(A.8) to (A.10): the squared Delta_T is the sum of the eigenvalues over R, that is (A + B)/R."""
    value = t_squared(*shape)
    goal = equal(value, (first + second) / R)
    return exact(
        prover,
        "t-squared",
        goal,
        MEASURED,
        SHAPE,
        equal(value, first / R),
    )


def printed(prover: Prover) -> Theorem:
    """(12) is the root of it."""
    found = anchor(delta_t, lambda: delta_t(*shape), lambda: sqrt(in_a + in_b))
    claim = Implication(
        "chi2.delta-t",
        equal(found.value, found.definition),
        MEASURED,
        {},
        SHAPE,
        Mutant(equal(found.value, 2 * found.definition), SHAPE),
        (found,),
    )
    return prover.theorem(claim, at_once("the same under the root", algebra))


def convex(prover: Prover) -> Theorem:
    """Along a row the steps of |T| grow: its values at a and a + 2 are on average at least that at a + 1."""
    far = norm_squared(a + 2, b, *shape)
    given: Facts = {**MEASURED, "here": below(0, before), "there": below(0, far)}
    dot = (4 * after - before - far) / 2
    known = product(prover, dot, far)
    goal = at_most(4 * after, (sqrt(before) + sqrt(far)) ** 2)
    return exact(prover, "norm-convex", goal, given, AT, None, known)


def alike(prover: Prover) -> Iterable[Theorem]:
    """|T| is the same with cases and controls exchanged, and with all variants flipped."""
    for name, other in (
        ("exchanged", norm_squared(b, a, m2, m1, tau)),
        ("flipped", norm_squared(m1 - a, m2 - b, *shape)),
    ):
        goal = equal(before, other)
        yield exact(
            prover,
            f"norm-{name}",
            goal,
            MEASURED,
            AT,
            equal(before, 2 * other),
        )
