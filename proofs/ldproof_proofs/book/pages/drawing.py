"""The sources' figures as they stand in the book: drawn once and stored, as drawing takes a minute and matplotlib.

In a page a picture takes the page's own colours, so that it can be read in the dark and in print, and its words stay
words.
"""

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from ldproof.experiments.figures import reproduce_figure
from ldproof.experiments.pictures import draw_picture
from ldproof.experiments.registry import FIGURES
from ldproof.pictures import COLOURS, PRINTED
from ldproof_proofs.book.pages.figures import FILE, SHOWN, Picture, stored

SEED = "book"
ROLES: Mapping[str, str] = {
    **{colour.lower(): f"--curve-{number}" for number, colour in enumerate(COLOURS)},
    PRINTED.lower(): "--refuted",
    "#ffffff": "--paper",
    "#dddddd": "--line",
    "#000000": "--ink",
}
"""The page's colours for those of a picture."""
NEEDLESS = (r"<metadata>.*?</metadata>", r"<style.*?</style>", r"<!--.*?-->", r"(?<=<svg)[^>]*(?= viewBox)")
"""What a picture inside a page has no use for: its own style would be that of the whole page."""


def picture(name: str) -> Picture:
    """A figure, exactly: nothing is simulated."""
    found = reproduce_figure(FIGURES[name], 0, SEED)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "one.svg"
        draw_picture([found], path)
        return {
            "place": found.figure.place,
            "says": found.figure.says,
            "seen": [*found.remarks],
            "svg": inside(path.read_text(encoding="utf-8"), name),
        }


def inside(svg: str, name: str) -> str:
    """A picture as a part of a page: named places of its own, the page's colours and letters, a hundredth of a point."""
    whole = svg[svg.index("<svg") :]
    for each in NEEDLESS:
        whole = re.sub(each, "", whole, flags=re.DOTALL)
    whole = re.sub(r' xmlns\S*="[^"]*"| version="[^"]*"', "", whole)
    whole = whole.replace("xlink:href", "href")
    whole = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", whole)
    whole = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font-size: \1", whole)
    whole = re.sub(r'\b(fill|stroke)="(#[0-9a-f]{6})"', r'style="\1: \2"', whole)
    whole = re.sub(r"#[0-9a-f]{6}\b", lambda found: f"var({ROLES[found[0]]})", whole)
    whole = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\d\.\d\d)\d+", r"\1", tag[0]), whole)
    return re.sub(r"\s*\n\s*", " ", whole).strip()


def save(pictures: Mapping[str, Picture]) -> None:
    """Write them, one to a line."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(each)}" for name, each in pictures.items())
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def main(wanted: list[str]) -> None:
    """Draw those that are named, or all."""
    names = dict.fromkeys(each for shown in SHOWN.values() for each in shown)
    known = stored() if wanted else {}
    save({name: picture(name) if not wanted or name in wanted else known[name] for name in names})


if __name__ == "__main__":
    main(sys.argv[1:])
