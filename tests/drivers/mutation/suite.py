"""`python -m tests.drivers.mutation.suite MODULE... -- TESTS`: which random mutants the tests notice.

Each mutant changes one operator, number, comparison or conditional of a function in one of the modules. A copy of the
reference and of the proofs has the change and goes before the installed packages, also for child processes. The tests
that are named run until the first one fails; a mutant that none notices survives. The status is 1 if one survives.

    python -m tests.drivers.mutation.suite exact.bernoulli evidence -- tests/reference/exact tests/reference/evidence

A module is named below `ldproof`; a package stands for all its modules. `--only FILE` tries the mutants that an earlier
run wrote with `--write FILE` and that survived then.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.drivers.mutation.mutants import Mutated, all_mutants
from tests.drivers.mutation.reach import ROOT, all_modules

PATIENCE = 300
"""Seconds of wall time for the tests of one mutant. A mutant that does not end is noticed."""


@dataclass(frozen=True, slots=True)
class Trial:
    module: str
    mutant: Mutated
    number: int
    """Its place among the mutants of the module."""

    @property
    def key(self) -> str:
        """Its name in files and reports."""
        return f"{self.module}#{self.number}"

    def __str__(self) -> str:
        return f"{self.key} line {self.mutant.line}: {self.mutant.change}"


@dataclass(frozen=True, slots=True)
class Outcome:
    trial: Trial
    killer: str
    """The test that failed, or why the tests ended otherwise; empty if the mutant survived."""
    seconds: float


def trials_of_modules(names: Sequence[str]) -> Iterator[Trial]:
    """All mutants of the modules, and of those in the packages, that are named."""
    for module, path in sorted(all_modules().items()):
        if any(module == f"ldproof.{name}" or module.startswith(f"ldproof.{name}.") for name in names):
            for number, mutant in enumerate(all_mutants(path.read_text(encoding="utf-8"))):
                yield Trial(module, mutant, number)


def run_trial(trial: Trial, tests: Sequence[str], root: Path, patience: int) -> Outcome:
    """Run the tests, which lie below `root`, on a copy of the sources that has the mutant."""
    start = time.monotonic()
    with TemporaryDirectory() as folder:
        copies = [shutil.copytree(ROOT / name, Path(folder, name)) for name in ("reference", "proofs")]
        path = Path(folder, all_modules()[trial.module].relative_to(ROOT))
        path.write_text(trial.mutant.source, encoding="utf-8")
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, copies))}
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "1", "-p", "no:cacheprovider", *tests]
        process = subprocess.Popen(
            command,
            cwd=root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            printed, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.communicate()
            return Outcome(trial, "the tests did not end", time.monotonic() - start)
    failed = [line for line in printed.splitlines() if line.startswith(("FAILED", "ERROR"))]
    killer = "" if process.returncode == 0 else (failed or [f"status {process.returncode}"])[0]
    return Outcome(trial, killer, time.monotonic() - start)


def run_suite(words: Sequence[str]) -> int:
    """Try mutants, print the outcome of each, and count."""
    parser = ArgumentParser(
        prog="python -m tests.drivers.mutation.suite",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("modules", nargs="+", help="modules or packages below ldproof, then -- and tests")
    parser.add_argument("--count", type=int, default=10, help="how many mutants (default 10)")
    parser.add_argument("--seed", default="1", help="chooses them (default 1)")
    parser.add_argument("--workers", type=int, default=1, help="how many at once (default 1)")
    parser.add_argument("--patience", type=int, default=PATIENCE, help="seconds for one mutant")
    parser.add_argument("--tests-from", type=Path, default=ROOT, help="another checkout whose tests are run")
    parser.add_argument("--write", type=Path, help="write what became of each mutant as JSON lines")
    parser.add_argument("--only", type=Path, help="try only the survivors of such a file")
    place = words.index("--") if "--" in words else len(words)
    asked, tests = parser.parse_args(words[:place]), words[place + 1 :]
    if not tests:
        parser.error("name the tests after --")
    every = [*trials_of_modules(asked.modules)]
    if not every:
        parser.error(f"no module of ldproof has such a name, or none has a mutant: {asked.modules}")
    if asked.only:
        rows = map(json.loads, asked.only.read_text(encoding="utf-8").splitlines())
        survivors = {row["mutant"] for row in rows if not row["killer"]}
        chosen = [trial for trial in every if trial.key in survivors]
    else:
        chosen = Random(asked.seed).sample(every, min(asked.count, len(every)))
    survived = 0
    with ThreadPoolExecutor(asked.workers) as pool:
        for found in pool.map(
            lambda trial: run_trial(trial, tests, asked.tests_from, asked.patience), chosen
        ):
            survived += not found.killer
            print(f"{found.killer or 'SURVIVES'}  <-  {found.trial}  ({found.seconds:.0f} s)", flush=True)
            if asked.write:
                row = {"mutant": found.trial.key, "text": str(found.trial), "killer": found.killer}
                with asked.write.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    print(f"{len(chosen) - survived} of {len(chosen)} mutants noticed")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(run_suite(sys.argv[1:]))
