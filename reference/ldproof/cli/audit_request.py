"""What an audit is asked for on the command line: its options, and where its samples come from."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from shlex import join

from ldproof.audit import Claim, Pair, Plan
from ldproof.audit.database import Files
from ldproof.audit.draw.sampling import FailuresAreOutputs
from ldproof.audit.draw.sources import Command, Function, Source
from ldproof.audit.plan import DRAWING
from ldproof.audit.samples import STDIN, Columns
from ldproof.cli.ci import Place, of_command, of_function
from ldproof.errors import Reason, Refused
from ldproof.evaluation import complete_numeral
from ldproof.parameters import Whole
from ldproof.programs import SECONDS, TIMEOUT, Limits

# Where the samples of an audit are to come from: exactly one place, and only the options that mean something there.


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


def sample_origin(named: Mapping[Origin, object], options: Mapping[str, object]) -> Origin:
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


# What an audit is asked for on the command line: its options as they came, and what each of them means.

PAIRS, WORKERS = "100000", "1"
"""What stands for an option that is not given."""
NAMES = ("input", "output", "count")
"""The columns, where none is named."""
WORKING = Whole(1, 256)


@dataclass(frozen=True)
class Request:
    """An audit as it is asked for; options that mean nothing where the samples come from are refused at once."""

    claim: Claim
    pairs: tuple[Pair, ...]
    alpha: Fraction
    command: tuple[str, ...]
    python: str | None
    counts: Path | None
    samples: Path | None
    most: str | None
    throughout: bool
    state: Path | None
    workers: str | None
    timeout: str | None
    seed: str | None
    failures: bool
    svg: Path | None
    png: Path | None
    executor: str | None = None
    input_column: str | None = None
    output_column: str | None = None
    count_column: str | None = None
    where: str | None = None
    show_query: bool = False

    def __post_init__(self) -> None:
        _ = self.origin

    @cached_property
    def origin(self) -> Origin:
        """Where the samples come from: exactly one place, with the options that mean something there."""
        named = {
            Origin.COMMAND: self.command,
            Origin.PYTHON: self.python,
            Origin.COUNTS: self.counts,
            Origin.SAMPLES: self.samples,
        }
        options = {
            "--pairs": self.most,
            "--throughout": self.throughout or None,
            "--state": self.state,
            "--workers": self.workers,
            "--executor": self.executor,
            "--timeout": self.timeout,
            "--seed": self.seed,
            "--failures-are-outputs": self.failures or None,
            "--svg": self.svg,
            "--png": self.png,
            "--input-column": self.input_column,
            "--output-column": self.output_column,
            "--count-column": self.count_column,
            "--where": self.where,
            "--show-query": self.show_query or None,
        }
        return sample_origin(named, options)

    @property
    def file(self) -> Path | None:
        """The file of samples, if they come from one."""
        return self.counts or self.samples

    @property
    def place(self) -> Place | None:
        """Where its source is, as far as that can be told."""
        if self.file is not None:
            return of_command([str(self.file)])
        return of_command(self.command) if self.python is None else of_function(self.python)

    @property
    def subject(self) -> str:
        """The name of what is audited."""
        return self.python or (str(self.file) if self.file is not None else join(self.command))

    @property
    def files(self) -> Files:
        """The columns and rows of that file, or of several, that are meant."""
        found = (self.input_column, self.output_column, self.count_column)
        given, output, often = (
            name if column is None else column for name, column in zip(NAMES, found, strict=True)
        )
        counts = often if self.origin is Origin.COUNTS else None
        others = any(each is not None for each in (*found, self.where))
        return Files(self.file or STDIN, Columns(given, output, counts, others), self.where)

    @property
    def plan(self) -> Plan:
        """What is audited, and how far."""
        most = DRAWING.accept("pairs", PAIRS if self.most is None else self.most)
        return Plan(self.claim, self.pairs, self.alpha, most, self.throughout)

    @property
    def source(self) -> Source:
        """What is drawn from."""
        seconds = float(
            SECONDS.accept("timeout", TIMEOUT if self.timeout is None else complete_numeral(self.timeout))
        )
        found: Source = Function(str(self.python), self.claim.parameters, seconds)
        if self.origin is Origin.COMMAND:
            found = Command(self.command, self.claim.name, self.claim.parameters, Limits(seconds=seconds))
        return FailuresAreOutputs(found) if self.failures else found

    @property
    def hands(self) -> int:
        """How many draw at once."""
        if self.executor is not None and self.workers is not None:
            raise Refused(Reason.REPEATED, "--workers and --executor", "one of the two")
        return WORKING.accept("workers", WORKERS if self.workers is None else self.workers)
