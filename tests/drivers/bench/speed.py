"""`make bench`: ratios of speed, each to a named peer or limit in this run, as docs/speed.svg and the table of docs/speed.md."""

import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from ldproof.pictures import COLOURS, SIZE, canvas, save
from ldproof.sampling import draw_bernoullis, draw_binomials
from tests.drivers.bench.bench_auditorium import TESTED, compare_verdicts
from tests.drivers.bench.bench_commands import ONCE, processor_seconds_of
from tests.drivers.bench.bench_exact import COINS, FAST, MANY, NUMPY, TABLE, TRIALS
from tests.drivers.bench.bench_recycling import bench_recycling
from tests.drivers.bench.bench_sketch import bench_pure_ldp
from tests.drivers.bench.race import Row, run_race
from tests.drivers.peers.environments import ROOT, Missing

PAGE, PICTURE = ROOT / "docs/speed.md", ROOT / "docs/speed.svg"
MEASURED = "## Measured\n"
NOT_MEASURED = "not measured"
BINOMIALS, PEOPLE, SKETCH_TURNS = 10**5, 2 * 10**5, 3
DRAWS, SKETCHES, AUDITS, PROOFS = "Draws", "Sketches", "Audits", "Proofs"
GROUPS = (DRAWS, SKETCHES, AUDITS, PROOFS)


@dataclass(frozen=True, slots=True)
class Bar:
    """How many times faster than a peer something is, or how many times fewer draws it takes; None: not measured."""

    group: str
    what: str
    peer: str
    ratio: float | None = None
    values: str = ""
    """What the ratio is of."""

    @property
    def number(self) -> str:
        """The ratio to three digits."""
        return NOT_MEASURED if self.ratio is None else three_digits(self.ratio)


def three_digits(number: float) -> str:
    """Return a number to three digits."""
    return f"{float(f'{number:.3g}'):,g}"


def measure() -> Iterator[Bar]:
    """Measure everything, in about five minutes."""
    yield from draws_beside_numpy()
    yield from draws_beside_recycling()
    yield from sketches_beside_pure_ldp()
    yield from audits_beside_auditorium()
    taken, limit = processor_seconds_of("-m", "ldproof", "prove"), ONCE["prove"]
    values = f"{three_digits(taken)} and {limit:g} seconds"
    yield Bar(PROOFS, "ldproof prove", f"limit of {limit:g} processor seconds", limit / taken, values)


def draws_beside_numpy() -> Iterator[Bar]:
    """Decisions and binomials, beside NumPy's inexact ones."""
    for coins in ("fast coins", "system coins"):
        ours = partial(draw_bernoullis, TABLE[0], MANY, COINS[coins]())
        yield bar(run_race(MANY, f"10⁷ Bernoulli(3/10), {coins}", ours, "NumPy random() < p", inexact), DRAWS)
    exact = partial(draw_binomials, np.full(BINOMIALS, TRIALS), TABLE[0], FAST)
    floats = partial(NUMPY.binomial, TRIALS, 0.3, BINOMIALS)
    what = "10⁵ Binomial(10⁴, 3/10), fast coins"
    yield bar(run_race(BINOMIALS, what, exact, "NumPy binomial", floats), DRAWS)


def inexact() -> object:
    return NUMPY.random(MANY) < 0.3


def draws_beside_recycling() -> Iterator[Bar]:
    """Each law beside the fastest of Draper and Saad's samplers."""
    rows = [*bench_recycling()]
    for what in dict.fromkeys(row.what for row in rows):
        yield bar(min((row for row in rows if row.what == what), key=lambda row: row.ratio), DRAWS)
    if not rows:
        yield Bar(DRAWS, "Bernoulli(3/10), and a law of 100 outputs", "Draper-Saad")


def sketches_beside_pure_ldp() -> Iterator[Bar]:
    """Whole sketches: everybody's report, and the estimates."""
    rows = [*bench_pure_ldp(PEOPLE, SKETCH_TURNS)]
    yield from (bar(row, SKETCHES) for row in rows)
    if not rows:
        yield Bar(SKETCHES, "cms and hcms", "pure-ldp")


def audits_beside_auditorium() -> Iterator[Bar]:
    """Verdicts, in pairs of draws and in processor seconds."""
    try:
        for each in compare_verdicts():
            for unit, (ours, theirs) in {"pairs": each.pairs, "seconds": each.seconds}.items():
                peer = f"DP-Auditorium {each.tester.replace('_', '-')}"
                yield Bar(
                    AUDITS,
                    f"{each.mean}, {unit}",
                    peer,
                    theirs / ours,
                    f"{three_digits(ours)} and {three_digits(theirs)} {unit}",
                )
    except Missing as why:
        print(f"DP-Auditorium is left out: {why}", file=sys.stderr)
        yield Bar(AUDITS, f"{' and '.join(TESTED)}", "DP-Auditorium")


def bar(row: Row, group: str) -> Bar:
    rates = " and ".join(three_digits(rate / 1e6) for rate in (row.rate, row.other_rate))
    return Bar(group, row.what, row.beside, row.ratio, f"{rates} million a second")


def draw(bars: Sequence[Bar], path: Path) -> None:
    """Write the picture: a bar from 1 to each ratio, named after what is measured and its peer."""
    figure, (axes,) = canvas((8.6, 0.42 * len(bars) + 0.9))
    axes.set_xscale("log")
    for place, each in enumerate(bars):
        low, high = sorted((1.0, each.ratio or 1.0))
        axes.barh(place, high - low, left=low, height=0.6, color=COLOURS[GROUPS.index(each.group)])
        axes.annotate(
            each.number, (high, place), (4, 0), textcoords="offset points", va="center", fontsize=SIZE
        )
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.grid(visible=False, axis="y")
    axes.set_yticks(
        range(len(bars)), [f"{each.what}\nbeside {each.peer}" for each in bars], fontsize=SIZE - 1
    )
    axes.set_ylim(len(bars) - 0.4, -0.6)
    ratios = [1.0, *(each.ratio for each in bars if each.ratio)]
    axes.set_xlim(min(ratios) / 2, 4 * max(ratios))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("times as fast as the peer; for pairs, times fewer pairs of draws (logarithmic)")
    save(figure, path, "svg")


def written(page: str, bars: Iterable[Bar], machine: str) -> str:
    """Return a page with another table."""
    rows = "".join(
        f"| {each.group} | {each.what} | {each.peer} | {each.values} | {each.number} |\n" for each in bars
    )
    head = "| | ldproof | peer or limit | both | ratio |\n| --- | --- | --- | --- | ---: |\n"
    return f"{page.partition(MEASURED)[0]}{MEASURED}\n{machine}\n\n{head}{rows}"


def machine() -> str:
    """Return what kind of machine this is, without a name, and how busy it is."""
    system = f"{platform.system()} on {platform.machine()}"
    return f"{os.cpu_count()} cores, {system}, Python {platform.python_version()}, NumPy {np.__version__}; load average {os.getloadavg()[0]:.1f} at the start."


def main(measured: Callable[[], Iterable[Bar]] = measure) -> None:
    """Print each ratio when it is there; write the picture and the page at the end."""
    bars, here = [], machine()
    for each in measured():
        bars.append(each)
        print(f"{each.what:44}{each.peer:40}{each.values:40}{each.number:>12}", flush=True)
    draw(bars, PICTURE)
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), bars, here), encoding="utf-8")


if __name__ == "__main__":
    main()
