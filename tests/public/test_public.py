"""The public names: odd arguments are refused or answered, and the plugin's false alarms are as rare as it says."""

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
from tests.drivers.public_calls.calls import CALLS, UNASKED, calls, flaws
from tests.tiers import run_everything

ALPHA = Fraction(1, 20)


@dataclass
class Named:
    """A test by its name."""

    nodeid: str
    user_properties: list[tuple[str, object]] = field(default_factory=list)


def response(bit: int) -> int:
    """The truth three times in four: odds of 3, exactly, the hardest case there is."""
    return bit if random.getrandbits(2) else 1 - bit


def alarms(suites: int, tests: int) -> Iterator[bool]:
    """Of each suite, whether any of its audits failed; each test has one or two."""
    names = [f"test_{number}" for number in range(tests)]
    for suite in range(suites):
        spending = SessionSpending(EqualSharing(ALPHA, frozenset(names)), f"small {suite}", Counter())
        yield any(failed(spending, name) for name in names for _ in range(1 + suite % 2))


def failed(spending: SessionSpending, name: str) -> bool:
    """Whether an audit fails."""
    try:
        SessionAuditor(spending, Named(name))(response, "odds=3", pairs=[(0, 1)], draws=200)
    except Violated:
        return True
    return False


def test_every_public_name_is_asked() -> None:
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
def test_odd_types_are_refused_or_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of the calls; `make fuzz` makes up more."""
    monkeypatch.chdir(tmp_path)
    assert list(flaws(islice(calls(), 0, None, 1 if run_everything() else 3))) == []


def test_suites_in_which_all_is_right_pass() -> None:
    """At alpha = 0.05, more than a quarter of 20 fail with a probability of less than one in a thousand; they are seeded."""
    suites, tests = (20, 3) if run_everything() else (2, 1)
    assert sum(alarms(suites, tests)) <= suites // 4


def test_a_suite_in_which_something_is_not_right_fails() -> None:
    spending = SessionSpending(EqualSharing(ALPHA, frozenset("ab")), "seed", Counter())
    SessionAuditor(spending, Named("a"))(lambda bit: 0, "odds=3", pairs=[(0, 1)], draws=200)
    with pytest.raises(Violated, match=r"alpha='1/80'"):
        SessionAuditor(spending, Named("b"))(lambda bit: bit, "odds=3", pairs=[(0, 1)], draws=2000)
