"""The figures on claims' pages: they are what is drawn, they take the page's colours, and they can be read out."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ldproof.experiments.registry import FIGURES
from ldproof_proofs.book.pages.drawing import ROLES, inside, picture
from ldproof_proofs.book.pages.figures import SHOWN, figure, figures, stored
from ldproof_proofs.ledger import CLAIMS

QUICK = ("shots.fig-1", "counting.fig-2")
"""Those that take no seconds; `make figures` draws all."""
STYLE = (Path(__file__).parents[4] / "proofs/ldproof_proofs/book/pages/assets/style.css").read_text(
    encoding="utf-8"
)


@pytest.mark.parametrize("name", QUICK)
def test_what_is_stored_is_what_is_drawn(name: str) -> None:
    assert picture(name) == stored()[name]


def test_every_figure_is_about_a_claim_and_is_there() -> None:
    names = {name for shown in SHOWN.values() for name in shown}
    assert SHOWN.keys() <= CLAIMS.keys()
    assert names == stored().keys() <= FIGURES.keys()
    for name in names:
        kept, found = stored()[name], FIGURES[name]
        assert (kept["place"], kept["says"]) == (found.place, found.says)


def test_a_picture_is_a_part_of_its_page() -> None:
    """Its colours are those that the style has for the light and for the dark, and its names are its own."""
    for name, kept in stored().items():
        svg = kept["svg"]
        assert not re.search(r"#[0-9a-f]{3,8}\b(?![\w-])", svg.replace(f"#{name}-", "")), name
        used = {*re.findall(r"var\((--[\w-]+)\)", svg)}
        assert used <= {*ROLES.values()}
        assert all(len(re.findall(f"^ +{each}:|^  {each}:", STYLE, re.MULTILINE)) == 2 for each in used)
        assert all(each.startswith(f"{name}-") for each in re.findall(r' id="([^"]*)"', svg))
        assert "<style" not in svg
        words = {each.text for each in ET.fromstring(svg).iter() if each.tag == "text"}
        assert FIGURES[name].axis.removeprefix(f"{FIGURES[name].unit} ") in words


def test_a_picture_can_be_read_out() -> None:
    text = figure("counting.fig-2", stored()["counting.fig-2"]).text
    assert text.count('role="img"') == 1
    (said,) = re.findall(r'role="img" aria-label="([^"]*)"', text)
    assert "cross once, at epsilon = 7.8217" in said
    assert figures("shots.thm-4").text == ""


def test_what_is_left_out_of_a_picture() -> None:
    svg = (
        '<?xml version="1.0"?>\n<svg width="1pt" viewBox="0 0 1 1" xmlns="x"><style type="a">*{}</style>'
        '<rect id="a" fill="#0072b2"/><path d="M 1.23456 2" clip-path="url(#a)"/>'
        "<text style=\"font: 9px 'DejaVu Sans'; fill: #d55e00\">mu = 0.9995</text></svg>"
    )
    assert inside(svg, "one") == (
        '<svg viewBox="0 0 1 1"><rect id="one-a" style="fill: var(--curve-0)"/><path d="M 1.23 2" clip-path="url(#one-a)"/>'
        '<text style="font-size: 9px; fill: var(--curve-1)">mu = 0.9995</text></svg>'
    )
