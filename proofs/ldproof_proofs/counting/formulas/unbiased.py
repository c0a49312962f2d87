"""Both estimators have the mean mu: Glance's for every number of reporters, Harmony's over all of them."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.formulas import estimate_filled, estimate_reported, ones_probability
from ldproof.numbers import Symbol, Term
from ldproof.rounds import lie, truth
from ldproof_proofs.counting.parameters import (
    BUDGET,
    EXAMPLE,
    SETTING,
    N,
    T,
    fill,
    k,
    mu,
    x,
)
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal, placed
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting import ones

SOMEBODY = {"k >= 1": at_most(1, k)}
AT: Point = {**EXAMPLE, "k": 2, "mu": Fraction(1, 4), "fill": Fraction(1, 3)}


def rate(prover: Prover) -> Theorem:
    """The probability of a one from a reporter who is active with probability mu."""
    found = anchor(
        ones_probability, lambda: ones_probability(mu, x), lambda: mu * truth(x) + (1 - mu) * lie(x)
    )
    claim = Implication(
        "counting.seen",
        equal(found.value, found.definition),
        BUDGET,
        witness=AT,
        anchors=(found,),
    )
    return prover.theorem(claim, at_once("p - q = truth - lie", algebra))


def unbiased(prover: Prover) -> Iterable[Theorem]:
    """Both are affine in what was received, and at its mean they are mu."""
    weight, one, other = map(Symbol, ("weight", "ones_1", "ones_2"))
    at: Point = {**AT, "weight": Fraction(1, 2), "ones_1": 1, "ones_2": 3}
    mixed = weight * estimate_reported(one, k, x) + (1 - weight) * estimate_reported(other, k, x)
    affine = Implication(
        "counting.estimate-is-affine",
        equal(estimate_reported(weight * one + (1 - weight) * other, k, x), mixed),
        {**BUDGET, **SOMEBODY},
        witness=at,
        mutant=Mutant(equal(estimate_reported(weight * one + other, k, x), mixed), at),
    )
    yield prover.theorem(affine, at_once("both are linear in the ones", algebra))
    expected = k * (mu * truth(x) + (1 - mu) * lie(x))
    found: Anchor[Term] = anchor(estimate_reported, lambda: estimate_reported(expected, k, x), lambda: mu)
    claim = Implication(
        "counting.unbiased",
        equal(found.value, found.definition),
        {**BUDGET, **SOMEBODY},
        witness=at,
        mutant=Mutant(equal(found.value, 1 - mu), at),
        anchors=(found,),
        reading="k people report, each active with probability mu",
    )
    yield prover.theorem(claim, at_once("(mu p + (1 - mu) q - q) / (p - q) = mu", algebra))


def filled(prover: Prover) -> Iterable[Theorem]:
    """Harmony's estimate is affine too, and mu at the mean of the ones and of the reporters, whatever is filled in."""
    weight, one, other, some, rest = map(Symbol, ("weight", "ones_1", "ones_2", "k_1", "k_2"))
    at: Point = {**AT, "weight": Fraction(1, 2), "ones_1": 1, "ones_2": 3, "k_1": 2, "k_2": 4}

    def found(ones: Term, reporters: Term) -> Term:
        return estimate_filled(ones, reporters, N, T, fill, x)

    mixed = weight * found(one, some) + (1 - weight) * found(other, rest)
    affine = Implication(
        "counting.filled-is-affine",
        equal(found(weight * one + (1 - weight) * other, weight * some + (1 - weight) * rest), mixed),
        SETTING,
        witness=at,
        mutant=Mutant(equal(found(weight * one + (1 - weight) * other, some), mixed), at),
    )
    yield prover.theorem(affine, at_once("both are linear in the ones and in the reporters", algebra))
    expected = N / T * (mu * truth(x) + (1 - mu) * lie(x))
    tied: Anchor[Term] = anchor(estimate_filled, lambda: found(expected, N / T), lambda: mu)
    claim = Implication(
        "counting.filled-unbiased",
        equal(tied.value, tied.definition),
        SETTING,
        witness=at,
        mutant=Mutant(equal(tied.value, 1 - mu), at),
        anchors=(tied,),
        reading="N/T people report on average, each active with probability mu",
    )
    yield prover.theorem(claim, at_once("what is filled in is subtracted again", algebra))


def among_all(prover: Prover) -> Iterable[Theorem]:
    """Put together for every N: A of N people are active, and each reports with probability k/N, or 1/T over all k."""
    active, sent = Symbol("A"), Symbol("S")
    at: Point = {**AT, "A": 1}
    for name, found, share, setting in (
        ("given-reporters", estimate_reported(sent, k, x), k / N, SOMEBODY),
        ("filled", estimate_filled(sent, N / T, N, T, fill, x), 1 / T, {}),
    ):
        yield proposition(
            prover,
            f"counting.unbiased-{name}",
            equal(found, active / N),
            {**SETTING, **setting},
            {**at, "S": placed(share * (active * truth(x) + (N - active) * lie(x)), at)},
            {
                "people": lemma(
                    ones.mean(prover), S_k=sent, a_k=active, n_k=N, p=share * truth(x), q=share * lie(x)
                )
            },
            reason="the mean of the ones is g (q N + (p - q) A)",
            reading="S is the mean number of ones that come from N people, A of whom are active, and each of whom reports with "
            "probability g, which is k/N where k report and 1/T over all k",
            stands=("S", "A", "N"),
        )


def by_default(prover: Prover) -> Theorem:
    """With a default in an empty round the mean is off, by the probability of one."""
    default, empty = Symbol("d0"), Symbol("P0")
    at: Point = {"mu": Fraction(1, 4), "d0": 1, "P0": Fraction(1, 8)}
    mean = (1 - empty) * mu + empty * default
    claim = Implication(
        "counting.default-bias",
        equal(mean - mu, (default - mu) * empty),
        {},
        witness=at,
        mutant=Mutant(equal(mean - mu, default * empty), at),
        reading="P0 = (1 - 1/T)^N is the probability of an empty round, and the estimate is d0 in one",
    )
    return prover.theorem(claim, at_once("(1 - P0) mu + P0 d0 - mu", algebra))


def clamped(prover: Prover) -> Theorem:
    """Clamping an estimate above 1 to 1 brings it nearer to mu; below 0 it is the same with all bits flipped."""
    found = Symbol("h")
    at: Point = {"mu": Fraction(1, 4), "h": Fraction(3, 2)}
    claim = Implication(
        "counting.clamped-nearer",
        below((1 - mu) ** 2, (found - mu) ** 2),
        {"mu <= 1": at_most(mu, 1), "h > 1": below(1, found)},
        witness=at,
        mutant=Mutant(below((1 - mu) ** 2, (found - 1) ** 2), at),
        reading="h is an estimate above 1",
    )
    return prover.theorem(claim, at_once("h - mu = (h - 1) + (1 - mu)", search))
