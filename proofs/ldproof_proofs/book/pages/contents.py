"""The first page, and each source place by place."""

import re
from collections.abc import Mapping, Sequence

from ldproof_proofs.book.errata import corrected, errata, place_in_source
from ldproof_proofs.book.explained import ClaimInWords, Words
from ldproof_proofs.book.explanation import graded
from ldproof_proofs.book.pages import marks
from ldproof_proofs.book.pages.chapters import chapter_list
from ldproof_proofs.book.pages.html import Markup, element, kept, listed, table, together
from ldproof_proofs.book.pages.page import TITLE, page, paragraphs, section
from ldproof_proofs.ledger.contents import CONTENTS
from ldproof_proofs.ledger.places import Place

SOURCES: Mapping[str, str] = {
    "shots": "m-shot reporting: sequential heavy-hitter detection under local privacy",
    "counting": "Locally private continual counting: Glance, Harmony, BORAPPOR",
    "chi2": "A differentially private chi-squared test through an ellipse",
    "sketch": "The Count-Min Sketch with local privacy",
}
"""What each system is made after."""
WHAT = (
    "Four sources on differential privacy, claim by claim: the statement, the verdict and the proof. Every sentence under "
    "a claim names its evidence, and takes its numbers from the theorem."
)


def first_page(words: Words) -> str:
    """The contents, and a way to search them."""
    search = element(
        "search",
        element("label", "Search claims, places, sentences and theorems", for_="search"),
        element("input", id="search", type="search", autocomplete="off"),
        element("p", "", id="found", role="status"),
        element("ol", "", id="results"),
        hidden=True,
    )
    named = {name for places in CONTENTS.values() for place in places for name in place.entries}
    rest = [name for name in words["claims"] if name not in named]
    return page(
        TITLE,
        paragraphs(WHAT),
        search,
        section("Chapters", chapter_list(words)),
        section("Marks", marks.legend()),
        *(source(system, words) for system in CONTENTS),
        section("Claims of no source", entries(rest, words)),
        element("script", "", src="search-data.js", defer=True),
        element("script", "", src="search.js", defer=True),
    )


def source(system: str, words: Words) -> Markup:
    """A source's claims, in its order: section by section."""
    where = together(
        element("a", "The source place by place", href=f"places/{system}.html"),
        "; ",
        element("a", "Errata", href=f"errata/{system}.html"),
    )
    parts = (
        together(element("h3", title), entries(names, words))
        for title, names in by_section(CONTENTS[system], words).items()
    )
    return section(SOURCES[system], element("p", where), *parts, id=system)


def by_section(places: Sequence[Place], words: Words) -> Mapping[str, Sequence[str]]:
    """The claims that judge what is in each section, each where it is at home."""
    found: dict[str, dict[str, None]] = {}
    for place in places:
        for name in place.entries:
            if name in words["claims"] and home(name, words["claims"][name]["place"], places) is place:
                found.setdefault(heading(place), {})[name] = None
    return {section: [*names] for section, names in found.items()}


def heading(place: Place) -> str:
    """What its section is called."""
    return f"section {place.section}" if place.section[0].isdigit() else place.section


def home(name: str, said: str, places: Sequence[Place]) -> Place:
    """Of the places that a claim judges the one that it names: by number, else by section; else the first."""

    def names(words: str) -> bool:
        return bool(words) and re.search(rf"(?<![\w.]){re.escape(words)}(?!\w|\.\d)", said) is not None

    judged = [place for place in places if name in place.entries]
    return max(judged, key=lambda place: (names(place.label), names(heading(place))))


def entries(names: Sequence[str], words: Words) -> Markup:
    """Claims, each with its verdict and its evidence."""
    return listed((entry(name, words["claims"][name]) for name in names), class_="entries")


def entry(name: str, claim: ClaimInWords) -> Markup:
    """A line of the contents."""
    return together(
        element("a", element("code", name), href=f"claims/{name}.html"),
        " ",
        marks.verdict(claim["verdict"]),
        " ",
        marks.evidence(graded(claim["evidence"])),
        element("span", kept(claim["printed"]), class_="printed"),
    )


def places_page(system: str, words: Words) -> str:
    """Every place of a source, and what judges it."""
    rows = (place_row(place, words) for place in CONTENTS[system])
    counted = sum(bool(place.entries) for place in CONTENTS[system])
    many = len(CONTENTS[system])
    return page(
        SOURCES[system],
        paragraphs(
            f"{many} places of the source in its order: {counted} have a verdict, {many - counted} the reason why not."
        ),
        table(("Section", "Number", "What is there", "What judges it"), rows, "The source place by place"),
        up="../",
    )


def errata_page(system: str, words: Words) -> str:
    """What is to be changed in a source, in English and in its own language."""
    found = errata(system, words)
    columns = ("Place", "Printed", "Answer", "Proof")
    caption = f"{len(found)} claims that are to be changed"
    rows = (errata_row(name, claim) for name, claim in found.items())
    return page(f"Errata: {SOURCES[system]}", table(columns, rows, caption), up="../")


def errata_row(name: str, claim: ClaimInWords) -> Sequence[Markup | str]:
    """One claim, printed and correct."""
    wrong, original, right, in_japanese = corrected(claim).values()
    proof = together(
        element("a", name, href=f"../claims/{name}.html"), " ", marks.evidence(claim["evidence"])
    )
    return (
        place_in_source(claim),
        in_both_languages(wrong, original),
        in_both_languages(right, in_japanese),
        proof,
    )


def in_both_languages(english: str, japanese: str) -> Markup:
    """Words, and below them the same in Japanese."""
    return together(element("p", kept(english)), element("p", kept(japanese), lang="ja"))


def place_row(place: Place, words: Words) -> Sequence[Markup | str]:
    """A place."""
    judged = listed(
        together(
            element("a", name, href=f"../claims/{name}.html"),
            " ",
            marks.verdict(words["claims"][name]["verdict"]),
        )
        for name in place.entries
    )
    return place.section, place.label, place.words, judged if place.entries else f"none: {place.reason}"
