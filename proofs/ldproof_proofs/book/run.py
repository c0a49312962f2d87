"""The ledger, run for the command line: what is wanted of it, side by side, with progress on a terminal."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ldproof.cli.text import literal_console, write_complaint
from ldproof.errors import Reason, Refused
from ldproof.names import OnDemand, suggest_names
from ldproof.programs.processes import require_features
from ldproof_proofs.book import proving
from ldproof_proofs.book.coq.folder import write_coq
from ldproof_proofs.book.export.folder import export as exported
from ldproof_proofs.book.installed import installed
from ldproof_proofs.book.outcomes import Outcome
from ldproof_proofs.book.reports import Report
from ldproof_proofs.book.stores import is_ours, stores
from ldproof_proofs.chapters import CHAPTERS
from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.ledger import SYSTEMS

SOLVERS = ("z3", "cvc5", "sympy")
"""Who gives second opinions, and is imported when one has to be asked for."""
PROGRAMS = "highspy"
"""What solves the linear programs by which certificates are found."""


def claims() -> OnDemand[Entry]:
    """Every claim by its name, in the ledger's order."""
    return proving.named()


def select(entries: OnDemand[Entry], wanted: Sequence[str]) -> list[Entry]:
    """The claims that are named, those of the systems and the displays of the chapters that are, in order.

    If nothing is named, these are all claims.
    """
    shown = [name for name in wanted if name in proving.DISPLAYS or name in CHAPTERS]
    found = [
        proving.DISPLAYS[each]
        for name in shown
        for each in ([name] if name in proving.DISPLAYS else proving.DISPLAYS.names_with_prefix(f"{name}."))
    ]
    if wanted and not (wanted := [name for name in wanted if name not in shown]):
        return found
    for name in wanted:
        # Of a ledger that is broken, any name is refused.
        if (
            name not in entries
            and f"{name}." not in entries
            and not any(entries.names_with_prefix(f"{name}."))
        ):
            raise Refused(
                Reason.UNKNOWN_NAME,
                f"there is no claim, system or chapter {name!r}",
                suggest_names(name, [*SYSTEMS, *CHAPTERS, *entries]),
            )
    systems = [name.partition(".")[0] for name in wanted] if wanted else SYSTEMS
    return found + [
        entries[name]
        for system in dict.fromkeys((*SYSTEMS, *systems))
        if system in systems
        for name in entries.names_with_prefix(f"{system}.")
        if not wanted or name in wanted or system in wanted
    ]


def search(
    entries: Sequence[Entry], *, solvers: bool, smt2: Path | None = None, afresh: bool = False
) -> Iterator[Report]:
    """Prove them anew; solvers give second opinions, and their questions can be written to a directory."""
    with installed():
        for each in (
            PROGRAMS,
            *(SOLVERS if solvers else ()),
        ):  # in other processes they would be missed by nobody
            if find_spec(each) is None:
                raise ModuleNotFoundError(name=each)
    if smt2 is not None:
        try:
            smt2.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(
                Reason.NO_SUCH_PLACE, f"{smt2}: {error.strerror}", "a folder that can be written to"
            ) from None
    if afresh:
        require_features("asking solvers", "os.killpg", "signal.setitimer", "resource.setrlimit")
    wanted = proving.Search(solvers, afresh, smt2, stores=stores(names(entries)))
    if solvers and wanted.is_silent():
        write_complaint(
            "ldproof: solvers are not asked, as none of their answers is remembered; --afresh asks them"
        )
    return reports(entries, proving.search(names(entries), wanted))


def others_alone(entries: Sequence[Entry]) -> None:
    """Refuse to look elsewhere for what ships with the package, or to write it there."""
    if ours := [each.name for each in entries if is_ours(each.name)]:
        raise Refused(
            Reason.UNKNOWN_PARAMETER, f"what is stored of {ours[0]} is ours", "--store for a ledger of yours"
        )


def storing(entries: Sequence[Entry], folder: Path, *, solvers: bool) -> Iterator[Report]:
    """Prove them anew, and if none fails, store what was found."""
    with installed():
        from ldproof_proofs.book import certifying  # noqa: PLC0415  (whoever stores nothing does without)
    found = certifying.find_all(names(entries), solvers=solvers)
    if all(each.described.failure is None for each in found):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            certifying.save(found, folder, {})
        except OSError as error:
            raise Refused(
                Reason.NO_SUCH_PLACE, f"{folder}: {error.strerror}", "a folder that can be written to"
            ) from None
    return reports(entries, (each.outcome for each in found))


def replay(entries: Sequence[Entry], store: Path | None = None) -> Iterator[Report]:
    """Check their certificates again, with algebra alone; those of a ledger that is not ours may be stored anywhere."""
    return reports(entries, proving.replay(names(entries), store))


def export(entries: Sequence[Entry], folder: Path, store: Path | None = None) -> Iterator[Report]:
    """Check their certificates again, and write every theorem as an object for a checker that is not ours."""
    return reports(entries, exported(names(entries), folder, stored=store))


def coq(entries: Sequence[Entry], folder: Path, store: Path | None = None) -> Iterator[Report]:
    """Check their certificates again, and write every theorem as a proof for Coq."""
    return reports(entries, write_coq(names(entries), folder, store))


def names(entries: Sequence[Entry]) -> list[str]:
    """Their names."""
    return [each.name for each in entries]


def reports(entries: Sequence[Entry], outcomes: Iterable[Outcome]) -> Iterator[Report]:
    """What came of each entry, as soon as it is known; on a terminal, how many are decided."""
    by_name = {each.name: each for each in entries}
    screen = literal_console(error=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    # Lines that are said meanwhile go above the bar where both are on the screen, and nowhere else elsewhere.
    shared = sys.stdout.isatty()
    with Progress(
        *columns,
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
        redirect_stdout=shared,
        redirect_stderr=shared,
    ) as progress:
        task = progress.add_task("", total=len(entries))
        for outcome in outcomes:
            progress.update(task, advance=1, description=f"{outcome.name} is decided")
            yield Report(by_name[outcome.name], outcome)
