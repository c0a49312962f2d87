"""`ldproof prove`: the ledger, proved."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter

import click

from ldproof.cli.ci import github_annotations, sarif_log
from ldproof.cli.text import Status, ignore_lost_words, say, say_json
from ldproof_proofs.book.installed import installed
from ldproof_proofs.book.reports import (
    RULES,
    TOOL,
    Report,
    as_json,
    as_junit,
    as_markdown,
    conclude,
    failures,
    listed,
    results,
    totals_in_words,
)

FORMS: Mapping[str, Callable[[Sequence[Report], float], None]] = {
    "table": conclude,
    "json": lambda found, seconds: say_json(as_json(found, seconds)),
    "junit": lambda found, seconds: say(as_junit(found, seconds)),
    "markdown": lambda found, seconds: say(as_markdown(found, seconds)),
    "sarif": lambda found, _: say_json(sarif_log(TOOL, RULES, results(found))),
    "github": lambda found, seconds: say(
        "\n".join(github_annotations(results(found), totals_in_words(found, seconds)))
    ),
}
"""How the outcome is written, in each form."""


def prove(
    *,
    wanted: Sequence[str],
    check: bool,
    form: str,
    smt2: Path | None,
    export: Path | None,
    coq: Path | None,
    afresh: bool,
    no_solvers: bool,
    kept: Path | None,
) -> Status:
    """Prove claims, and write what became of each."""
    writes = {"--export": export, "--coq": coq}
    silent = [option for option, folder in {"--check": check or None, **writes}.items() if folder is not None]
    if export is not None and coq is not None:
        raise click.UsageError("--export and --coq write different files: one of them at a time")
    for option, asks in (("--smt2", smt2 is not None), ("--afresh", afresh)):
        if silent and asks:
            raise click.UsageError(
                f"{silent[0]} asks the solvers nothing, so there is nothing for {option} to do"
            )
    if kept is not None and not silent and (smt2 is not None or afresh):
        raise click.UsageError("--store writes what is found; --smt2 and --afresh go without it")
    if no_solvers and afresh:
        raise click.UsageError("--afresh asks the solvers again, and --no-solvers does without them")
    start = perf_counter()
    with installed():
        from ldproof_proofs.book import run  # noqa: PLC0415  (the ledger, and whoever gives second opinions)
    entries = run.select(run.claims(), wanted)
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
    if form == "table":
        reports = listed(entries, reports)
    place = {entry.name: number for number, entry in enumerate(entries)}
    found = sorted(reports, key=lambda each: place[each.entry.name])
    seconds = perf_counter() - start
    with ignore_lost_words():
        FORMS[form](found, seconds)
    return Status.FINDING if failures(found) else Status.FINE
