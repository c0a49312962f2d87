"""Answers, figures and proofs of the command line, in processor seconds beside the most that each may take.

A row is the answer's own process, start included; the machine's speed is in it, and other work on the machine is not.
"""

import subprocess
import sys
from collections.abc import Iterator
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from ldproof.experiments.registry import FIGURES

EVERY_FIGURE = 120.0
REPEATS = 10
QUICK = {
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
"""Commands of which the median of several runs is taken, each with the seconds that it may take."""
ONCE = {
    "law chi2.algorithm_2_integer m1=49 m2=49 epsilon=1 tau=3.84 --input 0,2 --output 1": 2.0,
    "law sketch.per_user w=16 epsilon=778/803 --input 13": 2.0,
    "law sketch.all_rows d=3 odds=2 w=5 --input 2,3,3": 2.0,
    "law shots.report T=16 m=5 r=1/2 epsilon=1 --input 1010101010101010": 2.0,
    "eval shots.alpha_exact r=2/5 beta=41/50 N=81715 epsilon=407/373 m=1 T=1": 2.0,
    "eval counting.tail_probability mu=0 fill=307/1860 epsilon=1 alpha=1 T=5 N=1860": 2.0,
    "prove": 110,
    "prove --check": 30,
    "prove shots.thm-4": 3,
    "prove chi2.thm-4.1": 3,
    "prove counting.laws": 3,
    "explain shots.thm-4": 0.5,
    "explain counting.laws": 0.5,
    **{f"reproduce {name} --runs 0": 10.0 for name in FIGURES},
}


def table_commands() -> Iterator[str]:
    """Each command, its processor time and its limit; then all pictures together."""
    yield f"{'this':96}{'seconds':>9}{'limit':>9}{'ratio':>9}"
    yield row_of_command("python -c pass", processor_seconds_of("-c", "pass"), QUICK["--help"])
    figures = 0.0
    for command, limit in (QUICK | ONCE).items():
        runs = REPEATS if command in QUICK else 1
        taken = median(processor_seconds_of("-m", "ldproof", *command.split()) for _ in range(runs))
        figures += taken if command.startswith("reproduce") else 0
        yield row_of_command(command, taken, limit)
    yield row_of_command("every figure", figures, EVERY_FIGURE)


def row_of_command(what: str, taken: float, limit: float) -> str:
    return f"{what:96}{taken:9.2f}{limit:9.3g}{limit / taken:9.3g}"


def processor_seconds_of(*arguments: str) -> float:
    """Return the processor time of a process, which must not fail."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
