"""(A.15), which bounds |T|^2 from below where it is bounded from above; and what is true instead."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.chi2.formulas import margin_weight, norm_squared, statistic_ratio
from ldproof.numbers import Symbol, Term
from ldproof_proofs.chi2.accuracy.symbols import (
    AWAY,
    MARGIN,
    PEOPLE,
    TABLE,
    THRESHOLD,
    N,
    a,
    b,
    beta,
    m1,
    m2,
    s,
    tau,
    w0,
)
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Prover, algebra, by, proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

cells = (a, b, m1, m2)
weight = margin_weight(*cells)
norm = norm_squared(*cells, tau)
chi2 = statistic_ratio(*cells)
printed = 1 - 4 * beta * s * (s - N) / (tau * N**2)
"""What (A.15) transforms: 1 - beta g(a, b)/R."""
off = Symbol("c")
UNEVEN: Facts = {**PEOPLE, **MARGIN}


def deficit(prover: Prover) -> Theorem:
    """What (A.15) transforms is below 1 + beta/tau by exactly (beta/tau) ((2s - N)/N)^2."""
    given = {**PEOPLE, **THRESHOLD}
    return proposition(
        prover,
        "chi2.a-15-deficit",
        equal(1 + beta / tau - printed, beta / tau * ((2 * s - N) / N) ** 2),
        given,
        TABLE,
        rule=algebra,
        reason="1 - w = ((2s - N)/N)^2",
        mutant=equal(printed - (1 + beta / tau), beta / tau * ((2 * s - N) / N) ** 2),
    )


def at_even_margins_only(prover: Prover) -> Theorem:
    """So it is less, unless 2s = N."""
    given = {**PEOPLE, **THRESHOLD, **AWAY, "2s is not N": below(0, (2 * s - N) ** 2)}
    return proposition(
        prover,
        "chi2.a-15-reversed",
        below(printed, 1 + beta / tau),
        given,
        TABLE,
        reason="(beta/tau) ((2s - N)/N)^2 is positive",
    )


def fails(prover: Prover) -> Theorem:
    """The printed inequality at the table of the counterexample."""
    claim = Failure(
        "chi2.a-15-fails",
        "(A.15) at a table with chi2 = tau + beta",
        at_most(1 + beta / tau, printed),
        {"a": 1, "b": 0, "m1": 1, "m2": 2, "tau": 1, "beta": 2},
        {"a": 1, "b": 1, "m1": 2, "m2": 2, "tau": 1, "beta": 2},
    )
    return prover.theorem(claim, ByPoint())


def by_margin(prover: Prover) -> Iterable[Theorem]:
    """|T|^2 = 1 + (chi2/tau - 1) w; so from chi2 >= k and w >= w0 it is at least 1 + (k/tau - 1) w0, and so below tau."""
    identity = proposition(
        prover,
        "chi2.norm-by-margin",
        equal(norm, 1 + (chi2 / tau - 1) * weight),
        {**UNEVEN, **THRESHOLD},
        TABLE,
        rule=algebra,
        reason="both sides times tau m1 m2 N^2",
        mutant=equal(norm, 1 + (chi2 / tau - 1) * weight / 2),
    )
    yield identity
    for name, sign in (("above", 1), ("below", -1)):
        far: Term = tau + sign * beta
        yield proposition(
            prover,
            f"chi2.norm-{name}",
            at_most(0, sign * (norm - (1 + sign * w0 * beta / tau))),
            {
                **UNEVEN,
                **THRESHOLD,
                **AWAY,
                "chi2": at_most(far, chi2) if sign > 0 else at_most(chi2, far),
                "w": at_most(w0, weight),
            },
            {**TABLE, "w0": Fraction(1, 2), **({} if sign > 0 else {"tau": 4})},
            {"w > 0": below(0, weight), "identity": lemma(identity)},
            rule=by(
                product("chi2", "w > 0"),
                product("beta > 0", "w"),
                product("identity", scale=-sign * tau),
                times=(product("tau > 0"),),
            ),
            reason="(chi2/tau - 1) w",
        )
