"""What the README shows is run as it stands there."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from ldproof_proofs.book.explained import stored
from ldproof_proofs.kernel.writing import typeset

FINDING = re.compile(r"^\| `([a-z0-9.-]+)` \| ([a-z ]+) \| (.+) \|$", re.MULTILINE)
PLAN = re.compile(r"\n    (ldproof plan count .*)\n\n((?:    .*\n)+)\nIt says what decides: \"([^\"]+)\"")
AUDIT = re.compile(r"\n\n((?:    .*\n|\n)*    ldproof audit .*\n)")


def test_the_audit(checkout: Path, tmp_path: Path) -> None:
    """In a folder with nothing in it, and with the `ldproof` of this environment."""
    (example,) = AUDIT.findall((checkout / "README.md").read_text(encoding="utf-8"))
    ldproof = f'ldproof() {{ "{sys.executable}" -m ldproof "$@"; }}\n'
    result = subprocess.run(
        ["bash", "-c", ldproof + dedent(example)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout.startswith("violated: ")


def test_the_plan(checkout: Path) -> None:
    """The table is what the command prints, and what is said to decide is said there."""
    readme = (checkout / "README.md").read_text(encoding="utf-8")
    ((command, table, said),) = PLAN.findall(readme)
    shown = subprocess.run(
        [sys.executable, "-m", *command.split()], capture_output=True, text=True, check=True
    ).stdout
    lines = [line.rstrip() for line in shown.splitlines()]
    assert dedent(table).splitlines() == lines[: lines.index("")]
    assert said.replace("\n", " ") in shown


def findings(readme: str) -> dict[str, tuple[str, str]]:
    """The verdict and the words of every claim in the table."""
    return {name: (verdict, words.replace("\\|", "|")) for name, verdict, words in FINDING.findall(readme)}


def untrue(found: Mapping[str, tuple[str, str]]) -> list[str]:
    """The claims of which the ledger does not say the same, word by word."""
    claims = stored()["claims"]
    return [
        name
        for name, (verdict, words) in found.items()
        if claims[name]["verdict"] != verdict
        or not any(words in typeset(each["text"], "text") for each in claims[name]["sentences"])
    ]


def test_the_findings_are_the_ledgers(checkout: Path) -> None:
    """The table quotes sentences, whole or cut short, and gives the verdicts."""
    found = findings((checkout / "README.md").read_text(encoding="utf-8"))
    assert len(found) == 12
    assert untrue(found) == []


def test_another_number_would_be_noticed() -> None:
    words = "two rows that differ have the odds 81, and those that are printed are 9."
    assert untrue({"sketch.composition": ("corrected", words)}) == []
    assert untrue({"sketch.composition": ("corrected", words.replace("81", "82"))}) == ["sketch.composition"]
    assert untrue({"sketch.composition": ("holds", words)}) == ["sketch.composition"]
