"""The ledger as the command line uses it: loaded at run time, as `ldproof` works without its proofs."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ldproof.catalogue import find
from ldproof.cli.paper import paper
from ldproof.cli.proofs import Entry, Report
from ldproof.programs.posix import needed
from ldproof.rejections import Reason, Refused

EXTRA = ("ldproof_proofs", "sympy", "z3", "cvc5")
"""The packages that proofs may need."""


@contextmanager
def installed() -> Iterator[None]:
    """Say what to install where a package is missing; a missing module of our own stays our error."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in EXTRA:
            raise
        raise Refused(
            Reason.NOT_INSTALLED, f"{missing.name} is not installed", "pip install 'ldproof[proofs]'"
        ) from None


def claims() -> Mapping[str, Entry]:
    """Every claim by its name, in the ledger's order."""
    with installed():
        entries: Sequence[Entry] = import_module("ldproof_proofs.ledger").ENTRIES
    return {each.name: each for each in entries}


def select(entries: Mapping[str, Entry], wanted: Sequence[str]) -> list[Entry]:
    """The claims that are named, and those of the systems that are; all of them if nothing is named."""
    systems = {name.partition(".")[0] for name in entries}
    for name in wanted:
        if name not in systems:
            find("claim or system", name, entries)
    return [
        each
        for name, each in entries.items()
        if not wanted or name in wanted or name.partition(".")[0] in wanted
    ]


def search(entries: Sequence[Entry], *, solvers: bool, smt2: Path | None) -> list[Report]:
    """Prove them anew; solvers give second opinions, and their questions can be written to a directory."""
    with installed():
        consult = None
        if solvers:
            needed("asking solvers", "os.killpg", "resource.setrlimit")
        if solvers or smt2 is not None:
            kernel = import_module("ldproof_proofs.kernel.consult")
            asked = kernel.SOLVERS if solvers else ()
            for solver in asked:  # each would run in a process of its own, and be missed by nobody
                if find_spec(solver.name) is None:
                    raise ModuleNotFoundError(name=solver.name)
            consult = kernel.Consultant(asked, smt2)
        return run(entries, import_module("ldproof_proofs.kernel.prover").Searching(consult))


def replay(entries: Sequence[Entry]) -> list[Report]:
    """Check their certificates again, with algebra alone."""
    with installed():
        store = import_module("ldproof_proofs.kernel.store").load()
        return run(entries, import_module("ldproof_proofs.kernel.prover").Replaying(store))


def run(entries: Sequence[Entry], prover: object) -> list[Report]:
    """Go through them; on a terminal, say which one is being proved."""
    kernel = import_module("ldproof_proofs.kernel.entries")
    screen = paper(error=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    reports: list[Report] = []
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("", total=len(entries))
        for entry in entries:
            progress.update(task, description=entry.name)
            reports += kernel.run([entry], prover)
            progress.advance(task)
    return reports
