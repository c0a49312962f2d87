"""The figure of merit f, and g: equations (3) and (4)."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1, term
from ldproof.shots.formulas import figure_of_merit, g, p, q
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, show
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.parameters import (
    BUDGETED,
    T,
    epsilon,
    m,
    r,
)

AT_BUDGET: Point = {"epsilon": 1, "r": 0, "m": 1, "T": 2}
u = epsilon / m
GROWS = {"grows": axiom(Always.POSITIVE, u), "tangent": axiom(Always.TANGENT, u)}


def excess(prover: Prover) -> Theorem:
    """A budget above 0 gives excess odds above 0."""
    claim = Implication(
        "shots.excess-positive",
        below(0, expm1(u)),
        {"epsilon > 0": below(0, epsilon), "m >= 1": at_most(1, m)},
        {},
        {"epsilon": 1, "m": 1},
        Mutant(below(2, expm1(u)), {"epsilon": 1, "m": 1}),
    )
    return prover.theorem(claim, at_once("e^u - 1 >= u > 0", search))


def merit(prover: Prover) -> Iterable[Theorem]:
    """The figure of merit is (T/epsilon) (p - q)^2 / p, and the printed fraction."""
    E = exp(u)
    found = anchor(
        figure_of_merit,
        lambda: figure_of_merit(m, T, r, epsilon),
        lambda: T / epsilon * (p(m, T, r, E - 1) - q(m, T, r, E - 1)) ** 2 / p(m, T, r, E - 1),
    )
    printed = m / epsilon * ((E - 1) ** 2 / (E * (E + 1) + (E + 1) ** 2 * (T / m - 1) * r))
    for name, other in (("from-p-and-q", found.definition), ("as-printed", printed)):
        yield show(
            prover,
            at_once("multiply out", algebra),
            f"shots.figure-of-merit-{name}",
            equal(found.value, other),
            BUDGETED,
            GROWS,
            AT_BUDGET,
            None,
            (found,) if other is found.definition else (),
            short={"x": expm1(u)},
        )


def decreasing(prover: Prover) -> Theorem:
    """The figure of merit falls as dummies get likelier: r* = 0 maximises it."""
    s = Symbol("s")
    return show(
        prover,
        at_once("the same with x = e^(epsilon/m) - 1", search),
        "shots.merit-decreasing",
        at_most(figure_of_merit(m, T, s, epsilon), figure_of_merit(m, T, r, epsilon)),
        {**BUDGETED, "r <= s": at_most(r, s), "s <= 1": at_most(s, 1)},
        GROWS,
        {**AT_BUDGET, "s": Fraction(1, 2)},
        None,
        short={"x": expm1(u)},
    )


def one_variable(prover: Prover) -> Theorem:
    """F(m, 0) is g at m/epsilon."""
    found = anchor(g, lambda: g(m / epsilon), lambda: figure_of_merit(m, T, term(0), epsilon))
    return show(
        prover,
        at_once("the dummies' term is 0", algebra),
        "shots.g",
        equal(found.value, found.definition),
        {name: BUDGETED[name] for name in ("epsilon > 0", "m >= 1")},
        GROWS,
        {"epsilon": 1, "m": 1},
        Mutant(equal(found.value, 2 * found.definition), {"epsilon": 1, "m": 1, "T": 1}),
        (found,),
    )
