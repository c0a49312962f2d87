"""The sketch in use: the same words are the same sketch; clients, collectors, windows and queries."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path

import duckdb
import numpy as np
import pytest

import ldproof
from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.sketch.collector import simulate_collector
from tests.reference.refusals import refused
from tests.reference.states import with_state

KARY = partial(ldproof.private_sketch, "kary", w=64, d=8, epsilon=4, seed="public")
ITEMS: list[bytes | str | int] = ["duck", b"\xff", 7, "goose"]


def crowd(made: ldproof.PrivateSketch, counts: tuple[int, ...], seed: bytes) -> ldproof.SketchCounts:
    """A collector of the reports of people who hold these items."""
    held = np.repeat(np.arange(len(counts)), counts)
    return ldproof.SketchCounts(simulate_collector(made.plan, ITEMS, held, SeededCoins(seed)))


def test_same_words_are_the_same_sketch() -> None:
    made = KARY()
    assert str(made) == "kary w=64 d=8 epsilon=4 seed=public"
    assert made == ldproof.private_sketch("sketch.kary", w="64", d="8", epsilon=Fraction(4), seed="public")
    assert made.plan != KARY(seed="other").plan
    fresh = ldproof.private_sketch("kary", w=64, d=8, odds="3")
    word, *given = str(fresh).split()
    again = ldproof.private_sketch(word, **dict(each.split("=") for each in given))
    assert again == fresh != ldproof.private_sketch("kary", w=64, d=8, odds="3")
    assert made.bits == 9


def test_reports_are_of_the_clients_law_and_either_form() -> None:
    made = KARY()
    tossed = [SeededCoins(bytes([each])) for each in range(40)]
    lines = [made.report("duck", each, form="json") for each in tossed]
    assert len({*lines}) > 10
    row, colon, column = made.report("duck").partition(":")
    assert (colon, int(row) < 8, int(column) < 64) == (":", True, True)
    counts = made.collector()
    for line in lines:
        counts.receive(line)
    counts.receive(f"{row}:{column}")
    assert counts.reporters == 41


def test_windows_are_merged_saved_and_restored() -> None:
    made = KARY()
    days = [crowd(made, each, bytes([place])) for place, each in enumerate(((3000, 200), (1000, 0, 500)))]
    week = days[0].merge(*days[1:])
    assert week.reporters == 4700
    assert week.save() == ldproof.SketchCounts.restore(days[1].save()).merge(days[0]).save()
    found = week.query(ITEMS, delta="1/1000")
    for item, count in zip(ITEMS, (4000, 200, 500, 0), strict=True):
        assert found[item].lower <= count <= found[item].upper
        assert abs(float(found[item].estimate) - count) < 400
    assert days[0].reporters == 3200
    with refused(Reason.OUT_OF_RANGE):
        week.merge(KARY(seed="other").collector())
    newer = json.dumps({**json.loads(week.save()), "version": 3})
    with refused(Reason.WRONG_VERSION):
        ldproof.SketchCounts.restore(newer)


def test_kind_of_items_is_saved_and_kept() -> None:
    """Where it is known of a part of the reports, it is known of all: old states do not have it."""
    made = KARY()
    bytes_alone = made.collector(kind="bytes").merge(made.collector())
    bytes_alone.receive("3:5")
    again = ldproof.SketchCounts.restore(bytes_alone.save())
    assert again.query([b"5"]).reporters == 1
    assert again.save() == bytes_alone.save()
    with refused(Reason.NOT_AN_ITEM):
        again.query([b"5", "5"])
    with refused(Reason.OUT_OF_RANGE):
        again.merge(made.collector(kind="texts"))
    with refused(Reason.UNKNOWN_NAME):
        made.collector(kind="words")
    with refused(Reason.DAMAGED_STATE):
        ldproof.SketchCounts.restore(bytes_alone.save().replace('"bytes"', '"words"'))


def test_tables_and_arrays_are_received() -> None:
    made, heard = KARY(), crowd(KARY(), (30, 20), b"people")
    other = made.collector()
    other.receive_table(heard.kept.reporters, heard.kept.sums)
    other.receive_arrays([0, 1], [[5], [6]], counts=[2, 1])
    assert other.reporters == 53
    everybody = ldproof.private_sketch("all_rows", w=8, d=4, epsilon=4, seed="1")
    counts = everybody.collector()
    counts.receive(everybody.report("duck"))
    assert (counts.reporters, ldproof.SketchCounts.restore(counts.save()).reporters) == (1, 1)


def test_results_say_what_holds() -> None:
    heard = crowd(KARY(), (3000, 200, 100), b"people")
    unbiased = heard.query(ITEMS)
    whole = heard.query(ITEMS, estimates="complete")
    for found in (heard.query(ITEMS, estimates="consistent"), whole):
        assert [(each.lower, each.upper) for each in found.values()] == [
            (each.lower, each.upper) for each in unbiased.values()
        ]
        assert min(float(each.estimate) for each in found.values()) >= 0
    assert sum(float(each.estimate) for each in whole.values()) == pytest.approx(3300)
    top = heard.top(ITEMS, 1)
    assert ([*top], top.error, len(top)) == (["duck"], 0, 1)
    assert "no unlisted item has over 0 people more than a listed one, with probability 19/20" in str(top)
    assert str(unbiased).splitlines()[0] == f"duck: {unbiased['duck']}"
    members = json.loads(unbiased.to_json())
    names = [each.get("item", {"hex": each.get("hex")}) for each in members["items"]]
    assert names == ["duck", {"hex": "ff"}, 7, "goose"]
    assert (members["reporters"], members["delta"], "error" in members) == (3300, "1/20", False)
    assert "<table>" in top._repr_html_()


def write_parquet(path: Path, **columns: object) -> None:
    """Write columns of values."""
    shown = ", ".join(f'unnest(?) AS "{name}"' for name in columns)
    with duckdb.connect() as database:
        database.execute(f"CREATE TABLE reports AS SELECT {shown}", [*columns.values()])
        database.execute(f"COPY reports TO '{path}' (FORMAT parquet)")


def test_estimate_that_is_0_without_being_known_to_be_is_enclosed() -> None:
    """With `hcms_plus` a support of 0 is an estimate of 0, by a formula with e^4 in it."""
    made = ldproof.private_sketch("hcms_plus", w=4, d=1, epsilon=4, seed="zero")
    counts = made.collector()
    for line in ("0:1,0", "0:1,1"):
        counts.receive(line)
    found = counts.query(["duck"])["duck"]
    assert found.estimate.lower <= 0 <= found.estimate.upper
    assert found.estimate.upper - found.estimate.lower <= Decimal("1e-8")
    assert str(found).startswith("0.0 (0 to ")


@pytest.mark.parametrize(("word", "names"), [("kary", ("column",)), ("hcms_plus", ("place", "sign"))])
def test_parquet_files_add_up_to_what_their_reports_do(
    word: str, names: tuple[str, ...], tmp_path: Path
) -> None:
    """In two files, beside the same reports one by one; some come again."""
    made = ldproof.private_sketch(word, w=4, d=2, epsilon=1, seed="files")
    lines = [made.report("duck") for _ in range(60)]
    said = [[int(number) for number in re.split("[:,]", line)] for line in lines]
    one_by_one, together = made.collector(), made.collector()
    for line in lines:
        one_by_one.receive(line)
    for part, rows in enumerate((said[:40], said[40:])):
        columns = dict(zip(("row", *names), map(list, zip(*rows, strict=True)), strict=True))
        write_parquet(tmp_path / f"{part}.parquet", **columns)
    together.receive_files(tmp_path / "*.parquet")
    assert together.save() == one_by_one.save()


def test_files_of_no_reports_are_refused_and_change_nothing(tmp_path: Path) -> None:
    made, path = KARY(), tmp_path / "reports.parquet"
    counts = made.collector()
    columns: tuple[tuple[dict[str, object], Reason, str], ...] = (
        ({"row": [1, 2]}, Reason.MISSING, "no column column"),
        ({"row": [1.5], "column": [3]}, Reason.NOT_A_WHOLE_NUMBER, "row is of the type"),
        ({"row": [1, 9, -1], "column": [3, 3, 3]}, Reason.NOT_A_REPORT, "row 2: no row of"),
        ({"row": [1, 1], "column": [3, 64]}, Reason.NOT_A_REPORT, "row 2: no column of"),
        ({"row": [1, None], "column": [3, 3]}, Reason.NOT_A_REPORT, "row 2: no row of"),
        ({"row": [1, 1], "column": [None, 3]}, Reason.NOT_A_REPORT, "row 1: no column of"),
        ({"row": [1 << 63], "column": [3]}, Reason.NOT_A_REPORT, "row 1: no row of"),
    )
    write_parquet(tmp_path / "a.parquet", row=[1], column=[3])
    for each, reason, what in columns:
        write_parquet(path, **each)
        with refused(reason) as refusal:
            counts.receive_files(path)
        assert refusal.value.what.startswith(str(path))
        assert what in refusal.value.what
        assert counts.reporters == 0
    write_parquet(path, row=[1, 1, 8], column=[3, 3, 3])
    with refused(Reason.NOT_A_REPORT) as refusal:
        counts.receive_files(tmp_path / "*.parquet")
    assert refusal.value.what == f"{path}, row 3: no row of this sketch"
    path.write_bytes(b"PAR1")
    for place, reason in (
        (path, Reason.NOT_A_TABLE),
        (tmp_path / "reports.csv", Reason.NOT_A_TABLE),
        (tmp_path / "none.parquet", Reason.NO_SUCH_PLACE),
    ):
        with refused(reason):
            counts.receive_files(place)
    with refused(Reason.OUT_OF_RANGE):
        ldproof.private_sketch("oue", w=4, d=2, epsilon=1).collector().receive_files(path)


def ask(call: Callable[..., object], *given: object, **named: object) -> Callable[[], object]:
    """A call with arguments of any type."""
    return lambda: call(*given, **named)


HEARD = crowd(KARY(), (1,), b"people")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (ask(ldproof.private_sketch, "kary", w=64, d=8), Reason.BUDGET_NOT_UNIQUE),
        (ask(ldproof.private_sketch, "kary", w=64, epsilon=1), Reason.MISSING),
        (ask(ldproof.private_sketch, "karyy", w=64, d=8, epsilon=1), Reason.UNKNOWN_NAME),
        (ask(ldproof.private_sketch, "kary", w=64, d=8, epsilon=0.5), Reason.NOT_EXACT),
        (ask(ldproof.private_sketch, "kary", w=64, d=8, epsilon=1, m=3), Reason.UNKNOWN_PARAMETER),
        (ask(KARY, seed=5), Reason.NOT_A_WORD),
        (ask(KARY().report, 1.5), Reason.NOT_AN_ITEM),
        (ask(KARY().report, "duck", form="xml"), Reason.UNKNOWN_NAME),
        (ask(KARY().collector, ["duck"]), Reason.WRONG_COUNT),
        (ask(KARY().collector().receive, "9:1"), Reason.OUT_OF_RANGE),
        (ask(KARY().collector().query, ["duck"]), Reason.TOO_FEW_PEOPLE),
        (ask(HEARD.query, "duck"), Reason.NOT_A_LIST),
        (ask(HEARD.query, [None]), Reason.NOT_AN_ITEM),
        (ask(HEARD.query, ["duck", "duck"]), Reason.REPEATED),
        (ask(HEARD.query, ["duck"], delta=0), Reason.OUT_OF_RANGE),
        (ask(HEARD.query, ["duck"], estimates="best"), Reason.UNKNOWN_NAME),
    ],
)
def test_what_is_refused(call: Callable[[], object], reason: Reason) -> None:
    with refused(reason):
        call()


# prefixes


def test_frequent_words_are_found_without_a_list() -> None:
    """Two windows, saved and restored; a long word counts as its first bytes."""
    made = ldproof.prefix_sketch("kary", length=3, step=8, w=64, d=16, odds=10**6, seed="words")
    assert str(made) == "kary w=64 d=16 odds=1000000 length=3 step=8 seed=words"
    assert made.length == 3
    windows = [made.collector(), made.collector()]
    for place, word in enumerate(("cat",) * 500 + ("catalogue",) * 400 + ("é",) * 600 + ("ox",) * 20):
        windows[place % 2].receive(made.report(word, SeededCoins(place.to_bytes(2))))
    both = windows[0].merge(ldproof.PrefixCounts.restore(windows[1].save()))
    assert both.reporters == 1520
    found = both.heavy_hitters("1/4")
    assert [*found] == ["cat", "é"]
    assert found.threshold == 380
    for word, count in (("cat", 900), ("é", 600)):
        assert found[word].lower <= count <= found[word].upper
    assert "no text left out has 380 holders" in str(found)
    assert json.loads(found.to_json())["threshold"] == 380


def test_bytes_and_the_text_that_writes_them_are_two_items() -> None:
    made = ldproof.prefix_sketch("kary", length=4, step=8, w=64, d=16, odds=10**6, seed="bytes")
    counts = made.collector()
    both: list[str | bytes] = [b"\xff", r"\xff"]
    for place, item in enumerate(both * 300):
        counts.receive(made.report(item, SeededCoins(place.to_bytes(2))))
    assert {*counts.heavy_hitters("1/4")} == {*both}


PREFIXES = partial(ldproof.prefix_sketch, "kary", length=2, step=4, w=16, d=2, odds=3, seed="public")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (ask(PREFIXES, length=0), Reason.OUT_OF_RANGE),
        (ask(PREFIXES, step=3), Reason.OUT_OF_RANGE),
        (ask(PREFIXES, step=13), Reason.TOO_LARGE),
        (ask(ldproof.prefix_sketch, "all_rows", length=1, w=8, d=2, epsilon=1), Reason.OUT_OF_RANGE),
        (ask(ldproof.prefix_sketch, "local_hash", length=1, w=8, epsilon=1), Reason.OUT_OF_RANGE),
        (ask(PREFIXES().report, "a\0"), Reason.NOT_AN_ITEM),
        (ask(PREFIXES().report, 5), Reason.NOT_AN_ITEM),
        (ask(PREFIXES().report, "\ud800"), Reason.NOT_AN_ITEM),
        (ask(PREFIXES().collector().receive, "1:1"), Reason.NOT_A_REPORT),
        (ask(PREFIXES().collector().receive, "5/1:1"), Reason.TOO_LARGE),
        (ask(PREFIXES().collector().receive, "0/1:1"), Reason.OUT_OF_RANGE),
        (ask(PREFIXES().collector().receive, "1/2:1"), Reason.OUT_OF_RANGE),
        (ask(PREFIXES().collector().merge, PREFIXES(length=1).collector()), Reason.OUT_OF_RANGE),
        (ask(PREFIXES().collector().merge, PREFIXES(seed="1").collector()), Reason.OUT_OF_RANGE),
        (ask(PREFIXES().collector().heavy_hitters, "1/2"), Reason.TOO_FEW_PEOPLE),
        (ask(ldproof.PrefixCounts.restore, HEARD.save()), Reason.FOREIGN_STATE),
        (ask(ldproof.SketchCounts.restore, PREFIXES().collector().save()), Reason.FOREIGN_STATE),
        (ask(ldproof.PrefixCounts.restore, PREFIXES().collector().save()[:-1]), Reason.DAMAGED_STATE),
    ],
)
def test_what_is_refused_of_prefixes(call: Callable[[], object], reason: Reason) -> None:
    with refused(reason):
        call()


def test_states_of_prefixes_are_of_as_many_levels() -> None:
    saved = PREFIXES().collector().save()
    levels = json.loads(saved)["state"]["levels"]
    for wrong in (
        [],
        levels[1:],
        [ldproof.private_sketch("all_rows", w=8, d=2, epsilon=1).collector().save()] * 2,
    ):
        with refused(Reason.DAMAGED_STATE):
            ldproof.PrefixCounts.restore(with_state(saved, levels=wrong))
