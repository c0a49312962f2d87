"""Derivations that people read: lines from a law or a definition to a formula of the reference, each certified."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ldproof.numbers import Symbol, Term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.relations import Relation, Sign
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.writing import shortened, write, write_names, written


@dataclass(frozen=True, slots=True)
class Move:
    """What is done to a line to get the next one: a sign between them, or something else, said before the line."""

    words: str = ""
    about: tuple[Term | Relation, ...] = ()
    """The symbols, values or factors that the words go on with."""
    sign: Sign | None = None
    solved: Term | None = None
    """The symbol that was solved for: the line is its value."""


BEGIN = Move()


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
    """What that comes to."""
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

    def about(self) -> list[str]:
        """What its symbols mean, what is given of them, and names for long terms; kept as data, like all its words."""
        given = ", ".join(together(self.given.values(), self.short))
        names = write_names(self.short, "data").removesuffix(": ")
        meanings = [f"{write(Symbol(name), 'data')}: {means}" for name, means in self.symbols.items()]
        return [*meanings, *([f"given {given}"] if given else []), *([names] if names else [])]

    def main(self) -> list[str]:
        """The lines, numbered."""
        return [self.line(number, line) for number, line in enumerate(self.lines, 1)]

    def line(self, number: int, line: Line) -> str:
        """One line and its reason."""
        move, why = line.move, f"{line.why} (SymPy: {line.found})" if line.found else line.why
        about = ", ".join(write(each, "data", self.short) for each in move.about)
        said = f"{move.words} {about}: " if move.words else ""
        before = (move.solved, "=") if move.solved is not None else (move.sign,) if move.sign else ()
        shown = f"{said}{written('data', *before, shortened(line.expression, self.short))}"
        end = f"   = {line.formula}" if line.formula else ""
        return f"  ({number}) {shown}{end}\n          {why}"

    def said(self, beside: Beside) -> str:
        """What stands beside a line: a relation that is so, or a theorem's statement, such as where a line fails."""
        if beside.relation is None:
            statement = beside.theorem.claim.statement("data")
            return statement if statement.startswith(beside.words) else f"{beside.words}: {statement}"
        return f"{beside.words}: {write(beside.relation, 'data', self.short)}"


def together(relations: Iterable[Relation], names: Mapping[str, Term]) -> Iterator[str]:
    """Relations, those that go on where another ended as one: `0 <= r <= 1`."""
    waiting = [*relations]
    while waiting:
        first = waiting.pop(0)
        chain: list[Term | Sign] = [first.left, first.sign, first.right]
        while following := next((each for each in waiting if _goes_on(chain[-2], chain[-1], each)), None):
            waiting.remove(following)
            chain += [following.sign, following.right]
        yield written("data", *(each if isinstance(each, str) else shortened(each, names) for each in chain))


def _goes_on(sign: Term | Sign, end: Term | Sign, relation: Relation) -> bool:
    """Whether an order goes on where one ended."""
    return relation.left is end and {sign, relation.sign} <= {"<", "<="}
