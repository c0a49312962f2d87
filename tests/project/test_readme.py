"""What the README shows is run as it stands there."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from math import exp
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
    result = shell(example, tmp_path)
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


INDENTED = re.compile(r"\n\n((?:    .*\n)+)")
COMMAND = re.compile(r"^    (ldproof .*?)(?: +# .*)?$", re.MULTILINE)
INSTEAD = {
    "ldproof prove shots": "ldproof prove shots.c-star --no-solvers",
    "ldproof reproduce shots.fig-2b --runs 10": "ldproof reproduce shots.fig-2b --runs 0 --json",
}
"""What takes most of a minute is asked for less; the rest is run as it stands."""
BEGINNINGS = {
    "prove": "claim         verdict ",
    "explain": "shots.",
    "book": "",
    "eval": f"shots.p is {6 / 100 * exp(1 / 12) / (1 + exp(1 / 12)):.4f}",
    "law": "output  probability",
    "reproduce": '{"figures": [{"name": "shots.fig-2b"',
    "--list": "formula ",
    "epsilon=1": "at user level, tight:\n  odds is 2.718",
}


def block(readme: str, beginning: str) -> str:
    """The indented lines that begin so."""
    (found,) = (each for each in INDENTED.findall(readme) if each.startswith(f"    {beginning}"))
    return str(found)


def shell(script: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """What a shell does with the `ldproof` of this environment."""
    ldproof = f'ldproof() {{ "{sys.executable}" -m ldproof "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", ldproof + dedent(script)], capture_output=True, text=True, check=False, cwd=folder
    )


def test_the_commands(checkout: Path, tmp_path: Path) -> None:
    """Each line, in a folder with nothing in it."""
    readme = (checkout / "README.md").read_text(encoding="utf-8")
    commands = COMMAND.findall(block(readme, "ldproof prove shots"))
    assert len(commands) == 9
    assert INSTEAD.keys() <= {*commands}
    for command in commands:
        result = shell(INSTEAD.get(command, command), tmp_path)
        assert (result.returncode, result.stderr) == (0, ""), command
        _, name, *words = command.split()
        beginning = BEGINNINGS.get(words[-1]) or BEGINNINGS.get(words[0]) or BEGINNINGS[name]
        assert result.stdout.startswith(beginning), command
    assert (tmp_path / "pages" / "index.html").is_file()


def test_the_oracle(checkout: Path, tmp_path: Path) -> None:
    result = shell(block((checkout / "README.md").read_text(encoding="utf-8"), "echo"), tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["id"] == 1
    assert "estimates" in json.loads(result.stdout)


def test_conformity(checkout: Path, tmp_path: Path) -> None:
    """`reporting` and `mine` are the reader's own: here the one is right, and the other reports nothing."""
    program = tmp_path / "reporting"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ldproof oracle\n')
    program.chmod(0o755)
    (tmp_path / "mine.py").write_text("def report(states):\n    return '-' * len(states)\n")
    commands = COMMAND.findall(block((checkout / "README.md").read_text(encoding="utf-8"), "ldproof conform"))
    found = [shell(command, tmp_path) for command in commands]
    assert [each.returncode for each in found] == [0, 0, 1], found
    assert [each.stdout.partition(":")[0] for each in found] == ["conforms", "conforms", "differs"]


def test_the_targets_are_there(checkout: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (checkout / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    readme = (checkout / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:^    |`)make ([a-z-]+)", readme, re.MULTILINE)
    assert len(named) >= 12
    assert {*named} <= {*targets}


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
