"""Answers and figures of the command line, in processor seconds beside the most that each may take.

A row is the answer's own process, start included; the machine's speed is in it, and other work on the machine is not.
"""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage

from ldproof.experiments.registry import FIGURES

ANSWER, FIGURE, EVERY_FIGURE = 2.0, 10.0, 120.0
"""Seconds."""

ANSWERS = (
    "law chi2.algorithm_2_integer m1=49 m2=49 epsilon=1 tau=3.84 --input 0,2 --output 1",
    "law sketch.per_user w=16 epsilon=778/803 --input 13",
    "law sketch.all_rows d=3 odds=2 w=5 --input 2,3,3",
    "law shots.report T=16 m=5 r=1/2 epsilon=1 --input 1010101010101010",
    "eval shots.alpha_exact r=2/5 beta=41/50 N=81715 epsilon=407/373 m=1 T=1",
    "eval counting.tail_probability mu=0 fill=307/1860 epsilon=1 alpha=1 T=5 N=1860",
)


@dataclass(frozen=True, slots=True)
class Row:
    """What was asked, how long that took, and the most that it may take."""

    what: str
    seconds: float
    limit: float

    def __str__(self) -> str:
        return f"{self.what:96}{self.seconds:9.2f}{self.limit:9.3g}{self.limit / self.seconds:9.3g}"


def table_answers() -> Iterator[object]:
    """Answers, then figures without runs, then all of these together."""
    yield f"{'this':96}{'seconds':>9}{'limit':>9}{'ratio':>9}"
    for each in ANSWERS:
        yield Row(each, seconds(*each.split()), ANSWER)
    rows = []
    for name in FIGURES:
        rows.append(Row(f"reproduce {name} --runs 0", seconds("reproduce", name, "--runs", "0"), FIGURE))
        yield rows[-1]
    yield Row("every figure", sum(each.seconds for each in rows), EVERY_FIGURE)


def seconds(*arguments: str) -> float:
    """The processor time of the command line with these arguments."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "ldproof", *arguments], check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
