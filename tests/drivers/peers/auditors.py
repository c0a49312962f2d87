"""How many pairs of draws each auditor needs on randomized response: `python -m tests.drivers.peers.auditors`, at the root.

True epsilon 1.05, claimed 1, alpha 0.05; all see the same draws, and all but the black box are told the event. Ours
looks after every batch and stops when it likes. The others hold for a number of pairs that is fixed beforehand: what
they need is the least number, on a grid, with which half of the runs, or 97% of them, end in a verdict.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from ldproof.audit import BLACK_BOX, Claim, Plan, Verdict, claim, pairs
from ldproof.audit.bets import FORESEEN
from ldproof.audit.draw.sources import Identity, Sampler
from ldproof.audit.running import run
from ldproof.coins import Coins
from ldproof.evidence import odds_of
from ldproof.evidence.fixed import Counted, violated
from ldproof.evidence.limit import limit
from ldproof.programs import Program, Value, canonical
from tests.audit.simulation import growing, power
from tests.drivers.peers.environments import Library, Missing, make

TRUE, CLAIMED, ALPHA = 1.05, 1, Fraction(1, 20)
MOST = 100_000
"""Pairs of draws in a run."""
BETS = 2000
"""Runs of the bets alone, on counts of their own."""
GRID = tuple(int(2000 * 1.05**step) for step in range(81))
"""The numbers of pairs that are tried for those that need one: up to 99,000."""
PEERS = (
    (Library("privacy-estimates", "privacy_estimates"), "beta"),
    (Library("privacy-estimates", "privacy_estimates"), "jeffreys"),
    (Library("jax-privacy", "jax_privacy"), "clopper-pearson"),
)

Draws = NDArray[np.bool_]
"""Whether the event happened: a row for the likely input and one for the other."""
Judge = Callable[[int, int, int], bool]
"""Whether so many pairs, with so many events from either input, refute the claim."""


def drawn(number: int) -> Draws:
    """The draws of a run."""
    odds = exp(TRUE)
    rates = np.array([[odds / (odds + 1)], [1 / (odds + 1)]])
    drawn: Draws = np.random.default_rng(number).random((2, MOST + MOST // 50)) < rates
    return drawn


@dataclass(frozen=True, eq=False, slots=True)
class Recorded:
    """Draws as a source; an input is the text or the number 1 or 0."""

    draws: Draws

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """From the beginning."""
        taken = {"1": 0, "0": 0}

        def sample(inputs: Sequence[Value], order: Sequence[int], _: Coins) -> list[str]:
            found = []
            for given in (inputs[index] for index in order):
                side, place = str(given), taken[str(given)]
                taken[side] += 1
                one = bool(self.draws[0 if side == "1" else 1, place])
                found.append(canonical(((str(int(one)) if isinstance(given, str) else int(one)),)))
            return found

        yield sample

    def identity(self) -> Identity:
        """It is not looked for again."""
        return {}


def ours(asked: Claim, one: Value, other: Value, draws: Draws) -> float:
    """The pairs that our auditor takes to its verdict; infinite if it gives none."""
    plan = Plan(asked, pairs(asked, [(one, other)]), ALPHA, MOST)
    course = run(plan, Recorded(draws))
    return course.pairs_drawn if course.verdict is Verdict.REFUTED else inf


def fixed(judge: Judge, runs: list[Draws], share: float) -> int | None:
    """The least number of pairs on the grid with which that share of the runs end in a verdict."""
    low, high = 0, len(GRID)
    while low < high:
        middle = (low + high) // 2
        if judged(judge, runs, GRID[middle]) >= share:
            high = middle
        else:
            low = middle + 1
    return GRID[low] if low < len(GRID) else None


def judged(judge: Judge, runs: list[Draws], number: int) -> float:
    """The share of runs with a verdict after so many pairs."""
    return mean(judge(number, *(int(side[:number].sum()) for side in draws)) for draws in runs)


def reference(number: int, likely: int, unlikely: int) -> bool:
    """Clopper and Pearson's bounds of the reference, at half of alpha each."""
    return violated(odds_of(Fraction(CLAIMED)), Counted(likely, number, unlikely, number), ALPHA)


def bound_of(program: Program, method: str) -> Judge:
    """Whether a peer's lower bound on epsilon is above the claim."""

    def judge(number: int, likely: int, unlikely: int) -> bool:
        answer = program.ask(
            "bound", pairs=number, likely=likely, unlikely=unlikely, alpha=str(float(ALPHA)), method=method
        )
        return float(str(answer["bound"])) > CLAIMED

    return judge


def main() -> int:
    """Print a row for each auditor."""
    parser = ArgumentParser(prog="python -m tests.drivers.peers.auditors")
    parser.add_argument("--runs", type=int, default=200, help="of the others (200)")
    parser.add_argument("--audits", type=int, default=20, help="of ours, the first of these runs (20)")
    asked = parser.parse_args()
    runs = [drawn(number) for number in range(asked.runs)]
    odds, claimed = exp(TRUE), exp(CLAIMED)
    least = limit(claimed, odds / (odds + 1), 1 / (odds + 1), float(ALPHA))
    print(
        f"| auditor | runs | median | mean | 97% |\n| --- | --- | --- | --- | --- |\n| the limit | | | {least:.0f} | |"
    )
    bets = [float(pairs) for pairs in power(BETS, growing(MOST), float(FORESEEN)).pairs]
    print(sequential("ours, its bets on the event alone", bets), flush=True)
    known = claim("shots.report", {"T": "1", "m": "1", "r": "0", "epsilon": str(CLAIMED)})
    black = claim(BLACK_BOX, {"epsilon": str(CLAIMED)})
    few = runs[: asked.audits]
    print(sequential("ours, white box", [ours(known, "1", "0", draws) for draws in few]), flush=True)
    print(sequential("ours, black box", [ours(black, 1, 0, draws) for draws in few]), flush=True)
    print(beforehand("Clopper-Pearson, ours for fixed samples", reference, few), flush=True)
    with ExitStack() as stack:
        for library, method in PEERS:
            try:
                make(library)
            except Missing as why:
                print(why, file=sys.stderr)
                continue
            program = stack.enter_context(Program(library.command))
            name = f"{library.package} {library.version}, {method}"
            print(beforehand(name, bound_of(program, method), runs), flush=True)
    return 0


def sequential(name: str, taken: list[float]) -> str:
    """The row of an auditor that stops by itself."""
    ended = sorted(min(each, MOST) for each in taken)
    middle, late = ended[len(ended) // 2], ended[-(-97 * len(ended) // 100) - 1]
    return f"| {name} | {len(ended)} | {middle:.0f} | {mean(ended):.0f} | {late:.0f} |"


def beforehand(name: str, judge: Judge, runs: list[Draws]) -> str:
    """The row of an auditor that is told beforehand how many pairs there will be."""
    half, most = (fixed(judge, runs, share) for share in (0.5, 0.97))
    return f"| {name} | {len(runs)} | {half} | | {most} |"


if __name__ == "__main__":
    sys.exit(main())
