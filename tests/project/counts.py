"""`python -m tests.project.counts`: write the numbers of verdicts in README.md, and of evidence in docs/evidence.md."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from ldproof_proofs.book.explained import stored
from ldproof_proofs.book.explanation import GRADES, graded

VERDICTS = ("holds", "loose", "corrected", "refuted", "ours")
"""The columns of README.md."""
ELSEWHERE = "not verifiable here"
"""A verdict that the table leaves out."""


def count_verdicts(page: str) -> str:
    """Return README.md with the number of claims of each system and verdict."""
    found = Counter((name.partition(".")[0], claim["verdict"]) for name, claim in stored()["claims"].items())
    refuse_unknown({verdict for _, verdict in found}, (*VERDICTS, ELSEWHERE))
    for system in ("shots", "counting", "chi2", "sketch"):
        cells = " | ".join(str(found[system, verdict]) for verdict in VERDICTS)
        page = replace_once(rf"(\| `{system}`: [^|]+ \| [^|]+ \|)[ \d|]+", rf"\1 {cells} |", page)
    return page


def count_evidence(page: str) -> str:
    """Return docs/evidence.md with the number of claims and of sentences of each grade."""
    claims = stored()["claims"].values()
    whole = Counter(graded(each["evidence"]) for each in claims)
    sentences = Counter(graded(each["evidence"]) for claim in claims for each in claim["sentences"])
    refuse_unknown({*whole, *sentences}, GRADES)
    for grade in GRADES:
        counts = f"{whole[grade]} | {sentences[grade]}"
        page = replace_once(rf"(\| {grade}(?: \[\.\.\.\])? \|) \d+ \| \d+ (\| .+)", rf"\1 {counts} \2", page)
    return page


def replace_once(row: str, replacement: str, page: str) -> str:
    """Return a page with the only line of this form replaced."""
    page, count = re.subn(rf"^{row}$", replacement, page, flags=re.MULTILINE)
    if count != 1:
        raise ValueError(f"{count} lines are like {row}, not 1")
    return page


def refuse_unknown(found: Collection[str], counted: Collection[str]) -> None:
    """Refuse words that no column or row counts."""
    if unknown := {*found} - {*counted}:
        raise ValueError(f"not counted: {', '.join(sorted(unknown))}")


ROOT = Path(__file__).parents[2]
COUNTED: Mapping[str, Callable[[str], str]] = {
    "README.md": count_verdicts,
    "docs/evidence.md": count_evidence,
}
"""How the numbers are written into the pages that have them."""

if __name__ == "__main__":
    for name, count in COUNTED.items():
        path = ROOT / name
        path.write_text(count(path.read_text(encoding="utf-8")), encoding="utf-8")
