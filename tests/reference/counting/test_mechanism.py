"""Continual counting as an auditor sees it: likelihoods, tight odds and the most revealing event."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins, Tape
from ldproof.counting.law import FEW
from ldproof.counting.law import transcripts as listed
from ldproof.counting.mechanism import MECHANISMS, mechanism
from ldproof.counting.parameters import Which
from ldproof.law import Infinite, symmetric_odds, tight_odds
from ldproof.mechanisms import law_of
from ldproof.numbers import Real, ball, precision, real
from ldproof.rejections import Reason
from ldproof.shots.mechanism import mechanism as shots_mechanism
from tests.reference.counting.by_hand import transcripts
from tests.reference.refusals import refused

EACH = pytest.mark.parametrize("which", Which)
ROUNDS = pytest.mark.parametrize("T", [1, 2, 3])
SILENT = (Which.GLANCE, Which.HARMONY_PUBLISHED)


def exact(quantity: object) -> Fraction:
    """A quantity that is known exactly."""
    assert isinstance(quantity, Real | Fraction)
    found = real(quantity).exact
    assert found is not None
    return found


def near(quantity: Real | Infinite) -> float:
    """A quantity to the digits of a float."""
    assert isinstance(quantity, Real)
    with precision(100):
        return float(ball(quantity))


@EACH
@pytest.mark.parametrize("T", [1, 2, 3, 4])
def test_its_law_is_that_of_the_algorithm(which: Which, T: int) -> None:
    """And `outputs` lists everything that can come out, once."""
    asked = mechanism(which, T, report_odds=3)
    outputs = list(asked.outputs)
    assert len(set(outputs)) == len(outputs)
    for states in product((0, 1), repeat=T):
        sent = transcripts(which, states)
        assert law_of(asked, states).probabilities == {path: share for path, share in sent.items() if share}
        assert {output: asked.likelihood(states, output) for output in outputs if output in sent} == sent
    if which in SILENT:
        assert law_of(asked, (1,) * T) == listed((1,) * T, Fraction(2), None)


@EACH
@ROUNDS
def test_odds_are_those_of_the_laws(which: Which, T: int) -> None:
    """User level over all pairs of people, event level over those that differ in one round."""
    asked = mechanism(which, T, report_odds=3)
    people = list(product((0, 1), repeat=T))
    laws = {person: law_of(asked, person) for person in people}
    pairs = [(one, other, symmetric_odds(laws[one], laws[other])) for one in people for other in people]
    apart = [odds for one, other, odds in pairs if sum(a != b for a, b in zip(one, other, strict=True)) == 1]
    reports = T if which is Which.BORAPPOR else 1
    assert max(exact(odds) for _, _, odds in pairs) == exact(asked.privacy("user").odds) == 3**reports
    assert max(map(exact, apart)) == exact(asked.privacy("event").odds) == 3


@EACH
@ROUNDS
def test_the_worst_pair_and_event_show_the_whole_budget(which: Which, T: int) -> None:
    """The event's probabilities have the tight odds as their ratio, and no event that does is likelier."""
    asked = mechanism(which, T, report_odds=3)
    worst = asked.privacy("user")
    one, other = law_of(asked, worst.likely), law_of(asked, worst.unlikely)
    likely, unlikely = one.of(worst.event), other.of(worst.event)
    assert likely / unlikely == asked.privacy("user").odds == tight_odds(one, other)
    for states in product((0, 1), repeat=T):
        for against in product((0, 1), repeat=T):
            seen, unseen = law_of(asked, states), law_of(asked, against)
            telling = [
                output
                for output in seen
                if seen[output] == exact(asked.privacy("user").odds) * unseen[output]
            ]
            assert sum(seen[output] for output in telling) <= likely


@EACH
@ROUNDS
def test_the_worst_pair_and_event_of_one_round_show_what_that_costs(which: Which, T: int) -> None:
    """For two people who differ in one round: the odds are tight at the event, and no such event is likelier."""
    asked = mechanism(which, T, report_odds=3)
    worst = asked.privacy("event")
    assert asked.neighbours("event", worst.likely, worst.unlikely)
    likely, unlikely = (law_of(asked, person).of(worst.event) for person in (worst.likely, worst.unlikely))
    assert likely / unlikely == asked.privacy("event").odds
    for states in product((0, 1), repeat=T):
        for other in product((0, 1), repeat=T):
            if asked.neighbours("event", states, other):
                seen, unseen = law_of(asked, states), law_of(asked, other)
                telling = [
                    each for each in seen if seen[each] == exact(asked.privacy("event").odds) * unseen[each]
                ]
                assert sum(seen[each] for each in telling) <= likely


@given(st.sampled_from(Which), st.integers(0, 2**16))
def test_what_is_drawn_can_happen(which: Which, seed: int) -> None:
    asked, secret = mechanism(which, 4, odds=16), (1, 0, 1, 1)
    assert law_of(asked, secret)[asked.randomize(secret, SeededCoins(seed.to_bytes(3)))] > 0


@pytest.mark.parametrize("T", [1, 2, 3, 5])
def test_m_shot_reporting_with_one_report_or_T_has_the_same_law(T: int) -> None:
    """Dummies 0 make one-shot reporting the source's Harmony; T-shot reporting is BORAPPOR, whatever r."""
    harmony, every = mechanism("harmony", T, odds=3), mechanism("borappor", T, report_odds=3)
    one_shot = shots_mechanism(T, 1, 0, odds=3)
    t_shot = [shots_mechanism(T, T, r, report_odds=3) for r in (0, "1/2", 1)]
    for states in product((0, 1), repeat=T):
        assert law_of(harmony, states).probabilities == law_of(one_shot, states).probabilities
        assert all(
            law_of(every, states).probabilities == law_of(each, states).probabilities for each in t_shot
        )
    for ours, theirs in ((harmony, one_shot), (every, t_shot[0])):
        assert (ours.privacy("user").odds, ours.privacy("event").odds) == (
            theirs.privacy("user").odds,
            theirs.privacy("event").odds,
        )


@EACH
def test_epsilon_is_the_logarithm_of_the_odds(which: Which) -> None:
    """At both levels, for rational and for irrational budgets."""
    budgets: tuple[dict[str, object], ...] = ({"epsilon": "1/2"}, {"odds": 9}, {"report_odds": "3/2"})
    for budget in budgets:
        asked = mechanism(which, 5, **budget)
        for odds, epsilon in (
            (asked.privacy("user").odds, asked.privacy("user").epsilon),
            (asked.privacy("event").odds, asked.privacy("event").epsilon),
        ):
            assert isinstance(odds, Real)
            assert isinstance(epsilon, Real)
            with precision(200):
                assert ball(odds).overlaps(ball(epsilon).exp())
                assert ball(odds).rel_accuracy_bits() > 150


def test_one_round_costs_everything_or_one_share() -> None:
    shares = {which: mechanism(which, 5, epsilon="1/2").privacy("event").epsilon for which in Which}
    assert shares == {which: Fraction(1, 10 if which is Which.BORAPPOR else 2) for which in Which}


@EACH
def test_an_irrational_law_is_not_listed_as_fractions(which: Which) -> None:
    """The likelihood of one output is a ball instead, near that of rational odds that are near."""
    asked, beside = mechanism(which, 2, epsilon=1), mechanism(which, 2, report_odds="2.718281828459045")
    if which is Which.BORAPPOR:
        asked = mechanism(which, 2, epsilon=2)
    with refused(Reason.IRRATIONAL):
        law_of(asked, (0, 1))
    for output in asked.outputs:
        expected = beside.likelihood((0, 1), output)
        assert abs(near(asked.likelihood((0, 1), output)) - near(expected)) < 1e-14


@EACH
def test_what_is_never_sent_has_probability_0(which: Which) -> None:
    asked = mechanism(which, 2, report_odds=3)
    never: list[tuple[int | None, ...]] = (
        [(0, 1), (None, None)] if which in SILENT else [(None, 1), (0, None)]
    )
    if which is Which.HARMONY:
        never.append((1, 1))
    assert all(asked.likelihood((0, 1), output) == 0 for output in never)


@EACH
def test_too_many_transcripts_are_not_listed(which: Which) -> None:
    asked = mechanism(which, FEW + 1, report_odds=3)
    with refused(Reason.TOO_MANY_OUTCOMES):
        iter(asked.outputs)
    with refused(Reason.TOO_MANY_OUTCOMES):
        law_of(asked, (0,) * (FEW + 1))


def test_texts() -> None:
    for name, construct in MECHANISMS.items():
        asked = construct(T="3", odds="27")
        silent = name in SILENT
        assert asked.secrets.read("101") == (1, 0, 1)
        text = "-1-" if silent else "010"
        assert asked.outputs.write(asked.outputs.read(text)) == text
        with refused(Reason.WRONG_LENGTH):
            asked.secrets.read("10")
        with refused(Reason.OUT_OF_RANGE):
            asked.secrets.read("1-1")
        if not silent:
            with refused(Reason.OUT_OF_RANGE):
                asked.outputs.read("1-1")


def test_every_mechanism_has_its_name() -> None:
    assert set(MECHANISMS) == {"glance", "harmony", "harmony_published", "borappor"}
    assert all(construct(T=2, odds=4).parameters.which == name for name, construct in MECHANISMS.items())


@pytest.mark.parametrize("which", Which)
@pytest.mark.parametrize(
    ("secret", "reason"),
    [
        ("101", Reason.NOT_A_LIST),
        ((1, 0), Reason.WRONG_LENGTH),
        ((1, 0, 5), Reason.OUT_OF_RANGE),
        ((1, 0, 1.0), Reason.OUT_OF_RANGE),
    ],
)
def test_what_is_no_secret_or_transcript_is_refused(
    which: Which, secret: tuple[int, ...], reason: Reason
) -> None:
    asked, good = mechanism(which.value, 3, report_odds=3), (1, 0, 1)
    for ask in (
        lambda: asked.likelihood(secret, good),
        lambda: asked.likelihood(good, secret),
        lambda: law_of(asked, secret),
        lambda: asked.randomize(secret, Tape(b"")),
        lambda: asked.neighbours("user", good, secret),
        lambda: asked.neighbours("event", secret, good),
        lambda: asked.secrets.write(secret),
        lambda: asked.outputs.write(secret),
    ):
        with refused(reason):
            ask()
