"""Corollary 3: the order of its bound, with constants, and what is said of the two parts of an error."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from math import prod

from ldproof.counting.bounds import exponent_needed
from ldproof.counting.formulas import coin_variance, conditional_glance_variance, estimate_reported
from ldproof.numbers import Symbol, Term, expm1, log, term
from ldproof.rounds import contrast
from ldproof_proofs.counting.bounds.root import AT, ROOTS, theta
from ldproof_proofs.counting.bounds.symbols import SURE, SURPRISED, L, beta, epsilon
from ldproof_proofs.counting.parameters import BUDGET, ROUNDS, N, T, k, mu, x
from ldproof_proofs.counting.variance.exact import MORE
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, proposition, show, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal, placed
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.tails.logarithm import increases

HALF = term(Fraction(1, 2))
lost, ones, tilde = map(Symbol, ("l", "X", "mu_tilde"))


def corollary_3(prover: Prover) -> Iterable[Theorem]:
    """theta* <= 2 coth(epsilon/2) sqrt(L) if L <= 1, L <= 2 l if l <= 1/2, and coth(epsilon/2) <= 1 + 2/epsilon."""
    wide = 4 / contrast(x) ** 2 * L
    yield proposition(
        prover,
        "counting.theta-order",
        at_most(theta**2, wide),
        {**SURPRISED, "L <= 1": at_most(L, 1)},
        {**AT, "L": Fraction(1, 2)},
        ROOTS,
        reason="(u + v)^2 <= 4 u^2 + 4 v^2/3",
        mutant=at_most(100 * theta**2, wide),
    )
    least = 2 * (1 + x) * L / x**2
    yield proposition(
        prover,
        "counting.theta-least",
        at_most(least, theta**2),
        SURPRISED,
        AT,
        ROOTS,
        reason="(u + v)^2 >= v^2",
        mutant=at_most(10 * least, theta**2),
    )
    rest = 1 + -lost
    left = below(0, rest)
    yield proposition(
        prover,
        "counting.surprise-order",
        at_most(exponent_needed(lost), 2 * lost),
        {"l >= 0": at_most(0, lost), "l <= 1/2": at_most(lost, HALF)},
        {"l": Fraction(1, 4)},
        {
            "left": left,
            "tangent": axiom(Always.TANGENT, -log(rest)),
            "inverse": axiom(Always.INVERSE, rest),
        },
        reason="-ln(1 - l) <= 1/(1 - l) - 1",
        mutant=at_most(exponent_needed(lost), lost),
    )
    tangent = {"tangent": axiom(Always.TANGENT, epsilon)}
    grows = below(0, expm1(epsilon))
    yield proposition(
        prover,
        "counting.contrast-order",
        at_most(1 / contrast(expm1(epsilon)), 1 + 2 / epsilon),
        {"epsilon > 0": below(0, epsilon)},
        {"epsilon": 1},
        {"excess": grows, **tangent},
        reason="e^u - 1 >= u",
        mutant=at_most(10 / contrast(expm1(epsilon)), 1 + 2 / epsilon),
    )


def parts(prover: Prover) -> Theorem:
    """The parts of an error may cancel: together they are not at most twice the error."""
    at: Point = {"X": 2, "k": 4, "x": 2, "mu": Fraction(1, 2), "mu_tilde": Fraction(1, 4)}
    found = estimate_reported(ones, k, x)
    claim = Failure(
        "counting.parts-cancel",
        "one of four reporters is active, one of them lies, and half of all people are active: mu_hat = mu; the left side "
        "adds up the parts mu_hat - mu_tilde and mu - mu_tilde",
        at_most((found - tilde) + (mu - tilde), 2 * (found - mu)),
        at,
        {**at, "X": 4},
    )
    return prover.theorem(claim, ByPoint())


C, S, V = map(Symbol, "CSV")


def parts_on_average(prover: Prover) -> Theorem:
    """The mean square of the sum of both parts is at most twice that of the error."""
    noise, sampling = coin_variance(x) / k, mu * (1 - mu) * (N - k) / ((N - 1) * k)
    at: Point = {"x": 2, "N": 4, "k": 2, "mu": Fraction(1, 2), "C": Fraction(1, 8)}
    both, whole = noise + 2 * C + sampling, conditional_glance_variance(N, mu, k, x)
    return proposition(
        prover,
        "counting.parts-on-average",
        at_most(S, 2 * V),
        {
            **BUDGET,
            **MORE,
            "k >= 1": at_most(1, k),
            "S": equal(S, both),
            "V": equal(V, whole),
            "square": at_most(2 * C, noise + sampling),
        },
        {**at, "S": placed(both, at), "V": placed(whole, at)},
        reason="V is the sum of the parts' mean squares, and a mean of (|a| - |b|)^2 is not negative",
        mutant=at_most(S, V),
        reading="given k reporters, all sets of k people alike, S is the mean of (|mu_hat - mu_tilde| + |mu_tilde - mu|)^2, V that of "
        "(mu_hat - mu)^2, and C that of |mu_hat - mu_tilde| |mu_tilde - mu|",
        stands=("S", "V", "C"),
    )


def parts_cases(times: int) -> Iterable[tuple[str, Relation]]:
    """The mean squares of the sum of both parts and of the error, over all sets of reporters and all reports."""
    true, lie = Fraction(3, 4), Fraction(1, 4)
    for people in range(2, 6):
        for active, count in product(range(people + 1), range(1, people + 1)):
            share, sums, errors = Fraction(active, people), Fraction(0), Fraction(0)
            chosen = [*combinations([person < active for person in range(people)], count)]
            for states, reports in product(chosen, product((False, True), repeat=count)):
                chance = prod(
                    true if one == other else lie for one, other in zip(states, reports, strict=True)
                )
                sample = Fraction(sum(states), count)
                found = (Fraction(sum(reports), count) - lie) / (true - lie)
                sums += chance * (abs(found - sample) + abs(sample - share)) ** 2
                errors += chance * (found - share) ** 2
            name = f"N = {people}, {active} active, k = {count}"
            yield f"{name}, both parts", at_most(sums, times * errors)
            yield name, equal(errors / len(chosen), conditional(people, share, count))


def conditional(people: int, share: Fraction, count: int) -> Term:
    """Glance's variance given the number of reporters, at odds of 3."""
    return conditional_glance_variance(term(people), term(share), term(count), term(2))


def parts_counted(prover: Prover) -> Theorem:
    """The same, by enumeration."""
    claim = Ground(
        "counting.parts-are-counted",
        "given k reporters, the mean square of the sum of both parts is at most twice that of the error, which is the variance",
        "2 <= N <= 5, every number of active people, every k, odds of 3",
        lambda: parts_cases(2),
        lambda: parts_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def logarithm(prover: Prover) -> Theorem:
    """The logarithm of 4T/beta is of the order of the printed one."""
    ratio, four = T / beta, term(4)
    given = {**ROUNDS, **SURE, "T >= 4 beta": at_most(4 * beta, T)}
    at: Point = {"T": 3, "beta": Fraction(1, 2)}
    more = proposition(prover, "counting.ratio-at-least-4", at_most(four, ratio), given, at)
    return show(
        prover,
        steps(
            Step("=", log(four) + log(ratio), "logarithms add", search),
            last=Last("ln 4 <= ln(T/beta)", search),
        ),
        "counting.logarithm-order",
        at_most(log(4 * T / beta), 2 * log(ratio)),
        given,
        {
            "positive": below(0, ratio),
            "product": axiom(Always.PRODUCT, four, ratio),
            "more": lemma(more),
            "smaller": lemma(increases(prover), v=four, w=ratio),
        },
        at,
        Mutant(at_most(log(4 * T / beta), log(ratio)), at),
    )
