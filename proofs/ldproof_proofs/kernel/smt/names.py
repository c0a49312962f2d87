"""What symbols are called in SMT-LIB, where some words are taken and some characters cannot be written."""

import re
from collections.abc import Iterable, Mapping

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
QUOTABLE = re.compile(r"\w[^|\\!]*")
TAKEN = re.compile(
    "BINARY|DECIMAL|HEXADECIMAL|NUMERAL|STRING|_|as|assert|echo|exists|exit|forall|let|match|par|pop|push|reset|"
    "abs|and|distinct|false|ite|not|or|true|xor"
)
"""Words that are no symbols, and symbols that already have a meaning over the reals."""


def called(symbols: Iterable[str]) -> Mapping[str, str]:
    """What each symbol is called: as it is where SMT-LIB can carry its name, else by its place.

    Only names given here and elsewhere in this package have a `!`, so that they meet none of the symbols'.
    """
    return {name: name if _carried(name) else f"symbol!{place}" for place, name in enumerate(symbols)}


def quoted(name: str) -> str:
    """A name as it stands in a script."""
    return name if PLAIN.fullmatch(name) or "!" in name else f"|{name}|"


def _carried(name: str) -> bool:
    return bool(QUOTABLE.fullmatch(name)) and name.isprintable() and not TAKEN.fullmatch(name)
