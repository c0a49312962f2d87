"""Who has the least exact variance at some points, and where an uneven number of reporters costs something."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

from ldproof.budget import parse_budget
from ldproof.counting.formulas import (
    coin_variance,
    every_round_variance,
    glance_variance_at,
    harmony_variance,
)
from ldproof.counting.mechanism import Which
from ldproof.counting.worst import largest_error_law
from ldproof.numbers import Term, rational, term
from ldproof_proofs.counting.reporters.counted import inverse_by_recurrence, up_to
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, below
from ldproof_proofs.kernel.theorem import Theorem


def uneven_cases(halves: int) -> Iterable[tuple[str, Relation]]:
    """R against T/N from 2 N = 3 T on."""
    for rounds in range(2, 13):
        for people, step, R, _ in up_to(60, rounds):
            yield f"N = {people}, T = {rounds}, by the recurrence", step
            if 2 * people >= halves * rounds:
                yield f"N = {people}, T = {rounds}", below(Fraction(rounds, people), R)


def uneven(prover: Prover) -> Theorem:
    """An uneven number of reporters costs something unless people are few."""
    claim = Ground(
        "counting.inverse-count-above-mean",
        "R > T/N where N >= 3/2 T",
        "2 <= T <= 12, N <= 60",
        lambda: uneven_cases(3),
        lambda: uneven_cases(2),
        values=lambda: {"ratio": Fraction(3, 2)},
    )
    return prover.theorem(claim, ByRecord())


PEOPLE, ROUNDS = 100, 10
EXAMPLES: tuple[tuple[Fraction, Fraction, Which], ...] = (
    (rational(0), rational(11, 10), Which.GLANCE),
    (rational(0), rational(2), Which.HARMONY),
    (rational(1, 4), rational(2), Which.GLANCE),
    (rational(1, 2), rational(3, 2), Which.HARMONY_PUBLISHED),
    (rational(1, 2), rational(2), Which.BORAPPOR),
    (rational(1), rational(2), Which.GLANCE),
    (rational(1), rational(5), Which.GLANCE),
)
"""The share of active people, the odds of one of BORAPPOR's reports, and who is ahead."""


def glance(people: int, rounds: int, share: Term, excess: Term) -> Term:
    """Glance's; a single reporter's is that of the coin."""
    if people == 1:
        return coin_variance(excess)
    return glance_variance_at(term(people), share, term(inverse_by_recurrence(people, rounds)), excess)


def variances(people: int, rounds: int, share: Fraction, report_odds: Fraction) -> dict[Which, Term]:
    """All four exact variances by their closed forms; the whole budget is that of BORAPPOR's T reports."""
    many, T, mu, whole = term(people), term(rounds), term(share), term(report_odds) ** rounds - 1
    return {
        Which.GLANCE: glance(people, rounds, mu, whole),
        Which.HARMONY: harmony_variance(many, T, mu, whole, term(0)),
        Which.HARMONY_PUBLISHED: harmony_variance(many, T, mu, whole, term(Fraction(1, 2))),
        Which.BORAPPOR: every_round_variance(many, term(report_odds) - 1),
    }


def ahead_cases(shift: Fraction) -> Iterable[tuple[str, Relation]]:
    """The exact variances compared."""
    for share, odds, who in EXAMPLES:
        found = variances(PEOPLE, ROUNDS, abs(share - shift), odds)
        for other in Which:
            if other is not who:
                name = f"mu = {share}, e^(epsilon/T) = {odds}, {who} and {other}"
                yield name, below(found[who], found[other])


def examples(prover: Prover) -> Theorem:
    """Each of the four can be ahead."""
    shown = ", ".join(f"{who} at mu = {share}, e^(epsilon/T) = {odds}" for share, odds, who in EXAMPLES)
    claim = Ground(
        "counting.ahead",
        f"for N = {PEOPLE} and T = {ROUNDS} the least exact variance has {shown}",
        f"all mechanisms at {len(EXAMPLES)} points",
        lambda: ahead_cases(rational(0)),
        lambda: ahead_cases(rational(1, 2)),
        values=lambda: {"N": Fraction(PEOPLE), "T": Fraction(ROUNDS)},
    )
    return prover.theorem(claim, ByRecord())


MANY, LONG, LARGE = 10**4, 50, 8
"""N, T and an epsilon of the source's experiment."""
PLACES = 10**6
"""Means are rounded outwards to so many parts of one, so that floats with a known error bound them."""


def mean_largest_error(active: int, fill: Fraction | None) -> tuple[Fraction, Fraction]:
    """Bounds on the mean of the largest error over all rounds, the same people being active in all."""
    law = largest_error_law(MANY, LONG, active, parse_budget(epsilon=LARGE), fill)
    mean, doubt = law.mean(), law.mean_doubt()
    return Fraction(floor((mean - doubt) * PLACES), PLACES), Fraction(ceil((mean + doubt) * PLACES), PLACES)


def half_active_cases(active: int) -> Iterable[tuple[str, Relation]]:
    """Harmony's mean, as published, against Glance's."""
    (_, harmony), (glance, _) = (mean_largest_error(active, fill) for fill in (Fraction(1, 2), None))
    yield f"{active} of {MANY} people active", below(term(harmony), term(glance))


def half_active(prover: Prover) -> Theorem:
    """If as many people are active as idle, what Harmony fills in costs nothing, and uneven reporters cost Glance something."""
    claim = Ground(
        "counting.half-active",
        "the mean of the largest error over all rounds, the same people being active in all, is smaller for Harmony with 1/2 filled "
        "in than for Glance, in floats with a bound on their error",
        f"N = {MANY}, T = {LONG}, epsilon = {LARGE}, mu = 1/2",
        lambda: half_active_cases(MANY // 2),
        lambda: half_active_cases(MANY * 9995 // 10000),
        values=lambda: {
            "N": Fraction(MANY),
            "T": Fraction(LONG),
            "epsilon": Fraction(LARGE),
            "harmony": mean_largest_error(MANY // 2, Fraction(1, 2))[1],
            "glance": mean_largest_error(MANY // 2, None)[0],
        },
    )
    return prover.theorem(claim, ByRecord())
