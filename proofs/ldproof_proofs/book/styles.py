"""How an explanation is set: as text, Markdown or LaTeX."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ldproof_proofs.kernel.typesetting import Style, plain


class Writing(Protocol):
    """A way of setting the parts of an explanation."""

    @property
    def style(self) -> Style:
        """What theorems call it."""
        ...

    def title(self, name: str, place: str) -> str:
        """A claim and where it is printed."""
        ...

    def heading(self, name: str, evidence: str) -> str:
        """A theorem and what it rests on."""
        ...

    def facts(self, facts: Mapping[str, str]) -> str:
        """Labels, each with its words."""
        ...

    def lines(self, written: str) -> str:
        """What a theorem has written in this style, its line breaks kept."""
        ...

    def words(self, text: str) -> str:
        """A sentence."""
        ...

    def sentence(self, written: str, evidence: str) -> str:
        """What is said in this style already, and what it stands on."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """For a terminal."""

    style: Style = "text"

    def title(self, name: str, place: str) -> str:
        """A claim and where it is printed."""
        return f"{name} ({place})"

    def heading(self, name: str, evidence: str) -> str:
        """A theorem and what it rests on."""
        return f"theorem {name}: {evidence}"

    def facts(self, facts: Mapping[str, str]) -> str:
        """One fact a line, the words below each other."""
        width = max(map(len, facts)) + 2
        return "\n".join(f"{label:{width}}{words}" for label, words in facts.items())

    def lines(self, written: str) -> str:
        """Set in."""
        return "\n".join(f"  {line}" for line in written.splitlines())

    def words(self, text: str) -> str:
        """A sentence as it is."""
        return text

    def sentence(self, written: str, evidence: str) -> str:
        """Its evidence behind it, in brackets."""
        return f"{written}  [{evidence}]"


@dataclass(frozen=True, slots=True)
class Markdown:
    """For a page."""

    style: Style = "markdown"

    def title(self, name: str, place: str) -> str:
        """A claim and where it is printed."""
        return f"## {name}\n\n*{place}*"

    def heading(self, name: str, evidence: str) -> str:
        """A theorem and what it rests on."""
        return f"### {name}\n\n*{evidence}*"

    def facts(self, facts: Mapping[str, str]) -> str:
        """A list."""
        return "\n".join(f"- **{label}**: {words}" for label, words in facts.items())

    def lines(self, written: str) -> str:
        """A paragraph with hard breaks."""
        return "\\\n".join(map(str.strip, written.splitlines()))

    def words(self, text: str) -> str:
        """A sentence as it is."""
        return text

    def sentence(self, written: str, evidence: str) -> str:
        """Its evidence behind it, in italics."""
        return f"{written} *[{evidence}]*"


@dataclass(frozen=True, slots=True)
class Latex:
    """For a paper."""

    style: Style = "latex"

    def title(self, name: str, place: str) -> str:
        """A claim and where it is printed."""
        return f"\\section*{{{plain(name)}}}\n\\emph{{{plain(place)}}}"

    def heading(self, name: str, evidence: str) -> str:
        """A theorem and what it rests on."""
        return f"\\subsection*{{{plain(name)}}}\n\\emph{{{plain(evidence)}}}"

    def facts(self, facts: Mapping[str, str]) -> str:
        """A description list."""
        items = [f"\\item[{plain(label)}] {plain(words)}" for label, words in facts.items()]
        return "\n".join([r"\begin{description}", *items, r"\end{description}"])

    def lines(self, written: str) -> str:
        """A paragraph with hard breaks; what theorems write for LaTeX is LaTeX already."""
        return "\\\\\n".join(map(str.strip, written.splitlines()))

    def words(self, text: str) -> str:
        """A sentence that is not LaTeX yet."""
        return plain(text)

    def sentence(self, written: str, evidence: str) -> str:
        """Its evidence behind it, emphasised."""
        return f"{written} \\emph{{[{plain(evidence)}]}}"


STYLES: Mapping[str, Writing] = {each.style: each for each in (Text(), Markdown(), Latex())}
