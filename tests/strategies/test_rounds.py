"""The state machines: the reference's own clients and collectors pass, and slips are found with few steps."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from ldproof.interface.mechanisms import Mechanism, mechanism
from ldproof.reporting import state as saving
from ldproof.reporting.person import Person
from ldproof.strategies import ClientMachine, CollectorMachine, DrawnCoins
from ldproof.strategies.rounds import Estimating, device

QUICK = settings(
    max_examples=40, stateful_step_count=8, derandomize=True, database=None, deadline=None,
    suppress_health_check=[*HealthCheck],
)  # fmt: skip
FOUND = settings(QUICK, phases=[Phase.generate, Phase.shrink], report_multiple_bugs=False)


class Client(ClientMachine[Person[int] | Person[int | None]]):
    """The reference's."""

    def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Person[int] | Person[int | None]:
        return device(mechanism, coins)

    def report(
        self, client: Person[int] | Person[int | None], t: int, state: int, coins: DrawnCoins
    ) -> int | None:
        return client.report(t, state, coins)

    def save(self, client: Person[int] | Person[int | None]) -> object:
        return saving.save(client)

    def restore(self, mechanism: Mechanism, saved: object) -> Person[int] | Person[int | None]:
        fresh = device(mechanism, DrawnCoins(b"", 99))
        saving.restore(fresh, str(saved))
        return fresh


ROUNDS = [
    "shots.report",
    "counting.glance",
    "counting.harmony",
    "counting.harmony_published",
    "counting.borappor",
]


@pytest.mark.parametrize("name", ROUNDS)
def test_the_reference_passes(name: str) -> None:
    machine = type("Machine", (Client,), {"mechanism": name})
    run_state_machine_as_test(machine, settings=QUICK)


class Inverted(Client):
    """Sends the opposite of a state 1."""

    def report(
        self, client: Person[int] | Person[int | None], t: int, state: int, coins: DrawnCoins
    ) -> int | None:
        return super().report(client, t, 1 - state, coins)


class Forgetful(Client):
    """Goes on one round later than it was saved."""

    def restore(self, mechanism: Mechanism, saved: object) -> Person[int] | Person[int | None]:
        fresh = super().restore(mechanism, saved)
        fresh.done = max(0, fresh.done - 1)
        return fresh


class Chooser(Client):
    """Chooses its rounds anew where it is restored."""

    def restore(self, mechanism: Mechanism, saved: object) -> Person[int] | Person[int | None]:
        fresh = super().restore(mechanism, saved)
        fresh.tau = frozenset(range(1, len(fresh.tau) + 1))
        return fresh


class Patient(Client):
    """Answers in any round."""

    def report(
        self, client: Person[int] | Person[int | None], t: int, state: int, coins: DrawnCoins
    ) -> int | None:
        client.done = t - 1
        return super().report(client, t, state, coins)


class Thirsty(Client):
    """Reads a byte more than it needs."""

    def report(
        self, client: Person[int] | Person[int | None], t: int, state: int, coins: DrawnCoins
    ) -> int | None:
        sent = super().report(client, t, state, coins)
        coins.read(1)
        return sent


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (Inverted, "in round 1 it sends"),
        (Forgetful, "it reports in round 1|it has read|OUT_OF_ORDER|comes after round"),
        (Chooser, "it sends|it has read"),
        (Patient, "it reports in round"),
        (Thirsty, "when round 1 it has read"),
    ],
)
def test_a_slip_is_found(machine: type[Client], words: str) -> None:
    with pytest.raises(Exception, match=words):
        run_state_machine_as_test(machine, settings=settings(FOUND, max_examples=200))


def test_it_shrinks_to_few_steps(capsys: pytest.CaptureFixture[str]) -> None:
    """One round of the smallest mechanism."""
    with pytest.raises(AssertionError) as failure:
        run_state_machine_as_test(Inverted, settings=FOUND)
    steps = [each for each in failure.value.__notes__ if "state." in each or "Draw" in each]
    said = "\n".join(failure.value.__notes__)
    assert said.count("state.next_round(") == 1
    assert "state.out_of_order" not in said
    assert "T=1 m=1" in said.replace("'T': '1', 'm': '1'", "T=1 m=1") or steps


class Collector(CollectorMachine[Estimating]):
    """The reference's, which saves nothing."""

    def begin(self, mechanism: Mechanism, people: int) -> Estimating:
        return Estimating(mechanism, people)

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        found = collector.receive(t, reports)
        if not isinstance(found, dict):
            return None
        return Fraction(found["exact"]) if "exact" in found else float(found["lower"])


@pytest.mark.parametrize("name", ROUNDS)
def test_the_references_collector_passes(name: str) -> None:
    machine = type("Machine", (Collector,), {"mechanism": name})
    run_state_machine_as_test(machine, settings=QUICK)


class Naive(Collector):
    """A share of ones, which is no estimate."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        super().receive(collector, t, reports)
        return Fraction(sum(each or 0 for each in reports), len(reports))


class Careless(Collector):
    """Takes a round twice."""

    mechanism: ClassVar[str] = "counting.glance"

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        again = Estimating(self.chosen, self.people)
        return again.receive(1, reports) if t == collector.done else super().receive(collector, t, reports)


@pytest.mark.parametrize(
    ("machine", "words"),
    [(Naive, "it estimates .*expected"), (Careless, "it estimates .*, and there is round")],
)
def test_a_collectors_slip_is_found(machine: type[Collector], words: str) -> None:
    with pytest.raises(Exception, match=words):
        run_state_machine_as_test(machine, settings=settings(FOUND, max_examples=200))


def test_what_has_no_rounds_is_refused() -> None:
    machine = type("Machine", (Client,), {"mechanism": "sketch.kary"})
    with pytest.raises(Exception, match="does not work round by round"):
        run_state_machine_as_test(machine, settings=FOUND)
    assert str(mechanism("sketch.kary", w=4, d=2, odds=3)) == "sketch.kary w=4 d=2 odds=3"
