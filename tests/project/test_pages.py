"""README.md and the pages of docs/: their examples run as they stand, and their links lead somewhere."""

import re
import sys
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from math import exp
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from ldproof.cli.main import app
from ldproof_proofs.book.explained import stored
from ldproof_proofs.kernel.writing import typeset
from tests.project.counts import COUNTED
from tests.project.sessions import run_shell, shown_commands
from tests.tiers import slow

ROOT = Path(__file__).parents[2]


def page_text(name: str) -> str:
    """Return the text of a page."""
    return (ROOT / name).read_text(encoding="utf-8")


README, COMMANDS, EVIDENCE = map(page_text, ("README.md", "docs/commands.md", "docs/evidence.md"))
PAGES = sorted(str(each.relative_to(ROOT)) for each in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
FINDING = re.compile(r"^\| `([a-z0-9.-]+)` \| (.+?) \| ([a-z ]+) \| (.+) \|$", re.MULTILINE)
PLAN = re.compile(r"\n    ldproof (plan count .*)\n\n((?:    .*\n)+)\nIt says what decides: \"([^\"]+)\"")


@pytest.mark.parametrize(
    ("page", "names"),
    [
        pytest.param("README.md", ("audit",), marks=slow),
        pytest.param("docs/cluster.md", ("audit",), marks=slow),
        pytest.param("docs/floats.md", ("audit", "audit"), marks=slow),
        ("docs/tutorials/first-audit.md", ("law", "oracle")),
        pytest.param(
            "docs/tutorials/first-audit.md", ("audit", "--quiet", "law", "oracle", "conform"), marks=slow
        ),
    ],
)
def test_sessions_print_the_shown_output(page: str, names: tuple[str, ...], tmp_path: Path) -> None:
    """Also those that run pytest; a file that is shown and missing is written."""
    shown = [(*command.split(), f"{printed}\n") for command, printed in shown_commands(page_text(page))]
    ran = []
    for name, word, *words, expected in shown:
        if name == "cat" and not (tmp_path / word).exists():
            (tmp_path / word).write_text(expected, encoding="utf-8")
        elif word in names:
            ran.append(word)
            result = run_shell(" ".join([name, word, *words]), tmp_path)
            printed = "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())
            wrapped = (
                NORMALIZE_WHITESPACE if page == "README.md" else 0
            )  # its long line would be cut on the screen
            assert OutputChecker().check_output(expected, printed, ELLIPSIS | wrapped), printed
            assert result.stderr == ""
    assert ran == [*names]


def test_plan_prints_the_shown_table() -> None:
    ((command, table, reason),) = PLAN.findall(page_text("docs/planning.md"))
    shown = CliRunner().invoke(app, command.split(), env={"COLUMNS": "200"}).stdout
    lines = [line.rstrip() for line in shown.splitlines()]
    assert dedent(table).splitlines() == lines[: lines.index("")]
    assert reason.replace("\n", " ") in shown


def commands_of_block(page: str, first: str) -> list[str]:
    """Return the commands of a page's block that begins with this one."""
    (block,) = re.findall(rf"\n\n(    {first}.*\n(?:    .*\n)+)", page)
    return re.findall(r"^    (ldproof .*?)(?: +# .*)?$", block, re.MULTILINE)


INSTEAD = {
    "ldproof prove shots": "ldproof prove shots.c-star --no-solvers",
    "ldproof reproduce shots.fig-2b --runs 10": "ldproof reproduce shots.fig-2b --runs 0 --json",
}
"""What takes most of a minute is asked for less; the rest is run as it stands."""
BEGINNINGS: dict[str, str | tuple[str, ...]] = {
    "prove": "claim         verdict ",
    "explain": "shots.",
    "unbiasedness": "Unbiasedness (a chapter of the book)",
    "book": "",
    "eval": f"shots.p is {6 / 100 * exp(1 / 12) / (1 + exp(1 / 12)):.4f}",
    "law": "output  probability",
    "reproduce": '{"figures": [{"name": "shots.fig-2b"',
    "test": ("significant: the noisy distance is ", "not significant: the noisy distance is "),
    "--list": "formula ",
    "epsilon=1": "at user level, tight:\n  odds is 2.718",
}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(each, marks=slow if re.search(" book | reproduce ", each) else ())
        for each in commands_of_block(COMMANDS, "ldproof prove shots")
    ],
)
def test_command_prints_the_shown_first_lines(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, name, *words = INSTEAD.get(command, command).split()
    result = CliRunner().invoke(app, [name, *words], env={"COLUMNS": "200"})
    assert (result.exit_code, result.stderr) == (0, "")
    beginning = BEGINNINGS.get(words[-1]) or BEGINNINGS.get(words[0]) or BEGINNINGS[name]
    assert result.stdout.startswith(beginning)
    assert (tmp_path / "pages" / "index.html").is_file() == (name == "book")


@slow
def test_right_program_conforms_and_empty_one_differs(tmp_path: Path) -> None:
    """`reporting` and `mine` are the reader's programs: here one is right, and the other reports nothing."""
    program = tmp_path / "reporting"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ldproof oracle\n')
    program.chmod(0o755)
    (tmp_path / "mine.py").write_text("def report(states):\n    return '-' * len(states)\n")
    found = [
        run_shell(command, tmp_path)
        for command in commands_of_block(page_text("docs/conformance.md"), "ldproof conform")
    ]
    assert [each.returncode for each in found] == [0, 0, 1], found
    assert [each.stdout.partition(":")[0] for each in found] == ["conforms", "conforms", "differs"]


def test_shown_make_targets_exist(checkout: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (checkout / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    pages = "".join(map(page_text, PAGES))
    named = re.findall(r"(?:^    |`)make ([a-z-]+)", pages, re.MULTILINE)
    assert len(named) >= 12
    assert {*named} <= {*targets}


def test_findings_agree_with_the_ledger() -> None:
    """The table quotes what is printed and what holds, whole or shortened, with the verdicts."""
    claims = stored()["claims"]
    found = FINDING.findall(EVIDENCE.replace("\\|", "|"))
    assert len(found) == 10
    for name, printed, verdict, words in found:
        assert claims[name]["verdict"] == verdict, name
        assert printed in typeset(claims[name]["printed"], "text"), name
        assert any(words in typeset(each["text"], "text") for each in claims[name]["sentences"]), name


@pytest.mark.parametrize("page", COUNTED)
def test_counts_agree_with_the_ledger(page: str) -> None:
    """After a change: `make trust`."""
    assert COUNTED[page](page_text(page)) == page_text(page)


def test_readme_is_short_and_begins_with_code() -> None:
    assert len(README.split()) <= 500
    assert any(line.startswith("    $ ") for line in README.splitlines()[:13])


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page: str) -> None:
    links = [each for each in LINK.findall(page_text(page)) if "://" not in each]
    assert [each for each in links if not (ROOT / page).parent.joinpath(each).exists()] == []
