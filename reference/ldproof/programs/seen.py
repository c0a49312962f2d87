"""What was seen of a program's draws, and how often."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from ldproof.codec.values import Value, canonical, digits, loads, shortened, value
from ldproof.rejections import Reason, Refused

Tally: TypeAlias = Counter[str]
"""How often each `Seen` came, by its key: the same in whatever order draws arrive, and tallies add up."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One draw: its output, and how many bytes of coins were read for it, if the program says so."""

    output: Value
    taken: int | None = None

    def key(self) -> str:
        """The canonical text of `[output]`, or of `[output, taken]`."""
        return key(canonical(self.output), self.taken)


def key(output: str, taken: int | None = None) -> str:
    """The key, from the canonical text of the output."""
    return f"[{output}]" if taken is None else f"[{output},{taken}]"


def seen(key: str) -> Seen:
    """What has this key."""
    # Long lists of bits are many.
    if key.startswith("[[") and key.endswith("]]") and (found := digits(key[2:-2])) is not None:
        return Seen(found)
    match loads(key, allow_nan=True):
        case [output]:
            return Seen(value(output))
        case [output, int(taken)] if not isinstance(taken, bool) and taken >= 0:
            return Seen(value(output), taken)
        case _:
            raise Refused(
                Reason.NOT_A_VALUE, f"no key: {shortened(key)}", "[output] or [output, bytes taken]"
            )


def constant(tallies: Iterable[Tally]) -> bool:
    """Whether one and the same output is all there is, however many coins were taken for it."""
    return len({canonical(seen(key).output) for each in tallies for key in each}) == 1


def tally(draws: Iterable[Seen]) -> Tally:
    """How often each came."""
    return Counter(draw.key() for draw in draws)
