"""The auditor: pairs of draws to a verdict, beside the limit and Clopper and Pearson's bounds; and time per draw."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import takewhile
from math import exp, pi

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.bets import FORESEEN
from ldproof.audit.draw.sampling import draw
from ldproof.audit.draw.sources import Command, Function
from ldproof.audit.draw.workers import POOLED_SOURCES, Pool
from ldproof.audit.plan import Draw, size
from ldproof.coins import SystemCoins
from ldproof.evidence import odds_of
from ldproof.evidence.fixed import lower_bound
from ldproof.evidence.limit import corner_limit, limit
from ldproof.numbers import Array
from tests.audit.simulation import audits, response
from tests.audit.targets import answers
from tests.drivers.bench.race import Row, race

ALPHA = Fraction(1, 20)
CLAIMED, TRUE = 1.0, 1.05
ODDS = float(odds_of(Fraction(1)))
RATE, OTHER_RATE = response(TRUE)
RUNS, MOST = 2000, 10**6
LOOKS = 1.25
"""Whoever looks at Clopper and Pearson's bounds again and again does so after so many times as many pairs."""
SPREAD = 6
"""So many standard deviations around the mean no count is seen."""

MANY, VERY_MANY = 20_000, 1_000_000
LEANING = Function(f"{answers.__name__}:leaning", {})
SEVERAL = Function(f"{answers.__name__}:several", {})
LISTED = Function(f"{answers.__name__}:bits_listed", {})
AT_ONCE = Function(f"{answers.__name__}:at_once", {})
IN_AN_ARRAY = Function(f"{answers.__name__}:bits_in_an_array", {})
SERVED = Command((sys.executable, "-m", "tests.audit.targets.served"), "leaning", {})
SERVED_ONE_BY_ONE = Command((sys.executable, "-m", "tests.audit.targets.served", "one by one"), "leaning", {})


@dataclass(frozen=True, slots=True)
class Auditor:
    """How many pairs of draws each of some audits took to its verdict."""

    name: str
    pairs: Array

    def __str__(self) -> str:
        middle, high = (float(np.quantile(self.pairs, each)) for each in (0.5, 0.97))
        mean, least = float(np.mean(self.pairs)), limit(exp(CLAIMED), RATE, OTHER_RATE, float(ALPHA))
        cells = (f"{each:9,.0f} ({each / least:5.2f})" for each in (middle, mean, high))
        return f"{self.name:52}{''.join(f'{each:>20}' for each in cells)}"


def table_verdicts() -> Iterator[str]:
    """Pairs of draws until randomized response with epsilon 1.05 is found not to keep 1, and times the limit."""
    heads = "".join(f"{each:>20}" for each in ("median", "mean", "97% within"))
    yield f"{'pairs of draws to a verdict (times the limit)':52}{heads}"
    for name, bound in (("limit, one inequality", limit), ("limit, both inequalities", corner_limit)):
        yield f"{name:52}{bound(exp(CLAIMED), RATE, OTHER_RATE, float(ALPHA)):>30,.0f}"
    yield str(Auditor("this auditor", betting()))
    for share in (0.5, 0.97):
        yield f"{f'Clopper-Pearson once, rejects in {share:.0%}':52}{once(share):>30,}"
    yield str(Auditor(f"Clopper-Pearson at every look, looks x {LOOKS}", looking()))


def betting() -> Array:
    """This auditor: its bets and batches, in floats."""
    drawn, batches = 0, []
    while drawn < MOST // 10:
        batches.append(size(drawn, MOST))
        drawn += batches[-1]
    return audits(RUNS, response(TRUE), ODDS, float(ALPHA), batches, float(FORESEEN), seed=17).pairs


def lowest(samples: int, level: float) -> Callable[[Array], Array]:
    """Clopper and Pearson's lower bounds for counts near the mean: exact at five of them, and in between a curve."""
    centre, spread = samples * RATE, SPREAD * (samples * RATE * OTHER_RATE) ** 0.5
    nodes = np.cos(np.linspace(0, pi, 5))
    counts = np.rint(np.clip(centre + spread * nodes, 1, samples))
    bounds = [float(lower_bound(int(each), samples, Fraction(level))) for each in counts]
    curve = np.polynomial.Polynomial.fit(counts, bounds, 4)
    return lambda seen: np.asarray(curve(seen), dtype=float)


def rejects(samples: int, alpha: float, likely: Array, others: Array) -> NDArray[np.bool_]:
    """Whether the bounds at half of alpha show the violation: `others` are what the other input does *not* say."""
    bound = lowest(samples, alpha / 2)
    return bound(likely) > ODDS * (1 - bound(others))


def once(share: float) -> int:
    """The least number of pairs at which a test by Clopper and Pearson's bounds rejects that often."""
    low, high = 1000, MOST
    while high - low > low // 200:
        middle, random = int((low * high) ** 0.5), np.random.default_rng(19)
        counts = [random.binomial(middle, RATE, 4 * RUNS).astype(float) for _ in range(2)]
        enough = rejects(middle, float(ALPHA), counts[0], counts[1]).mean() >= share
        low, high = (low, middle) if enough else (middle, high)
    return high


def looking() -> Array:
    """Who looks at them again and again, and spends alpha on look k in proportion to 1/k^2."""
    random = np.random.default_rng(23)
    likely, others, verdict, drawn = np.zeros(RUNS), np.zeros(RUNS), np.full(RUNS, np.inf), 0
    for look, samples in enumerate(takewhile(lambda each: each <= MOST, looks(500)), start=1):
        likely, others = (each + random.binomial(samples - drawn, RATE, RUNS) for each in (likely, others))
        drawn = samples
        rejected = rejects(samples, float(ALPHA) * 6 / (pi * look) ** 2, likely, others)
        verdict[rejected & np.isinf(verdict)] = samples
        if np.isfinite(verdict).all():
            break
    return verdict


def looks(first: int) -> Iterator[int]:
    """When they are looked at."""
    samples = first
    while True:
        yield samples
        samples = int(samples * LOOKS)


def bench_drawing() -> Iterator[Row]:
    """Draws of one bit, counted in draws, each with the input that a coin picks."""
    system = SystemCoins()

    def alone() -> Sequence[int]:
        return [answers.leaning(1, system) for _ in range(MANY)]

    draws = (Draw(0, (0, 1), MANY),)
    here = partial(draw, LEANING, draws)
    yield race(MANY, "draws of a function", here, "the function alone", alone)
    yield race(MANY, "draws of a function of a count", partial(draw, SEVERAL, draws), "of one", here)
    in_an_array = partial(draw, IN_AN_ARRAY, draws)
    yield race(
        MANY,
        "draws of a function of a count, in arrays",
        in_an_array,
        "in lists",
        partial(draw, LISTED, draws),
    )
    at_once = partial(draw, AT_ONCE, (Draw(0, (0, 1), VERY_MANY),))
    rows = np.arange(VERY_MANY) % 2
    yield race(
        VERY_MANY,
        "draws of a function of inputs, in arrays",
        at_once,
        "the function alone",
        lambda: answers.at_once(rows, system),
    )
    yield race(MANY, "draws of a program", partial(draw, SERVED, draws), "of a function", here)
    yield race(
        MANY,
        "draws of a program",
        partial(draw, SERVED, draws),
        "of one input at a time",
        partial(draw, SERVED_ONE_BY_ONE, draws),
    )
    POOLED_SOURCES.clear()
    for workers in (1, 2):
        with Pool(workers) as pool:
            draw(LEANING, draws, pool)
            name = f"draws of a function, {workers} workers"
            yield race(MANY, name, partial(draw, LEANING, draws, pool), "here", here)
