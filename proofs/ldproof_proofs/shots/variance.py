"""The exact variance of Phi at one round, its largest value, and which dummy makes it smaller."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Exact, Symbol, Term, least, like, rational, term
from ldproof.shots.formulas import active_variance, gap, idle_variance, p, q, variance, worst_variance
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Prover, Used, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal, placed
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.reporting import ones
from ldproof_proofs.shots.parameters import EXAMPLE, IN_ODDS, SETTING, N, T, m, phi, r, x

AT: Point = {**EXAMPLE, "N": 4, "phi": 0}
PEOPLE = {**SETTING, "N >= 1": at_most(1, N)}


def of_bits() -> Term:
    """The variance of a mean of independent bits, over the square of p - q."""
    one, zero = p(m, T, r, x), q(m, T, r, x)
    return (phi * one * (1 - one) + (1 - phi) * zero * (1 - zero)) / (N * (one - zero) ** 2)


def exact(prover: Prover) -> Theorem:
    """Phi is affine in the number of ones, a sum of independent bits that are 1 with probability p or q."""
    found = anchor(variance, lambda: variance(N, m, T, r, phi, x), of_bits)
    return proposition(
        prover,
        "shots.variance",
        equal(found.value, found.definition),
        PEOPLE,
        AT,
        rule=algebra,
        reason="1 - p is q with all bits flipped",
        reading="a share phi of N people is in state 1",
        anchors=(found,),
    )


def of_people(prover: Prover) -> Theorem:
    """It is that of the number of ones that N independent people send, over the square of N (p - q)."""
    V, a = Symbol("V"), Symbol("a")
    one, zero = p(m, T, r, x), q(m, T, r, x)
    at: Point = {**AT, "a": 1}
    return proposition(
        prover,
        "shots.variance-of-people",
        equal(V / (N * gap(m, T, x)) ** 2, variance(N, m, T, r, a / N, x)),
        PEOPLE,
        {**at, "V": placed(a * one * (1 - one) + (N - a) * zero * (1 - zero), at)},
        {"people": lemma(ones.variance(prover), V_k=V, a_k=a, n_k=N, p=one, q=zero)},
        reason="V = a p (1 - p) + (N - a) q (1 - q)",
        reading="V is the variance of the number of ones that N independent people send, a of whom are in state 1",
        stands=("V", "a", "N"),
        short=IN_ODDS,
    )


def one_against_zero(prover: Prover) -> Theorem:
    """The variances with r = 0 and with r = 1 differ by a multiple of 2 phi - 1."""
    difference = N * variance(N, m, T, term(0), phi, x) - N * variance(N, m, T, term(1), phi, x)
    return proposition(
        prover,
        "shots.dummies-of-one",
        equal(difference, (2 * phi - 1) * (T - m) * (2 + x) / (m * x)),
        PEOPLE,
        AT,
        rule=algebra,
        reason="multiply out",
        mutant=equal(difference, (1 - 2 * phi) * (T - m) * (2 + x) / (m * x)),
    )


def concave(prover: Prover) -> Theorem:
    """In r the variance is a constant plus a linear term less a square: an r between 0 and 1 is never best."""
    middle = N * variance(N, m, T, r, phi, x)
    ends = r * N * variance(N, m, T, term(1), phi, x) + (1 - r) * N * variance(N, m, T, term(0), phi, x)
    share = (T - m) * (2 + x) / (m * x)
    return proposition(
        prover,
        "shots.variance-concave-in-r",
        equal(middle - ends, r * (1 - r) * share**2),
        PEOPLE,
        AT,
        rule=algebra,
        reason="multiply out",
        short=IN_ODDS,
    )


def symmetry(prover: Prover) -> Theorem:
    """Flip every state and every bit: phi becomes 1 - phi, r becomes 1 - r, and the variance stays."""
    flipped = variance(N, m, T, 1 - r, 1 - phi, x)
    return proposition(
        prover,
        "shots.flip",
        equal(variance(N, m, T, r, phi, x), flipped),
        PEOPLE,
        AT,
        rule=algebra,
        reason="multiply out",
    )


DUMMIES = (rational(0), rational(1, 3), rational(1, 2), rational(1))
EXCESSES = (rational(1, 2), rational(2))


def at_an_end(N: Exact, m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """The larger variance of nobody and everybody active."""
    nobody, everybody = (variance(N, m, T, r, like(N, phi), excess) for phi in (0, 1))
    return -least(-nobody, -everybody)


def larger_of_bits() -> Term:
    """The larger variance of a bit, of those who are active and of those who are not, over N (p - q)^2."""
    one, zero = p(m, T, r, x), q(m, T, r, x)
    active, idle = one * (1 - one), zero * (1 - zero)
    return (active + idle - least(active, idle)) / (N * (one - zero) ** 2)


def worst_cases(mutated: int) -> Iterable[tuple[str, Relation]]:
    """Whether the largest variance is the larger one of those at phi = 0 and phi = 1."""
    for rounds in range(1, 4):
        for reports, dummy, excess in every(range(1, rounds + 1), DUMMIES, EXCESSES):
            shape = term(reports), term(rounds), term(dummy), term(excess)
            found = equal(worst_variance(term(5), *shape), at_an_end(term(5 - mutated), *shape))
            yield f"T = {rounds}, m = {reports}, r = {dummy}, x = {excess}", found


def worst(prover: Prover) -> Theorem:
    """The reference's largest variance is the larger one of those at both ends."""
    sample = (Fraction(5), Fraction(1), Fraction(3), Fraction(1, 3), Fraction(2))
    claim = Ground(
        "shots.worst-variance",
        "the largest variance over phi is the larger one of those at phi = 0 and phi = 1",
        "N = 5, T <= 3, every m, r in {0, 1/3, 1/2, 1}, E in {3/2, 3}",
        lambda: worst_cases(0),
        lambda: worst_cases(1),
        anchors=(
            anchor(worst_variance, lambda: worst_variance(*sample), lambda: at_an_end(*sample)),
            anchor(worst_variance, lambda: worst_variance(N, m, T, r, x), larger_of_bits),
        ),
    )
    return prover.theorem(claim, ByRecord())


def largest(prover: Prover) -> Iterable[Theorem]:
    """The variance is linear in phi, so that one end has the largest: for all N, m, T, r and E."""
    active, idle = active_variance(m, T, r, x), idle_variance(m, T, r, x)
    unit = below(0, N * gap(m, T, x) ** 2)
    known: Used = {
        "unit": unit,
        "first": axiom(Always.FIRST, active, idle),
        "second": axiom(Always.SECOND, active, idle),
    }
    largest = worst_variance(N, m, T, r, x)
    yield proposition(
        prover,
        "shots.worst-variance-bound",
        at_most(variance(N, m, T, r, phi, x), largest),
        {**PEOPLE, "phi >= 0": at_most(0, phi), "phi <= 1": at_most(phi, 1)},
        AT,
        known,
        reason="a mean of the two ends is at most the larger end",
        short=IN_ODDS,
    )
    nobody, everybody = (variance(N, m, T, r, term(phi), x) for phi in (0, 1))
    yield proposition(
        prover,
        "shots.worst-variance-attained",
        equal((largest - nobody) * (largest - everybody), 0),
        PEOPLE,
        AT,
        {"unit": unit, "either": axiom(Always.EITHER, active, idle)},
        reason="the minimum is one of the two",
        short=IN_ODDS,
    )


def half(prover: Prover) -> Iterable[Theorem]:
    """Dummies of 1/2 against those of 0: the variances of a bit, where everybody and where nobody is active."""
    middle = active_variance(m, T, term(Fraction(1, 2)), x)
    share = (m * (3 * (1 + x) - 1) / (T * (2 + x)) - 1) * (1 - m / T) / 4
    yield proposition(
        prover,
        "shots.half-against-zero",
        equal(active_variance(m, T, term(0), x) - middle, share),
        SETTING,
        EXAMPLE,
        rule=algebra,
        reason="a difference of squares",
    )
    yield proposition(
        prover,
        "shots.half-against-nobody",
        at_most(idle_variance(m, T, term(0), x), middle),
        SETTING,
        EXAMPLE,
        reason="the difference is (1 - m/T) (1 + m (E - 3)/(T (E + 1))) / 4",
    )


def between(prover: Prover) -> Iterable[Theorem]:
    """Up to a half r mixes 0 and 1/2, and the variance is concave; at 0 that of active people is the worst."""
    middle = N * variance(N, m, T, r, phi, x)
    ends = (1 - 2 * r) * N * variance(N, m, T, term(0), phi, x) + 2 * r * N * variance(
        N, m, T, term(Fraction(1, 2)), phi, x
    )
    share = (T - m) * (2 + x) / (m * x)
    yield proposition(
        prover,
        "shots.between-dummies",
        equal(middle - ends, r * (1 - 2 * r) / 2 * share**2),
        {**PEOPLE, "r <= 1/2": at_most(r, Fraction(1, 2))},
        AT,
        rule=algebra,
        reason="multiply out",
        short=IN_ODDS,
    )
    active, idle = (N * variance(N, m, T, term(0), term(each), x) for each in (1, 0))
    yield proposition(
        prover,
        "shots.active-is-worst-at-0",
        equal(active - idle, (T - m) * (2 + x) / (m * x)),
        PEOPLE,
        AT,
        rule=algebra,
        reason="multiply out",
        short=IN_ODDS,
    )
