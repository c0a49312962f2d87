"""`python -m tests.drivers.mutation [SYSTEM|MODULE]...`: change formulas and laws, and count whom the proofs kill."""

import sys
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from os import cpu_count
from pathlib import Path

from tests.drivers.mutation.exchanged import imported, installed
from tests.drivers.mutation.mutants import functions, mutants, spanned
from tests.drivers.mutation.proving import PATIENCE, Proofs
from tests.drivers.mutation.reach import SOURCE_ROOTS, distances, modules
from tests.drivers.mutation.trials import Outcome, Trial, fates, remembered

KNOWN = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text(encoding="utf-8"))
EQUIVALENT: dict[str, dict[str, tuple[int, str]]] = {
    module: {line: (count, KNOWN["reasons"].get(why, why)) for line, (count, why) in lines.items()}
    for module, lines in KNOWN["equivalent"].items()
}
"""How many mutants of a line compute the same, and why: the proofs cannot kill them, and need not."""


def below(system: str, names: str) -> tuple[str, ...]:
    """Modules of a system."""
    return tuple(f"{system}.{name}" for name in names.split())


MODULES = {
    "common": (
        "probability",
        "sampling.bernoulli_draws",
        "rounds",
    ),
    "shots": below("shots", "formulas privacy choice error detection"),
    "counting": below("counting", "formulas mechanism error bounds best"),
    "chi2": below("chi2", "formulas law error distance tables"),
    "sketch": below("sketch", "formulas variance error collector hashing fields"),
}
"""The formulas and laws by system. Who sends, receives, refuses or saves is the tests' business, not the proofs'."""


def trials(name: str, killers: Sequence[str], proofs: Proofs) -> Iterator[Trial]:
    """A trial for every mutant of a module; it gets several times what the proofs take that run its function."""
    found, module = modules(), f"ldproof.{name}"
    source, near = found[module].read_text(encoding="utf-8"), distances(found, module)
    spans = [*map(spanned, functions(source))]
    for mutant in mutants(source):
        around = next(span for span in spans if mutant.line in span)
        running = proofs.running(installed(found[module]), around)
        reach = {each: near[made.module] for each, made in running.items() if made.module in near}
        most = round(PATIENCE * (1 + sum(running[each].seconds for each in reach)))
        change = f"{name}:{mutant.line}: {mutant.change}"
        yield Trial(module, mutant.source, reach, killers, most, mutant.text, change)


def scored(
    name: str, outcomes: Iterable[Outcome], known: Mapping[str, tuple[int, str]], *, killed: bool
) -> Counter[str]:
    """Print every survivor of a module, and count fates; of a line with known equivalents, as many are equivalent."""
    alive: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for trial, why in outcomes:
        alive[trial.text] += not why
        count, reason = known.get(trial.text, (0, ""))
        fate = "killed" if why else "equivalent" if alive[trial.text] <= count else "survives"
        found[fate] += 1
        if fate != "killed" or killed:
            print(f"{fate}: {trial.change}: {why or reason}".removesuffix(": "), flush=True)
    print(f"{name}: {summary(found)}", flush=True)
    return found


def summary(found: Counter[str]) -> str:
    """How many mutants were killed, how many could not be, and how many there are."""
    share = f" ({found['killed'] / found.total():.1%})" if found else ""
    return f"{found['killed']} of {found.total()} killed{share}, {found['equivalent']} equivalent"


def main(words: Sequence[str]) -> int:
    """Print the survivors, and the share killed by module and in all; 1 if the proofs miss a mutant."""
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
    near = (distances(modules(), f"ldproof.{name}") for name in chosen)
    proofs, whole = (
        Proofs.of(imported("ldproof", "ldproof_proofs"), chain.from_iterable(near)),
        Counter[str](),
    )
    for name in chosen:
        killers: list[str] = []
        outcomes = remembered(fates(trials(name, killers, proofs), asked.workers, proofs.run), killers)
        whole += scored(name, outcomes, EQUIVALENT.get(name, {}), killed=asked.killed)
    print(f"all: {summary(whole)}")
    return int(whole["survives"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
