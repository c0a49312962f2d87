"""The board of audited libraries: every audit and every command is on it, and its badges are what they say."""

import json
import re
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from ldproof.cli.main import app
from tests.drivers.peers.board import Badge, Line, board, conformance, lines_of_library
from tests.drivers.peers.environments import LIBRARIES
from tests.drivers.peers.page import PAGE, VIOLATED, table
from tests.html_pages import parse_page

TEXT = PAGE.read_text(encoding="utf-8")
FILES = board(TEXT)
LINES = [line for library in LIBRARIES.values() for line in lines_of_library(library, TEXT)]
PROGRAM = """
from tests.drivers.peers.answering import serve
serve("peer", {%r: lambda parameters: lambda given: 1})
"""
"""A library whose randomizer of this name says nothing about its input."""


SHOWN = parse_page(FILES["index.html"])


def test_every_audit_of_the_table_is_on_the_board() -> None:
    told = [cell for cells in table(TEXT).values() for cell in cells.values() if cell]
    refuted = [re.findall(r": (\S+) or more", cell)[0] for cell in told if cell.startswith(VIOLATED)]
    words = "".join(SHOWN.words)
    assert sorted(re.findall(r"at least (\S+) \(violated in ", words)) == sorted(refuted)
    assert words.count("not refuted in") == len(told) - len(refuted)
    assert f"{len(refuted)} of {len(told)} claims refuted. " in words
    assert SHOWN.tags["td"] == len(LINES) * 5, "promise, inputs and three claims of each"


def test_page_needs_nothing_but_its_badges() -> None:
    """So it can be put anywhere."""
    wanted = {f"badges/{name}.svg" for name in LIBRARIES} | {f"#{name}" for name in LIBRARIES} | {"data:,"}
    assert {*SHOWN.leads} == wanted
    assert SHOWN.open == SHOWN.flaws == []
    assert all(f'id="{name}"' in FILES["index.html"] for name in LIBRARIES)
    assert FILES.keys() == {"index.html"} | {
        f"badges/{name}.{form}" for name in LIBRARIES for form in ("svg", "json")
    }


def test_badges_count_the_claims_of_their_library() -> None:
    for library in LIBRARIES.values():
        cells = [
            cells
            for whose, cells in table(TEXT).items()
            if whose[0] == f"{library.package} {library.version}"
        ]
        audits = [cell for each in cells for cell in each.values() if cell]
        refuted = sum(cell.startswith(VIOLATED) for cell in audits)
        found = json.loads(FILES[f"badges/{library.folder}.json"])
        assert found == {
            "schemaVersion": 1,
            "label": "ldproof",
            "message": f"{refuted} of {len(audits)} claims refuted",
            "color": "red" if refuted else "green",
        }
        picture = ET.fromstring(FILES[f"badges/{library.folder}.svg"])
        texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
        assert texts == [f"{library.package} {library.version}", found["message"]]


def test_badge_of_what_is_not_refuted_is_green_and_escaped() -> None:
    picture = Badge("a<b", "0 of 1", good=True).to_svg()
    assert ET.fromstring(picture).get("aria-label") == "a<b: 0 of 1"
    assert "#00664b" in picture
    assert "#a3122a" not in picture


def test_conformance_is_that_of_the_version() -> None:
    newer, older = (conformance(LIBRARIES[name], TEXT) for name in ("pure_ldp", "pure_ldp_1_1_2"))
    assert "conforms" in newer[0]
    assert "the law is another one" in older[0]
    assert [len(newer), len(older)] == [1, 1]
    assert len(conformance(LIBRARIES["opendp"], TEXT)) == 1
    assert conformance(LIBRARIES["diffprivlib"], TEXT) == []


SHAPES = {
    (type(line.target.one), bool(line.target.delta), bool(line.target.parameters)): line for line in LINES
}


@pytest.mark.parametrize("line", SHAPES.values(), ids=lambda line: str(line.name))
def test_commands_run(line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inputs and parameters of every shape, with another program in the place of the library's, which is not here."""
    monkeypatch.chdir(tmp_path)
    Path("peer.py").write_text(PROGRAM % line.target.randomizer, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(PAGE.parents[3]))
    words = shlex.split(line.command)
    assert (words[0], words[-3:]) == ("ldproof", [*line.library.command])
    pairs = words.index("--pairs") + 1
    assert words[pairs] == ("100000" if line.refuted else "20000")
    result = CliRunner().invoke(app, [*words[1:pairs], "20", "--", sys.executable, "peer.py"])
    assert (result.exit_code, result.stderr) == (0, "")
    epsilon = (*line.refuted, *line.found)[0]
    assert f"black-box epsilon={epsilon}" in result.stdout
    assert "40 samples" in result.stdout


@pytest.mark.parametrize("cell", ["**undecided** in 20000", "undecided in 20000", "not in 0"])
def test_cell_without_a_verdict_or_pairs_is_refused(cell: str) -> None:
    with pytest.raises(ValueError, match="cells that name no verdict and no pairs"):
        board(TEXT.replace("not in 20000", cell, 1))
