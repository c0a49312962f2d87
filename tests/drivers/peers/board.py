"""`python -m tests.drivers.peers.board FOLDER`: one page of what the audits found, and a badge for each library.

Everything is from the tables of README.md and from the targets; nothing is audited here.
"""

import json
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TypeAlias

from ldproof.programs import canonical_text
from ldproof_proofs.book.pages.html import Markup, element, listed, table, together
from ldproof_proofs.book.pages.page import folded, section
from tests.drivers.peers.audits import Row
from tests.drivers.peers.environments import LIBRARIES, Library
from tests.drivers.peers.page import PAGE, key
from tests.drivers.peers.page import table as told_by
from tests.drivers.peers.targets import EPSILONS, Target, pairs_at_most, targets_of_library

CELL = re.compile(
    r"(?:\*\*(?P<verdict>violated|not independent)\*\*|not) in (?P<pairs>[1-9]\d*)(?:: (?P<bound>\S+) or more)?(?:; true: (?P<true>.+))?"
)
CONFORMANCE = "## What was held against the laws\n"
NOTHING_HELD = "not tested"
TITLE = "Libraries audited by ldproof"
MEANING = """Each library is audited as a black box, in its own environment. Where a claim is refuted, the true epsilon is at
least the certified one, but for a probability of 10⁻⁶. A claim that is not refuted is not proved. Epsilon by hand is derived
from the library's code; it is shown where it differs from the claim."""
ALPHA = "1/1000000"
STYLE = """
:root { color-scheme: light dark; --ink: #1c1b1a; --paper: #fffdf8; --line: #b9b2a5; --bad: #a3122a; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e6e0; --paper: #16181b; --line: #5b6067; --bad: #ff8f9b; --link: #8cc4ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul { padding-inline-start: 1.2rem; }
img { max-width: 100%; vertical-align: middle; }
code { font: 0.85rem/1.4 ui-monospace, monospace; }
.scrolled { overflow-x: auto; }
table { border-collapse: collapse; min-width: 44rem; }
caption { text-align: start; padding-block: 0.3rem; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.5rem; text-align: start; vertical-align: top; }
th[scope=row] { font-weight: normal; }
strong { color: var(--bad); }
summary { cursor: pointer; padding-block: 0.4rem; }
"""

Found: TypeAlias = Mapping[str, Mapping[str, str | None]]
"""What an audit found, by the epsilon that is claimed."""


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """A mechanism of a library, with what was found."""

    library: Library
    target: Target
    found: Found

    @property
    def refuted(self) -> tuple[str, ...]:
        """The claimed epsilons that were refuted."""
        return tuple(epsilon for epsilon, each in self.found.items() if each["verdict"])

    @property
    def name(self) -> str:
        """The mechanism with its parameters, as in the table."""
        return self.key[1]

    @property
    def key(self) -> tuple[str, ...]:
        """The first cells of its row in the table: library, mechanism, promise and inputs."""
        return key(Row(self.library, self.target, ""))

    @property
    def command(self) -> str:
        """The command that repeats the audit, at the first claim that was refuted if there is one."""
        target, epsilon = self.target, (*self.refuted, *self.found)[0]
        given = {"epsilon": epsilon, **target.slack, "randomizer": target.randomizer, **target.parameters}
        return shlex.join(
            [
                *("ldproof", "audit", "black-box", *(f"{name}={text}" for name, text in given.items())),
                *("--pair", canonical_text(target.one), canonical_text(target.other)),
                *("--alpha", ALPHA, "--pairs", str(pairs_at_most(target, epsilon)), "--"),
                *self.library.command,
            ]
        )


def lines_of_library(library: Library, text: str) -> Iterator[Line]:
    """Return a library's mechanisms with what a text's table says.

    Raise KeyError if it has no row for one, and ValueError if a cell says neither of a verdict nor of none.
    """
    told = told_by(text)
    for target in targets_of_library(library.folder):
        cells = told[key(Row(library, target, ""))]
        matches = {epsilon: CELL.fullmatch(cells[epsilon]) for epsilon in target.epsilons}
        if unread := [cells[epsilon] for epsilon, found in matches.items() if found is None]:
            raise ValueError(f"cells that name no verdict and no pairs: {unread}")
        yield Line(library, target, {at: found.groupdict() for at, found in matches.items() if found})


def conformance(library: Library, text: str) -> list[str]:
    """Return what a text's second table says about the laws of a library's mechanisms."""
    rows = (
        [each.strip() for each in line.strip("|").split("|")]
        for line in text.partition(CONFORMANCE)[2].partition("\n## ")[0].splitlines()
        if line.startswith("| ")
    )
    return [
        f"{held}, epsilon {epsilon}: {what}".replace("`", "")
        for whose, held, epsilon, what in rows
        if whose.lower() in {library.title, library.package}
    ]


def word_of_cell(line: Line, epsilon: str) -> Markup | str:
    """Return what an audit found, if there was one: the certified epsilon if the claim was refuted."""
    found = line.found.get(epsilon)
    if found is None:
        return ""
    by_hand = f"; by hand {found['true']}" if found["true"] else ""
    pairs = f"{int(found['pairs'] or 0):,} pairs{by_hand}"
    if not found["verdict"]:
        return f"not refuted in {pairs}"
    words = "more than claimed" if found["bound"] == "?" else f"at least {found['bound']}"
    return element("span", element("strong", words), f" ({found['verdict']} in {pairs})")


@dataclass(frozen=True, slots=True)
class Badge:
    label: str
    message: str
    good: bool

    def to_svg(self) -> str:
        """Return the picture; its texts are as wide as they are said to be, whatever the font."""
        left, right = (14 + 6.2 * len(each) for each in (self.label, self.message))
        texts = "".join(
            f'<text x="{x:.1f}" y="14" textLength="{wide - 14:.1f}" lengthAdjust="spacingAndGlyphs">{escape(each)}</text>'
            for each, x, wide in ((self.label, 7, left), (self.message, left + 7, right))
        )
        name, colour = escape(f"{self.label}: {self.message}"), "#00664b" if self.good else "#a3122a"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right:.1f}" height="20" role="img" aria-label="{name}">'
            f'<title>{name}</title><rect width="{left:.1f}" height="20" fill="#444"/>'
            f'<rect x="{left:.1f}" width="{right:.1f}" height="20" fill="{colour}"/>'
            f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">{texts}</g></svg>\n'
        )

    def to_json(self) -> str:
        """Return the form that shields.io reads from an address."""
        colour = "green" if self.good else "red"
        return f"{json.dumps({'schemaVersion': 1, 'label': 'ldproof', 'message': self.message, 'color': colour})}\n"


def badge_of_lines(label: str, lines: list[Line]) -> Badge:
    """Return the badge that counts refuted claims; it is good if there are none."""
    audits, refuted = sum(len(line.found) for line in lines), sum(len(line.refuted) for line in lines)
    return Badge(label, f"{refuted} of {audits} claims refuted", not refuted)


def section_of_library(library: Library, lines: list[Line], text: str) -> Markup:
    """Return a library's part of the page."""
    columns = ("mechanism", "promise", "inputs", *(f"claimed epsilon {epsilon}" for epsilon in EPSILONS))
    rows = [[*line.key[1:], *(word_of_cell(line, epsilon) for epsilon in EPSILONS)] for line in lines]
    commands = (together(f"{line.name}: ", element("code", line.command)) for line in lines)
    environment = element("code", f"python -m tests.drivers.peers.environments {library.folder}")
    return section(
        library.title,
        element("p", image_of_badge(library, lines)),
        element("p", f"Conformance to exact laws: {'; '.join(conformance(library, text)) or NOTHING_HELD}."),
        table(columns, rows, f"{library.title}: claimed against certified epsilon"),
        folded(
            f"Commands to repeat the audits of {library.title}",
            element("p", "Its environment is made first: ", environment),
            listed(commands),
        ),
        id=library.folder,
    )


def image_of_badge(library: Library, lines: list[Line]) -> Markup:
    """Return a library's badge, whose words are there without the picture."""
    badge = badge_of_lines(library.title, lines)
    return element("img", src=f"badges/{library.folder}.svg", alt=f"{badge.label}: {badge.message}")


def board(text: str) -> dict[str, str]:
    """Return the files of the board by their names, from the text of the peers' page."""
    found = {library: [*lines_of_library(library, text)] for library in LIBRARIES.values()}
    files = {}
    for library, lines in found.items():
        badge = badge_of_lines(library.title, lines)
        files[f"badges/{library.folder}.svg"] = badge.to_svg()
        files[f"badges/{library.folder}.json"] = badge.to_json()
    audits = badge_of_lines(TITLE, [line for lines in found.values() for line in lines]).message
    links = (
        together(element("a", library.title, href=f"#{library.folder}"), " ", image_of_badge(library, lines))
        for library, lines in found.items()
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", TITLE),
        element("link", rel="icon", href="data:,"),
        element("style", Markup(STYLE)),
    )
    main = element(
        "main",
        element("h1", TITLE),
        element("p", f"{audits}. {MEANING}"),
        listed(links),
        *(section_of_library(library, lines, text) for library, lines in found.items()),
    )
    page = element("html", head, element("body", main), lang="en")
    return {"index.html": f"<!DOCTYPE html>\n{page.text}\n", **files}


def write_board(folder: Path) -> None:
    """Write the board into a folder."""
    for name, written in board(PAGE.read_text(encoding="utf-8")).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(written, encoding="utf-8")


if __name__ == "__main__":
    write_board(Path(sys.argv[1]))
