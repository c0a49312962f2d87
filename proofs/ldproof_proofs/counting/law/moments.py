"""Variances of one round's estimates, from all that can come in."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from ldproof.budget import parse_budget
from ldproof.counting.formulas import (
    borappor_variance,
    conditional_glance_variance,
    glance_variance,
    harmony_variance,
)
from ldproof.numbers import Real, Term, rational, term
from ldproof.probability import Law, binomial_law, law_of_shares
from ldproof.rounds import lie, truth
from ldproof_proofs.counting.joint.everybody import (
    THREE,
    Received,
    Rounds,
    constant,
    glance_estimate,
    harmony,
    received,
)
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

Cases: TypeAlias = Iterator[tuple[str, Relation]]

SHAPES = [(N, M, T) for N in range(1, 5) for M in range(N + 1) for T in range(1, 4)]
"""People, active ones, and rounds."""
SCOPE = "N <= 4, T <= 3, every number of active people, E = 3"
FILLS = (rational(0), rational(1, 3), rational(1, 2), rational(1))


@cache
def joint(N: int, M: int, T: int, excess: Fraction = THREE) -> Law[Rounds]:
    """The joint law of what comes in in all rounds."""
    return received(constant(N, M, T), excess)


@cache
def one_round(N: int, M: int, T: int, excess: Fraction = THREE) -> Law[Received]:
    """The law of what comes in in one round, from the joint law of all."""
    return joint(N, M, T, excess).pushforward(lambda rounds: rounds[0])


def given(found: Law[Received], k: int) -> Law[Fraction]:
    """The law of Glance's estimate given that k people report."""
    whole = found.of(lambda each: each[0] == k)
    estimates = ((glance_estimate(k, ones, THREE), found[(k, ones)] / whole) for ones in range(k + 1))
    return law_of_shares((value, chance) for value, chance in estimates if value is not None)


def identity(value: Fraction) -> Fraction:
    """The estimate itself."""
    return value


def filled(N: int, T: int, fill: Fraction) -> Callable[[Received], Fraction]:
    """Harmony's estimate, read off what comes in."""
    estimated = harmony(N, T, fill, THREE)
    return lambda each: estimated(*each)


def glance_by_force(N: int, M: int, T: int, excess: Fraction) -> Law[Fraction]:
    """The law of Glance's estimate given that somebody reports."""
    found = one_round(N, M, T, excess)
    somebody = found.of(lambda each: each[0] > 0)
    values = [(glance_estimate(k, ones, excess), found[(k, ones)] / somebody) for k, ones in found]
    return law_of_shares((value, chance) for value, chance in values if value is not None)


def harmony_by_force(N: int, M: int, T: int, fill: Fraction) -> Law[Fraction]:
    """The law of Harmony's estimate."""
    return one_round(N, M, T).pushforward(filled(N, T, fill))


def borappor_by_force(N: int, M: int, excess: Fraction = THREE) -> Law[Fraction]:
    """The law of the estimate from N coins, M of which show the other side more often."""
    coins = binomial_law(M, truth(excess)).product(binomial_law(N - M, lie(excess)))
    return coins.pushforward(lambda both: glance_estimate(N, sum(both), excess) or Fraction(0))


def varies(ours: Real | Term, found: Law[Fraction]) -> Relation:
    """A closed form against the variance of a law."""
    closed = ours if isinstance(ours, Term) else term(exactly(ours))
    return equal(closed, sums.variance(found, identity))


def variance_cases(more: int) -> Cases:
    """The exact variances against those of the laws."""
    for N, M, T in SHAPES:
        mu, name = Fraction(M, N), f"N = {N}, M = {M}, T = {T}"
        for excess in (THREE, Fraction(1, 2)):
            ours = glance_variance(N, T + more, mu, parse_budget(odds=1 + excess))
            yield f"Glance, {name}, x = {excess}", varies(ours, glance_by_force(N, M, T, excess))
        found = one_round(N, M, T)
        for k in sorted({k for k, _ in found} - {0}):
            if N > 1:
                each = conditional_glance_variance(term(N), term(mu), term(k), term(THREE))
                yield f"Glance, {name}, k = {k}", varies(each, given(found, k))
        for fill in FILLS:
            theirs = harmony_variance(term(N), term(T), term(mu), term(THREE), term(fill))
            yield f"Harmony, {name}, fill = {fill}", varies(theirs, harmony_by_force(N, M, T, fill))
        for given_as, odds in (
            ("odds", parse_budget(odds=(1 + THREE) ** T)),
            ("report odds", parse_budget(T, report_odds=1 + THREE)),
        ):
            yield (
                f"BORAPPOR, {name}, {given_as}",
                varies(borappor_variance(N + more, T, odds), borappor_by_force(N, M)),
            )
        halves = parse_budget(2 * T, report_odds=2)  # of T reports each has the odds 2 * 2 = 4
        yield (
            f"BORAPPOR, {name}, split",
            varies(borappor_variance(N, T, halves), borappor_by_force(N, M, 1 + THREE)),
        )


def variances(prover: Prover) -> Theorem:
    """The closed forms of the exact variances, by counting out."""
    third, mu = Fraction(1, 3), Fraction(1, 4)
    claim = Ground(
        "counting.variances-exhaustive",
        "the variances of Glance (given that somebody reports, and given k), of Harmony and of BORAPPOR are the closed forms",
        f"{SCOPE}, for Glance also E = 3/2, every k, fill in {{0, 1/3, 1/2, 1}}",
        lambda: variance_cases(0),
        lambda: variance_cases(1),
        anchors=(
            anchor(
                glance_variance,
                lambda: glance_variance(4, 3, mu, parse_budget(odds=3)),
                lambda: glance_by_force(4, 1, 3, THREE).variance(identity),
            ),
            anchor(
                borappor_variance,
                lambda: borappor_variance(4, 3, parse_budget(odds=27)),
                lambda: borappor_by_force(4, 1).variance(identity),
            ),
            anchor(
                harmony_variance,
                lambda: harmony_variance(Fraction(4), Fraction(3), mu, THREE, third),
                lambda: harmony_by_force(4, 1, 3, third).variance(identity),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())
