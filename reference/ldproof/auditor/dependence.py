"""Serial dependence: events of several draws, to bet on, and a test of whether draws are independent.

A claim of privacy is about fresh coins: given all earlier draws and their inputs, a draw is private, and the next draw
does not depend on its input. So an event may be of a draw together with an earlier draw, with its place in a period, or
with the next draw, and bets on such events are as fair as others. They show coins that repeat, short periods, seeds
from a clock, and a memory of inputs.
"""

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

from ldproof.auditor.claim import BLACK_BOX, call_size, parse_claim
from ldproof.auditor.learn.events import Event, RememberedDraws, expected_evidence, learnt_events
from ldproof.auditor.learn.features import Feature
from ldproof.auditor.learn.outputs import outputs_of_tallies, scalar_label
from ldproof.numbers import Array
from ldproof.programs import DrawnOutput, Tally

# Windows: what a draw is looked at together with.

WINDOWS = parse_claim(BLACK_BOX, {"odds": "2"})
"""The claim under which views are read as outputs: no mechanism's, so that they are read as they are."""
LONGEST_KEY = 120
"""Characters of JSON; dependence tests on longer outputs use equality only, by a hash."""
FEW = 16
"""Outputs are distinguished up to this number; of more, only whether two are equal."""
REPEATS, BEFORE, PERIODS = 64, 16, 64
"""The largest step of `REPEAT`, the largest step of `BEFORE`, and the longest period."""
RECENT = 4000
"""Draws that are remembered in their order."""
LEAST = 50
"""The fewest draws seen through a window in each half, for a proposal."""
CLOSELY = 3
"""Windows that are searched for their best event: those with the highest scores."""
COMPARED = 500
"""The latest draws that are listed with those before them; twice as many are listed with the next."""

Places: TypeAlias = NDArray[np.intp]


class Kind(StrEnum):
    """The kinds of windows."""

    REPEAT = "repeat"
    CALL = "call"
    BEFORE = "before"
    PERIOD = "period"
    NEXT = "next"
    BESIDE = "beside"
    AHEAD = "ahead"


LISTS = {Kind.BESIDE, Kind.AHEAD}
"""The windows that show two outputs as a list, from which events are learnt as from outputs."""


@dataclass(frozen=True, slots=True)
class Window:
    """A way to look at a draw: together with the draw `step` before it, or by its place in a period of `step`."""

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
    """The draws of one batch from a pair of inputs, in their order."""

    pair: int
    start: int
    """The number of the first draw among all draws."""
    order: tuple[int, ...]
    """The input of each draw, 0 or 1."""
    outputs: tuple[str, ...]
    """The key of each output, or a hash of a long key."""


def make_passage(pair: int, start: int, order: Sequence[int], keys: Iterable[str]) -> Passage:
    """Return the passage of draws with these inputs and outputs, long outputs replaced by hashes."""
    return Passage(pair, start, tuple(order), tuple(map(shorten_key, keys)))


def shorten_key(key: str) -> str:
    """Return a key, or the hash of a long one."""
    return key if len(key) <= LONGEST_KEY else f'"{crc32(key.encode()):08x}"'


def is_hashed(output: str) -> bool:
    """Whether an output in a passage is a hash; keys begin with a bracket."""
    return output.startswith('"')


@dataclass(frozen=True, slots=True)
class OrderedDraws:
    """The draws of several passages as arrays, each passage after the draws right before it.

    A passage and the draws that were put before it are a stretch. Bets are on the draws of the passage alone; no draw is
    looked at together with one of another stretch.
    """

    order: Places
    """The input of each draw, 0 or 1."""
    outputs: Places
    """The output, by its index in `known`."""
    known: Sequence[str]
    calls: Places
    """The place in the call."""
    stretch: Places
    place: Places
    """The place in the passage; negative for the draws before it."""
    number: Places
    """The number among all draws."""


def line_up_draws(passages: Sequence[Passage], first: int = 0) -> OrderedDraws:
    """Return the draws of all passages but the first few, each passage after the draws of its pair right before it."""
    order: list[int] = []
    outputs: list[str] = []
    parts: list[tuple[Places, Places, Places, Places]] = []
    for index in range(first, len(passages)):
        found = passages[index]
        joined, earlier = [found], 0
        reach = max(REPEATS, call_size(len(found.order)))
        for each in reversed(passages[:index]):
            if earlier >= reach or (each.pair, each.start + len(each.order)) != (found.pair, joined[0].start):
                break
            joined.insert(0, each)
            earlier += len(each.order)
        left = max(0, earlier - reach)
        calls = np.concatenate([places_in_calls(len(each.order)) for each in joined])[left:]
        place = np.arange(len(calls)) + left - earlier
        parts.append((calls, np.full(len(calls), index - first), place, found.start + place))
        order += [*chain.from_iterable(each.order for each in joined)][left:]
        outputs += [*chain.from_iterable(each.outputs for each in joined)][left:]
    known = sorted({*outputs})
    code = {output: number for number, output in enumerate(known)}
    nothing = np.zeros(0, dtype=np.intp)
    calls, stretch, place, number = (
        np.concatenate([nothing, *each]) for each in (zip(*parts, strict=True) if parts else ((),) * 4)
    )
    codes = np.array([code[each] for each in outputs], dtype=np.intp)
    return OrderedDraws(np.array(order, dtype=np.intp), codes, known, calls, stretch, place, number)


def places_in_calls(count: int) -> Places:
    """Return the place of each of `count` draws in the call that asked for it."""
    return np.arange(count) % call_size(count)


def pairs_in_window(window: Window, found: OrderedDraws) -> tuple[Places, Places]:
    """Return the indices of the draws that a window shows, and of the draw that each is shown with."""
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


def code_draws(window: Window, found: OrderedDraws) -> tuple[Places, Places]:
    """Return the indices of the draws that a window shows, and a code of what it shows of each.

    For `REPEAT` and `CALL` the code is the other draw's input if the outputs are equal, and the opposite input if not.
    """
    now, then = pairs_in_window(window, found)
    order, outputs = found.order, found.outputs
    match window.kind:
        case Kind.REPEAT | Kind.CALL:
            return now, np.where(outputs[now] == outputs[then], order[then], 1 - order[then])
        case Kind.PERIOD:
            return now, outputs[now] * window.step + found.number[now] % window.step
        case _:
            return now, 2 * (outputs[now] * len(found.known) + outputs[then]) + order[then]


def format_code(window: Window, code: int, known: Sequence[str]) -> str:
    """Return the text of a code of `code_draws`."""
    match window.kind:
        case Kind.REPEAT | Kind.CALL:
            return str(code)
        case Kind.PERIOD:
            return f"{known[code // window.step]} at {code % window.step}"
        case kind:
            outputs, side = divmod(code, 2)
            one, other = divmod(outputs, len(known))
            return f"{known[one]} {'after' if kind == Kind.BEFORE else 'before'} {known[other]} of {side}"


def tally_window(window: Window, found: OrderedDraws) -> tuple[Tally, Tally]:
    """Count what a window shows of the draws with either input, by keys like those of outputs."""
    if window.kind in LISTS:
        return tally_lists(window, found)
    now, codes = code_draws(window, found)
    sides = found.order[now]
    one, other = (
        Counter(
            {
                DrawnOutput(format_code(window, code, found.known)).tally_key(): times
                for code, times in Counter(codes[sides == each].tolist()).items()
            }
        )
        for each in (0, 1)
    )
    return one, other


def tally_lists(window: Window, found: OrderedDraws, half: int | None = None) -> tuple[Tally, Tally]:
    """Count lists of an output, another one and that one's input, by the input of the first.

    With a half, 0 or 1, only those of every other stretch.
    """
    tallies: tuple[Tally, Tally] = (Counter(), Counter())
    outputs = [found.known[each] for each in found.outputs.tolist()]
    order = found.order.tolist()
    for now, then in zip(*(each.tolist() for each in pairs_in_window(window, found)), strict=True):
        if half is None or found.stretch[now] % 2 == half:
            tallies[order[now]][f"[[{outputs[now]},{outputs[then]},{order[then]}]]"] += 1
    return tallies


# The search for an event of several draws to bet on. Every other stretch proposes events, and the rest judge them.


@dataclass(frozen=True, slots=True)
class Suspicion:
    """An event seen through a window, the input with which it is likelier, and the evidence to expect of one draw."""

    window: Window
    event: Event
    likely: int
    promise: float


def most_suspicious_event(passages: Sequence[Passage], odds: float) -> Suspicion | None:
    """Return the event of several draws that promises most evidence; None if no window shows anything."""
    draws = line_up_draws(passages)
    views = filter(None, (view_through_window(each, draws) for each in all_windows(len(draws.known) <= FEW)))
    telling = sorted(
        ((cross_validated_score(each, odds), number, each) for number, each in enumerate(views)), reverse=True
    )
    found = [best_suspicion(each, draws.known, odds) for score, _, each in telling[:CLOSELY] if score > 0]
    # Of hashes only equality can be learnt, which `REPEAT` shows already.
    if len(draws.known) > FEW and not all(map(is_hashed, draws.known)):
        for kind, most in ((Kind.BESIDE, COMPARED), (Kind.AHEAD, 2 * COMPARED)):
            latest = line_up_draws(passages, len(passages) - len(latest_passages(passages, most)))
            found += suspicions_from_lists(Window(kind, 1), latest, odds)
    return max(found, key=lambda each: each.promise, default=None)


def suspicions_from_lists(window: Window, draws: OrderedDraws, odds: float) -> list[Suspicion]:
    """Return the event of two draws in a list that promises most, learnt as events of outputs are; or none."""
    one, other = (tally_lists(window, draws, half) for half in (0, 1))
    stretches = int(draws.stretch.max(initial=-1)) + 1
    halves = RememberedDraws(tuple(zip(one, other, strict=True))).thinned_halves((0, 1), stretches)
    outputs = outputs_of_tallies(WINDOWS, (*one, *other))
    found, _ = learnt_events(outputs, halves, (), odds)
    return [] if found is None else [Suspicion(window, found.event, found.likely, found.promise)]


def latest_passages(passages: Sequence[Passage], most: int) -> Sequence[Passage]:
    """Return as many of the last passages as have at most that many draws together, but the last one in any case."""
    kept, draws = len(passages), 0
    while kept and draws + len(passages[kept - 1].order) <= most:
        kept -= 1
        draws += len(passages[kept].order)
    return passages[min(kept, len(passages) - 1) :]


def all_windows(few: bool) -> Iterator[Window]:
    """Return all windows but lists; those that show which output came only if there are few outputs."""
    yield from (Window(Kind.REPEAT, step) for step in range(1, REPEATS + 1))
    yield Window(Kind.CALL, 1)
    if few:
        yield from (Window(Kind.BEFORE, step) for step in range(1, BEFORE + 1))
        yield from (Window(Kind.PERIOD, step) for step in range(2, PERIODS + 1))
        yield Window(Kind.NEXT, 1)


@dataclass(frozen=True, slots=True)
class View:
    """How often a window shows each code, by half and by input."""

    window: Window
    codes: Places
    counts: tuple[tuple[Array, Array], tuple[Array, Array]]


def view_through_window(window: Window, draws: OrderedDraws) -> View | None:
    """Return what a window shows; None if it shows too few draws of either half."""
    now, seen = code_draws(window, draws)
    half = draws.stretch[now] % 2
    if np.bincount(half, minlength=2).min() < LEAST:
        return None
    codes, places = np.unique(seen, return_inverse=True)
    group = 2 * half + draws.order[now]
    times = np.bincount(group * len(codes) + places, minlength=4 * len(codes)).reshape(4, -1).astype(float)
    return View(window, codes, ((times[0], times[1]), (times[2], times[3])))


def cross_validated_score(found: View, odds: float) -> float:
    """Return the log likelihood ratio by which one half predicts the inputs of the other beyond what privacy allows.

    It compares the predicted probability of each input, given the code, with the nearest one that the odds allow.
    """
    total = 0.0
    for (one, other), judging in (found.counts, found.counts[::-1]):
        chance = (one + 1) / (one + other + 2)
        private = np.clip(chance, 1 / (odds + 1), odds / (odds + 1))
        total += float(
            judging[0] @ np.log(chance / private) + judging[1] @ np.log((1 - chance) / (1 - private))
        )
    return total


def best_suspicion(found: View, known: Sequence[str], odds: float) -> Suspicion:
    """Return the set of codes that promises most: one half chooses it, the other says what it promises."""
    both = []
    for proposing, judging in (found.counts, found.counts[::-1]):
        chosen = most_promising_codes(proposing, odds)
        one, other = (each[chosen].sum() for each in judging)
        totals = [each.sum() for each in judging]
        worth = float(expected_evidence(*balance_counts(np.array(one), np.array(other), totals), odds))
        texts = (format_code(found.window, int(found.codes[index]), known) for index in chosen)
        likely = int(one / max(totals[0], 1) < other / max(totals[1], 1))
        # As the feature `output` writes the texts that `tally_window` counts.
        labels = frozenset(scalar_label(DrawnOutput(each).tally_key()[1:-1]) for each in texts)
        both.append(Suspicion(found.window, Event(Feature("output"), labels), likely, worth))
    return max(both, key=lambda each: each.promise)


def most_promising_codes(counts: Sequence[Array], odds: float) -> Places:
    """Return the indices of the codes that are likelier with one input, as many as promise most together."""
    totals = [each.sum() for each in counts]
    order = np.argsort((counts[1] + 0.5) / (counts[0] + 0.5), kind="stable")
    best: tuple[float, Places] = (-1.0, order[:1])
    for way in (order, order[::-1]):
        worth = expected_evidence(
            *balance_counts(np.cumsum(counts[0][way]), np.cumsum(counts[1][way]), totals), odds
        )
        most = int(np.argmax(worth))
        best = max(best, (float(worth[most]), way[: most + 1]), key=lambda each: each[0])
    return best[1]


def balance_counts(one: Array, other: Array, totals: Sequence[float]) -> tuple[Array, Array, int]:
    """Scale counts with either input to the smaller of their totals, and return that total too."""
    draws = int(min(totals))
    return one * (draws / max(totals[0], 1)), other * (draws / max(totals[1], 1)), draws


# Whether draws are independent, by a permutation test: it decides which word a refuted claim gets.
#
# If draws are independent, the outputs of all draws with the same input are exchangeable. So statistics of how an output
# depends on the draw before it, on its call or on its place in a period are compared with the same statistics after
# random permutations of the outputs among the draws with the same input. Most independent draws take few permutations;
# those that look dependent take more, and only these decide.

Codes: TypeAlias = Places
"""The codes of draws, or a matrix with a permutation of them in each row."""

PERMUTATIONS = 999
SUSPICIOUS = 0.005
"""The largest p-value of `PERMUTATIONS` at which draws are tested again."""
PERMUTATIONS_AGAIN = 9999
SIGNIFICANT = 0.001
"""The level of the test: independent draws are called dependent with at most this probability, if the claim is refuted."""
AT_ONCE = 1 << 14
"""The number of draws, in all permutations of a chunk, whose statistics are computed at once, so that they fit in a cache."""
TINY = 1e-9
"""Statistics that differ by less are equal but for rounding."""
BINS = 4
"""Many different numbers are put into this number of bins with equal shares."""
SEED = 0
"""The seed of the permutations, so that the same evidence has the same verdict."""
ALWAYS = (Window(Kind.BEFORE, 1), Window(Kind.BESIDE, 1), Window(Kind.NEXT, 1), Window(Kind.CALL, 1))
"""The windows that every test looks through."""


@lru_cache(1 << 4)
def are_dependent(
    passages: tuple[Passage, ...], suspected: tuple[tuple[Window, int], ...] = ()
) -> bool | None:
    """Return whether the draws from the pair with most draws depend on each other, as seen through some windows.

    A suspected window comes with the number of draws since it was chosen. It was chosen among many for what it showed in
    earlier draws, which is something by chance alone; so only later draws are tested through it. Return None if nothing
    can be tested: the order is unknown, or there are many different outputs that are not numbers.

    Draws are dependent if their p-value is at most 0.005 with 999 permutations, and 0.001 with 9,999 fresh ones. The
    second p-value is valid by itself, so independent draws are called dependent with probability at most 0.001.
    """
    mine = passages_of_one_pair(passages)
    outputs = [output for each in mine for output in each.outputs]
    symbol = symbol_codes(outputs)
    if symbol is None:
        return None
    order = np.array([side for each in mine for side in each.order], dtype=np.intp)
    number = np.concatenate([each.start + np.arange(len(each.order)) for each in mine])
    calls = np.concatenate([places_in_calls(len(each.order)) for each in mine])
    call = np.cumsum(calls == 0) - 1
    whole = np.unique(outputs, return_inverse=True)[1].astype(np.intp)
    last = dict(suspected) | dict.fromkeys(ALWAYS, len(order))
    neighbours = {
        window: pairs_to_test(window, number, calls, len(order) - draws) for window, draws in last.items()
    }
    rng = np.random.default_rng(SEED)
    places = [np.flatnonzero(order == side) for side in (0, 1)]

    def all_statistics(shuffled: Codes) -> Iterator[Array]:
        codes, keys = symbol[shuffled], whole[shuffled]
        yield dependence_statistic(order, call, codes)
        for window, (now, then) in neighbours.items():
            if window.kind == Kind.PERIOD:
                yield dependence_statistic(order[now], number[now] % window.step, codes[:, now])
                continue
            yield dependence_statistic(order[now], 2 * codes[:, then] + order[then], codes[:, now])
            yield (keys[:, now] == keys[:, then]).sum(axis=1).astype(float)

    unshuffled = np.arange(len(order))[None]
    several = max(1, AT_ONCE // len(order))
    own = np.column_stack([*all_statistics(unshuffled)])

    def p_value(permutations: int) -> float:
        found = [own]
        for start in range(0, permutations, several):
            shuffled = unshuffled.repeat(min(several, permutations - start), axis=0)
            for each in places:
                shuffled[:, each] = rng.permuted(shuffled[:, each], axis=1)
            found.append(np.column_stack([*all_statistics(shuffled)]))
        return chance_of_first(np.concatenate(found))

    return p_value(PERMUTATIONS) <= SUSPICIOUS and p_value(PERMUTATIONS_AGAIN) <= SIGNIFICANT


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


def passages_of_one_pair(passages: Sequence[Passage]) -> list[Passage]:
    """Return the passages of the pair of inputs with most draws."""
    draws: Counter[int] = Counter()
    for each in passages:
        draws[each.pair] += len(each.order)
    most = max({each.pair for each in passages}, key=draws.__getitem__, default=None)
    return [each for each in passages if each.pair == most]


def symbol_codes(outputs: Sequence[str]) -> Codes | None:
    """Return few codes for outputs: one for each if they are few, bins if they are numbers, None otherwise."""
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


def pairs_to_test(window: Window, number: Codes, calls: Codes, first: int) -> tuple[Codes, Codes]:
    """Return the indices of draws, and of the draw that a window pairs each with; both from the index `first` on.

    `number` is the number of each draw among all draws, and `calls` its place in its call. The test asks `BESIDE` for
    draws of the same call.
    """
    now = then = np.arange(len(number))
    if window.kind == Kind.CALL:
        by_place = np.lexsort((number, calls))
        again = calls[by_place[1:]] == calls[by_place[:-1]]
        now, then = by_place[1:][again], by_place[:-1][again]
    elif window.kind != Kind.PERIOD:
        wanted = number + 1 if window.kind in {Kind.NEXT, Kind.AHEAD} else number - window.step
        then = np.minimum(np.searchsorted(number, wanted), len(number) - 1)
        there = number[then] == wanted
        if window.kind == Kind.BESIDE:
            there &= calls >= window.step
        now, then = now[there], then[there]
    kept = (now >= first) & (then >= first)
    return now[kept], then[kept]


def dependence_statistic(input_codes: Codes, context: Codes, output_codes: Codes) -> Array:
    """Return half of the likelihood ratio statistic of outputs against their context, given their inputs.

    There is one for each row of the output codes.
    """
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


def unnormalised_entropy(codes: Codes) -> Array:
    """Return for each row the sum of n log n, where n is how often each code occurs."""
    rows = np.atleast_2d(codes)
    size = int(rows.max(initial=0)) + 1
    apart = rows + size * np.arange(len(rows))[:, None]
    times = np.bincount(apart.ravel(), minlength=size * len(rows)).reshape(len(rows), size)
    counts: Array = np.arange(rows.shape[1] + 1, dtype=float)
    summands: Array = (counts * np.log(np.maximum(counts, 1)))[times]
    total: Array = summands.sum(axis=1)
    return total
