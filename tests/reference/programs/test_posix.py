"""Where the operating system is not POSIX: what needs nothing of it answers the same, and the rest is refused by name."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ldproof.cli.main import main
from ldproof.errors import Reason
from ldproof.programs.processes import require_features
from tests.reference.cli.conftest import conforming
from tests.reference.refusals import refused
from tests.tiers import slow

ELSEWHERE = Path(__file__).with_name("elsewhere.py")
BOX = "audit black-box epsilon=1 --pair 0 1"


def run_elsewhere(*commands: str) -> tuple[list[tuple[str, int]], str]:
    """Return each command's output and exit status on such a system, and all of standard error."""
    program = [sys.executable, str(ELSEWHERE)]
    done = subprocess.run(program, input="\n".join(commands), capture_output=True, text=True, check=True)
    *said, rest = re.split(r"ended with (\d+)\n", done.stdout)
    assert rest == ""
    return list(zip(said[::2], map(int, said[1::2]), strict=True)), done.stderr


@pytest.mark.parametrize(
    "commands",
    [
        (
            "--help",
            "eval shots.p T=100 m=6 r=0 'epsilon=ln(3)' --digits 50 --json",
            "law sketch.kary w=5 d=1 odds=3 --input 1",
        ),
        pytest.param(
            (
                "audit --help",
                "prove --help",
                "eval --list",
                "eval sketch.alpha_min mechanism=kary N=100 f=10 w=8 delta=1/10 d=2 odds=3",
                "law shots.report T=3 m=1 r=1/2 epsilon=1 --input 101",
                "law counting.glance T=3 odds=3 --input 101 --output -0- --json",
                "law chi2.optimal m1=10 m2=10 epsilon=1 tau=3.84 --input 0,2",
                "explain shots.text --format markdown",
                "reproduce --list",
                "reproduce chi2.rare-variants-400 --runs 2 --json",
                "--version",
            ),
            marks=slow,
        ),
    ],
)
def test_answers_are_the_same(
    commands: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As here, by the program's own entry point."""
    there, errors = run_elsewhere(*commands)
    assert errors == ""
    for command, (said, status) in zip(commands, there, strict=True):
        monkeypatch.setattr(sys, "argv", ["ldproof", *shlex.split(command)])
        with pytest.raises(SystemExit) as ended:
            main()
        here = capsys.readouterr()
        assert (said, status, here.err) == (here.out, ended.value.code, "")
        assert (bool(said), status) == (True, 0)


@slow
def test_samples_are_audited_and_the_rest_is_refused_by_name(tmp_path: Path) -> None:
    counts = tmp_path / "counts.csv"
    counts.write_text("input,output,count\n0,0,900\n0,1,100\n1,0,100\n1,1,900\n", encoding="utf-8")
    needs = {
        f"{BOX} --json -- cat": "os.killpg and os.setsid and select.poll",
        f"{BOX} --python operator:neg --json": "signal.pthread_sigmask and signal.alarm",
        f"{BOX} --state audit --json -- cat": "fcntl.flock",
    }
    ((audited, status), *others), errors = run_elsewhere(f"{BOX} --counts {counts} --json", *needs)
    assert (json.loads(audited)["verdict"], status) == ("violated", 1)
    assert others == [("", 2)] * len(needs)
    assert_refused(errors, *needs.values())


def assert_refused(errors: str, *needs: str) -> None:
    """Assert that each of the commands writes this to standard error."""
    lines = errors.splitlines()
    for words, machine, need in zip(lines[::2], lines[1::2], needs, strict=True):
        refusal = conforming("refusal", machine)
        assert isinstance(refusal, dict)
        assert refusal["reason"] == Reason.UNAVAILABLE
        assert f"needs {need}, which" in refusal["what"]
        assert need in words


@slow
def test_claims_are_proved() -> None:
    """By what is stored, and anew with opinions, if any are remembered, as is said; afresh needs what is not there."""
    prove = "prove evidence.betting --format json"
    (*proved, afresh), errors = run_elsewhere(f"{prove} --check", prove, f"{prove} --afresh")
    *notes, words, machine = errors.splitlines()
    assert all("none of their answers is remembered" in each for each in notes)
    for anew, (said, status) in enumerate(proved):
        found = conforming("prove", said)
        assert isinstance(found, dict)
        assert (status, [each["failure"] for each in found["entries"]]) == (0, [None])
        heard = found["totals"]["opinions"]
        assert (heard["remembered"] > 0, heard["asked"]) == (bool(anew) and not notes, 0)
    assert afresh == ("", 2)
    assert_refused(f"{words}\n{machine}", "os.killpg and signal.setitimer and resource.setrlimit")


def test_present_attributes_are_not_refused() -> None:
    require_features("a test", "os.path", "sys.modules")
    with refused(Reason.UNAVAILABLE) as caught:
        require_features("a test", "os.path", "os.nothing", "nowhere.at_all")
    assert caught.value.what.startswith("a test needs os.nothing and nowhere.at_all,")
