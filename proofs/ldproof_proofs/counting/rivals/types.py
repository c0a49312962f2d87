"""Theorem 4 corrected: if all are always active, Harmony's error exceeds the bound with probability at least beta.

Let i be the largest whole number up to N (s + d), where d is the bound times (p - q)/T and s = p/T. If i < N (s - d),
every number of ones is off by more than the bound. Otherwise i is off by d at most, and i + 1 ones are off by more.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.numbers import Symbol, exp, log, sqrt, term
from ldproof.rounds import truth
from ldproof_proofs.counting.bounds.symbols import beta
from ldproof_proofs.counting.parameters import BUDGET, ROUNDS, N, T, x
from ldproof_proofs.counting.rivals.lower import RATES, SETTING, Q, lamda, logarithm, rate, within
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import ByCitation, Fact, Last, Prover, Step, Used, by, proposition, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.theorem import Mutant, Theorem

D, P, R, c, d, i, s = map(Symbol, ("D", "P", "R", "c", "d", "i", "s"))
READING = (
    "all are always active, and i is whole; P and R are the probabilities of i and of i + 1 ones in one round, D = D(i/N | s), Q "
    "is the probability that some round has i + 1 ones or more; at most N/(i+1) rounds have i + 1 ones, as each person sends "
    "one at most, so that T (i+1) R <= N Q"
)
AT: Point = {
    "x": 2, "T": 2, "N": 3, "i": 1, "beta": Fraction(1, 20),
    "D": 0, "P": Fraction(1, 2), "R": Fraction(3, 10), "Q": Fraction(2, 5),
}  # fmt: skip


def nobody(prover: Prover) -> Theorem:
    """Where i = 0, D(0 | s) = -ln(1 - s) is at most chi squared, s/(1 - s), too."""
    return proposition(
        prover,
        "counting.entropy-at-0",
        at_most(-log(1 - s), s / (1 - s)),
        {"s > 0": below(0, s), "s < 1": below(s, 1)},
        {"s": Fraction(1, 4)},
        {"tangent": axiom(Always.TANGENT, -log(1 - s)), "inverse": axiom(Always.INVERSE, 1 - s)},
        reason="ln v >= 1 - 1/v",
        mutant=at_most(-3 * log(1 - s), s / (1 - s)),
    )


def exponent(prover: Prover) -> Theorem:
    """N D <= ln(1/((N+1)^2 beta)) where i is off by d at most."""
    chi = (i / N - rate) ** 2 / (rate * (1 - rate))
    return proposition(
        prover,
        "counting.types-exponent",
        at_most(-lamda, -N * D),
        {
            **SETTING,
            "near": at_most((i - N * rate) ** 2, N * rate * (1 - rate) * lamda),
            "KL": at_most(D, chi),
        },
        {name: AT[name] for name in ("x", "T", "N", "i", "beta", "D")},
        names(prover),
        rule=by(
            product("near"),
            product("KL", "N >= 1", "N >= 1", "s > 0", "1 - s > 0"),
            product("KL", "N >= 1", "s > 0", "1 - s > 0", factor=2),
            product("KL", "s > 0", "1 - s > 0"),
            times=(product("N >= 1", "s > 0", "1 - s > 0"), product("s > 0", "1 - s > 0")),
        ),
        reason="N D <= (i - N s)^2 / (N s (1 - s))",
        mutant=at_most(-lamda, -N * D - 100),
    )


def names(prover: Prover) -> dict[str, Fact]:
    """The rate of ones and the logarithm, under the names by which steps use them."""
    found = RATES
    return {**logarithm(prover), "s > 0": found["rate"], "1 - s > 0": found["rest"]}


OFTEN = sqrt(1 + 8 * i * (N - i) / N)
"""What the probability of i ones among N, where i/N is that of one, is at least 1 over."""
SOME = {"N >= 1": at_most(1, N), "i >= 0": at_most(0, i), "i < N": at_most(i + 1, N)}


POWERS = ((56, 100, 88, 41, 10, 1), (40, 120, 100, 32, 4), (40, 78, 36, 6), (20, 16, 4), (2, 1))
"""Of what (N+1)^4 (N-i)^2 exceeds 4 N^2 + 32 N i (N-i) by: the coefficients of i^a (N-1-i)^b, b = 1, 2, ..., by a."""
SQUARE = (
    *(
        product(*("i >= 0",) * a, *("i < N",) * b, factor=factor)
        for a, row in enumerate(POWERS)
        for b, factor in enumerate(row, 1)
    ),
    # The rest is i^4 + 8 i^3 - 12 i^2 - 8 i + 12.
    Product((), Fraction(1), (i**2 - Fraction(3, 2),)),
    Product(("i >= 0",), Fraction(8), (i - 1,)),
    Product((), Fraction(7), (i - Fraction(8, 7),)),
    product(factor=Fraction(17, 28)),
)


def of_types(prover: Prover) -> Theorem:
    """The method of types, with Stirling's formula in it."""
    at: Point = {"N": 2, "i": 1, "D": 0, "P": 1}
    claim = Implication(
        "counting.types",
        at_most(exp(-N * D), P * OFTEN),
        {"N >= 1": at_most(1, N), "i >= 0": at_most(0, i), "i <= N": at_most(i, N)},
        {},
        at,
        Mutant(at_most(exp(-N * D), P * OFTEN / 10), at),
        reading="P is the probability of i successes in N trials with probability s, i being whole, and D = D(i/N | s)",
        stands=("P", "D"),
    )
    return prover.theorem(
        claim,
        ByCitation(
            "MacWilliams and Sloane, The Theory of Error-Correcting Codes (1977), chapter 10, Lemma 7: the binomial "
            "coefficient is at least e^(N H(i/N)) over the root of 8 i (N - i)/N where 0 < i < N; else it is 1"
        ),
    )


def few(prover: Prover) -> Iterable[Theorem]:
    """That root is at most (N + 1)^2 (N - i)/(2 N), whatever i < N is."""
    at: Point = {"N": 2, "i": 1}
    square = proposition(
        prover,
        "counting.types-square",
        at_most(4 * N**2 + 32 * N * i * (N - i), (N + 1) ** 4 * (N - i) ** 2),
        SOME,
        at,
        rule=by(*SQUARE),
        reason="in N - 1 - i and N - 1: all but the square of a square has coefficients of at least 0",
    )
    yield square
    most = (N + 1) ** 2 * (N - i) / (2 * N)
    known: Used = {
        "inside": at_most(0, 1 + 8 * i * (N - i) / N),
        "square": lemma(square),
        "most > 0": below(0, most),
        "over": at_most(1 + 8 * i * (N - i) / N, most**2),
    }
    yield proposition(
        prover,
        "counting.types-root",
        at_most(OFTEN, most),
        SOME,
        at,
        known,
        rule=using("over", "most > 0", squares=(OFTEN - most,)),
        reason="2 a b <= a^2 + b^2",
    )


def corrected(prover: Prover) -> Theorem:
    """Pr[max error > alpha] >= beta."""
    chi = (i / N - rate) ** 2 / (rate * (1 - rate))
    _, root = few(prover)
    claim = Implication(
        "counting.thm-4-corrected",
        at_most(beta, Q),
        {
            **SETTING,
            "i >= 0": at_most(0, i),
            "i < N": at_most(i + 1, N),
            "near": at_most((i - N * rate) ** 2, N * rate * (1 - rate) * lamda),
            "KL": at_most(D, chi),
            "neighbours": at_most(P * (N - i) * rate, R * (i + 1) * (1 - rate)),
            "rounds": at_most(T * (i + 1) * R, N * Q),
            "P >= 0": at_most(0, P),
        },
        {
            "exponent": lemma(exponent(prover)),
            "monotone": axiom(Always.MONOTONE, -lamda, -N * D),
            "inverse": axiom(Always.INVERSE, within),
            "types": lemma(of_types(prover)),
            "root": lemma(root),
        },
        AT,
        Mutant(at_most(10 * beta, Q), AT),
        reading=READING,
        stands=("P", "Q", "R", "D"),
        short={"s": rate, "lambda": lamda},
    )
    share = (N - i) * T * rate / (N * (1 - rate))
    return prover.theorem(
        claim,
        steps(
            Step("=", exp(-lamda) / (N + 1) ** 2, "e^-ln v = 1/v", search),
            Step("<=", exp(-N * D) / (N + 1) ** 2, "N D <= lambda", search),
            Step("<=", P * OFTEN / (N + 1) ** 2, "method of types", search),
            Step("<=", P * (N - i) / (2 * N), "so large is the root at most", search),
            Step("<=", P * share, "p > 1/2", search),
            Step("<=", T * (i + 1) * R / N, "neighbouring probabilities", search),
            last=Last("a round with i + 1 ones", search),
        ),
    )


def type_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """The probability of i successes among N, where i/N is that of one, against 1 over the root."""
    for people in range(1, 31):
        for ones in range(people):
            share = term(Fraction(ones, people))
            weight = comb(people, ones) * share**ones * (1 - share) ** (people - ones)
            square = 1 + Fraction(8 * ones * (people - ones), people)
            yield f"N = {people}, i = {ones}", at_most(more, weight**2 * square)


def type_checks(prover: Prover) -> Theorem:
    """What is cited, case by case."""
    claim = Ground(
        "counting.types-exactly",
        "the square of the probability of i successes times 1 + 8 i (N - i)/N is at least e^(-2 N D)",
        "N <= 30, i < N",
        lambda: type_cases(1),
        lambda: type_cases(2),
    )
    return prover.theorem(claim, ByRecord())


def in_range(prover: Prover) -> Theorem:
    """For beta > (N+1)^-2 e^(-N (T-p)/p) some number of ones is off by more: s + d < 1."""
    ell = Symbol("S")
    given = {
        **BUDGET,
        **ROUNDS,
        "N >= 1": at_most(1, N),
        "d": at_most(N * d**2, rate * (1 - rate) * ell),
        "beta is in range": below(ell * truth(x), N * (T - truth(x))),
    }
    found = RATES
    return proposition(
        prover,
        "counting.types-in-range",
        below(d**2, (1 - rate) ** 2),
        given,
        {"x": 2, "T": 2, "N": 3, "d": Fraction(1, 10), "S": 1},
        {"s > 0": found["rate"], "1 - s > 0": found["rest"]},
        reason="d^2 = s (1 - s) S/N",
        mutant=below(10 * d**2, (1 - rate) ** 2 / 10),
        reading="d is the bound times (p - q)/T, s = p/T, and S = ln(1/((N+1)^2 beta))",
    )
