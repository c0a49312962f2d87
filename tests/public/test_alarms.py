"""False alarms of the plugin, in simulated suites; `python -m tests.drivers.bench.sessions` has 2,000 of them."""

from collections import Counter

import pytest

from ldproof.testing import Violated
from ldproof.testing.session import SessionAuditor, Spending
from ldproof.testing.sharing import Equal
from tests.drivers.bench.sessions import ALPHA, Named, alarms


def test_suites_in_which_all_is_right() -> None:
    """At alpha = 0.05, more than 5 of 20 come with a probability of less than one in a thousand; they are seeded."""
    assert sum(alarms(20, "small", tests=3, draws=200)) <= 5


def test_a_suite_in_which_something_is_not() -> None:
    spending = Spending(Equal(ALPHA, frozenset("ab")), "seed", Counter())
    SessionAuditor(spending, Named("a"))(lambda bit: 0, "odds=3", pairs=[(0, 1)], draws=200)
    with pytest.raises(Violated, match=r"alpha='1/80'"):
        SessionAuditor(spending, Named("b"))(lambda bit: bit, "odds=3", pairs=[(0, 1)], draws=2000)
