"""The identity |T|^2 = 1 + (chi2/tau - 1) w without eigenvectors, and the sign that decides."""

from collections.abc import Iterable

from ldproof.chi2.formulas import beyond_ellipse, margin_weight, norm_squared, statistic_ratio
from ldproof.numbers import term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, TABLE, THRESHOLD, N, a, b, m1, m2, s, tau
from ldproof_proofs.chi2.formulas.statistic import UNEVEN
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Fact, Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem

cells = (a, b, m1, m2)
norm = norm_squared(*cells, tau)
beyond = beyond_ellipse(*cells, tau)
chi2 = statistic_ratio(*cells)
AT: Point = {name: TABLE[name] for name in ("a", "b", "m1", "m2", "tau")}
INSIDE: Point = {**AT, "tau": 4}
MEASURED: Facts = {**PEOPLE, **THRESHOLD}
GIVEN: Facts = {**UNEVEN, **THRESHOLD}


def identity(prover: Prover) -> Theorem:
    """|T|^2 = 1 + (chi2/tau - 1) w where 0 < s < N."""
    goal = equal(norm, 1 + (chi2 / tau - 1) * margin_weight(*cells))
    claim = Implication(
        "chi2.master-identity",
        goal,
        GIVEN,
        {},
        AT,
        Mutant(equal(norm, 1 + (chi2 / tau - 1) * margin_weight(*cells) / 2), AT),
        short={"N": N, "s": s},
    )
    return prover.theorem(claim, at_once("both sides times tau m1 m2 N^2", algebra))


def everywhere(prover: Prover) -> Theorem:
    """For all a and b: tau m1 m2 N^2 (|T|^2 - 1) is four times the left side of (7)."""
    goal = equal(tau * m1 * m2 * N**2 * (norm - 1), 4 * beyond)
    claim = Implication("chi2.norm-and-sign", goal, MEASURED, {}, AT, Mutant(equal(goal.left, beyond), AT))
    return prover.theorem(claim, at_once("the same polynomial", algebra))


def by_statistic(prover: Prover) -> Theorem:
    """Where 0 < s < N the left side of (7) is (chi2 - tau) m1 m2 s (N - s)."""
    goal = equal(beyond, (chi2 - tau) * m1 * m2 * s * (N - s))
    claim = Implication(
        "chi2.sign-and-statistic",
        goal,
        GIVEN,
        {},
        AT,
        Mutant(equal(beyond, (chi2 - tau) * m1 * m2 * s), AT),
    )
    return prover.theorem(claim, at_once("both sides times s (N - s)", algebra))


def known(prover: Prover) -> dict[str, Fact]:
    """The two identities."""
    return {"norm": lemma(everywhere(prover)), "statistic": lemma(by_statistic(prover))}


def decides(prover: Prover) -> Iterable[Theorem]:
    """So chi2 > tau outside the ellipse, and only there; from the statistic to (7), and from (7) to |T|."""
    for name, condition, goal, at in (
        (
            "significant-is-outside",
            below(tau, chi2),
            below(0, beyond),
            AT,
        ),
        (
            "not-significant-is-inside",
            at_most(chi2, tau),
            at_most(beyond, 0),
            INSIDE,
        ),
    ):
        yield proposition(
            prover,
            f"chi2.{name}",
            goal,
            {**GIVEN, "given": condition},
            at,
            {key: each for key, each in known(prover).items() if key != "norm"},
            reason="times m1 m2 s (N - s)",
        )
    for name, condition, goal, at in (
        (
            "outside-is-norm-above-1",
            below(0, beyond),
            below(1, norm),
            AT,
        ),
        (
            "inside-is-norm-at-most-1",
            at_most(beyond, 0),
            at_most(norm, 1),
            INSIDE,
        ),
    ):
        yield proposition(
            prover,
            f"chi2.{name}",
            goal,
            {**MEASURED, "given": condition},
            at,
            {key: each for key, each in known(prover).items() if key in ("N > 0", "norm")},
            reason="times tau m1 m2 N^2",
        )


def degenerate(prover: Prover) -> Iterable[Theorem]:
    """Where the statistic is 0/0 the table is on the ellipse: |T| = 1, so the test says not significant."""
    at: Point = {"m1": 4, "m2": 6, "tau": 1}
    for name, table in (("nobody", (term(0), term(0))), ("everybody", (m1, m2))):
        found = norm_squared(*table, m1, m2, tau)
        claim = Implication(
            f"chi2.degenerate-{name}",
            equal(found, 1),
            MEASURED,
            {},
            at,
        )
        yield prover.theorem(claim, at_once("h = 0 and (2s - N)^2 = N^2", algebra))


def on_conic(prover: Prover) -> Iterable[Theorem]:
    """And it is a point of (7)."""
    at: Point = {"m1": 4, "m2": 6, "tau": 1}
    for name, table in (("nobody", (term(0), term(0))), ("everybody", (m1, m2))):
        yield proposition(
            prover,
            f"chi2.{name}-on-conic",
            equal(beyond_ellipse(*table, m1, m2, tau), 0),
            MEASURED,
            at,
            rule=algebra,
            reason="h = 0 and s (N - s) = 0",
        )
