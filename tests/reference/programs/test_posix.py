"""Where the operating system is not POSIX: what needs nothing of it answers the same, and the rest is refused by name."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ldproof.cli.main import main
from ldproof.programs.posix import needed
from ldproof.rejections import Reason
from tests.reference.cli.conftest import conforming
from tests.reference.refusals import refused

ELSEWHERE = Path(__file__).with_name("elsewhere.py")

ANSWERED = (
    "--help",
    "audit --help",
    "prove --help",
    "eval --list",
    "eval shots.p T=100 m=6 r=0 'epsilon=ln(3)' --digits 50 --json",
    "eval sketch.alpha_min mechanism=kary N=100 f=10 w=8 delta=1/10 d=2 odds=3",
    "law shots.report T=3 m=1 r=1/2 epsilon=1 --input 101",
    "law counting.glance T=3 odds=3 --input 101 --output -0- --json",
    "law chi2.optimal m1=10 m2=10 epsilon=1 tau=3.84 --input 0,2",
    "law sketch.kary w=5 d=1 odds=3 --input 1",
    "explain shots.text --format markdown",
    "reproduce --list",
    "reproduce chi2.rare-variants-400 --runs 2 --json",
    "--version",
)


def ldproof(program: tuple[str, ...], command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *program, *shlex.split(command)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", ANSWERED)
def test_the_answer_is_the_same(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As here, by the program's own entry point."""
    monkeypatch.setattr(sys, "argv", ["ldproof", *shlex.split(command)])
    with pytest.raises(SystemExit) as ended:
        main()
    here = capsys.readouterr()
    there = ldproof((str(ELSEWHERE),), command)
    assert (there.returncode, there.stderr) == (ended.value.code, here.err) == (0, "")
    assert there.stdout == here.out
    assert there.stdout


@pytest.mark.parametrize("how", ["--check", ""])
def test_claims_are_proved(how: str) -> None:
    """By what is stored, and anew with opinions that are remembered."""
    done = ldproof((str(ELSEWHERE),), f"prove evidence.betting {how} --format json")
    assert (done.returncode, done.stderr) == (0, "")
    found = conforming("prove", done.stdout)
    assert isinstance(found, dict)
    assert [each["failure"] for each in found["entries"]] == [None]
    heard = found["totals"]["opinions"]
    assert (heard["remembered"] > 0, heard["asked"]) == (how == "", 0)


def test_samples_that_were_taken_are_audited(tmp_path: Path) -> None:
    counts = tmp_path / "counts.csv"
    counts.write_text("input,output,count\n0,0,900\n0,1,100\n1,0,100\n1,1,900\n", encoding="utf-8")
    done = ldproof((str(ELSEWHERE),), f"audit black-box epsilon=1 --pair 0 1 --counts {counts} --json")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["verdict"] == "violated"


@pytest.mark.parametrize(
    ("command", "needs"),
    [
        ("audit black-box epsilon=1 --pair 0 1 --json -- cat", "os.killpg and os.setsid and select.poll"),
        (
            "audit black-box epsilon=1 --pair 0 1 --python operator:neg --json",
            "signal.pthread_sigmask and signal.alarm",
        ),
        (
            "prove evidence.betting --afresh --format json",
            "os.killpg and signal.setitimer and resource.setrlimit",
        ),
        ("audit black-box epsilon=1 --pair 0 1 --state audit --json -- cat", "fcntl.flock"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(command: str, needs: str) -> None:
    done = ldproof((str(ELSEWHERE),), command)
    assert (done.returncode, done.stdout) == (2, "")
    words, last = done.stderr.splitlines()
    refusal = conforming("refusal", last)
    assert isinstance(refusal, dict)
    assert refusal["reason"] == Reason.UNAVAILABLE
    assert f"needs {needs}, which" in refusal["what"]
    assert needs in words


def test_what_is_there_is_not_refused() -> None:
    needed("a test", "os.path", "sys.modules")
    with refused(Reason.UNAVAILABLE) as caught:
        needed("a test", "os.path", "os.nothing", "nowhere.at_all")
    assert caught.value.what.startswith("a test needs os.nothing and nowhere.at_all,")
