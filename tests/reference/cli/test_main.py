"""The program as a whole: its streams, its exit statuses, its help."""

import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

from ldproof.cli import main
from ldproof.cli.commands import COMMANDS, entry, others
from ldproof.cli.endings import BROKEN_PIPE
from tests.reference.cli.conftest import Run, conforming

PROGRAM = (sys.executable, "-m", "ldproof")


def examples(name: str) -> Sequence[str]:
    given: Sequence[str] = import_module(entry(name).module).EXAMPLES
    return given


def test_it_is_a_program() -> None:
    run = subprocess.run(
        [*PROGRAM, "eval", "shots.c_star", "--digits", "3"], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (
        0,
        "shots.c_star is between 0.574319 and 0.574320\n",
        "",
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_reader_that_goes_away() -> None:
    with subprocess.Popen(
        [*PROGRAM, "eval", "--list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", BROKEN_PIPE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize(
    "arguments", [("--version",), ("eval", "--list", "--json"), ("vectors",), ("oracle",)]
)
def test_an_output_without_room_is_no_error_of_ours(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [*PROGRAM, *arguments],
            input=b'{"id":1,"op":"describe"}\n',
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr.startswith(b"ldproof: writing: No space left on device (no-such-place)")
    said = run.stderr.splitlines()
    assert len(said) == 1 + ("--json" in arguments)
    if "--json" in arguments:
        conforming("refusal", said[-1].decode())


@pytest.mark.parametrize(("closed", "status"), [("<&-", 0), (">&-", 2)])
def test_streams_that_are_closed(closed: str, status: int) -> None:
    """Nothing is asked, or nothing can be answered."""
    command = f"{shlex.join([*PROGRAM, 'oracle'])} {closed}"
    run = subprocess.run(command, shell=True, input=b"", capture_output=True, check=False)
    assert run.returncode == status
    assert (b"standard output is closed (no-such-place)" in run.stderr) == (status == 2)


def test_an_error_of_our_own(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> None:
        raise KeyError("oh\nno")

    monkeypatch.setattr("ldproof.catalogue.evaluate", fail)
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


def test_an_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ldproof.catalogue.evaluate", interrupt)
    monkeypatch.setattr(sys, "argv", ["ldproof", "eval", "shots.p"])
    with pytest.raises(SystemExit) as exited:
        main.main()
    assert exited.value.code == 128 + signal.SIGINT
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "arguments", [["--bogus"], ["evil"], ["eval", "--bogus"], ["prove", "--format", "x"]]
)
def test_usage_errors(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr


@pytest.mark.parametrize("command", [*COMMANDS, *others()])
def test_help_has_examples(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    for example in examples(command):
        assert shlex.split(example)[:2] == ["ldproof", command]
        assert f"\n    {example}\n" in result.stdout


@pytest.mark.parametrize("example", [example for name in ("eval", "law") for example in examples(name)])
def test_the_examples_run(run: Run, example: str) -> None:
    result = run(*shlex.split(example)[1:])
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_version(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, "ldproof 0.1.0\n")
