"""`ldproof vectors`: the test vectors, written into a folder, or where they lie."""

from collections.abc import Sequence
from pathlib import Path

from ldproof.cli.text import Status, say
from ldproof.errors import Reason, Refused
from ldproof.oracle.conformance.requests import write_mechanism_vectors
from ldproof.oracle.vectors import shipped_folder, write_vector_files
from ldproof.parameters import parse_assignments


def vectors(*, folder: Path | None, name: str | None, given: Sequence[str]) -> Status:
    """Write the vectors, or print where those that are shipped lie."""
    if folder is None:
        say(str(shipped_folder()))
        return Status.FINE
    try:
        if name is None:
            write_vector_files(folder)
        else:
            write_mechanism_vectors(folder, name, parse_assignments(given))
    except OSError as why:
        raise Refused(
            Reason.NO_SUCH_PLACE, f"{folder} cannot be written: {why.strerror}", "a folder"
        ) from None
    return Status.FINE
