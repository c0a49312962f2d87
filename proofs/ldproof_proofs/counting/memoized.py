"""Two-step memoization of a bit that changes: its tight odds for all rounds, how they grow, and its variances."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.counting.memoized import (
    agreement_odds,
    agreement_ratio,
    least_agreement,
    likeliest_ones,
    memoized_likelihood,
    memoized_variance,
    one_probability,
    variance_at,
)
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.counting.parameters import BITS, PEOPLE, SHARE, N, mu
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

A, a, b, c, u, v, K, F, G = map(Symbol, ("A", "a", "b", "c", "u", "v", "K", "F", "G"))
BOTH = ("symmetric", "optimized")
ODDS = ((Fraction(3), Fraction(5, 3)), (Fraction(7, 2), Fraction(10, 3)))
"""The odds of what is kept and of the first report."""
WEIGHTS: Facts = {
    "A >= 1": at_most(1, A),
    "a >= 1": at_most(1, a),
    "b >= 1": at_most(1, b),
    "c >= 0": at_most(0, c),
    "v >= 0": at_most(0, v),
    "v <= u": at_most(v, u),
}
AT: Point = {"A": 3, "a": 2, "b": 2, "c": 1, "u": 3, "v": 1}
READING = (
    "A is the odds of a round, a = A^(e - 1) and b = A^(T - e) if e of T reports are as the states say, c the weight of "
    "two equal kept bits, u and v those of the bits of the states and of the other bits"
)
OWN, OTHER = (1, 1, 1, 0, 0, 0), (1, 1, 0, 1, 1, 1)
"""States of six rounds, and those under which reports of the first are least likely at these odds."""


def transcript_ratios(T: int, permanent: str, odds: tuple[Fraction, Fraction], apart: int) -> list[Term]:
    """The ratios of all transcripts between states that differ in at most so many rounds."""
    rows = [*every(BITS, repeat=T)]
    law = {
        states: [memoized_likelihood(states, seen, permanent, *map(term, odds)) for seen in rows]
        for states in rows
    }
    return sums.likelihood_ratios(law, sums.differ_at_most(apart))


def odds_cases(slip: int) -> Iterable[tuple[str, Relation]]:
    """The closed form against all transcripts: of all states, and of those that differ in one round."""
    for T, permanent, odds in every((1, 2), BOTH, ODDS):
        ones = likeliest_ones(T, permanent, *odds)
        levels = {"user": (T, least_agreement(T, permanent, *odds)), "event": (1, T - 1)}
        for level, (apart, agreeing) in levels.items():
            closed = agreement_odds(T, ones, agreeing, permanent, *odds)
            name = f"T = {T}, {permanent}, K = {odds[0]}, F = {odds[1]}, {level}"
            yield from sums.largest(
                name, transcript_ratios(T, permanent, odds, apart), exactly(closed + slip)
            )


def prove_tight_odds(prover: Prover) -> Theorem:
    """The closed form at both levels is what all transcripts reveal."""
    claim = Ground(
        "counting.memoized-odds",
        "the tight odds of two-step memoization at both levels are the closed forms",
        "T <= 2, symmetric and optimized, kept and first odds (3, 5/3) and (7/2, 10/3)",
        lambda: odds_cases(0),
        lambda: odds_cases(1),
        anchors=(
            anchor(
                memoized_variance,
                lambda: memoized_variance(3, Fraction(1, 3), Fraction(3), "optimized").exact,
                lambda: squared_error(3, 1, "optimized", Fraction(3)),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def prove_user_maximum(prover: Prover) -> Theorem:
    """No number of reports as the states say is likelier than all of them."""
    return proposition(
        prover,
        "counting.memoized-most",
        at_most(c + u * a * A + v * b, c + u * a * b * A + v),
        WEIGHTS,
        AT,
        reason="(b - 1) (u a A - v) is left over",
        mutant=at_most(c + u * a * b * A + v, c + u * a * A + v * b),
        reading=READING,
    )


def prove_event_maximum_above(prover: Prover) -> Theorem:
    """One more report as the states say multiplies the likelihood by no more than the last one does."""
    return proposition(
        prover,
        "counting.memoized-event-up",
        at_most(
            (c + u * a * A + v * b) * (c + u * a * b + v * A),
            (c + u * a * b * A + v) * (c + u * a + v * b * A),
        ),
        WEIGHTS,
        AT,
        reason="c (u a + v) (b - 1) (A - 1) + u v a (b^2 - 1) (A^2 - 1) is left over",
        mutant=at_most(
            (c + u * a * b * A + v) * (c + u * a + v * b * A),
            (c + u * a * A + v * b) * (c + u * a * b + v * A),
        ),
        reading=READING,
    )


def prove_event_maximum_below(prover: Prover) -> Theorem:
    """One report fewer does not either, by the mirrored inequality."""
    return proposition(
        prover,
        "counting.memoized-event-down",
        at_most(
            (c + u * a + v * b * A) * (c + u * a * b + v * A),
            (c + u * a * b * A + v) * (c + u * a * A + v * b),
        ),
        WEIGHTS,
        AT,
        reason="products of u a - v and of what is above 1",
        mutant=at_most(
            (c + u * a * b * A + v) * (c + u * a * A + v * b),
            (c + u * a + v * b * A) * (c + u * a * b + v * A),
        ),
        reading=READING,
    )


def prove_unbounded_odds(prover: Prover) -> Theorem:
    """Of T rounds with as many of either state, half of them reversed, and G = A^(T/2): the odds grow with G."""
    low, high = (one_probability("symmetric", state, K) for state in BITS)
    odds = agreement_ratio(2, 1, 1, G, low, high)
    at: Point = {"K": 3, "G": 9}
    return proposition(
        prover,
        "counting.memoized-unbounded",
        below(K**2 * G / (K + 1) ** 2, odds),
        {"K > 1": below(1, K), "G > 1": below(1, G)},
        at,
        reason="(K G + 1)^2 / ((K + 1)^2 G)",
        mutant=below(K**2 * G, odds),
    )


def six_cases(rounds: int) -> Iterable[tuple[str, Relation]]:
    """The square of what is kept, and the ratio in the first of so many rounds."""
    kept, first = map(term, ODDS[0])
    own = OWN[:rounds]
    above, under = (
        memoized_likelihood(states[:rounds], own, "symmetric", kept, first) for states in (OWN, OTHER)
    )
    yield "T = 6", below(kept**2, above / under)


def prove_excess_over_kept_squared(prover: Prover) -> Theorem:
    """Six reports reveal more than both kept bits are said to."""
    claim = Ground(
        "counting.memoized-six",
        "reports of 111000 are more than K^2 times as likely under the states 111000 as under 110111",
        "T = 6, K = 3, F = 5/3",
        lambda: six_cases(6),
        lambda: six_cases(3),
    )
    return prover.theorem(claim, ByRecord())


def squared_error(people: int, active: int, permanent: str, odds: Fraction) -> Fraction:
    """The mean squared error of the estimate, over everybody's first reports."""
    low, high = (one_probability(permanent, state, odds) for state in BITS)
    ones = [high] * active + [low] * (people - active)
    return sums.squared_error_of_share(ones, low, high, Fraction(active, people))


VARIANCE_FACTS: Facts = {"F > 1": below(1, F), **PEOPLE, **SHARE}
VARIANCE_POINT: Point = {"F": 3, "N": 4, "mu": Fraction(1, 4)}
OPTIMIZED = (4 * F / (F - 1) ** 2 + mu) / N
SYMMETRIC = 2 * (F + 1) / (N * (F - 1) ** 2)
"""With the odds (F + 1)/2 of a report, which are those of a bit of L-OSUE's first report."""


def prove_variances(prover: Prover) -> Iterable[Theorem]:
    """Of one bit, L-GRR varies less than L-OSUE whose first report has the same tight odds (F + 1)/2."""
    for permanent, odds, closed in (("optimized", F, OPTIMIZED), ("symmetric", (F + 1) / 2, SYMMETRIC)):
        found = variance_at(permanent, N, mu, odds)
        yield proposition(
            prover,
            f"counting.memoized-{permanent}",
            equal(found, closed),
            VARIANCE_FACTS,
            VARIANCE_POINT,
            rule=algebra,
            mutant=equal(found, closed + mu / N),
        )
    yield proposition(
        prover,
        "counting.memoized-variances",
        below(SYMMETRIC, OPTIMIZED),
        VARIANCE_FACTS,
        VARIANCE_POINT,
        reason="2 (F - 1) + mu (F - 1)^2 is left over",
        mutant=below(OPTIMIZED, SYMMETRIC),
    )
