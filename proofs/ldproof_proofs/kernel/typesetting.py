"""In what words and formulas are set: plain text, Markdown, LaTeX, MathML; or as data, of which all of these are set."""

import re
from html import escape
from typing import Literal, TypeAlias

Style: TypeAlias = Literal["text", "markdown", "latex", "mathml", "data"]

QUOTED = re.compile(r"`([^`]+)`")
"""A name in quotes, as words have it."""
SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    }
)
"""What LaTeX would not print as it stands, whatever the encoding of its fonts."""


def plain(words: str) -> str:
    """Words for LaTeX that are not LaTeX."""
    return words.translate(SPECIAL)


def in_style(words: str, style: Style) -> str:
    """Words that are in no style yet."""
    match style:
        case "latex":
            parts = QUOTED.split(words)
            return "".join(
                f"\\texttt{{{plain(each)}}}" if place % 2 else plain(each) for place, each in enumerate(parts)
            )
        case "markdown":
            return words.replace("*", r"\*")
        case "mathml":
            return QUOTED.sub(r"<code>\1</code>", escape(words, quote=False))
        case _:
            return words
