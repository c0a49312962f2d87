"""`ldproof book`: the ledger as pages."""

from pathlib import Path
from time import perf_counter

import click

from ldproof.cli.arguments import FILE
from ldproof.cli.main import ExampledCommand
from ldproof.cli.text import Status, end_with_status, say
from ldproof.errors import Reason, Refused
from ldproof_proofs.book.explained import stored
from ldproof_proofs.book.export.folder import taken, unwritable
from ldproof_proofs.book.pages.folder import FIRST, of_a_book, write

EXAMPLES = (
    "ldproof book pages",
    "ldproof book pages && xdg-open pages/index.html",
)


@click.command("book", cls=ExampledCommand, examples=EXAMPLES)
@click.argument("folder", metavar="DIR", type=FILE, help="Where the pages are written.")
@end_with_status
def book(*, folder: Path) -> Status:
    """The ledger as pages that need nothing but a browser: every claim, what is so, and why.

    They are written into a new folder, an empty one, or one that holds a book, which is replaced.
    """
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
