"""Ledgers of other packages: proved, stored where one says, replayed from there, and explained."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from subprocess import run

import pytest
from click.testing import CliRunner, Result

from ldproof.cli.main import app
from ldproof.names import LEDGERS, plugins_by_system

CLAIMS = """
from fractions import Fraction
from ldproof.numbers import Symbol
from ldproof.rounds import truth
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.prover import proposition
from ldproof_proofs.kernel.relations import below
from ldproof_proofs.kernel.sentences import as_printed

x = Symbol("x")
NOTATION = {"x": "what odds are above one"}


def at_least(half):
    def more(prover):
        return proposition(
            prover, "mine.more", below(half, truth(x)), {"x > 0": below(0, x)}, {"x": 2}
        )
    return more


def entry(name, half):
    return Entry(name, "a paper", "More often than not.", Verdict.HOLDS, (as_printed("So it is, {goal}.", at_least(half)),))


ENTRIES = (entry("mine.more", Fraction(1, 2)),)
"""

CHECKER = Path(__file__).parents[3] / "proofs/checker/check.py"

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """A package with this ledger."""
    home = tmp_path / "mine"
    home.mkdir()
    (home / "__init__.py").touch()

    def put(text: str) -> Path:
        (home / "ledger.py").write_text(text, encoding="utf-8")
        for name in [each for each in sys.modules if each.partition(".")[0] == "mine"]:
            del sys.modules[name]
        return home

    def found(group: str) -> Iterable[EntryPoint]:
        mine = [EntryPoint("mine", "mine.ledger", LEDGERS)]
        return mine if group == LEDGERS else entry_points(group=group)

    monkeypatch.setattr("importlib.metadata.entry_points", found)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    plugins_by_system.cache_clear()
    yield put
    plugins_by_system.cache_clear()


def ldproof(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, catch_exceptions=False)


def prove(*arguments: str) -> Result:
    return ldproof("prove", "mine", "--no-solvers", *arguments)


def test_it_is_proved_and_stored_nowhere(write: Write) -> None:
    home = write(CLAIMS)
    found = prove("--format", "json")
    assert found.exit_code == 0
    (claim,) = json.loads(found.stdout)["entries"]
    assert (claim["name"], claim["verdict"], claim["evidence"]) == ("mine.more", "holds", "proved")
    assert {each.name for each in home.iterdir()} == {"__init__.py", "ledger.py"}


def test_claim_in_words_alone_is_counted_apart(write: Write) -> None:
    """Its theorem is proved; that the sentence says the same is what its author says."""
    write(CLAIMS.replace("So it is, {goal}.", "Every even number is a sum of primes."))
    answer = json.loads(prove("--format", "json").stdout)
    assert [(each["evidence"], each["paraphrased"]) for each in answer["entries"]] == [("proved", True)]
    totals = answer["totals"]
    assert (totals["evidence"], totals["paraphrased"]) == ({"proved": 1}, {"proved": 1})
    said = prove().stdout
    assert "Evidence: 1 proved (1 by sentences that take no formula from their theorems)." in said
    assert "proved; in words alone" in said
    write(CLAIMS)
    assert "in words alone" not in (said := prove().stdout)
    assert said.endswith("Evidence: 1 proved.\n")


def test_a_false_claim_fails_and_nothing_is_stored(write: Write, tmp_path: Path) -> None:
    write(CLAIMS.replace("Fraction(1, 2)", "Fraction(2, 3)"))
    found = prove("--store", str(tmp_path / "stored"))
    assert found.exit_code == 1
    assert "failed" in found.stdout
    assert not (tmp_path / "stored").exists()


def test_it_is_replayed_from_where_one_says(write: Write, tmp_path: Path) -> None:
    write(CLAIMS)
    stored = tmp_path / "stored"
    assert prove("--store", str(stored)).exit_code == 0
    assert {each.name for each in stored.iterdir()} == {
        "certificates.json",
        "evidence.json",
        "explained.json",
    }
    assert prove("--check", "--store", str(stored)).exit_code == 0
    evidence = (stored / "evidence.json").read_text()
    (stored / "evidence.json").write_text(evidence.replace('"proved"', '"cited"'))
    spoilt = prove("--check", "--store", str(stored))
    assert spoilt.exit_code == 1
    assert "other evidence than before: " in spoilt.output


def test_it_is_replayed_from_beside_its_module(write: Write) -> None:
    home = write(CLAIMS)
    missing = prove("--check")
    assert missing.exit_code == 2
    assert f"certificates.json in {home}: " in missing.stderr
    assert "what `ldproof prove SYSTEM --store DIR` writes" in missing.stderr
    assert prove("--store", str(home)).exit_code == 0
    assert prove("--check").exit_code == 0
    write(CLAIMS.replace("Fraction(1, 2)", "Fraction(1, 3)"))
    assert prove("--check").exit_code == 1


def test_its_objects_are_checked_apart(write: Write, tmp_path: Path) -> None:
    home = write(CLAIMS)
    assert prove("--store", str(home)).exit_code == 0
    objects = tmp_path / "objects"
    assert ldproof("prove", "mine", "--export", str(objects)).exit_code == 0
    apart = [sys.executable, "-I", "-S", str(CHECKER), str(objects)]
    checked = run(apart, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "mine.more" in "".join(each.read_text() for each in objects.iterdir())


def test_it_is_explained_from_what_is_stored_or_proved_for_it(write: Write) -> None:
    home = write(CLAIMS)
    anew = ldproof("explain", "mine.more")
    assert anew.exit_code == 0
    for words in ("mine.more (a paper)", "(1 + x)/(2 + x) > 1/2.  [proved]", "x  what odds are above one"):
        assert words in anew.stdout
    prove("--store", str(home))
    words = (home / "explained.json").read_text()
    assert ldproof("explain", "mine.more").stdout == anew.stdout
    (home / "explained.json").write_text(words.replace("a paper", "another"))
    assert "mine.more (another)" in ldproof("explain", "mine.more").stdout
    assert "mine.more  claim, holds" in ldproof("explain", "--list").stdout.splitlines()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise KeyError('x')", "KeyError: 'x'"),
        ("ENTRIES = 7", "its ENTRIES is an int, and no tuple"),
        ("ENTRIES = (7,)", "its ENTRIES has 7, and no entry named mine.something"),
        (CLAIMS.replace('entry("mine.', 'entry("theirs.'), "and no entry named mine.something"),
        (CLAIMS + "\nENTRIES *= 2", "two of its ENTRIES are named mine.more"),
    ],
)
def test_a_broken_ledger_is_named_and_ours_goes_on(write: Write, text: str, why: str) -> None:
    write(text)
    found = prove()
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("ldproof: mine, which the package without a name brings as mine.ledger: ")
    assert why in found.stderr
    assert ldproof("prove", "evidence.average", "--check").exit_code == 0
    assert ldproof("explain", "shots.thm-4").exit_code == 0
    assert ldproof("explain", "--list").exit_code == 0


def test_what_is_ours_or_contradictory_or_unknown_is_refused(write: Write) -> None:
    write(CLAIMS)
    for arguments, why in (
        ("shots.thm-4 --store x", "what is stored of shots.thm-4 is ours"),
        ("mine --store x --afresh", "--smt2 and --afresh go without it"),
        ("mine.less", "there is no claim, system or chapter 'mine.less'"),
    ):
        found = ldproof("prove", *arguments.split())
        assert (found.exit_code, found.stdout) == (2, "")
        assert why in " ".join(found.stderr.replace("│", " ").split())
