"""Chapters of the book: what readers look for first, derived as on paper."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # whoever asks for the names alone needs no kernel
    from collections.abc import Mapping

    from ldproof_proofs.chapters.display import Chapter
    from ldproof_proofs.kernel.entries import Entry

CHAPTERS: Mapping[str, str] = {
    "unbiasedness": "unbiasedness",
    "merit": "merit",
    "beta-errors": "beta_errors",
    "delta-t": "delta_t",
    "further-shots": "further_shots",
    "further-counting": "further_counting",
    "further-chi2": "further_chi2",
    "further-sketch": "further_sketch",
}
"""The module of each."""


def chapter(name: str) -> Chapter:
    """The chapter of this name."""
    found: Chapter = import_module(f"{__name__}.{CHAPTERS[name]}").CHAPTER
    return found


def displays(name: str) -> Mapping[str, Entry]:
    """The displays of a chapter, as what `prove` proves."""
    return chapter(name).entries()
