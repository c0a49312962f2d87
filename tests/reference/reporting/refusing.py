"""Tables of refusals: for each reason, the arguments that are refused for it."""

from collections.abc import Callable, Iterable, Mapping

from ldproof.rejections import Reason, Refused

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
    """Calls with one argument."""
    return [(value,) for value in values]
