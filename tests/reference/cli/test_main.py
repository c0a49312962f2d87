"""The program as a whole: its words, its help, its commands and what each of them imports."""

import re
import shlex
import signal
import subprocess
import sys
from importlib.metadata import EntryPoint

import click
import pytest
from click.testing import CliRunner

from ldproof.cli import audit, conform, main
from ldproof.cli.commands import AUDIT_FORMS, CONFORM_FORMS
from ldproof.cli.main import (
    COMMANDS,
    OTHERS,
    SECTIONS,
    ExampledCommand,
    ProgramCommand,
    command_entry,
    forgotten_program,
    load_command,
    plugin_commands,
)
from ldproof.mechanisms import LEVELS
from ldproof.planning.plan import KINDS
from ldproof_proofs.book import explain, prove
from ldproof_proofs.book.commands import EXPLAIN_FORMS, PROVE_FORMS
from tests.reference.cli.conftest import Run
from tests.tiers import slow

NAMES = [*COMMANDS, *plugin_commands()]


def test_error_of_our_own_has_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is traced where that is asked for; an interrupt says nothing."""

    def fail(*_: object) -> None:
        raise error

    error: BaseException = KeyError("oh\nno")
    monkeypatch.setattr("ldproof.results.evaluate_formula", fail)
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
    loaded = load_command(name)
    assert isinstance(loaded, ExampledCommand)
    first = (loaded.help or "").partition("\n\n")[0]
    assert first.replace("\n", " ") == command_entry(name).summary
    result = run(name, "--help")
    assert result.exit_code == 0
    assert run(name, "-h").stdout == result.stdout
    for example in loaded.examples:
        assert shlex.split(example)[:2] == ["ldproof", name]
        assert f"\n    {example}\n" in result.stdout
        if name in ("eval", "law"):
            done = run(*shlex.split(example)[1:])
            assert (done.exit_code, done.stderr) == (0, "")


def test_version_is_printed(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, "ldproof 0.1.0\n")


PROVERS = {"ldproof_proofs.kernel", "ldproof_proofs.ledger", "sympy", "z3", "cvc5", "highspy"}
SERVICES = {"ldproof.auditor", "ldproof.experiments", "ldproof.programs", "ldproof.cli.audit"}
SYSTEMS = {"ldproof.shots", "ldproof.counting", "ldproof.chi2", "ldproof.sketch"}
SLOW = PROVERS | SERVICES | SYSTEMS | {"ldproof_proofs", "matplotlib", "importlib.metadata"}
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
            (PROVERS - {"ldproof_proofs.kernel"})
            | SERVICES
            | (SYSTEMS - {"ldproof.chi2"})
            | {"numpy", "rich.console"},
        ),
    ],
)
def test_command_imports_only_what_it_uses(words: str, used: str, unused: set[str]) -> None:
    program = [sys.executable, "-c", RUN, *words.split()]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    loaded = {*done.stdout.splitlines()[-1].split()}
    assert loaded >= {"click", used}
    assert loaded & unused <= {used}


@pytest.mark.parametrize("name", NAMES)
def test_help_of_a_command_imports_its_parameters_only(name: str) -> None:
    program = [sys.executable, "-c", RUN, name, "--help"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    loaded = {*done.stdout.splitlines()[-1].split()}
    assert not loaded & (
        PROVERS | SYSTEMS | {"numpy", "flint", "rich", "ldproof.auditor", "ldproof.experiments"}
    )
    assert sum(each.startswith("ldproof") for each in loaded) <= 20


def test_forms_and_levels_are_those_that_can_be_written() -> None:
    assert (*audit.FORMS,) == AUDIT_FORMS
    assert (*conform.FORMS,) == CONFORM_FORMS
    assert (*prove.FORMS,) == PROVE_FORMS
    assert (*explain.Form,) == EXPLAIN_FORMS
    choices = {
        each.name: each.type.choices
        for each in load_command("audit").params
        if isinstance(each.type, click.Choice)
    }
    assert choices["level"] == LEVELS
    completed = [
        each.value for each in load_command("plan").params[0].shell_complete(click.Context(main.app), "")
    ]
    assert completed == [*KINDS]


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
        first = result.stdout.index(f"{next(iter(SECTIONS))}:")
        names = re.findall(r"^  (\w+)  ", result.stdout[first:], re.MULTILINE)
        assert sorted(names) == sorted([*COMMANDS, "guess", "gone", "lost"])
        assert result.stdout.index("Of other packages:") < result.stdout.index("  guess  ")
        gone = run("gone", "--all")
        assert (gone.exit_code, gone.stdout) == (2, "")
        assert "It cannot be loaded: No module named 'nowhere'" in gone.stderr
        assert "the exact law" in run("law", "--help").stdout.lower()
        assert run("prove").exit_code == 2
    finally:
        plugin_commands.cache_clear()


ONCE = [
    (name, each)
    for name in NAMES
    for each in load_command(name).params
    if isinstance(each, click.Option) and not each.multiple
]


def option_words(option: click.Option) -> list[str]:
    """An option as it is given once: its name, and a value that it accepts unless it is a flag."""
    values = [] if option.is_flag else ["1"]
    return [
        option.opts[0],
        *([str(option.type.choices[0])] if isinstance(option.type, click.Choice) else values),
    ]


def test_option_is_given_once(run: Run) -> None:
    """Of every command, except for the options that take several values; help comes first."""
    assert {name for name, _ in ONCE} >= {"audit", "law", "eval", "prove", "conform"}
    for name, option in ONCE:
        asked, words = load_command(name), option_words(option)
        arguments = ["1" for each in asked.params if not isinstance(each, click.Option)][:1]
        asked.make_context(name, [*arguments, *words])
        twice = [*arguments, *words, *words]
        with pytest.raises(click.BadParameter, match="it is given 2 times, and is accepted once") as refusal:
            asked.make_context(name, twice)
        assert refusal.value.param is option
        asked.make_context(name, twice, resilient_parsing=True)  # whoever completes a line may
    inputs = "law shots.report T=3 m=1 odds=3 --input 101 --input 000"
    refused = run(inputs)
    assert (refused.exit_code, "'--input': it is given 2 times" in refused.output) == (2, True)
    assert run(f"{inputs} --help").exit_code == 0
    assert run("eval shots.p T=3 m=1 r=0 odds=3 --json --json").exit_code == 2


TAKING = [
    click.Argument(["name"]),
    click.Option(["--pair"], nargs=2, multiple=True),
    click.Option(["--b"]),
    click.Option(["--loud"], is_flag=True),
]


@pytest.mark.parametrize(
    ("words", "theirs"),
    [
        ("", ""),
        ("a x=1 --b c", ""),
        ("a --b c d --loud", "d --loud"),
        ("a --b=c d", "d"),
        ("--loud a b x=1", "b x=1"),
        ("--pair 1 2 a", ""),
        ("a --pair 1 2 3", "3"),
        ("a --pair -1 -2 --pair x y ./z --times 2", "./z --times 2"),
        ("a --bogus b", ""),
    ],
)
def test_words_of_a_program_without_a_mark_are_known(words: str, theirs: str) -> None:
    """What is neither the first word nor a value of an option nor `key=value`."""
    assert [*forgotten_program(TAKING, words.split())] == theirs.split()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("a --pair 1 --b c", "'--pair' requires 2 arguments, and --b is another option"),
        ("a --b --loud c", "'--b' requires an argument, and --loud is another option"),
    ],
)
def test_option_is_no_value_of_another_one(words: str, message: str) -> None:
    with pytest.raises(click.UsageError, match=message):
        forgotten_program(TAKING, words.split())


@pytest.mark.parametrize(
    ("words", "given", "pair", "program"),
    [
        ("", (), (), ()),
        ("a=1 --", ("a=1",), (), ()),
        ("-- a", (), (), ("a",)),
        ("--pair -1 -2 --pair x y", (), (("-1", "-2"), ("x", "y")), ()),
        (
            "a=1 -- b --help -c x=1 -- --pair 1 2",
            ("a=1",),
            (),
            ("b", "--help", "-c", "x=1", "--", "--pair", "1", "2"),
        ),
    ],
)
def test_program_has_its_words_untouched(
    words: str, given: tuple[str, ...], pair: tuple[tuple[str, str], ...], program: tuple[str, ...]
) -> None:
    @click.command("toy", cls=ProgramCommand, examples=())
    @click.argument("given", nargs=-1)
    @click.option("--pair", nargs=2, multiple=True)
    def toy(given: object, pair: object, program: object) -> None:
        click.echo(repr((given, pair, program)))

    result = CliRunner().invoke(toy, words.split())
    assert result.output == f"{(given, pair, program)}\n"
    assert re.search(r"\[-- COMMAND\.\.\.\]", CliRunner().invoke(toy, ["--help"]).output)
