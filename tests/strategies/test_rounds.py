"""The state machines: the reference's own clients and collectors pass, and slips are found with few steps."""

from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from os import environ
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from ldproof.exact import BLOCKS, LAZY, Rule
from ldproof.interface.mechanisms import Mechanism, mechanism
from ldproof.rejections import Refused
from ldproof.reporting import state as saving
from ldproof.reporting.person import Person
from ldproof.shots.client import client
from ldproof.shots.parameters import Parameters
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


Device = Person[int] | Person[int | None]


class Inverted(Client):
    """Sends the opposite of a state."""

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        return super().report(client, t, 1 - state, coins)


class Forgetful(Client):
    """Goes on one round earlier than it was saved."""

    def restore(self, mechanism: Mechanism, saved: object) -> Device:
        fresh = super().restore(mechanism, saved)
        fresh.done = max(0, fresh.done - 1)
        return fresh


class Chooser(Client):
    """Chooses its rounds anew where it is restored."""

    def restore(self, mechanism: Mechanism, saved: object) -> Device:
        fresh = super().restore(mechanism, saved)
        fresh.tau = frozenset(range(1, len(fresh.tau) + 1))
        return fresh


class Dropping(Client):
    """Does not save the last of its rounds."""

    def restore(self, mechanism: Mechanism, saved: object) -> Device:
        fresh = super().restore(mechanism, saved)
        fresh.tau = frozenset(sorted(fresh.tau)[:-1])
        return fresh


class Stale(Client):
    """Goes on from what was saved first."""

    def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Device:
        self.first: object = None
        return super().begin(mechanism, coins)

    def save(self, client: Device) -> object:
        self.first = self.first or super().save(client)
        return self.first


class Patient(Client):
    """Answers in any round."""

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        client.done = t - 1
        return super().report(client, t, state, coins)


class Skipping(Client):
    """Lets rounds be left out."""

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        client.done = max(client.done, t - 1)
        return super().report(client, t, state, coins)


class Repeating(Client):
    """Reports once more in the round that is just over."""

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        client.done -= 0 < t == client.done
        return super().report(client, t, state, coins)


class Endless(Client):
    """Reports after the last round."""

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        if t == client.done + 1 > client.T:
            return client.speak(state, coins)
        return super().report(client, t, state, coins)


class Advancing(Client):
    """Counts a round that it has refused."""

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        if client.done < client.T and t != client.done + 1:
            client.done += 1
        return super().report(client, t, state, coins)


class Thirsty(Client):
    """Reads a byte more than it needs."""

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        sent = super().report(client, t, state, coins)
        coins.read(1)
        return sent


class Sipping(Client):
    """Reads coins before it looks at the round."""

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        if t != client.done + 1:
            coins.read(16)
        return super().report(client, t, state, coins)


class Remembering(Client):
    """Reports the state of the round before."""

    def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Device:
        self.before = 0
        return super().begin(mechanism, coins)

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        sent = super().report(client, t, self.before if t > 1 else state, coins)
        self.before = state
        return sent


def ruled(rule: Rule) -> type[Client]:
    """A client that reads its coins by another rule."""

    class Ruled(Client):
        def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Device:
            return client(parameters(mechanism), coins, rule)

    return Ruled


def altered(**changes: str) -> type[Client]:
    """A client of other parameters."""

    class Altered(Client):
        def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Device:
            made = client(parameters(mechanism), coins)
            other = client(parameters(again(mechanism, **changes)), DrawnCoins(b""))
            made.speak, made.fill = other.speak, other.fill
            return made

    return Altered


def parameters(mechanism: Mechanism) -> Parameters:
    found = getattr(mechanism.made, "parameters", None)
    assert isinstance(found, Parameters)
    return found


def again(chosen: Mechanism, **changes: str) -> Mechanism:
    """The mechanism with other parameters; a budget is no longer split."""
    given = {**chosen.parameters, **changes}
    return mechanism(chosen.name, **given)


class Whole(Client):
    """Spends the whole budget on each report."""

    def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Device:
        made = client(parameters(mechanism), coins)
        made.speak = client(parameters(again(mechanism, m="1")), DrawnCoins(b"")).speak
        return made


class Speaking(Client):
    """Sends a 0 and not NULL."""

    mechanism: ClassVar[str] = "counting.glance"

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        return super().report(client, t, state, coins) or 0


class Sharing(Client):
    """All devices have the rounds of the one that began last."""

    def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Device:
        self.made: list[Device]
        begun = super().begin(mechanism, coins)
        if hasattr(self, "client"):
            self.client.tau = begun.tau
        return begun


CLIENTS: Sequence[tuple[type[Client], str]] = [
    (Inverted, r"in round \d it sends"),
    (Forgetful, "it reports in round 1|it has read|comes after round"),
    (Chooser, "it sends|it has read"),
    (Dropping, "does not have|it sends|it has read"),
    (Stale, "comes after round|reports in round"),
    (Patient, "it reports in round"),
    (Skipping, "after round 0 of . it reports in round"),
    (Repeating, "after round . of . it reports in round"),
    (Endless, "after round . of . it reports in round"),
    (Advancing, "comes after|it reports in round"),
    (Thirsty, "when round 1 it has read"),
    (Sipping, "when refusing round . it has read"),
    (Remembering, "in round . it sends"),
    (ruled(LAZY), "it has read"),
    (ruled(BLOCKS), "it has read"),
    (altered(r="0"), "in round . it sends"),
    (Whole, "in round . it sends"),
    (Speaking, "in round . it sends 0 where the reference sends None"),
    (Sharing, "it sends|it has read"),
]


class Collector(CollectorMachine[Estimating]):
    """The reference's, of which a copy is saved."""

    def begin(self, mechanism: Mechanism, people: int) -> Estimating:
        return Estimating(mechanism, people)

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        found = collector.receive(t, reports)
        if not isinstance(found, dict):
            return None
        return Fraction(found["exact"]) if "exact" in found else float(found["lower"])

    def save(self, collector: Estimating) -> object:
        return deepcopy(collector)

    def restore(self, mechanism: Mechanism, people: int, saved: object) -> Estimating:
        assert isinstance(saved, Estimating)
        return saved


@pytest.mark.parametrize("name", ROUNDS)
def test_the_references_collector_passes(name: str) -> None:
    machine = type("Machine", (Collector,), {"mechanism": name})
    run_state_machine_as_test(machine, settings=QUICK)


class Silent(Collector):
    mechanism: ClassVar[str] = "counting.glance"


class Naive(Collector):
    """A share of ones, which is no estimate."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        super().receive(collector, t, reports)
        return Fraction(sum(each or 0 for each in reports), len(reports))


class Clipping(Collector):
    """No estimate is below 0."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        found = super().receive(collector, t, reports)
        return max(0, found) if isinstance(found, Fraction | float) else found


class Rounding(Collector):
    """Six digits."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        found = super().receive(collector, t, reports)
        return round(float(found), 6) if isinstance(found, Fraction | float) else found


class Near(Collector):
    """Looks at no more than two people."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        seen = [*reports[:2], *([0] * len(reports[2:]))]
        return super().receive(collector, t, seen)


class Careless(Silent):
    """Takes a round twice."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        again = Estimating(self.chosen, self.people)
        return again.receive(1, reports) if t == collector.done else super().receive(collector, t, reports)


class Hasty(Collector):
    """Lets a round be left out."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        while collector.done < t - 1:
            super().receive(collector, collector.done + 1, [0] * self.people)
        return super().receive(collector, t, reports)


class Ending(Collector):
    """Takes one round too many."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        if t == collector.done + 1 == int(str(self.chosen.parameters["T"])) + 1:
            return 0
        return super().receive(collector, t, reports)


class Incomplete(Collector):
    """Whoever is missing has sent a 0."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        return super().receive(collector, t, [*reports, *([0] * (self.people - len(reports)))])


class Crowded(Collector):
    """Does not look at who is one too many."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        return super().receive(collector, t, reports[: self.people])


class Counting(Collector):
    """Counts a round of which it has refused the reports."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        if t == collector.done + 1 and len(reports) != self.people:
            with suppress(Refused):
                super().receive(collector, t, [0] * self.people)
        return super().receive(collector, t, reports)


class Deaf(Collector):
    """NULL is a 0."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        return super().receive(collector, t, [each or 0 for each in reports])


class Generous(Collector):
    """Whatever is not 0 is a 1."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        return super().receive(collector, t, [None if each is None else int(each > 0) for each in reports])


class Guessing(Silent):
    """Says 0 of a round in which nobody has reported."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        found = super().receive(collector, t, reports)
        return 0 if found is None else found


class Trusting(Silent):
    """Takes a second report of one person."""

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        forget(collector)
        return super().receive(collector, t, reports)


class Amnesiac(Silent):
    """Forgets by being restored who has reported."""

    def restore(self, mechanism: Mechanism, people: int, saved: object) -> Estimating:
        restored = super().restore(mechanism, people, saved)
        forget(restored)
        return restored


class Renewed(Collector):
    """Begins anew where it is restored."""

    def restore(self, mechanism: Mechanism, people: int, saved: object) -> Estimating:
        return self.begin(mechanism, people)


class Heaping(Collector):
    """Adds up the ones of all rounds."""

    def begin(self, mechanism: Mechanism, people: int) -> Estimating:
        self.seen = [0] * people
        return super().begin(mechanism, people)

    def receive(self, collector: Estimating, t: int, reports: Sequence[int | None]) -> object:
        found = super().receive(collector, t, reports)
        more = any(self.seen)
        self.seen = [int(each or 0) for each in reports]
        return found + 1 if more and isinstance(found, Fraction | float) else found


def forget(collector: Estimating) -> None:
    """Who has reported."""
    counting = collector._counting
    assert counting is not None
    counting.heard.clear()
    counting.reporters[:] = [0] * len(counting.reporters)


COLLECTORS: Sequence[tuple[type[Collector], str]] = [
    (Naive, "it estimates .*expected"),
    (Clipping, "it estimates .*expected"),
    (Rounding, "it estimates .*expected"),
    (Near, "it estimates .*expected|and there is"),
    (Careless, "it estimates .*, and there is round"),
    (Hasty, "it estimates .*, and there is round"),
    (Ending, "it estimates .*, and there is"),
    (Incomplete, "it estimates .*, and there is"),
    (Crowded, "it estimates .*, and there is"),
    (Counting, "comes after"),
    (Deaf, "it estimates .*, and there is"),
    (Generous, "it estimates .*, and there is"),
    (Guessing, "it estimates .*expected"),
    (Trusting, "it estimates .*, and there is"),
    (Amnesiac, "it estimates .*, and there is"),
    (Renewed, "comes after|and there is"),
    (Heaping, "it estimates .*expected"),
]


SLIPS: Sequence[tuple[type[Client] | type[Collector], str]] = [*CLIENTS, *COLLECTORS]


@pytest.mark.parametrize(("machine", "words"), SLIPS)
def test_a_slip_is_found(machine: type[Client] | type[Collector], words: str) -> None:
    with pytest.raises(Exception, match=words):
        run_state_machine_as_test(
            machine, settings=settings(FOUND, max_examples=1000, phases=[Phase.generate])
        )


SHRUNK = (Stale, Endless, Sharing, Hasty, Counting)
"""Those that take several rounds of several people; to make all of them small takes minutes."""


@pytest.mark.parametrize(
    ("machine", "words"),
    SLIPS if environ.get("EVERY_SLIP") else [each for each in SLIPS if each[0] in SHRUNK],
)
def test_it_is_found_in_few_steps(machine: type[Client] | type[Collector], words: str) -> None:
    """Four after the first: a report, saving and a report again, and restoring what was saved first."""
    with pytest.raises(Exception, match=words) as failure:
        run_state_machine_as_test(machine, settings=settings(FOUND, max_examples=1000))
    lines = "\n".join(failure.value.__notes__).splitlines()
    steps = [each for each in lines if each.startswith("state.")]
    assert steps[0].startswith("state.at_first(")
    assert steps[-1] == "state.teardown()"
    assert len(steps) - 2 <= 4


def test_it_shrinks_to_the_smallest_mechanism() -> None:
    with pytest.raises(AssertionError) as failure:
        run_state_machine_as_test(Inverted, settings=FOUND)
    said = "\n".join(failure.value.__notes__)
    assert "Draw 1: Mechanism(name='shots.report', parameters={'T': '1', 'epsilon': '1', 'm': '1'})" in said
    assert said.count("state.a_round(state=0, which='next')") == 1


def test_what_has_no_rounds_is_refused() -> None:
    machine = type("Machine", (Client,), {"mechanism": "sketch.kary"})
    with pytest.raises(Exception, match="does not work round by round"):
        run_state_machine_as_test(machine, settings=FOUND)
    assert str(mechanism("sketch.kary", w=4, d=2, odds=3)) == "sketch.kary w=4 d=2 odds=3"
