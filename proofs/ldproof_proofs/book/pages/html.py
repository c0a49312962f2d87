"""HTML: elements of elements and words, in which every word is escaped."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from ldproof_proofs.kernel.writing import typeset


@dataclass(frozen=True, slots=True)
class Markup:
    """What is HTML already."""

    text: str


Child: TypeAlias = "Markup | str | None"
EMPTY = frozenset({"br", "img", "input", "link", "meta"})
"""Elements that hold nothing."""


def element(tag: str, *children: Child, **attributes: str | bool | None) -> Markup:
    """An element; an attribute's name may end in an underscore, and its underscores are hyphens."""
    named = "".join(
        f" {_attribute(name)}" if value is True else f' {_attribute(name)}="{escape(str(value))}"'
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    inside = together(*children).text
    return Markup(f"<{tag}{named}>" if tag in EMPTY else f"<{tag}{named}>{inside}</{tag}>")


def together(*children: Child) -> Markup:
    """One after the other."""
    return Markup(
        "".join(
            each.text if isinstance(each, Markup) else escape(each, quote=False)
            for each in children
            if each is not None
        )
    )


def kept(words: str) -> Markup:
    """Words with formulas that were kept as data."""
    return Markup(typeset(words, "mathml"))


def listed(items: Iterable[Markup], **attributes: str) -> Markup:
    """A list."""
    return element("ul", *(element("li", each) for each in items), **attributes)


def table(columns: Iterable[str], rows: Iterable[Iterable[Markup | str]], caption: str) -> Markup:
    """A table that can be scrolled where the screen is narrow, its first cells being headers of their rows."""
    head = element("thead", element("tr", *(element("th", each, scope="col") for each in columns)))
    body = (
        element(
            "tr",
            *(
                element("th", cell, scope="row") if place == 0 else element("td", cell)
                for place, cell in enumerate(row)
            ),
        )
        for row in rows
    )
    written = element("table", element("caption", caption), head, element("tbody", *body))
    return element("div", written, class_="scrolled", tabindex="0", role="region", aria_label=caption)


def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")
