"""`ldproof law`: the exact law of a mechanism's output."""

from functools import cache, partial
from typing import Annotated

import typer

from ldproof.cli.columns import show_table
from ldproof.cli.completion import mechanism_keys, mechanism_names
from ldproof.cli.evaluate import DIGITS
from ldproof.cli.output import Status, end_with_status, say, say_json
from ldproof.errors import Reason, Refused
from ldproof.evaluation import Reading, as_object, format_sentence, in_words, parse_assignments, read_law
from ldproof.parameters import parameter_domain
from ldproof.registry import make_mechanism

EXAMPLES = (
    "ldproof law shots.report T=3 m=1 r=0 odds=3 --input 101",
    "ldproof law shots.report T=3 m=1 r=1/2 epsilon=1 --input 101 --output 011 --json",
    "ldproof law shots.report T=100 m=6 r=1/10 epsilon=1",
    "ldproof law counting.glance T=3 odds=3 --input 101 --output -0-",
)


@end_with_status
def law(
    name: Annotated[
        str,
        typer.Argument(
            metavar="MECHANISM",
            help="The mechanism, as `system.mechanism`.",
            autocompletion=mechanism_names,
        ),
    ],
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="key=value", help="Its parameters, as exact numbers.", autocompletion=mechanism_keys
        ),
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option(
            "--input", metavar="X", help="What the person has to report; without it, only the tight epsilon."
        ),
    ] = None,
    output: Annotated[
        str | None, typer.Option(metavar="Y", help="Only the likelihood of this output; NULL is a -.")
    ] = None,
    digits: Annotated[str, typer.Option(help="How many digits an irrational value gets.")] = DIGITS,
    machine: Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")] = False,
) -> Status:
    """The exact law of what a person sends, and the tight epsilon between two people.

    At user level the two may differ in everything, at event level in one round.
    """
    if secret is None and output is not None:
        raise Refused(
            Reason.MISSING, "--output without --input: it is as likely as an input makes it", "--input X"
        )
    places = int(parameter_domain("digits").accept("digits", digits))
    reading = read_law(make_mechanism(name, parse_assignments(given or ())), secret, output, places)
    if machine and secret is None:
        say_json(
            {"mechanism": name}
            | {level: told for level, told in as_object(reading).items() if level != "law"}
        )
    elif machine:
        say_json({"mechanism": name, "input": secret} | as_object(reading))
    else:
        show_reading(reading, places)
    return Status.FINE


def show_reading(reading: Reading, digits: int) -> None:
    """A reading for people."""
    words = cache(partial(in_words, digits=digits))
    if reading.probabilities:
        show_table(
            "output",
            "probability",
            rows=[(text, words(share)) for text, share in reading.probabilities.items()],
        )
        say("")
    for name, privacy in (("user", reading.user), ("event", reading.event)):
        say(f"at {name} level, tight:")
        say(format_sentence("  odds", privacy.odds, digits))
        say(format_sentence("  epsilon", privacy.epsilon, digits))
