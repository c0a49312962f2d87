"""Facts that are known, in Coq: of analysis, by lemmas of the prelude; theorems, by applying them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ldproof.numbers import Symbol, Term
from ldproof_proofs.book.coq.reading import pairs, record, terms, text
from ldproof_proofs.book.coq.writing import owed, related, written
from ldproof_proofs.book.export.syntax import ANALYSIS
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, always, premises
from ldproof_proofs.kernel.relations import Relation

LEMMAS: Mapping[Always, str] = {
    Always.POSITIVE: "exp_pos",
    Always.TANGENT: "exp_tangent",
    Always.MONOTONE: "exp_rises",
    Always.SUM: "exp_plus",
    Always.UNDONE: "ln_exp",
    Always.INVERSE: "exp_ln",
    Always.PRODUCT: "ln_mult",
    Always.ROOT: "sqrt_pos",
    Always.FIRST: "Rmin_l",
    Always.SECOND: "Rmin_r",
    Always.MINIMUM: "Rmin_left",
    Always.EITHER: "min_either",
}
"""Each fact of analysis: a lemma of the prelude or of the standard library."""


@dataclass(frozen=True, slots=True)
class Reading:
    """That some terms are what a citation's reading says: a hypothesis, which nothing here shows."""

    predicate: str
    arguments: tuple[Term, ...]

    def __str__(self) -> str:
        return " ".join([self.predicate, *map(written, self.arguments)])

    def put(self, values: Mapping[str, Term]) -> "Reading":
        """Terms in the place of symbols."""
        return Reading(self.predicate, tuple(each.substitute(dict(values)) for each in self.arguments))


@dataclass(frozen=True, slots=True)
class Statement:
    """A theorem as others apply it: its symbols, what it presupposes, and how its goal is taken from it."""

    name: str
    symbols: tuple[str, ...]
    readings: tuple[Reading, ...]
    given: tuple[Relation, ...]
    presupposed: tuple[Relation, ...]
    """What must be shown to be defined before it is applied: a citation's goal."""
    goal: Relation
    defined: tuple[Relation, ...]
    """What it says to be so besides: that all its terms are defined."""


@dataclass(frozen=True, slots=True)
class Known:
    """A known fact: what it says, what must be at hand before, and its proof from the names of that."""

    relation: Relation
    readings: tuple[Reading, ...]
    premises: tuple[Relation, ...]
    proof: Callable[[Sequence[str]], str]


def known(data: object, statements: Mapping[str, Statement]) -> dict[str, Known]:
    """The known facts of an object, by their names."""
    return {text(name): _fact(record(source), statements) for name, source in pairs(data)}


def _fact(source: Mapping[str, object], statements: Mapping[str, Statement]) -> Known:
    name, values = text(source["theorem"]), terms(source["values"])
    if source["object"] == ANALYSIS:
        kind, arguments = Always(name), [values[each] for each in "uv" if each in values]
        needed = premises(kind, *arguments)
        if kind is Always.INVERSE:
            needed = tuple(owed([always(kind, *arguments).left]))[-1:]
        shown = " ".join([LEMMAS[kind], *map(written, arguments)])
        return Known(always(kind, *arguments), (), needed, lambda names: " ".join([shown, *names]))
    if name not in statements:
        raise NotProved(f"it cites {name}, which is not here")
    found = statements[name]
    applied = " ".join([found.name, *(written(values.get(each, Symbol(each))) for each in found.symbols)])
    readings = tuple(each.put(values) for each in found.readings)
    needed = tuple(each.substitute(values) for each in (*found.given, *found.presupposed))
    first = "proj2 (" if found.defined else "("
    return Known(
        found.goal.substitute(values), readings, needed, lambda names: f"{first}{applied} {' '.join(names)})"
    )


def unfinished(found: Relation) -> str:
    """The term of Coq's that proves what is about numbers alone."""
    return f"(ltac:(evident) : {related(found)})"
