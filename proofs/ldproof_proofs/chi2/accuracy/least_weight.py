"""How even the margin of a significant table must be: w is at least 4 k M m N / (M N + k m)^2 where chi2 >= k."""

from collections.abc import Iterable

from ldproof.chi2.formulas import group_imbalance, margin_weight, statistic_ratio
from ldproof.numbers import Symbol, Term
from ldproof_proofs.chi2.accuracy.symbols import MARGIN, PEOPLE, N, a, b, k, m1, m2, s
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.prover import Prover, Used, algebra, by, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal, obligations
from ldproof_proofs.kernel.search import using
from ldproof_proofs.kernel.theorem import Theorem

M, m = Symbol("M"), Symbol("m")
"""The larger and the smaller group."""
wide = M * N + k * m
CELLS: Facts = {
    **PEOPLE,
    "a >= 0": at_most(0, a),
    "a <= m1": at_most(a, m1),
    "b >= 0": at_most(0, b),
    "b <= m2": at_most(b, m2),
    "m1 <= M": at_most(m1, M),
    "m2 <= M": at_most(m2, M),
}
BEYOND: Facts = {
    **CELLS,
    **MARGIN,
    "k > 0": below(0, k),
    "m > 0": below(0, m),
    "M m": equal(m1 * m2, M * m),
    "chi2 >= k": at_most(k, statistic_ratio(a, b, m1, m2)),
}
AT: Point = {"a": 3, "b": 1, "m1": 4, "m2": 6, "M": 6, "m": 4, "k": 2}
SIDES = (("variants", s, ("a >= 0", "b >= 0")), ("others", N - s, ("a <= m1", "b <= m2")))
"""Those who have the variant, and those who do not: what holds of the ones holds of the others."""


def enough(name: str, margin: Term, cells: tuple[str, str]) -> Used:
    """Where chi2 >= k, s and N - s are at least k m N / (M N + k m): as |h| is at most s M, and at most (N - s) M."""
    slanted = at_most(group_imbalance(a, b, m1, m2) ** 2, (margin * M) ** 2)
    # k s (N - s) M m <= N h^2 <= N s^2 M^2
    rule = by(
        product("chi2 >= k", "s > 0", "s < N", "m1 > 0", "m2 > 0"),
        product(f"h by {name}", "N > 0"),
        product("M m", scale=-k * s * (N - s)),
        times=(product("M > 0", "s > 0" if name == "variants" else "s < N"),),
    )
    return {
        f"h by {name}": Local(slanted, using(*cells, "m1 <= M", "m2 <= M", "m1 > 0", "m2 > 0")),
        name: Local(at_most(k * m * N, margin * wide), rule),
    }


def least_weight(prover: Prover) -> Theorem:
    """So w is at least 4 k M m N / (M N + k m)^2."""
    known: Used = {
        "N > 0": below(0, N),
        "M > 0": below(0, M),
        "defined": obligations(statistic_ratio(a, b, m1, m2))[0],
        **enough(*SIDES[0]),
        **enough(*SIDES[1]),
        "wide > 0": below(0, wide),
    }
    return proposition(
        prover,
        "chi2.weight-at-least",
        at_most(4 * k * M * m * N / wide**2, margin_weight(a, b, m1, m2)),
        BEYOND,
        AT,
        known,
        rule=using("variants", "others", "wide > 0", "N > 0"),
        reason="(s - s0) (N - s - s0) >= 0",
        reading="M and m are the sizes of the larger and of the smaller group",
    )


def attained(prover: Prover) -> Iterable[Theorem]:
    """Over real cells that is tight: at a = s0 of the smaller group and b = 0."""
    people = m + M
    start = k * m * people / (M * people + k * m)
    given: Facts = {
        "m > 0": below(0, m),
        "m <= M": at_most(m, M),
        "k > 0": below(0, k),
        "k <= N": at_most(k, people),
    }
    at: Point = {"m": 4, "M": 6, "k": 2}
    yield proposition(
        prover,
        "chi2.weight-attained",
        equal(statistic_ratio(start, start - start, m, M), k),
        given,
        at,
        rule=algebra,
        reason="both sides",
        mutant=equal(statistic_ratio(start, start - start, m, M), 2 * k),
        reading="m cases with k m N/(M N + k m) variants, and M controls without",
    )
    yield proposition(
        prover,
        "chi2.weight-attained-within",
        at_most(start, m),
        given,
        at,
    )
