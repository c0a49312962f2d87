"""`ldproof vectors`: the test vectors, written into a folder, or where they lie."""

from pathlib import Path
from typing import Annotated

import typer

from ldproof.cli.endings import ending
from ldproof.cli.output import Status, say
from ldproof.oracle.vectors.files import write
from ldproof.oracle.vectors.reading import shipped
from ldproof.rejections import Reason, Refused

EXAMPLES = ("ldproof vectors", "ldproof vectors somewhere")


@ending
def vectors(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Where to write them; made, if it is not there.")
    ] = None,
) -> Status:
    """Write the test vectors and their schemas, computed afresh; without a folder, say where those that are shipped lie.

    They are requests of the protocol with the reference's answers: PROTOCOL.md says what they mean.
    """
    if folder is None:
        say(str(shipped()))
        return Status.FINE
    try:
        write(folder)
    except OSError as why:
        raise Refused(
            Reason.NO_SUCH_PLACE, f"{folder} cannot be written: {why.strerror}", "a folder"
        ) from None
    return Status.FINE
