"""Tables for people, as a terminal of some width shows them."""

import pytest

from ldproof.cli.columns import GAP, WIDE, show

SHARES = [("000", "5/12 ≈ 0.417"), ("漢字", "1/4 = 0.25")]
LONG = ("a name that stays whole", "words that a narrow screen puts under one another")


def in_terminal(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """Answers go to a terminal of so many places from now on."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")


def test_columns_are_as_wide_as_what_they_show(capsys: pytest.CaptureFixture[str]) -> None:
    """A character of Chinese takes two places."""
    show("output", "probability", rows=SHARES)
    assert capsys.readouterr().out.splitlines() == [
        "output  probability ",
        "000     5/12 ≈ 0.417",
        "漢字    1/4 = 0.25  ",
    ]


def test_lines_that_fit_a_terminal_are_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for width, whole in ((len(GAP.join(LONG)), True), (len(GAP.join(LONG)) - 1, False)):
        in_terminal(monkeypatch, width)
        show("name", "words", rows=[LONG])
        _, *lines = capsys.readouterr().out.splitlines()
        assert (GAP.join(LONG) in lines) is whole
        assert max(map(len, lines)) <= width


def test_lines_that_do_not_fit_are_broken_but_for_the_first_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_terminal(monkeypatch, 40)
    show("name", "words", rows=[LONG])
    _, *lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1
    assert lines[0].startswith(LONG[0])
    assert " ".join(line[len(LONG[0]) :].strip() for line in lines) == LONG[1]


def test_what_is_no_terminal_has_room(capsys: pytest.CaptureFixture[str]) -> None:
    long = "words " * (WIDE // 10)
    show("name", "words", rows=[("long", long)])
    assert capsys.readouterr().out.splitlines()[1].endswith(long)


def test_no_cell_is_markup_or_an_order_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show("name", rows=[("[bold]:smile:\a\b",)])
    assert capsys.readouterr().out.splitlines()[1].strip() == "[bold]:smile:"
