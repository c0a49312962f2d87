"""The folder of proof objects: content-addressed, the same when it is made again, and nobody else's overwritten."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from ldproof.errors import Reason, Refused
from ldproof.numbers import Symbol
from ldproof_proofs.book.explanation import GRADES
from ldproof_proofs.book.export.folder import INDEX, RESTS, SCHEMA, contents, export, refuse_other, write
from ldproof_proofs.book.export.objects import address
from ldproof_proofs.book.export.syntax import PLAIN, tree, trees
from ldproof_proofs.kernel.errors import NotProved

ENTRY = "sketch.kary-width"


def held(folder: Path) -> Mapping[str, bytes]:
    """The files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_folder_is_the_same_when_it_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "objects"
    assert [(each.name, each.failure) for each in export([ENTRY], folder)] == [(ENTRY, None)]
    before = held(folder)
    said = json.loads(before[INDEX])
    index = said["theorems"]
    rests = json.loads(before[RESTS])
    assert [{*said}, {*rests}] == [{"theorems"}, {"entries", "sentences", "evidence"}]
    assert {*rests["evidence"]} == {*rests["entries"], *rests["sentences"]}
    assert rests["evidence"][ENTRY] in GRADES
    assert {*rests["entries"]} == {ENTRY}
    assert {*rests["entries"][ENTRY]} <= {*index}
    assert rests["entries"][ENTRY]
    assert rests["sentences"][f"{ENTRY}, 1"]
    assert all({*each} <= {*index} for each in rests["sentences"].values())
    assert {*before} == {INDEX, RESTS, SCHEMA, *(f"{each}.json" for each in index.values())}
    for name, found in index.items():
        text = before[f"{found}.json"].decode()
        assert (address(text), json.loads(text)["name"]) == (found, name)
    assert len([*export([ENTRY], folder)]) == 1
    assert held(folder) == before


def test_what_another_export_has_written_stays(tmp_path: Path) -> None:
    assert len([*export([ENTRY], tmp_path)]) == 1
    before = held(tmp_path)
    with pytest.raises(Refused, match="not of this export") as refusal:
        assert [*export(["shots.g"], tmp_path)]
    assert (refusal.value.reason, held(tmp_path)) == (Reason.IN_USE, before)


def test_neither_strangers_nor_damage_are_written_over(tmp_path: Path) -> None:
    mine, damaged = tmp_path / "mine", tmp_path / "damaged"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused, match=r"notes\.txt"):
        refuse_other(mine)
    assert held(mine) == {"notes.txt": b"mine"}
    wanted = contents({"a": "{}"}, {}, {}, {})
    damaged.mkdir()
    write(damaged, wanted)
    (damaged / INDEX).write_text("{}", encoding="utf-8")
    with pytest.raises(Refused, match=INDEX):
        write(damaged, wanted)


def test_where_no_folder_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    for place in (file, file / "inside"):
        with pytest.raises(Refused) as refusal:
            refuse_other(place)
        assert refusal.value.reason is Reason.NO_SUCH_PLACE
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(Refused, match="Permission denied"):
        refuse_other(tmp_path / "shut")


def test_signs_in_the_names_of_symbols_are_words() -> None:
    """Two symbols that would have one name are refused."""
    names = {
        "E[Y]": "E of Y",
        "C(T - 1, m)": "C of T less 1 and m",
        "Pr[|Y - mu| >= delta*mu]": "Pr of bar Y less mu bar at least delta times mu",
    }
    for name, plain in names.items():
        assert tree(Symbol(name)) == ["symbol", plain]
        assert re.fullmatch(PLAIN, plain)
    for name in ("M_{k+1}", "x'", "P in theorem 5"):
        assert trees({name: Symbol(name)}) == {name: ["symbol", name]}
    with pytest.raises(NotProved, match=r"E\(Y\) and E\[Y\] would be one symbol"):
        tree(Symbol("E(Y)"))
