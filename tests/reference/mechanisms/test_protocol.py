"""A mechanism's statements, and the texts of its secrets and outputs."""

from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from ldproof.budget import parse_budget
from ldproof.errors import Reason
from ldproof.mechanisms import Privacy
from ldproof.numbers import Real
from ldproof.probability import INFINITE
from ldproof.registry import MECHANISMS, make_mechanism
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.reporting.refusing import check_refusals, singly

SMALL: Mapping[str, dict[str, object]] = {
    "shots.report": {"T": 3, "m": 2, "r": "1/3", "report_odds": 3},
    "counting.borappor": {"T": 2, "odds": 9},
    "counting.m_glance": {"T": 3, "m": 2, "odds": 9},
    "counting.memoized": {"T": 2, "kept_odds": 4, "first_odds": 3},
    "counting.loloha": {"T": 2, "kept_odds": 4, "first_odds": 3, "w": 3},
    "counting.d_bit_flip": {"T": 2, "bit_odds": 3, "w": 3, "d": 2},
    "counting.future_rand": {
        "T": 4,
        "changes": 2,
        "sign_odds": 3,
        "fewest_flips": 0,
        "most_flips": 1,
    },
    "chi2.beta_optimal": {"m1": 3, "m2": 3, "tau": 1, "beta": "1/2", "odds": 3},
    **{f"sketch.{word}": {"w": 3, "odds": 9} for word in ("per_user", "local_hash")},
    **{f"sketch.{word}": {"w": 2, "d": 2, "p": "1/4", "q": "3/4"} for word in ("unary", "unary_all_rows")},
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


@pytest.mark.parametrize("name", MECHANISMS)
def test_unknown_levels_are_refused(name: str) -> None:
    known = make_mechanism(name, small(name))
    pair = known.privacy("user")
    asked: tuple[Callable[..., object], ...] = (
        known.privacy,
        lambda level: known.neighbours(level, pair.likely, pair.unlikely),
    )
    for each in asked:
        each("event")
        levels = singly("Event", "EVENT", "person", "", None, 1, np.array([1, 0]))
        check_refusals(each, {Reason.UNKNOWN_NAME: levels})


@pytest.mark.parametrize("name", MECHANISMS)
def test_secrets_and_outputs_are_written_as_their_schema_says_and_read_back(name: str) -> None:
    known = make_mechanism(name, small(name))
    for space in (known.secrets, known.outputs):
        valid = Draft202012Validator(space.schema).is_valid
        written = [space.write(each) for each in space]
        assert len(set(written)) == len(written) > 1
        assert [space.read(each) for each in written] == [*space]
        assert all(map(valid, written))
        assert not valid("?")
        assert not valid(7)


def test_epsilon_is_the_logarithm_of_the_odds_and_nothing_stated_changes() -> None:
    """Known exactly where the odds are known as a power of e."""
    stated = Privacy(parse_budget(epsilon="1/2").odds(), 1, 0, bool)
    assert stated.epsilon == Fraction(1, 2)
    assert Privacy(Real(1), 1, 0, bool).epsilon == 0
    assert Privacy(INFINITE, 1, 0, bool).epsilon is INFINITE
    found = RandomizedResponse(3, parse_budget(epsilon=1)).privacy("user").epsilon
    assert isinstance(found, Real)
    assert float(found) == pytest.approx(1, rel=1e-15)
    for name in ("odds", "likely", "unlikely", "event"):
        with pytest.raises(FrozenInstanceError):
            setattr(stated, name, 0)
