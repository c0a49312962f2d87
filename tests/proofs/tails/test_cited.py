"""Bounds of others: what is cited is cited about the probability that it speaks of, and of no other number."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product as every

import pytest

from ldproof.law import Law, binomial
from ldproof.numbers import Ball, ball, exp, term
from ldproof.tails import chernoff
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, implication, lemma
from ldproof_proofs.kernel.prover import Last, Step, by, steps
from ldproof_proofs.kernel.relations import at_most, ball_at
from ldproof_proofs.kernel.theorem import Theorem
from tests.proofs.kernel.making import claimed, shown


def test_what_is_cited_holds_of_binomials() -> None:
    """Chernoff's bound as it is cited, on exact tails of sums of trials."""
    for count in (1, 5, 40):
        for chance in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
            law, mean = binomial(count, chance), count * chance
            for delta in (Fraction(1, 10), Fraction(1, 2), Fraction(99, 100)):
                off = sum(law[successes] for successes in law if abs(successes - mean) >= mean * delta)
                assert ball(off) < chernoff(ball(mean), ball(delta))


CHANCES = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))
TILTS = (Fraction(-2), Fraction(-1, 3), Fraction(1, 3), Fraction(2))


def mixed(count: int, chance: Fraction, other: Fraction) -> Law[tuple[int, int]]:
    """The ones of two kinds of trials, as pairs."""
    return binomial(count, chance).product(binomial(count, other))


def moment(law: Law[tuple[int, int]], mean: Fraction, tilt: Fraction) -> Ball:
    """E e^(tilt (X - mean)), from all outcomes."""
    return sum((ball(law[pair]) * (ball(tilt) * ball(sum(pair) - mean)).exp() for pair in law), Ball(0))


def off_by(law: Law[tuple[int, int]], mean: Fraction, off: Fraction) -> Fraction:
    """The probability of being so far from the mean, on either side."""
    return sum((law[pair] for pair in law if abs(sum(pair) - mean) >= off), Fraction(0))


def bound(theorem: Theorem, **values: Fraction | int) -> Ball:
    """The right side of what is cited."""
    goal = implication(theorem).goal
    return ball_at(goal.right, values)


def test_the_moment_that_is_cited_holds_of_sums_of_trials(theorems: Mapping[str, Theorem]) -> None:
    """Two kinds of trials, above and below the mean."""
    for count, chance, other, tilt in every((1, 4), CHANCES, CHANCES, TILTS):
        mean = count * (chance + other)
        exact = moment(mixed(count, chance, other), mean, tilt)
        assert exact < bound(theorems["tails.moment"], mean=mean, s=tilt)


def test_kearns_and_saul_hold_of_bits_with_opposite_chances(theorems: Mapping[str, Theorem]) -> None:
    """However many of each kind there are; and at tilt 2 ln odds, for one bit, with equality."""
    cited = theorems["tails.kearns-saul"]
    for odds, count, tilt in every((Fraction(3, 2), Fraction(3), Fraction(20)), (1, 3), TILTS):
        law = mixed(count, odds / (odds + 1), 1 / (odds + 1))
        exact = moment(law, Fraction(count), tilt)
        assert exact < bound(cited, odds=odds, count=2 * count, s=tilt)
    slope = 2 * ball(3).log()
    one = (slope * 3 / 4).exp() / 4 + (-slope / 4).exp() * 3 / 4
    assert one.overlaps((slope**2 / 2 / (4 * ball(3).log())).exp())


def test_bernstein_holds_of_means_of_trials(theorems: Mapping[str, Theorem]) -> None:
    """Both tails, at every distance that occurs."""
    for count, chance, other in every((1, 5), CHANCES, CHANCES):
        law, many = mixed(count, chance, other), 2 * count
        mean = count * (chance + other)
        variance = (chance * (1 - chance) + other * (1 - other)) / 2
        for off in {abs(sum(pair) - mean) for pair in law} - {0}:
            exact = off_by(law, mean, off)
            cited = bound(theorems["tails.bernstein"], count=many, variance=variance, width=1, off=off / many)
            assert ball(exact) < cited


def test_markov_s_inequality_as_it_is_cited(theorems: Mapping[str, Theorem]) -> None:
    """Of binomials, at every distance."""
    law, mean = mixed(3, Fraction(1, 10), Fraction(1, 2)), Fraction(9, 5)
    goal = implication(theorems["tails.markov"]).goal.right
    for tilt in (Fraction(1, 3), Fraction(2)):
        for off in {sum(pair) - mean for pair in law}:
            exact = sum((law[pair] for pair in law if sum(pair) - mean >= off), Fraction(0))
            least = ball_at(goal.substitute({"s": term(tilt), "off": term(off), "M": term(1)}), {})
            assert ball(exact) < moment(law, mean, tilt) * least


def test_both_tails_of_trials_as_it_is_proved(theorems: Mapping[str, Theorem]) -> None:
    """At any number that the mean does not exceed: from the exact law."""
    for count, chance, other, more in every((2, 6), CHANCES, CHANCES, (Fraction(1), Fraction(3, 2))):
        law, mean = mixed(count, chance, other), count * (chance + other)
        most = mean * more
        for share in (Fraction(1, 20), Fraction(1, 2), Fraction(1)):
            exact = off_by(law, mean, share * most)
            assert ball(exact) < bound(theorems["tails.trials"], most=most, d=share)


def test_a_citation_is_not_about_any_number(theorems: Mapping[str, Theorem]) -> None:
    """With 5 for P the cited bound says 5 <= 2 exp(-1/12) <= 2, which no probability makes it say."""
    cited, (mean, delta) = theorems["tails.chernoff"], (term(1), term(Fraction(1, 2)))
    values = {"P": term(5), "mean": mean, "delta": delta}
    exponent = -mean * delta**2 / 3
    given = {name: each.substitute(values) for name, each in implication(cited).given.items()}
    known = {"cited": lemma(cited, **values), "falls": axiom(Always.MONOTONE, exponent, term(0))}
    claim = claimed(at_most(5, 2), {**given, "negative": at_most(exponent, 0)}, known, at={})
    proof = steps(
        Step("<=", 2 * exp(exponent), "as cited", by(product("cited"))),
        last=Last("e^x <= 1 for x <= 0", by(product("falls", factor=2))),
    )
    with pytest.raises(NotProved):
        shown(claim, proof)
