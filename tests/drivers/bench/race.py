"""Two ways to do the same work, timed in turns."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

REPEATS = 9


@dataclass(frozen=True, slots=True)
class Row:
    """A result: the two labels, with their speeds in things per second."""

    what: str
    rate: float
    beside: str
    other_rate: float

    @property
    def ratio(self) -> float:
        return self.rate / self.other_rate

    def __str__(self) -> str:
        rates = [f"{rate / 1e6:9.3g}" for rate in (self.rate, self.other_rate)]
        return f"{self.what:44}{rates[0]}   {self.beside:34}{rates[1]}{self.ratio:9.3g}"


def run_race(
    things: int,
    what: str,
    ours: Callable[[], object],
    beside: str,
    theirs: Callable[[], object],
    repeats: int = REPEATS,
) -> Row:
    """Return the median times of several turns, which alternate so that a busy machine disturbs both alike."""
    turns = [(_seconds(ours), _seconds(theirs)) for _ in range(repeats)]
    our_time, their_time = (median(times) for times in zip(*turns, strict=True))
    return Row(what, things / our_time, beside, things / their_time)


def _seconds(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start
