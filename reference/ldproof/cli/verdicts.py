"""The outcome of an audit on a terminal: its sentences, and a table of what was seen."""

import sys

from ldproof.audit.claim import Claim
from ldproof.audit.learn.events import WORST
from ldproof.cli.columns import show
from ldproof.cli.output import say
from ldproof.rendering.findings import Finding, Sighting
from ldproof.rendering.verdicts import as_input, brief, sentences

SHOWN = 10
"""So many events are in the table; JSON has them all."""


def tabulate(found: Finding) -> None:
    """The verdict, what it rests on, what it does not say, and the events."""
    full = not sys.stdout.isatty()
    for line in sentences(found, full=full):
        say(line)
    if found.sightings:
        say("")
        columns = ("event", "input", "happens in", "input", "happens in", "evidence")
        shown = found.sightings if full else found.sightings[:SHOWN]
        rows = [row(found.claim, each, full=full) for each in shown]
        width = len(columns) - (found.evidence is None)
        show(*columns[:width], rows=[each[:width] for each in rows])
        if found.foreseen and any(each.event == str(WORST) for each in shown):
            say(f"{WORST}: {found.foreseen}")
    if not full and len(found.sightings) > SHOWN:
        say(f"and {len(found.sightings) - SHOWN} more, which --json writes out")


def row(claim: Claim, seen: Sighting, *, full: bool) -> tuple[str, ...]:
    """What was seen of an event, as the cells of a table."""
    one, other = (as_input(claim, each, full=full) for each in (seen.likely, seen.unlikely))
    counted = seen.counted
    return (
        seen.in_full if full else brief(seen.event),
        one,
        f"{counted.likely:,}/{counted.likely_samples:,}",
        other,
        f"{counted.unlikely:,}/{counted.unlikely_samples:,}",
        "" if seen.evidence is None else f"{seen.evidence:.2f}",
    )
