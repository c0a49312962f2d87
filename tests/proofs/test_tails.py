"""Bounds and exact probabilities of the proofs, in numbers: of tails, of counting's refutations, of p-values and bytes."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product as every

import pytest

from ldproof.budget import parse_budget
from ldproof.chi2.formulas import p_value
from ldproof.counting.error import tail_constant_users, tail_probability
from ldproof.counting.formulas import estimate_filled
from ldproof.errors import Refused
from ldproof.numbers import Ball, Real, Symbol, ball, exp, lift, real, sqrt, term
from ldproof.probability import Infinite, Law, binomial_law
from ldproof.rounds import lie, truth
from ldproof.sampling.bernoulli_draws import BY_SECRET, LAZY, BlockRule
from ldproof_proofs.chi2.significance import TAUS, squared
from ldproof_proofs.counting.bounds.condition import sampled
from ldproof_proofs.counting.bounds.floor import off
from ldproof_proofs.counting.rivals.refuted import exceeds, squared_bound
from ldproof_proofs.exact.consumption import block_cases, coin, joint_odds, lazy_cases, rational_coin
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import holds
from ldproof_proofs.kernel.implication import axiom, implication, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Replaying, Searching, Step, by, steps
from ldproof_proofs.kernel.relations import at_most, ball_at
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie
from ldproof_proofs.law import sums
from ldproof_proofs.tails import cited, trials
from tests.proofs.kernel.making import claimed, shown
from tests.tiers import grid

# what is cited is cited about the probability that it speaks of

CHANCES = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))
TILTS = (Fraction(-2), Fraction(-1, 3), Fraction(1, 3), Fraction(2))


def mixed(count: int, chance: Fraction, other: Fraction) -> Law[tuple[int, int]]:
    """The ones of two kinds of trials, as pairs."""
    return binomial_law(count, chance).product(binomial_law(count, other))


def moment(law: Law[tuple[int, int]], mean: Fraction, tilt: Fraction) -> Ball:
    """E e^(tilt (X - mean)), from all outcomes."""
    return sum((ball(law[pair]) * (ball(tilt) * ball(sum(pair) - mean)).exp() for pair in law), Ball(0))


def off_by(law: Law[tuple[int, int]], mean: Fraction, distance: Fraction) -> Fraction:
    """The probability of being so far from the mean, on either side."""
    return sum((law[pair] for pair in law if abs(sum(pair) - mean) >= distance), Fraction(0))


@cache
def theorem(made: Callable[[Prover], Theorem]) -> Theorem:
    """A theorem, as it is stored."""
    return made(Replaying(store.load()))


def bound(made: Callable[[Prover], Theorem], **values: Fraction | int) -> Ball:
    """The right side of a theorem."""
    return ball_at(implication(theorem(made)).goal.right, values)


def test_moments_and_tails_that_are_cited_hold_of_sums_of_trials() -> None:
    """Two kinds of trials, above and below the mean: E e^(sX), Bernstein, and both tails as they are proved."""
    for count, chance, other in every((1, 4), CHANCES, CHANCES):
        law, mean = mixed(count, chance, other), count * (chance + other)
        variance = (chance * (1 - chance) + other * (1 - other)) / 2
        for tilt in grid(TILTS):
            assert moment(law, mean, tilt) < bound(cited.moment, mean=mean, s=tilt)
        for far in {abs(sum(pair) - mean) for pair in law} - {0}:
            known: Mapping[str, Fraction | int] = {"count": 2 * count, "variance": variance, "width": 1}
            least = bound(cited.theorem_of_bernstein, **known, off=far / (2 * count))
            assert ball(off_by(law, mean, far)) < least
        for more, share in grid(
            (Fraction(1), Fraction(3, 2)), (Fraction(1, 20), Fraction(1, 2), Fraction(1))
        ):
            most = mean * more
            assert ball(off_by(law, mean, share * most)) < bound(trials.trials, most=most, d=share)


def test_kearns_and_saul_hold_of_bits_with_opposite_chances() -> None:
    """However many of each kind there are; and at tilt 2 ln odds, for one bit, with equality."""
    for odds, count, tilt in every((Fraction(3, 2), Fraction(3), Fraction(20)), (1, 3), TILTS):
        law = mixed(count, odds / (odds + 1), 1 / (odds + 1))
        exact = moment(law, Fraction(count), tilt)
        assert exact < bound(cited.kearns_saul, odds=odds, count=2 * count, s=tilt)
    slope = 2 * ball(3).log()
    one = (slope * 3 / 4).exp() / 4 + (-slope / 4).exp() * 3 / 4
    assert one.overlaps((slope**2 / 2 / (4 * ball(3).log())).exp())


def test_markov_s_inequality_holds_of_binomials() -> None:
    law, mean = mixed(3, Fraction(1, 10), Fraction(1, 2)), Fraction(9, 5)
    goal = implication(theorem(cited.markov)).goal.right
    for tilt in (Fraction(1, 3), Fraction(2)):
        for far in {sum(pair) - mean for pair in law}:
            exact = sum((law[pair] for pair in law if sum(pair) - mean >= far), Fraction(0))
            least = ball_at(goal.substitute({"s": term(tilt), "off": term(far), "M": term(1)}), {})
            assert ball(exact) < moment(law, mean, tilt) * least


def test_a_citation_is_not_about_any_number() -> None:
    """With 5 for P the cited bound says 5 <= 2 exp(-1/12) <= 2, which no probability makes it say."""
    stands, (mean, delta) = theorem(cited.theorem_10), (term(1), term(Fraction(1, 2)))
    values = {"P": term(5), "mean": mean, "delta": delta}
    exponent = -mean * delta**2 / 3
    given = {name: each.substitute(values) for name, each in implication(stands).given.items()}
    known = {"cited": lemma(stands, **values), "falls": axiom(Always.MONOTONE, exponent, term(0))}
    claim = claimed(at_most(5, 2), {**given, "negative": at_most(exponent, 0)}, known, at={})
    proof = steps(
        Step("<=", 2 * exp(exponent), "as cited", by(product("cited"))),
        last=Last("e^x <= 1 for x <= 0", by(product("falls", factor=2))),
    )
    with pytest.raises(NotProved):
        shown(claim, proof)


# counting: what refutes theorems, against the reference and against everybody's choices and coins


@pytest.mark.parametrize("distance", [Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)])
def test_sampling_is_the_tail_but_for_lies(distance: Fraction) -> None:
    """With odds of 10^12 they differ by the probability of a lie at most."""
    odds = 10**12
    exact = ball(tail_probability(6, 2, Fraction(1, 2), distance, parse_budget(1, odds=odds)))
    assert abs(exact - ball(sampled(6, 3, distance))) <= ball(6 * lie(Fraction(odds - 1)))


@pytest.mark.parametrize(("people", "rounds"), [(2, 2), (3, 2), (3, 3)])
def test_the_error_that_no_epsilon_takes_away_is_the_joint_law_s(people: int, rounds: int) -> None:
    """One person is idle."""
    ours = sums.value(off(people, rounds, Fraction(9), people - 1))
    assert ours == tail_constant_users(
        people, rounds, people - 1, Fraction(1, people), parse_budget(1, odds=9)
    )


ODDS, NONE = Fraction(3), Fraction(0)


def by_force(people: int, rounds: int, square: Fraction) -> Fraction:
    """The probability that some round's squared error is above `square`, from all T^N choices and 2^N coins."""
    p, total = truth(ODDS - 1), NONE
    shape = Fraction(people), Fraction(people), Fraction(rounds), NONE, ODDS - 1
    for chosen, bits in every(every(range(rounds), repeat=people), every((0, 1), repeat=people)):
        ones = [sum(bit for bit, t in zip(bits, chosen, strict=True) if t == s) for s in range(rounds)]
        if any((estimate_filled(Fraction(count), *shape) - 1) ** 2 > square for count in ones):
            total += Fraction(1, rounds**people) * p ** sum(bits) * (1 - p) ** (people - sum(bits))
    return total


def test_what_refutes_theorem_4_is_exact() -> None:
    """By all choices and coins of few; the refuting case itself by the reference's formula: no error is near the bound."""
    for people, rounds in ((3, 2), (4, 2), (3, 3)):
        for logarithm in (Fraction(1, 3), Fraction(1), Fraction(3)):
            square = squared_bound(people, rounds, ODDS, logarithm)
            assert exceeds(people, rounds, ODDS, square) == by_force(people, rounds, square)
    square = squared_bound(32, 2, ODDS, 3)
    found = ball(tail_constant_users(32, 2, 32, Fraction(593, 1000), parse_budget(1, odds=3), NONE))
    assert square < Fraction(593, 1000) ** 2
    assert found.overlaps(ball(exceeds(32, 2, ODDS, square)))


# p-values and bytes


def erfc_of(square: Fraction) -> Real:
    """The p-value of a statistic."""
    return lift(Ball.erfc, sqrt(real(square / 2)), exactly=False)


BUMPED: tuple[Callable[[Fraction], Real], ...] = (
    lambda tau: erfc_of(tau) + (tau == 7),
    lambda tau: Real(0) if tau == 7 else erfc_of(tau),
    lambda tau: erfc_of(tau) + (tau - 1) * (tau - 4),
    lambda tau: erfc_of(tau + (tau - 1) ** 2 * (tau - 4) ** 2),
)
"""Other values at 7, and between those that are tried."""


def test_a_p_value_that_is_another_somewhere_is_noticed() -> None:
    """That what a tail is of is the statistic is shown of the reference's, as `in_symbols` does, and of no other."""

    def tied(tail: Callable[[Fraction], Real]) -> None:
        tie(Searching(), tail, lambda: 2 * squared(tail, TAUS), lambda: Symbol("tau"), TAUS)

    tied(p_value)
    for tail in BUMPED:
        with pytest.raises((NotProved, Refused)):
            tied(tail)


def test_what_the_number_of_bytes_reveals() -> None:
    """A lazy client's state, from some budget on: at epsilon = 1 the odds are finite, and at 7 they are not.

    With blocks the joint odds are hardly more than the coin's; with one byte and no blocks they are more.
    """
    assert not isinstance(joint_odds(coin(1), LAZY), Infinite)
    assert isinstance(joint_odds(coin(7), LAZY), Infinite)
    assert all(holds(each) for _, each in lazy_cases((7,)))
    assert not all(holds(each) for _, each in lazy_cases((1,)))
    excess = Fraction(2)
    found = joint_odds(rational_coin(excess), BY_SECRET)
    assert not isinstance(found, Infinite)
    assert 1 + excess <= found < (1 + excess) * (1 + Fraction(1, 2**80))
    assert all(holds(each) for _, each in block_cases(BY_SECRET))
    assert not all(holds(each) for _, each in block_cases(BlockRule(length=1)))
