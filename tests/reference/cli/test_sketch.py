"""`ldproof sketch`: reports, what is collected of them, and what is found."""

import json
import shlex
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner

import ldproof
from ldproof.auditor.state_file import lock_file
from ldproof.cli.main import ExampledCommand, ExampledGroup, app, load_command
from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.parameters import SKETCHES
from ldproof.sketch.collector import simulate_collector
from tests.reference.cli.conftest import Run, answer_of, conforming

KARY = "kary w=64 d=8 epsilon=6 seed=public"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run where there are words to report."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("duck\n" * 30 + "goose\n" * 12 + "two words\n", encoding="utf-8")
    (tmp_path / "list.txt").write_text("goose\nduck\nswan\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["report", "collect", "query"])
def test_help_of_each_command_has_its_examples(run: Run, name: str) -> None:
    group = load_command("sketch")
    assert isinstance(group, ExampledGroup)
    command = group.commands[name]
    assert isinstance(command, ExampledCommand)
    shown = run(f"sketch {name} --help")
    assert (shown.exit_code, shown.stderr) == (0, "")
    for example in command.examples:
        assert shlex.split(example)[:3] == ["ldproof", "sketch", name]
        assert f"\n    {example}\n" in shown.stdout
    names = next(each for each in group.commands["report"].params if each.name == "name")
    assert [each.value for each in names.shell_complete(click.Context(app), "")] == [*SKETCHES]


def test_words_are_reported_collected_and_counted(run: Run, folder: Path) -> None:
    """By lines of text and of JSON, in two windows."""
    for day, form in (("monday", "text"), ("tuesday", "json")):
        drawn = run(f"sketch report {KARY} --items words.txt --format {form}")
        assert (drawn.exit_code, drawn.stderr, len(drawn.stdout.splitlines())) == (0, "", 43)
        if form == "json":
            assert [conforming("sketch-report", line) for line in drawn.stdout.splitlines()]
        (folder / f"{day}.txt").write_text(drawn.stdout, encoding="utf-8")
        collect = f"sketch collect {KARY} --json --reports {day}.txt --state {day}.json"
        assert answer_of(run, "sketch-collect", collect) == {"reports": 43, "refused": 0, "reporters": 43}
    again = answer_of(
        run, "sketch-collect", f"sketch collect {KARY} --json --reports monday.txt --state both.json"
    )
    assert again["reporters"] == 43
    more = run(f"sketch collect {KARY} --reports tuesday.txt --state both.json")
    assert more.stdout == "43 reports were added, 0 refused; 86 are in both.json\n"
    query = "--items list.txt --item 'two words' --delta 1/10 --json"
    found = answer_of(run, "sketch-query", f"sketch query monday.json tuesday.json {query}")
    assert found == answer_of(run, "sketch-query", f"sketch query both.json {query}")
    kept = ldproof.SketchCounts.restore((folder / "both.json").read_text())
    items = ["two words", "goose", "duck", "swan"]
    assert found == json.loads(kept.query(items, delta="1/10").to_json())
    top = answer_of(run, "sketch-query", "sketch query both.json --items list.txt --top 1 --json")
    assert top == json.loads(kept.top(items[1:], 1).to_json())
    both = run("sketch query both.json --items list.txt --top 1 --estimates complete")
    assert (both.exit_code, f"({Reason.UNKNOWN_PARAMETER})" in both.stderr) == (2, True)
    shown = run("sketch query both.json --items list.txt --estimates consistent").stdout
    assert [line.split()[0] for line in shown.splitlines() if line] == ["item", *items[1:], "86"]


def test_numbers_are_other_items_than_texts(run: Run, folder: Path) -> None:
    """And where every report has its own hash, candidates are named at first."""
    for options, state in (("--numbers", "numbers.json"), ("", "texts.json")):
        drawn = run(f"sketch report local_hash w=8 odds=1e9 seed=1 {options} --item 5 --item 5 --item 6")
        collect = f"sketch collect local_hash w=8 odds=1e9 seed=1 {options} --candidates - --state {state}"
        (folder / "own.txt").write_text(drawn.stdout, encoding="utf-8")
        done = CliRunner().invoke(app, [*shlex.split(collect), "--reports", "own.txt"], input="5\n6\n7\n")
        assert (done.exit_code, done.stderr) == (0, "")
        found = answer_of(run, "sketch-query", f"sketch query {state} {options} --item 5 --item 7 --json")
        assert isinstance(found["items"], list)
        assert [each["item"] for each in found["items"]] == ([5, 7] if options else ["5", "7"])
        assert (folder / state).exists()
    asked = run("sketch query numbers.json --numbers --item 8 --json")
    assert (asked.exit_code, json.loads(asked.stderr.splitlines()[-1])["reason"]) == (2, Reason.UNKNOWN_NAME)


def test_refused_item_is_named_by_its_number_or_line(run: Run, folder: Path) -> None:
    (folder / "a{b}.txt").write_text("5\nfive\n", encoding="utf-8")
    report = "sketch report cms w=8 d=2 epsilon=1 seed=1 --numbers"
    for items, place in (
        ("--item 5 --item=-3", "item 2: "),
        ("--item 5 --item five", "item 2: "),
        ("--items 'a{b}.txt'", "a{b}.txt, line 2: "),
    ):
        done = run(f"{report} {items}")
        assert (done.exit_code, len(done.stdout.splitlines())) == (2, 1)
        assert done.stderr.startswith(f"ldproof: {place}")


def test_control_characters_of_items_are_not_sent_to_a_terminal(run: Run, folder: Path) -> None:
    sketch = "kary w=64 d=2 odds=1e9 seed=1"
    (folder / "drawn.txt").write_text(run(f"sketch report {sketch} --item duck").stdout, encoding="utf-8")
    run(f"sketch collect {sketch} --reports drawn.txt --state one.json")
    (folder / "asked.txt").write_text("\x1b[7mduck\nhé\n", encoding="utf-8")
    shown = run("sketch query one.json --items asked.txt").stdout
    assert [line.split()[0] for line in shown.splitlines()[1:3]] == [r'"\u001b[7mduck"', "hé"]


def test_items_of_another_kind_than_was_collected_are_refused(run: Run, folder: Path) -> None:
    """Reports do not say what items are: so the state does, by the options of `collect`."""
    (folder / "reports.txt").write_text("3:5\n", encoding="utf-8")
    collect = f"sketch collect {KARY} --reports reports.txt --state"
    for options, kind, other in (("--numbers", "numbers", ""), ("", "texts", "--numbers")):
        assert run(f"{collect} {kind}.json {options}").exit_code == 0
        assert run(f"sketch query {kind}.json {options} --item 5").exit_code == 0
        for more in ("", "--top 1", "--estimates complete"):
            asked = run(f"sketch query {kind}.json {other} --item 5 {more}")
            assert (asked.exit_code, asked.stdout) == (2, "")
            assert f"the sketch's items, which are {kind} ({Reason.NOT_AN_ITEM})" in asked.stderr
        again = run(f"{collect} {kind}.json {other}")
        assert (again.exit_code, "a collector of numbers and one of texts" in again.stderr) == (2, True)
    both = run("sketch query numbers.json texts.json --item 5")
    assert (both.exit_code, "a collector of numbers and one of texts" in both.stderr) == (2, True)


def test_estimates_of_a_list_called_complete_may_leave_the_intervals(run: Run, folder: Path) -> None:
    """Of 3,000 people the list has 100: the estimates add up to all people, the intervals hold, and the help says so."""
    made = ldproof.private_sketch("kary", w=64, d=1, odds="1e6", seed="public")
    items, held = ["duck", "goose"], [50, 50, 2900]
    counts = ldproof.SketchCounts(
        simulate_collector(made.plan, [*items, "swan"], np.repeat(np.arange(3), held), SeededCoins(b"1"))
    )
    (folder / "state.json").write_text(counts.save(), encoding="utf-8")
    found = counts.query(items, estimates="complete")
    assert sum(float(each.estimate) for each in found.values()) == pytest.approx(3000)
    assert all(each.lower <= 50 <= each.upper < float(each.estimate) for each in found.values())
    shown = run("sketch query state.json --item duck --item goose --estimates complete").stdout.split()
    assert float(shown[shown.index("duck") + 1]) > int(shown[shown.index("duck") + 3])
    help_text = " ".join(run("sketch query --help").stdout.split())
    assert "may lie outside its interval" in help_text


def test_table_is_collected_as_the_reports_are(run: Run, folder: Path) -> None:
    """A line for each row: the number of its reports, and its sums."""
    (folder / "reports.txt").write_text(
        run(f"sketch report {KARY} --items words.txt").stdout, encoding="utf-8"
    )
    run(f"sketch collect {KARY} --reports reports.txt --state one.json")
    kept = ldproof.SketchCounts.restore((folder / "one.json").read_text()).kept
    rows = [[n, *row] for n, row in zip(kept.reporters.tolist(), kept.sums.tolist(), strict=True)]
    (folder / "counts.csv").write_text(
        "".join(f"{','.join(map(str, row))}\n" for row in rows), encoding="utf-8"
    )
    done = run(f"sketch collect {KARY} --table counts.csv --state other.json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert (folder / "other.json").read_text() == (folder / "one.json").read_text()


WORDS = "kary w=64 d=16 odds=1e6 length=1 step=4 seed=public"


def test_frequent_texts_are_found_in_what_was_collected(run: Run, folder: Path) -> None:
    """Of texts of one byte, each in two windows."""
    (folder / "letters.txt").write_text("a\n" * 150 + "b\n" * 100 + "c\n" * 10, encoding="utf-8")
    collect = f"sketch collect {WORDS} --json --reports reports.txt --state"
    for day in ("monday", "tuesday"):
        (folder / "reports.txt").write_text(
            run(f"sketch report {WORDS} --items letters.txt").stdout, encoding="utf-8"
        )
        assert answer_of(run, "sketch-collect", f"{collect} {day}.json") == {
            "reports": 260,
            "refused": 0,
            "reporters": 260,
        }
    found = answer_of(run, "sketch-query", "sketch query monday.json tuesday.json --heavy 20% --json")
    assert (found["reporters"], found["threshold"]) == (520, 104)
    assert isinstance(found["items"], list)
    assert [each["item"] for each in found["items"]] == ["a", "b"]
    again = answer_of(run, "sketch-collect", f"{collect} monday.json")
    assert again["reporters"] == 520
    for words, reason in (
        (f"report {WORDS} --item a --format json", Reason.UNKNOWN_PARAMETER),
        (f"collect {WORDS} --table words.txt --state state.json", Reason.UNKNOWN_PARAMETER),
        (f"collect {WORDS} --numbers --reports reports.txt --state state.json", Reason.UNKNOWN_PARAMETER),
        (f"collect {WORDS} --reports words.parquet --state state.json", Reason.UNKNOWN_PARAMETER),
        ("query monday.json --item a", Reason.FOREIGN_STATE),
        ("query monday.json ./monday.json --heavy 1/5", Reason.REPEATED),
        ("query monday.json --heavy 1/5 --item a", Reason.UNKNOWN_PARAMETER),
        ("query monday.json --heavy 1/5 --numbers", Reason.UNKNOWN_PARAMETER),
        ("query monday.json --heavy 1/5 --estimates complete", Reason.UNKNOWN_PARAMETER),
    ):
        done = run(f"sketch {words}")
        assert (done.exit_code, f"({reason})" in done.stderr) == (2, True)


def test_lines_that_are_no_reports_are_left_out_and_named(run: Run, folder: Path) -> None:
    (folder / "bad.txt").write_text("3:5\n9:5\nduck\n", encoding="utf-8")
    done = run(f"sketch collect {KARY} --reports bad.txt --state state.json")
    assert (done.exit_code, done.stdout) == (1, "1 reports were added, 2 refused; 1 are in state.json\n")
    assert done.stderr.startswith("ldproof: bad.txt, line 2: an output of the row 9 (out-of-range)")


@pytest.mark.parametrize(
    ("words", "reason", "accepted"),
    [
        ("report kary w=64 d=8 epsilon=1 --item duck", Reason.MISSING, "seed=TEXT"),
        (f"report {KARY}", Reason.MISSING, "--item X"),
        (f"report {KARY} --items nowhere.txt", Reason.NO_SUCH_PLACE, "a file"),
        (f"report {KARY} --numbers --item duck", Reason.NOT_AN_ITEM, "whole numbers"),
        ("report karyy w=64 d=8 epsilon=1 seed=1 --item duck", Reason.UNKNOWN_NAME, "kary"),
        ("report kary d=8 epsilon=1 seed=1 --item duck", Reason.MISSING, "columns"),
        (f"collect {KARY} --reports nowhere.txt --state state.json", Reason.NO_SUCH_PLACE, "a file"),
        (
            f"collect {KARY} --reports words.txt --state nowhere/state.json",
            Reason.NO_SUCH_PLACE,
            "a file that",
        ),
        (
            f"collect {KARY} --reports words.txt --state /dev/zero",
            Reason.NO_SUCH_PLACE,
            "/dev/zero is not a regular file",
        ),
        (
            f"collect {KARY} --reports words.txt --state words.txt",
            Reason.DAMAGED_STATE,
            "words.txt: the saved",
        ),
        (
            f"collect {KARY} --table words.txt --state state.json",
            Reason.NOT_A_NUMBER,
            "words.txt: a cell of line 1",
        ),
        (
            f"collect {KARY} --table one.csv --state state.json",
            Reason.WRONG_LENGTH,
            "one.csv: a table of 1 x 2",
        ),
        (f"collect {KARY} --table empty.txt --state state.json", Reason.WRONG_LENGTH, "empty.txt: the table"),
        (f"report {KARY} --items empty.txt", Reason.MISSING, "empty.txt has no line"),
        (f"collect {KARY} --candidates list.txt --state state.json", Reason.WRONG_COUNT, "candidates"),
        ("query words.txt --item duck", Reason.DAMAGED_STATE, "words.txt: the saved"),
        ("query nowhere.json --item duck", Reason.NO_SUCH_PLACE, "a file"),
    ],
)
def test_what_is_refused(run: Run, words: str, reason: Reason, accepted: str, folder: Path) -> None:
    (folder / "one.csv").write_text("1,0,0\n", encoding="utf-8")
    (folder / "empty.txt").touch()
    done = run(f"sketch {words}")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"({reason})" in done.stderr
    assert accepted in done.stderr
    assert not Path("state.json").exists()
    assert "duck" not in done.stderr or "--table" in words


def test_state_that_another_process_adds_to_is_refused(run: Run, folder: Path) -> None:
    """It would be replaced without the other one's reports."""
    (folder / "reports.txt").write_text("3:5\n", encoding="utf-8")
    collect = f"sketch collect {KARY} --reports reports.txt --state state.json"
    with lock_file(folder / "state.json"):
        done = run(collect)
    assert (done.exit_code, f"state.json ({Reason.IN_USE})" in done.stderr) == (2, True)
    assert run(collect).exit_code == 0
    assert {each.name for each in folder.iterdir()} == {"words.txt", "list.txt", "reports.txt", "state.json"}


def test_state_of_another_sketch_or_version_is_refused(run: Run, folder: Path) -> None:
    run(f"sketch collect {KARY} --table - --state state.json")
    (folder / "reports.txt").write_text("3:5\n", encoding="utf-8")
    assert run(f"sketch collect {KARY} --reports reports.txt --state state.json").exit_code == 0
    before = (folder / "state.json").read_text()
    other = run("sketch collect kary w=64 d=8 epsilon=6 seed=other --reports reports.txt --state state.json")
    assert (other.exit_code, "state.json: two collectors that differ in hashes" in other.stderr) == (2, True)
    assert (folder / "state.json").read_text() == before
    (folder / "state.json").write_text(json.dumps({**json.loads(before), "version": 1}), encoding="utf-8")
    newer = run("sketch query state.json --item duck --json")
    assert (newer.exit_code, json.loads(newer.stderr.splitlines()[-1])["reason"]) == (2, Reason.WRONG_VERSION)
