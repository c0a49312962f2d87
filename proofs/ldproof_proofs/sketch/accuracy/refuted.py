"""Section 4.2: no constant makes its bound true for counts, and for shares it says nothing."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.numbers import Symbol, Term, floor, log, sqrt, term
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Relation, at_most, ball_at, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

n, a, d, r, P, s = map(Symbol, ("n", "a", "d", "r", "P", "s"))
EVEN: Facts = {"n >= 0": at_most(0, n)}
PEAK: Facts = {**EVEN, "peak": at_most(a**2 * (2 * n + 1), 1)}
FAIR = (
    "everybody holds the item and sends OUE: of the 2n = N people's bits in a row each is 1 with probability q = 1/2, so that a row "
    "with k ones estimates (k - N p)/(q - p), which is (k - n)/(q - p) above N"
)


def peak(prover: Prover) -> Theorem:
    """a_n = C(2n, n)/4^n, the largest probability of 2n fair coins, has a_n^2 (2n+1) <= 1: the step from a_0 = 1."""
    following = a * (2 * n + 1) / (2 * n + 2)
    return proposition(
        prover,
        "sketch.error-peak",
        at_most(following**2 * (2 * n + 3), 1),
        PEAK,
        {"n": 1, "a": Fraction(1, 2)},
        reason="(2n + 1)(2n + 3) = (2n + 2)^2 - 1",
        reading=f"{FAIR}; a is the largest probability for n, and a (2n + 1)/(2n + 2) that for n + 1",
    )


def no_constant(prover: Prover) -> Theorem:
    """Any fixed error is exceeded with a probability as near 1 as one likes, among enough people."""
    return proposition(
        prover,
        "sketch.error-no-constant",
        at_most(P, r),
        {
            **PEAK,
            "a > 0": below(0, a),
            "d >= 1": at_most(1, d),
            "s >= 0": at_most(0, s),
            "r > 0": below(0, r),
            "P >= 0": at_most(0, P),
            "sum": at_most(P, d * s * a),
            "many": at_most((d * s) ** 2, r**2 * (2 * n + 1)),
        },
        {"n": 12, "a": Fraction(1, 5), "d": 1, "s": 3, "r": Fraction(3, 5), "P": Fraction(1, 2)},
        reason="(r^2 - P^2)(2n + 1) >= 0",
        mutant=at_most(P, r / 10),
        reading=f"{FAIR}; P is the probability that the minimum of d rows is at most x away from N: some row is then as near, which s of the "
        "N + 1 numbers of ones make it, each with probability a at most",
    )


PEOPLE, CONSTANT = 10**4, 10
DELTAS = Fraction(1, 10), Fraction(1, 1000)


def within(times: int, delta: Fraction) -> tuple[int, Term]:
    """The most ones that one row of OUE at E = 3 may be off by, and the bound (times/epsilon) sqrt(ln(1/delta)) in ones."""
    p, q = 1 / (1 + term(3)), term(1) / 2
    bound = times * sqrt(-log(term(delta))) / log(term(3)) * (q - p)
    return floor(lambda: ball_at(bound, {})), bound


def fails_cases(least: Fraction) -> Iterable[tuple[str, Relation]]:
    """Two exact failing probabilities."""
    middle = PEOPLE // 2
    for delta in DELTAS:
        most, bound = within(CONSTANT, delta)
        held = sums.total(Fraction(comb(PEOPLE, ones)) for ones in range(middle - most, middle + most + 1))
        yield f"delta = {delta}", below(least, 1 - held / term(2) ** PEOPLE)
        # Whoever is off by at most this many ones is off by no more than the bound.
        yield f"delta = {delta}, one more is beyond", below(bound, most + 1)


def fails(prover: Prover) -> Theorem:
    """A binomial law, summed."""
    claim = Ground(
        "sketch.error-fails",
        f"among {PEOPLE} people who all hold the item, with one row of OUE at e^epsilon = 3 and any width, the error is above "
        f"{CONSTANT}/epsilon sqrt(ln(1/delta)) with a probability of more than 7/8",
        "delta in {1/10, 1/1000}",
        lambda: fails_cases(Fraction(7, 8)),
        lambda: fails_cases(Fraction(19, 20)),
        values=lambda: {
            "people": Fraction(PEOPLE),
            "odds": Fraction(3),
            "constant": Fraction(CONSTANT),
            **dict(zip(("delta", "smaller delta"), DELTAS, strict=True)),
            "least": Fraction(7, 8),
        },
    )
    return prover.theorem(claim, ByRecord())


def largest_cases(further: int) -> Iterable[tuple[str, Relation]]:
    """The probabilities of all numbers of ones."""
    for half in range(41):
        whole, middle = term(4) ** half, Fraction(comb(2 * half, half))
        shares = [comb(2 * half, ones) / whole for ones in range(2 * half + 1)]
        yield from sums.largest(f"n = {half}, the middle", shares, middle / 4**half)
        yield f"n = {half}, its size", at_most((middle / whole) ** 2 * (2 * half + 1 + further), 1)


def largest(prover: Prover) -> Theorem:
    """Pascal's triangle."""
    claim = Ground(
        "sketch.error-peak-is-counted",
        "the likeliest number of ones of 2n fair bits is n, and the square of its probability is at most 1/(2n + 1)",
        "n <= 40",
        lambda: largest_cases(0),
        lambda: largest_cases(1),
    )
    return prover.theorem(claim, ByRecord())


epsilon, L = Symbol("epsilon"), Symbol("L")


def vacuous(prover: Prover) -> Theorem:
    """A share is between 0 and 1, so that an error of 1 is no bound."""
    return proposition(
        prover,
        "sketch.error-vacuous",
        at_most(1, sqrt(L) / epsilon),
        {"epsilon > 0": below(0, epsilon), "L": at_most(epsilon**2, L)},
        {"epsilon": 1, "L": 2},
        {"root": axiom(Always.ROOT, L)},
        reason="times epsilon (epsilon + sqrt(L))",
        mutant=at_most(2, sqrt(L) / epsilon),
        reading="L = ln(1/delta), and errors are those of shares",
    )
