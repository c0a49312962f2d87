"""Bounds of others, as this project uses them."""

from fractions import Fraction

from ldproof.numbers import Elementary, Symbol, Term, exp, log
from ldproof.probability import bernstein_bound, chernoff_bound, divergence
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import ByCitation, Prover
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Mutant, Theorem

P, M = Symbol("P"), Symbol("M")
"""A probability, and the mean of an exponential."""
mean, delta, off, s = map(Symbol, ("mean", "delta", "off", "s"))
count, variance, width, odds = map(Symbol, ("count", "variance", "width", "odds"))
TWO_VALUED: Facts = {"odds > 1": below(1, odds), "count >= 1": at_most(1, count)}
"""Bits that are 1 with probability odds/(odds + 1) or 1/(odds + 1)."""


def hoeffding_bound(count: Elementary, distance: Elementary) -> Elementary:
    """Hoeffding's bound on both tails: a mean of `count` independent numbers in [0, 1] is off by `distance` or more."""
    return 2 * exp(-2 * count * distance**2)


def chernoff_divergence(count: Elementary, rate: Elementary, truth: Elementary) -> Elementary:
    """exp(-count D(rate | truth)): bounds the probability that a mean of trials at `truth` is at `rate` or beyond."""
    return exp(-count * divergence(rate, truth))


def cited(
    prover: Prover, name: str, least: Term, bound: Term, given: Facts, at: Point, reading: str, reference: str
) -> Theorem:
    """A bound on what a symbol stands for; with a quarter of it, the example refutes it."""
    claim = Implication(
        f"tails.{name}",
        at_most(least, bound),
        given,
        witness=at,
        mutant=Mutant(at_most(least, bound / 4), at),
        reading=reading,
        stands=tuple(sorted(least.symbols() | bound.symbols() & {"M"})),
    )
    return prover.theorem(claim, ByCitation(reference))


def theorem_10(prover: Prover) -> Theorem:
    """Chernoff's bound for independent trials."""
    return cited(
        prover,
        "chernoff",
        P,
        chernoff_bound(mean, delta),
        {"mean > 0": below(0, mean), "delta > 0": below(0, delta), "delta < 1": below(delta, 1)},
        {"mean": 1, "delta": Fraction(1, 2), "P": Fraction(1, 2)},
        "P = Pr[|X - mean| >= delta mean] and X is a sum of independent trials with this mean",
        "Mitzenmacher and Upfal, Probability and Computing (2005), Corollary 4.6",
    )


def markov(prover: Prover) -> Theorem:
    """Chernoff's method: Markov's inequality for an exponential."""
    return cited(
        prover,
        "markov",
        P,
        M * exp(-s * off),
        {"s > 0": below(0, s)},
        {"s": 1, "off": 1, "M": 1, "P": Fraction(1, 5)},
        "P = Pr[Y >= off] and M = E e^(s Y)",
        "Markov's inequality for e^(s Y)",
    )


def moment(prover: Prover) -> Theorem:
    """What that needs to be known of independent trials."""
    return cited(
        prover,
        "moment",
        M,
        exp(mean * (exp(s) - 1 - s)),
        {"mean > 0": below(0, mean)},
        {"mean": 1, "s": 0, "M": 1},
        "M = E e^(s (X - mean)) and X is a sum of independent trials with this mean",
        "Mitzenmacher and Upfal, Probability and Computing (2005), section 4.2",
    )


def kearns_saul(prover: Prover) -> Theorem:
    """What it needs to be known of bits that are 1 with one probability or with the opposite one."""
    return cited(
        prover,
        "kearns-saul",
        M,
        exp(count * s**2 * (odds - 1) / (4 * (odds + 1) * log(odds))),
        TWO_VALUED,
        {"count": 1, "s": 0, "odds": 2, "M": 1},
        "M = E e^(s (X - E X)) and X is a sum of so many independent bits, each of them 1 with probability "
        "odds/(odds + 1) or 1/(odds + 1)",
        "Kearns and Saul, Large Deviation Methods for Approximate Probabilistic Inference (1998); "
        "Berend and Kontorovich, On the Concentration of the Missing Mass (2013)",
    )


def theorem_of_bernstein(prover: Prover) -> Theorem:
    """Bernstein's bound for a mean of independent numbers."""
    return cited(
        prover,
        "bernstein",
        P,
        bernstein_bound(count, variance, width, off),
        {
            "count >= 1": at_most(1, count),
            "variance >= 0": at_most(0, variance),
            "width > 0": below(0, width),
            "off > 0": below(0, off),
        },
        {"count": 1, "variance": 1, "width": 1, "off": 1, "P": 1},
        "P = Pr[|Y| >= off] and Y is a mean of so many independent numbers of mean 0 and size at most width, whose "
        "variances have this mean",
        "Boucheron, Lugosi and Massart, Concentration Inequalities (2013), sections 2.7 and 2.8",
    )


def theorem_of_hoeffding(prover: Prover) -> Theorem:
    """Hoeffding's bound for a mean of independent numbers."""
    return cited(
        prover,
        "hoeffding",
        P,
        hoeffding_bound(count, off),
        {"count >= 1": at_most(1, count), "off > 0": below(0, off)},
        {"count": 1, "off": 1, "P": Fraction(1, 4)},
        "P = Pr[|Y - E Y| >= off] and Y is a mean of so many independent numbers, each from a range of length 1",
        "Hoeffding, Probability Inequalities for Sums of Bounded Random Variables (1963), Theorem 2",
    )
