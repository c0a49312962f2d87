"""Clients over T rounds: when they report, what they send, their saved state; and whole populations at once."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import repeat
from threading import Lock
from types import MappingProxyType
from typing import Generic, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from ldproof import rounds, serialization
from ldproof.arrays import Bits, Int64Array, parse_naturals
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given
from ldproof.numbers import Real
from ldproof.parameters import accept_parameters, parse_whole
from ldproof.rows import list_row, mask_of_array, parse_bit
from ldproof.sampling import (
    BY_SECRET,
    BlockRule,
    Digits,
    draw_binomials,
    draw_by_secret,
    draw_memberships,
    draw_multinomials,
    draw_thinnings,
)
from ldproof.sampling.digits import draw_subset

# One client over T rounds: it reports in the rounds of tau, and fills in the others.

Report_co = TypeVar("Report_co", covariant=True)


@dataclass(slots=True)
class Person(Generic[Report_co]):
    """A client: what is sent in round t depends on tau, the state in round t and coins, and on nothing later."""

    T: int
    tau: frozenset[int] = field(repr=False)
    """The rounds, from 1 to T, in which the state is reported: as secret as the states are."""
    speak: Callable[[int, Coins], Report_co] = field(repr=False)
    """Returns a randomized report of a state."""
    fill: Callable[[Coins], Report_co] = field(repr=False)
    """Returns what is sent in the other rounds, whatever the state: a dummy, or NULL."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """The mechanism's parameters, as text; a saved state is restored only where they are the same."""
    done: int = 0
    """The number of rounds that are over."""
    _busy: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def report(self, t: int, state: int, coins: Coins) -> Report_co:
        """Return what is sent in round t; refuse any round but the next."""
        with self.exclusive():
            t = parse_next_round(t, self.done, self.T)
            state = parse_bit("the state", state)
            sent = self.speak(state, coins) if t in self.tau else self.fill(coins)
            self.done = t
            return sent

    def __reduce__(self) -> NoReturn:
        """Refuse copies, which would report the same rounds again, and pickles, which would contain them."""
        raise TypeError(
            "a client is neither copied nor pickled; `save_person` and `restore_person` say what that costs"
        )

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Refuse all other threads meanwhile; none waits, as in a process forked meanwhile that would never end."""
        if not self._busy.acquire(blocking=False):
            raise Refused(Reason.IN_USE, "the client is in use", "one report at a time")
        try:
            yield
        finally:
            self._busy.release()


def parse_next_round(t: int, done: int, T: int) -> int:
    """Return t if it is the next round; refuse any other."""
    t = parse_whole("t", t)
    if done == T:
        raise Refused(Reason.OUT_OF_ORDER, f"round {t} comes after the last of {T} rounds", "no report")
    if t != done + 1:
        raise Refused(Reason.OUT_OF_ORDER, f"round {t} comes after round {done}", f"round {done + 1}")
    return t


def parse_past_round(t: int, done: int) -> int:
    """Return t if that round is over; refuse any other."""
    t = parse_whole("t", t)
    if not 1 <= t <= done:
        raise Refused(Reason.OUT_OF_ORDER, f"round {t} is not over", f"a round from 1 to {done}")
    return t


def choose_rounds(T: int, m: int, coins: Coins) -> frozenset[int]:
    """Draw m of the rounds 1 to T, all choices equally likely: Algorithm 1, line 2."""
    return frozenset(place + 1 for place in draw_subset(T, m, coins))


# Clients that report their state by the binary mechanism: what their coins are compared with.

UNNAMED: Mapping[str, str] = MappingProxyType({})
"""The parameters of a client that belongs to no mechanism."""

FILL = 2
"""The index of the dummy's probability in a table, after those of the states 0 and 1."""


def sending_digits(excess: Real, r: Fraction) -> tuple[Digits, Digits, Digits]:
    """Return the probabilities of sending a 1: in state 0, in state 1 and as a dummy."""
    return (*reporting_digits(excess), Digits(r))


@lru_cache
def reporting_digits(excess: Real) -> tuple[Digits, Digits]:
    """Return the probabilities of reporting a 1: in state 0 and in state 1."""
    return Digits(rounds.lie(excess)), Digits(rounds.truth(excess))


def filling_person(
    T: int,
    m: int,
    decisions: tuple[Digits, Digits, Digits],
    coins: Coins,
    rule: BlockRule = BY_SECRET,
    parameters: Mapping[str, str] = UNNAMED,
) -> Person[int]:
    """Return a client that has chosen m of T rounds, and sends a bit in every round.

    One table decides every bit, so that the number of bytes read depends neither on the state nor on whether the round
    was chosen.
    """
    return Person(
        T,
        choose_rounds(T, m, coins),
        lambda state, coins: int(draw_by_secret(decisions, state, coins, rule)),
        lambda coins: int(draw_by_secret(decisions, FILL, coins, rule)),
        parameters,
    )


def silent_person(
    T: int,
    m: int,
    decisions: tuple[Digits, Digits],
    coins: Coins,
    rule: BlockRule = BY_SECRET,
    parameters: Mapping[str, str] = UNNAMED,
) -> Person[int | None]:
    """Return a client that has chosen m of T rounds, and sends NULL in the others.

    For NULL no byte is read, which shows which rounds were chosen, as NULL itself does. In a chosen round the number of
    bytes does not depend on the state.
    """
    return Person(
        T,
        choose_rounds(T, m, coins),
        lambda state, coins: int(draw_by_secret(decisions, state, coins, rule)),
        lambda _: None,
        parameters,
    )


# A client between two rounds: its saved state is as secret as the user's states are.


@dataclass(frozen=True, slots=True)
class Progress:
    """The chosen rounds, and how many rounds are over; coins are not part of it."""

    tau: tuple[int, ...] = field(repr=False)
    done: int


def save_person(person: Person[Report_co]) -> str:
    """Return the saved state of a client between two rounds, with the mechanism's parameters."""
    with person.exclusive():
        progress = Progress(tuple(sorted(person.tau)), person.done)
        return serialization.save_state(_saved_parameters(person), progress)


def restore_person(fresh: Person[Report_co], text: str) -> None:
    """Continue a saved client, in the place of a fresh one with the same parameters.

    Nothing here can detect that the saved client, or another copy of it, has gone on since: each report that is made
    twice, with other coins, costs its share of the budget once more. So does what a forked process reports beside its
    parent.
    """
    with fresh.exclusive():
        if fresh.done:
            raise Refused(
                Reason.IN_USE, "the person has reported, and would report again", "a person before round 1"
            )
        saved, T = serialization.restore_state(Progress, _saved_parameters(fresh), text), fresh.T
        tau = frozenset(saved.tau)
        if not len(tau) == len(saved.tau) == len(fresh.tau) or not all(1 <= t <= T for t in tau):
            raise serialization.damaged_state_refusal(
                f"it does not have {len(fresh.tau)} different rounds of {T}"
            )
        if not 0 <= saved.done <= T:
            raise serialization.damaged_state_refusal(f"it does not have from 0 to {T} rounds over")
        fresh.tau, fresh.done = tau, saved.done


def _saved_parameters(person: Person[Report_co]) -> dict[str, str]:
    return {"T": str(person.T), **person.parameters}


# What a collector counts in a round, and what it refuses.

in_bytes: Callable[..., bytes] = bytes


def tally_reports(t: int, reports: object, N: int, *, silence: bool = False) -> tuple[int, int]:
    """Return how many of N users send a 1 in round t, and how many a bit; NULL, written None, needs `silence`."""
    row = list_row("the reports", reports)
    if len(row) != parse_whole("N", N):
        raise Refused(Reason.WRONG_COUNT, f"{len(row)} reports in round {t}", f"one from each of {N} people")
    said = [each for each in row if each is not None] if silence else row
    with suppress(TypeError, ValueError):
        # Bytes are made of whole numbers and truths, and of nothing else: 1.0, text and None raise.
        if len(found := in_bytes(said)) == (ones := found.count(1)) + found.count(0):
            return ones, len(found)
    return sum(
        parse_report(each, person, t, silence=silence) for person, each in enumerate(row, start=1)
    ), len(said)


def parse_report(report: object, person: int, t: int, *, silence: bool) -> int:
    """Return what a report adds to the ones; refuse what is no report."""
    if silence and report is None:
        return 0
    with suppress(Refused):
        return parse_bit("a report", report)
    raise Refused(
        Reason.NOT_A_REPORT,
        f"person {person} reports {quote_given(report)} in round {t}",
        "0, 1 or NULL" if silence else "0 or 1",
    )


# The reporters of a whole population, drawn exactly; only their numbers are kept.

States = Bits | NDArray[np.uint8]
"""A row per user, or per stream of states that several users share; a column per round."""


@dataclass(frozen=True, slots=True)
class Reporters:
    """The numbers of users who report in each round, and of those among them who are active."""

    everybody: Int64Array
    active: Int64Array


def by_person(m: int, states: Bits, coins: Coins) -> Reporters:
    """Draw the reporters by drawing the rounds of each user."""
    T = states.shape[1]
    reporters = Reporters(np.zeros(T, np.int64), np.zeros(T, np.int64))
    for group, speaks in drawn_rounds(m, states.shape, coins):
        reporters.everybody[:] += _in_each_round(speaks)
        reporters.active[:] += _in_each_round(speaks & states[group])
    return reporters


def by_stream(m: int, streams: Bits, people: Int64Array, coins: Coins) -> Reporters:
    """Draw the reporters by drawing numbers for each stream, where `people[i]` users have the states `streams[i]`."""
    T = streams.shape[1]
    numbers = [(now.sum(), now[streams[:, t]].sum()) for t, now in enumerate(by_group(m, T, people, coins))]
    everybody, active = np.array(numbers, np.int64).T
    return Reporters(everybody, active)


def by_group(m: int, T: int, people: Int64Array, coins: Coins) -> Iterator[Int64Array]:
    """Draw how many users of each group report, round by round.

    A user with k reports left in n rounds reports now with probability k/n, and continues with k - 1 or k reports in
    n - 1 rounds. So m T draws are enough for each group. If k is 0 or n, nothing is random. If m = 1, the numbers are
    multinomial.
    """
    people = parse_naturals("the numbers of people", people, "group")
    if m == T:
        yield from repeat(people, T)
        return
    if m == 1:
        yield from draw_multinomials(people, T, coins).T
        return
    waiting = np.zeros((people.size, m + 1), np.int64)
    waiting[:, m] = people
    for left in range(T, 0, -1):
        now = np.zeros_like(waiting)
        now[:, left:] = waiting[:, left:]
        open_to_chance = waiting[:, 1:left]
        chances = np.tile(np.arange(1, 1 + open_to_chance.shape[1]), people.size)
        drawn = draw_thinnings(open_to_chance.ravel(), chances, left, coins)
        now[:, 1:left] = drawn.reshape(open_to_chance.shape)
        waiting -= now
        waiting[:, :-1] += now[:, 1:]
        yield now.sum(axis=1)


def drawn_rounds(m: int, shape: tuple[int, ...], coins: Coins) -> Iterator[tuple[slice, Bits]]:
    """Draw the rounds in which users report, m in each row, for one slice of users after another."""
    N, T = shape
    # A uniform choice of m rounds leaves out a uniform choice of T - m: whichever is less is drawn.
    few = min(m, T - m)
    start = 0
    for marked in draw_memberships(N, T, few, coins):
        yield slice(start, start + len(marked)), marked if m == few else ~marked
        start += len(marked)


def parse_population(states: States, T: int) -> Bits:
    """Return the states of at least one user as booleans."""
    people = parse_states(states, T)
    accept_parameters({"N": len(people)})
    return people


def parse_states(states: States, T: int) -> Bits:
    """Return states as booleans; refuse what is not an array of bits with T columns."""
    if not isinstance(states, np.ndarray):
        raise Refused(Reason.NOT_A_LIST, "states that are no array", "an array of booleans, or of uint8")
    if mask_of_array(states).any():
        raise Refused(Reason.MISSING, "states that are masked in some places", "a state for each")
    if states.ndim != 2 or states.shape[1] != T:
        raise Refused(
            Reason.WRONG_LENGTH,
            f"states of shape {states.shape}",
            f"rows of one state for each of {T} rounds",
        )
    if states.dtype != np.bool_ and (states.dtype != np.uint8 or states.max(initial=0) > 1):
        raise Refused(Reason.OUT_OF_RANGE, "states that are not bits", "booleans, or 0 and 1 as uint8")
    return states.view(np.bool_)


def _in_each_round(marks: Bits) -> Int64Array:
    # A narrow sum of bytes is several times faster, and no group has 2^32 people.
    people: NDArray[np.uint32] = np.add.reduce(marks.view(np.uint8), axis=0, dtype=np.uint32)
    return people.astype(np.int64)


# The number of ones that arrive in each round, given the reporters: exact draws, without single transcripts.
#
# Given the reporters, rounds are independent, and the ones of a round are three binomial numbers: among the idle who
# report, among the active who report, and among the dummies.


def draw_report_ones(reporters: Reporters, excess: Real, coins: Coins) -> Int64Array:
    """Draw the numbers of ones among the reports."""
    idle, active = reporting_digits(excess)
    ones = _draw_binomials(reporters.everybody - reporters.active, idle, coins)
    ones += _draw_binomials(reporters.active, active, coins)
    return ones


def draw_filling_ones(numbers: Int64Array, r: Fraction, coins: Coins) -> Int64Array:
    """Draw the numbers of ones among so many dummies; if r is 0 or 1, no coins are read."""
    if r.denominator == 1:
        return numbers * int(r)
    return _draw_binomials(numbers, Digits(r), coins)


def _draw_binomials(trials: Int64Array, probability: Digits, coins: Coins) -> Int64Array:
    return draw_binomials(trials.ravel(), probability, coins).reshape(trials.shape)
