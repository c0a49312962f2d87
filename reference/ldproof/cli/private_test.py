"""`ldproof test`: private answers of chi-squared tests, with their size and power."""

from collections.abc import Sequence
from pathlib import Path

import click

from ldproof.cli.arguments import select_form
from ldproof.cli.text import Status, activity_spinner, read_text_lines, say, show_table
from ldproof.coins import SystemCoins
from ldproof.parameters import parse_assignments
from ldproof.planning.plan import parse_request
from ldproof.planning.private_test import MOST_SHOWN, PrivateTestResult, parse_test, run_test


def run_private_test(*, given: Sequence[str], table: Path | None, form: str, machine: bool) -> Status:
    """Draw the answers and print them."""
    form = select_form(form, machine=machine, first="text")
    known: dict[str, object] = {**parse_assignments(given)}
    if table is not None:
        known["table"] = read_text_lines(table)
    request, variants = parse_request("test", parse_test, known)
    with activity_spinner() as tell:
        found = run_test(request, variants, SystemCoins(), tell)
    match form:
        case "json":
            say(found.to_json())
        case "csv":
            click.echo(found.to_csv(), nl=False)
        case _:
            show_result(found)
    return Status.FINE


def show_result(found: PrivateTestResult) -> None:
    """Print a row for each variant, as far as these are few, and the sentences on the test."""
    if len(found.answers) > 1:
        show_table(
            "variant",
            "significant",
            "statistic",
            "p-value",
            rows=[
                (
                    each.name or "",
                    "yes" if each.significant else "no",
                    "" if each.statistic is None else str(each.statistic),
                    "" if each.p_value is None else str(each.p_value),
                )
                for each in found.answers[:MOST_SHOWN]
            ],
        )
        if len(found.answers) > MOST_SHOWN:
            say(f"and {len(found.answers) - MOST_SHOWN} more, which --format csv writes")
        say("")
    say(str(found))
