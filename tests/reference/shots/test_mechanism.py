"""m-shot reporting as an auditor sees it: likelihoods, tight odds and the most revealing event."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins, Tape
from ldproof.law import Infinite, symmetric_odds, tight_odds
from ldproof.mechanisms import law_of
from ldproof.numbers import Real, ball, precision, real
from ldproof.rejections import Reason, Refused
from ldproof.shots.mechanism import mechanism
from tests.reference.refusals import refused


def exact(quantity: object) -> Fraction:
    """A quantity that is known exactly."""
    assert isinstance(quantity, Real | Fraction)
    found = real(quantity).exact
    assert found is not None
    return found


@pytest.mark.parametrize("r", ["0", "1/4", "1/2", "2/3", "1"])
@pytest.mark.parametrize(("T", "m"), [(1, 1), (2, 1), (3, 1), (3, 2), (3, 3)])
def test_odds_are_those_of_the_laws(T: int, m: int, r: str) -> None:
    """User level over all pairs of people, event level over those that differ in one round."""
    shots = mechanism(T=T, m=m, r=r, report_odds=3)
    people = list(product((0, 1), repeat=T))
    laws = {person: law_of(shots, person) for person in people}
    pairs = [(one, other, symmetric_odds(laws[one], laws[other])) for one in people for other in people]
    apart = [odds for one, other, odds in pairs if sum(a != b for a, b in zip(one, other, strict=True)) == 1]
    assert max(exact(odds) for _, _, odds in pairs) == exact(shots.privacy("user").odds) == 3**m
    assert max(map(exact, apart)) == exact(shots.privacy("event").odds)


@pytest.mark.parametrize("r", ["0", "1/4", "2/3", "1"])
def test_the_worst_pair_and_event_show_the_whole_budget(r: str) -> None:
    """The event's probabilities under the two people have the tight odds as their ratio."""
    shots = mechanism(T=4, m=2, r=r, report_odds=3)
    worst = shots.privacy("user")
    likely, unlikely = (law_of(shots, person).of(worst.event) for person in (worst.likely, worst.unlikely))
    assert likely / unlikely == 9 == tight_odds(law_of(shots, worst.likely), law_of(shots, worst.unlikely))
    best = max(law_of(shots, person)[person] for person in product((0, 1), repeat=4))
    assert likely == best


@pytest.mark.parametrize("r", ["0", "1/4", "1/2", "2/3", "1"])
@pytest.mark.parametrize(("T", "m"), [(1, 1), (2, 1), (3, 1), (4, 2), (3, 3)])
def test_the_worst_pair_and_event_of_one_round_show_what_that_costs(T: int, m: int, r: str) -> None:
    """The event's probabilities have the tight odds of one round as their ratio, and no event that does is likelier."""
    shots = mechanism(T, m, r, report_odds=3)
    worst = shots.privacy("event")
    assert shots.neighbours("event", worst.likely, worst.unlikely)
    likely, unlikely = (law_of(shots, person).of(worst.event) for person in (worst.likely, worst.unlikely))
    assert likely / unlikely == shots.privacy("event").odds
    for states in product((0, 1), repeat=T):
        for other in product((0, 1), repeat=T):
            if shots.neighbours("event", states, other):
                seen, unseen = law_of(shots, states), law_of(shots, other)
                telling = [
                    each for each in seen if seen[each] == exact(shots.privacy("event").odds) * unseen[each]
                ]
                assert sum(seen[each] for each in telling) <= likely


@given(st.integers(0, 2**16))
def test_what_is_drawn_can_happen(seed: int) -> None:
    """No transcript is drawn that the law does not know."""
    shots = mechanism(T=4, m=2, r=0, odds=9)
    secret = (1, 0, 1, 1)
    drawn = shots.randomize(secret, SeededCoins(seed.to_bytes(3)))
    assert law_of(shots, secret)[drawn] > 0


def near(quantity: Real | Infinite) -> float:
    """A quantity to the digits of a float."""
    assert isinstance(quantity, Real)
    with precision(100):
        return float(ball(quantity))


def test_epsilon_is_the_logarithm_of_the_odds() -> None:
    """At both levels, for rational and for irrational budgets."""
    for r in ("0", "1/3"):
        for budget in ({"epsilon": "1/2"}, {"odds": 9}, {"report_odds": "3/2"}):
            shots = mechanism(T=5, m=2, r=r, **budget)
            for odds, epsilon in (
                (shots.privacy("user").odds, shots.privacy("user").epsilon),
                (shots.privacy("event").odds, shots.privacy("event").epsilon),
            ):
                assert isinstance(odds, Real)
                assert isinstance(epsilon, Real)
                with precision(200):
                    assert ball(odds).overlaps(ball(epsilon).exp())
                    assert ball(odds).rel_accuracy_bits() > 150


def test_where_dummies_hide_nothing_one_round_costs_one_share() -> None:
    """r = 0, r = 1 and m = T: epsilon/m, exactly."""
    assert exact(mechanism(T=5, m=2, r=0, epsilon="1/2").privacy("event").epsilon) == Fraction(1, 4)
    assert exact(mechanism(T=5, m=2, r=1, epsilon="1/2").privacy("event").epsilon) == Fraction(1, 4)
    assert exact(mechanism(T=2, m=2, r="1/2", epsilon="1/2").privacy("event").epsilon) == Fraction(1, 4)
    assert near(mechanism(T=5, m=2, r="1/2", epsilon="1/2").privacy("event").epsilon) < 0.25


@pytest.mark.parametrize(
    ("text", "reason"),
    [("101", Reason.WRONG_LENGTH), ("10111", Reason.WRONG_LENGTH), ("1021", Reason.OUT_OF_RANGE)],
)
def test_a_secret_is_one_bit_per_round(text: str, reason: Reason) -> None:
    """Anything else is refused by name."""
    with pytest.raises(Refused) as refusal:
        mechanism(T=4, m=2, odds=9).secrets.read(text)
    assert refusal.value.reason is reason


def test_an_irrational_law_is_not_listed_as_fractions() -> None:
    """The likelihood of one output is a ball instead."""
    shots = mechanism(T=2, m=1, epsilon=1)
    with pytest.raises(Refused) as refusal:
        law_of(shots, (0, 1))
    assert refusal.value.reason is Reason.IRRATIONAL
    assert 0 < near(shots.likelihood((0, 1), (0, 1))) < 1


THREE = mechanism(3, 2, "1/2", report_odds=3)


@pytest.mark.parametrize(
    "secret", [(1, 0, 1), [1, 0, True], np.array([1, 0, 1]), np.array([True, False, True])]
)
def test_a_row_of_bits_of_any_type_is_a_secret(secret: tuple[int, ...]) -> None:
    """Each round is silent in 1 of 3 choices; spoken, the bits have 1/4, 3/4 and 3/4."""
    expected = Fraction(1, 3) * Fraction(1, 2) * Fraction(1, 16) * (3 + 9 + 3)
    assert THREE.likelihood(secret, (0, 0, 1)) == expected


@pytest.mark.parametrize(
    ("secret", "reason"),
    [
        ("101", Reason.NOT_A_LIST),
        ((1, 0), Reason.WRONG_LENGTH),
        ((1, 0, 1, 1), Reason.WRONG_LENGTH),
        ((1, 0, 5), Reason.OUT_OF_RANGE),
        ((1, 0, 1.0), Reason.OUT_OF_RANGE),
    ],
)
def test_what_is_no_secret_or_transcript_is_refused(secret: tuple[int, ...], reason: Reason) -> None:
    """Text of digits had probability 0, and two states had a law of two rounds."""
    good = (1, 0, 1)
    for ask in (
        lambda: THREE.likelihood(secret, good),
        lambda: THREE.likelihood(good, secret),
        lambda: law_of(THREE, secret),
        lambda: THREE.randomize(secret, Tape(b"")),
        lambda: THREE.neighbours("user", good, secret),
        lambda: THREE.neighbours("event", secret, good),
        lambda: THREE.secrets.write(secret),
        lambda: THREE.outputs.write(secret),
    ):
        with refused(reason):
            ask()
