"""What hangs on what: the claims of each system, those that use others to the right of these."""

from collections.abc import Mapping, Sequence

from ldproof_proofs.book.explained import Words
from ldproof_proofs.book.explanation import Claims
from ldproof_proofs.book.pages import marks
from ldproof_proofs.book.pages.html import Markup, element
from ldproof_proofs.book.pages.page import page, paragraphs, section

COLUMN, ROW, WIDTH, HEIGHT = 250, 30, 190, 22
"""A place's size in the drawing, and a claim's in it."""
MARGIN = 8


def graph_page(claims: Claims) -> str:
    """A drawing for each system."""
    uses, words = claims.uses, claims.words
    systems = dict.fromkeys(name.partition(".")[0] for name in uses)
    return page(
        "What hangs on what",
        paragraphs(
            "A line leads from a claim to each claim on the right of it that uses a theorem it states first; the theorems "
            "themselves, and what each rests on, are on the claim's page. A full frame is proved, a dashed one checked, a "
            "dotted one cited or said, and the shape before the name says which:"
        ),
        marks.legend(),
        *(
            drawn(system, {name: uses[name] for name in uses if name.startswith(f"{system}.")}, words)
            for system in systems
        ),
    )


def layers(uses: Mapping[str, Sequence[str]]) -> Mapping[str, int]:
    """How many claims stand one on the other below each; claims that use each other stand as if one did not."""
    found: dict[str, int] = {}

    def depth(name: str, above: frozenset[str]) -> int:
        if name not in found:
            below = [each for each in uses[name] if each in uses and each not in above]
            found[name] = max((depth(each, above | {name}) + 1 for each in below), default=0)
        return found[name]

    for name in uses:
        depth(name, frozenset({name}))
    return found


def drawn(system: str, uses: Mapping[str, Sequence[str]], words: Words) -> Markup:
    """A system's claims as a drawing that can be scrolled."""
    depths = layers(uses)
    places: dict[str, tuple[int, int]] = {}
    filled: dict[int, int] = {}
    for name, depth in depths.items():
        row = filled.get(depth, 0)
        filled[depth] = row + 1
        places[name] = (MARGIN + depth * COLUMN, MARGIN + row * ROW)
    lines = (line(places[below], places[name]) for name in uses for below in uses[name] if below in places)
    boxes = (box(name, *places[name], words["claims"][name]["evidence"]) for name in uses)
    width = MARGIN * 2 + max(depths.values()) * COLUMN + WIDTH
    height = MARGIN * 2 + max(filled.values()) * ROW
    label = f"The claims of {system}, and which uses which"
    svg = element(
        "svg", *lines, *boxes, viewBox=f"0 0 {width} {height}", width=str(width), height=str(height)
    )
    return section(
        system, element("div", svg, class_="scrolled", tabindex="0", role="region", aria_label=label)
    )


def line(start: tuple[int, int], end: tuple[int, int]) -> Markup:
    """From a claim's right to another one's left."""
    x0, y0 = start[0] + WIDTH, start[1] + HEIGHT // 2
    x1, y1 = end[0], end[1] + HEIGHT // 2
    bend = max(20, (x1 - x0) // 2)
    return element("path", d=f"M{x0} {y0}C{x0 + bend} {y0} {x1 - bend} {y1} {x1} {y1}", class_="uses")


def box(name: str, x: int, y: int, evidence: str) -> Markup:
    """A claim, its frame by its evidence."""
    frame = element("rect", x=str(x), y=str(y), width=str(WIDTH), height=str(HEIGHT), rx="4")
    kind, short = marks.kind(evidence), name.partition(".")[2]
    words = element("text", f"{marks.EVIDENCE[kind]} {short}", x=str(x + 8), y=str(y + 15))
    return element(
        "a",
        frame,
        words,
        href=f"claims/{name}.html",
        class_=f"box {kind.partition(' ')[0]}",
        aria_label=f"{short}: {kind}",
    )
