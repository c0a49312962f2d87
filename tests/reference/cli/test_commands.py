"""What a command imports: what it uses, and nothing that is slow besides."""

import os
import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from ldproof.cli.commands import COMMANDS, OTHERS, Entry, command, others
from ldproof.cli.main import ALLOCATIONS
from tests.reference.cli.conftest import Run

PROVERS = ("ldproof_proofs.kernel", "ldproof_proofs.ledger", "sympy", "z3", "cvc5", "highspy")
PROOFS = ("ldproof_proofs", *PROVERS)
SERVICES = (
    "ldproof.audit",
    "ldproof.experiments",
    "ldproof.programs",
    "ldproof.cli.audit",
)
SYSTEMS = ("ldproof.shots", "ldproof.counting", "ldproof.chi2", "ldproof.sketch")
SLOW = (*PROOFS, "matplotlib", "pydantic", "importlib.metadata", *SERVICES)

RUN = """
import sys
from ldproof.cli.main import main
sys.argv[0] = "ldproof"
try:
    main()
except SystemExit as left:
    assert not left.code, left.code
print(*sys.modules)
"""


SETTINGS = """
import gc, os, sys
from ldproof.cli.main import main
assert "numpy" not in sys.modules  # which reads the number of threads when it is imported
sys.argv = ["ldproof", "--version"]
try:
    main()
except SystemExit as left:
    assert not left.code, left.code
print(os.environ["OPENBLAS_NUM_THREADS"], gc.get_threshold()[0])
"""


@pytest.mark.parametrize(("given", "threads"), [({}, 1), ({"OPENBLAS_NUM_THREADS": "2"}, 2)])
def test_linear_algebra_has_one_thread_unless_others_are_asked_for(
    given: dict[str, str], threads: int
) -> None:
    """And looks for cycles are seldom."""
    without = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    words = [sys.executable, "-c", SETTINGS]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=without | given)
    assert done.stdout.splitlines()[-1] == f"{threads} {ALLOCATIONS}"


def imported(*arguments: str) -> set[str]:
    """What is loaded when a command has ended well."""
    done = subprocess.run([sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("arguments", "used", "unused"),
    [
        (
            ["--help"],
            ("ldproof_proofs.book.commands",),
            (*PROVERS, *SERVICES, *SYSTEMS, "numpy", "flint", "rich", "ldproof.catalogue"),
        ),
        (["eval", "shots.c_star"], SYSTEMS[:1], (*SLOW, *SYSTEMS[1:], "rich")),
        (
            ["eval", "counting.harmony_variance", "N=9", "T=8", "mu=1/2", "epsilon=1", "--json"],
            SYSTEMS[1:2],
            (*SLOW, SYSTEMS[0], *SYSTEMS[2:], "rich"),
        ),
        (
            ["law", "shots.report", "T=2", "m=1", "odds=3", "--input", "01"],
            SYSTEMS[:1],
            (*SLOW, *SYSTEMS[1:], "numpy", "rich.console", "hashlib"),
        ),
        (
            ["law", "sketch.kary", "w=5", "d=1", "odds=3", "--input", "1", "--json"],
            SYSTEMS[3:],
            (*SLOW, *SYSTEMS[:3], "matplotlib"),
        ),
        (
            ["explain", "chi2.thm-4.1"],
            ("ldproof_proofs.book.explain",),
            (*PROVERS[1:], *SERVICES, *SYSTEMS, "numpy", "rich.console"),
        ),
        (
            ["audit", "--help"],
            ("ldproof.audit",),
            (*PROOFS, *SYSTEMS, "matplotlib", "pydantic"),
        ),
    ],
)
def test_a_command_imports_what_it_uses(
    arguments: list[str], used: tuple[str, ...], unused: tuple[str, ...]
) -> None:
    loaded = imported(*arguments)
    assert "typer" in loaded
    assert loaded.issuperset(used)
    assert loaded.isdisjoint(unused)


@pytest.mark.parametrize(("name", "entry"), [*COMMANDS.items(), *others().items()])
def test_what_a_command_is_for_is_what_it_says_itself(name: str, entry: Entry) -> None:
    first = (command(name).help or "").partition("\n\n")[0]
    assert first.replace("\n", " ") == entry.summary


def test_other_packages_bring_commands(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be loaded says so when it is asked for; none takes one of our names."""
    assert {*others()} == {"prove", "explain", "book"}
    points = [
        EntryPoint("guess", "ldproof_proofs.book.commands:PROVE", OTHERS),
        EntryPoint("law", "ldproof_proofs.book.commands:PROVE", OTHERS),
        EntryPoint("gone", "nowhere:GONE", OTHERS),
        EntryPoint("lost", "math:no_such_thing", OTHERS),
        EntryPoint("odd", "math:pi", OTHERS),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == OTHERS else [])
    others.cache_clear()
    try:
        result = run("--help")
        names = [line.split()[0] for line in result.stdout.partition("Commands:")[2].splitlines() if line]
        assert names == [*COMMANDS, "guess", "gone", "lost"]
        gone = run("gone", "--all")
        assert (gone.exit_code, gone.stdout) == (2, "")
        assert "It cannot be loaded: No module named 'nowhere'" in gone.stderr
        assert "the exact law" in run("law", "--help").stdout.lower()
        assert run("prove").exit_code == 2
    finally:
        others.cache_clear()


def test_a_list_of_words_is_converted_as_before(run: Run) -> None:
    """Where a value is not of its type already, typer converts it, and says what would be right."""
    result = run("audit", "black-box", "--level", "all")
    assert result.exit_code == 2
    assert "'user', 'event'" in result.stderr
    assert run("prove", "--format", "yaml").exit_code == 2
