"""`ldproof prove`: the ledger, proved."""

from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from ldproof.cli.ci import github_annotations, sarif_log
from ldproof.cli.output import Status, end_with_status, say, say_json, words_may_be_lost
from ldproof_proofs.book.explained import claim_names
from ldproof_proofs.book.installed import installed
from ldproof_proofs.book.reports import (
    RULES,
    TOOL,
    as_json,
    as_junit,
    as_markdown,
    conclude,
    failures,
    listed,
    results,
    totals_in_words,
)


class Form(StrEnum):
    """How the outcome is written."""

    TABLE = "table"
    JSON = "json"
    JUNIT = "junit"
    MARKDOWN = "markdown"
    SARIF = "sarif"
    GITHUB = "github"


EXAMPLES = (
    "ldproof prove",
    "ldproof prove shots --no-solvers",
    "ldproof prove shots.thm-4 --format json",
    "ldproof prove --check",
    "ldproof prove shots.thm-4 --afresh",
    "ldproof prove --export objects",
    "ldproof prove --coq proofs",
)


@end_with_status
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
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Replay the stored certificates, and write every theorem as an object for proofs/checker/check.py.",
        ),
    ] = None,
    coq: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Replay the stored certificates, and write every theorem as a proof for Coq, which `make coq` checks.",
        ),
    ] = None,
    afresh: Annotated[
        bool,
        typer.Option(
            "--afresh", help="Ask the solvers again what they were asked before: they must say the same."
        ),
    ] = False,
    no_solvers: Annotated[
        bool, typer.Option("--no-solvers", help="Do without the solvers' second opinions.")
    ] = False,
    kept: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="DIR",
            help="Write the certificates of a ledger of yours there, or read them there instead of beside its module.",
        ),
    ] = None,
) -> Status:
    """Run the ledger: every claim of every source, its verdict, and the evidence for it.

    Certificates are found anew and replayed, the claims side by side on all processors, a line for each as it is
    decided. Second opinions of solvers are remembered by the text of the question and the solver's exact version;
    where that is new, or with --afresh, the solvers are asked.

    A SYSTEM may be a ledger that an entry point of your package names.
    """
    writes = {"--export": export, "--coq": coq}
    silent = [option for option, folder in {"--check": check or None, **writes}.items() if folder is not None]
    if export is not None and coq is not None:
        raise typer.BadParameter("--export and --coq write different files: one of them at a time")
    for option, asks in (("--smt2", smt2 is not None), ("--afresh", afresh)):
        if silent and asks:
            raise typer.BadParameter(
                f"{silent[0]} asks the solvers nothing, so there is nothing for {option} to do"
            )
    if kept is not None and not silent and (smt2 is not None or afresh):
        raise typer.BadParameter("--store writes what is found; --smt2 and --afresh go without it")
    if no_solvers and afresh:
        raise typer.BadParameter("--afresh asks the solvers again, and --no-solvers does without them")
    start = perf_counter()
    with installed():
        from ldproof_proofs.book import run  # noqa: PLC0415  (the ledger, and whoever gives second opinions)
    entries = run.select(run.claims(), wanted or ())
    if kept is not None:
        run.others_alone(entries)
    if export is not None:
        reports = run.export(entries, export, kept)
    elif coq is not None:
        reports = run.coq(entries, coq, kept)
    elif check:
        reports = run.replay(entries, kept)
    elif kept is not None:
        reports = run.storing(entries, kept, solvers=not no_solvers)
    else:
        reports = run.search(entries, solvers=not no_solvers, smt2=smt2, afresh=afresh)
    if form is Form.TABLE:
        reports = listed(entries, reports)
    place = {entry.name: number for number, entry in enumerate(entries)}
    found = sorted(reports, key=lambda each: place[each.entry.name])
    seconds = perf_counter() - start
    with words_may_be_lost():
        match form:
            case Form.TABLE:
                conclude(found, seconds)
            case Form.JSON:
                say_json(as_json(found, seconds))
            case Form.JUNIT:
                say(as_junit(found, seconds))
            case Form.MARKDOWN:
                say(as_markdown(found, seconds))
            case Form.SARIF:
                say_json(sarif_log(TOOL, RULES, results(found)))
            case Form.GITHUB:
                for line in github_annotations(results(found), totals_in_words(found, seconds)):
                    say(line)
    return Status.FINDING if failures(found) else Status.FINE
