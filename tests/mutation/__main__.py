"""`python -m tests.mutation`: mutate the formulas, the laws and the step, and count whom the proofs kill.

Every mutant gets the reference of its own, in which one module is changed, and the whole ledger is proved
again, without solvers and without stored certificates. It is killed if any entry fails.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutation.mutants import Mutated, mutants

ROOT = Path(__file__).parents[2]
MODULES = (
    "reporting/coin.py",
    "reporting/transcript.py",
    "debias.py",
    "shots/formulas.py",
    "shots/accuracy.py",
    "shots/law.py",
)
PROVE = """
import sys
from ldproof_proofs.kernel.entries import run
from ldproof_proofs.kernel.prover import Searching
from ldproof_proofs.ledger import ENTRIES
for report in run(ENTRIES, Searching()):
    if report.failure:
        sys.exit(f"{report.entry.name}: {report.failure}")
"""
SECONDS = 300


def killed(module: str, mutant: Mutated) -> str | None:
    """By which entry the mutant was killed; None if it survived."""
    with TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "reference" / "ldproof", Path(folder) / "ldproof")
        (Path(folder) / "ldproof" / module).write_text(mutant.source, encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT / 'proofs'}"}
        try:
            done = subprocess.run(
                [sys.executable, "-c", PROVE],
                env=environment,
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "it does not end"
    return done.stderr.strip().splitlines()[-1][:160] if done.returncode else None


def main() -> int:
    """Print every survivor, and the share killed by module and in all."""
    jobs = [
        (module, mutant)
        for module in MODULES
        for mutant in mutants((ROOT / "reference" / "ldproof" / module).read_text(encoding="utf-8"))
    ]
    dead: dict[str, list[bool]] = {module: [] for module in MODULES}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (module, mutant), why in zip(jobs, pool.map(lambda job: killed(*job), jobs), strict=True):
            dead[module].append(why is not None)
            if why is None:
                sys.stdout.write(f"survives: {module}:{mutant.line}: {mutant.change}\n")
    for module, fates in dead.items():
        sys.stdout.write(f"{module}: {sum(fates)} of {len(fates)} killed\n")
    fates = [fate for each in dead.values() for fate in each]
    sys.stdout.write(f"all: {sum(fates)} of {len(fates)} killed ({sum(fates) / len(fates):.1%})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
