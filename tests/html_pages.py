"""The contents of HTML pages, as tests look at them."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"img", "input", "link", "meta"}
"""Elements without an end tag."""


@dataclass
class ParsedPage(HTMLParser):
    """A page's elements, places, addresses and words, and what is wrong with it."""

    open: list[str] = field(default_factory=list)
    """The elements that have not ended yet."""
    tags: Counter[str] = field(default_factory=Counter)
    ids: Counter[str] = field(default_factory=Counter)
    leads: list[str] = field(default_factory=list)
    """The addresses that it links to or loads."""
    loaded: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    flaws: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember what is open, and where it leads."""
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids[value or ""] += 1
            elif name in {"href", "src"}:
                self.leads.append(value or "")
                self.loaded += [value or ""] if name == "src" or tag == "link" else []

    def handle_endtag(self, tag: str) -> None:
        """It must be what was opened last."""
        if not self.open or self.open.pop() != tag:
            self.flaws.append(f"{tag} ends what it did not begin")

    def handle_data(self, data: str) -> None:
        """Keep the words."""
        self.words.append(data)


def parse_page(text: str) -> ParsedPage:
    found = ParsedPage()
    found.feed(text)
    found.close()
    return found
