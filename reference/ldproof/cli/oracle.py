"""`ldproof oracle`: the reference's answers to every request of the protocol."""

import sys
from contextlib import suppress
from fractions import Fraction

import click

from ldproof.cli.main import ExampledCommand
from ldproof.cli.text import Status, end_with_status
from ldproof.oracle.guard import SECONDS, serve_guarded
from ldproof.parameters import Between, complete_numeral

WAITING = Between(Fraction(1, 100), Fraction(86400))

EXAMPLES = (
    "ldproof oracle < requests.jsonl",
    """ldproof oracle <<< '{"id": 1, "op": "describe"}'""",
)


@click.command("oracle", cls=ExampledCommand, examples=EXAMPLES)
@click.option(
    "--timeout", "seconds", metavar="SECONDS", default=f"{SECONDS:g}", help="How long an answer may take."
)
@end_with_status
def oracle(*, seconds: str) -> Status:
    """Answer requests on standard input, one JSON object a line.

    Requests are as PROTOCOL.md describes: laws, draws from given coins, estimates, decisions and formulas. Each is
    answered on standard output. A request that is refused, takes too long or makes no sense is answered so, and the
    next one is read.
    """
    with suppress(KeyboardInterrupt):
        serve_guarded(
            sys.stdin.buffer, sys.stdout.buffer, float(WAITING.accept("timeout", complete_numeral(seconds)))
        )
    return Status.FINE
