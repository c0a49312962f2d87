"""What a command imports: what it uses, and nothing that is slow besides."""

import subprocess
import sys

import pytest

from ldproof.cli.commands import COMMANDS, command
from tests.reference.cli.conftest import Run

PROOFS = ("ldproof_proofs", "sympy", "z3", "cvc5")
SERVICES = (
    "ldproof.audit",
    "ldproof.experiments",
    "ldproof.programs",
    "ldproof.cli.audit",
    "ldproof.cli.ledger",
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


def imported(*arguments: str) -> set[str]:
    """What is loaded when a command has ended well."""
    done = subprocess.run([sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("arguments", "used", "unused"),
    [
        (["--help"], (), (*SLOW, *SYSTEMS, "numpy", "flint", "rich", "ldproof.catalogue")),
        (["eval", "shots.c_star"], SYSTEMS[:1], (*SLOW, *SYSTEMS[1:], "rich")),
        (
            ["eval", "counting.harmony_variance", "N=9", "T=8", "mu=1/2", "epsilon=1", "--json"],
            SYSTEMS[1:2],
            (*SLOW, SYSTEMS[0], *SYSTEMS[2:], "rich"),
        ),
        (
            ["law", "shots.report", "T=2", "m=1", "odds=3", "--input", "01"],
            SYSTEMS[:1],
            (*SLOW, *SYSTEMS[1:]),
        ),
        (
            ["law", "sketch.kary", "w=5", "d=1", "odds=3", "--input", "1", "--json"],
            SYSTEMS[3:],
            (*SLOW, *SYSTEMS[:3], "matplotlib"),
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


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_is_for_is_what_it_says_itself(name: str) -> None:
    first = (command(name).help or "").partition("\n\n")[0]
    assert first.replace("\n", " ") == COMMANDS[name].summary


def test_a_list_of_words_is_converted_as_before(run: Run) -> None:
    """Where a value is not of its type already, typer converts it, and says what would be right."""
    result = run("audit", "black-box", "--level", "all")
    assert result.exit_code == 2
    assert "'user', 'event'" in result.stderr
    assert run("prove", "--format", "yaml").exit_code == 2
