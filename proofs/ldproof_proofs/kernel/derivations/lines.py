"""Derivations that people read: lines from a law or a definition to a formula of the reference, each certified."""

from collections.abc import Mapping
from dataclasses import dataclass

from ldproof.numbers import Symbol, Term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.typesetting import Style, plain
from ldproof_proofs.kernel.writing import SIGNS, latex, marked, shortened, symbol, write, write_names


@dataclass(frozen=True, slots=True)
class Move:
    """What is done to a line to get the next one: how it is written before that."""

    text: str
    latex: str


BEGIN = Move("", "")


def sign(text: str) -> Move:
    """The same, no more, or less."""
    return Move(text, SIGNS[text])


def done(text: str, written: str) -> Move:
    """Something else than to say the same: what it is is followed by a colon."""
    return Move(f"{text}:", f"{written}:\\;")


def solved(name: str) -> Move:
    """The line before was set to 0 and solved."""
    return Move(f"{name} =", f"{symbol(name)} =")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what was done to the one before, what that comes to, and why."""

    move: Move
    expression: Term
    why: str
    found: str
    """The functions of SymPy that found it; none if it was written."""
    theorems: tuple[Theorem, ...]
    """What certifies it; none where a chain begins."""
    formula: str = ""
    """The formula of the reference that gave the expression, where one did."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A line of the source beside the first line of ours that differs from it, or a theorem about a line."""

    place: str
    relation: Relation | None
    """What is so; none where the theorem's statement says it, as of a line that fails."""
    words: str
    line: int
    """The number of our line, from 1."""
    theorem: Theorem
    """That the source's line fails at a point, or that it says the same."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """Lines that lead to a formula of the reference."""

    name: str
    title: str
    entries: tuple[str, ...]
    """The entries of the ledger that it belongs to."""
    formula: str
    """The name of the formula that it ends in."""
    symbols: Mapping[str, str]
    """What each symbol means, and where it ranges."""
    given: Facts
    lines: tuple[Line, ...]
    beside: tuple[Beside, ...]
    short: Mapping[str, Term]
    """Names by which a reader is shown long terms."""

    def typeset(self, style: Style) -> str:
        """All of it, for a reader."""
        return "\n".join([*self.head(style), *self.main(style), *self.aside(style)])

    def head(self, style: Style) -> list[str]:
        """What it is about: its title, its symbols, what is given of them, and names for long terms."""
        title = f"{self.title} [{self.name}, of {', '.join(self.entries)}]"
        meanings = [
            f"  {write(Symbol(name), style)}: {words(means, style)}" for name, means in self.symbols.items()
        ]
        given = ", ".join(write(relation, style, self.short) for relation in self.given.values())
        names = write_names(self.short, style).removesuffix(": ")
        return [
            {"text": title, "markdown": f"### {title}\n", "latex": f"\\paragraph{{{plain(title)}}}"}[style],
            *meanings,
            *([f"  given {given}"] if given else []),
            *([f"  {names}"] if names else []),
            "",
        ]

    def main(self, style: Style) -> list[str]:
        """The lines, numbered."""
        return [self.line(number, line, style) for number, line in enumerate(self.lines, 1)]

    def line(self, number: int, line: Line, style: Style) -> str:
        """One line and its reason."""
        brief = shortened(line.expression, self.short)
        why = f"{line.why} (SymPy: {line.found})" if line.found else line.why
        shown = marked(f"{line.move.latex} {latex(brief)}".strip(), style)
        match style:
            case "text":
                name = f"   = {line.formula}" if line.formula else ""
                return f"  ({number}) {line.move.text} {brief}{name}\n          {why}"
            case "markdown":
                name = f" = `{line.formula}`" if line.formula else ""
                return f"{number}. {shown}{name}  \n   {why}"
            case "latex":
                name = f" = \\texttt{{{plain(line.formula)}}}" if line.formula else ""
                return f"\\par ({number}) {shown}{name}\\quad {plain(why)}"

    def aside(self, style: Style) -> list[str]:
        """The source's lines and the ledger's theorems, each beside the line of ours that it belongs to."""
        return [
            f"  {words(each.place, style)} beside ({each.line}): {self.said(each, style)}"
            for each in self.beside
        ]

    def said(self, beside: Beside, style: Style) -> str:
        """What stands beside a line: a relation that is so, or a theorem's statement, such as where a line fails."""
        if beside.relation is None:
            return beside.theorem.claim.statement(style)
        return f"{words(beside.words, style)}: {write(beside.relation, style, self.short)}"


def words(text: str, style: Style) -> str:
    """Words in a style."""
    return plain(text) if style == "latex" else text
