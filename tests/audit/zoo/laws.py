"""The exact law of a specimen: it is run once for every way in which all its draws can turn out."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ldproof.coins import Coins
from ldproof.probability import Law, law_of_shares
from tests.audit.zoo.drawing import Told

Draw = Callable[[Coins], str]


@dataclass(frozen=True, slots=True)
class Seen:
    """An output, and what was drawn for it: the number of bytes read depends on that and on chance, and on nothing else."""

    output: str
    drawn: tuple[int, ...]
    """Of how many numbers each draw took one, in increasing order."""


@dataclass(slots=True)
class Way(Told):
    """Coins that lead one way through the draws, and note where others part from it."""

    path: tuple[int, ...]
    share: Fraction
    """The probability of having come so far."""
    drawn: list[int] = field(default_factory=list)
    others: list["Way"] = field(default_factory=list)

    def told(self, whole: int, shares: Sequence[Fraction]) -> int:
        """The next answer on the way; beyond its end the first possible one."""
        self.drawn.append(whole)
        if len(self.drawn) > len(self.path):
            first, *rest = [place for place, share in enumerate(shares) if share]
            self.others += [Way((*self.path, place), self.share * shares[place]) for place in rest]
            self.path, self.share = (*self.path, first), self.share * shares[first]
        return self.path[len(self.drawn) - 1]

    def read(self, count: int) -> bytes:
        """All bytes there are."""
        return bytes(self.told(256, [Fraction(1, 256)] * 256) for _ in range(count))


def every_way(draw: Draw) -> Law[Seen]:
    """The law of whoever draws by `drawing`, or single bytes."""

    def shares() -> Iterator[tuple[Seen, Fraction]]:
        waiting = [Way((), Fraction(1))]
        while waiting:
            way = waiting.pop()
            output = draw(way)
            yield Seen(output, tuple(sorted(way.drawn))), way.share
            waiting += way.others

    return law_of_shares(shares())


@dataclass(frozen=True, slots=True)
class Number:
    """Coins that are one whole number."""

    number: int

    def read(self, count: int) -> bytes:
        """Its bytes, the first most significant."""
        return self.number.to_bytes(count)


def one_number(draw: Draw, size: int) -> Law[Seen]:
    """The law of whoever reads one number of so many bytes, and whose output changes once as it grows."""
    numbers = range(256**size)
    first, last = (draw(Number(numbers[end])) for end in (0, -1))
    change = bisect_left(numbers, 1, key=lambda number: draw(Number(number)) != first)
    share = Fraction(change, len(numbers))
    drawn = (len(numbers),)
    return law_of_shares([(Seen(first, drawn), share), (Seen(last, drawn), 1 - share)])
