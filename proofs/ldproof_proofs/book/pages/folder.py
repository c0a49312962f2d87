"""All pages of the book, written into a folder."""

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from ldproof_proofs.book.explained import Words
from ldproof_proofs.book.explanation import Claims, Explanation
from ldproof_proofs.book.pages.chapters import chapter_page
from ldproof_proofs.book.pages.claims import claim_pages
from ldproof_proofs.book.pages.contents import errata_page, first_page, places_page
from ldproof_proofs.book.pages.graph import graph_page, theorems_page
from ldproof_proofs.book.pages.html import element
from ldproof_proofs.book.pages.page import GENERATOR
from ldproof_proofs.book.pages.trusted import trusted_page
from ldproof_proofs.kernel.writing import typeset
from ldproof_proofs.ledger.contents import CONTENTS

FIRST = "index.html"
MARK = element("meta", name="generator", content=GENERATOR).text
"""What every page has in its head."""
ASSETS = ("style.css", "scroll.js", "search.js")


def pages(words: Words) -> Iterator[tuple[str, str]]:
    """Every file of the book by its place."""
    among = Claims(words)
    for asset in ASSETS:
        yield asset, files("ldproof_proofs.book.pages").joinpath("assets", asset).read_text(encoding="utf-8")
    yield "search-data.js", search_data(words)
    yield FIRST, first_page(words)
    yield "graph.html", graph_page(among)
    yield "trusted.html", trusted_page(words)
    for name in words["chapters"]:
        yield f"chapters/{name}.html", chapter_page(name, words)
    for system in CONTENTS:
        yield f"places/{system}.html", places_page(system, words)
        yield f"errata/{system}.html", errata_page(system, words)
    for name in words["claims"]:
        found = Explanation(name, among)
        yield from ((f"claims/{page}.html", text) for page, text in claim_pages(found))
        if found.all_shown:
            yield f"graphs/{name}.html", theorems_page(found)


def search_data(words: Words) -> str:
    """What can be searched: a script, as pages from a disk may load nothing else."""
    found = [
        {
            "name": name,
            "place": claim["place"],
            "verdict": claim["verdict"],
            "printed": typeset(claim["printed"], "text"),
            "text": " ".join(typeset(each["text"], "text") for each in claim["sentences"]),
            "theorems": " ".join(claim["theorems"]),
        }
        for name, claim in words["claims"].items()
    ]
    return f"const CLAIMS = {json.dumps(found, ensure_ascii=False, indent=0)};\n"


def write(words: Words, into: Path) -> Iterator[Path]:
    """Write them, one after the other; in the end no page of a former book is left that this one does not have."""
    written = set()
    for place, text in pages(words):
        path = into / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.add(path)
        yield path
    for path in sorted(set(into.rglob("*.html")) - written):
        if of_a_book(path):
            path.unlink()


def of_a_book(page: Path) -> bool:
    """Whether a file is a page that was written here."""
    return page.is_file() and MARK in page.read_text(encoding="utf-8", errors="replace")
