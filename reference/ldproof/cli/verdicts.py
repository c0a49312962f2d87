"""The outcome of an audit on a terminal: its sentences, and a table of what was seen."""

from ldproof.audit.claims import Claim
from ldproof.audit.learn.events import WORST
from ldproof.cli.columns import show
from ldproof.cli.output import say
from ldproof.rendering.findings import Finding, Sighting, said
from ldproof.rendering.verdicts import brief, sentences

SHOWN = 10
"""So many events are in the table; JSON has them all."""


def tabulate(found: Finding) -> None:
    """The verdict, what it rests on, what it does not say, and the events."""
    for line in sentences(found):
        say(line)
    if found.sightings:
        say("")
        columns = ("event", "input", "happens in", "input", "happens in", "evidence")
        rows = [row(found.claim, each) for each in found.sightings[:SHOWN]]
        width = len(columns) - (found.evidence is None)
        show(*columns[:width], rows=[each[:width] for each in rows])
        if found.foreseen and any(each.event == str(WORST) for each in found.sightings[:SHOWN]):
            say(f"{WORST}: {found.foreseen}")
    if len(found.sightings) > SHOWN:
        say(f"and {len(found.sightings) - SHOWN} more, which --json writes out")


def row(claim: Claim, seen: Sighting) -> tuple[str, ...]:
    """What was seen of an event, as the cells of a table."""
    one, other = (brief(said(claim, each)) for each in (seen.likely, seen.unlikely))
    counted = seen.counted
    return (
        brief(seen.event),
        one,
        f"{counted.likely:,}/{counted.likely_samples:,}",
        other,
        f"{counted.unlikely:,}/{counted.unlikely_samples:,}",
        "" if seen.evidence is None else f"{seen.evidence:.2f}",
    )
