"""Table 2: the order of the errors that it claims, and the order that they have."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.chi2.formulas import delta_y2, larger_number, norm_squared, statistic_ratio, t_squared
from ldproof.numbers import Symbol, Term, exp, term
from ldproof_proofs.chi2.accuracy.algorithm_1 import bound, compared, d
from ldproof_proofs.chi2.accuracy.symbols import (
    AWAY,
    NOISY,
    PEOPLE,
    SPENT,
    THRESHOLD,
    D,
    a,
    b,
    beta,
    epsilon,
    m1,
    m2,
    t,
    tau,
)
from ldproof_proofs.chi2.curator.laplace import P, crossing
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Fact, Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

n, C = Symbol("n"), Symbol("C")
"""As many cases as controls, and a constant."""
EVEN: Facts = {"n >= 1": at_most(1, n)}


def nobody(prover: Prover) -> Theorem:
    """A variant that nobody has: |T| = 1 exactly, so Algorithm 2 flips a coin, although chi2 = 0 is tau away from tau."""
    zero = term(0)
    return proposition(
        prover,
        "chi2.nobody-on-ellipse",
        equal(norm_squared(zero, zero, m1, m2, tau), 1),
        {**PEOPLE, **THRESHOLD},
        {"m1": 1, "m2": 2, "tau": 1},
        rule=algebra,
        reason="((0 - N)/N)^2",
        reading="the table (0, 0)",
    )


def nobody_errs(prover: Prover) -> Theorem:
    """So the probability of the wrong answer there is 1/2."""
    at: Point = {"epsilon": 1, "D": 1, "P": Fraction(1, 2)}
    return crossing(
        prover,
        "on-ellipse-a-coin",
        equal(P, term(Fraction(1, 2))),
        NOISY,
        at,
        term(0),
        {},
        "the value is at the threshold",
        reason="e^0 = 1",
    )


def away_errs_less(prover: Prover) -> Theorem:
    """Wherever a value is away from its threshold the probability is less than 1/2."""
    given: Facts = {**NOISY, "d > 0": below(0, d)}
    at: Point = {"epsilon": 1, "D": 1, "d": 1}
    low = -epsilon * d / D
    return proposition(
        prover,
        "chi2.away-below-a-half",
        below(exp(low) / 2, term(Fraction(1, 2))),
        given,
        at,
        reason="the exponential increases",
    )


def more_noise_errs_more(prover: Prover) -> Theorem:
    """The error of a given distance grows with the sensitivity."""
    F = Symbol("F")
    given: Facts = {**NOISY, "D < F": below(D, F), "d > 0": below(0, d)}
    at: Point = {"epsilon": 1, "D": 1, "F": 2, "d": 1}
    positive = below(0, F)
    low, high = -epsilon * d / D, -epsilon * d / F
    rises = below(low, high)
    return proposition(
        prover,
        "chi2.more-noise-errs-more",
        below(exp(low) / 2, exp(high) / 2),
        given,
        at,
        {"F > 0": positive, "exponents": rises, "e": below(exp(low), exp(high))},
        reason="the exponential increases",
    )


def rare(prover: Prover) -> Iterable[Theorem]:
    """The table (a, 0) of n cases and n controls has chi2 >= a, whatever n, and |T|^2 - 1 <= (1/n^2 + 2/(tau n)) a^2."""
    cells: Facts = {**EVEN, "a > 0": below(0, a), "a <= n": at_most(a, n)}
    at: Point = {"n": 7, "a": 5, "tau": 2}
    yield proposition(
        prover,
        "chi2.rare-significant",
        at_most(a, statistic_ratio(a, a - a, n, n)),
        cells,
        at,
        reason="chi2 = 2 n a/(2n - a)",
        reading="n cases, a of them with the variant, and n controls without it",
    )
    yield proposition(
        prover,
        "chi2.rare-near-ellipse",
        at_most(norm_squared(a, a - a, n, n, tau) - 1, (1 / n**2 + 2 / (tau * n)) * a**2),
        {**cells, **THRESHOLD},
        at,
        reason="|T|^2 = (1 - a/n)^2 + 2 a^2/(tau n)",
        reading="n cases, a of them with the variant, and n controls without it",
    )


def vanishing(prover: Prover) -> Theorem:
    """(|T|^2 - 1)/(2 Delta_T) there: its square is at most a constant over n."""
    given: Facts = {**EVEN, **THRESHOLD}
    near, least = (1 / n**2 + 2 / (tau * n)) * a**2, 4 / (tau * n)
    return proposition(
        prover,
        "chi2.rare-vanishes",
        at_most(near**2 / (4 * least), a**4 * (tau + 2) ** 2 / (16 * tau * n)),
        given,
        {"n": 7, "a": 5, "tau": 2},
        reason="tau/n + 2 <= tau + 2",
    )


def nearly_a_coin(prover: Prover) -> Theorem:
    """An error is at least (1 - epsilon (|T|^2 - 1)/(2 Delta))/2."""
    exponent = -epsilon * (t - 1) / D
    return crossing(
        prover,
        "error-nearly-a-half",
        at_most((1 - epsilon * (t**2 - 1) / (2 * D)) / 2, P),
        {**NOISY, "t >= 1": at_most(0, t - 1)},
        {"epsilon": 1, "D": 1, "t": 2, "P": exp(term(-1)) / 2},
        t - 1,
        {"tangent": axiom(Always.TANGENT, exponent)},
        "t = |T| at a table on the circle or beyond it",
        reason="e^u >= 1 + u and t - 1 <= (t^2 - 1)/2",
    )


def spread_at_least(prover: Prover) -> Iterable[Theorem]:
    """With n cases and n controls both sensitivities of |T| are above 2/sqrt(tau n); Delta_T^2 = 8 (N + tau)/(tau N^2)."""
    given: Facts = {**EVEN, **THRESHOLD}
    at: Point = {"n": 7, "tau": 2}
    yield proposition(
        prover,
        "chi2.delta-t-balanced-exact",
        equal(t_squared(n, n, tau), 8 * (2 * n + tau) / (tau * (2 * n) ** 2)),
        given,
        at,
        rule=algebra,
        reason="(12) with m1 = m2 = n",
        mutant=equal(t_squared(n, n, tau), 4 * (2 * n + tau) / (tau * (2 * n) ** 2)),
    )
    yield proposition(
        prover,
        "chi2.delta-t-balanced-above",
        below(4 / (tau * n), t_squared(n, n, tau)),
        given,
        at,
        reason="the difference is 2/n^2",
    )


def ranking(prover: Prover) -> Iterable[Theorem]:
    """Algorithm 1 with (14) stays at or below e^(-beta epsilon/4)/2, whatever N, and so below Algorithm 2's 1/2."""
    given: Facts = {**EVEN, **AWAY, **SPENT}
    at: Point = {"n": 7, "beta": 1, "epsilon": 1}
    people = 2 * n
    spread = 4 * people / (people + 2)
    low, high = -beta * epsilon / spread, -beta * epsilon / 4
    yield proposition(
        prover,
        "chi2.algorithm-1-stays",
        at_most(bound(spread), exp(high) / 2),
        given,
        at,
        {"e": axiom(Always.MONOTONE, low, high)},
        reason="the exponential increases",
        reading="N = 2n and the left side is (17)",
    )
    yield proposition(
        prover,
        "chi2.algorithm-1-below-a-half",
        below(exp(high) / 2, term(Fraction(1, 2))),
        {**AWAY, **SPENT},
        at,
        reason="the exponential increases",
    )


def with_public_controls(prover: Prover) -> Iterable[Theorem]:
    """(19) stays too, whatever b is, and falls no faster than e^(-3 beta epsilon/4)/2; nor does (17)."""
    given: Facts = {**EVEN, **AWAY, **SPENT}
    row: Facts = {"b >= 0": at_most(0, b), "b <= n": at_most(b, n)}
    at: Point = {"n": 7, "b": 2, "beta": 1, "epsilon": 1}
    most = larger_number(b, n - b)
    known: dict[str, Fact] = {}
    for name, number in (("", most), ("-and-1", most + 1)):
        known[f"larger{name}"] = below(0, number)
    low, high = -3 * beta * epsilon / 4, -beta * epsilon / 4
    cases: Iterable[tuple[str, Term, Facts, dict[str, Fact]]] = (
        ("17", 4 * (2 * n) / (2 * n + 2), given, {}),
        ("19", delta_y2(b, n, n), {**given, **row}, known),
    )
    for name, spread, facts, more in cases:
        exponent = -beta * epsilon / spread
        yield compared(prover, f"algorithm-1-least-{name}", low, exponent, facts, at, more, "m1 = m2 = n")
        if name == "19":
            yield compared(prover, f"algorithm-1-most-{name}", exponent, high, facts, at, more, "m1 = m2 = n")


def no_constant(prover: Prover) -> Theorem:
    """e^(-3 beta epsilon/4)/2 is not O(e^(-beta epsilon)): whatever C, it is larger once beta epsilon >= 8 C."""
    u = beta * epsilon
    given: Facts = {"large": at_most(8 * C, u)}
    return proposition(
        prover,
        "chi2.table-2-no-constant",
        below(C * exp(-u), exp(-3 * u / 4) / 2),
        given,
        {"C": 1, "beta": 8, "epsilon": 1},
        {
            "positive": axiom(Always.POSITIVE, -u),
            "tangent": axiom(Always.TANGENT, u / 4),
        },
        reason="e^(u/4) >= 1 + u/4 > 2 C",
    )
