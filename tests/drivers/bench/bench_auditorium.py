"""Verdicts on DP-Auditorium's faulty means: this auditor beside DP-Auditorium's own testers, in pairs and in seconds.

Its testers take a number of pairs that is fixed beforehand. The number that is counted is the least that refutes the claim
in most of several runs, to a factor of sqrt(2); this auditor is given the claim alone, and stops by itself.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import median
from time import process_time

from tests.drivers.bench.bench_means import MEANS, audit_pairs
from tests.drivers.bench.bench_sketch import ask_process
from tests.drivers.peers.environments import ROOT, Library, Missing, Source, check_out, make

SOURCE = Source("https://github.com/google/differential-privacy", "b5b0286e313b64a692abfc8c528d54ef47d960a0")
LIBRARY = Library("tensorflow-cpu", "dp_auditorium", answers="tester")
"""What its testers run on."""
TESTERS = ("hockey_stick", "histogram")
EPSILON = "0.1"
TESTED = {"NonDPLaplace1": False, "NonDPLaplace2": True}
"""The means, and whether the scale of their noise is from a noisy count."""
RUNS = 9
FIRST, MOST = 64, 1 << 20


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Pairs of draws to a verdict on a mean, and processor seconds: of this auditor and of a tester."""

    mean: str
    tester: str
    pairs: tuple[float, float]
    seconds: tuple[float, float]


def least_pairs(refutes: Callable[[int], bool]) -> int:
    """Return the least number of pairs that refutes, to a factor of sqrt(2); raise ValueError if none up to MOST does."""
    found = next((n for n in doublings() if refutes(n)), None)
    if found is None:
        raise ValueError(f"nothing was refuted in {MOST} pairs")
    fewer = round(found / sqrt(2))
    return fewer if refutes(fewer) else found


def doublings() -> Iterator[int]:
    pairs = FIRST
    while pairs <= MOST:
        yield pairs
        pairs *= 2


def compare_verdicts() -> Iterator[Verdicts]:
    """Compare the verdicts on each mean with each tester's; raise Missing if DP-Auditorium cannot be had."""
    place = check_out(SOURCE)
    make(LIBRARY)
    command = [*LIBRARY.command, str(place)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
    ) as child:
        for mean, noisy in TESTED.items():
            ours = [measure_audit(mean, seed) for seed in range(RUNS)]
            our_pairs, our_seconds = (median(each) for each in zip(*ours, strict=True))
            for tester in TESTERS:
                asked = Asked(child, tester, noisy=noisy, seconds={})
                pairs = least_pairs(asked.refutes)
                seconds = median(asked.seconds[pairs])
                yield Verdicts(mean, tester, (our_pairs, pairs), (our_seconds, seconds))
        child.communicate()


def measure_audit(mean: str, seed: int) -> tuple[float, float]:
    """Return the pairs and the processor seconds of an audit."""
    start = process_time()
    return audit_pairs(MEANS[mean], EPSILON, seed), process_time() - start


@dataclass(frozen=True, slots=True)
class Asked:
    """A tester that runs in a process of its own."""

    child: "subprocess.Popen[str]"
    tester: str
    noisy: bool
    seconds: dict[int, list[float]]
    """Of each run, by the number of pairs."""

    def refutes(self, pairs: int) -> bool:
        """Return whether most runs refute the claim."""
        found: list[bool] = []
        for seed in range(RUNS):
            request = {"epsilon": float(EPSILON), "noisy": self.noisy, "tester": self.tester}
            answer = json.loads(
                ask_process(self.child, json.dumps({**request, "samples": pairs, "seed": seed}))
            )
            found.append(answer["found"])
            self.seconds.setdefault(pairs, []).append(answer["seconds"])
            if 2 * max(map(found.count, (True, False))) > RUNS:
                break
        return 2 * found.count(True) > RUNS


def table_auditorium() -> Iterator[str]:
    """Pairs of draws and processor seconds to a verdict."""
    yield f"{'alpha 0.05, epsilon 0.1':36}{'ours':>9}{'theirs':>9}{'ours, s':>9}{'theirs, s':>10}"
    try:
        for each in compare_verdicts():
            (ours, theirs), (our_time, their_time) = each.pairs, each.seconds
            label = f"{each.mean}, {each.tester}"
            yield f"{label:36}{ours:9,.0f}{theirs:9,.0f}{our_time:9.3f}{their_time:10.3f}"
    except Missing as why:
        print(f"DP-Auditorium is left out: {why}", file=sys.stderr)
