"""The public names: odd arguments are refused or answered, and the plugin's false alarms are at most alpha."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import isclass
from itertools import islice
from pathlib import Path

import pytest

import ldproof
from ldproof import strategies, testing
from ldproof.testing import Violated
from ldproof.testing.session import SessionAuditor, SessionSpending
from ldproof.testing.sharing import EqualSharing
from tests.drivers.public_calls.calls import CALLS, UNASKED, flaws_of_calls, systematic_calls
from tests.tiers import run_everything

ALPHA = Fraction(1, 20)


@dataclass
class Named:
    """A test, by its name."""

    nodeid: str
    user_properties: list[tuple[str, object]] = field(default_factory=list)


def truthful_response(bit: int) -> int:
    """Send the truth three times in four: odds of exactly 3, the hardest case of a right mechanism."""
    return bit if random.getrandbits(2) else 1 - bit


def suite_alarms(suites: int, tests: int) -> Iterator[bool]:
    """Return for each suite whether any of its audits failed; each test has one or two audits."""
    names = [f"test_{number}" for number in range(tests)]
    for suite in range(suites):
        spending = SessionSpending(EqualSharing(ALPHA, frozenset(names)), f"small {suite}", Counter())
        yield any(has_failed(spending, name) for name in names for _ in range(1 + suite % 2))


def has_failed(spending: SessionSpending, name: str) -> bool:
    """Return whether an audit fails."""
    try:
        SessionAuditor(spending, Named(name))(truthful_response, "odds=3", pairs=[(0, 1)], draws=200)
    except Violated:
        return True
    return False


def test_every_public_name_is_called() -> None:
    functions = {
        name
        for place in (ldproof, testing, strategies)
        for name in place.__all__
        if callable(getattr(place, name)) and not isclass(getattr(place, name))
    }
    assert functions - UNASKED == {*CALLS}


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::numpy.exceptions.VisibleDeprecationWarning"
)
def test_odd_arguments_are_refused_or_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of the calls; `make fuzz` makes more."""
    monkeypatch.chdir(tmp_path)
    assert list(flaws_of_calls(islice(systematic_calls(), 0, None, 1 if run_everything() else 3))) == []


def test_suites_of_right_mechanisms_pass() -> None:
    """At alpha = 0.05, more than a quarter of 20 suites fail with a probability below 1/1000; the seeds are fixed."""
    suites, tests = (20, 3) if run_everything() else (2, 1)
    assert sum(suite_alarms(suites, tests)) <= suites // 4


def test_suite_with_a_violation_fails() -> None:
    spending = SessionSpending(EqualSharing(ALPHA, frozenset("ab")), "seed", Counter())
    SessionAuditor(spending, Named("a"))(lambda bit: 0, "odds=3", pairs=[(0, 1)], draws=200)
    with pytest.raises(Violated, match=r"alpha='1/80'"):
        SessionAuditor(spending, Named("b"))(lambda bit: bit, "odds=3", pairs=[(0, 1)], draws=2000)
