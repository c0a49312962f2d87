"""What a person may have and what may come out, as texts; neighbours; and the coins that are drawn from."""

from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ldproof.chi2.spaces import Secrets as Tables
from ldproof.coins import SeededCoins
from ldproof.domains import DOMAINS, Whole
from ldproof.interface.mechanisms import Mechanism, known
from ldproof.mechanisms import Level, Space, from_text, level_of, to_text
from ldproof.rejections import Reason, Refused
from ldproof.reporting.rounds import Bits
from ldproof.sketch.spaces import Secrets as Columns

T = TypeVar("T")

FEW = 1 << 12
"""So many values are listed."""

BLOCK = 64
"""So many bytes of coins are drawn at most; those after them are made from a seed."""


def streams(T: int) -> SearchStrategy[str]:
    """A person's states in T rounds, or what is sent in them: a digit for each."""
    rounds = whole("T", T)
    return st.lists(st.sampled_from("01"), min_size=rounds, max_size=rounds).map("".join)


def tables(m1: int, m2: int) -> SearchStrategy[str]:
    """Tables of m1 cases and m2 controls, as `a,b`."""
    cells = st.integers(0, whole("m1", m1)), st.integers(0, whole("m2", m2))
    return st.tuples(*cells).map(lambda pair: f"{pair[0]},{pair[1]}")


def sketches(w: int, d: int) -> SearchStrategy[str]:
    """An item's columns in d rows of width w, separated by commas."""
    width, rows = whole("w", w), whole("d", d)
    columns = st.lists(st.integers(0, width - 1), min_size=rows, max_size=rows)
    return columns.map(lambda row: ",".join(map(str, row)))


def inputs(mechanism: Mechanism | object) -> SearchStrategy[str]:
    """What a person may have under a mechanism, as text."""
    return values(known(mechanism).made.secrets)


def outputs(mechanism: Mechanism | object) -> SearchStrategy[str]:
    """What may come out of it, as text."""
    return values(known(mechanism).made.outputs)


def values(space: Space[T]) -> SearchStrategy[str]:
    """The values of a space: by its size where that is known, otherwise from its list."""
    sized: object = space
    match sized:
        case Bits(T=T):
            return streams(T)
        case Tables(m1=m1, m2=m2):
            return tables(m1, m2)
        case Columns(width=width, d=d):
            return sketches(width, d)
        case _:
            return st.sampled_from([to_text(space, each) for each in few(space)])


def few(space: Space[T]) -> list[T]:
    """The values of a space, where there are not too many."""
    found = [*islice(space, FEW + 1)]
    if len(found) > FEW:
        raise Refused(Reason.TOO_MANY_OUTCOMES, "a space of too many values to draw from", f"at most {FEW}")
    return found


@st.composite
def neighbours(draw: DrawFn, mechanism: Mechanism | object, level: Level = "user") -> tuple[str, str]:
    """Two inputs that are promised to be confused."""
    chosen, asked = known(mechanism), level_of(level)
    space, text = chosen.made.secrets, draw(inputs(chosen))
    one = from_text(space, text)
    near = (other for other in around(chosen, text) if other != text)
    others = [each for each in near if chosen.made.neighbours(asked, one, from_text(space, each))]
    return text, draw(st.sampled_from(others))


def around(mechanism: Mechanism, text: str) -> Iterator[str]:
    """The inputs of which some may be neighbours: all, or of too many those that differ in one place."""
    space = mechanism.made.secrets
    if not isinstance(space, Bits):
        return (to_text(space, each) for each in few(space))
    flipped = [f"{text[:at]}{1 - int(text[at])}{text[at + 1 :]}" for at in reversed(range(len(text)))]
    return iter([*flipped, "".join(str(1 - int(each)) for each in text)])


class DrawnCoins:
    """Coins that begin with what was drawn, and go on as seeded ones."""

    def __init__(self, drawn: bytes, seed: int = 0) -> None:
        self.drawn, self.seed = drawn, seed
        self.taken = 0
        """How many bytes were read."""
        self._after = SeededCoins(seed.to_bytes(8))

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        first = self.drawn[self.taken : self.taken + count]
        self.taken += count
        return first + self._after.read(count - len(first))

    def again(self) -> "DrawnCoins":
        """Coins with the same bytes, from the first of them on."""
        return DrawnCoins(self.drawn, self.seed)

    def __repr__(self) -> str:
        return f"DrawnCoins({self.drawn!r}, {self.seed})"


def coins() -> SearchStrategy[DrawnCoins]:
    """Coins without an end, so that no draw of them lacks any; those that shrink begin with nothing drawn."""
    return st.builds(DrawnCoins, st.binary(max_size=BLOCK), st.integers(0, 255))


def whole(name: str, value: object) -> int:
    """A whole number of its domain."""
    found = DOMAINS[name]
    return found.accept(name, value) if isinstance(found, Whole) else int(found.accept(name, value))
