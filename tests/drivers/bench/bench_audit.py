"""Draws of one bit by the auditor, counted in draws; a fair coin picks the input of each."""

import sys
from collections.abc import Iterator
from functools import partial

import numpy as np

from ldproof.auditor.claim import Draw
from ldproof.auditor.draw.executor import POOLED_SOURCES, Pool, draw_samples
from ldproof.auditor.draw.sources import CommandSource, FunctionSource
from ldproof.coins import SystemCoins
from tests.audit.targets import answers
from tests.drivers.bench.race import Row, run_race

MANY, VERY_MANY = 20_000, 1_000_000
LEANING, SEVERAL, LISTED, IN_AN_ARRAY, AT_ONCE = (
    FunctionSource(f"{answers.__name__}:{name}", {})
    for name in ("leaning", "several", "bits_listed", "bits_in_an_array", "at_once")
)
SERVED, SERVED_ONE_BY_ONE = (
    CommandSource((sys.executable, "-m", "tests.audit.targets.served", *how), "leaning", {})
    for how in ((), ("one by one",))
)


def bench_drawing() -> Iterator[Row]:
    """Functions and programs, beside the same alone or with another kind of request."""
    system, draw, very_many = SystemCoins(), Draw(0, (0, 1), MANY), Draw(0, (0, 1), VERY_MANY)
    one, listed, served = (partial(draw_samples, source, draw) for source in (LEANING, LISTED, SERVED))
    alone = "the function alone"
    yield run_race(
        MANY, "draws of a function", one, alone, lambda: [answers.leaning(1, system) for _ in range(MANY)]
    )
    yield run_race(
        MANY, "draws of a function of a count", partial(draw_samples, SEVERAL, draw), "of one", one
    )
    yield run_race(MANY, "the same, in arrays", partial(draw_samples, IN_AN_ARRAY, draw), "in lists", listed)
    rows, at_once = np.arange(VERY_MANY) % 2, partial(draw_samples, AT_ONCE, very_many)
    yield run_race(
        VERY_MANY, "draws of a function of inputs", at_once, alone, partial(answers.at_once, rows, system)
    )
    one_by_one = partial(draw_samples, SERVED_ONE_BY_ONE, draw)
    yield run_race(MANY, "draws of a program", served, "of a function", one)
    yield run_race(MANY, "draws of a program", served, "of one input at a time", one_by_one)
    POOLED_SOURCES.close_all()
    for workers in (1, 2):
        with Pool(workers) as pool:
            draw_samples(LEANING, draw, pool)
            pooled = partial(draw_samples, LEANING, draw, pool)
            yield run_race(MANY, f"draws of a function, {workers} workers", pooled, "here", one)
