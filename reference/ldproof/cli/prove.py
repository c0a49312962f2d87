"""`ldproof prove`: the ledger, proved."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ldproof.cli import ledger
from ldproof.cli.completion import claim_names
from ldproof.cli.endings import ending
from ldproof.cli.output import Status, say, say_json
from ldproof.cli.reports import as_json, as_junit, as_markdown, tabulate


class Form(StrEnum):
    """How the outcome is written."""

    TABLE = "table"
    JSON = "json"
    JUNIT = "junit"
    MARKDOWN = "markdown"


EXAMPLES = (
    "ldproof prove",
    "ldproof prove shots --no-solvers",
    "ldproof prove shots.thm-4 --format json",
    "ldproof prove --check",
)


@ending
def prove(
    wanted: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAIM|SYSTEM",
            help="What to prove; everything if nothing is named.",
            autocompletion=claim_names,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only replay the stored certificates: no search, no solver.")
    ] = False,
    form: Annotated[Form, typer.Option("--format", help="How the outcome is written.")] = Form.TABLE,
    smt2: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the solvers' questions there.")
    ] = None,
    no_solvers: Annotated[
        bool, typer.Option("--no-solvers", help="Do without the solvers' second opinions.")
    ] = False,
) -> Status:
    """Run the ledger: every claim of every source, its verdict, and the evidence for it."""
    if check and smt2 is not None:
        raise typer.BadParameter("--check asks the solvers nothing, so there is nothing for --smt2 to write")
    entries = ledger.select(ledger.claims(), wanted or ())
    reports = ledger.replay(entries) if check else ledger.search(entries, solvers=not no_solvers, smt2=smt2)
    match form:
        case Form.TABLE:
            tabulate(reports)
        case Form.JSON:
            say_json(as_json(reports))
        case Form.JUNIT:
            say(as_junit(reports))
        case Form.MARKDOWN:
            say(as_markdown(reports))
    return Status.FINDING if any(each.failure is not None for each in reports) else Status.FINE
