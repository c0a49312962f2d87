"""An error is not only large in the mean square: it is about as large with a probability that is bounded from below."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.numbers import Symbol, Term, exp, term
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, proposition, show, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import sums

n, q, V, M, F, P, d, C, b, L, m, c, k, epsilon = map(
    Symbol, ("n", "q", "V", "M", "F", "P", "d", "C", "b", "L", "m", "c", "k", "epsilon")
)
ZEROS_AND_ONES = "Z is the number of ones that n independent people send, each with probability q, less its mean n q, and v = q (1 - q)"
LEAST = Fraction(9, 64)


def fourth_moment(people: Term, variance: Term) -> Term:
    """The mean of Z^4."""
    return 3 * (people * variance) ** 2 + people * variance * (1 - 6 * variance)


def one_more(prover: Prover) -> Iterable[Theorem]:
    """The fourth moment with one person more: the step of an induction from nobody, whose moment is 0."""
    given = {"q >= 0": at_most(0, q), "q <= 1": at_most(q, 1)}
    at: Point = {"n": 3, "q": Fraction(1, 3)}
    own, spread = q * (1 - q) ** 4 + (1 - q) * q**4, q * (1 - q)
    yield proposition(
        prover,
        "shots.fourth-moment",
        equal(fourth_moment(n, spread) + 6 * n * spread * spread + own, fourth_moment(n + 1, spread)),
        given,
        at,
        rule=algebra,
        reason="multiply out",
        mutant=equal(fourth_moment(n, spread) + own, fourth_moment(n + 1, spread)),
        reading=f"{ZEROS_AND_ONES}: the mean of (Z + Y)^4 for an independent Y of mean 0 is that of Z^4 + 6 Z^2 Y^2 + Y^4",
    )
    yield proposition(
        prover,
        "shots.fourth-moment-bound",
        at_most(fourth_moment(n, spread), 3 * (n * spread) ** 2 + n * spread),
        {**given, "n >= 0": at_most(0, n)},
        at,
        reason="v^2 is not negative",
        mutant=at_most(fourth_moment(n, spread), 3 * (n * spread) ** 2 / 2),
        reading=ZEROS_AND_ONES,
    )


def moment_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """Fourth moments from binomial laws, and how likely half a standard deviation is reached."""
    for people in range(1, 31):
        for rate in (Fraction(1, 20), Fraction(1, 3), Fraction(1, 2)):
            weights = [
                (ones, comb(people, ones) * rate**ones * (1 - rate) ** (people - ones))
                for ones in range(people + 1)
            ]
            variance, mean = people * rate * (1 - rate), people * rate
            found = sums.total(chance * (ones - mean) ** 4 for ones, chance in weights)
            name = f"n = {people}, q = {rate}"
            yield name, equal(found, fourth_moment(term(people + more), term(rate * (1 - rate))))
            if variance >= 1:
                reached = sums.total(chance for ones, chance in weights if 4 * (ones - mean) ** 2 >= variance)
                yield f"{name}, half of it", at_most(LEAST, reached)


def counted(prover: Prover) -> Theorem:
    """Both, from the law."""
    claim = Ground(
        "shots.fourth-moment-counted",
        "the fourth moment of a binomial number about its mean is 3 (n v)^2 + n v (1 - 6 v), and if n v >= 1 it is half a standard "
        "deviation or more from its mean with a probability of at least 9/64",
        "n <= 30, q in {1/20, 1/3, 1/2}",
        lambda: moment_cases(0),
        lambda: moment_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def half_deviation(prover: Prover) -> Theorem:
    """Paley and Zygmund: half the standard deviation is reached with probability 9/64 at least."""
    return proposition(
        prover,
        "shots.half-deviation",
        at_most(LEAST, P),
        {
            "V >= 1": at_most(1, V),
            "P >= 0": at_most(0, P),
            "d": at_most(4 * d**2, V),
            "fourth": at_most(F, 3 * V**2 + V),
            "below": at_most(V - d**2, M),
            "Cauchy": at_most(M**2, P * F),
        },
        {"V": 4, "P": Fraction(1, 2), "F": 50, "M": 3, "d": 1},
        reason="9 V^2/16 <= M^2 <= P F <= 4 P V^2",
        mutant=at_most(7 * LEAST, P),
        reading=f"{ZEROS_AND_ONES}; V = n v is its variance, F the mean of Z^4, P the probability of |Z| >= d, and M the mean of Z^2 "
        "where that is so and of 0 elsewhere: elsewhere Z^2 has a mean of at most d^2, and M^2 <= P F by Cauchy and Schwarz",
        stands=("V", "P", "F", "M"),
    )


def best_shot_odds(prover: Prover) -> Theorem:
    """m* reports have 4 of epsilon each at most, if there are as many rounds."""
    return proposition(
        prover,
        "shots.best-shot-spends",
        below(epsilon, 4 * m),
        {
            "c >= 1/2": at_most(Fraction(1, 2), c),
            "k >= 1": at_most(1, k),
            "floor": below(c * epsilon, k + 1),
            "m >= k": at_most(k, m),
            "epsilon > 0": below(0, epsilon),
        },
        {"c": Fraction(1, 2), "k": 1, "epsilon": 3, "m": 1},
        reason="epsilon/2 <= c epsilon < k + 1 <= 2 k",
        mutant=below(epsilon, 2 * m),
        reading="c is c*, k the floor of c epsilon, and m is k or more",
    )


def excess(prover: Prover) -> Theorem:
    """The excess odds of a report of L/m are at most L/m times its odds."""
    u = L / m
    return proposition(
        prover,
        "shots.excess-by-odds",
        at_most(m * (exp(u) - 1), L * exp(u)),
        {"L > 0": below(0, L), "m >= 1": at_most(1, m)},
        {"L": 4, "m": 2},
        {
            "back": axiom(Always.SUM, u, -u),
            "tangent": axiom(Always.TANGENT, -u),
            "odds": axiom(Always.POSITIVE, u),
        },
        reason="1 - u <= e^-u, times m e^u",
        mutant=at_most(m * (exp(u) - 1), L * exp(u) / 4),
    )


def logarithmic_budget(prover: Prover) -> Theorem:
    """At the budget L = ln T no constant C makes T^(1-b) ln T the order of N times the variance."""
    u, growth, most = L / m, b * L, exp(term(4)) - 1
    odds, rest, third = exp(u), exp(L - growth), exp(growth / 3)
    at: Point = {"C": Fraction(1, 10**4), "b": Fraction(1, 2), "L": 4, "m": 2}
    rate, variance = C * rest * L * m * (odds - 1) ** 2, exp(L) * odds
    spent, grown = ("positive", "L > 0", "C > 0", "odds", "m >= 1"), ("positive", "odds", "b > 0", "L > 0")
    return show(
        prover,
        steps(
            Step(
                "<=", C * rest * L**2 * (odds - 1) * odds, "1 - L/m <= 1/E", using("excess", *spent, "E >= 1")
            ),
            Step("<=", C * rest * L**2 * most * odds, "E <= e^4", using("most", *spent)),
            Step("<=", rest * odds * (growth / 3) ** 3, "L is large", using("large", *grown)),
            Step("<", rest * odds * third**3, "e^v > v", using("third", *grown)),
            last=Last("T is the product of its powers", search, "="),
        ),
        "shots.text-log-fails",
        below(rate, variance),
        {
            "C > 0": below(0, C),
            "b > 0": below(0, b),
            "L > 0": below(0, L),
            "m >= 1": at_most(1, m),
            "u <= 4": at_most(L, 4 * m),
            "large": at_most(27 * C * most, b**3 * L),
        },
        {
            "sum": axiom(Always.SUM, L - growth, growth),
            "positive": axiom(Always.POSITIVE, L - growth),
            "odds": axiom(Always.POSITIVE, u),
            "third": axiom(Always.TANGENT, growth / 3),
            "twice": axiom(Always.SUM, growth / 3, growth / 3),
            "thrice": axiom(Always.SUM, 2 * growth / 3, growth / 3),
            "E >= 1": at_most(1, odds),
            "up": axiom(Always.TANGENT, u),
            "excess": lemma(excess(prover)),
            "most": axiom(Always.MONOTONE, u, term(4)),
        },
        at,
        Mutant(below(10**6 * rate, variance), at),
        reading="L = ln T is the budget of m reports, and the left side is C T^(1-b) ln T times m (E - 1)^2",
    )
