"""A chapter's page: words and displays, each of which leads to its certificate, then errata."""

from collections.abc import Iterator, Mapping
from itertools import starmap

from ldproof.numbers import Term
from ldproof_proofs.book.chapters import errata_of, steps, tag
from ldproof_proofs.book.explained import BlockInWords, ClaimInWords, SectionInWords, Words
from ldproof_proofs.book.pages import marks
from ldproof_proofs.book.pages.html import Markup, element, kept, listed, table, together
from ldproof_proofs.book.pages.page import folded, page, section
from ldproof_proofs.kernel.formulas import pieces
from ldproof_proofs.kernel.writing import SIGNS_MATHML, mathml


def chapter_page(name: str, words: Words) -> str:
    """The page of a chapter."""
    chapter = words["chapters"][name]
    certificates = [
        certificate(each, words)
        for each in (each["theorem"] for part in chapter["sections"] for each in part["blocks"])
        if each
    ]
    replay = together(
        "All displays are checked again by ",
        element("code", f"ldproof prove --check {name}"),
        ", and a single one by its name.",
    )
    return page(
        chapter["title"],
        element("p", kept(chapter["words"])),
        *(section(part["title"], *of_section(part), claims_of(part)) for part in chapter["sections"]),
        errata(errata_of(chapter, words)),
        section("Certificates", element("p", replay), *certificates),
        up="../",
    )


def errata(found: Mapping[str, ClaimInWords]) -> Markup:
    """What is printed wrongly, if anything is; the same is in the errata of the sources."""
    columns = ("Place", "Printed", "Answer", "Shown by")
    rows = table(columns, starmap(erratum_row, found.items()), "Errata of the sources")
    return section("Errata", rows) if found else together()


def erratum_row(name: str, claim: ClaimInWords) -> tuple[Markup | str, ...]:
    """A row of the errata."""
    shown = element("a", name, href=f"../claims/{name}.html")
    return claim["place"], kept(claim["printed"]), kept(claim["answer"]), shown


def of_section(found: SectionInWords, page_of_chapter: str = "") -> Iterator[Markup]:
    """What is given, the words and the displays."""
    yield element("p", "Given: ", kept(found["given"]), ".", class_="why")
    for each in found["blocks"]:
        yield display(each, page_of_chapter) if each["display"] else element("p", kept(each["words"]))


def claims_of(found: SectionInWords) -> Markup:
    """Links to the claims of the ledger that a section is about."""
    links = (
        part for name in found["claims"] for part in (", ", element("a", name, href=f"../claims/{name}.html"))
    )
    return element("p", "Of the ledger: ", *[*links][1:], class_="why")


def step(line: str) -> Markup:
    """A line of a proof."""
    return element("div", kept(line.strip()), class_="step" if line.startswith("  ") else "line")


def display(found: BlockInWords, page_of_chapter: str) -> Markup:
    """A display: its steps below each other, and its number, which leads to the certificate."""
    (formula,) = (each for each in pieces(found["display"]) if not isinstance(each, str))
    first, rest = steps(formula)

    def row(place: int, sign: Term | str, to: Term | str) -> str:
        cells = ("" if place else _written(first), f"{_written(sign)}{_written(to)}")
        return f"<mtr>{''.join(f'<mtd>{each}</mtd>' for each in cells)}</mtr>"

    rows = "".join(row(place, *each) for place, each in enumerate(rest))
    inside = Markup(
        f'<math display="block"><mtable columnalign="right left" displaystyle="true">{rows}</mtable></math>'
    )
    number = to_certificate(found["theorem"], tag(found["theorem"]), page_of_chapter)
    return element(
        "div",
        element("div", inside, class_="equation", tabindex="0"),
        number,
        class_="display",
        id=f"at-{found['theorem']}",
    )


def _written(part: Term | str) -> str:
    return f"<mrow>{mathml(part)}</mrow>" if isinstance(part, Term) else SIGNS_MATHML[part]


def to_certificate(theorem: str, words: str, page_of_chapter: str = "") -> Markup:
    """A link to the certificate of a theorem, below on the chapter's page."""
    return element("a", words, href=f"{page_of_chapter}#{theorem}", title=f"ldproof prove --check {theorem}")


def certificate(theorem: str, words: Words) -> Markup:
    """What a theorem says, how it is shown, and what checks it again."""
    found = words["theorems"][theorem]
    head = together(element("code", theorem), " ", marks.evidence(found["evidence"]))
    replay = element("p", element("code", f"ldproof prove --check {theorem}"))
    shown = element("div", *map(step, found["derivation"].splitlines()), class_="derivation")
    return folded(head, element("p", kept(found["statement"])), shown, replay, id=theorem)


def chapter_list(words: Words) -> Markup:
    """Links to the chapters, from the first folder."""
    return listed(
        (
            together(
                element("a", each["title"], href=f"chapters/{name}.html"),
                element("span", kept(each["words"]), class_="printed"),
            )
            for name, each in words["chapters"].items()
        ),
        class_="entries",
    )
