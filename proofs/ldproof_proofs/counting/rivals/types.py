"""Theorem 4 corrected: if all are always active, Harmony's error exceeds the bound with probability at least beta.

Let i be the largest whole number up to N (s + d), where d is the bound times (p - q)/T and s = p/T. If i < N (s - d),
every number of ones is off by more than the bound. Otherwise i is off by d at most, and i + 1 ones are off by more.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.numbers import Symbol, exp, log, term
from ldproof.reporting.coin import truth
from ldproof_proofs.counting.bounds.symbols import beta
from ldproof_proofs.counting.parameters import BUDGET, ROUNDS, N, T, x
from ldproof_proofs.counting.rivals.lower import SETTING, Q, lamda, logarithm, rate, rates, within
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, Known, axiom, implication, lemma
from ldproof_proofs.kernel.prover import ByCitation, Last, Prover, Step, at_once, by, proposition, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

D, P, R, c, d, i, s = map(Symbol, ("D", "P", "R", "c", "d", "i", "s"))
READING = (
    "all are always active; P and R are the probabilities of i and of i + 1 ones in one round, D = D(i/N | s), Q is the "
    "probability that some round has i + 1 ones or more; at most N/(i+1) rounds have i + 1 ones, as each person sends "
    "one at most, so that T (i+1) R <= N Q"
)
AT: Point = {
    "x": 2, "T": 2, "N": 3, "i": 1, "beta": Fraction(1, 20),
    "D": 0, "c": Fraction(1, 4), "P": Fraction(1, 2), "R": Fraction(3, 10), "Q": Fraction(2, 5),
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


def names(prover: Prover) -> dict[str, Known]:
    """The rate of ones and the logarithm, under the names by which steps use them."""
    found = rates(prover)
    return {**logarithm(prover), "s > 0": found["rate"], "1 - s > 0": found["rest"]}


def corrected(prover: Prover) -> Theorem:
    """Pr[max error > alpha] >= beta."""
    chi = (i / N - rate) ** 2 / (rate * (1 - rate))
    enough = c * (N + 1) ** 2 * (N - i) * truth(x)
    claim = Implication(
        "counting.thm-4-corrected",
        at_most(beta, Q),
        {
            **SETTING,
            "i >= 0": at_most(0, i),
            "i < N": at_most(i + 1, N),
            "near": at_most((i - N * rate) ** 2, N * rate * (1 - rate) * lamda),
            "KL": at_most(D, chi),
            "c > 0": below(0, c),
            "types": at_most(c * exp(-N * D), P),
            "c": at_most(N * (1 - rate), enough),
            "neighbours": at_most(P * (N - i) * rate, R * (i + 1) * (1 - rate)),
            "rounds": at_most(T * (i + 1) * R, N * Q),
        },
        {
            **names(prover),
            "exponent": lemma(exponent(prover)),
            "monotone": axiom(Always.MONOTONE, -lamda, -N * D),
            "grows": axiom(Always.POSITIVE, -lamda),
            "inverse": axiom(Always.INVERSE, within),
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
            Step("<=", exp(-lamda) * c * share, "c is enough", search),
            Step("<=", exp(-N * D) * c * share, "N D <= lambda", search),
            Step("<=", P * share, "method of types", search),
            Step("<=", T * (i + 1) * R / N, "neighbouring probabilities", search),
            last=Last("a round with i + 1 ones", search),
        ),
    )


def for_most(prover: Prover) -> Theorem:
    """Pr[max error > alpha] >= beta for i <= N - 2, where the method of types gives c = 1/(N + 1)."""
    general, values = corrected(prover), {"c": 1 / (N + 1)}
    enough, _ = constants(prover)
    asked = {
        name: relation
        for name, relation in implication(general).given.items()
        if name not in ("c", "c > 0", "types", "i < N")
    }
    given = {**asked, "i + 2 <= N": at_most(i + 2, N)}
    wanted = {name: implication(general).given[name].substitute(values) for name in ("c", "c > 0", "i < N")}
    known = {"enough": lemma(enough)}
    steps_ = {
        "c": search,
        "c > 0": search,
        "i < N": search,
    }
    at: Point = {**AT, "P": Fraction(1, 2)}
    shown = {
        name: lemma(
            proposition(
                prover,
                f"counting.types-most-{number}",
                wanted[name],
                given,
                at,
                known if name == "c" else {},
                rule=rule,
            )
        )
        for number, (name, rule) in enumerate(steps_.items())
    }
    claim = Implication(
        "counting.thm-4-corrected-for-most",
        at_most(beta, Q),
        given,
        {**names(prover), "types": lemma(of_types(prover)), **shown, "corrected": lemma(general, **values)},
        at,
        Mutant(at_most(10 * beta, Q), at),
        reading=READING,
        stands=("P", "Q", "R", "D"),
        short={"s": rate, "lambda": lamda},
    )
    return prover.theorem(claim, at_once("c = 1/(N + 1)", search))


def constants(prover: Prover) -> Iterable[Theorem]:
    """c = 1/(N + 1) is enough where i <= N - 2, and c = (1 - 1/N)^(N-1), to which i = N - 1 owes its type, there."""
    found = rates(prover)
    known = {"s > 0": found["rate"], "1 - s > 0": found["rest"], "p > 1/2": found["truth"]}
    given = {**BUDGET, **ROUNDS, "i + 2 <= N": at_most(i + 2, N), "i >= 0": at_most(0, i)}
    enough = (N + 1) * (N - i) * truth(x)
    yield proposition(
        prover,
        "counting.types-constant",
        at_most(N * (1 - rate), enough),
        given,
        {"x": 2, "T": 2, "N": 3, "i": 1},
        known,
        reason="p > 1/2",
        mutant=at_most(10 * N * (1 - rate), enough),
    )
    last = c * (N + 1) ** 2 * truth(x)
    yield proposition(
        prover,
        "counting.types-last-constant",
        at_most(N * (1 - rate), last),
        {
            **BUDGET,
            **ROUNDS,
            "N >= 1": at_most(1, N),
            "c": at_most(2 * N, c * (N + 1) ** 2),
        },
        {"x": 2, "T": 2, "N": 2, "c": Fraction(1, 2)},
        known,
        reason="p > 1/2",
        mutant=at_most(10 * N * (1 - rate), last),
    )


def last_constant(prover: Prover) -> Iterable[Theorem]:
    """2 N <= (N + 1)^2 (1 - 1/N)^(N-1): from 1/e for N >= 4, by hand below."""
    power = (N - 1) * log((N - 1) / N)
    given = {"N >= 4": at_most(4, N)}
    at: Point = {"N": 4}
    ratio = {
        name: lemma(proposition(prover, f"counting.types-{name}", below(0, each), given, at))
        for name, each in (("less", (N - 1) / N), ("more", N / (N - 1)))
    }
    change = -log((N - 1) / N)
    known = {
        **ratio,
        "tangent": axiom(Always.TANGENT, change),
        "inverse": axiom(Always.INVERSE, (N - 1) / N),
    }
    least = proposition(
        prover,
        "counting.types-last-power",
        at_most(-1, power),
        given,
        at,
        known,
        reason="ln(N/(N-1)) <= 1/(N-1)",
        mutant=at_most(0, power),
    )
    yield least
    eighth, kept = term(Fraction(-1, 8)), Fraction(7, 8)
    yield proposition(
        prover,
        "counting.types-last-enough",
        at_most(2 * N, (N + 1) ** 2 * exp(power)),
        given,
        at,
        {
            **ratio,
            "least": lemma(least),
            "monotone": axiom(Always.MONOTONE, term(-1), power),
            "eighth": axiom(Always.TANGENT, eighth),
        },
        rule=by(
            *squares("monotone"),
            *(
                each
                for j in range(1, 9)
                for each in squares(*("eighth",) * j, factor=comb(8, j) * kept ** (8 - j))
            ),
            *squares(factor=kept**8, less=(0, 2, 8)),
        ),
        reason="e^-1 >= (7/8)^8",
        mutant=at_most(20 * N, (N + 1) ** 2 * exp(power)),
    )


def squares(
    *facts: str, factor: Fraction | int = 1, less: tuple[int, int, int] = (0, 0, 0)
) -> tuple[Product, ...]:
    """(N + 1)^2 = (N - 4)^2 + 10 (N - 4) + 25 times a multiple of what facts say, less another polynomial in N - 4."""
    return tuple(
        product(*facts, *("N >= 4",) * power, factor=factor * weight - minus)
        for power, weight, minus in zip((2, 1, 0), (1, 10, 25), less, strict=True)
    )


def of_types(prover: Prover) -> Theorem:
    """The method of types."""
    at: Point = {"N": 2, "D": 0, "P": Fraction(1, 2)}
    claim = Implication(
        "counting.types",
        at_most(1 / (N + 1) * exp(-N * D), P),
        {"N >= 1": at_most(1, N)},
        {},
        at,
        Mutant(at_most(2 / (N + 1) * exp(-N * D), P), at),
        reading="P is the probability of i successes in N trials with probability s, and D = D(i/N | s)",
        stands=("P", "D"),
    )
    return prover.theorem(
        claim,
        ByCitation(
            "Cover and Thomas, Elements of Information Theory (2006), Theorem 11.1.4 and its proof: of the N + 1 numbers of "
            "successes their mean is the likeliest, where it is whole"
        ),
    )


def type_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """The probability of i successes over e^(-N D), against 1/(N + 1); for i = N - 1 also against (1 - 1/N)^(N-1)."""
    for people in range(1, 31):
        for ones in range(people):
            share = term(Fraction(ones, people))
            weight = comb(people, ones) * share**ones * (1 - share) ** (people - ones)
            yield f"N = {people}, i = {ones}", at_most(more, (people + 1) * weight)
            if ones == people - 1:
                last = (1 - term(1) / people) ** (people - 1)
                yield f"N = {people}, i = N - 1", equal(weight, last)
                yield f"N = {people}, enough", at_most(2 * people, weight * (people + 1) ** 2)


def type_checks(prover: Prover) -> Theorem:
    """The constants, case by case."""
    claim = Ground(
        "counting.types-exactly",
        "the probability of i successes is at least e^(-N D)/(N + 1), for i = N - 1 it is (1 - 1/N)^(N-1) e^(-N D), and "
        "2 N <= (N + 1)^2 (1 - 1/N)^(N-1)",
        "N <= 30, i < N",
        lambda: type_cases(1),
        lambda: type_cases(2),
    )
    return prover.theorem(claim, ByRecord())


def few_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """2 N <= (N + 1)^2 (1 - 1/N)^(N-1) for the least numbers of people."""
    for people in range(1, 4):
        last = (1 - term(1) / people) ** (people - 1)
        yield f"N = {people}", at_most(more * 2 * people, last * (people + 1) ** 2)


def few(prover: Prover) -> Theorem:
    """What the inequality from N = 4 on leaves."""
    claim = Ground(
        "counting.types-few-people",
        "2 N <= (N + 1)^2 (1 - 1/N)^(N-1)",
        "N <= 3: all that is left",
        lambda: few_cases(1),
        lambda: few_cases(2),
        proved=True,
    )
    return prover.theorem(claim, ByRecord())


def in_range(prover: Prover) -> Theorem:
    """For beta > (N+1)^-2 e^(-N (T-p)/p) some number of ones is off by more: s + d < 1."""
    ell = Symbol("lambda")
    given = {
        **BUDGET,
        **ROUNDS,
        "N >= 1": at_most(1, N),
        "d": at_most(N * d**2, rate * (1 - rate) * ell),
        "beta is in range": below(ell * truth(x), N * (T - truth(x))),
    }
    found = rates(prover)
    return proposition(
        prover,
        "counting.types-in-range",
        below(d**2, (1 - rate) ** 2),
        given,
        {"x": 2, "T": 2, "N": 3, "d": Fraction(1, 10), "lambda": 1},
        {"s > 0": found["rate"], "1 - s > 0": found["rest"]},
        reason="d^2 = s (1 - s) lambda/N",
        mutant=below(10 * d**2, (1 - rate) ** 2 / 10),
        reading="d is the bound times (p - q)/T, s = p/T, and lambda = ln(1/((N+1)^2 beta))",
    )
