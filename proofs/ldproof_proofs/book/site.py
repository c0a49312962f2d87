"""`ldproof book`: the ledger as pages."""

from pathlib import Path
from time import perf_counter

from ldproof.cli.text import Status, say
from ldproof.errors import Reason, Refused
from ldproof_proofs.book.explained import stored
from ldproof_proofs.book.export.folder import taken, unwritable
from ldproof_proofs.book.pages.folder import FIRST, of_a_book, write


def book(*, folder: Path) -> Status:
    """Write the pages into a folder."""
    start = perf_counter()
    refuse_other(folder)
    try:
        sizes = [path.stat().st_size for path in write(stored(), folder)]
    except OSError as error:
        raise unwritable(folder, error) from None
    say(
        f"{len(sizes)} files in {perf_counter() - start:.1f} s, the largest of {max(sizes) / 1000:.0f} kB; "
        f"begin with {folder / FIRST}"
    )
    return Status.FINE


def refuse_other(folder: Path) -> None:
    """Refused where there is something else."""
    try:
        if folder.is_dir() and (names := sorted(path.name for path in folder.iterdir())):
            if not of_a_book(folder / FIRST):
                raise taken(folder, names[0])
        elif folder.exists() and not folder.is_dir():
            raise Refused(Reason.NO_SUCH_PLACE, f"{folder} is no folder", "a folder that can be written to")
    except OSError as error:
        raise unwritable(folder, error) from None
