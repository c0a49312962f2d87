"""`python -m tests.drivers.mutation [SYSTEM|MODULE]...`: mutate formulas and laws, and count those that proofs kill."""

import sys
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from os import cpu_count
from pathlib import Path

from tests.drivers.mutation.exchanged import import_packages, installed_path
from tests.drivers.mutation.mutants import all_functions, all_mutants, line_range
from tests.drivers.mutation.proving import PATIENCE, Proofs
from tests.drivers.mutation.reach import SOURCE_ROOTS, all_modules, import_distances
from tests.drivers.mutation.trials import Outcome, Trial, order_by_killers, run_trials

KNOWN = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text(encoding="utf-8"))
EQUIVALENT: dict[str, dict[str, tuple[int, str]]] = {
    module: {line: (count, KNOWN["reasons"].get(why, why)) for line, (count, why) in lines.items()}
    for module, lines in KNOWN["equivalent"].items()
}
"""How many mutants of a line compute the same, and why: the proofs cannot kill them, and need not."""


def modules_of_system(system: str, names: str) -> tuple[str, ...]:
    """Return the modules of a system."""
    return tuple(f"{system}.{name}" for name in names.split())


MODULES = {
    "common": (
        "probability",
        "sampling.bernoulli_draws",
        "rounds",
    ),
    "shots": modules_of_system("shots", "formulas privacy choice error detection"),
    "counting": modules_of_system("counting", "formulas mechanism error bounds best"),
    "chi2": modules_of_system("chi2", "formulas law error distance tables"),
    "sketch": modules_of_system("sketch", "formulas variance error collector hashing fields"),
}
"""The formulas and laws by system. Who sends, receives, refuses or saves is the tests' business, not the proofs'."""


def trials_of_module(name: str, killers: Sequence[str], proofs: Proofs) -> Iterator[Trial]:
    """Return a trial for each mutant of a module; its limit is a multiple of the time of the proofs that run it."""
    found, module = all_modules(), f"ldproof.{name}"
    source, near = found[module].read_text(encoding="utf-8"), import_distances(found, module)
    spans = [*map(line_range, all_functions(source))]
    for mutant in all_mutants(source):
        around = next(span for span in spans if mutant.line in span)
        running = proofs.running(installed_path(found[module]), around)
        reach = {each: near[made.module] for each, made in running.items() if made.module in near}
        most = round(PATIENCE * (1 + sum(running[each].seconds for each in reach)))
        change = f"{name}:{mutant.line}: {mutant.change}"
        yield Trial(module, mutant.source, reach, killers, most, mutant.text, change)


def score_module(
    name: str, outcomes: Iterable[Outcome], known: Mapping[str, tuple[int, str]], *, killed: bool
) -> Counter[str]:
    """Print every survivor of a module, and count fates; a line has a known number of equivalent mutants."""
    alive: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for trial, why in outcomes:
        alive[trial.text] += not why
        count, reason = known.get(trial.text, (0, ""))
        fate = "killed" if why else "equivalent" if alive[trial.text] <= count else "survives"
        found[fate] += 1
        if fate != "killed" or killed:
            print(f"{fate}: {trial.change}: {why or reason}".removesuffix(": "), flush=True)
    print(f"{name}: {format_summary(found)}", flush=True)
    return found


def format_summary(found: Counter[str]) -> str:
    """Format the numbers of killed, of equivalent, and of all mutants."""
    share = f" ({found['killed'] / found.total():.1%})" if found else ""
    return f"{found['killed']} of {found.total()} killed{share}, {found['equivalent']} equivalent"


def run_mutation(words: Sequence[str]) -> int:
    """Print the survivors, and the share killed in each module and in all; return 1 if a mutant survives."""
    parser = ArgumentParser(prog="python -m tests.drivers.mutation", description=__doc__)
    parser.add_argument("names", nargs="*", help="systems or modules; all of them if none is named")
    parser.add_argument("--list", action="store_true", help="list the systems and their modules")
    parser.add_argument("--killed", action="store_true", help="say by what each mutant was killed")
    parser.add_argument("--workers", type=int, default=cpu_count() or 1)
    asked = parser.parse_args(words)
    if asked.list:
        for system, names in MODULES.items():
            print(f"{system}: {' '.join(names)}")
        return 0
    known = {name for names in MODULES.values() for name in names}
    if unknown := [name for name in asked.names if name not in MODULES and name not in known]:
        parser.error(f"no system and no module of theirs: {', '.join(unknown)}")
    # The trials prove what is in this tree, wherever ldproof is installed from.
    sys.path[:0] = map(str, SOURCE_ROOTS)
    chosen = [name for each in asked.names or MODULES for name in MODULES.get(each, (each,))]
    near = (import_distances(all_modules(), f"ldproof.{name}") for name in chosen)
    proofs, whole = (
        Proofs.of(import_packages("ldproof", "ldproof_proofs"), chain.from_iterable(near)),
        Counter[str](),
    )
    for name in chosen:
        killers: list[str] = []
        outcomes = order_by_killers(
            run_trials(trials_of_module(name, killers, proofs), asked.workers, proofs.run), killers
        )
        whole += score_module(name, outcomes, EQUIVALENT.get(name, {}), killed=asked.killed)
    print(f"all: {format_summary(whole)}")
    return int(whole["survives"] > 0)


if __name__ == "__main__":
    sys.exit(run_mutation(sys.argv[1:]))
