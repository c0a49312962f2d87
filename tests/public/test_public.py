"""The public names: odd arguments are refused or answered, and the plugin's false alarms are as rare as it says."""

from collections import Counter
from inspect import isclass
from itertools import islice
from pathlib import Path

import pytest

import ldproof
from ldproof import strategies, testing
from ldproof.testing import Violated
from ldproof.testing.session import SessionAuditor, Spending
from ldproof.testing.sharing import Equal
from tests.drivers.bench.sessions import ALPHA, Named, alarms
from tests.drivers.public_calls.calls import CALLS, UNASKED, called, calls, flaws
from tests.tiers import run_everything, slow


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


def test_a_call_that_falls_over_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "streams", lambda T: "0" * T)
    with pytest.raises(TypeError):
        called("streams", {"T": 1.5})
    (told,) = flaws([("streams", {"T": 1.5})])
    assert told.startswith("streams({'T': 'float'}): TypeError: ")


@slow
def test_suites_in_which_all_is_right_pass() -> None:
    """At alpha = 0.05, more than a quarter of 20 fail with a probability of less than one in a thousand; they are seeded."""
    suites, tests = 20, 3
    assert sum(alarms(suites, "small", tests=tests, draws=200)) <= suites // 4


def test_a_suite_in_which_something_is_not_right_fails() -> None:
    spending = Spending(Equal(ALPHA, frozenset("ab")), "seed", Counter())
    SessionAuditor(spending, Named("a"))(lambda bit: 0, "odds=3", pairs=[(0, 1)], draws=200)
    with pytest.raises(Violated, match=r"alpha='1/80'"):
        SessionAuditor(spending, Named("b"))(lambda bit: bit, "odds=3", pairs=[(0, 1)], draws=2000)
