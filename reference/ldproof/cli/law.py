"""`ldproof law`: the exact law of a mechanism's output."""

from functools import cache, partial
from typing import Annotated

import typer

from ldproof.catalogue import Reading, as_object, mechanism, read
from ldproof.cli.arguments import assignments
from ldproof.cli.completion import mechanism_keys, mechanism_names
from ldproof.cli.endings import ending
from ldproof.cli.evaluate import DIGITS
from ldproof.cli.output import Status, say, say_json
from ldproof.cli.paper import show
from ldproof.cli.values import in_words, sentence
from ldproof.domains import DOMAINS

EXAMPLES = (
    "ldproof law shots.report T=3 m=1 r=0 odds=3 --input 101",
    "ldproof law shots.report T=3 m=1 r=1/2 epsilon=1 --input 101 --output 011 --json",
    "ldproof law counting.glance T=3 odds=3 --input 101 --output -0-",
)


@ending
def law(
    name: Annotated[
        str,
        typer.Argument(
            metavar="MECHANISM",
            help="The mechanism, as `system.mechanism`.",
            autocompletion=mechanism_names,
        ),
    ],
    secret: Annotated[str, typer.Option("--input", metavar="X", help="What the person has to report.")],
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="key=value", help="Its parameters, as exact numbers.", autocompletion=mechanism_keys
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
    places = int(DOMAINS["digits"].accept("digits", digits))
    reading = read(mechanism(name, assignments(given or ())), secret, output, places)
    if machine:
        say_json({"mechanism": name, "input": secret} | as_object(reading))
    else:
        explain(reading, places)
    return Status.FINE


def explain(reading: Reading, digits: int) -> None:
    """A reading for people."""
    words = cache(partial(in_words, digits=digits))
    show(
        "output",
        "probability",
        rows=[(text, words(share)) for text, share in reading.probabilities.items()],
    )
    for name, privacy in (("user", reading.user), ("event", reading.event)):
        say(f"\nat {name} level, tight:")
        say(sentence("  odds", privacy.odds, digits))
        say(sentence("  epsilon", privacy.epsilon, digits))
