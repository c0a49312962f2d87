"""The theorems about randomized response agree with enumeration in numbers."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product as every
from math import prod

import pytest

from ldproof import rounds as transcript
from ldproof.numbers import Symbol, enclose, term
from ldproof.shots import formulas
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import holds
from ldproof_proofs.kernel.implication import Implication, implication
from ldproof_proofs.kernel.prover import Replaying, Searching, at_once
from ldproof_proofs.kernel.relations import Point, value_at
from ldproof_proofs.kernel.search import search
from ldproof_proofs.reporting.ones import mean, outcomes, variance
from ldproof_proofs.reporting.transcript.law import agrees, average
from ldproof_proofs.shots.formulas import rates
from ldproof_proofs.shots.formulas.peak import peak
from ldproof_proofs.shots.parameters import SETTING
from tests.proofs.conftest import sample

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

# the coin


def test_the_coin_is_private_whatever_is_seen_and_whatever_the_two_states() -> None:
    """Eight theorems, each with x > 0 and nothing else given."""
    found = [
        each for name, each in sample()[0].theorems.items() if name.startswith("reporting.coin-private-")
    ]
    assert len(found) == 8
    for theorem in found:
        assert theorem.statement.startswith("if 0 < x then ")
        assert theorem.evidence.text() == "proved"


# transcripts

ROUNDS = [(Fraction(1, t + 2), Fraction(t + 1, t + 5)) for t in range(6)]


@cache
def in_turn(n: int, k: int) -> Fraction:
    """The probability of the first n rounds, of which k are chosen: the last one with probability k/n."""
    if n == 0:
        return Fraction(k == 0)
    quiet, loud = ROUNDS[n - 1]
    stays = Fraction(n - k, n) * quiet * in_turn(n - 1, k) if k < n else Fraction(0)
    return stays + (Fraction(k, n) * loud * in_turn(n - 1, k - 1) if k else 0)


def test_the_likelihood_of_a_transcript_is_the_average_over_choices() -> None:
    """Of a choice made round by round, with probability k/n if k reports are left in n rounds, and of all at once."""
    as_terms = [(term(quiet), term(loud)) for quiet, loud in ROUNDS]
    for n in range(1, 7):
        for k in range(n + 1):
            found = transcript.likelihood_of_rounds(ROUNDS[:n], k)
            assert found == in_turn(n, k)
            assert n < 6 or found == value_at(average(as_terms, k), {})
    rounds = [(Symbol("a"), Symbol("b")), (Symbol("c"), Symbol("d"))]
    at = {"a": 2, "b": 3, "c": 5, "d": 7}
    assert [value_at(average(rounds, m), at) for m in range(3)] == [10, Fraction(3 * 5 + 2 * 7, 2), 21]


def test_the_cases_of_enumerations_can_fail() -> None:
    """The fold is the average over choices of as many rounds, or the law of people's ones, and not of one more."""
    for cases in (agrees, lambda more: outcomes(4, more)):
        assert all(holds(each) for _, each in cases(0))
        assert not any(holds(each) for _, each in cases(1))
    assert len(list(agrees(0))) == sum(T + 1 for T in range(1, 6))


# the number of ones

RATES = (HALF, HALF, THIRD, THIRD, THIRD)
"""Two people in state 1, and three in state 0."""


def moment(power: int) -> Fraction:
    """The mean of a power of the number of ones, by everything that five people may send."""
    found = Fraction(0)
    for bits in every((0, 1), repeat=len(RATES)):
        chances = [rate if bit else 1 - rate for bit, rate in zip(bits, RATES, strict=True)]
        found += prod(chances, start=Fraction(1)) * sum(bits) ** power
    return found


def test_mean_and_variance_of_ones_are_those_over_all_outcomes() -> None:
    """Of five people two send a one with probability 1/2 and three with 1/3; and no other value would do."""
    at: Point = {"a_k": 2, "n_k": 5, "p": HALF, "q": THIRD}
    for theorem, row, value in ((mean, "S_k", moment(1)), (variance, "V_k", moment(2) - moment(1) ** 2)):
        claim = implication(theorem(Replaying(store.load())))
        assert claim.goal.holds_at({**at, row: value})
        assert not claim.goal.holds_at({**at, row: value + Fraction(1, 10**6)})
        assert sorted(claim.stands) == sorted((row, "a_k", "n_k"))


# rates


def test_the_marginals_theorem_needs_the_choices() -> None:
    """That a share m/T of all choices reports at t is what it stands on; of other A and B it is not so."""
    theorem = sample()[0].theorems["shots.p-is-a-marginal"]
    assert all(str(each) in theorem.statement for each in SETTING.values())
    assert isinstance(theorem.claim, Implication)
    assert {*theorem.claim.known} == {"choices"}
    with pytest.raises(NotProved):
        Searching().theorem(replace(theorem.claim, known={}, anchors=()), at_once("", search))


def test_every_theorem_about_rates_is_proved() -> None:
    """None is cited, none is only checked."""
    prover = Searching()
    found = [
        rates.choices(prover),
        *rates.marginals(prover),
        rates.difference(prover),
        *rates.unbiased(prover),
    ]
    assert {theorem.evidence.text() for theorem in found} == {"proved"}


def test_the_digits_of_c_star_in_the_statement_are_its_own() -> None:
    *_, stated = peak(Replaying(store.load()))
    (digits,) = [word.rstrip(".:") for word in stated.statement.split() if word.startswith("0.574")]
    assert len(digits) >= 50
    assert Decimal(digits) == enclose(formulas.c_star(), 50).lower
