"""Sections 5.2.2 and 5.2.3: where Glance's upper bound and Harmony's lower bound cross, if they do."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from ldproof.counting.bounds import (
    bernstein_exponent,
    divergence_loss,
    exponent_needed,
    harmony_lower_at,
    theta_at,
)
from ldproof.counting.formulas import harmony_variance
from ldproof.numbers import Symbol, Term, expm1, log, term
from ldproof_proofs.counting.bounds.limits import SIDES, powers
from ldproof_proofs.counting.bounds.root import printed
from ldproof_proofs.counting.bounds.symbols import L, beta
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T, x
from ldproof_proofs.counting.rivals.lower import LEAST_SURE, lamda, within
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover, Used, by, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

A, S = Symbol("A"), Symbol("S")
FEW: Facts = {
    **BUDGET,
    **ROUNDS,
    **PEOPLE,
    "L > 0": below(0, L),
    "A > 0": below(0, A),
    "S > 0": below(0, S),
    "L": at_most(T * (A + S), N * L),
    "few": at_most(9 * N * (T - 1), 256 * T**2 * A),
}
AT: Point = {"x": 2, "T": 2, "N": 30, "L": 1, "A": 3, "S": 1}


def never(prover: Prover) -> Theorem:
    """Twice theta is above Theorem 4's right side at every epsilon and beta, if 9 N (T - 1) <= 256 T^2 ln(4 T (N+1)^2)."""
    squares = harmony_variance(N, T, term(1), x) * S
    positive = {
        f"{name} > 0": below(0, symbol) for name, symbol, given in (("T", T, ROUNDS), ("N", N, PEOPLE))
    }
    scaled = Fraction(64, 9)
    square = (
        Product(("x > 0",) * power, scaled * weight, (N * L - T * (A + S),))
        for power, weight in enumerate((1, 2, 1))
    )
    apart = (
        Product(("x > 0",) * power, scaled * weight, (T * (A - S),)) for power, weight in enumerate((1, 2, 1))
    )
    rule = by(
        *square,
        *apart,
        *powers(2, 2 * scaled, "L", "T > 0", "A > 0"),
        *powers(2, 2 * scaled, "L", "T > 0", "S > 0"),
        *powers(2, Fraction(1, 9), "few", "S > 0"),
        *powers(1, 32, "L", "N > 0"),
        *powers(1, 32, "N > 0", "T > 0", "A > 0"),
        *powers(1, 31, "N > 0", "T > 0", "S > 0"),
        *powers(1, 16, "w >= n", "L > 0", "N > 0", "N > 0"),
        times=(product("x > 0", "x > 0", "N > 0", "N > 0"),),
    )
    return proposition(
        prover,
        "counting.bounds-never-cross",
        at_most(squares, (2 * printed) ** 2),
        FEW,
        AT,
        {**SIDES, **positive},
        rule=rule,
        reason="(A + S)^2 >= 4 A S",
        mutant=at_most(1000 * squares, (2 * printed) ** 2),
        reading="A = ln(4 T (N+1)^2), S = ln(1/((N+1)^2 beta)) and N L >= T ln(4T/beta) = T (A + S)",
    )


def logarithms(prover: Prover) -> Theorem:
    """ln(4T/beta) = ln(4 T (N+1)^2) + ln(1/((N+1)^2 beta))."""
    rest = 4 * T * (N + 1) ** 2
    return proposition(
        prover,
        "counting.logarithm-splits",
        equal(log(4 * T / beta), log(rest) + lamda),
        {**LEAST_SURE, **ROUNDS},
        {"N": 3, "T": 2, "beta": Fraction(1, 100)},
        {"product": axiom(Always.PRODUCT, rest, within)},
        reason="a logarithm of a product",
        mutant=equal(log(4 * T / beta), log(rest) - lamda),
    )


def condition_cases(factor: int) -> Iterable[tuple[str, Relation]]:
    """Whether people are so few in the source's experiment."""
    people, rounds = term(10**4), term(50)
    room = factor * rounds**2 * log(4 * rounds * (people + 1) ** 2)
    yield "N = 10000, T = 50", at_most(9 * people * (rounds - 1), room)


def experiment(prover: Prover) -> Theorem:
    """The source's experiment has so few people."""
    claim = Ground(
        "counting.experiment-never-crosses",
        "",
        "",
        lambda: condition_cases(256),
        lambda: condition_cases(25),
    )
    return prover.theorem(claim, ByRecord())


kappa, k, a, b, R, U = map(Symbol, ("kappa", "k", "a", "b", "R", "U"))


def wide(odds: Term) -> Term:
    """(T - 1) E + T."""
    return (T - 1) * odds + T


RISING: Facts = {
    "T >= 2": at_most(2, T),
    "k > 0": below(0, k),
    "kappa > 0": below(0, kappa),
    "a >= 1": at_most(1, a),
    "a < b": below(a, b),
    "R > 0": below(0, R),
    "U > 0": below(0, U),
    "R": equal(R**2, kappa * a * wide(a)),
    "U": equal(U**2, kappa * b * wide(b)),
    "few": at_most(kappa * T**2 * (2 * T - 1), 9 * k**2 * (T - 1) ** 2),
}
RISEN: Point = {"T": 2, "k": 1, "kappa": Fraction(1, 3), "a": 1, "b": 25, "R": 1, "U": 15}


def exponent(prover: Prover) -> Theorem:
    """phi(alpha/k) for Theorem 4's alpha, where R = x alpha: kappa ((T-1) E + T) / (2 k^2 (1 + R/3k))."""
    given = {
        **BUDGET,
        **ROUNDS,
        "k > 0": below(0, k),
        "kappa > 0": below(0, kappa),
        "R > 0": below(0, R),
        "R": equal(R**2, kappa * (1 + x) * wide(1 + x)),
    }
    found = bernstein_exponent(R / (k * x), x)
    goal = kappa * wide(1 + x) / (2 * k**2 * (1 + R / (3 * k)))
    at: Point = {"x": 2, "T": 1, "k": 1, "kappa": 3, "R": 3}
    return proposition(
        prover,
        "counting.crossing-exponent",
        equal(found, goal),
        given,
        at,
        reason="R^2 = kappa E ((T - 1) E + T)",
        mutant=equal(found, 2 * goal),
        reading="R = (E - 1) alpha and kappa = ln(1/((N+1)^2 beta))/N",
    )


def rises(prover: Prover) -> Theorem:
    """This exponent rises with E = e^epsilon, so that it is L, where the bounds cross, at one epsilon at most."""
    found: Used = {
        "T > 0": below(0, T),
        "T - 1 > 0": below(0, T - 1),
        "b > 0": below(0, b),
        "b > 1": below(1, b),
        "W > 0": below(0, wide(a)),
        "W' > 0": below(0, wide(b)),
        "root": Local(
            at_most(kappa * T * wide(b), 3 * k * (T - 1) * U),
            by(
                product("kappa > 0", "W' > 0", "few", "b > 0"),
                product(*("kappa > 0",) * 2, "W' > 0", *("T > 0",) * 3, "b > 1"),
                product("U", scale=-9 * k**2 * (T - 1) ** 2),
                times=(
                    product("k > 0", "T - 1 > 0", "U > 0", factor=3),
                    product("kappa > 0", "T > 0", "W' > 0"),
                ),
            ),
        ),
        "difference": Local(
            below(wide(a) * U - wide(b) * R, 3 * k * (T - 1) * (b - a)),
            by(
                product("root", "a < b", "W > 0"),
                product("k > 0", "T - 1 > 0", "a < b", "W' > 0", "R > 0", factor=3),
                product("U", scale=wide(a) ** 2),
                product("R", scale=-(wide(b) ** 2)),
                times=(product("W > 0", "U > 0"), product("W' > 0", "R > 0")),
            ),
        ),
    }
    before, after = (kappa * wide(odds) / (2 * k**2 * (1 + off / (3 * k))) for odds, off in ((a, R), (b, U)))
    return proposition(
        prover,
        "counting.crossing-rises",
        below(before, after),
        RISING,
        RISEN,
        found,
        reason="both denominators are positive",
        reading="R^2 = kappa a W and U^2 = kappa b W', W = (T-1) a + T, W' = (T-1) b + T, at e^epsilon = a and b",
    )


BETA = Fraction(1, 2 * (10**6 + 1) ** 2)
FIGURE = 10**6, 10, BETA
"""N, T and beta of Figure 2."""
CROSSINGS = {
    "printed": (Fraction(781, 100), Fraction(783, 100)),
    "theta*": (Fraction(619, 100), Fraction(621, 100)),
}
"""An epsilon before, and one behind the place where the bounds cross, as printed and with theta*."""
THETAS = {"printed": 4, "theta*": 2}
"""How many theta* Glance's bound is, as printed and with theta*."""


def figure_cases(shift: Fraction) -> Iterable[tuple[str, Relation]]:
    """On both sides of the crossing: so many theta* against Theorem 4's right side."""
    people, rounds, beta_there = (term(each) for each in FIGURE)
    L = exponent_needed(divergence_loss(people, rounds, beta_there))
    for name, (low, high) in CROSSINGS.items():
        thetas = THETAS[name]
        most = Fraction(9 * thetas**2, 1) * (rounds - 1) ** 2 / (rounds**2 * (2 * rounds - 1))
        yield f"{name}, few", at_most(log(1 / ((people + 1) ** 2 * beta_there)), people * most)
        before, after = (expm1(term(epsilon + shift)) for epsilon in (low, high))
        theirs, ours = harmony_lower_at(people, rounds, beta_there, before), thetas * theta_at(L, before)
        yield f"{name}, before", below(theirs, ours)
        theirs, ours = harmony_lower_at(people, rounds, beta_there, after), thetas * theta_at(L, after)
        yield f"{name}, after", below(ours, theirs)


def figure_2(prover: Prover) -> Theorem:
    """Where the curves of Figure 2 cross."""
    claim = Ground(
        "counting.figure-2",
        "at N = 10^6, T = 10 and beta = 1/(2 (N+1)^2) Theorem 5's bound, which is 4 theta*, falls below Theorem 4's between 7.81 and "
        "7.83, so that 8 is the first whole epsilon at which it is below, and 2 theta* falls below it between 6.19 and 6.21, and kappa = ln(1/((N+1)^2 beta))/N is so small that there is one crossing at most",
        "both ends of each interval",
        lambda: figure_cases(Fraction(0)),
        lambda: figure_cases(Fraction(1)),
        values=lambda: (
            {
                f"{place} {name}": epsilon
                for name, both in CROSSINGS.items()
                for place, epsilon in zip(("before", "behind"), both, strict=True)
            }
            | {f"{name}, k": Fraction(many) for name, many in THETAS.items()}
            | {"first whole": Fraction(ceil(CROSSINGS["printed"][1]))}
        ),
    )
    return prover.theorem(claim, ByRecord())
