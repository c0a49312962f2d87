"""Serial dependence: events that look at earlier and later draws, and a test whether draws are independent."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.claim import BLACK_BOX, parse_claim
from ldproof.audit.learn.columns import RememberedDraws, expected_evidence
from ldproof.audit.learn.events import Event, learnt_events
from ldproof.audit.learn.features import Feature, leaf_label
from ldproof.audit.learn.sequences import look_at_outputs
from ldproof.audit.plan import in_a_call
from ldproof.numbers import Array
from ldproof.programs import DrawnOutput, Tally

# What an output is seen together with: earlier draws, also of earlier batches, the place in a period, the next draw.
#
# The claim is one of fresh coins: given all earlier draws with their inputs, a draw is private; and what comes next
# owes nothing to its input. So an event may be one of an output together with what came before, or with the next draw,
# and is bet on as all others are. Repeated coins, short periods, seeds from a clock and a memory of inputs show in
# these.

WINDOWS = parse_claim(BLACK_BOX, {"odds": "2"})
"""What is seen in windows is no mechanism's output."""
LONGEST_KEY = 120
"""Longer keys are remembered by a hash: all that matters of them is which are the same."""
FEW = 16
"""So many different outputs are told apart; where there are more, only whether two are the same."""
REPEATS, BEFORE, PERIODS = 64, 16, 64
"""How far back a repetition is looked for, and another dependence, and how long a period may be."""
RECENT = 4000
"""Draws that are remembered in their order."""
LEAST = 50
"""Draws in windows in either half of them, for a proposal."""
CLOSELY = 3
"""So many windows are looked through closely."""
COMPARED = 500
"""So many of the last draws are compared with those before them, and as many with the next."""


Places: TypeAlias = NDArray[np.intp]


class Kind(StrEnum):
    """Ways to look at a draw."""

    REPEAT = "repeat"
    CALL = "call"
    BEFORE = "before"
    PERIOD = "period"
    NEXT = "next"
    BESIDE = "beside"
    AHEAD = "ahead"


LISTS = {Kind.BESIDE, Kind.AHEAD}
"""The ways that show two draws whole."""


@dataclass(frozen=True, slots=True)
class Window:
    """A way to look at a draw, with how many draws lie between, or how long the period is."""

    kind: str
    step: int

    def __str__(self) -> str:
        words = {
            Kind.REPEAT: f"whether it is as {self.step} draws before, and which input was that one's",
            Kind.CALL: "whether it is as in its place in the call before, and which input was that one's",
            Kind.BEFORE: f"with the draw {self.step} before",
            Kind.PERIOD: f"at its place in a period of {self.step}",
            Kind.NEXT: "with the next draw",
            Kind.BESIDE: f"in a list, with the draw {self.step} before and its input",
            Kind.AHEAD: "in a list, with the next draw and its input",
        }
        return words[Kind(self.kind)]


@dataclass(frozen=True, slots=True)
class Passage:
    """Draws from a pair of inputs in their order, from a place among all draws on."""

    pair: int
    start: int
    order: tuple[int, ...]
    outputs: tuple[str, ...]
    """In short."""


def make_passage(pair: int, start: int, order: Sequence[int], keys: Iterable[str]) -> Passage:
    """What is remembered of draws."""
    return Passage(pair, start, tuple(order), tuple(map(shorten_key, keys)))


def shorten_key(key: str) -> str:
    """A key, or its hash."""
    return key if len(key) <= LONGEST_KEY else f'"{crc32(key.encode()):08x}"'


def is_hashed(output: str) -> bool:
    """Whether it is a hash, and no key."""
    return output.startswith('"')


@dataclass(frozen=True, slots=True)
class Stretch:
    """Draws in their order, the first of which are only looked back to: they are of earlier passages."""

    earlier: int
    start: int
    order: tuple[int, ...]
    outputs: tuple[str, ...]
    places: tuple[int, ...]
    """In their calls."""


def stretch_of_passage(before: Sequence[Passage], found: Passage) -> Stretch:
    """A passage behind the draws right before it, as far as one looks back."""
    reach = max(REPEATS, in_a_call(len(found.order)))
    joined, earlier = [found], 0
    for each in reversed(before):
        if earlier >= reach or (each.pair, each.start + len(each.order)) != (found.pair, joined[0].start):
            break
        joined.insert(0, each)
        earlier += len(each.order)
    left = max(0, earlier - reach)
    order, outputs, places = (
        tuple(chain.from_iterable(each))[left:]
        for each in zip(*((one.order, one.outputs, in_calls(len(one.order))) for one in joined), strict=True)
    )
    return Stretch(earlier - left, found.start, order, outputs, places)


def in_calls(count: int) -> Iterator[int]:
    """The places of so many draws in the calls that they are asked for in."""
    return (place % in_a_call(count) for place in range(count))


def stretches_of_passages(passages: Sequence[Passage]) -> list[Stretch]:
    """Each passage behind those before it."""
    return [stretch_of_passage(passages[:index], each) for index, each in enumerate(passages)]


@dataclass(frozen=True, slots=True)
class NumberedDraws:
    """Stretches one behind the other, in numbers: of each draw its input, output, place in its call, and stretch."""

    order: Places
    outputs: Places
    """By their places among those known."""
    known: int
    calls: Places
    stretch: Places
    place: Places
    """In its stretch, from the first draw on that is not of an earlier passage."""
    number: Places
    """Among all draws."""


def number_stretches(found: Sequence[Stretch], known: Sequence[str]) -> NumberedDraws:
    """Stretches in numbers."""
    index = {output: place for place, output in enumerate(known)}
    starts = index_array(each.start for each in found)
    own = index_array(number for number, each in enumerate(found) for _ in each.order)
    place = index_array(
        chain.from_iterable(range(-each.earlier, len(each.order) - each.earlier) for each in found)
    )
    return NumberedDraws(
        index_array(chain.from_iterable(each.order for each in found)),
        index_array(index[output] for each in found for output in each.outputs),
        len(known),
        index_array(chain.from_iterable(each.places for each in found)),
        own,
        place,
        starts[own] + place,
    )


def index_array(numbers: Iterable[int]) -> Places:
    """As an array."""
    return np.fromiter(numbers, dtype=np.intp)


def pair_draws(window: Window, found: NumberedDraws) -> tuple[Places, Places]:
    """The draws that are bet on, and the one of its stretch that each is seen together with."""
    here = np.flatnonzero(found.place >= 0)
    match window.kind:
        case Kind.PERIOD:
            return here, here
        case Kind.NEXT | Kind.AHEAD:
            now = here[found.place[here] % 2 == 0]
            then = now + 1
        case Kind.CALL:
            by_place = np.lexsort((found.calls, found.stretch))
            again = found.calls[by_place[1:]] == found.calls[by_place[:-1]]
            now, then = by_place[1:][again], by_place[:-1][again]
        case _:
            now, then = here, here - window.step
    inside = (then >= 0) & (then < len(found.order))
    now, then = now[inside], then[inside]
    kept = (found.place[now] >= 0) & (found.stretch[now] == found.stretch[then])
    return now[kept], then[kept]


def code_draws(window: Window, found: NumberedDraws) -> tuple[Places, Places]:
    """Each draw that is bet on, and what is seen, as a number."""
    now, then = pair_draws(window, found)
    order, outputs = found.order, found.outputs
    match window.kind:
        case Kind.REPEAT | Kind.CALL:
            return now, np.where(outputs[now] == outputs[then], order[then], 1 - order[then])
        case Kind.PERIOD:
            return now, outputs[now] * window.step + found.number[now] % window.step
        case _:
            return now, 2 * (outputs[now] * found.known + outputs[then]) + order[then]


def format_code(window: Window, code: int, known: Sequence[str]) -> str:
    """What a number says."""
    match window.kind:
        case Kind.REPEAT | Kind.CALL:
            return str(code)
        case Kind.PERIOD:
            return f"{known[code // window.step]} at {code % window.step}"
        case kind:
            outputs, side = divmod(code, 2)
            one, other = divmod(outputs, len(known))
            return f"{known[one]} {'after' if kind == Kind.BEFORE else 'before'} {known[other]} of {side}"


def tally_window(window: Window, found: Stretch) -> tuple[Tally, Tally]:
    """How often each was seen with either side, by keys as outputs have them."""
    if window.kind in LISTS:
        return tally_lists(window, [found])
    known = sorted({*found.outputs})
    read = number_stretches([found], known)
    now, codes = code_draws(window, read)
    sides = read.order[now]
    one, other = (
        Counter(
            {
                DrawnOutput(format_code(window, code, known)).key(): times
                for code, times in Counter(codes[sides == each].tolist()).items()
            }
        )
        for each in (0, 1)
    )
    return one, other


@dataclass(frozen=True, slots=True)
class Suspicion:
    """An event of windows, the side with whose input it is likelier, and what a window may be expected to show."""

    window: Window
    event: Event
    likely: int
    promise: float


def tally_lists(window: Window, found: Sequence[Stretch]) -> tuple[Tally, Tally]:
    """Each draw in a list with another one and with the input of that, by its own side."""
    sides: tuple[Tally, Tally] = (Counter(), Counter())
    order = [side for each in found for side in each.order]
    outputs = [output for each in found for output in each.outputs]
    pairs = pair_draws(window, number_stretches(found, [*{*outputs}]))
    for now, then in zip(*(places.tolist() for places in pairs), strict=True):
        sides[order[now]][f"[[{outputs[now]},{outputs[then]},{order[then]}]]"] += 1
    return sides


def most_suspicious_event(passages: Sequence[Passage], odds: float) -> Suspicion | None:
    """The most promising event of windows: proposed by every other passage, and judged by the rest."""
    known = sorted({output for each in passages for output in each.outputs})
    joined = stretches_of_passages(passages)
    read = number_stretches(joined, known)
    views = filter(None, (view_through_window(window, read) for window in all_windows(len(known) <= FEW)))
    telling = sorted(
        ((cross_validated_score(each, odds), number, each) for number, each in enumerate(views)), reverse=True
    )
    found = [best_suspicion(each, known, odds) for score, _, each in telling[:CLOSELY] if score > 0]
    # Of hashes nothing is to be learnt but which are the same, as a repetition shows.
    if len(known) > FEW and not all(map(is_hashed, known)):
        for kind, most in ((Kind.BESIDE, COMPARED), (Kind.AHEAD, 2 * COMPARED)):
            found += suspicions_from_lists(
                Window(kind, 1), joined[-len(latest_passages(passages, most)) :], odds
            )
    return max(found, key=lambda each: each.promise, default=None)


def suspicions_from_lists(window: Window, joined: Sequence[Stretch], odds: float) -> list[Suspicion]:
    """The most promising event of draws in lists with others, which are learnt from as outputs are."""
    one, other = (tally_lists(window, joined[half::2]) for half in (0, 1))
    halves = RememberedDraws(tuple(zip(one, other, strict=True))).halves((0, 1), len(joined))
    outputs = look_at_outputs(WINDOWS, sorted({key for tally in (*one, *other) for key in tally}))
    found, _ = learnt_events(outputs, halves, (), odds)
    return [] if found is None else [Suspicion(window, found.event, found.likely, found.promise)]


def latest_passages(passages: Sequence[Passage], most: int) -> Sequence[Passage]:
    """The last of them, with so many draws, or the last one."""
    kept, draws = len(passages), 0
    while kept and draws + len(passages[kept - 1].order) <= most:
        kept -= 1
        draws += len(passages[kept].order)
    return passages[min(kept, len(passages) - 1) :]


def all_windows(few: bool) -> Iterator[Window]:
    """All ways to look."""
    yield from (Window(Kind.REPEAT, step) for step in range(1, REPEATS + 1))
    yield Window(Kind.CALL, 1)
    if few:
        yield from (Window(Kind.BEFORE, step) for step in range(1, BEFORE + 1))
        yield from (Window(Kind.PERIOD, step) for step in range(2, PERIODS + 1))
        yield Window(Kind.NEXT, 1)


@dataclass(frozen=True, slots=True)
class View:
    """How often each code was seen through a window, by half of the passages and by side."""

    window: Window
    codes: Places
    counts: tuple[tuple[Array, Array], tuple[Array, Array]]


def view_through_window(window: Window, read: NumberedDraws) -> View | None:
    """What is seen through a window; nothing where that is too little."""
    now, seen = code_draws(window, read)
    half = read.stretch[now] % 2
    if np.bincount(half, minlength=2).min() < LEAST:
        return None
    codes, places = np.unique(seen, return_inverse=True)
    group = 2 * half + read.order[now]
    times = np.bincount(group * len(codes) + places, minlength=4 * len(codes)).reshape(4, -1).astype(float)
    return View(window, codes, ((times[0], times[1]), (times[2], times[3])))


def cross_validated_score(found: View, odds: float) -> float:
    """By how much one half foretells the sides of the other better than a private program's can be foretold."""
    total = 0.0
    for (one, other), judging in (found.counts, found.counts[::-1]):
        chance = (one + 1) / (one + other + 2)
        private = np.clip(chance, 1 / (odds + 1), odds / (odds + 1))
        total += float(
            judging[0] @ np.log(chance / private) + judging[1] @ np.log((1 - chance) / (1 - private))
        )
    return total


def best_suspicion(found: View, known: Sequence[str], odds: float) -> Suspicion:
    """The best set of what is seen through a window."""
    both = []
    for proposing, judging in (found.counts, found.counts[::-1]):
        chosen = most_promising_codes(proposing, odds)
        one, other = (each[chosen].sum() for each in judging)
        totals = [each.sum() for each in judging]
        worth = float(expected_evidence(*balance_counts(np.array(one), np.array(other), totals), odds))
        texts = (format_code(found.window, int(found.codes[index]), known) for index in chosen)
        likely = int(one / max(totals[0], 1) < other / max(totals[1], 1))
        event = Event(Feature("output"), frozenset(leaf_label(text_of(each)) for each in texts))
        both.append(Suspicion(found.window, event, likely, worth))
    return max(both, key=lambda each: each.promise)


def text_of(text: str) -> str:
    """The canonical text of what is seen, as the feature `output` answers it."""
    return DrawnOutput(text).key()[1:-1]


def most_promising_codes(counts: Sequence[Array], odds: float) -> NDArray[np.intp]:
    """What is likelier from the one side, as much as it pays to take; or from the other."""
    totals = [each.sum() for each in counts]
    order = np.argsort((counts[1] + 0.5) / (counts[0] + 0.5), kind="stable")
    best: tuple[float, NDArray[np.intp]] = (-1.0, order[:1])
    for way in (order, order[::-1]):
        worth = expected_evidence(
            *balance_counts(np.cumsum(counts[0][way]), np.cumsum(counts[1][way]), totals), odds
        )
        most = int(np.argmax(worth))
        best = max(best, (float(worth[most]), way[: most + 1]), key=lambda each: each[0])
    return best[1]


def balance_counts(one: Array, other: Array, totals: Sequence[float]) -> tuple[Array, Array, int]:
    """Counts as if there were as many windows of either side."""
    draws = int(min(totals))
    return one * (draws / max(totals[0], 1)), other * (draws / max(totals[1], 1)), draws


# Whether draws are independent, by a permutation test: it decides which word a refuted claim gets.
#
# If draws are independent, the outputs of all draws with the same input may change places. So a statistic of how an
# output goes with the draw before it, or after it, is compared with what it is after random exchanges.

Codes = NDArray[np.intp]

PERMUTATIONS = 999
SIGNIFICANT = 0.005
"""The chance at most that independent draws are found not to be, given that the claim is refuted."""
TINY = 1e-9
"""By less than this, statistics differ by rounding alone."""
BINS = 4
"""Into so many bins of equal shares numbers go that are many."""
SEED = 0
"""Of the permutations, so that the same evidence has the same verdict."""
ALWAYS = (Window(Kind.BEFORE, 1), Window(Kind.BESIDE, 1), Window(Kind.NEXT, 1), Window(Kind.CALL, 1))


@lru_cache(1 << 4)
def are_dependent(
    passages: tuple[Passage, ...], suspected: tuple[tuple[Window, int], ...] = ()
) -> bool | None:
    """Return whether the draws of the pair with most of them depend on each other, as seen through some windows.

    A suspected window comes with the number of draws since then. It was chosen among many for what it shows in those
    before, which is something by chance alone, so only the draws since are tested through it. None says that nothing
    can be said: the order is unknown, or outputs are many and no numbers.
    """
    mine = of_one_pair(passages)
    outputs = [output for each in mine for output in each.outputs]
    symbol = symbol_codes(outputs)
    if symbol is None:
        return None
    order = np.array([side for each in mine for side in each.order], dtype=np.intp)
    number = np.concatenate([each.start + np.arange(len(each.order)) for each in mine])
    calls = np.concatenate([np.arange(len(each.order)) % in_a_call(len(each.order)) for each in mine])
    call = np.cumsum(calls == 0) - 1
    whole = np.unique(outputs, return_inverse=True)[1].astype(np.intp)
    last = dict(suspected) | dict.fromkeys(ALWAYS, len(order))
    neighbours = {
        window: from_place(len(order) - draws, *paired_draws(window, number, calls))
        for window, draws in last.items()
    }
    rng = np.random.default_rng(SEED)
    places = [np.flatnonzero(order == side) for side in (0, 1)]

    def statistics(shuffled: Codes) -> Iterator[float]:
        codes, keys = symbol[shuffled], whole[shuffled]
        yield dependence_statistic(order, call, codes)
        for window, (now, then) in neighbours.items():
            if window.kind == Kind.PERIOD:
                yield dependence_statistic(order[now], number[now] % window.step, codes[now])
                continue
            yield dependence_statistic(order[now], 2 * codes[then] + order[then], codes[now])
            yield float((keys[now] == keys[then]).sum())

    shuffled = np.arange(len(order))
    found = [[*statistics(shuffled)]]
    for _ in range(PERMUTATIONS):
        for each in places:
            shuffled[each] = rng.permutation(each)
        found.append([*statistics(shuffled)])
    return chance_of_first(np.array(found)) <= SIGNIFICANT


def chance_of_first(found: Array) -> float:
    """Return the p-value of the first row among exchangeable ones, by the largest of its standardised columns.

    Bonferroni's correction would need more rows than there are: with 1,000 of them no p-value is below 0.001, and
    times more than ten columns that is never below 0.01.
    """
    spread = found.std(axis=0)
    varying = spread > TINY
    if not varying.any():
        return 1.0
    largest = ((found - found.mean(axis=0))[:, varying] / spread[varying]).max(axis=1)
    return float((largest >= largest[0] - TINY).mean())


def of_one_pair(passages: Sequence[Passage]) -> list[Passage]:
    """The draws of the pair of inputs that has most of them."""
    draws = {
        pair: sum(len(each.order) for each in passages if each.pair == pair)
        for pair in {each.pair for each in passages}
    }
    most = max(draws, key=lambda pair: draws[pair], default=None)
    return [each for each in passages if each.pair == most]


def symbol_codes(outputs: Sequence[str]) -> Codes | None:
    """Outputs as few codes: themselves where they are few, numbers in bins, and nothing otherwise."""
    if not outputs:
        return None
    if len({*outputs}) <= FEW:
        return np.unique(outputs, return_inverse=True)[1].astype(np.intp)
    try:
        numbers = np.nan_to_num([float(each.strip("[]").split(",")[0]) for each in outputs])
    except ValueError:
        return None
    edges = np.quantile(numbers, np.arange(1, BINS) / BINS)
    return np.searchsorted(edges, numbers).astype(np.intp)


def from_place(first: int, now: Codes, then: Codes) -> tuple[Codes, Codes]:
    """Keep the draws that are seen with one from a place on, and that are there themselves."""
    kept = (now >= first) & (then >= first)
    return now[kept], then[kept]


def paired_draws(window: Window, number: Codes, calls: Codes) -> tuple[Codes, Codes]:
    """The draws that have one to be seen with through a window, and these; `BESIDE` asks for one of the same call."""
    now = np.arange(len(number))
    match window.kind:
        case Kind.PERIOD:
            return now, now
        case Kind.CALL:
            by_place = np.lexsort((number, calls))
            again = calls[by_place[1:]] == calls[by_place[:-1]]
            return by_place[1:][again], by_place[:-1][again]
        case Kind.NEXT | Kind.AHEAD:
            wanted = number + 1
        case _:
            wanted = number - window.step
    then = np.minimum(np.searchsorted(number, wanted), len(number) - 1)
    there = number[then] == wanted
    if window.kind == Kind.BESIDE:
        there &= calls >= window.step
    return now[there], then[there]


def dependence_statistic(input_codes: Codes, context: Codes, output_codes: Codes) -> float:
    """The likelihood ratio statistic of outputs against their context, given their inputs."""
    contexts, outputs = int(context.max(initial=0)) + 1, int(output_codes.max(initial=0)) + 1
    of_context = input_codes * contexts + context
    of_output = input_codes * outputs + output_codes
    joint = of_context * outputs + output_codes
    return (
        unnormalised_entropy(joint)
        - unnormalised_entropy(of_context)
        - unnormalised_entropy(of_output)
        + unnormalised_entropy(input_codes)
    )


def unnormalised_entropy(codes: Codes) -> float:
    """The sum of n log n over how often each code comes."""
    times: Array = np.bincount(codes).astype(float)
    times = times[times > 0]
    return float(times @ np.log(times))
