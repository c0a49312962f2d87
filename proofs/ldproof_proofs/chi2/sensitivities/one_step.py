"""(14), (15), (16): no step moves the statistic by more, and where one moves it as much."""

from collections.abc import Iterable

from ldproof.chi2.formulas import delta_y1, delta_y2, larger_number, statistic_ratio
from ldproof.numbers import term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, a, b, m1, m2
from ldproof_proofs.chi2.sensitivities.statistic import (
    HERE,
    LARGER,
    SQUARE,
    STEP,
    K,
    c,
    e,
    exact,
    falling,
    part,
    rising,
    share,
    step,
)
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Fact, Prover, Used, by
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

public, private = delta_y2(b, m1, m2), delta_y1(m1, m2)
moved = statistic_ratio(a + 1, b, m1, m2) - statistic_ratio(a, b, m1, m2)


MOST = larger_number(b, c)
LARGEST: Used = {
    **LARGER,
    "b <= most": at_most(b, MOST),
    "c <= most": at_most(c, MOST),
    "most >= 0": at_most(0, MOST),
}
"""The larger of b and m2 - b is at least each, and at least 0."""


def parts(prover: Prover) -> dict[str, Fact]:
    """The step, and that both of its parts are at least 0 and at most most/(most + 1)."""
    found: dict[str, Fact] = {
        **LARGEST,
        "s + 1 > 0": below(0, b + a + 1),
        "rest + 1 > 0": below(0, c + e + 1),
        "step": lemma(step(prover)),
    }
    for name, count, left, value in (
        ("b", b, a, falling),
        ("c", c, e, rising),
    ):
        found |= {
            f"{name} part": lemma(part(prover, strict=False), n=count, k=left),
            f"{name} share": lemma(share(prover), n=count, k=MOST),
            f"{name} part >= 0": at_most(0, value),
        }
    return found


def within(prover: Prover) -> Iterable[Theorem]:
    """With b public a step moves the statistic by (16) at most, and by less where 0 < b < m2."""
    known = parts(prover)
    inner = {**STEP, "b > 0": below(0, b), "c > 0": below(0, c)}
    for name, kept, lost, sign in (("up", "c", "b", -1), ("down", "b", "c", 1)):
        limit = (moved, public) if sign < 0 else (-public, moved)
        value = falling if lost == "b" else rising
        loss = below(0, value)
        for how, given, goal, last, facts in (
            ("within", STEP, at_most(*limit), f"{lost} part >= 0", known),
            ("below", inner, below(*limit), "lost > 0", {**known, "lost > 0": loss}),
        ):
            found = tuple(
                product(one, other, fact, factor=factor)
                for one, other, factor in SQUARE
                for fact in (f"{kept} part", f"{kept} share", last)
            )
            rule = by(*found, product("step", scale=sign * m1 * m2), times=(product("m1 > 0", "m2 > 0"),))
            yield exact(prover, f"step-{name}-{how}-y2", goal, given, HERE, None, facts, rule)


def first_step(prover: Prover) -> Theorem:
    """The step away from (0, 0), where the statistic is made 0, is within (16) too."""
    at: Point = {"m1": 4, "m2": 6}
    given = {**PEOPLE, "m1 >= 1": at_most(0, m1 - 1), "rest > 0": below(0, m2 + (m1 - 1))}
    goal = at_most(statistic_ratio(term(1), term(0), m1, m2), K * (m2 / (m2 + 1)))
    return exact(prover, "first-step-within-y2", goal, given, at, None, reading="b = 0")
