"""What hangs on what: the claims of each system, and the theorems of each claim, those that use others to their right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ldproof_proofs.book.explanation import Claims, Explanation, graded
from ldproof_proofs.book.pages import marks
from ldproof_proofs.book.pages.html import Markup, element
from ldproof_proofs.book.pages.page import page, paragraphs, section

GAP, ROW, HEIGHT, LETTER = 60, 30, 22, 7
"""Between two columns, from one row to the next, a frame's height, and a letter's width in it."""
MARGIN = 8
SHAPES = "A full frame is proved, a dashed one checked, a dotted one cited or said, and the shape before the name says which:"


@dataclass(frozen=True, slots=True)
class Box:
    """What stands in a frame, its evidence, and where it leads."""

    name: str
    evidence: str
    lead: str


def graph_page(claims: Claims) -> str:
    """A drawing for each system."""
    uses, words = claims.uses, claims.words["claims"]
    systems = dict.fromkeys(name.partition(".")[0] for name in uses)
    boxes = {
        name: Box(name.partition(".")[2], words[name]["evidence"], f"claims/{name}.html") for name in uses
    }
    return page(
        "What hangs on what",
        paragraphs(
            "A line leads from a claim to each claim on the right of it that uses a theorem it states first; the theorems "
            f"on which a claim rests are drawn on a page of its own. {SHAPES}"
        ),
        marks.legend(),
        *(
            section(
                system,
                drawn(
                    {name: uses[name] for name in uses if name.startswith(f"{system}.")},
                    boxes,
                    f"The claims of {system}, and which uses which",
                ),
            )
            for system in systems
        ),
    )


def theorems_page(found: Explanation) -> str:
    """A drawing of all theorems on which a claim rests."""
    uses = {name: each["lemmas"] for name, each in found.all_shown.items()}
    boxes = {
        name: Box(name, each["evidence"], f"../claims/{found.owners.get(name, found.name)}.html#{name}")
        for name, each in found.all_shown.items()
    }
    return page(
        f"What {found.name} rests on",
        element("p", element("a", found.name, href=f"../claims/{found.name}.html")),
        paragraphs(f"A line leads from a theorem to each one on the right of it that uses it. {SHAPES}"),
        marks.legend(),
        drawn(uses, boxes, f"The theorems of {found.name}, and which uses which"),
        up="../",
    )


def layers(uses: Mapping[str, Sequence[str]]) -> Mapping[str, int]:
    """How many stand one on the other below each; those that use each other stand as if one did not."""
    found: dict[str, int] = {}

    def depth(name: str, above: frozenset[str]) -> int:
        if name not in found:
            below = [each for each in uses[name] if each in uses and each not in above]
            found[name] = max((depth(each, above | {name}) + 1 for each in below), default=0)
        return found[name]

    for name in uses:
        depth(name, frozenset({name}))
    return found


def drawn(uses: Mapping[str, Sequence[str]], boxes: Mapping[str, Box], label: str) -> Markup:
    """Frames in columns, and lines between them, as a drawing that can be scrolled."""
    depths = layers(uses)
    wide = max(len(boxes[name].name) for name in uses) * LETTER + 40
    places: dict[str, tuple[int, int]] = {}
    filled: dict[int, int] = {}
    for name, depth in depths.items():
        row = filled.get(depth, 0)
        filled[depth] = row + 1
        places[name] = (MARGIN + depth * (wide + GAP), MARGIN + row * ROW)
    lines = (
        line(places[below], places[name], wide) for name in uses for below in uses[name] if below in places
    )
    frames = (framed(boxes[name], *places[name], wide) for name in uses)
    width = MARGIN * 2 + max(depths.values()) * (wide + GAP) + wide
    height = MARGIN * 2 + max(filled.values()) * ROW
    svg = element(
        "svg", *lines, *frames, viewBox=f"0 0 {width} {height}", width=str(width), height=str(height)
    )
    return element("div", svg, class_="scrolled", tabindex="0", role="region", aria_label=label)


def line(start: tuple[int, int], end: tuple[int, int], wide: int) -> Markup:
    """From the right of one frame to the left of another one."""
    x0, y0 = start[0] + wide, start[1] + HEIGHT // 2
    x1, y1 = end[0], end[1] + HEIGHT // 2
    bend = max(20, (x1 - x0) // 2)
    return element("path", d=f"M{x0} {y0}C{x0 + bend} {y0} {x1 - bend} {y1} {x1} {y1}", class_="uses")


def framed(box: Box, x: int, y: int, wide: int) -> Markup:
    """A frame by its evidence, with a name in it that leads to its place."""
    kind = graded(box.evidence)
    frame = element("rect", x=str(x), y=str(y), width=str(wide), height=str(HEIGHT), rx="4")
    words = element("text", f"{marks.EVIDENCE[kind]} {box.name}", x=str(x + 8), y=str(y + 15))
    return element(
        "a",
        frame,
        words,
        href=box.lead,
        class_=f"box {kind.partition(' ')[0]}",
        aria_label=f"{box.name}: {kind}",
    )
