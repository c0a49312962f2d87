"""One person's device over T rounds: it reports in the rounds of tau, and fills in the others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, NoReturn, TypeVar

from ldproof.coins import Coins
from ldproof.domains import whole
from ldproof.exact.subsets import subset
from ldproof.rejections import Reason, Refused
from ldproof.rows import bit

Report_co = TypeVar("Report_co", covariant=True)


@dataclass(slots=True)
class Person(Generic[Report_co]):
    """Sequential: what is sent at t depends on tau, the state at t and coins, and on nothing later."""

    T: int
    tau: frozenset[int] = field(repr=False)
    """The rounds, from 1 to T, in which the state is reported: as secret as the states are."""
    speak: Callable[[int, Coins], Report_co] = field(repr=False)
    """A randomised report of a state."""
    fill: Callable[[Coins], Report_co] = field(repr=False)
    """What is sent in the other rounds, whatever the state: a dummy, or nothing."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """The mechanism's, as text: a saved state goes on with the same only."""
    done: int = 0
    """How many rounds are over."""
    _busy: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def report(self, t: int, state: int, coins: Coins) -> Report_co:
        """What is sent in round t."""
        self.enter()
        try:
            t = in_order(t, self.done, self.T)
            state = bit("the state", state)
            sent = self.speak(state, coins) if t in self.tau else self.fill(coins)
            self.done = t
            return sent
        finally:
            self.leave()

    def __reduce__(self) -> NoReturn:
        """Nobody has two: a copy would report the same rounds again, and a pickle would have them in it."""
        raise TypeError(
            "a person's device is neither copied nor pickled; `save` and `restore` say what that costs"
        )

    def enter(self) -> None:
        """Until `leave`, all other threads are refused; none waits, which in a process forked meanwhile had no end."""
        if not self._busy.acquire(blocking=False):
            raise Refused(Reason.IN_USE, "the person's device is in use", "one report at a time")

    def leave(self) -> None:
        """Others may enter."""
        self._busy.release()


def in_order(t: int, done: int, T: int) -> int:
    """The next round; any other is refused."""
    t = whole("t", t)
    if done == T:
        raise Refused(Reason.OUT_OF_ORDER, f"round {t} comes after the last of {T} rounds", "no report")
    if t != done + 1:
        raise Refused(Reason.OUT_OF_ORDER, f"round {t} comes after round {done}", f"round {done + 1}")
    return t


def over(t: int, done: int) -> int:
    """A round that is over; any other is refused."""
    t = whole("t", t)
    if not 1 <= t <= done:
        raise Refused(Reason.OUT_OF_ORDER, f"round {t} is not over", f"a round from 1 to {done}")
    return t


def choose(T: int, m: int, coins: Coins) -> frozenset[int]:
    """Algorithm 1, line 2: m of the rounds 1 to T, all choices alike."""
    return frozenset(place + 1 for place in subset(T, m, coins))
