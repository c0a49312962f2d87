"""(14), (15), (16): no step moves the statistic by more, and where one moves it as much."""

from collections.abc import Iterable

from ldproof.chi2.formulas import delta_y1, delta_y2, larger_number, statistic_ratio
from ldproof.numbers import term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, a, b, m1, m2
from ldproof_proofs.chi2.formulas.statistic import people
from ldproof_proofs.chi2.sensitivities.statistic import (
    HERE,
    LARGER,
    ROW,
    SQUARE,
    STEP,
    K,
    c,
    e,
    exact,
    falling,
    next_ones,
    part,
    rising,
    share,
    step,
)
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.implication import Known, lemma
from ldproof_proofs.kernel.prover import Prover, by, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

public, private = delta_y2(b, m1, m2), delta_y1(m1, m2)
moved = statistic_ratio(a + 1, b, m1, m2) - statistic_ratio(a, b, m1, m2)


def larger_than_both(prover: Prover) -> dict[str, Known]:
    """The larger of b and m2 - b is at least each, and at least 0."""
    most, found = larger_number(b, c), dict(LARGER)
    for name, count, order, at in (("b", b, "second", HERE), ("c", c, "first", {**HERE, "b": 4})):
        found[f"{name} <= most"] = lemma(
            proposition(
                prover,
                f"chi2.larger-than-{name}",
                at_most(count, most),
                ROW,
                at,
                {order: LARGER[order]},
                reason="the sum less the smaller",
            )
        )
    for name, goal in (
        ("most >= 0", at_most(0, most)),
        ("most + 1 > 0", below(0, most + 1)),
    ):
        found[name] = lemma(
            proposition(
                prover, f"chi2.larger-{len(name)}", goal, ROW, HERE, dict(found), reason="b is at least 0"
            )
        )
    return found


def parts(prover: Prover) -> dict[str, Known]:
    """The step, and that both of its parts are at least 0 and at most most/(most + 1)."""
    found = {**next_ones(prover), **larger_than_both(prover), "step": lemma(step(prover))}
    for name, count, left, value in (
        ("b", b, a, falling),
        ("c", c, e, rising),
    ):
        found |= {
            f"{name} + 1 > 0": lemma(
                proposition(prover, f"chi2.{name}-and-one", below(0, count + 1), ROW, HERE)
            ),
            f"{name} part": lemma(part(prover, strict=False), n=count, k=left),
            f"{name} share": lemma(share(prover), n=count, k=larger_number(b, c)),
            f"{name} part >= 0": lemma(
                exact(prover, f"{name}-part", at_most(0, value), STEP, HERE, None, next_ones(prover))
            ),
        }
    return found


def within(prover: Prover) -> Iterable[Theorem]:
    """With b public a step moves the statistic by (16) at most, and by less where 0 < b < m2."""
    known = parts(prover)
    inner = {**STEP, "b > 0": below(0, b), "c > 0": below(0, c)}
    for name, kept, lost, sign in (("up", "c", "b", -1), ("down", "b", "c", 1)):
        limit = (moved, public) if sign < 0 else (-public, moved)
        value = falling if lost == "b" else rising
        loss = exact(prover, f"{lost}-part-positive", below(0, value), inner, HERE, None, next_ones(prover))
        for how, given, goal, last, facts in (
            ("within", STEP, at_most(*limit), f"{lost} part >= 0", known),
            ("below", inner, below(*limit), "lost > 0", {**known, "lost > 0": lemma(loss)}),
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
    known: dict[str, Known] = {
        "m2 >= 0": lemma(proposition(prover, "chi2.controls", at_most(0, m2), PEOPLE, at)),
        "m2 + 1 > 0": lemma(proposition(prover, "chi2.controls-and-one", below(0, m2 + 1), PEOPLE, at)),
        "N > 0": people(prover)["N > 0"],
        "part": lemma(part(prover, strict=False), n=m2, k=m1 - 1),
    }
    goal = at_most(statistic_ratio(term(1), term(0), m1, m2), K * (m2 / (m2 + 1)))
    return exact(prover, "first-step-within-y2", goal, given, at, None, known, reading="b = 0")
