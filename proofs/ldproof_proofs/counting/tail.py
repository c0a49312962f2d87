"""The exact tails of one round, from the joint law of all: what comes in, estimated and compared with mu."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product as every
from math import comb

from ldproof.budget import Budget, parse_budget
from ldproof.counting.error import borappor_tail, tail_probability
from ldproof.numbers import (
    Ball,
    Elementary,
    Real,
    Symbol,
    Term,
    ball,
    enclose,
    exp,
    expm1,
    like,
    rational,
    term,
)
from ldproof.probability import Known, sum_fractions
from ldproof.rounds import lie, truth
from ldproof_proofs.budget import NARROW, any_budget
from ldproof_proofs.counting.joint.everybody import (
    THREE,
    Received,
    Rounds,
    chances,
    constant,
    estimate,
)
from ldproof_proofs.kernel.algebra import monomial_terms, polynomial_ring
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.law import sums

SHAPES = [(N, M, T) for N in range(1, 5) for M in range(N + 1) for T in range(1, 4)]
"""People, active ones, and rounds."""
ALPHAS = tuple(map(rational, ("1/4", "1/2", "1", "3/2")))
"""Among these are errors that occur, so that it matters whether alpha itself is reached."""
FILLS = (None, rational(0), rational(1, 2))
EXACT, ENCLOSED = parse_budget(odds=1 + THREE), parse_budget(epsilon=1)
SCOPE = (
    "N <= 4, T <= 3, every number of active people, alpha in {1/4, 1/2, 1, 3/2}, fill in {0, 1/2}; E = 3, and for T = 2 "
    "epsilon = 1 to 12 digits"
)


def off(N: int, M: int, T: int, fill: Fraction | None, alpha: Fraction, excess: Known) -> frozenset[Received]:
    """What can come in in a round and give an error of alpha or more, or no estimate."""
    estimated, mu, most = estimate(N, T, fill, excess), like(excess, rational(M, N)), like(excess, alpha)

    def fails(k: int, ones: int) -> bool:
        found = estimated(k, ones)
        return found is None or reaches(abs(found - mu), most)

    return frozenset((k, ones) for k in range(N + 1) for ones in range(k + 1) if fails(k, ones))


def reaches(error: Known, alpha: Known) -> bool:
    """Whether an error is alpha or more."""
    reached = bool(error >= alpha)
    if not (reached or error < alpha):
        raise NotProved(f"whether {error} reaches {alpha} is not decided")
    return reached


@cache
def everything(N: int, M: int, T: int) -> Mapping[Rounds, Fraction]:
    """What comes in from everybody at E = 3, and how likely."""
    return chances(constant(N, M, T), THREE)


@cache
def at_e(N: int, M: int, T: int) -> Mapping[Rounds, Term]:
    """What comes in from everybody at E = e, and how likely."""
    return chances(constant(N, M, T), exp(term(1)) - 1)


@cache
def by_force(N: int, M: int, T: int, alpha: Fraction, fill: Fraction | None, rounds: int) -> Fraction:
    """That at E = 3."""
    fails = off(N, M, T, fill, alpha, THREE)
    return sum_fractions(
        chance for each, chance in everything(N, M, T).items() if not fails.isdisjoint(each[:rounds])
    )


Tail = Callable[[int, int, int, Fraction, Fraction | None, Budget], Real]
"""A tail of the reference's for N, M, T, alpha and fill, and a budget."""
NEAR = 12
"""The digits to which irrational tails are enclosed."""


def cases(tail: Tail, rounds: int, extra: int) -> Iterable[tuple[str, Relation]]:
    """A tail against the law, exactly and in balls."""
    for (N, M, T), alpha, fill in every(SHAPES, ALPHAS, FILLS):
        name = f"N = {N}, M = {M}, T = {T}, alpha = {alpha}, fill = {fill}"
        fails = off(N, M, T, fill, alpha, THREE)
        lost = (share for each, share in everything(N, M, T).items() if not fails.isdisjoint(each[:rounds]))
        yield name, equal(exactly(tail(N, T + extra, M, alpha, fill, EXACT)), sums.total(lost))
        if T == 2:
            fails = off(N, M, T, fill, alpha, Ball(1).expm1())
            chance = (share for each, share in at_e(N, M, T).items() if not fails.isdisjoint(each[:rounds]))
            theirs = sums.total(chance)
            ours = tail(N, T + extra, M, alpha, fill, ENCLOSED)
            near = enclose(ours, NEAR)
            if near.lower == near.upper:
                yield f"{name}, epsilon = 1", equal(Fraction(near.lower), theirs)
            else:
                yield from encloses(f"{name}, epsilon = 1", near, theirs)


def of_one_round(N: int, T: int, M: int, alpha: Fraction, fill: Fraction | None, whole: Budget) -> Real:
    """The reference's."""
    return tail_probability(N, T, Fraction(M, N), alpha, whole, fill)


@cache
def by_people(N: int, M: int, T: int, m: int = 1, odds: int = 3) -> Mapping[Received, Fraction]:
    """How likely k reports and that many ones are in a round, times (T (odds + 1))^N, with m reports in T rounds."""
    report, one = polynomial_ring(("report", "one")).gens()
    active, other = ((odds + 1) * (T - m) + m * report * sent for sent in (1 + odds * one, odds + one))
    return {(k, ones): ways for (k, ones), ways in monomial_terms(active**M * other ** (N - M))}


def every_round_cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """BORAPPOR: everybody reports, and T only makes the budget smaller."""
    for (N, M, T), alpha in every(SHAPES, ALPHAS):
        ours = borappor_tail(N, T, Fraction(M, N), alpha, parse_budget(odds=(1 + THREE) ** (T + extra)))
        fails = off(N, M, 1, None, alpha, THREE)
        lost = (share for each, share in everything(N, M, 1).items() if not fails.isdisjoint(each))
        yield f"N = {N}, M = {M}, T = {T}, alpha = {alpha}", equal(exactly(ours), sums.total(lost))


def tails(prover: Prover) -> Iterable[Theorem]:
    """The tails of one round."""
    quarter, third = rational(1, 4), rational(1, 3)
    yield prover.theorem(
        Ground(
            "counting.tails",
            "the probability of an error of alpha or more, or of no estimate, in one round is that of the joint law, of "
            "Glance and of Harmony",
            SCOPE,
            lambda: cases(of_one_round, 1, 0),
            lambda: cases(of_one_round, 1, 1),
            anchors=(
                anchor(
                    tail_probability,
                    lambda: tail_probability(3, 2, third, quarter, EXACT),
                    lambda: by_force(3, 1, 2, quarter, None, 1),
                ),
            ),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "counting.tails-every-round",
            "the same of BORAPPOR, whose reports have odds of 3",
            "N <= 4, T <= 3, every number of active people, alpha in {1/4, 1/2, 1, 3/2}",
            lambda: every_round_cases(0),
            lambda: every_round_cases(1),
            anchors=(
                anchor(
                    borappor_tail,
                    lambda: borappor_tail(3, 2, third, quarter, parse_budget(odds=9)),
                    lambda: by_force(3, 1, 1, quarter, None, 1),
                ),
            ),
        ),
        ByRecord(),
    )


def reports(shape: tuple[int, int, int], epsilon: Elementary) -> Iterator[tuple[int, int, Elementary]]:
    """How many report, how many ones they send, and how likely that is, by who is active."""
    N, M, T = shape
    x = expm1(epsilon)
    p, q = truth(x), lie(x)
    for A, B in every(range(M + 1), range(N - M + 1)):
        chosen = comb(M, A) * comb(N - M, B) * (T - 1) ** (N - A - B)
        for right, wrong in every(range(A + 1), range(B + 1)):
            ones = p**right * (1 - p) ** (A - right) * q**wrong * (1 - q) ** (B - wrong)
            yield A + B, right + wrong, ones * (chosen * comb(A, right) * comb(B, wrong)) / T**N


def failing(shape: tuple[int, int, int], alpha: Fraction) -> Term:
    """The probability of an error of alpha or more, or of no estimate: of what fails at all of these budgets."""
    fails = off(*shape, None, alpha, ball(NARROW).expm1())
    return sums.total(chance for k, ones, chance in reports(shape, Symbol("epsilon")) if (k, ones) in fails)


def in_symbols(prover: Prover) -> Iterable[Theorem]:
    """The tails of three people, one of whom is active, at every budget of a range."""
    alpha, share = Fraction(1, 4), Fraction(1, 3)
    yield tie(
        prover,
        tail_probability,
        lambda: traced(tail_probability, 3, 2, share, alpha, any_budget(1, NARROW)),
        lambda: failing((3, 1, 2), alpha),
        NARROW,
    )
    yield tie(
        prover,
        borappor_tail,
        lambda: traced(borappor_tail, 3, 2, share, alpha, any_budget(1, 2 * NARROW)),
        lambda: failing((3, 1, 1), alpha),
        NARROW,
    )
