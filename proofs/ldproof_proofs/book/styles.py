"""How an explanation is set: as text, Markdown or LaTeX."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Protocol

from rich.cells import cell_len

from ldproof_proofs.kernel.typesetting import Style, in_style, plain
from ldproof_proofs.kernel.writing import typeset

WIDTH = 100
"""Of a line of text, where no terminal is narrower."""


WIDE = re.compile(r"[\u3000-\u9fff]")
"""A character of Japanese, which takes two columns; a line may break after it."""


def wrap_wide(words: str, width: int) -> list[str]:
    """Lines of words of which some are Japanese, each of at most so many columns unless one word has more."""
    lines = [""]
    for word in re.findall(r"[!-~]+\s*|.\s*", words):
        if lines[-1] and cell_len((lines[-1] + word).rstrip()) > width:
            lines.append("")
        lines[-1] += word
    return [each.rstrip() for each in lines]


class Writing(Protocol):
    """A way of setting the parts of an explanation: words without a style, and formulas that are kept as data."""

    @property
    def style(self) -> Style:
        """What formulas call it."""
        ...

    def title(self, name: str, place: str) -> str:
        """A name, and where or what it is."""
        ...

    def section(self, name: str, aside: str, *parts: str) -> str:
        """A heading, what is said of the section as a whole, and its parts."""
        ...

    def items(self, items: Mapping[str, str]) -> str:
        """Sentences, each with what it stands on."""
        ...

    def facts(self, facts: Mapping[str, str]) -> str:
        """Labels, each with its words."""
        ...

    def words(self, kept: str) -> str:
        """A paragraph."""
        ...

    def lines(self, kept: str) -> str:
        """What has line breaks of its own."""
        ...

    def code(self, text: str) -> str:
        """A piece of a program."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """For a terminal."""

    style: Style = "text"
    width: int = WIDTH

    def title(self, name: str, place: str) -> str:
        """Both on a line, or more."""
        return self.folded(f"{name} ({place})", "", 4)

    def section(self, name: str, aside: str, *parts: str) -> str:
        """The parts follow at once."""
        heading = self.folded(f"{name} [{aside}]" if aside else name, "", 4)
        return "\n".join(each for each in (heading, *parts) if each)

    def items(self, items: Mapping[str, str]) -> str:
        """Set in, each with its evidence behind it, in brackets."""
        return "\n".join(
            self.folded(
                f"{typeset(kept, self.style)}  [{aside}]" if aside else typeset(kept, self.style), "  - ", 4
            )
            for kept, aside in items.items()
        )

    def facts(self, facts: Mapping[str, str]) -> str:
        """One fact a line, the words below each other; where labels leave no room, below the label."""
        width = max(map(len, facts), default=0) + 2
        if width > self.width // 2:
            rows = [part for label, kept in facts.items() for part in (label, self.lines(kept))]
            return "\n".join(rows)
        return "\n".join(
            self.folded(typeset(kept, self.style), f"{label:{width}}", width) for label, kept in facts.items()
        )

    def words(self, kept: str) -> str:
        """Set in."""
        return self.folded(typeset(kept, self.style), "  ", 2)

    def lines(self, kept: str) -> str:
        """Set in, what goes on in the next line a little more."""
        lines = (f"  {line}" for line in typeset(kept, self.style).splitlines())
        indents = ((line, len(line) - len(line.lstrip())) for line in lines)
        return "\n".join(self.folded(line.strip(), line[:indent], indent + 4) for line, indent in indents)

    def code(self, text: str) -> str:
        """Set in."""
        return "\n".join(f"  {line}".rstrip() for line in text.splitlines())

    def folded(self, words: str, first: str, indent: int) -> str:
        """Words in lines that a terminal holds, set in below the first; what is one word stays whole."""
        if WIDE.search(words):
            return f"\n{' ' * indent}".join(wrap_wide(first + words, self.width - indent))
        return fill(
            words,
            self.width,
            initial_indent=first,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )


@dataclass(frozen=True, slots=True)
class Markdown:
    """For a page."""

    style: Style = "markdown"

    def title(self, name: str, place: str) -> str:
        """A heading, and its place below it."""
        return f"## {name}\n\n*{in_style(place, self.style)}*"

    def section(self, name: str, aside: str, *parts: str) -> str:
        """A heading of the next order."""
        return put_together(
            [f"### {in_style(name, self.style)}", f"*{in_style(aside, self.style)}*" if aside else "", *parts]
        )

    def items(self, items: Mapping[str, str]) -> str:
        """A list, each with its evidence behind it, in italics."""
        return "\n".join(
            f"- {typeset(kept, self.style)}" + (f" *[{in_style(aside, self.style)}]*" if aside else "")
            for kept, aside in items.items()
        )

    def facts(self, facts: Mapping[str, str]) -> str:
        """A list."""
        return "\n".join(f"- **{label}**: {typeset(kept, self.style)}" for label, kept in facts.items())

    def words(self, kept: str) -> str:
        """A paragraph."""
        return typeset(kept, self.style)

    def lines(self, kept: str) -> str:
        """A paragraph with hard breaks."""
        return "\\\n".join(map(str.strip, typeset(kept, self.style).splitlines()))

    def code(self, text: str) -> str:
        """A fenced block."""
        return f"```python\n{text.rstrip()}\n```"


@dataclass(frozen=True, slots=True)
class Latex:
    """For a paper."""

    style: Style = "latex"

    def title(self, name: str, place: str) -> str:
        """A section."""
        return f"\\section*{{{plain(name)}}}\n\\emph{{{plain(place)}}}"

    def section(self, name: str, aside: str, *parts: str) -> str:
        """A subsection."""
        heading = f"\\subsection*{{{plain(name)}}}" + (f"\n\\emph{{{plain(aside)}}}" if aside else "")
        return put_together([heading, *parts])

    def items(self, items: Mapping[str, str]) -> str:
        """A list, each with its evidence behind it, emphasised."""
        written = (
            f"\\item {typeset(kept, self.style)}" + (f" \\emph{{[{plain(aside)}]}}" if aside else "")
            for kept, aside in items.items()
        )
        return surrounded("itemize", [*written])

    def facts(self, facts: Mapping[str, str]) -> str:
        """A description list."""
        items = [
            f"\\item[{in_style(label, self.style)}] {typeset(kept, self.style)}"
            for label, kept in facts.items()
        ]
        return surrounded("description", items)

    def words(self, kept: str) -> str:
        """A paragraph."""
        return typeset(kept, self.style)

    def lines(self, kept: str) -> str:
        """A paragraph with hard breaks."""
        return "\\\\\n".join(map(str.strip, typeset(kept, self.style).splitlines()))

    def code(self, text: str) -> str:
        """As it stands."""
        return f"\\begin{{verbatim}}\n{text.rstrip()}\n\\end{{verbatim}}"


def surrounded(environment: str, items: Sequence[str]) -> str:
    """A list in LaTeX, which refuses an empty one."""
    begin, end = f"\\begin{{{environment}}}", f"\\end{{{environment}}}"
    return "\n".join([begin, *items, end]) if items else ""


DOCUMENT = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb}
%s\begin{document}
%s
\end{document}"""
"""A page that LaTeX sets as it stands."""
JAPANESE = r"""% Without the package CJKutf8, from texlive-lang-cjk, there is a mark for each word of Japanese.
\IfFileExists{CJKutf8.sty}
  {\usepackage{CJKutf8}\newcommand{\Japanese}[1]{\begin{CJK}{UTF8}{min}#1\end{CJK}}}
  {\newcommand{\Japanese}[1]{[\(\cdots\)]}}
"""
"""What a page of LaTeX needs on which there is Japanese."""


def as_document(text: str) -> str:
    """A whole document of LaTeX; what is not ASCII is set as Japanese."""
    marked = re.sub(r"[^\x00-\x7f]+", r"\\Japanese{\g<0>}", text)
    return DOCUMENT % (JAPANESE if marked != text else "", marked)


STYLES: Mapping[str, Writing] = {each.style: each for each in (Text(), Markdown(), Latex())}


def put_together(parts: Sequence[str]) -> str:
    """Parts, a line between them."""
    return "\n\n".join(part for part in parts if part)
