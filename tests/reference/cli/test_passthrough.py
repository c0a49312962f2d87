"""What is ours and what is the other program's."""

import pytest
import typer
from typer.testing import CliRunner

from ldproof.cli.passthrough import Running, parted

APP = typer.Typer(add_completion=False, rich_markup_mode=None)


@APP.command(cls=Running)
def toy(
    context: typer.Context,
    words: list[str] | None = None,
    pair: list[str] | None = None,
    loud: bool = False,
) -> None:
    typer.echo(repr((words, pair, loud, context.args)))


@pytest.mark.parametrize(
    ("words", "ours", "others"),
    [
        ([], [], []),
        (["a", "--b", "c"], ["a", "--b", "c"], []),
        (["a", "--"], ["a"], []),
        (["--", "a"], [], ["a"]),
        (["a", "--", "b", "--help", "-c", "x=1", "--", "--pair", "1", "2"],
         ["a"], ["b", "--help", "-c", "x=1", "--", "--pair", "1", "2"]),
        (["--pair", "1", "2", "3"], ["--pair", "1", "--pair", "2", "3"], []),
        (["--pair", "-1", "-2", "--pair", "x", "y"], ["--pair", "-1", "--pair", "-2", "--pair", "x", "--pair", "y"], []),
        (["--pair", "1", "--loud"], ["--pair", "1", "--loud"], []),
        (["--pair", "1", "--", "2"], ["--pair", "1"], ["2"]),
        (["--pair"], ["--pair"], []),
    ],
)  # fmt: skip
def test_where_words_go(words: list[str], ours: list[str], others: list[str]) -> None:
    assert parted(words) == (ours, others)


def test_a_command() -> None:
    result = CliRunner().invoke(APP, ["--pair", "-1", "a", "--loud", "--", "prog", "--help", "--", "--loud"])
    assert result.output == "(None, ['-1', 'a'], True, ['prog', '--help', '--', '--loud'])\n"


def test_the_usage() -> None:
    assert "[-- COMMAND...]" in CliRunner().invoke(APP, ["--help"]).output
