"""Coins that are made up while they are read, so that what is read meets an edge, and written down."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ldproof.coins import SeededCoins
from ldproof.exact import BY_SECRET, Digits

BLOCK = BY_SECRET.length

NOTHING = bytes(BY_SECRET.decoy)


@dataclass(slots=True)
class Written:
    """Whole blocks go to decisions, other numbers of bytes to numbers; after the plan, all is as it falls."""

    seed: str
    table: Sequence[Digits]
    """The probabilities that decisions compare with."""
    bounds: Sequence[int]
    """Below which the numbers are, in the order in which they are drawn."""
    blocks: Sequence[str] = ()
    """What the first blocks are: see `block`."""
    numbers: str = "any"
    """What every first try at a number is: see `number`."""
    tape: bytearray = field(default_factory=bytearray)
    _drawn: int = 0
    _retry: bool = False
    _plan: Iterator[str] = field(init=False)
    _coins: SeededCoins = field(init=False)

    def __post_init__(self) -> None:
        self._coins = SeededCoins(self.seed.encode())
        self._plan = iter(self.blocks)

    def read(self, count: int) -> bytes:
        """The next bytes."""
        if count % BLOCK:
            found = self.number(count)
        else:
            found = b"".join(self.block(next(self._plan, "any")) for _ in range(count // BLOCK))
        self.tape += found
        return found

    def block(self, what: str) -> bytes:
        """A block as it falls, or zeros, ones or a decoy; or the digits of a probability: a `tie`, or one `under` or `over`.

        A tie can go on: `tie:1:2` are the digits of the probability 1 from its block 2, counted from 0.
        """
        word, _, place = what.partition(":")
        which, _, depth = place.partition(":")
        drawn = self._coins.read(BLOCK)
        match word:
            case "zeros":
                return bytes(BLOCK)
            case "ones":
                return b"\xff" * BLOCK
            case "decoy":
                return drawn[: -len(NOTHING)] + NOTHING
            case "tie" | "under" | "over":
                start = BLOCK * int(depth or 0)
                digits = self.table[int(which)].prefix(start + BLOCK)[start:]
                moved = int.from_bytes(digits) + {"tie": 0, "under": -1, "over": 1}[word]
                return (moved % (1 << 8 * BLOCK)).to_bytes(BLOCK)
            case _:
                return drawn

    def number(self, size: int) -> bytes:
        """A number as it falls, or zeros; or `end`, the first that is rejected, or `last`, the last that is not."""
        drawn = self._coins.read(size)
        if self._retry or self._drawn >= len(self.bounds):
            self._retry = False
            return drawn
        bound = self.bounds[self._drawn]
        end = 256**size // bound * bound
        chosen = {"zeros": 0, "end": end % 256**size, "last": end - 1}.get(self.numbers)
        found = drawn if chosen is None else chosen.to_bytes(size)
        self._retry = int.from_bytes(found) >= end
        self._drawn += not self._retry
        return found
