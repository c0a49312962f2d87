"""In what words and formulas are set: plain text, Markdown, LaTeX."""

from typing import Literal, TypeAlias

Style: TypeAlias = Literal["text", "markdown", "latex"]

SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    }
)
"""What LaTeX would not print as it stands."""


def plain(words: str) -> str:
    """Words for LaTeX that are not LaTeX."""
    return words.translate(SPECIAL)
