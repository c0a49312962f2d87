"""What is so where nobody lies, or nobody reports: sampling's own part of an error, and how fast an error falls with epsilon."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.formulas import (
    coin_variance,
    estimate_filled,
    estimate_reported,
    glance_variance_at,
    harmony_variance,
)
from ldproof.numbers import Symbol, exp, log, term
from ldproof.rounds import lie
from ldproof_proofs.counting.bounds.floor import TWO_ROUNDS
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, N, T, k, mu, x
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import using
from ldproof_proofs.kernel.theorem import Theorem

C, R, S, ones = map(Symbol, ("C", "R", "S", "X"))
y, z, f, h0, h1, h2 = map(Symbol, ("y", "z", "f", "h0", "h1", "h2"))


def empty(prover: Prover) -> Theorem:
    """With two rounds or more, nobody may report in a given one."""
    nobody = exp(N * log(1 - 1 / T))
    stays = below(0, 1 - 1 / T)
    return proposition(
        prover,
        "counting.empty-positive",
        below(0, nobody),
        TWO_ROUNDS,
        {"T": 2, "N": 3},
        {"stays": stays, "power": axiom(Always.POSITIVE, N * log(1 - 1 / T))},
        reason="(1 - 1/T)^N > 0",
        mutant=below(1, nobody),
        reading="the right side is the probability that none of N people reports in a given round",
    )


def noise(prover: Prover) -> Theorem:
    """Where nobody lies, mu_hat is off from mu_tilde by what vanishes as epsilon grows."""
    off = estimate_reported(ones, k, x) - ones / k
    return proposition(
        prover,
        "counting.noise-of-the-truthful",
        equal(off, (ones / k - Fraction(1, 2)) * 2 / x),
        {**BUDGET, "k >= 1": at_most(1, k)},
        {"x": 2, "k": 2, "X": 2},
        rule=algebra,
        reason="1/(p - q) = 1 + 2/x",
        mutant=equal(off, (ones / k - Fraction(1, 2)) / x),
        reading="X of k reporters are active, and nobody lies: the left side is mu_hat - mu_tilde",
    )


def often(prover: Prover) -> Theorem:
    """Among N people, each of whom lies with probability 1/N, nobody does with a probability of e^-2 at least."""
    given, at = {"N >= 2": at_most(2, N)}, {"N": 3}
    stays = below(0, 1 - 1 / N)
    change = -log(1 - 1 / N)
    return proposition(
        prover,
        "counting.truthful-often",
        at_most(term(-2), N * log(1 - 1 / N)),
        given,
        at,
        {
            "stays": stays,
            "tangent": axiom(Always.TANGENT, change),
            "inverse": axiom(Always.INVERSE, 1 - 1 / N),
        },
        reason="ln v >= 1 - 1/v",
        mutant=at_most(term(-1), N * log(1 - 1 / N)),
        reading="the right side is the logarithm of the probability that none of N people lies, each with probability 1/N",
    )


def product_fails(prover: Prover) -> Theorem:
    """Corollary 5's product, times any constant, is below the error 1/(E - 1) where N = E + 1 is large."""
    people = 2 + x
    printed = C**2 * (S / ((1 + x) * people)) * (S / people)
    return proposition(
        prover,
        "counting.product-fails",
        below(printed, (1 / x) ** 2),
        {**BUDGET, "C^2 S^2 <= E": at_most(C**2 * S**2, 1 + x)},
        {"x": 3, "C": 1, "S": 2},
        reason="x < N",
        mutant=below(100 * printed, (1 / x) ** 2),
        reading="E = 1 + x, there are 1 + E people, S = T ln(T/beta), C is any constant, and the right side is the square of the "
        "error where all are active and nobody lies",
    )


def faster(prover: Prover) -> Iterable[Theorem]:
    """Where mu >= 1/2, Glance's variance falls faster with epsilon than Harmony's, unless its floor is a large part of R."""
    setting, at = (
        {**BUDGET, **PEOPLE, "N >= 2": at_most(2, N), "T >= 1": at_most(1, T)},
        {"x": 2, "N": 3, "T": 2},
    )
    floor = mu * (1 - mu) * (N * R - 1) / (N - 1)
    yield proposition(
        prover,
        "counting.glance-in-inverse-excess",
        equal(glance_variance_at(N, mu, R, x), R * (1 / x) ** 2 + R * (1 / x) + floor),
        setting,
        {**at, "mu": Fraction(1, 3), "R": 1},
        rule=algebra,
        reason="c = 1/x^2 + 1/x",
        mutant=equal(glance_variance_at(N, mu, R, x), R * (1 / x) ** 2 + R * (1 / x)),
        reading="R is the mean of the inverse number of reporters",
    )
    theirs = harmony_variance(N, T, mu, x)
    yield proposition(
        prover,
        "counting.harmony-in-inverse-excess",
        equal(
            theirs, (2 * T - 1) / N * (1 / x) ** 2 + (T + 2 * mu * (T - 1)) / N * (1 / x) + mu * (T - 1) / N
        ),
        setting,
        {**at, "mu": Fraction(1, 3)},
        rule=algebra,
        reason="s/(p - q) = mu + 1/x",
        mutant=equal(theirs, (2 * T - 1) / N * (1 / x) ** 2 + T / N * (1 / x) + mu * (T - 1) / N),
    )
    ours = {v: R * v**2 + R * v + f for v in (y, z)}
    other = {v: h2 * v**2 + h1 * v + h0 for v in (y, z)}
    yield proposition(
        prover,
        "counting.falls-faster",
        below(ours[z] * other[y], ours[y] * other[z]),
        {
            "z > 0": below(0, z),
            "z < y": below(z, y),
            "R > 0": below(0, R),
            "f >= 0": at_most(0, f),
            "h2 <= h1": at_most(h2, h1),
            "f h1 < R h0": below(f * h1, R * h0),
        },
        {"z": 1, "y": 2, "R": 1, "f": 0, "h0": 1, "h1": 1, "h2": 1},
        rule=using("z < y", "z > 0", "R > 0", "f >= 0", "h2 <= h1", "f h1 < R h0"),
        reason="y - z times three terms",
        mutant=below(ours[y] * other[z], ours[z] * other[y]),
        reading="y and z are 1/(e^epsilon - 1) at a smaller and a larger epsilon, the first factors Glance's variance and the second "
        "ones Harmony's",
    )
    yield proposition(
        prover,
        "counting.falls-with-less-floor",
        below(ours[z] * (ours[y] + h0), ours[y] * (ours[z] + h0)),
        {"z > 0": below(0, z), "z < y": below(z, y), "R > 0": below(0, R), "more": below(0, h0)},
        {"z": 1, "y": 2, "R": 1, "f": 0, "h0": 1},
        reason="h0 R (y - z) (y + z + 1)",
        mutant=below(ours[y] * (ours[z] + h0), ours[z] * (ours[y] + h0)),
        reading="y and z are 1/(e^epsilon - 1) at a smaller and a larger epsilon; the first factors are Glance's variance at one share "
        "of active people, and the second ones at a share at which the part that does not depend on epsilon is larger by h0",
    )


def sparse(prover: Prover) -> Theorem:
    """Where nobody is active, Harmony's variance falls faster with epsilon than Glance's."""
    ours, theirs = ({v: a * v**2 + b * v for v in (y, z)} for a, b in ((R, R), ((2 * T - 1) / N, T / N)))
    return proposition(
        prover,
        "counting.falls-slower",
        below(theirs[z] * ours[y], theirs[y] * ours[z]),
        {
            **PEOPLE,
            **TWO_ROUNDS,
            "z > 0": below(0, z),
            "z < y": below(z, y),
            "R > 0": below(0, R),
        },
        {"z": 1, "y": 2, "R": 1, "N": 3, "T": 2},
        reason="(T - 1) R y z (y - z)/N",
        mutant=below(theirs[y] * ours[z], theirs[z] * ours[y]),
        reading="y and z are 1/(e^epsilon - 1) at a smaller and a larger epsilon; Glance's variance at mu = 0 is R y^2 + R y, and "
        "Harmony's (2 T - 1) y^2/N + T y/N",
    )


def half_active(prover: Prover) -> Theorem:
    """Where half of the people are active, published Harmony's variance falls faster with epsilon than Glance's."""
    quarter = Fraction(1, 4)
    ours = {v: R * v**2 + R * v + quarter * (N * R - 1) / (N - 1) for v in (y, z)}
    theirs = {v: T / N * v**2 + T / N * v + (T - 1) / (4 * N) for v in (y, z)}
    return proposition(
        prover,
        "counting.falls-slower-at-half",
        below(theirs[z] * ours[y], theirs[y] * ours[z]),
        {
            **TWO_ROUNDS,
            "N >= 2": at_most(2, N),
            "z > 0": below(0, z),
            "z < y": below(z, y),
            "R > T/N": below(T / N, R),
        },
        {"z": 1, "y": 2, "R": 1, "N": 3, "T": 2},
        reason="y (y + 1) - z (z + 1) times R (N + T - 1) - T",
        mutant=below(theirs[y] * ours[z], theirs[z] * ours[y]),
        reading="y and z are 1/(e^epsilon - 1) at a smaller and a larger epsilon; mu = 1/2, and NULL counts as 1/2",
    )


def one_is_many(prover: Prover) -> Iterable[Theorem]:
    """Among few people a single one that Harmony receives is an error of the order T/N."""
    off = estimate_filled(ones, k, N, T, term(0), x) - 1
    yield proposition(
        prover,
        "counting.one-is-many",
        at_most(T / N - Fraction(3, 2), off),
        {**BUDGET, **PEOPLE, "T >= N": at_most(N, T), "a one": at_most(1, ones)},
        {"x": 2, "N": 2, "T": 4, "X": 1, "k": 1},
        reason="(T/N - q)/(p - q) >= T/N - q",
        mutant=at_most(3 * T / N - Fraction(3, 2), off),
        reading="X ones arrive in a round, and all are active: the right side is the error",
    )
    yield proposition(
        prover,
        "counting.lie-below-half",
        below(lie(x), Fraction(1, 2)),
        BUDGET,
        {"x": 2},
        reason="q = 1/(E + 1)",
        mutant=below(lie(x), Fraction(1, 5)),
    )


def loud(prover: Prover) -> Theorem:
    """The variance of a debiased report grows beyond anything as epsilon falls to 0."""
    return proposition(
        prover,
        "counting.report-variance-large",
        at_most(1 / x**2, coin_variance(x)),
        BUDGET,
        {"x": 2},
        reason="c = 1/x^2 + 1/x",
        mutant=at_most(10 / x**2, coin_variance(x)),
        reading="the right side is the variance of one debiased report, and x = e^epsilon - 1",
    )


def no_ones(prover: Prover) -> Theorem:
    """In a round in which no one arrives Harmony's estimate is below 0, whatever the share of active people is."""
    off = estimate_filled(term(0), k, N, T, term(0), x) - mu
    return proposition(
        prover,
        "counting.harmony-without-ones",
        below(off, -mu),
        {**BUDGET, **PEOPLE, "T >= 1": at_most(1, T)},
        {"x": 2, "N": 3, "T": 2, "mu": Fraction(1, 3), "k": 1},
        reason="-q/(p - q) = -1/(E - 1)",
        mutant=below(off, -3 * mu),
        reading="the left side is mu_hat - mu where no 1 arrives",
    )


def experiment(prover: Prover) -> Iterable[Theorem]:
    """The source's experiment is such a case: N = 10000, T = 50, mu = 0.9995."""
    people, rounds, active = term(10**4), term(50), term(Fraction(9995, 10000))
    second, first = (2 * rounds - 1) / people, (rounds + 2 * active * (rounds - 1)) / people
    yield proposition(
        prover,
        "counting.dense-coefficients",
        at_most(second, first),
        {},
        {},
        rule=positivity,
        reason="numbers",
        mutant=at_most(2 * second, first),
        reading="h2 and h1 for N = 10000, T = 50 and mu = 0.9995",
    )
    floor = active * (1 - active) * (people * R - 1) / (people - 1)
    yield proposition(
        prover,
        "counting.dense-floor",
        below(floor * first, R * (active * (rounds - 1) / people)),
        {"R > 0": below(0, R)},
        {"R": 1},
        reason="the floor is at most R/1000",
        mutant=below(1000 * floor * first, R * (active * (rounds - 1) / people)),
        reading="f h1 and R h0 for N = 10000, T = 50 and mu = 0.9995",
    )
    middle, kept = rounds / people, (rounds - 1) / (4 * people)
    yield proposition(
        prover,
        "counting.dense-floor-published",
        below(floor * middle, R * kept),
        {"R > 0": below(0, R)},
        {"R": 1},
        reason="the floor is at most R/1000",
        mutant=below(1000 * floor * middle, R * kept),
        reading="f h1 and R h0 for N = 10000, T = 50 and mu = 0.9995, where NULL counts as 1/2",
    )
