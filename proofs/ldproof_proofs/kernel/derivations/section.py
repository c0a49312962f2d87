"""Text with displays: each display is a theorem, certified in the form in which it is printed."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import dedent
from typing import TypeAlias

from ldproof.numbers import Term, term
from ldproof_proofs.kernel.derivations.certifying import Certifying
from ldproof_proofs.kernel.derivations.definedness import by_factors, quickly
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
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.formulas import packed
from ldproof_proofs.kernel.implication import Chain, Implication, Known, Rule, joined
from ldproof_proofs.kernel.parsing import NoFormula
from ldproof_proofs.kernel.prover import Derivation, Last, Prover, Step, algebra
from ldproof_proofs.kernel.relations import Point, Relation, Sign, identical
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Claim, Theorem

INLINE = re.compile(r"\{([^{}]*)\}")


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


def nothing(_: Prover) -> Mapping[str, Known]:
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
    known: Callable[[Prover], Mapping[str, Known]] = nothing
    """Theorems and facts that hold always, by name."""
    reading: str = ""
    """What the names stand for of which theorems say it in words."""
    stands: tuple[str, ...] = ()

    @property
    def values(self) -> Mapping[str, Term]:
        """What the names stand for, in terms of what is not defined."""
        found: dict[str, Term] = {}
        for name, each in self.defined.items():
            value = (
                each.value if isinstance(each, Coded) else read_term(each) if isinstance(each, str) else each
            )
            found[name] = meant(value, found)
        return found

    @property
    def formulas(self) -> tuple[str, ...]:
        """The formulas of the reference of which it speaks."""
        return tuple(dict.fromkeys(each.formula for each in self.defined.values() if isinstance(each, Coded)))

    @property
    def facts(self) -> Facts:
        """What is given, of what the names stand for."""
        return {
            name: Relation(meant(each.left, self.values), each.sign, meant(each.right, self.values))
            for name, each in read_relations(self.given).items()
        }

    def blocks(self) -> Iterator[str | Chained]:
        """Its paragraphs: words, in which formulas are kept as data, or what a display says."""
        for paragraph in re.split(r"\n\s*\n", dedent(self.text).strip("\n")):
            if paragraph.startswith("    "):
                yield read_chain(paragraph)
            else:
                yield in_words(paragraph)

    def theorem(self, name: str, display: Chained, prover: Prover, place: str) -> Theorem:
        """The theorem that a display is."""
        values = self.values
        start, chain = upward(display)
        first, steps = meant(start, values), [(sign, meant(to, values)) for sign, to in chain]
        whole: Sign = "="
        for sign, _ in steps:
            whole = joined(whole, sign)
        goal = Relation(first, whole, steps[-1][1])
        spoken = goal.symbols().union(*(each.symbols() for each in self.facts.values()))
        known = {each: fact for each, fact in self.known(prover).items() if fact.stands <= spoken}
        stands = tuple(each for each in self.stands if each in spoken)
        about = Certifying(place, self.facts, self.at, known, prover)
        links: dict[str, Known] = {}
        before = first
        for sign, to in steps:
            links |= about.positive(Relation(before, sign, to))
            before = to
        everything = about.ready({**about.known, **links})
        shown = {part.head for each in (display[0], *(to for _, to in display[1])) for part in each.nodes()}
        names = {
            each: value
            for each, value in values.items()
            if each in shown and each.isidentifier() and not goal.left is value is goal.right
        }
        claim = Implication(
            name,
            goal,
            self.facts,
            everything,
            self.at,
            short=names,
            reading=self.reading if stands else "",
            stands=stands,
        )
        return prover.theorem(claim, AsPrinted(tuple(steps)))


@dataclass(frozen=True, slots=True)
class AsPrinted:
    """The proof of a display, step by step: by algebra alone where that is enough."""

    steps: tuple[tuple[Sign, Term], ...]

    def certificate(self, claim: Claim) -> Chain:
        """Each step as its terms ask for."""
        if not isinstance(claim, Implication):
            raise NotProved(f"{claim.name} is no display")
        before, facts, found = claim.goal.left, claim.facts, list[Step]()
        for sign, to in self.steps:
            found.append(Step(sign, to, "as it is printed", _rule(Relation(before, sign, to), facts)))
            before = to
        *others, last = found
        owed = claim.owed(each.to for each in found)
        return Derivation(
            tuple(others),
            Last(last.reason, last.rule, last.sign),
            {str(each): by_factors for each in owed},
            {},
        ).certificate(claim)


def _rule(goal: Relation, facts: Facts) -> Rule:
    """Algebra alone, or the quick rule, where that is enough."""
    if goal.sign == "=" and identical(goal.left, goal.right):
        return algebra
    try:
        quickly(goal, facts)
    except NotProved:
        return search
    return quickly


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place of a source that is wrong: what is printed, and what is right."""

    place: str
    printed: str
    correct: str
    claim: str
    """The claim of the ledger that shows it."""
    false: str = ""
    """What is printed, as a relation, if it fails at a point."""
    fails: Point = field(default_factory=dict)
    holds: Point = field(default_factory=dict)
    """A point where it is true all the same."""
    defined: Defined = field(default_factory=dict)

    def theorem(self, name: str, prover: Prover) -> Theorem:
        """That what is printed fails."""
        values = Section("", "", defined=self.defined).values
        before, ((sign, to),) = upward(read_chain(self.false))
        relation = Relation(meant(before, values), sign, meant(to, values))
        reading = "what is printed fails"
        return prover.theorem(Failure(name, reading, relation, self.fails, self.holds), ByPoint())


def in_words(paragraph: str) -> str:
    """Words in one line, their formulas as data."""

    def formula(found: re.Match[str]) -> str:
        try:
            before, steps = read_chain(found[1])
        except NoFormula as error:
            raise NoFormula(f"{error}, in {paragraph!r}") from error
        return packed(before, *(part for step in steps for part in step))

    return INLINE.sub(formula, " ".join(paragraph.split()))
