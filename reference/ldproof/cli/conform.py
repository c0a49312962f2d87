"""`ldproof conform`: whether a program answers as the reference does."""

import sys
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ldproof.audit.draw.functions import PLACE
from ldproof.catalogue.arguments import assignments, numeral
from ldproof.cli.annotations import annotations
from ldproof.cli.completion import mechanism_keys, mechanism_names
from ldproof.cli.conformity import (
    RULES,
    TOOL,
    as_badge,
    as_junit,
    as_markdown,
    results,
)
from ldproof.cli.endings import ending
from ldproof.cli.output import Status, say, say_json, words_may_be_lost
from ldproof.cli.places import Place, of_command, of_function, place_of
from ldproof.cli.results import Result
from ldproof.cli.sarif import sarif
from ldproof.cli.watching import telling
from ldproof.domains import CHANCE, Whole
from ldproof.oracle.conformance import Asked, Finding, Verdict, conform
from ldproof.oracle.conformance.comparison import ULPS
from ldproof.oracle.conformance.conforming import ALL, wanted
from ldproof.oracle.conformance.fit import DRAWS
from ldproof.programs import SECONDS, Limits, Program
from ldproof.rejections import Reason, Refused
from ldproof.rendering.conformity import as_json, sentences

ALPHA = "1e-6"
HOST = (sys.executable, "-P", "-m", "ldproof.audit.draw.hosted")
"""What asks a function of Python."""


class Form(StrEnum):
    """How the outcome is written."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"
    SARIF = "sarif"
    MARKDOWN = "markdown"
    GITHUB = "github"


EXAMPLES = (
    "ldproof conform shots.report -- ./reporting",
    "ldproof conform shots.report T=100 m=6 r=1/10 epsilon=1 --format junit -- node reporting.js",
    "ldproof conform all --known-failures failing.txt --badge badge.json -- ./everything",
    "ldproof conform counting.glance T=3 odds=3 --python mine:report",
    "ldproof conform shots.report -- ldproof oracle",
)


@ending
def conform_program(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="MECHANISM",
            help=f"What is held against the reference, as `system.mechanism`; a formula, or {ALL}.",
            autocompletion=mechanism_names,
        ),
    ],
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="key=value",
            help="Parameters: everything is asked at these alone, and not the vectors that are shipped.",
            autocompletion=mechanism_keys,
        ),
    ] = None,
    python: Annotated[
        str | None, typer.Option(metavar="MODULE:FUNCTION", help="Ask a function of an input.")
    ] = None,
    ulps: Annotated[str, typer.Option(help="By how many units in the last place a number may be off.")] = str(
        ULPS
    ),
    alpha: Annotated[
        str, typer.Option(help="How often a program that draws from the law may be said not to.")
    ] = ALPHA,
    draws: Annotated[
        str, typer.Option(help="How many outputs a program draws of a mechanism by its own coins, at most.")
    ] = str(DRAWS),
    known: Annotated[
        Path | None,
        typer.Option(
            "--known-failures",
            metavar="FILE",
            help="Vectors that are known to fail, kind/id, one a line: one that passes fails the run.",
        ),
    ] = None,
    timeout: Annotated[str, typer.Option(help="The seconds that an answer may take.")] = "60",
    form: Annotated[Form, typer.Option("--format", help="How the outcome is written.")] = Form.TEXT,
    machine: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    place: Annotated[
        str | None,
        typer.Option(
            metavar="FILE[:LINE]", help="Where sarif and github show a difference, if not at what is asked."
        ),
    ] = None,
    badge: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a badge there, as shields.io reads it.")
    ] = None,
) -> Status:
    """Whether a program answers as the reference does: to the test vectors, and by the law of what it draws.

    COMMAND speaks the protocol of PROTOCOL.md. It is asked for what it says that it can do: vectors are replayed, outputs
    of given coins bit for bit, fractions exactly, other numbers within ulps, refusals by their reason if it gives any.
    What it draws from its own coins is tested against the exact law, however long one watches.

    FUNCTION is given an input, and those of the parameters that it names, as texts; it returns an output. If it names
    `coins`, it gets random bytes by `coins.read(8)`, and the vectors are replayed with these.

    Exit status: 0 it conforms, as far as it was tested; 1 it differs; 2 the request is wrong; 3 nothing could be tested,
    or the program failed.
    """
    if machine and form not in (Form.TEXT, Form.JSON):
        raise typer.BadParameter("--json is a format, and --format names one too")
    asked = Asked(
        wanted(name),
        assignments(given) if given else None,
        Whole(0, 1 << 20).accept("ulps", ulps),
        CHANCE.accept("alpha", numeral(alpha)),
        Whole(1, 10**8).accept("draws", draws),
        frozenset() if known is None else listed(known),
    )
    source = source_of(place, python, context.args)
    limits = Limits(seconds=float(SECONDS.accept("timeout", numeral(timeout))))
    with telling() as tell, Program(command((*context.args,), python, name), limits) as program:
        if python is not None:
            there(program)
        found = conform(program, asked, tell)
    if badge is not None:
        write(badge, as_badge(found))
    return conclude(found, Form.JSON if machine else form, partial(results, found, source, known))


def source_of(place: str | None, python: str | None, words: Sequence[str]) -> Place | None:
    """Where a difference is shown: as is said, or else at what is asked."""
    if place is not None:
        return place_of(place)
    return of_command(words) if python is None else of_function(python)


def command(words: tuple[str, ...], python: str | None, name: str) -> tuple[str, ...]:
    """What is run."""
    if (python is None) == (not words):
        raise Refused(
            Reason.MISSING if python is None else Reason.REPEATED,
            "no program" if python is None else "two programs",
            "exactly one of -- COMMAND, --python",
        )
    return words if python is None else (*HOST, python, name)


def there(program: Program) -> None:
    """Refused where the function is not: that is our request's fault, and no program's."""
    answer = program.reply("describe")
    if answer.get("reason") == Reason.NO_SUCH_PROGRAM:
        raise Refused(Reason.NO_SUCH_PROGRAM, f"there is no such function: {answer['error']}", PLACE)


def listed(file: Path) -> frozenset[str]:
    """The vectors that a file names; what follows a # is a remark."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as why:
        raise Refused(
            Reason.UNAVAILABLE, f"{file} cannot be read: {why}", "a file of vectors' names"
        ) from None
    return frozenset(name for line in lines if (name := line.partition("#")[0].strip()))


def write(file: Path, text: str) -> None:
    """Write a file, or say why not."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as why:
        raise Refused(Reason.UNAVAILABLE, f"{file} cannot be written: {why}", "another place") from None


def conclude(found: Finding, form: Form, wrong: Callable[[], Iterator[Result]]) -> Status:
    """Write the outcome; the status with which that ends."""
    with words_may_be_lost():
        match form:
            case Form.TEXT:
                for line in sentences(found):
                    say(line)
            case Form.JSON:
                say_json(as_json(found))
            case Form.JUNIT:
                say(as_junit(found))
            case Form.SARIF:
                say_json(sarif(TOOL, RULES, wrong()))
            case Form.GITHUB:
                for line in annotations(wrong(), next(sentences(found))):
                    say(line)
            case Form.MARKDOWN:
                say(as_markdown(found))
    return STATUS[found.verdict]


STATUS = {
    Verdict.CONFORMS: Status.FINE,
    Verdict.DIFFERS: Status.FINDING,
    Verdict.UNTESTED: Status.UNDECIDED,
}
