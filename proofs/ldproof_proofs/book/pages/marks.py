"""Verdicts and evidence as marks: told apart by shape and by word, and not by colour alone."""

from collections.abc import Mapping

from ldproof_proofs.book.explanation import graded
from ldproof_proofs.book.pages.html import Markup, element

VERDICTS: Mapping[str, str] = {
    "holds": "\u2713",
    "corrected": "\u270e",
    "loose": "\u2248",
    "refuted": "\u2717",
    "ours": "\u25c6",
    "not verifiable here": "?",
}
"""A sign before each verdict."""
EVIDENCE: Mapping[str, str] = {
    "proved": "\u25a0",
    "proved given": "\u25a3",
    "computed": "\u25a6",
    "tested": "\u25a4",
    "cited": "\u25a1",
    "prose": "\u25cb",
}
"""A shape before each grade of evidence: the fuller the stronger."""


def verdict(name: str) -> Markup:
    """A verdict with its sign."""
    return _mark(VERDICTS[name], name, f"verdict {name.partition(' ')[0]}")


def evidence(words: str) -> Markup:
    """Evidence with its shape."""
    return _mark(EVIDENCE[graded(words)], words, f"evidence {graded(words).replace(' ', '-')}")


def _mark(sign: str, words: str, kinds: str) -> Markup:
    return element(
        "span", element("span", sign, aria_hidden="true"), f"\u00a0{words}", class_=f"mark {kinds}"
    )


def legend() -> Markup:
    """What the marks mean."""
    meanings: Mapping[str, str] = {
        "proved": "for all values, and replayed by plain algebra",
        "proved given": "the same, on theorems of others that are named",
        "computed": "without symbols, and decided as it stands",
        "tested": "in every case of a range that is named",
        "cited": "others showed it",
        "prose": "bibliography, history or the meaning of a word; not shown",
    }
    pairs = (
        part
        for name, words in meanings.items()
        for part in (element("dt", evidence(name)), element("dd", words))
    )
    return element("dl", *pairs, class_="legend")
