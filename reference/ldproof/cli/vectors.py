"""`ldproof vectors`: the test vectors, written into a folder, or where they lie."""

from collections.abc import Sequence
from pathlib import Path

import click

from ldproof.cli.arguments import FILE, mechanism_argument, parameters_argument
from ldproof.cli.main import ExampledCommand
from ldproof.cli.text import Status, end_with_status, say
from ldproof.errors import Reason, Refused
from ldproof.oracle.conformance.requests import write_mechanism_vectors
from ldproof.oracle.vectors import shipped_folder, write_vector_files
from ldproof.parameters import parse_assignments

EXAMPLES = (
    "ldproof vectors",
    "ldproof vectors somewhere",
    "ldproof vectors somewhere shots.report T=5 m=2 r=1/4 odds=81",
)


@click.command("vectors", cls=ExampledCommand, examples=EXAMPLES)
@click.argument(
    "folder",
    metavar="[DIR]",
    required=False,
    type=FILE,
    help="Where to write them; made, if it is not there.",
)
@mechanism_argument("Only this one's, at the parameters that follow.", required=False)
@parameters_argument()
@end_with_status
def vectors(*, folder: Path | None, name: str | None, given: Sequence[str]) -> Status:
    """Write the test vectors and their schemas, computed afresh; without a folder, say where those that are shipped lie.

    They are requests of the protocol with the reference's answers: PROTOCOL.md says what they mean.
    """
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
