"""What a mechanism states, and that those of the catalogue state what can be found by looking at all pairs."""

import doctest
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import ldproof.mechanisms
from ldproof.budget import budget
from ldproof.catalogue import MECHANISMS, mechanism
from ldproof.law import INFINITE
from ldproof.mechanisms import LEVELS, Level, Mechanism, Privacy, law_of, tight
from ldproof.numbers import Real, ball
from ldproof.rejections import Reason
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused

SMALL: Mapping[str, dict[str, object]] = {
    "shots.report": {"T": 3, "m": 2, "r": "1/3", "report_odds": 3},
    "counting.borappor": {"T": 2, "odds": 9},
    "chi2.beta_optimal": {"m1": 3, "m2": 3, "tau": 1, "beta": "1/2", "odds": 3},
    "sketch.per_user": {"w": 3, "odds": 9},
    "sketch.unary": {"w": 2, "d": 2, "p": "1/4", "q": "3/4"},
}
OF_A_SYSTEM: Mapping[str, dict[str, object]] = {
    "shots": {"T": 3, "m": 1, "odds": 3},
    "counting": {"T": 3, "odds": 3},
    "chi2": {"m1": 3, "m2": 3, "tau": 1, "odds": 3},
    "sketch": {"w": 2, "d": 2, "odds": 9},
}


def small(name: str) -> dict[str, object]:
    """Parameters of a small one, most of them with rational probabilities."""
    return SMALL.get(name) or OF_A_SYSTEM[name.partition(".")[0]]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", MECHANISMS)
def test_what_is_stated_is_the_largest_over_all_neighbours_and_outputs(name: str, level: Level) -> None:
    """The odds are, and its own pair and event reach them; where all is rational, exactly."""
    known = mechanism(name, small(name))
    stated, found = known.privacy(level), tight(known, level)
    assert known.neighbours(level, stated.likely, stated.unlikely)
    inside = [output for output in known.outputs if stated.event(output)]
    above, below = (
        sum((known.likelihood(secret, output) for output in inside), Real(0))
        for secret in (stated.likely, stated.unlikely)
    )
    assert inside
    assert isinstance(stated.odds, Real)
    assert isinstance(found.odds, Real)
    reached = above / below
    if None not in (stated.odds.exact, found.odds.exact, reached.exact):
        assert stated.odds.exact == found.odds.exact == reached.exact
    else:
        for odds in (found.odds, reached):
            assert ball(stated.odds).overlaps(ball(odds))
            assert float(stated.odds) == pytest.approx(float(odds), rel=1e-14)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", MECHANISMS)
def test_at_its_event_the_pair_that_is_stated_shows_as_much_as_the_one_that_is_found(
    name: str, level: Level
) -> None:
    """Of all pairs that reach the odds none has a likelier event."""
    known = mechanism(name, small(name))
    stated, found = (
        sum(float(known.likelihood(each.likely, output)) for output in known.outputs if each.event(output))
        for each in (known.privacy(level), tight(known, level))
    )
    assert stated == pytest.approx(found)


@pytest.mark.parametrize("level", ["Event", "EVENT", "person", "", None, 1, np.array([1, 0])])
@pytest.mark.parametrize("name", MECHANISMS)
def test_another_level_is_refused(name: str, level: object) -> None:
    known = mechanism(name, small(name))
    pair = known.privacy("user")
    asked: tuple[Callable[..., object], ...] = (
        known.privacy,
        lambda level: known.neighbours(level, pair.likely, pair.unlikely),
    )
    for each in asked:
        each("event")
        with refused(Reason.UNKNOWN_NAME):
            each(level)


@pytest.mark.parametrize("name", MECHANISMS)
def test_secrets_and_outputs_are_written_as_their_schema_says_and_read_back(name: str) -> None:
    known = mechanism(name, small(name))
    for space in (known.secrets, known.outputs):
        valid = Draft202012Validator(space.schema).is_valid
        written = [space.write(each) for each in space]
        assert len(set(written)) == len(written) > 1
        assert [space.read(each) for each in written] == [*space]
        assert all(map(valid, written))
        assert not valid("?")
        assert not valid(7)


def test_a_class_of_thirty_lines_has_a_law_and_tight_odds() -> None:
    """By hand for five values and odds of 3: 3/7 and four times 1/7."""
    kary: Mechanism[int, int] = RandomizedResponse(5, budget(odds=3))
    assert law_of(kary, 2).probabilities == {
        0: Fraction(1, 7),
        1: Fraction(1, 7),
        2: Fraction(3, 7),
        3: Fraction(1, 7),
        4: Fraction(1, 7),
    }
    for level in LEVELS:
        found = kary.privacy(level)
        assert found.odds == 3
        assert found.likely != found.unlikely
        assert [output for output in kary.outputs if found.event(output)] == [found.likely]


def test_epsilon_is_the_logarithm_of_the_odds() -> None:
    """And known exactly where the odds are known as a power of e."""
    stated = Privacy(budget(epsilon="1/2").odds(), 1, 0, bool)
    assert stated.epsilon == Fraction(1, 2)
    assert Privacy(Real(1), 1, 0, bool).epsilon == 0
    assert Privacy(INFINITE, 1, 0, bool).epsilon is INFINITE
    found = RandomizedResponse(3, budget(epsilon=1)).privacy("user").epsilon
    assert isinstance(found, Real)
    assert float(found) == pytest.approx(1, rel=1e-15)


@pytest.mark.parametrize("name", ["odds", "likely", "unlikely", "event"])
def test_what_is_stated_does_not_change(name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(RandomizedResponse(3, budget(odds=2)).privacy("user"), name, 0)


def test_the_page_does_what_it_shows() -> None:
    outcome = doctest.testmod(ldproof.mechanisms)
    assert outcome.attempted > 8
    assert not outcome.failed
