"""`ldproof check`: whether a mechanism keeps the contract of mechanisms."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ldproof.budget import promised_budget
from ldproof.cli.text import Status, ignore_lost_words, say
from ldproof.oracle.contract import Clause, Finding, findings
from ldproof.oracle.contract.checking import isolated_findings
from ldproof.parameters import complete_numeral, parse_assignments
from ldproof.programs import SECONDS
from ldproof.registry import MECHANISMS, complete_mechanism, make_mechanism, request_of_function


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


def check(*, name: str, given: Sequence[str], timeout: str, machine: bool) -> Status:
    """Check a mechanism against the contract, and print what is broken."""
    written = parse_assignments(given)
    name = complete_mechanism(name)
    asked = request_of_function(MECHANISMS[name])
    for key in (*asked.required, *asked.optional):
        asked.domain(key)
    seconds = float(SECONDS.accept("timeout", complete_numeral(timeout)))
    looking = partial(findings, make_mechanism(name, written), promised_budget(written))
    found = CheckResult(name, (*isolated_findings(looking, seconds),))
    with ignore_lost_words():
        say(found.to_json() if machine else str(found))
    return Status.FINDING if found.broken_clauses else Status.FINE
