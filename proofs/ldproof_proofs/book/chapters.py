"""Chapters set as text, Markdown or LaTeX: the sections, each display with its number in square brackets, then the errata.

Numbers in round brackets are the sources' own.
"""

import json
from collections.abc import Mapping, Sequence

from ldproof.numbers import Term
from ldproof_proofs.book.errata import errata_json
from ldproof_proofs.book.explained import ChapterInWords, ClaimInWords, SectionInWords, Words
from ldproof_proofs.book.styles import Text, Writing, put_together
from ldproof_proofs.book.subjects import public_formulas
from ldproof_proofs.kernel.formulas import pieces
from ldproof_proofs.kernel.writing import SIGNS, in_text, latex, typeset

WIDE = 76
"""A display of more letters has a line for each sign."""


def number_of(theorem: str) -> str:
    """The number of a display, which its theorem's name ends with."""
    return theorem.rpartition(".")[2]


def sections_of(name: str, words: Words) -> list[SectionInWords]:
    """The sections of chapters that derive a claim's formulas, or a formula."""
    return [
        section
        for chapter in words["chapters"].values()
        for section in chapter["sections"]
        if name in (*section["claims"], *section["formulas"])
    ]


def tag(theorem: str) -> str:
    """The number of a display as readers see it."""
    return f"[{number_of(theorem)}]"


def section_lines(section: SectionInWords) -> list[str]:
    """A section's words and numbered displays, a paragraph each."""
    return [
        f"  {tag(each['theorem'])} {each['display']}" if each["display"] else each["words"]
        for each in section["blocks"]
    ]


def chapter_parts(
    name: str,
    chapter: ChapterInWords,
    writing: Writing,
    claims: Mapping[str, ClaimInWords],
    proofs: Mapping[str, str],
) -> Sequence[str]:
    """The parts of a chapter: sections, then errata, which are claims of the ledger.

    With proofs, which are by theorem, it is said below each display how that is shown.
    """
    errata = {
        f"{claim['place']}. Printed: {claim['printed']} Answer: {claim['answer']}": f"{claim['verdict']}: {each}"
        for each, claim in claims.items()
    }
    parts = [
        writing.title(chapter["title"], "a chapter of the book"),
        writing.words(chapter["words"]),
    ]
    for section in chapter["sections"]:
        blocks = [
            part
            for each in section["blocks"]
            for part in (
                display(each["display"], each["theorem"], writing)
                if each["display"]
                else writing.words(each["words"]),
                writing.lines(proofs[each["theorem"]]) if each["theorem"] in proofs else "",
            )
        ]
        given = writing.words(f"Given: {section['given']}.")
        parts.append(put_together([writing.section(section["title"], "", given), *blocks]))
    parts.append(writing.section("Errata", "", writing.items(errata)) if errata else "")
    last = len([each for section in chapter["sections"] for each in section["blocks"] if each["display"]])
    replay = f"ldproof prove --check {name}"
    parts.append(
        writing.facts(
            {
                "certificates": f"display [n] is the theorem {name}.n, for n from 1 to {last}; all of them: {replay}",
                "claims": ", ".join(
                    dict.fromkeys(claim for each in chapter["sections"] for claim in each["claims"])
                ),
            }
        )
    )
    return parts


def display(kept: str, theorem: str, writing: Writing) -> str:
    """A display with its number; where it is wide, a line for each sign."""
    (formula,) = (each for each in pieces(kept) if not isinstance(each, str))
    number = tag(theorem)
    match writing.style:
        case "latex":
            return f"\\begin{{equation}}\\tag*{{{number}}}\n{latex_display(formula)}\n\\end{{equation}}"
        case "markdown":
            return f"$$\n{latex_display(formula)} \\tag*{{{number}}}\n$$"
        case _:
            lines = in_lines(formula)
            setting = writing if isinstance(writing, Text) else Text()
            return "\n".join(
                setting.folded(line, f"  {number}".ljust(10) if place == 0 else " " * 10, 14)
                for place, line in enumerate(lines)
            )


def steps(formula: Sequence[Term | str]) -> tuple[Term | str, Sequence[tuple[Term | str, Term | str]]]:
    """The first term, and each sign with the term after it."""
    first, *rest = formula
    return first, [*zip(rest[::2], rest[1::2], strict=True)]


def in_lines(formula: Sequence[Term | str]) -> Sequence[str]:
    """A display as text: in one line, or each step in a line of its own."""
    first, rest = steps(formula)
    if len(whole := in_text(formula)) <= WIDE:
        return [whole]
    step, *others = rest
    return [in_text((first, *step)), *(f"  {in_text(each)}" for each in others)]


def latex_display(formula: Sequence[Term | str]) -> str:
    """A display in LaTeX, its signs below each other where there are several."""
    first, rest = steps(formula)

    def written(part: Term | str) -> str:
        return latex(part) if isinstance(part, Term) else SIGNS[part]

    if len(rest) == 1:
        return " ".join(map(written, formula))
    lines = [f"&{written(sign)} {written(to)}" for sign, to in rest]
    inside = " \\\\\n".join([f"{written(first)} {lines[0]}", *lines[1:]])
    return f"\\begin{{aligned}}\n{inside}\n\\end{{aligned}}"


def chapter_text(name: str, words: Words, writing: Writing, *, proof: bool) -> str:
    """A chapter for readers."""
    chapter = words["chapters"][name]
    proofs = {
        each["theorem"]: words["theorems"][each["theorem"]]["derivation"]
        for section in chapter["sections"]
        for each in section["blocks"]
        if proof and each["theorem"]
    }
    return put_together(chapter_parts(name, chapter, writing, errata_of(chapter, words), proofs))


def errata_of(chapter: ChapterInWords, words: Words) -> Mapping[str, ClaimInWords]:
    """The claims of the ledger on what is printed wrongly of a chapter's subject."""
    return {each: words["claims"][each] for each in chapter["errata"]}


def chapter_json(name: str, words: Words) -> dict[str, object]:
    """A chapter as JSON: as it is stored, formulas as text, names of public formulas only, and errata as of a source."""
    chapter = words["chapters"][name]
    found: dict[str, object] = json.loads(json.dumps(chapter), object_hook=_as_text)
    return found | {"errata": errata_json(errata_of(chapter, words))}


def _as_text(stored: dict[str, object]) -> dict[str, object]:
    found = {key: typeset(each, "text") if isinstance(each, str) else each for key, each in stored.items()}
    named = found.get("formulas")
    return found | {"formulas": public_formulas(named)} if isinstance(named, list) else found
