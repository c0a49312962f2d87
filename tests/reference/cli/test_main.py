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
        "shots.c_star is 0.5743...\n",
        "",
    )


@pytest.mark.parametrize("arguments", [("eval", "--list"), ("--help",), ("audit", "--help"), ("--version",)])
def test_a_reader_that_goes_away(arguments: tuple[str, ...]) -> None:
    assert unread(*arguments) == (0, b"")


def unread(*arguments: str) -> tuple[int, bytes]:
    """The exit status, and what is on standard error, where nobody reads standard output."""
    with subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        said = process.stderr.read()
        return process.wait(), said


@pytest.fixture(params=[("0,0,900\n0,1,100\n1,0,100\n1,1,900", 1), ("0,0,9\n0,1,9\n1,0,9\n1,1,9", 0)])
def counted(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[tuple[str, ...], int]:
    """An audit of counts, and its verdict's exit status."""
    rows, status = request.param
    counts = tmp_path / "counts.csv"
    counts.write_text(f"input,output,count\n{rows}\n", encoding="utf-8")
    return ("audit", "black-box", "odds=3", "--pair", "0", "1", "--counts", str(counts)), status


@pytest.mark.parametrize("form", ["table", "json"])
def test_a_verdict_is_not_lost_with_its_reader(counted: tuple[tuple[str, ...], int], form: str) -> None:
    arguments, status = counted
    assert unread(*arguments, "--format", form) == (status, b"")


@pytest.mark.parametrize("where", [">/dev/full", ">&-", ">/dev/full 2>/dev/full", "<&- >&- 2>&-"])
def test_a_verdict_is_not_lost_for_want_of_room(counted: tuple[tuple[str, ...], int], where: str) -> None:
    arguments, status = counted
    run = subprocess.run(
        f"{shlex.join([*PROGRAM, *arguments])} {where}", shell=True, capture_output=True, check=False
    )
    assert (run.returncode, run.stdout) == (status, b"")
    complaints = run.stderr.splitlines()
    assert len(complaints) == ("2>" not in where)
    assert all(b"the exit status is that of what was found" in each for each in complaints)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_what_a_check_finds_is_not_lost_for_want_of_room() -> None:
    arguments = ("check", "sketch.kary", "w=2", "d=1", "odds=3")
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run([*PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (run.returncode, b"the exit status is that of what was found" in run.stderr) == (0, True)


@pytest.mark.parametrize("arguments", ["eval nothing", "bogus", "eval --bogus"])
@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_complaints_that_nobody_hears(arguments: str, where: str) -> None:
    run = subprocess.run(
        f"{shlex.join(PROGRAM)} {arguments} {where}", shell=True, capture_output=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (2, b"", b"")


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
    asked = b'{"id":1,"op":"describe"}\n'
    run = subprocess.run(command, shell=True, input=asked, capture_output=True, check=False)
    assert run.returncode == status
    assert (b"writing: Bad file descriptor (no-such-place)" in run.stderr) == (status == 2)


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
    assert run(command, "-h").stdout == result.stdout
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
