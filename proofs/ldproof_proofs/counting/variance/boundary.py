"""Who has the least exact variance, for all N and T."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.formulas import (
    every_round_variance,
    glance_variance_at,
    harmony_variance,
    state_variance,
)
from ldproof.numbers import Symbol, term
from ldproof_proofs.counting.parameters import SETTING, SHARE, N, T, fill, mu, x
from ldproof_proofs.counting.variance.exact import AT, MORE, R, p, plain, q
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Last, Prover, Step, at_once, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem


def boundary(prover: Prover) -> Theorem:
    """Harmony's variance less Glance's."""
    c = p * q / (p - q) ** 2
    s = q + (p - q) * mu
    gap = (
        (T - 1) * (s - fill) ** 2 / (N * (p - q) ** 2)
        - mu * (1 - mu) * (T - 1) / (N * (N - 1))
        - (R - T / N) * (c + mu * (1 - mu) * N / (N - 1))
    )
    return plain(
        prover,
        "harmony-less-glance",
        equal(harmony_variance(N, T, mu, x, fill) - glance_variance_at(N, mu, R, x), gap),
        {**SETTING, **MORE},
        "multiply out",
        "R = E[1/k | k >= 1]",
    )


HALF, NOBODY = term(Fraction(1, 2)), term(0)


def nobody_active(prover: Prover) -> Theorem:
    """With mu = fill = 0 the filled-in value is nearly right: H_0 is ahead of Glance if and only if (N R - T) E > T - 1."""
    gap = harmony_variance(N, T, NOBODY, x, NOBODY) - glance_variance_at(N, NOBODY, R, x)
    return plain(
        prover,
        "harmony-less-glance-at-0",
        equal(gap, (T - 1 - (N * R - T) * (1 + x)) / (N * x**2)),
        {**SETTING, **MORE},
        "s = q = 1/(E + 1) and c = E/(E - 1)^2",
        "mu = 0 and E = 1 + x; R = E[1/k | k >= 1]",
    )


def published_ahead(prover: Prover) -> Theorem:
    """With mu = fill = 1/2 the filled-in value costs nothing: then H_1/2 is ahead of Glance wherever R > T/N."""
    at: Point = {**AT, "R": 1}
    half = harmony_variance(N, T, HALF, x, HALF)
    claim = Implication(
        "counting.published-ahead",
        below(half, glance_variance_at(N, HALF, R, x)),
        {**SETTING, **MORE, "R > T/N": below(T / N, R)},
        witness=at,
        reading="mu = 1/2, and H_1/2 fills in the value 1/2; R = E[1/k | k >= 1]",
    )
    return prover.theorem(claim, at_once("s = 1/2, so that only the last two terms are left", search))


def once(prover: Prover) -> Iterable[Theorem]:
    """N x^2 times Glance's variance less Harmony's is a quadratic in x whose coefficients change their signs once at most."""
    slope = N * R - T - 2 * mu * (T - 1)
    bend = state_variance(mu) * N * (N * R - 1) / (N - 1) - mu * (T - 1)
    quadratic = N * R - (2 * T - 1) + slope * x + bend * x**2
    yield plain(
        prover,
        "glance-less-harmony",
        equal(
            N * x**2 * (glance_variance_at(N, mu, R, x) - harmony_variance(N, T, mu, x, NOBODY)), quadratic
        ),
        {**SETTING, **MORE},
        "multiply out",
        "R = E[1/k | k >= 1]",
    )
    yield plain(
        prover,
        "glance-less-published",
        equal(
            N * x**2 * (glance_variance_at(N, mu, R, x) - harmony_variance(N, T, mu, x, HALF)),
            (N * R - T) * (1 + x) + (state_variance(mu) * N * (N * R - 1) / (N - 1) - (T - 1) / 4) * x**2,
        ),
        {**SETTING, **MORE},
        "multiply out",
        "R = E[1/k | k >= 1]",
    )
    yield plain(
        prover,
        "harmony-less-published",
        equal(
            N * x**2 * (harmony_variance(N, T, mu, x, NOBODY) - harmony_variance(N, T, mu, x, HALF)),
            (T - 1) * (1 + 2 * mu * x + (mu - Fraction(1, 4)) * x**2),
        ),
        {**SETTING, **MORE},
        "multiply out",
    )
    at: Point = {**AT, "T": 3, "N": 4, "R": Fraction(9, 8), "mu": Fraction(1, 8)}
    claim = Implication(
        "counting.overtaken-once",
        at_most(0, bend),
        {
            **SETTING,
            **MORE,
            **SHARE,
            "N R >= 1": at_most(1, N * R),
            "N R <= 2T - 1": at_most(N * R, 2 * T - 1),
            "rising": below(0, slope),
        },
        witness=at,
        mutant=Mutant(at_most(1, bend), at),
        reading="R = E[1/k | k >= 1]",
    )
    yield prover.theorem(
        claim,
        steps(
            Step(
                "<=",
                mu * (1 - mu) * (N * R - 1) - mu * (T - 1),
                "N R <= 2T - 1 and the slope is positive",
                search,
            ),
            last=Last("N >= N - 1", search),
        ),
    )


def limits(prover: Prover) -> Iterable[Theorem]:
    """No budget brings Glance's variance below that of sampling; BORAPPOR's falls below anything."""
    given = {**SETTING, **MORE, **SHARE, "R > 0": below(0, R)}
    claim = Implication(
        "counting.glance-floor",
        below(state_variance(mu) * (N * R - 1) / (N - 1), glance_variance_at(N, mu, R, x)),
        given,
        witness=AT,
        reading="R = E[1/k | k >= 1]",
    )
    yield prover.theorem(claim, at_once("c R > 0", positivity))
    v = Symbol("v")
    at: Point = {"x": 8, "N": 4, "v": Fraction(1, 4), "T": 3}
    falls = Implication(
        "counting.every-round-falls",
        at_most(every_round_variance(N, x), v),
        {**SETTING, "v > 0": below(0, v), "x >= 1": at_most(1, x), "N v x >= 2": at_most(2, N * v * x)},
        witness=at,
        reading="x = e^(epsilon/T) - 1",
    )
    yield prover.theorem(falls, at_once("(1 + x)/x^2 <= 2/x", search))
