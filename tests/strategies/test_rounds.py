"""State machines: the reference's clients and collectors pass, and mistakes are found in few steps."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from ldproof import devices as saving
from ldproof.api.mechanisms import Mechanism, mechanism
from ldproof.counting import collector as counting_collector
from ldproof.devices import Person
from ldproof.errors import Refused
from ldproof.sampling import LAZY
from ldproof.shots import collector as shots_collector
from ldproof.shots.client import start_client
from ldproof.shots.mechanism import Parameters
from ldproof.strategies import ClientMachine, CollectorMachine, DrawnCoins
from ldproof.strategies.machines import Estimating, reference_device
from tests.tiers import slow

QUICK = settings(stateful_step_count=8, suppress_health_check=[*HealthCheck])
FOUND = settings(
    QUICK, max_examples=1000, derandomize=True, phases=[Phase.generate], report_multiple_bugs=False
)
"""A slip is found in one of so many examples."""
SHRINKING = settings(FOUND, phases=[Phase.generate, Phase.shrink])

Device = Person[int] | Person[int | None]
Reports = Sequence[int | None]


class Client(ClientMachine[Device]):
    """The reference's client."""

    def begin(self, mechanism: Mechanism, coins: DrawnCoins) -> Device:
        return reference_device(mechanism, coins)

    def report(self, client: Device, t: int, state: int, coins: DrawnCoins) -> int | None:
        return client.report(t, state, coins)

    def save(self, client: Device) -> object:
        return saving.save_person(client)

    def restore(self, mechanism: Mechanism, saved: object) -> Device:
        fresh = reference_device(mechanism, DrawnCoins(b"", 99))
        saving.restore_person(fresh, str(saved))
        return fresh


class Collector(CollectorMachine[Estimating]):
    """The reference's collector."""

    def begin(self, mechanism: Mechanism, people: int) -> Estimating:
        return Estimating(mechanism, people)

    def receive(self, collector: Estimating, t: int, reports: Reports) -> object:
        found = collector.receive(t, reports)
        if not isinstance(found, dict):
            return None
        return Fraction(found["exact"]) if "exact" in found else float(found["lower"])

    def save(self, collector: Estimating) -> tuple[int, str]:
        if collector._shots is not None:
            return collector.done, shots_collector.save_collector(collector._shots)
        assert collector._counting is not None
        return collector.done, counting_collector.save_collector(collector._counting)

    def restore(self, mechanism: Mechanism, people: int, saved: Any) -> Estimating:
        fresh = Estimating(mechanism, people)
        fresh.done, text = saved
        if fresh._shots is not None:
            shots_collector.restore_collector(fresh._shots, text)
        elif fresh._counting is not None:
            counting_collector.restore_collector(fresh._counting, text)
        return fresh


Machine = type[Client] | type[Collector]


@pytest.mark.parametrize("machine", [Client, Collector])
@pytest.mark.parametrize(
    "name",
    [
        "shots.report",
        "counting.glance",
        "counting.harmony",
        "counting.harmony_published",
        "counting.borappor",
    ],
)
def test_reference_passes_every_machine(machine: Machine, name: str) -> None:
    run_state_machine_as_test(type("Right", (machine,), {"mechanism": name}), settings=QUICK)


def client_at_round(device: Device, done: int) -> Device:
    """Return the client as if `t` rounds were over."""
    device.done = done
    return device


def client_with_rounds(device: Device, rounds: Sequence[int]) -> Device:
    """Return the client as if it had chosen these rounds."""
    device.tau = frozenset(rounds)
    return device


def changed_parameters(chosen: Mechanism, **changes: str) -> Parameters:
    """Return a mechanism's parameters with some of them changed; a changed one has a budget that is not split."""
    changed = mechanism(chosen.name, **{**chosen.parameters, **changes}) if changes else chosen
    found = getattr(changed.made, "parameters", None)
    assert isinstance(found, Parameters)
    return found


def begin_without_dummies(_: Client, chosen: Mechanism, coins: DrawnCoins) -> Device:
    made = start_client(changed_parameters(chosen), coins)
    made.fill = start_client(changed_parameters(chosen, r="0"), DrawnCoins(b"")).fill
    return made


def begin_with_the_whole_budget(_: Client, chosen: Mechanism, coins: DrawnCoins) -> Device:
    made = start_client(changed_parameters(chosen), coins)
    made.speak = start_client(changed_parameters(chosen, m="1"), DrawnCoins(b"")).speak
    return made


def begin_sharing_rounds(machine: Client, chosen: Mechanism, coins: DrawnCoins) -> Device:
    """Begin with the rounds of the latest client, for all clients."""
    begun = reference_device(chosen, coins)
    if hasattr(machine, "client"):
        machine.client.tau = begun.tau
    return begun


def report_the_state_before(machine: Client, client: Device, t: int, state: int, coins: DrawnCoins) -> object:
    before = getattr(machine, "before", 0) if t > 1 else state
    machine.before = state  # type: ignore[attr-defined]
    return client.report(t, before, coins)


def save_once(machine: Client, client: Device) -> object:
    """Return what was saved first."""
    machine.first = getattr(machine, "first", None) or saving.save_person(client)  # type: ignore[attr-defined]
    return machine.first  # type: ignore[attr-defined]


def refuse_and_count(machine: Collector, collector: Estimating, t: int, reports: Reports) -> object:
    """Count a round although its reports are refused."""
    if t == collector.done + 1 and len(reports) != machine.people:
        with suppress(Refused):
            collector.receive(t, [0] * machine.people)
    return Collector.receive(machine, collector, t, reports)


def skip_rounds(machine: Collector, collector: Estimating, t: int, reports: Reports) -> object:
    while collector.done < t - 1:
        collector.receive(collector.done + 1, [0] * machine.people)
    return Collector.receive(machine, collector, t, reports)


def share_of_ones(_: Collector, collector: Estimating, t: int, reports: Reports) -> object:
    collector.receive(t, reports)
    return Fraction(sum(each or 0 for each in reports), len(reports))


def add_previous_ones(machine: Collector, collector: Estimating, t: int, reports: Reports) -> object:
    """Add a share of the previous round's ones."""
    found, before = Collector.receive(machine, collector, t, reports), getattr(machine, "before", False)
    machine.before = any(reports)  # type: ignore[attr-defined]
    return found + 1 if before and isinstance(found, Fraction | float) else found


def forget_reporters(collector: Estimating) -> Estimating:
    """Return the collector without its memory of who has reported."""
    counting = collector._counting
    assert counting is not None
    counting.heard.clear()
    counting.reporters[:] = [0] * len(counting.reporters)
    return collector


def changed_machine(
    machine: Machine, name: str = "shots.report", **methods: Callable[..., object]
) -> Machine:
    """Return a machine with some methods replaced."""
    made: Machine = type("Wrong", (machine,), {"mechanism": name, **methods})
    return made


def changing_report(
    change: Callable[[Device, int, int, DrawnCoins], object], name: str = "shots.report"
) -> Machine:
    """Return a client with another `report`."""
    return changed_machine(
        Client, name, report=lambda _, client, t, state, coins: change(client, t, state, coins)
    )


def changing_restore(change: Callable[[Device], Device]) -> Machine:
    """Return a client that changes when it is restored."""
    return changed_machine(
        Client, restore=lambda self, chosen, saved: change(Client.restore(self, chosen, saved))
    )


def changing_reports(change: Callable[[Reports, int], Reports]) -> Machine:
    """Return a collector that changes a round's reports, given the number of people."""
    return changed_machine(
        Collector,
        receive=lambda self, collector, t, reports: Collector.receive(
            self, collector, t, change(reports, self.people)
        ),
    )


def changing_estimate(change: Callable[[Any], object], name: str = "shots.report") -> Machine:
    """Return a collector that changes its estimates."""
    return changed_machine(Collector, name, receive=lambda *asked: change(Collector.receive(*asked)))


GLANCE = "counting.glance"
SLIPS: Mapping[str, Mapping[str, Machine]] = {
    "in round . it sends": {
        "inverts states": changing_report(lambda device, t, state, coins: device.report(t, 1 - state, coins)),
        "reports the state before": changed_machine(Client, report=report_the_state_before),
        "no dummies": changed_machine(Client, begin=begin_without_dummies),
        "the whole budget": changed_machine(Client, begin=begin_with_the_whole_budget),
    },
    "in round . it sends 0 where the reference sends None": {
        "sends 0 for NULL": changing_report(lambda device, *rest: device.report(*rest) or 0, GLANCE)
    },
    "after round . of . it reports in round": {
        "any round": changing_report(
            lambda device, t, *rest: client_at_round(device, t - 1).report(t, *rest)
        ),
        "rounds left out": changing_report(
            lambda device, t, *rest: client_at_round(device, max(device.done, t - 1)).report(t, *rest)
        ),
        "the last round again": changing_report(
            lambda device, t, *rest: client_at_round(device, device.done - (0 < t == device.done)).report(
                t, *rest
            )
        ),
        "never ends": changing_report(
            lambda device, t, *rest: (
                device.speak if t == device.done + 1 > device.T else partial(device.report, t)
            )(*rest)
        ),
    },
    "comes after|it reports in round": {
        "counts a refused round": changing_report(
            lambda device, t, *rest: client_at_round(
                device, device.done + (t != device.done + 1 <= device.T)
            ).report(t, *rest)
        ),
        "goes on from what was saved first": changed_machine(Client, save=save_once),
    },
    "it reports in round 1|it has read|comes after round": {
        "goes on a round earlier": changing_restore(
            lambda device: client_at_round(device, max(0, device.done - 1))
        )
    },
    "when round 1 it has read": {
        "reads a byte too many": changing_report(
            lambda device, *rest: [device.report(*rest), rest[-1].read(1)][0]
        )
    },
    "when refusing round . it has read": {
        "reads before it refuses": changing_report(
            lambda device, t, *rest: [rest[-1].read(16 * (t != device.done + 1)), device.report(t, *rest)][1]
        )
    },
    "it has read": {
        "no decoys": changed_machine(
            Client, begin=lambda _, chosen, coins: start_client(changed_parameters(chosen), coins, LAZY)
        )
    },
    "does not have|it sends|it has read": {
        "shared rounds": changed_machine(Client, begin=begin_sharing_rounds),
        "chooses anew": changing_restore(
            lambda device: client_with_rounds(device, range(1, len(device.tau) + 1))
        ),
        "drops a round": changing_restore(lambda device: client_with_rounds(device, sorted(device.tau)[:-1])),
    },
    "it estimates .*expected": {
        "a share of ones": changed_machine(Collector, receive=share_of_ones),
        "cuts off below 0": changing_estimate(lambda found: max(0, found)),
        "six digits": changing_estimate(lambda found: round(float(found), 6)),
        "0 for no estimate": changing_estimate(lambda found: found or 0, GLANCE),
        "looks at two people": changing_reports(lambda reports, _: [*reports[:2], *([0] * len(reports[2:]))]),
        "adds up rounds": changed_machine(Collector, receive=add_previous_ones),
    },
    "it estimates .*, and there is": {
        "adds whoever is missing": changing_reports(
            lambda reports, people: [*reports, *([0] * (people - len(reports)))]
        ),
        "drops who is too many": changing_reports(lambda reports, people: reports[:people]),
        "NULL is a 0": changing_reports(lambda reports, _: [each or 0 for each in reports]),
        "2 is a 1": changing_reports(
            lambda reports, _: [None if each is None else int(each > 0) for each in reports]
        ),
        "a round too many": changed_machine(
            Collector,
            receive=lambda self, collector, t, *rest: (
                0
                if t == collector.done + 1 == int(self.chosen.parameters["T"]) + 1
                else Collector.receive(self, collector, t, *rest)
            ),
        ),
        "a second report": changed_machine(
            Collector,
            GLANCE,
            receive=lambda self, collector, *rest: Collector.receive(
                self, forget_reporters(collector), *rest
            ),
        ),
        "forgets who has reported": changed_machine(
            Collector, GLANCE, restore=lambda *asked: forget_reporters(Collector.restore(*asked))
        ),
    },
    "it estimates .*, and there is round": {
        "a round twice": changed_machine(
            Collector,
            receive=lambda self, collector, t, *rest: (
                0.5 if t == collector.done else Collector.receive(self, collector, t, *rest)
            ),
        ),
        "lets a round be left out": changed_machine(Collector, receive=skip_rounds),
    },
    "comes after": {"counts refused reports": changed_machine(Collector, receive=refuse_and_count)},
    "comes after|and there is": {
        "begins anew": changed_machine(
            Collector, restore=lambda _, chosen, people, saved: Estimating(chosen, people)
        )
    },
}
"""By what is said of it, what a client or a collector does wrong."""

LONG = {
    "the whole budget",
    "chooses anew",
    "shared rounds",
    "goes on from what was saved first",
    "0 for no estimate",
    "begins anew",
}
"""Those that take many examples, of several rounds."""


def slip_cases(*default: str) -> list[ParameterSet]:
    """Return each mistake's name, its machine and its message; most are slow."""
    return [
        pytest.param(machine, words, id=name, marks=() if name in default else slow)
        for words, machines in SLIPS.items()
        for name, machine in machines.items()
    ]


@pytest.mark.parametrize(
    ("machine", "words"), slip_cases(*({name for machines in SLIPS.values() for name in machines} - LONG))
)
def test_mistake_is_found(machine: Machine, words: str) -> None:
    with pytest.raises(Exception, match=words):
        run_state_machine_as_test(machine, settings=FOUND)


@pytest.mark.parametrize(("machine", "words"), slip_cases("drops a round"))
def test_mistake_is_found_in_few_steps(machine: Machine, words: str) -> None:
    """Four after the first: a report, saving, another report, and restoring what was saved."""
    with pytest.raises(Exception, match=words) as failure:
        run_state_machine_as_test(machine, settings=SHRINKING)
    lines = "\n".join(failure.value.__notes__).splitlines()
    steps = [each for each in lines if each.startswith("state.")]
    assert steps[0].startswith("state.at_first(")
    assert steps[-1] == "state.teardown()"
    assert len(steps) - 2 <= 4


@slow
def test_mistake_shrinks_to_the_smallest_mechanism() -> None:
    with pytest.raises(AssertionError) as failure:
        run_state_machine_as_test(SLIPS["in round . it sends"]["inverts states"], settings=SHRINKING)
    said = "\n".join(failure.value.__notes__)
    assert "Draw 1: Mechanism(name='shots.report', parameters={'T': '1', 'epsilon': '1', 'm': '1'})" in said
    assert said.count("state.a_round(state=0, which='next')") == 1


def test_a_mechanism_without_rounds_is_refused() -> None:
    with pytest.raises(Exception, match="does not work round by round"):
        run_state_machine_as_test(changed_machine(Client, "sketch.kary"), settings=FOUND)
