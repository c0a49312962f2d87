"""State machines that compare a client or a collector with the reference's, round by round."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.strategies import DataObject, SearchStrategy

from ldproof.api.mechanisms import Mechanism, plain_estimate
from ldproof.counting.client import start_client as counting_client
from ldproof.counting.collector import NO_ESTIMATE
from ldproof.counting.collector import empty_collector as counting_collector
from ldproof.counting.mechanism import Counting
from ldproof.devices import Person
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real
from ldproof.oracle.conformance.comparison import first_difference
from ldproof.results import DIGITS, enclosed_answer, value_as_json
from ldproof.shots.client import start_client
from ldproof.shots.collector import empty_collector
from ldproof.shots.mechanism import Shots
from ldproof.strategies.inputs import DrawnCoins, coins, mechanisms

Client = TypeVar("Client")
Collector = TypeVar("Collector")

PEOPLE = 4
"""The most users."""

NEXT = "next"
AHEAD = {NEXT: 1, "again": 0, "later": 2, "earlier": -1}
"""The distance of the tried round from the last one."""
MORE = {"one more": 1, "one fewer": -1}
"""How many reports too many there are."""
SPOILT: dict[str, list[int | None]] = {"with NULL": [None], "with a 2": [2]}
"""The first user's report. Each machine draws all of this as one choice: with fewer choices Hypothesis tries it more."""


class ClientMachine(RuleBasedStateMachine, Generic[Client]):
    """A client beside the reference's on the same coins: it must send the same reports, and read as many bytes.

    A subclass defines how a client begins and reports and, if it can be saved, how it is saved and restored; its
    `TestCase` is a test. A report in a round that is not the next one must raise an exception, and read no coins.
    """

    mechanism: ClassVar[str] = "shots.report"
    """The name of the mechanism, or of another one that works round by round."""

    def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Client:
        """Return a client before round 1."""
        raise NotImplementedError

    def report(self, client: Client, t: int, state: int, coins: DrawnCoins) -> int | None:
        """Return what it sends in round t; None is NULL."""
        raise NotImplementedError

    def save(self, client: Client) -> object:
        """Return its saved state between two rounds."""
        raise NotImplementedError

    def restore(self, mechanism: Mechanism, saved: object) -> Client:
        """Return a client that continues a saved one; coins are not part of it."""
        raise NotImplementedError

    @initialize(data=st.data(), drawn=coins())
    def at_first(self, data: DataObject, drawn: DrawnCoins) -> None:
        """Both begin."""
        self.chosen = data.draw(mechanisms(type(self).mechanism))
        self.theirs, self.ours = drawn, drawn.again()
        self.reference = reference_device(self.chosen, self.ours)
        self.client = self.begin(self.chosen, self.theirs)
        self.compare_bytes_read("it begins")

    @rule(which=st.sampled_from((*(NEXT,) * 3, *AHEAD)), state=st.integers(0, 1))
    def a_round(self, which: str, state: int) -> None:
        """Both report in the next round; any other is refused, and so is one after the last."""
        done, last = self.reference.done, self.reference.T
        t = done + AHEAD[which]
        if t == done + 1 <= last:
            sent = self.report(self.client, t, state, self.theirs)
            right = self.reference.report(t, state, self.ours)
            assert_holds(sent == right, f"in round {t} it sends {sent!r} where the reference sends {right!r}")
            self.compare_bytes_read(f"round {t}")
            return
        try:
            self.report(self.client, t, state, self.theirs)
        except Exception:  # noqa: BLE001  (however it says so)
            self.compare_bytes_read(f"refusing round {t}")
            return
        raise AssertionError(f"after round {done} of {last} it reports in round {t}")

    @rule(drawn=coins())
    def another(self, drawn: DrawnCoins) -> None:
        """Another client begins, which must not change this one."""
        self.begin(self.chosen, drawn)

    @precondition(lambda self: type(self).save is not ClientMachine.save)
    @rule()
    def saved_and_restored(self) -> None:
        """It continues from its saved state."""
        self.client = self.restore(self.chosen, self.save(self.client))
        self.compare_bytes_read("it is restored")

    def compare_bytes_read(self, when: str) -> None:
        """Fail unless as many bytes of coins were read as the reference reads."""
        read, right = self.theirs.taken, self.ours.taken
        assert_holds(read == right, f"when {when} it has read {read} bytes of coins, the reference {right}")


class CollectorMachine(RuleBasedStateMachine, Generic[Collector]):
    """A collector beside the reference's: it must give the same estimates, and refuse the same reports.

    A subclass defines how it begins, receives a round's reports and, if it can be saved, how it is saved and restored.
    """

    mechanism: ClassVar[str] = "shots.report"
    """The name of the mechanism."""

    def begin(self, mechanism: Mechanism, people: int) -> Collector:
        """Return a collector before round 1."""
        raise NotImplementedError

    def receive(self, collector: Collector, t: int, reports: Sequence[int | None]) -> object:
        """Return the estimate of round t, or None if there is none; raise an exception for wrong reports."""
        raise NotImplementedError

    def save(self, collector: Collector) -> object:
        """Return its saved state between two rounds."""
        raise NotImplementedError

    def restore(self, mechanism: Mechanism, people: int, saved: object) -> Collector:
        """Return a collector that continues a saved one."""
        raise NotImplementedError

    @initialize(data=st.data(), people=st.integers(1, PEOPLE))
    def at_first(self, data: DataObject, people: int) -> None:
        """Both begin."""
        self.chosen, self.people = data.draw(mechanisms(type(self).mechanism)), people
        self.reference = Estimating(self.chosen, people)
        self.collector = self.begin(self.chosen, people)

    @rule(data=st.data(), how=st.sampled_from((*(NEXT,) * 5, *AHEAD, *MORE, *SPOILT)))
    def a_round(self, data: DataObject, how: str) -> None:
        """Receive the reports of all users in the next round, or reports of which something is wrong."""
        t, size = self.reference.done + AHEAD.get(how, 1), self.people + MORE.get(how, 0)
        reports = data.draw(lists_of_choices((0, 1, None) if self.reference.silent else (0, 1), size))
        reports[:1] = SPOILT.get(how, reports[:1])
        try:
            right = self.reference.receive(t, reports)
        except Refused as refusal:
            self.expect_refusal(t, reports, refusal)
            return
        found = self.receive(self.collector, t, reports)
        wrong = first_difference({"estimates": [right]}, {"estimates": [plain_estimate(found)]})
        assert_holds(wrong is None, f"of {reports} in round {t} it estimates {found}: {wrong}")

    def expect_refusal(self, t: int, reports: Sequence[int | None], refusal: Refused) -> None:
        """Fail unless a collector refuses what the reference refuses."""
        try:
            found = self.receive(self.collector, t, reports)
        except Exception:  # noqa: BLE001  (however it says so)
            return
        raise AssertionError(f"of {reports} in round {t} it estimates {found}, and there is {refusal}")

    @precondition(lambda self: type(self).save is not CollectorMachine.save)
    @rule()
    def saved_and_restored(self) -> None:
        """It continues from its saved state."""
        self.collector = self.restore(self.chosen, self.people, self.save(self.collector))


def lists_of_choices(choices: Sequence[int | None], size: int) -> SearchStrategy[list[int | None]]:
    """Return lists of this length of the choices, each drawn as one number."""
    many = len(choices)
    numbers = st.integers(0, many**size - 1)
    return numbers.map(lambda number: [choices[number // many**place % many] for place in range(size)])


def assert_holds(condition: bool, words: str) -> None:
    """Fail unless a condition holds."""
    if not condition:
        raise AssertionError(words)


def reference_device(chosen: Mechanism, drawn: DrawnCoins) -> Person[int] | Person[int | None]:
    """Return the reference's client."""
    if isinstance(chosen.made, Shots):
        return start_client(chosen.made, drawn)
    if isinstance(chosen.made, Counting):
        return counting_client(chosen.made, drawn)
    raise round_refusal(chosen)


class Estimating:
    """The reference's collector of shots or counting."""

    def __init__(self, chosen: Mechanism, people: int) -> None:
        made = chosen.made
        self.done = 0
        self.silent = isinstance(made, Counting) and made.silent
        """Whether NULL is a report."""
        self._shots = empty_collector(made, people, 1) if isinstance(made, Shots) else None
        self._counting = counting_collector(made, people) if isinstance(made, Counting) else None
        if self._shots is None and self._counting is None:
            raise round_refusal(chosen)

    def receive(self, t: int, reports: Sequence[int | None]) -> object:
        """Return the estimate of round t as a program writes it."""
        found = self._estimate(t, reports)
        self.done = t
        return None if found is None else value_as_json(enclosed_answer(found, DIGITS))

    def _estimate(self, t: int, reports: Sequence[int | None]) -> Real | None:
        if self._counting is not None:
            said = self._counting.receive(t, reports)
            return None if said is NO_ESTIMATE else said
        bits = [each for each in reports if each is not None]
        if self._shots is None or len(bits) < len(reports):
            raise Refused(Reason.NOT_A_REPORT, f"NULL in round {t}", "0 or 1")
        self._shots.receive(t, bits)
        return self._shots.estimate(t)


def round_refusal(chosen: Mechanism) -> Refused:
    """Return the refusal of a mechanism that does not work round by round."""
    return Refused(
        Reason.UNSUPPORTED, f"{chosen.name} does not work round by round", "shots.report, or one of counting"
    )
