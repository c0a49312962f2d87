"""The longest step of T, Delta*, against Delta_T as printed: smaller by up to the root of two."""

from collections.abc import Iterable

from ldproof.chi2.formulas import delta_star, star_squared, t_squared
from ldproof.numbers import least, sqrt
from ldproof_proofs.chi2.accuracy.symbols import N, m1, m2, tau
from ldproof_proofs.chi2.ellipse.conic import SHAPE, shape
from ldproof_proofs.chi2.formulas.identity import MEASURED
from ldproof_proofs.chi2.sensitivities.norm import in_a, in_b
from ldproof_proofs.chi2.sensitivities.statistic import exact
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Fact, Prover, Used, by, proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import using
from ldproof_proofs.kernel.theorem import Theorem

fewer = least(m1, m2)
star, printed = star_squared(*shape), t_squared(*shape)
rest = 4 * (fewer / ((N - fewer) * tau * N) + 1 / N**2)
"""The squared length of the shorter step."""


SMALLER: Used = {
    "first": axiom(Always.FIRST, m1, m2),
    "second": axiom(Always.SECOND, m1, m2),
    "either": axiom(Always.EITHER, m1, m2),
    "N > 0": below(0, N),
    "more > 0": below(0, N - fewer),
    "fewer > 0": below(0, fewer),
}
"""The smaller group has somebody, and so has the larger one."""


def longest(prover: Prover) -> Iterable[Theorem]:
    """No step is longer than Delta*."""
    for name, step in (("a", in_a), ("b", in_b)):
        goal = at_most(step, star)
        yield exact(prover, f"step-{name}-at-most-star", goal, MEASURED, SHAPE, None, SMALLER)


def tied(prover: Prover) -> Theorem:
    """Where m1 <= m2, Delta* is the length of a step in a."""
    found = anchor(delta_star, lambda: delta_star(*shape), lambda: sqrt(in_a))
    given: Facts = {**MEASURED, "m1 <= m2": at_most(m1, m2)}
    known: Used = {
        **SMALLER,
        "smaller": axiom(Always.MINIMUM, m1, m2),
        "same": equal(star, in_a),
        "root of star": below(0, sqrt(star)),
        "root of step": below(0, sqrt(in_a)),
    }
    return proposition(
        prover,
        "chi2.delta-star",
        equal(found.value, found.definition),
        given,
        SHAPE,
        known,
        rule=by(product("same"), times=(product("root of star"), product("root of step"))),
        reason="both roots are positive",
        mutant=equal(found.value, 2 * found.definition),
        anchors=(found,),
    )


def compared(prover: Prover) -> Iterable[Theorem]:
    """Delta_T^2 is the sum of both steps' squares: more than Delta*^2 and at most twice that."""
    known: dict[str, Fact] = {**SMALLER}
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
        reading="m1 = m2, and the right side is twice the squared step",
    )
