"""`ldproof check`: whether a mechanism keeps the contract of mechanisms."""

from collections.abc import Sequence
from functools import partial

import click

from ldproof.budget import WAYS, Budget, parse_budget
from ldproof.cli.arguments import json_option, mechanism_argument, parameters_argument
from ldproof.cli.commands import Command
from ldproof.cli.text import Status, end_with_status, say, say_json, words_may_be_lost
from ldproof.names import find_named
from ldproof.oracle.contract import Clause, findings
from ldproof.oracle.contract.checking import isolated_findings
from ldproof.parameters import complete_numeral, parse_assignments
from ldproof.programs import SECONDS, TIMEOUT
from ldproof.registry import MECHANISMS, make_mechanism, request_of_function

EXAMPLES = (
    "ldproof check shots.report T=3 m=1 r=0 odds=3",
    "ldproof check theirs.kary k=5 odds=3 --json",
)


@click.command("check", cls=Command, examples=EXAMPLES)
@mechanism_argument()
@parameters_argument()
@click.option("--timeout", metavar="SECONDS", default=TIMEOUT, help="The seconds that an answer may take.")
@json_option()
@end_with_status
def check(*, name: str, given: Sequence[str], timeout: str, machine: bool) -> Status:
    """Whether a mechanism keeps the contract of mechanisms: yours, which an entry point of your package names, or ours.

    Its values are written and read back, its likelihoods added up, its privacy compared with the largest ratio there is
    and with its budget, and its draws with its likelihoods. What is broken is said with a point at which it is.

    Exit status: 0 nothing is broken, as far as it was looked at; 1 something is; 2 the request is wrong;
    3 an answer takes too long, or ends the process.
    """
    written = parse_assignments(given)
    asked = request_of_function(find_named("mechanism", name, MECHANISMS))
    for key in (*asked.required, *asked.optional):
        asked.domain(key)
    seconds = float(SECONDS.accept("timeout", complete_numeral(timeout)))
    looking = partial(findings, make_mechanism(name, written), whole_budget(dict(written)))
    found = [*isolated_findings(looking, seconds)]
    broken = [each for each in found if each.broken]
    with words_may_be_lost():
        if machine:
            say_json(
                {
                    "mechanism": name,
                    "kept": not broken,
                    "broken": [{"clause": each.clause, "what": each.words} for each in broken],
                    "not looked at": [
                        {"clause": each.clause, "what": each.words} for each in found if not each.broken
                    ],
                }
            )
        else:
            for each in found:
                say(f"{'broken: ' if each.broken else ''}{each}")
            if not broken:
                unseen = {each.clause for each in found}
                say(f"{name} keeps the contract: {', '.join(each for each in Clause if each not in unseen)}")
    return Status.FINDING if broken else Status.FINE


def whole_budget(given: dict[str, object]) -> Budget | None:
    """A person's whole budget, where it is given as such."""
    ways = {way: given[way] for way in WAYS[:2] if way in given}
    return parse_budget(1, **ways) if ways else None
