"""`python -m tests.oracle.mutation [MODULE]...`: the vectors' own mutation score.

Every operator, number, comparison and conditional of clients, collectors and formulas is changed, one at a time, and the
vectors are replayed: one of them at least must fail. `--most` takes so many mutants of a module, evenly chosen.
"""

import ast
import os
import resource
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import NoReturn

from tests.mutation.mutants import Mutated, mutants
from tests.mutation.reach import SOURCE_ROOTS, modules
from tests.mutation.scoring import Score, say, scored
from tests.mutation.trials import MEMORY, Changed, Trial, fates
from tests.oracle.equivalent import ASIDE, EQUIVALENT

MODULES = (
    "reporting.coin",
    "reporting.device",
    "reporting.person",
    "reporting.received",
    "reporting.tally",
    "reporting.transcript",
    "exact.bernoulli",
    "exact.digits",
    "debias",
    "shots.collector",
    "shots.estimates",
    "shots.formulas",
    "shots.law",
    "shots.mechanism",
    "shots.variance",
    "shots.accuracy",
    "shots.distance",
    "shots.alphas",
    "counting.collector",
    "counting.estimates",
    "counting.formulas",
    "counting.law",
    "counting.mechanism",
    "counting.parameters",
    "counting.variance",
    "chi2.formulas",
    "chi2.law",
    "chi2.mechanism",
    "chi2.decisions",
    "chi2.sensitivities",
    "chi2.accuracy",
    "sketch.estimates",
    "sketch.collector",
    "sketch.estimators",
    "sketch.formulas",
    "sketch.noise",
    "sketch.mechanism",
    "sketch.variance",
    "sketch.channels.unary",
    "sketch.channels.kary",
    "sketch.channels.hadamard",
    "shots.amplification",
    "shots.choice",
    "shots.detection",
    "shots.expectations",
    "shots.inversion",
    "counting.bounds",
    "counting.inversion",
    "counting.joint",
    "counting.reporters",
    "counting.rivals",
    "counting.tail",
    "chi2.distance",
    "chi2.significance",
    "sketch.accuracy",
    "sketch.bias",
    "sketch.collisions",
    "sketch.crossing",
)
"""Clients, collectors and formulas, and what all of them share."""

SECONDS = 40
"""For a mutant that does not stop."""


def trials(name: str, most: int) -> Iterator[Trial]:
    """The mutants of a module."""
    module = f"ldproof.{name}"
    source = modules()[module].read_text(encoding="utf-8")
    aside = [
        span for node in functions(source) if node.name in ASIDE.get(name, ()) for span in [spanned(node)]
    ]
    reached = [each for each in mutants(source) if not any(each.line in span for span in aside)]
    for mutant in evenly(reached, most):
        change = f"{name}:{mutant.line}: {mutant.change}"
        yield Trial(module, mutant.source, {}, (), SECONDS, mutant.text, change)


def functions(source: str) -> Iterator[ast.FunctionDef]:
    """All functions of a module."""
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))


def spanned(node: ast.FunctionDef) -> range:
    """The lines of a function."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def unchanged() -> Trial:
    """A module as it is: else no mutant's death would say anything."""
    source = modules()["ldproof.debias"].read_text(encoding="utf-8")
    return Trial("ldproof.debias", source, {}, (), SECONDS, "", "as it is")


def evenly(found: Sequence[Mutated], most: int) -> Sequence[Mutated]:
    """So many of them, from the first to the last."""
    if len(found) <= most:
        return found
    return [found[place * len(found) // most] for place in range(most)]


def replay(trial: Trial, into: int) -> NoReturn:
    """Replay the vectors with a changed module, those of its system first, up to the first that fails."""
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (trial.seconds, trial.seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for name in [*sys.modules]:
            if name.partition(".")[0] == "ldproof":
                del sys.modules[name]
        sys.meta_path.insert(0, Changed(trial))
        from ldproof.oracle.ops import answered
        from ldproof.oracle.vectors import vectors
        from tests.oracle.replay import first_difference

        system = trial.module.split(".")[1]
        every = [*vectors()]
        # A stride puts vectors of all kinds among the first.
        mixed = [each for start in range(37) for each in every[start::37]]
        mixed.sort(
            key=lambda each: system not in str(each.request.get("mechanism", each.request.get("formula")))
        )
        if why := first_difference(mixed, answered):
            os.write(into, why.encode()[:300])
        else:
            status = 0
    except Exception as failure:  # noqa: BLE001  # a crash is a death too
        os.write(into, f"{type(failure).__name__}: {failure}".encode()[:300])
    finally:
        os._exit(status)


def main(words: Sequence[str]) -> int:
    """Print the survivors, and the share that is killed; equivalent ones besides; 1 if that is less than 98 in 100."""
    parser = ArgumentParser(prog="python -m tests.oracle.mutation", description=__doc__)
    parser.add_argument("names", nargs="*", help="modules; all of them if none is named")
    parser.add_argument("--most", type=int, default=10**6)
    parser.add_argument("--killed", action="store_true", help="say by what each mutant was killed")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args(words)
    sys.path[:0] = map(str, SOURCE_ROOTS)
    ((_, why, _),) = fates([unchanged()], 1, replay)
    if why:
        sys.exit(f"the vectors fail as it is: {why}")
    found = sum(
        (
            scored(
                name,
                fates(trials(name, asked.most), asked.workers, replay),
                EQUIVALENT.get(name, {}),
                killed=asked.killed,
            )
            for name in asked.names or MODULES
        ),
        Score(),
    )
    say(f"all: {found}")
    return 0 if (found.killed + found.equivalent) * 100 >= found.every * 98 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
