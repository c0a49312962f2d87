"""Where the samples of an audit are to come from: exactly one place, and only the options that mean something there."""

from collections.abc import Mapping
from enum import StrEnum

from ldproof.rejections import Reason, Refused


class Origin(StrEnum):
    """The places, as they are written."""

    COMMAND = "-- COMMAND"
    PYTHON = "--python"
    COUNTS = "--counts"
    SAMPLES = "--samples"


DRAWN = (
    "--pairs",
    "--throughout",
    "--state",
    "--workers",
    "--executor",
    "--timeout",
    "--failures-are-outputs",
    "--svg",
    "--png",
)
"""The options where samples are drawn, and evidence grows with them."""
READ = ("--input-column", "--output-column", "--where", "--show-query")
"""The options where they are read."""

OPTIONS: Mapping[Origin, tuple[str, ...]] = {
    Origin.COMMAND: DRAWN,
    Origin.PYTHON: (*DRAWN, "--seed"),
    Origin.COUNTS: (*READ, "--count-column"),
    Origin.SAMPLES: READ,
}
"""The options that each place takes, of those that not every place does."""


def origin(named: Mapping[Origin, object], options: Mapping[str, object]) -> Origin:
    """The one place that is named; what is None or empty is not given."""
    found = [each for each, value in named.items() if value]
    if len(found) != 1:
        raise Refused(
            Reason.REPEATED if found else Reason.MISSING,
            f"samples from {' and '.join(found) or 'nowhere'}",
            f"exactly one of {', '.join(Origin)}",
        )
    (only,) = found
    if unfit := [name for name, value in options.items() if value is not None and name not in OPTIONS[only]]:
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{only} has no use for {' and '.join(unfit)}",
            f"{', '.join(OPTIONS[only])}, and what concerns the claim and the answer, as --pair, --level, --alpha",
        )
    return only
