"""Corollary 1, and Basic One-time RAPPOR: each bound is where a classical one comes down to beta, and its order."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.bounds import borappor_alpha, harmony_upper_at
from ldproof.counting.formulas import harmony_variance
from ldproof.numbers import Symbol, Term, exp, expm1, log, sqrt, term
from ldproof.probability import bernstein_bound, union_bound
from ldproof.rounds import contrast
from ldproof_proofs.counting.bounds.symbols import SURE, beta, epsilon
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T, x
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Known, axiom, implication, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, Used, algebra, at_once, proposition, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.union import over_rounds
from ldproof_proofs.tails.cited import hoeffding_bound, theorem_of_bernstein, theorem_of_hoeffding
from ldproof_proofs.tails.logarithm import positive

P, Q, V, S, b, r = map(Symbol, "PQVSbr")
surprise = log(2 * T / beta)
UNSURE: Facts = {**SURE, "beta < 1": below(beta, 1)}
SETTING: Facts = {**PEOPLE, **ROUNDS, **UNSURE}
AT: Point = {"N": 30, "T": 2, "beta": Fraction(1, 2)}
under = (b * S / 3) ** 2 + 2 * V * S
alpha = b * S / 3 + sqrt(under)
"""The root of alpha^2 / (2 V + 2 b alpha/3) = S."""
ROOT: Facts = {"S > 0": below(0, S), "b > 0": below(0, b), "V >= 0": at_most(0, V)}


def logarithm(prover: Prover) -> Used:
    """ln(2T/beta) is positive."""
    above = below(1, 2 * T / beta)
    return {"above 1": above, "S > 0": lemma(positive(prover), v=2 * T / beta)}


def solves(prover: Prover) -> tuple[Theorem, Theorem]:
    """Bernstein's exponent is S there."""
    at: Point = {"S": 1, "b": 1, "V": 1}
    distance = proposition(
        prover,
        "counting.upper-positive",
        below(0, 2 * V + 2 * b * alpha / 3),
        ROOT,
        at,
        reason="both are positive",
        mutant=below(100, 2 * V + 2 * b * alpha / 3),
    )
    exponent = alpha**2 / (2 * V + 2 * b * alpha / 3)
    found = proposition(
        prover,
        "counting.upper-solves",
        equal(exponent, S),
        ROOT,
        at,
        {"distance": lemma(distance)},
        rule=algebra,
        reason="alpha^2 - 2 b S alpha/3 - 2 V S = 0",
        mutant=equal(exponent, 2 * S),
    )
    return found, distance


def reached(
    prover: Prover,
    name: str,
    tail: Term,
    power: Term,
    setting: Facts,
    at: Point,
    known: Used,
) -> Iterable[Theorem]:
    """T times a tail is at most beta where its exponent is ln(2T/beta)."""
    low = proposition(
        prover,
        f"counting.{name}-exponent",
        at_most(power, -surprise),
        setting,
        at,
        known,
        reason="its exponent",
        mutant=at_most(power, -2 * surprise),
    )
    yield low
    bound = union_bound(T, tail)
    yield show(
        prover,
        steps(
            Step("<=", union_bound(T, 2 * exp(-surprise)), "the exponent is ln(2T/beta)", search),
            last=Last("e^-ln(2T/beta) = beta/2T", search, "="),
        ),
        f"counting.{name}",
        at_most(bound, beta),
        setting,
        {
            **known,
            "exponent": lemma(low),
            "less": axiom(Always.MONOTONE, power, -surprise),
            "inverse": axiom(Always.INVERSE, 2 * T / beta),
        },
        at,
        Mutant(at_most(bound, beta / 10), at),
    )


def exceeded(
    prover: Prover,
    name: str,
    tail: Known,
    solved: Theorem,
    known: Used,
    at: Point,
    reading: str,
) -> Theorem:
    """So an error of that size occurs in some round with probability beta at most."""
    return show(
        prover,
        at_once("a union over the rounds", search),
        f"counting.{name}",
        at_most(Q, beta),
        implication(solved).given,
        {**known, **over_rounds(prover, Q, T, P), "tail": tail, "solved": lemma(solved)},
        {**at, "P": Fraction(1, 4), "Q": Fraction(1, 2)},
        Mutant(at_most(Q, beta / 2), {**at, "P": Fraction(1, 4), "Q": Fraction(1, 2)}),
        reading=f"Q is the probability of an error of alpha or more in some of T rounds; {reading}",
        stands=("Q",),
    )


def harmony(prover: Prover) -> Iterable[Theorem]:
    """T times Bernstein's bound is beta at the reference's bound: no bit moves the estimate by more than b."""
    width = T / (N * contrast(x))
    ours = harmony_upper_at(V, N, T, beta, x)
    values = {"b": width, "S": surprise}
    root, distance = solves(prover)
    known = {
        **logarithm(prover),
        "b > 0": below(0, width),
        "distance": lemma(distance, **values),
        "solves": lemma(root, **values),
    }
    setting = {**SETTING, **BUDGET, "V >= 0": at_most(0, V)}
    power = -N * ours**2 / (2 * (N * V) + 2 * (N * width) * ours / 3)
    at: Point = {**AT, "x": 2, "V": 1}
    low, solved = reached(
        prover,
        "harmony-upper",
        bernstein_bound(N, N * V, N * width, ours),
        power,
        setting,
        at,
        known,
    )
    yield low
    yield solved
    scaled = {"variance": N * V, "width": N * width}
    signs = {
        "variance-least of people": at_most(0, scaled["variance"]),
        "width-positive of people": below(0, scaled["width"]),
    }
    tail = lemma(theorem_of_bernstein(prover), count=N, off=ours, **scaled)
    needed = {name: known[name] for name in ("above 1", "S > 0", "b > 0")}
    yield exceeded(
        prover,
        "harmony-errs",
        tail,
        solved,
        {**needed, **signs},
        at,
        "alpha is b S/3 + sqrt((b S/3)^2 + 2 V S) with b = T/(N (p - q)) and S = ln(2T/beta), and Harmony's error the mean of N "
        "independent numbers of mean 0, of size N b at most, whose variances have the mean N V",
    )


def borappor(prover: Prover) -> Iterable[Theorem]:
    """T times Hoeffding's bound is beta at BORAPPOR's alpha, which is at most (1 + 2T/epsilon) sqrt(ln(2T/beta)/(2N))."""
    ours = borappor_alpha(N, T, beta, epsilon)
    report = expm1(epsilon / T)
    setting = {**SETTING, "epsilon > 0": below(0, epsilon)}
    at: Point = {**AT, "epsilon": 1}
    tangent = {"tangent": axiom(Always.TANGENT, epsilon / T)}
    some = below(0, report)
    under = below(0, surprise / (2 * N))
    known = {**logarithm(prover), "inside": under, "excess": some}
    off = contrast(report) * ours
    low, solved = reached(prover, "borappor", hoeffding_bound(N, off), -2 * N * off**2, setting, at, known)
    yield low
    yield solved
    some_off = below(0, off)
    yield exceeded(
        prover,
        "borappor-errs",
        lemma(theorem_of_hoeffding(prover), count=N, off=off),
        solved,
        {**known, "off": some_off},
        at,
        "alpha is coth(epsilon/2T) sqrt(S/(2N)) with S = ln(2T/beta), and the share of ones, which is off by (p - q) alpha, a mean of N "
        "independent bits",
    )
    order = (1 + 2 * T / epsilon) * sqrt(surprise / (2 * N))
    yield proposition(
        prover,
        "counting.borappor-order",
        at_most(ours, order),
        setting,
        at,
        {**known, **tangent, "root": axiom(Always.ROOT, surprise / (2 * N))},
        reason="(E + 1)/(E - 1) = 1 + 2/(E - 1), and e^u - 1 >= u",
        mutant=at_most(10 * ours, order),
    )


def harmony_order(prover: Prover) -> Iterable[Theorem]:
    """Corollary 1: alpha <= 2 coth(epsilon/2) sqrt(T ln(2T/beta)/N) where all are active, if T ln(2T/beta) <= N."""
    setting, at = {**BUDGET, **ROUNDS, **PEOPLE}, {"x": 2, "T": 2, "N": 3}
    active = harmony_variance(N, T, term(1), x)
    variance = proposition(
        prover,
        "counting.harmony-variance-order",
        at_most(active, T / N / contrast(x) ** 2),
        setting,
        at,
        reason="p (1 - p/T) <= 1",
        mutant=at_most(10 * active, T / N / contrast(x) ** 2),
    )
    yield variance
    u, v, k = map(Symbol, ("u", "v", "K"))
    added = proposition(
        prover,
        "counting.harmony-sum",
        at_most((u + v) ** 2, 4 * k**2 * r),
        {
            "r > 0": below(0, r),
            "r <= 1": at_most(r, 1),
            "u": equal(3 * u, k * r),
            "v": at_most(v**2, u**2 + 2 * k**2 * r),
        },
        {"r": 1, "K": 3, "u": 1, "v": 1},
        reason="(u + v)^2 <= 4 u^2 + 4 v^2/3",
        mutant=at_most(100 * (u + v) ** 2, 4 * k**2 * r),
    )
    rate, width = T / N * surprise, T / (N * contrast(x))
    spread = sqrt((width * surprise / 3) ** 2 + 2 * active * surprise)
    whole = harmony_upper_at(active, N, T, beta, x)
    parts = {"r": rate, "K": 1 / contrast(x), "u": width * surprise / 3, "v": spread}
    yield proposition(
        prover,
        "counting.harmony-order",
        at_most(whole**2, 4 * rate / contrast(x) ** 2),
        {**SETTING, **BUDGET, "N >= T ln(2T/beta)": at_most(T * surprise, N)},
        {**at, "N": 10, "T": 2, "beta": Fraction(1, 2)},
        {
            **logarithm(prover),
            "rate > 0": below(0, rate),
            "rate <= 1": at_most(rate, 1),
            "widest": lemma(variance),
            "inside": below(0, (width * surprise / 3) ** 2 + 2 * active * surprise),
            "sum": lemma(added, **parts),
        },
        reason="alpha = u + v, u = b S/3, v^2 = u^2 + 2 V S, b S = K r and V S <= K^2 r",
        mutant=at_most(100 * whole**2, 4 * rate / contrast(x) ** 2),
    )
