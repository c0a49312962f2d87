"""What the first answers cost in processor time, beside what they may: each a process of its own, caches warm."""

import subprocess
import sys
from collections.abc import Iterator
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

REPEATS = 10
LIMITS = {
    "--help": 0.25,
    "eval --help": 0.4,
    "eval shots.p T=100 m=6 r=0 epsilon=1/2": 0.4,
    "eval counting.harmony_variance N=1000 T=8 mu=1/2 epsilon=1": 0.4,
    "eval chi2.statistic a=5 b=0 m1=50 m2=50": 0.4,
    "eval sketch.row_epsilon p=1/4 q=3/4": 0.4,
    "law shots.report T=3 m=1 r=0 odds=3 --input 101": 0.4,
    "law counting.glance T=3 odds=3 --input 101": 0.4,
    "law chi2.optimal m1=10 m2=10 epsilon=1 tau=3.84 --input 0,2": 0.4,
    "law sketch.kary w=5 d=1 odds=3 --input 1": 0.4,
}
"""The commands, each with the seconds that it may take."""


def table_startup() -> Iterator[str]:
    """User and system time of a process, and its limit."""
    yield f"{'processor time until an answer, in seconds':68}{'median':>9}{'limit':>9}"
    yield f"{'python -c pass':68}{seconds('-c', 'pass'):9.3f}"
    for command, limit in LIMITS.items():
        taken = seconds("-m", "ldproof", *command.split())
        yield f"{f'ldproof {command}':68}{taken:9.3f}{limit:9.2f}{'' if taken <= limit else '  missed'}"


def seconds(*arguments: str) -> float:
    """The median of several processes, none of which may fail."""
    taken = []
    for _ in range(REPEATS):
        before = children()
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        taken.append(children() - before)
    return median(taken)


def children() -> float:
    """The processor time of all child processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
