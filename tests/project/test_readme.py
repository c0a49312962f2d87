"""What the README shows is run as it stands there."""

import re
import subprocess
import sys
from collections.abc import Mapping
from doctest import ELLIPSIS, OutputChecker
from math import exp
from pathlib import Path
from textwrap import dedent

from ldproof_proofs.book.explained import stored
from ldproof_proofs.kernel.writing import typeset

FINDING = re.compile(r"^\| `([a-z0-9.-]+)` \| (.+?) \| ([a-z ]+) \| (.+) \|$", re.MULTILINE)
PLAN = re.compile(r"\n    (ldproof plan count .*)\n\n((?:    .*\n)+)\nIt says what decides: \"([^\"]+)\"")
SESSION = re.compile(r"(?:^    .*\n|^\n)*", re.MULTILINE)
SHOWN = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
"""A command, and what it prints, `...` standing for anything."""


def sessions(readme: str) -> list[tuple[str, str]]:
    """The commands at a prompt, in their order, each with what it prints."""
    return [
        (command, shown.rstrip() + "\n")
        for block in SESSION.findall(readme)
        if block.lstrip("\n").startswith("    $ ")
        for command, shown in SHOWN.findall(dedent(block))
    ]


def differences(shown: list[tuple[str, str]], folder: Path) -> list[str]:
    """What another thing is printed by; a file that is shown and is not there yet is written."""
    found = []
    for command, expected in shown:
        name, *words = command.split()
        if name == "cat" and not (folder / words[0]).exists():
            (folder / words[0]).write_text(expected, encoding="utf-8")
        result = shell(command, folder)
        printed = "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())
        if result.stderr or not OutputChecker().check_output(expected, printed, ELLIPSIS):
            found.append(f"{command}\n{result.stdout}{result.stderr}")
    return found


def test_the_three_uses(checkout: Path, tmp_path: Path) -> None:
    """In a folder with nothing in it, and with the `ldproof` and the `pytest` of this environment."""
    shown = sessions((checkout / "README.md").read_text(encoding="utf-8"))
    assert [command.split()[:2] for command, _ in shown if not command.startswith("cat ")] == [
        ["ldproof", "audit"],
        ["ldproof", "law"],
        ["ldproof", "oracle"],
        ["ldproof", "conform"],
        ["pytest", "--quiet"],
    ]
    assert differences(shown, tmp_path) == []


def test_other_words_would_be_noticed(tmp_path: Path) -> None:
    readme = "Text.\n\n    $ cat one\n    first\n\n    second\n    $ echo 12\n    13\n\nText.\n"
    assert sessions(readme) == [("cat one", "first\n\nsecond\n"), ("echo 12", "13\n")]
    assert differences(sessions(readme), tmp_path) == ["echo 12\n12\n"]


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
    """What a shell does with the `ldproof` and the `pytest` of this environment."""
    commands = "".join(
        f'{name}() {{ "{sys.executable}" -m {name} "$@"; }}\n' for name in ("ldproof", "pytest")
    )
    return subprocess.run(
        ["bash", "-c", commands + dedent(script)], capture_output=True, text=True, check=False, cwd=folder
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


def findings(readme: str) -> dict[str, tuple[str, str, str]]:
    """What is printed, the verdict and the words of every claim in the table."""
    return {name: (printed, *words) for name, printed, *words in FINDING.findall(readme.replace("\\|", "|"))}


def untrue(found: Mapping[str, tuple[str, str, str]]) -> list[str]:
    """The claims of which the ledger does not say the same, word by word."""
    claims = stored()["claims"]
    return [
        name
        for name, (printed, verdict, words) in found.items()
        if claims[name]["verdict"] != verdict
        or printed not in claims[name]["printed"]
        or not any(words in typeset(each["text"], "text") for each in claims[name]["sentences"])
    ]


def test_the_findings_are_the_ledgers(checkout: Path) -> None:
    """The table quotes what is printed and what is so, whole or cut short, and gives the verdicts."""
    found = findings((checkout / "README.md").read_text(encoding="utf-8"))
    assert len(found) == 12
    assert untrue(found) == []


def test_another_number_would_be_noticed() -> None:
    printed = "The sketch as a whole is LDP by composition."
    words = "a row that differs and another have the odds 81 together, and those that are printed are 9."
    assert untrue({"sketch.composition": (printed, "corrected", words)}) == []
    for other in (
        (printed, "corrected", words.replace("81", "82")),
        (printed, "holds", words),
        (printed.replace("LDP", "DP"), "corrected", words),
    ):
        assert untrue({"sketch.composition": other}) == ["sketch.composition"]
