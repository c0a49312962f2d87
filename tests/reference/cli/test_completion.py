"""Shells that complete what is typed: the protocol that their scripts speak."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ldproof.cli.main import main
from ldproof.errors import Reason
from ldproof.experiments.registry import FIGURES
from ldproof.registry import MECHANISMS, all_formulas
from tests.reference.cli.conftest import Run
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
    *_, last = words = typed.split(" ")
    place = last if shell == "fish" else str(len(words) - 1)
    return {"_LDPROOF_COMPLETE": f"{shell}_complete", "COMP_WORDS": typed, "COMP_CWORD": place}


def words_in(shell: str, answer: str) -> list[str]:
    """The words in an answer: a line for each in bash and fish, three lines in zsh."""
    lines = answer.splitlines()
    if shell == "zsh":
        return [*filter(None, lines[1::3])]
    return [line.partition(",")[2].partition("\t")[0] for line in lines if line]


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
        ("sketch ", ["report", "collect", "query"]),
        ("sketch report k", ["kary"]),
        ("reproduce counting.", [name for name in FIGURES if name.startswith("counting.")]),
        ("explain sketch.er", ["sketch.error"]),
        ("prove shots.thm-4", ["shots.thm-4"]),
        ("audit black-box odds=3 -- ./an", ["./an"]),
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


@pytest.mark.parametrize(
    ("shell", "script"),
    [
        ("bash", "complete -o nosort -F _ldproof_completion ldproof"),
        ("zsh", "#compdef ldproof"),
        ("fish", "complete --no-files --command ldproof"),
        ("powershell", "Register-ArgumentCompleter -Native -CommandName ldproof"),
    ],
)
def test_script_is_that_of_the_shell(
    run: Run, shell: str, script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the one that is named, or of one's own."""
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    done = run("--show-completion")
    assert (done.exit_code, done.stderr) == (0, "")
    assert script in done.stdout
    assert "_LDPROOF_COMPLETE" in done.stdout
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert run(f"--show-completion {shell}").stdout == done.stdout


@pytest.mark.parametrize(
    ("shell", "place", "startup"),
    [
        ("bash", ".bash_completions/ldproof.sh", ".bashrc"),
        ("zsh", ".zfunc/_ldproof", ".zshrc"),
        ("fish", ".config/fish/completions/ldproof.fish", None),
    ],
)
def test_script_is_installed_once(
    run: Run, shell: str, place: str, startup: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was in the file that a shell reads first stays there."""
    monkeypatch.setenv("HOME", str(tmp_path))
    if startup is not None:
        (tmp_path / startup).write_text("alias l=ls")
    for _ in range(2):
        done = run(f"--install-completion {shell}")
        assert (done.exit_code, done.stderr) == (0, "")
    assert (tmp_path / place).read_text() == run(f"--show-completion {shell}").stdout.removesuffix("\n")
    if startup is not None:
        first, empty, *added = (tmp_path / startup).read_text().splitlines()
        assert (first, empty, len(added)) == ("alias l=ls", "", 1)


def test_script_is_added_to_a_file_of_any_bytes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".bashrc").write_bytes(b"# \xff\n")
    assert run("--install-completion bash").exit_code == 0
    assert (tmp_path / ".bashrc").read_bytes().startswith(b"# \xff\n\nsource ")


def test_script_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    done = process(
        sys.executable, "-m", "ldproof", "--install-completion", "bash", HOME=str(tmp_path / "home")
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"({Reason.NO_SUCH_PLACE})" in done.stderr


@slow
@WITH_BASH
@pytest.mark.skipif(not SCRIPT.exists(), reason="ldproof is not installed beside this Python")
def test_installed_script_completes(tmp_path: Path) -> None:
    home = str(tmp_path)
    done = process(str(BASH), "-c", f"{SCRIPT} --install-completion bash; exit $?", HOME=home)
    assert (done.returncode, done.stderr) == (0, "")
    rest = f"COMP_WORDS=({SCRIPT} law sketch.k); COMP_CWORD=2; _ldproof_completion {SCRIPT}; echo ${{COMPREPLY[@]}}"
    asked = process(str(BASH), "-c", f"source ~/.bashrc; complete -p ldproof; {rest}", HOME=home)
    assert asked.stdout.splitlines() == ["complete -o nosort -F _ldproof_completion ldproof", "sketch.kary"]


@pytest.mark.parametrize(
    "words", ["--show-completion", "--install-completion", "--install-completion powershell"]
)
def test_unknown_shell_is_a_wrong_request(run: Run, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    done = run(words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "powershell" in done.stderr
