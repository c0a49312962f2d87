"""`ldproof check`: whether a mechanism keeps the contract of mechanisms."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import click

from ldproof.budget import promised_budget
from ldproof.cli.arguments import json_option, mechanism_argument, parameters_argument
from ldproof.cli.main import ExampledCommand
from ldproof.cli.text import Status, end_with_status, ignore_lost_words, say
from ldproof.names import find_named
from ldproof.oracle.contract import Clause, Finding, findings
from ldproof.oracle.contract.checking import isolated_findings
from ldproof.parameters import complete_numeral, parse_assignments
from ldproof.programs import SECONDS, TIMEOUT
from ldproof.registry import MECHANISMS, make_mechanism, request_of_function

EXAMPLES = (
    "ldproof check shots.report T=3 m=1 r=0 odds=3",
    "ldproof check theirs.kary k=5 odds=3 --json",
)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of checking a mechanism."""

    mechanism: str
    findings: tuple[Finding, ...]

    @property
    def broken_clauses(self) -> list[Finding]:
        """The clauses of the contract that are broken, each with a point at which it is."""
        return [each for each in self.findings if each.broken]

    def __str__(self) -> str:
        lines = [f"{'broken: ' if each.broken else ''}{each}" for each in self.findings]
        if not self.broken_clauses:
            unseen = {each.clause for each in self.findings}
            kept = ", ".join(each for each in Clause if each not in unseen)
            lines.append(f"{self.mechanism} keeps the contract: {kept}")
        return "\n".join(lines)

    def to_json(self) -> str:
        """One JSON object, as `ldproof check --json` has it."""
        broken, unseen = (
            [{"clause": each.clause, "what": each.words} for each in self.findings if each.broken is kind]
            for kind in (True, False)
        )
        members = {"mechanism": self.mechanism, "kept": not broken, "broken": broken}
        return json.dumps({**members, "not looked at": unseen})


@click.command("check", cls=ExampledCommand, examples=EXAMPLES)
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
    looking = partial(findings, make_mechanism(name, written), promised_budget(written))
    found = CheckResult(name, (*isolated_findings(looking, seconds),))
    with ignore_lost_words():
        say(found.to_json() if machine else str(found))
    return Status.FINDING if found.broken_clauses else Status.FINE
