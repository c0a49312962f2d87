"""Shells that complete what is typed: the protocol that their scripts speak, spoken with a child process."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ldproof.catalogue import MECHANISMS, formulas
from ldproof.cli.main import main
from ldproof.experiments.registry import FIGURES

PROGRAM = (sys.executable, "-m", "ldproof")
SCRIPT = Path(sys.executable).with_name("ldproof")
BASH = shutil.which("bash")
Offered = Callable[[str, str], list[str]]
"""What is offered in a shell in which something is typed."""
WITH_BASH = pytest.mark.skipif(BASH is None, reason="there is no bash")


def asked(shell: str, typed: str) -> dict[str, str]:
    """How a shell in which this is typed, up to the cursor, asks what may follow."""
    return {
        "_LDPROOF_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split(" ")) - 1),
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }


def said(shell: str, typed: str, program: tuple[str, ...] = PROGRAM) -> subprocess.CompletedProcess[str]:
    """What is answered to it."""
    environment = {**os.environ, **asked(shell, typed)}
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=False)


def offered(shell: str, typed: str) -> list[str]:
    """The words that are offered."""
    done = said(shell, typed)
    assert (done.returncode, done.stderr) == (0, "")
    return words_in(shell, done.stdout)


def words_in(shell: str, answer: str) -> list[str]:
    """The words in an answer."""
    if shell == "zsh":
        return re.findall(r'^(?:_arguments .\*: :\(\()?"([^"]*)"', answer, re.MULTILINE)
    return [line.partition("\t")[0] for line in answer.splitlines() if line]


@pytest.fixture
def offered_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Offered:
    """The words that are offered, by the program's own entry point, called here."""

    def words(shell: str, typed: str) -> list[str]:
        for name, value in asked(shell, typed).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["ldproof"])
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
        said = capsys.readouterr()
        assert said.err == ""
        return words_in(shell, said.out)

    return words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_completes(shell: str, offered_here: Offered) -> None:
    assert offered_here(shell, "ldproof ev") == ["eval"]
    assert offered_here(shell, "ldproof audit --le") == ["--level"]
    assert offered_here(shell, "ldproof audit --level ") == ["user", "event"]
    assert offered_here(shell, "ldproof eval shots.alpha_p") == ["shots.alpha_paper"]
    last = "ldproof law shots.report T=3 od"
    assert offered(shell, last) == offered_here(shell, last) == ["odds="]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("eval sketch.", [name for name in formulas() if name.startswith("sketch.")]),
        ("eval co", [name for name in formulas() if name.startswith("counting.")]),
        ("eval shots.p ", ["T=", "m=", "r=", "epsilon=", "odds=", "report_odds="]),
        ("eval shots.p T=3 odds=3 ", ["m=", "r="]),
        ("eval shots.nothing ", []),
        ("eval nothing.", []),
        ("law chi2.", [name for name in MECHANISMS if name.startswith("chi2.")]),
        ("law counting.glance ", ["T=", "epsilon=", "odds="]),
        ("audit b", ["black-box"]),
        ("audit counting.h", ["counting.harmony", "counting.harmony_published"]),
        ("audit counting.glance epsilon=1 ", ["T="]),
        ("reproduce counting.", [name for name in FIGURES if name.startswith("counting.")]),
        ("explain sketch.er", ["sketch.error"]),
    ],
)
def test_names_and_keys_are_completed(typed: str, words: list[str], offered_here: Offered) -> None:
    """That a process says the same is shown for each shell."""
    assert sorted(offered_here("bash", f"ldproof {typed}")) == sorted(words)


def test_claims_are_completed_where_there_are_proofs() -> None:
    assert "shots.thm-4" in offered("bash", "ldproof prove shots.t")
    without = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("ldproof_proofs"):
            raise ModuleNotFoundError(name="ldproof_proofs")
sys.meta_path.insert(0, Absent())
from ldproof.cli.main import main
main()
"""
    done = said("bash", "ldproof prove shots.t", (sys.executable, "-c", without))
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


@WITH_BASH
@pytest.mark.parametrize(
    ("shell", "script"),
    [("bash", "complete -o default"), ("zsh", "#compdef ldproof"), ("fish", "complete --command ldproof")],
)
def test_the_script_is_that_of_the_shell(shell: str, script: str, tmp_path: Path) -> None:
    copy = tmp_path / shell  # a shell is known by its name
    shutil.copy(str(BASH), copy)
    words = " ".join(PROGRAM)
    done = subprocess.run(
        [copy, "-c", f"{words} --show-completion; exit $?"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert script in done.stdout
    assert "_LDPROOF_COMPLETE" in done.stdout


@WITH_BASH
@pytest.mark.skipif(not SCRIPT.exists(), reason="ldproof is not installed beside this Python")
def test_what_is_installed_completes(tmp_path: Path) -> None:
    at_home = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(
        [str(BASH), "-c", f"{SCRIPT} --install-completion; exit $?"],
        env=at_home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    rest = f"COMP_WORDS=({SCRIPT} law sketch.k); COMP_CWORD=2; _ldproof_completion {SCRIPT}; echo ${{COMPREPLY[@]}}"
    asked = subprocess.run(
        [str(BASH), "-c", f"source ~/.bashrc; complete -p ldproof; {rest}"],
        env=at_home, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert asked.stdout.splitlines() == ["complete -o default -F _ldproof_completion ldproof", "sketch.kary"]


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_a_shell_that_is_not_known_is_a_wrong_request(option: str) -> None:
    nowhere = """
import shellingham
def none():
    raise shellingham.ShellDetectionFailure
shellingham.detect_shell = none
from ldproof.cli.main import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", nowhere, option], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no bash, zsh, fish or PowerShell" in done.stderr
