"""Shells that complete what is typed: the protocol that their scripts speak."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ldproof.cli.main import main
from ldproof.experiments.registry import FIGURES
from ldproof.registry import MECHANISMS, all_formulas
from tests.tiers import slow

SCRIPT = Path(sys.executable).with_name("ldproof")
BASH = shutil.which("bash")
WITH_BASH = pytest.mark.skipif(BASH is None, reason="there is no bash")
Offered = Callable[[str, str], list[str]]
"""The words that a shell offers after what is typed."""


def process(*words: str | Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A process that has ended, with some variables more."""
    return subprocess.run(words, env=os.environ | environment, capture_output=True, text=True, check=False)


def request(shell: str, typed: str) -> dict[str, str]:
    """How a shell in which this is typed, up to the cursor, asks what may follow."""
    return {
        "_LDPROOF_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split(" ")) - 1),
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }


def words_in(shell: str, answer: str) -> list[str]:
    """The words in an answer."""
    if shell == "zsh":
        return re.findall(r'^(?:_arguments .\*: :\(\()?"([^"]*)"', answer, re.MULTILINE)
    return [line.partition("\t")[0] for line in answer.splitlines() if line]


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Offered:
    """Offer words by the program's own entry point, called in this process."""

    def words(shell: str, typed: str) -> list[str]:
        for name, value in request(shell, typed).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["ldproof"])
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
        said = capsys.readouterr()
        assert said.err == ""
        return words_in(shell, said.out)

    return words


@pytest.mark.parametrize("shell", ["bash", *(pytest.param(shell, marks=slow) for shell in ("zsh", "fish"))])
def test_every_shell_completes(shell: str, offered: Offered) -> None:
    """And a process says the same."""
    assert offered(shell, "ldproof ev") == ["eval"]
    assert offered(shell, "ldproof audit --le") == ["--level"]
    assert offered(shell, "ldproof audit --level ") == ["user", "event"]
    assert offered(shell, "ldproof eval shots.alpha_p") == ["shots.alpha_paper"]
    last = "ldproof law shots.report T=3 od"
    done = process(sys.executable, "-m", "ldproof", **request(shell, last))
    assert (done.returncode, done.stderr) == (0, "")
    assert words_in(shell, done.stdout) == offered(shell, last) == ["odds="]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("eval sketch.", [name for name in all_formulas() if name.startswith("sketch.")]),
        ("eval co", [name for name in all_formulas() if name.startswith("counting.")]),
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
        ("prove shots.thm-4", ["shots.thm-4"]),
    ],
)
def test_names_and_keys_are_completed(typed: str, words: list[str], offered: Offered) -> None:
    assert sorted(offered("bash", f"ldproof {typed}")) == sorted(words)


WITHOUT_PROOFS = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("ldproof_proofs"):
            raise ModuleNotFoundError(name="ldproof_proofs")
sys.meta_path.insert(0, Absent())
from ldproof.cli.main import main
main()
"""


def test_no_claim_is_completed_where_there_are_no_proofs() -> None:
    done = process(sys.executable, "-c", WITHOUT_PROOFS, **request("bash", "ldproof prove shots.t"))
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


@WITH_BASH
@pytest.mark.parametrize(
    ("shell", "script"),
    [
        ("bash", "complete -o default"),
        pytest.param("zsh", "#compdef ldproof", marks=slow),
        pytest.param("fish", "complete --command ldproof", marks=slow),
    ],
)
def test_script_is_that_of_the_shell(shell: str, script: str, tmp_path: Path) -> None:
    copy = tmp_path / shell  # a shell is known by its name
    shutil.copy(str(BASH), copy)
    done = process(copy, "-c", f"{sys.executable} -m ldproof --show-completion; exit $?")
    assert (done.returncode, done.stderr) == (0, "")
    assert script in done.stdout
    assert "_LDPROOF_COMPLETE" in done.stdout


@slow
@WITH_BASH
@pytest.mark.skipif(not SCRIPT.exists(), reason="ldproof is not installed beside this Python")
def test_installed_script_completes(tmp_path: Path) -> None:
    home = str(tmp_path)
    done = process(str(BASH), "-c", f"{SCRIPT} --install-completion; exit $?", HOME=home)
    assert (done.returncode, done.stderr) == (0, "")
    rest = f"COMP_WORDS=({SCRIPT} law sketch.k); COMP_CWORD=2; _ldproof_completion {SCRIPT}; echo ${{COMPREPLY[@]}}"
    asked = process(str(BASH), "-c", f"source ~/.bashrc; complete -p ldproof; {rest}", HOME=home)
    assert asked.stdout.splitlines() == ["complete -o default -F _ldproof_completion ldproof", "sketch.kary"]


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_unknown_shell_is_a_wrong_request(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shellingham = pytest.importorskip("shellingham")

    def detect_none() -> None:
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr(shellingham, "detect_shell", detect_none)
    monkeypatch.setattr(sys, "argv", ["ldproof", option])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "no bash, zsh, fish or PowerShell" in capsys.readouterr().err
