"""Table 1 and Corollary 5: how the printed theta, and the error itself, depend on epsilon where it is large."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.counting.formulas import estimate_reported, harmony_variance
from ldproof.numbers import Symbol, term
from ldproof.probability import union_bound
from ldproof.rounds import lie
from ldproof_proofs.counting.bounds.root import (
    AT,
    PRINTED_ROOTS,
    ninth,
    odds,
    printed,
    root_printed,
)
from ldproof_proofs.counting.bounds.symbols import SURPRISED, L
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T, k, mu, x
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import using
from ldproof_proofs.kernel.theorem import Theorem

C, K, share = map(Symbol, "CKl")
FOUR_THIRDS = Fraction(4, 3)


def powers(exponent: int, factor: Fraction | int, *facts: str) -> tuple[Product, ...]:
    """A multiple of a power of E = 1 + x times what facts say."""
    return tuple(
        product(*facts, *("x > 0",) * power, factor=comb(exponent, power) * factor)
        for power in range(exponent + 1)
    )


SIDES = {
    **PRINTED_ROOTS,
    "w >= n": at_most(ninth, root_printed),
    "w <= n + 2": at_most(root_printed, ninth + 2),
}
"""The printed root lies between n and n + 2, n = 2 E L/9."""


def limit(prover: Prover) -> Iterable[Theorem]:
    """The printed theta falls to 4 L/3, and no further."""
    yield proposition(
        prover,
        "counting.printed-above",
        below(FOUR_THIRDS * L, printed),
        SURPRISED,
        AT,
        SIDES,
        reason="w >= n",
        mutant=below(FOUR_THIRDS * 3 * L, printed),
    )
    yield proposition(
        prover,
        "counting.printed-below",
        at_most(printed, FOUR_THIRDS * L + (FOUR_THIRDS * L + 6) / x),
        SURPRISED,
        AT,
        SIDES,
        reason="w <= n + 2",
        mutant=at_most(printed, FOUR_THIRDS * L),
    )


def no_rate(prover: Prover) -> Theorem:
    """Whatever the constant C, theta is above C / sqrt(e^epsilon) once e^epsilon >= (3 C / 4 L)^2."""
    above, _ = limit(prover)
    return proposition(
        prover,
        "counting.no-exponential-rate",
        below(C**2, odds * printed**2),
        {**SURPRISED, "far": at_most(9 * C**2, 16 * L**2 * odds)},
        {"x": 8, "L": 1, "C": 2},
        {**PRINTED_ROOTS, "above": lemma(above)},
        reason="theta > 4 L/3",
        mutant=below(100 * C**2, odds * printed**2),
    )


def product_print(prover: Prover) -> Theorem:
    """Corollary 5's product in our copy is below theta at any epsilon, where C^2 l <= 8: for every C once N is large."""
    return proposition(
        prover,
        "counting.printed-product",
        below(C**2 * share**2 / odds, printed**2),
        {
            **BUDGET,
            "l > 0": below(0, share),
            "l <= L": at_most(share, L),
            "L > 0": below(0, L),
            "C^2 l <= 8": at_most(C**2 * share, 8),
        },
        {"x": 2, "L": 1, "l": Fraction(1, 2), "C": 2},
        PRINTED_ROOTS,
        rule=using("L > 0", "printed root > 0", "l <= L", "l > 0", "C^2 l <= 8", "x > 0"),
        reason="theta^2 >= 8 E L / x^2",
        mutant=below(100 * C**2 * share**2 / odds, printed**2),
    )


def rate(prover: Prover) -> Theorem:
    """While e^epsilon L <= K, theta^2 is at most (16 + 16 K/9) e^epsilon L / (e^epsilon - 1)^2: the rate of Table 1."""
    return proposition(
        prover,
        "counting.printed-rate",
        at_most(printed**2, (16 + Fraction(16, 9) * K) * odds * L / x**2),
        {**SURPRISED, "E L <= K": at_most(odds * L, K)},
        {**AT, "K": 3},
        PRINTED_ROOTS,
        reason="(u + v)^2 <= 2 u^2 + 2 v^2",
        mutant=at_most(printed**2, odds * L / x**2),
    )


def truthful(prover: Prover) -> Iterable[Theorem]:
    """Where nobody lies and all reporters are in one state, Glance errs by 1/(e^epsilon - 1) about that state."""
    for name, ones, active in (("dense", k, term(1)), ("sparse", term(0), term(0))):
        off = (1 if name == "dense" else -1) / x
        yield proposition(
            prover,
            f"counting.truthful-{name}",
            equal(estimate_reported(ones, k, x) - active, off),
            {**BUDGET, "k >= 1": at_most(1, k)},
            {"x": 2, "k": 3},
            rule=algebra,
            reason="(1 - q)/(p - q) - 1 = q/(p - q)",
        )
    yield proposition(
        prover,
        "counting.some-lie",
        at_most(union_bound(N, lie(x)), N / (1 + x)),
        {**BUDGET, **PEOPLE},
        {"x": 2, "N": 3},
        reason="q = 1/(E + 1)",
        reading="the left side bounds the probability that somebody lies",
    )


def harmony(prover: Prover) -> Iterable[Theorem]:
    """Harmony's variance: dense, it stays above (T - 1)/N; sparse, it falls like e^-epsilon."""
    setting, at = {**BUDGET, **PEOPLE, **ROUNDS}, {"x": 2, "N": 3, "T": 2}
    dense, sparse = (harmony_variance(N, T, term(active), x) for active in (1, 0))
    yield proposition(
        prover,
        "counting.harmony-dense",
        at_most((T - 1) / N, dense),
        setting,
        at,
        reason="E (T - 1)/x^2 + ...",
        mutant=at_most(10 * (T - 1) / N, dense),
    )
    exact = ((2 + x) * T - 1) / (N * x**2)
    yield proposition(
        prover, "counting.harmony-sparse", equal(sparse, exact), setting, at, rule=algebra, reason="s = q"
    )
    yield proposition(
        prover,
        "counting.harmony-sparse-falls",
        at_most(sparse, 3 * T / (N * x)),
        {**PEOPLE, **ROUNDS, "x >= 1": at_most(1, x)},
        at,
        reason="(2 + x) T - 1 <= 3 T x",
    )


def harmony_published(prover: Prover) -> Theorem:
    """As published, with NULL for the middle of the two reports, Harmony's variance has one floor at every mu."""
    found = harmony_variance(N, T, mu, x, term(Fraction(1, 2)))
    return proposition(
        prover,
        "counting.harmony-published-variance",
        equal(found, T / N * (1 / x) ** 2 + T / N * (1 / x) + (T - 1) / (4 * N)),
        {**BUDGET, **PEOPLE, **ROUNDS},
        {"x": 2, "N": 3, "T": 2, "mu": Fraction(1, 3)},
        rule=algebra,
        reason="mu (1 - mu) + (mu - 1/2)^2 = 1/4",
        mutant=equal(found, T / N * (1 / x) ** 2 + T / N * (1 / x)),
        reading="NULL counts as 1/2",
    )
