"""The longest step of T, Delta*, against Delta_T as printed: smaller by up to the root of two."""

from collections.abc import Iterable

from ldproof.chi2.formulas import delta_star, star_squared, t_squared
from ldproof.numbers import least, sqrt
from ldproof_proofs.chi2.accuracy.symbols import N, m1, m2, positive_root, tau
from ldproof_proofs.chi2.ellipse.conic import SHAPE, shape
from ldproof_proofs.chi2.formulas.identity import MEASURED
from ldproof_proofs.chi2.formulas.statistic import people
from ldproof_proofs.chi2.sensitivities.norm import in_a, in_b
from ldproof_proofs.chi2.sensitivities.statistic import exact
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.prover import Prover, at_once, by, proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.theorem import Mutant, Theorem

fewer = least(m1, m2)
star, printed = star_squared(*shape), t_squared(*shape)
rest = 4 * (fewer / ((N - fewer) * tau * N) + 1 / N**2)
"""The squared length of the shorter step."""


def smaller(prover: Prover) -> dict[str, Known]:
    """The smaller group has somebody, and so has the larger one."""
    found = {
        **people(prover),
        "first": axiom(Always.FIRST, m1, m2),
        "second": axiom(Always.SECOND, m1, m2),
        "either": axiom(Always.EITHER, m1, m2),
    }
    for name, goal in (
        ("more > 0", below(0, N - fewer)),
        (
            "fewer > 0",
            below(0, fewer),
        ),
    ):
        found[name] = lemma(
            proposition(
                prover,
                f"chi2.{name[:5].strip()}-people",
                goal,
                MEASURED,
                SHAPE,
                dict(found),
                reason="m1 m2 > 0",
            )
        )
    return found


def longest(prover: Prover) -> Iterable[Theorem]:
    """No step is longer than Delta*."""
    known = smaller(prover)
    for name, step in (("a", in_a), ("b", in_b)):
        goal = at_most(step, star)
        yield exact(prover, f"step-{name}-at-most-star", goal, MEASURED, SHAPE, None, known)


def tied(prover: Prover) -> Theorem:
    """Where m1 <= m2, Delta* is the length of a step in a."""
    found = anchor(delta_star, lambda: delta_star(*shape), lambda: sqrt(in_a))
    given: Facts = {**MEASURED, "m1 <= m2": at_most(m1, m2)}
    known = {**smaller(prover), "smaller": axiom(Always.MINIMUM, m1, m2)}
    same = exact(prover, "star-squared", equal(star, in_a), given, SHAPE, equal(star, in_b), known)
    inside = {
        name: lemma(exact(prover, f"{name}-inside", below(0, value), given, SHAPE, None, known, rule))
        for name, value, rule in (
            (
                "step",
                in_a,
                search,
            ),
            (
                "star",
                star,
                search,
            ),
        )
    }
    claim = Implication(
        "chi2.delta-star",
        equal(found.value, found.definition),
        given,
        {
            **known,
            **inside,
            "same": lemma(same),
            "root of star": lemma(positive_root(prover), x=star),
            "root of step": lemma(positive_root(prover), x=in_a),
        },
        SHAPE,
        Mutant(equal(found.value, 2 * found.definition), SHAPE),
        (found,),
    )
    rule = by(product("same"), times=(product("root of star"), product("root of step")))
    return prover.theorem(claim, at_once("both roots are positive", rule))


def compared(prover: Prover) -> Iterable[Theorem]:
    """Delta_T^2 is the sum of both steps' squares: more than Delta*^2 and at most twice that."""
    known = smaller(prover)
    both = exact(
        prover,
        "t-squared-and-star",
        equal(printed, star + rest),
        MEASURED,
        SHAPE,
        equal(printed, star),
        known,
    )
    yield both
    known["both"] = lemma(both)
    yield exact(
        prover,
        "star-below-t",
        below(star, printed),
        MEASURED,
        SHAPE,
        None,
        known,
        using("both", "fewer > 0", "more > 0", "tau > 0", "N > 0"),
    )
    yield exact(
        prover,
        "t-at-most-root-two-stars",
        at_most(printed, 2 * star),
        MEASURED,
        SHAPE,
        None,
        known,
    )
    even = {name: MEASURED[name] for name in ("m1 > 0", "tau > 0")}
    one = in_a.substitute({"m2": m1})
    goal = equal(t_squared(m1, m1, tau), 2 * one)
    yield exact(
        prover,
        "balanced-t",
        goal,
        even,
        {"m1": 2, "tau": 1},
        equal(t_squared(m1, m1, tau), one),
        {
            "N > 0": lemma(
                proposition(prover, "chi2.balanced-people", below(0, m1 + m1), even, {"m1": 2, "tau": 1})
            )
        },
        reading="m1 = m2, and the right side is twice the squared step",
    )
