"""Text with displays: each display is a theorem, certified in the form in which it is printed."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import dedent
from typing import TypeAlias

from ldproof.numbers import Term, term
from ldproof_proofs.kernel.derivations.reading import (
    Chained,
    meant,
    read_chain,
    read_relations,
    read_term,
    upward,
)
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.formulas import packed
from ldproof_proofs.kernel.implication import Known, joined
from ldproof_proofs.kernel.parsing import NoFormula
from ldproof_proofs.kernel.prover import Last, Prover, Step, show
from ldproof_proofs.kernel.prover import steps as as_steps
from ldproof_proofs.kernel.relations import Point, Relation, Sign
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem

INLINE = re.compile(r"\{([^{}]*)\}")
AS_PRINTED = "as it is printed"
"""The reason of every step of a display."""


@dataclass(frozen=True, slots=True)
class Coded:
    """What a formula of the reference gives, and the formula's name."""

    formula: str
    value: Term


def computed_by(formula: Callable[..., object], *arguments: Term | int) -> Coded:
    """The value of a formula of the reference."""
    value = formula(*map(term, arguments))
    if not isinstance(value, Term):
        raise NotProved(f"{formula.__name__} gives no term")
    return Coded(f"{formula.__module__.split('.')[1]}.{formula.__name__}", value)


Defined: TypeAlias = Mapping[str, Term | Coded | str]
"""What names stand for: a term, what a formula of the reference gives, or a text."""


def resolve_names(defined: Defined) -> dict[str, Term]:
    """What names stand for, in terms of what is not defined."""
    found: dict[str, Term] = {}
    for name, each in defined.items():
        value = each.value if isinstance(each, Coded) else read_term(each) if isinstance(each, str) else each
        found[name] = meant(value, found)
    return found


def nothing(_: Prover) -> Mapping[str, Known | Relation]:
    """No facts but those that are given."""
    return {}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a chapter: what is given, and the text with its displays.

    In the text `{a/b}` is a formula among words. A paragraph that is set in by four spaces is a display: terms with
    signs between them, which hold of what the names are defined as.
    """

    title: str
    text: str
    claims: tuple[str, ...] = ()
    """The claims of the ledger whose formulas it derives."""
    given: str = ""
    """Relations, a semicolon between them."""
    at: Point = field(default_factory=dict)
    """A point where all that is given holds, and near misses of the displays do not."""
    defined: Defined = field(default_factory=dict)
    """What names stand for, each in terms of those before it; what the reference computes, by its formula."""
    known: Callable[[Prover], Mapping[str, Known | Relation]] = nothing
    """Theorems, facts that hold always and what is shown on the way, by name."""
    reading: str = ""
    """What the names stand for of which theorems say it in words."""
    stands: tuple[str, ...] = ()

    @property
    def values(self) -> Mapping[str, Term]:
        """What the names stand for, in terms of what is not defined."""
        return resolve_names(self.defined)

    @property
    def formulas(self) -> tuple[str, ...]:
        """The formulas of the reference of which it speaks."""
        return tuple(dict.fromkeys(each.formula for each in self.defined.values() if isinstance(each, Coded)))

    @property
    def facts(self) -> Facts:
        """What is given, of what the names stand for."""
        values = self.values
        return {
            name: Relation(meant(each.left, values), each.sign, meant(each.right, values))
            for name, each in read_relations(self.given).items()
        }

    def blocks(self) -> Iterator[str | Chained]:
        """Its paragraphs: words, in which formulas are kept as data, or what a display says."""
        for paragraph in re.split(r"\n\s*\n", dedent(self.text).strip("\n")):
            if paragraph.startswith("    "):
                yield read_chain(paragraph)
            else:
                yield in_words(paragraph)

    def theorem(self, name: str, display: Chained, prover: Prover) -> Theorem:
        """The theorem that a display is; what its terms presuppose is shown on the way."""
        values, given = self.values, self.facts
        start, chain = upward(display)
        first, (*others, (sign, last)) = (
            meant(start, values),
            [(sign, meant(to, values)) for sign, to in chain],
        )
        whole: Sign = "="
        for each, _ in chain:
            whole = joined(whole, each)
        goal = Relation(first, whole, last)
        spoken = goal.symbols().union(*(each.symbols() for each in given.values()))
        known = {
            each: fact
            for each, fact in self.known(prover).items()
            if (fact.stands if isinstance(fact, Known) else fact.symbols()) <= spoken
        }
        stands = tuple(each for each in self.stands if each in spoken)
        shown = {part.head for each in (display[0], *(to for _, to in display[1])) for part in each.nodes()}
        names = {
            each: value
            for each, value in values.items()
            if each in shown and each.isidentifier() and not goal.left is value is goal.right
        }
        return show(
            prover,
            as_steps(
                *(Step(sign, to, AS_PRINTED, search) for sign, to in others),
                last=Last(AS_PRINTED, search, sign),
            ),
            name,
            goal,
            given,
            known,
            self.at,
            short=names,
            reading=self.reading if stands else "",
            stands=stands,
        )


def in_words(paragraph: str) -> str:
    """Words in one line, their formulas as data."""

    def formula(found: re.Match[str]) -> str:
        try:
            before, steps = read_chain(found[1])
        except NoFormula as error:
            raise NoFormula(f"{error}, in {paragraph!r}") from error
        return packed(before, *(part for step in steps for part in step))

    return INLINE.sub(formula, " ".join(paragraph.split()))
