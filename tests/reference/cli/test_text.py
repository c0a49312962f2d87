"""Tables for people, as a terminal of some width shows them; and XML for JUnit, which has any text in it."""

from xml.etree import ElementTree as ET

import pytest

from ldproof.cli.ci import ReportedCase, junit_xml
from ldproof.cli.text import GAP, WIDE, show_table

SHARES = [("000", "5/12 ≈ 0.417"), ("漢字", "1/4 = 0.25")]
LONG = ("a name that stays whole", "words that a narrow screen puts under one another")


def test_columns_are_as_wide_as_what_they_show(capsys: pytest.CaptureFixture[str]) -> None:
    """A character of Chinese takes two places."""
    show_table("output", "probability", rows=SHARES)
    assert capsys.readouterr().out.splitlines() == [
        "output  probability ",
        "000     5/12 ≈ 0.417",
        "漢字    1/4 = 0.25  ",
    ]


def test_lines_that_do_not_fit_a_terminal_are_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for the first column."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    enough = len(GAP.join(LONG))
    for width in (enough, enough - 1, 40):
        monkeypatch.setenv("COLUMNS", str(width))
        show_table("name", "words", rows=[LONG])
        _, *lines = capsys.readouterr().out.splitlines()
        assert (lines == [GAP.join(LONG)]) == (len(lines) == 1) == (width == enough)
        assert max(map(len, lines)) <= width
        assert lines[0].startswith(LONG[0])
        assert " ".join(line[len(LONG[0]) :].strip() for line in lines) == LONG[1]


def test_output_that_is_no_terminal_has_room(capsys: pytest.CaptureFixture[str]) -> None:
    long = "words " * (WIDE // 10)
    show_table("name", "words", rows=[("long", long)])
    assert capsys.readouterr().out.splitlines()[1].endswith(long)


def test_no_cell_is_markup_or_an_order_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("name", rows=[("[bold]:smile:\a\b",)])
    assert capsys.readouterr().out.splitlines()[1].strip() == "[bold]:smile:"


@pytest.mark.parametrize("lacking", ["\0", "\x08", "\x1b", "\ud800", "\ufffe", "\uffff"])
def test_characters_that_xml_lacks_are_marked(lacking: str) -> None:
    """Programs say everything, and what they say is in names and messages."""
    said = f"a{lacking}b"
    cases = [ReportedCase(said, said, said, (said, said)), ReportedCase("room", "n", said, skipped=True)]
    (suite,) = ET.fromstring(junit_xml("tool", said, cases))
    failed, skipped = suite
    texts = [suite.get("name"), failed.get("name"), failed.get("classname")]
    texts += [text for each in (*failed, *skipped) for text in (each.get("message"), each.text) if text]
    assert texts == ["a\N{REPLACEMENT CHARACTER}b"] * 8


@pytest.mark.parametrize("kept", ["\t", "\n", "ü", "\U0001f600", "<&>\"'", "\x7f"])
def test_characters_that_xml_has_are_kept(kept: str) -> None:
    (suite,) = ET.fromstring(junit_xml("tool", "s", [ReportedCase("room", "n", f"a{kept}b")]))
    assert suite[0][0].text == f"a{kept}b"
