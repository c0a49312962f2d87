"""The exact law of a specimen, which is run once for every outcome of all its draws."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ldproof.coins import Coins
from ldproof.probability import Law, law_of_shares
from tests.audit.zoo.drawing import ListedCoins

Draw = Callable[[Coins], str]


@dataclass(frozen=True, slots=True)
class SeenDraw:
    """An output with the draws made for it, on which the number of bytes read depends, apart from chance."""

    output: str
    drawn: tuple[int, ...]
    """Of how many numbers each draw took one, in increasing order."""


@dataclass(slots=True)
class ListedPath(ListedCoins):
    """Coins that follow one path of outcomes, and note the other paths that branch off."""

    path: tuple[int, ...]
    share: Fraction
    """The probability of having come so far."""
    drawn: list[int] = field(default_factory=list)
    others: list["ListedPath"] = field(default_factory=list)

    def choose(self, whole: int, shares: Sequence[Fraction]) -> int:
        """Return the next outcome of the path; beyond its end, the first possible one."""
        self.drawn.append(whole)
        if len(self.drawn) > len(self.path):
            first, *rest = [place for place, share in enumerate(shares) if share]
            self.others += [ListedPath((*self.path, place), self.share * shares[place]) for place in rest]
            self.path, self.share = (*self.path, first), self.share * shares[first]
        return self.path[len(self.drawn) - 1]

    def read(self, count: int) -> bytes:
        """Return bytes, each chosen among all 256."""
        return bytes(self.choose(256, [Fraction(1, 256)] * 256) for _ in range(count))


def law_of_listed_draws(draw: Draw) -> Law[SeenDraw]:
    """Return the law of a specimen that draws by `drawing`, or single bytes."""

    def shares() -> Iterator[tuple[SeenDraw, Fraction]]:
        waiting = [ListedPath((), Fraction(1))]
        while waiting:
            way = waiting.pop()
            output = draw(way)
            yield SeenDraw(output, tuple(sorted(way.drawn))), way.share
            waiting += way.others

    return law_of_shares(shares())


@dataclass(frozen=True, slots=True)
class NumberCoins:
    """Coins that are one whole number."""

    number: int

    def read(self, count: int) -> bytes:
        """Return the number's bytes, the most significant first."""
        return self.number.to_bytes(count)


def law_of_one_number(draw: Draw, size: int) -> Law[SeenDraw]:
    """Return the law of a specimen that reads one number of `size` bytes, and whose output changes once as it grows."""
    numbers = range(256**size)
    first, last = (draw(NumberCoins(numbers[end])) for end in (0, -1))
    change = bisect_left(numbers, 1, key=lambda number: draw(NumberCoins(number)) != first)
    share = Fraction(change, len(numbers))
    drawn = (len(numbers),)
    return law_of_shares([(SeenDraw(first, drawn), share), (SeenDraw(last, drawn), 1 - share)])
