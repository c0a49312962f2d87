"""Tables of refusals: for each reason, the arguments that are refused for it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ldproof.coins import Tape
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import Mechanism, law_of

Table = Mapping[Reason, Iterable[tuple[object, ...]]]


def check_refusals(
    call: Callable[..., object], table: Table, state: Callable[[], object] = lambda: None
) -> None:
    """Check that each call is refused for its reason and leaves the state as it was; report all that fail."""
    before, wrong = state(), []
    for reason, calls in table.items():
        for arguments in calls:
            try:
                found: object = call(*arguments)
            except Refused as refusal:
                found = refusal.reason
            if found is not reason or state() != before:
                wrong.append((arguments, found, reason))
    assert not wrong


def singly(*values: object) -> list[tuple[object, ...]]:
    return [(value,) for value in values]


def check_row_refusals(mechanism: Mechanism[tuple[int, ...], Any]) -> None:
    """Check that a mechanism of three rounds refuses what is no row of bits, wherever it is given one."""
    good = (1, 0, 1)
    methods: list[Callable[..., object]] = [
        lambda row: mechanism.likelihood(row, good),
        lambda row: mechanism.likelihood(good, row),
        lambda row: law_of(mechanism, row),
        lambda row: mechanism.randomize(row, Tape(b"")),
        lambda row: mechanism.neighbours("user", good, row),
        lambda row: mechanism.neighbours("event", row, good),
        mechanism.secrets.write,
        mechanism.outputs.write,
    ]
    table = {
        Reason.NOT_A_LIST: singly("101"),
        Reason.WRONG_LENGTH: singly((1, 0), (1, 0, 1, 1)),
        Reason.OUT_OF_RANGE: singly((1, 0, 5), (1, 0, 1.0)),
    }
    for method in methods:
        check_refusals(method, table)
    check_refusals(
        mechanism.secrets.read,
        {Reason.WRONG_LENGTH: singly("10", "1011"), Reason.OUT_OF_RANGE: singly("102")},
    )
