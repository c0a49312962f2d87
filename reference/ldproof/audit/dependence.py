"""Whether draws are independent, by a permutation test: it decides which word a refuted claim gets.

If draws are independent, the outputs of all draws with the same input may change places. So a statistic of how an output
goes with the draw before it, or after it, is compared with what it is after random exchanges.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.plan import in_a_call
from ldproof.audit.windows import FEW, Kind, Passage, Window
from ldproof.numbers import Array

Codes = NDArray[np.intp]

PERMUTATIONS = 999
SIGNIFICANT = 0.01
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
    symbol = symbols(outputs)
    if symbol is None:
        return None
    order = np.array([side for each in mine for side in each.order], dtype=np.intp)
    number = np.concatenate([each.start + np.arange(len(each.order)) for each in mine])
    calls = np.concatenate([np.arange(len(each.order)) % in_a_call(len(each.order)) for each in mine])
    whole = np.unique(outputs, return_inverse=True)[1].astype(np.intp)
    last = dict(suspected) | dict.fromkeys(ALWAYS, len(order))
    neighbours = {
        window: from_place(len(order) - draws, *paired(window, number, calls))
        for window, draws in last.items()
    }
    rng = np.random.default_rng(SEED)
    places = [np.flatnonzero(order == side) for side in (0, 1)]

    def statistics(shuffled: Codes) -> Iterator[float]:
        codes, keys = symbol[shuffled], whole[shuffled]
        for window, (now, then) in neighbours.items():
            if window.kind == Kind.PERIOD:
                yield dependence(order[now], number[now] % window.step, codes[now])
                continue
            yield dependence(order[now], 2 * codes[then] + order[then], codes[now])
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


def symbols(outputs: Sequence[str]) -> Codes | None:
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


def paired(window: Window, number: Codes, calls: Codes) -> tuple[Codes, Codes]:
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


def dependence(input_codes: Codes, context: Codes, output_codes: Codes) -> float:
    """The likelihood ratio statistic of outputs against their context, given their inputs."""
    contexts, outputs = int(context.max(initial=0)) + 1, int(output_codes.max(initial=0)) + 1
    of_context = input_codes * contexts + context
    of_output = input_codes * outputs + output_codes
    joint = of_context * outputs + output_codes
    return entropy(joint) - entropy(of_context) - entropy(of_output) + entropy(input_codes)


def entropy(codes: Codes) -> float:
    """The sum of n log n over how often each code comes."""
    times: Array = np.bincount(codes).astype(float)
    times = times[times > 0]
    return float(times @ np.log(times))
