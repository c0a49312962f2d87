"""What of an explanation stands on one screen: what is folded is in `--proof`, and on the claim's page."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from ldproof.numbers import Symbol, Term
from ldproof_proofs.book.styles import STYLES, WIDTH, Writing, put_together
from ldproof_proofs.kernel.formulas import packed, pieces

LINES = 60
LONG = 2 * WIDTH
"""A statement, a formula or a list of more letters is folded."""
ROW = WIDTH - 22
"""What has room beside a label, and before "and 2 more"."""
DOTS = Symbol("...")


class Fold(IntEnum):
    """What is folded, each time that and all before it."""

    NOTHING = 0
    """This is `--proof`."""
    LONG = 1
    """Proofs, and what is too long to be read."""
    DERIVATION = 2
    """Derivations are named."""
    READINGS = 3
    """Of where a printed claim fails there is the point, and by how much."""
    CODE = 4
    """There is the place of the code."""
    ROWS = 5
    """What is in numbers, and what is derived, has no lines of its own, and who uses it none at all; ties are named."""
    MEANINGS = 6
    """Symbols have no lines of their own: a claim with very many of them has no screen otherwise."""


Parts = Callable[[Fold, Writing], Sequence[str]]
"""An explanation's parts, folded and set."""


def fitting(parts: Parts) -> Fold:
    """As little as must be folded for a screen of text."""
    whole = (each for each in Fold if each is not Fold.NOTHING and fits(parts(each, STYLES["text"])))
    return next(whole, max(Fold))


def fits(parts: Sequence[str]) -> bool:
    """Whether it stands on a screen."""
    return len(put_together(parts).splitlines()) <= LINES


def shortly(kept: str, fold: Fold) -> str:
    """Words with dots for formulas that are too long."""
    if fold is Fold.NOTHING:
        return kept
    return "".join(each if isinstance(each, str) else packed(*map(_shortly, each)) for each in pieces(kept))


def _shortly(part: Term | str) -> Term | str:
    return DOTS if isinstance(part, Term) and len(str(part)) > LONG else part


def first_of(words: Sequence[str], between: str, fold: Fold, kind: str = "") -> str:
    """As many as there is room for, and how many there are besides, with the plural of what they are."""
    shown: list[str] = []
    for each in words:
        if fold is not Fold.NOTHING and shown and len(between.join([*shown, each])) > ROW:
            break
        shown.append(each)
    more = len(words) - len(shown)
    what = f" {kind[:-1] if more == 1 else kind}" if kind else ""
    return between.join([*shown, *([f"and {more} more{what}"] if more else [])])


def ranges(evidence: str, fold: Fold) -> str:
    """Evidence, with as many of the ranges that were tested as there is room for."""
    before, tested, scopes = evidence.partition("tested ")
    return before + tested + first_of(scopes.split("; "), "; ", fold, "ranges")


def run_on(meanings: Mapping[str, str]) -> str:
    """Symbols and what they mean, as words."""
    return "; ".join(f"{symbol_text(name)}: {words}" for name, words in meanings.items())


def symbol_text(name: str) -> str:
    """A symbol as a formula; the number of an equation as it is."""
    return name if name.startswith("(") else packed(Symbol(name))
