"""The figures that claims are about, on the claims' pages."""

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import TypedDict

from ldproof_proofs.book.pages.html import Markup, element, listed, together
from ldproof_proofs.book.pages.page import section

FILE = Path(__file__).parent / "assets" / "pictures.json"
"""Written by `python -m ldproof_proofs.book.pages.drawing`; that it is what is drawn is a test's business."""
SHOWN: Mapping[str, tuple[str, ...]] = {
    "shots.g": ("shots.fig-1",),
    "shots.fig-1": ("shots.fig-1",),
    "shots.c-star": ("shots.fig-1",),
    "shots.exp-1": ("shots.fig-2a", "shots.fig-2b", "shots.fig-2c", "shots.epsilon-T"),
    "shots.exp-2": ("shots.fig-2d", "shots.fig-2e", "shots.fig-2f"),
    "counting.cond-2": ("counting.fig-1",),
    "counting.fig-1": ("counting.fig-1",),
    "counting.fig-2": ("counting.fig-2",),
    "counting.sec-5.2.3": ("counting.fig-2",),
    "counting.fig-3": ("counting.fig-3",),
    "counting.sec-6-i": ("counting.fig-3",),
    "counting.sec-6-ii": ("counting.fig-3",),
    "chi2.thm-4.4": ("chi2.rare-variants-10000",),
    "chi2.exp-5.1.1": ("chi2.fig-1", "chi2.fig-1-rare"),
    "chi2.exp-5.1.1-existing": ("chi2.fig-1",),
    "chi2.exp-5.1.2": ("chi2.fig-2",),
    "chi2.exp-5.2": ("chi2.fig-3",),
}
"""The figures by the claims that are about them."""


class Picture(TypedDict):
    """A figure: where it is in the source, what the source says of it, what is seen in it, and the drawing."""

    place: str
    says: str
    seen: list[str]
    svg: str


@cache
def stored() -> Mapping[str, Picture]:
    """All that are in the book."""
    found: Mapping[str, Picture] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def figures(claim: str) -> Markup:
    """Those that a claim is about."""
    shown = [figure(name, stored()[name]) for name in SHOWN.get(claim, ())]
    return section("In a picture" if len(shown) == 1 else "In pictures", *shown) if shown else together()


def figure(name: str, found: Picture) -> Markup:
    """A figure, what is seen in it, and how to draw it again."""
    alternative = " ".join(["Curves of exact values.", found["says"], "What is seen:", *found["seen"]])
    # Scrolled rather than shrunk: on a phone its letters would be too small.
    drawn = element(
        "div",
        Markup(found["svg"].replace("<svg", f'<svg role="img" aria-label="{escape(alternative)}"', 1)),
        class_="scrolled picture",
        tabindex="0",
        role="region",
        aria_label=f"{name}, {found['place']}",
    )
    caption = element(
        "figcaption",
        *([listed([together(each) for each in found["seen"]])] if found["seen"] else []),
        element("p", "Exact values, rounded to be drawn: ", element("code", f"ldproof reproduce {name}")),
    )
    return element("figure", drawn, caption)
