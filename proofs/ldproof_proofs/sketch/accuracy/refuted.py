"""Section 4.2: no constant makes its bound true for counts, and for shares it says nothing."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.numbers import Symbol, ball, floor, sqrt
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.theorem import Theorem

n, a, r, mass, ways = map(Symbol, ("n", "a", "r", "mass", "ways"))
EVEN: Facts = {"n >= 0": at_most(0, n)}
PEAK: Facts = {**EVEN, "peak": at_most(a**2 * (2 * n + 1), 1)}
FAIR = (
    "everybody holds the item and sends OUE: of the 2n = N people's bits in a row each is 1 with probability q = 1/2, so that a row "
    "with s ones estimates (s - N p)/(q - p), which is (s - n)/(q - p) above N"
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
        at_most(mass, r),
        {
            **PEAK,
            "a > 0": below(0, a),
            "ways >= 0": at_most(0, ways),
            "r > 0": below(0, r),
            "mass >= 0": at_most(0, mass),
            "sum": at_most(mass, ways * a),
            "many": at_most(ways**2, r**2 * (2 * n + 1)),
        },
        {"n": 12, "a": Fraction(1, 5), "ways": 3, "r": Fraction(3, 5), "mass": Fraction(1, 2)},
        reason="(r^2 - mass^2)(2n + 1) >= 0",
        mutant=at_most(mass, r / 10),
        reading=f"{FAIR}; mass is the probability that the minimum of d rows is at most E away from N, and ways = d (2 E (q - p) + 1): "
        "some row is then as near, which at most 2 E (q - p) + 1 numbers of ones make it, each with probability a at most",
    )


PEOPLE, CONSTANT = 10**4, 10


def failing(people: int, times: int, delta: Fraction) -> Fraction:
    """The exact probability that one row of OUE at E = 3 is off by more than (times/epsilon) sqrt(ln(1/delta))."""
    scale = 1 / (Fraction(1, 2) - Fraction(1, 4))
    middle = people // 2
    # Whoever is off by at most this many ones is off by no more than the bound.
    most = floor(lambda: times * (-ball(delta).log()).sqrt() / ball(3).log() / ball(scale))
    held = sum(comb(people, ones) for ones in range(middle - most, middle + most + 1))
    return 1 - Fraction(held, 2**people)


def fails_cases(least: Fraction) -> Iterable[tuple[str, bool]]:
    """Two exact failing probabilities."""
    for delta in (Fraction(1, 10), Fraction(1, 1000)):
        yield f"delta = {delta}", failing(PEOPLE, CONSTANT, delta) > least


def fails(prover: Prover) -> Theorem:
    """A binomial law, summed."""
    claim = Finite(
        "sketch.error-fails",
        f"among {PEOPLE} people who all hold the item, with one row of OUE at e^epsilon = 3 and any width, the error is above "
        f"{CONSTANT}/epsilon sqrt(ln(1/delta)) with a probability of more than 7/8",
        "delta = 1/10 and 1/1000: all that is claimed",
        lambda: fails_cases(Fraction(7, 8)),
        lambda: fails_cases(Fraction(19, 20)),
        proved=True,
        values=lambda: {
            "people": Fraction(PEOPLE),
            "odds": Fraction(3),
            "constant": Fraction(CONSTANT),
            "chance at a tenth": failing(PEOPLE, CONSTANT, Fraction(1, 10)),
            "chance at a thousandth": failing(PEOPLE, CONSTANT, Fraction(1, 1000)),
        },
    )
    return prover.theorem(claim, ByEnumeration())


def largest_cases(further: int) -> Iterable[tuple[str, bool]]:
    """The probabilities of all numbers of ones."""
    for half in range(41):
        central = Fraction(comb(2 * half, half), 4**half)
        shares = (Fraction(comb(2 * half, ones), 4**half) for ones in range(2 * half + 1))
        yield f"n = {half}, the middle", max(shares) == central
        yield f"n = {half}, its size", central**2 * (2 * half + 1 + further) <= 1


def largest(prover: Prover) -> Theorem:
    """Pascal's triangle."""
    claim = Finite(
        "sketch.error-peak-is-counted",
        "the likeliest number of ones of 2n fair bits is n, and the square of its probability is at most 1/(2n + 1)",
        "n <= 40",
        lambda: largest_cases(0),
        lambda: largest_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


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
