"""`ldproof law`: the exact law of a mechanism's output."""

from collections.abc import Sequence
from functools import cache

import click

from ldproof.cli.arguments import (
    digits_option,
    json_option,
    mechanism_argument,
    parameters_argument,
)
from ldproof.cli.commands import Command
from ldproof.cli.text import Status, end_with_status, say, show_table
from ldproof.errors import Reason, Refused
from ldproof.parameters import parse_assignments
from ldproof.registry import make_mechanism
from ldproof.results import LawResult, accept_digits, read_law

EXAMPLES = (
    "ldproof law shots.report T=3 m=1 r=0 odds=3 --input 101",
    "ldproof law shots.report T=3 m=1 r=1/2 epsilon=1 --input 101 --output 011 --json",
    "ldproof law shots.report T=100 m=6 r=1/10 epsilon=1",
    "ldproof law counting.glance T=3 odds=3 --input 101 --output -0-",
)


@click.command("law", cls=Command, examples=EXAMPLES)
@mechanism_argument()
@parameters_argument()
@click.option(
    "--input",
    "secret",
    metavar="X",
    help="What the person has to report; without it, only the tight epsilon.",
)
@click.option("--output", metavar="Y", help="Only the likelihood of this output; NULL is a -.")
@digits_option()
@json_option()
@end_with_status
def law(
    *, name: str, given: Sequence[str], secret: str | None, output: str | None, digits: str, machine: bool
) -> Status:
    """The exact law of what a person sends, and the tight epsilon between two people.

    At user level the two may differ in everything, at event level in one round.
    """
    if secret is None and output is not None:
        raise Refused(
            Reason.MISSING, "--output without --input: it is as likely as an input makes it", "--input X"
        )
    places = accept_digits(digits)
    found = read_law(make_mechanism(name, parse_assignments(given)), name, secret, output, places)
    if machine:
        say(found.to_json())
    else:
        show_law(found)
    return Status.FINE


def show_law(found: LawResult) -> None:
    """The law as a table, and the privacy at both levels."""
    if found.probabilities:
        written = cache(str)
        show_table("output", "probability", rows=[(text, written(share)) for text, share in found.items()])
        say("")
    for name, tight in (("user", found.user), ("event", found.event)):
        say(f"at {name} level, tight:")
        say(tight.odds.sentence("  odds"))
        say(tight.epsilon.sentence("  epsilon"))
