"""The program as a whole: its words, its help, its commands and what each of them imports."""

import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from enum import Enum
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import get_args

import pytest
import typer
from typer.core import TyperOption
from typer.testing import CliRunner

from ldproof.cli import main
from ldproof.cli.commands import (
    COMMANDS,
    OTHERS,
    Running,
    command_entry,
    load_command,
    plugin_commands,
    split_words,
)
from tests.reference.cli.conftest import Run
from tests.tiers import slow

NAMES = [*COMMANDS, *plugin_commands()]


def examples(name: str) -> Sequence[str]:
    """The examples in a command's help."""
    given: Sequence[str] = import_module(command_entry(name).module).EXAMPLES
    return given


def test_error_of_our_own_has_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is traced where that is asked for; an interrupt says nothing."""

    def fail(*_: object) -> None:
        raise error

    error: BaseException = KeyError("oh\nno")
    monkeypatch.setattr("ldproof.evaluation.evaluate_formula", fail)
    monkeypatch.setattr(sys, "argv", ["ldproof", "eval", "shots.p"])
    for traced in ("", "1"):
        monkeypatch.setenv("LDPROOF_TRACEBACK", traced)
        with pytest.raises(SystemExit) as exited:
            main.main()
        assert exited.value.code == 70
        out, err = capsys.readouterr()
        assert out == ""
        assert err.splitlines()[-1] == (
            "ldproof: sorry, this error is ours: KeyError: 'oh\\nno' (LDPROOF_TRACEBACK=1 shows where)"
        )
        assert ("Traceback" in err) == bool(traced)
    error = KeyboardInterrupt()
    with pytest.raises(SystemExit) as exited:
        main.main()
    assert exited.value.code == 128 + signal.SIGINT
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", NAMES)
def test_help_has_the_summary_and_examples_that_run(run: Run, name: str) -> None:
    first = (load_command(name).help or "").partition("\n\n")[0]
    assert first.replace("\n", " ") == command_entry(name).summary
    result = run(name, "--help")
    assert result.exit_code == 0
    assert run(name, "-h").stdout == result.stdout
    for example in examples(name):
        assert shlex.split(example)[:2] == ["ldproof", name]
        assert f"\n    {example}\n" in result.stdout
        if name in ("eval", "law"):
            done = run(*shlex.split(example)[1:])
            assert (done.exit_code, done.stderr) == (0, "")


def test_version_is_printed(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, "ldproof 0.1.0\n")


PROVERS = {"ldproof_proofs.kernel", "ldproof_proofs.ledger", "sympy", "z3", "cvc5", "highspy"}
SERVICES = {"ldproof.audit", "ldproof.experiments", "ldproof.programs", "ldproof.cli.audit"}
SYSTEMS = {"ldproof.shots", "ldproof.counting", "ldproof.chi2", "ldproof.sketch"}
SLOW = PROVERS | SERVICES | SYSTEMS | {"ldproof_proofs", "matplotlib", "pydantic", "importlib.metadata"}
VARIANCE = "eval counting.harmony_variance N=9 T=8 mu=1/2 epsilon=1 --json"
LAW = "law shots.report T=2 m=1 odds=3 --input 01"
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


@pytest.mark.parametrize(
    ("words", "used", "unused"),
    [
        (
            "--help",
            "ldproof_proofs.book.commands",
            PROVERS | SERVICES | SYSTEMS | {"numpy", "flint", "rich", "ldproof.registry"},
        ),
        ("eval shots.c_star", "ldproof.shots", SLOW | {"rich"}),
        pytest.param(VARIANCE, "ldproof.counting", SLOW | {"rich"}, marks=slow),
        (LAW, "ldproof.shots", SLOW | {"numpy", "rich.console", "hashlib"}),
        pytest.param("law sketch.kary w=5 d=1 odds=3 --input 1 --json", "ldproof.sketch", SLOW, marks=slow),
        (
            "explain chi2.thm-4.1",
            "ldproof_proofs.book.explain",
            (PROVERS - {"ldproof_proofs.kernel"}) | SERVICES | SYSTEMS | {"numpy", "rich.console"},
        ),
        pytest.param(
            "audit --help",
            "ldproof.audit",
            PROVERS | SYSTEMS | {"ldproof_proofs", "matplotlib", "pydantic"},
            marks=slow,
        ),
    ],
)
def test_command_imports_only_what_it_uses(words: str, used: str, unused: set[str]) -> None:
    program = [sys.executable, "-c", RUN, *words.split()]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    loaded = {*done.stdout.splitlines()[-1].split()}
    assert loaded >= {"typer", used}
    assert loaded & unused <= {used}


def test_other_packages_bring_commands(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be loaded says so when it is asked for; none takes one of our names."""
    assert {*plugin_commands()} == {"prove", "explain", "book"}
    places = {
        "guess": "ldproof_proofs.book.commands:PROVE",
        "law": "ldproof_proofs.book.commands:PROVE",
        "gone": "nowhere:GONE",
        "lost": "math:no_such_thing",
        "odd": "math:pi",
    }
    points = [EntryPoint(name, place, OTHERS) for name, place in places.items()]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == OTHERS else [])
    plugin_commands.cache_clear()
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
        plugin_commands.cache_clear()


SINGLE = [
    (name, each)
    for name in NAMES
    for each in load_command(name).params
    if isinstance(each, TyperOption) and not (each.is_flag or each.multiple)
]


def accepted_value(option: TyperOption) -> str:
    """A value that an option accepts."""
    kind = option.type_descriptor.annotation
    choices = [*kind] if isinstance(kind, type) and issubclass(kind, Enum) else get_args(kind)
    return next((each for each in choices if isinstance(each, str)), "1")


def test_option_with_one_value_is_given_once(run: Run) -> None:
    """Of every command; help comes first, and a flag may be repeated."""
    assert {name for name, _ in SINGLE} >= {"audit", "law", "eval", "prove", "conform"}
    for name, option in SINGLE:
        asked, words = load_command(name), [option.opts[0], accepted_value(option)]
        arguments = ["1" for each in asked.params if not isinstance(each, TyperOption)][:1]
        asked.make_context(name, [*arguments, *words])
        twice = [*arguments, *words, *words]
        with pytest.raises(typer.BadParameter, match="it is given 2 times, and has one value") as refusal:
            asked.make_context(name, twice)
        assert refusal.value.param is option
        asked.make_context(name, twice, resilient_parsing=True)  # whoever completes a line may
    inputs = "law shots.report T=3 m=1 odds=3 --input 101 --input 000"
    refused = run(inputs)
    assert (refused.exit_code, "'--input': it is given 2 times" in refused.output) == (2, True)
    assert run(f"{inputs} --help").exit_code == 0
    assert run("eval shots.p T=3 m=1 r=0 odds=3 --json --json").exit_code == 0


@pytest.mark.parametrize(
    ("words", "ours", "others"),
    [
        ("", "", ""),
        ("a --b c", "a --b c", ""),
        ("a --", "a", ""),
        ("-- a", "", "a"),
        ("a -- b --help -c x=1 -- --pair 1 2", "a", "b --help -c x=1 -- --pair 1 2"),
        ("--pair 1 2 3", "--pair 1 --pair 2 3", ""),
        ("--pair -1 -2 --pair x y", "--pair -1 --pair -2 --pair x --pair y", ""),
        ("--pair 1 --loud", "--pair 1 --loud", ""),
        ("--pair 1 -- 2", "--pair 1", "2"),
        ("--pair", "--pair", ""),
    ],
)
def test_words_are_parted_into_ours_and_the_programs(words: str, ours: str, others: str) -> None:
    assert split_words(words.split()) == (ours.split(), others.split())


def test_running_command_keeps_the_programs_words() -> None:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)

    @app.command(cls=Running)
    def toy(context: typer.Context, words: list[str] | None = None, pair: list[str] | None = None) -> None:
        typer.echo(repr((words, pair, context.args)))

    result = CliRunner().invoke(app, shlex.split("--pair -1 a -- prog --help -- --loud"))
    assert result.output == "(None, ['-1', 'a'], ['prog', '--help', '--', '--loud'])\n"
    assert re.search(r"\[-- COMMAND\.\.\.\]", CliRunner().invoke(app, ["--help"]).output)
