"""`python -m tests.drivers.oracle_mutation [MODULE]...`: the vectors' own mutation score.

Every operator, number, comparison and conditional of clients, collectors and formulas is changed, one at a time, and the
vectors that run its function are replayed: one of them at least must fail. `--most` takes so many mutants of a module,
evenly chosen.
"""

import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from ldproof.oracle.vectors import Vector, vectors
from tests.drivers.mutation.exchanged import Memory, imported, put
from tests.drivers.mutation.mutants import Mutated, functions, mutants, spanned
from tests.drivers.mutation.proving import limited
from tests.drivers.mutation.reach import SOURCE_ROOTS, modules
from tests.drivers.mutation.scoring import Score, say, scored
from tests.drivers.mutation.trials import Trial, fates, remembered
from tests.drivers.oracle_mutation.equivalent import ASIDE, EQUIVALENT
from tests.drivers.oracle_mutation.reached import Reached, reached

PARTS = (
    "budget",
    "characteristic",
    "chi2",
    "counting",
    "debias",
    "exact",
    "reporting",
    "shots",
    "sketch",
    "tails",
)
"""Clients, collectors and formulas, and what all of them share: a module, or all of a package that some vector runs."""

SECONDS = 5
"""For a vector, and so many times as long as it takes: more than enough, if it stops."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The vectors by their names, what each runs, and ldproof as it lies in memory."""

    vectors: Mapping[str, Vector]
    reached: Mapping[str, Reached]
    memory: Memory

    def trials(self, name: str, most: int, killers: Sequence[str]) -> Iterator[Trial]:
        """The mutants of a module."""
        module = f"ldproof.{name}"
        path = modules()[module]
        source = path.read_text(encoding="utf-8")
        every = [*functions(source)]
        aside = [spanned(node) for node in every if node.name in ASIDE.get(name, ())]
        counted = [each for each in mutants(source) if not any(each.line in span for span in aside)]
        running = {span: self.running(str(path), span) for span in map(spanned, every)}
        for mutant in evenly(counted, most):
            around = next(span for span in running if mutant.line in span)
            reach = {
                each: int((str(path), mutant.line) not in lines) for each, lines in running[around].items()
            }
            change = f"{name}:{mutant.line}: {mutant.change}"
            seconds = round(SECONDS * (1 + sum(self.reached[each].seconds for each in reach)))
            yield Trial(module, mutant.source, reach, killers, seconds, mutant.text, change)

    def modules(self) -> Iterator[str]:
        """Those that count."""
        run = {path for each in self.reached.values() for path, _ in each.lines}
        for name, path in sorted(modules().items()):
            system, _, rest = name.partition(".")
            if system == "ldproof" and rest.partition(".")[0] in PARTS and str(path) in run:
                yield rest

    def running(self, path: str, span: range) -> dict[str, frozenset[tuple[str, int]]]:
        """The vectors that run some of these lines, and the lines of theirs."""
        some = {(path, line) for line in span}
        return {name: each.lines for name, each in self.reached.items() if not some.isdisjoint(each.lines)}

    def replay(self, trial: Trial, into: int) -> NoReturn:
        """Replay what runs the function, what killed another mutant first, up to the first vector that fails."""
        status = 1
        try:
            limited(trial.seconds)
            put(trial, self.memory)
            from ldproof.oracle.ops import answered
            from tests.drivers.oracle_mutation.replay import first_difference

            def late(name: str) -> tuple[int, int, float]:
                known = trial.killers.index(name) if name in trial.killers else len(trial.killers)
                return known, trial.reach[name], self.reached[name].seconds

            if why := first_difference(self.timed(sorted(trial.reach, key=late)), answered):
                os.write(into, why.encode()[:300])
            else:
                status = 0
        except Exception as failure:  # noqa: BLE001  # a crash is a death too
            os.write(into, f"{type(failure).__name__}: {failure}".encode()[:300])
        finally:
            os._exit(status)

    def timed(self, names: Iterable[str]) -> Iterator[Vector]:
        """Vectors one after another: whoever takes much longer than one takes is ended, and so killed by it."""
        for name in names:
            signal.setitimer(signal.ITIMER_PROF, SECONDS * (1 + self.reached[name].seconds))
            yield self.vectors[name]


def evenly(found: Sequence[Mutated], most: int) -> Sequence[Mutated]:
    """So many of them, from the first to the last."""
    if len(found) <= most:
        return found
    return [found[place * len(found) // most] for place in range(most)]


def main(words: Sequence[str]) -> int:
    """Print the survivors, and the share that is killed; equivalent ones besides; 1 if that is less than 98 in 100."""
    parser = ArgumentParser(prog="python -m tests.drivers.oracle_mutation", description=__doc__)
    parser.add_argument("names", nargs="*", help="modules; all of them if none is named")
    parser.add_argument("--most", type=int, default=10**6)
    parser.add_argument("--killed", action="store_true", help="say by what each mutant was killed")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args(words)
    sys.path[:0] = map(str, SOURCE_ROOTS)
    every = [*vectors()]
    # A vector that fails as it is ends the run here: else no mutant's death would say anything. What is imported anew
    # is imported after that, as what watches the vectors has hold of what was there before.
    replayed = Replayed({each.id: each for each in every}, reached(every), imported("ldproof"))
    found = Score()
    for name in asked.names or replayed.modules():
        killers: list[str] = []
        outcomes = fates(replayed.trials(name, asked.most, killers), asked.workers, replayed.replay)
        known = EQUIVALENT.get(name, {})
        found += scored(name, remembered(outcomes, killers), known, killed=asked.killed)
    say(f"all: {found}")
    return 0 if (found.killed + found.equivalent) * 100 >= found.every * 98 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
