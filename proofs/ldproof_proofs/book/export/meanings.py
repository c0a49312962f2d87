"""What symbols stand for, as an object has it: hypotheses that they are what a theorem says in words, or rows' entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ldproof.numbers import Symbol, Term
from ldproof_proofs.book.export.syntax import Json, trees
from ldproof_proofs.kernel.implication import Implication, Known, implication
from ldproof_proofs.kernel.theorem import Theorem


@dataclass(frozen=True, slots=True)
class Meaning:
    """Some symbols stand for what those of a theorem do, where its others are some terms."""

    kind: str
    of: str
    stands: Mapping[str, str]
    where: Mapping[str, Term]

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols in it."""
        return frozenset(self.stands.values()).union(*(each.symbols() for each in self.where.values()))

    def put(self, values: Mapping[str, Term]) -> "Meaning":
        """The same with terms in the place of symbols: those that stand for something are renamed."""
        stands = {own: str(values.get(name, name)) for own, name in self.stands.items()}
        where = {own: each.substitute(dict(values)) for own, each in self.where.items()}
        return replace(self, stands=stands, where=where)

    @property
    def json(self) -> Json:
        """As it stands in an object."""
        stands = {own: Symbol(name) for own, name in self.stands.items()}
        return {"kind": self.kind, "of": self.of, "stands": trees(stands), "where": trees(self.where)}


def meanings(claim: Implication) -> Sequence[Meaning]:
    """What is said in what it knows, and what its own reading says of the symbols that are none of these."""
    found, symbols = [*inherited(claim.known)], claim.symbols
    own = {*claim.stands} & symbols - {name for each in found for name in each.stands.values()}
    if own:
        kind = "rows" if claim.of_rows else "words"
        where = {name: Symbol(name) for name in sorted(symbols - own)}
        found.append(Meaning(kind, claim.name, {name: name for name in sorted(own)}, where))
    return found


def inherited(known: Mapping[str, Known]) -> Sequence[Meaning]:
    """What is said of symbols in known facts, each once."""
    found = list[Meaning]()
    for name, fact in known.items():
        if isinstance(fact.source, Theorem):
            said = (each.put(put_in(name, fact)) for each in meanings(implication(fact.source)))
            found += [each for each in said if each not in found]
    return found


def put_in(name: str, known: Known) -> Mapping[str, Term]:
    """Terms in the place of a known fact's symbols; those that it says things of, and does not name, are its own."""
    if not isinstance(known.source, Theorem):
        return dict(zip("uv", known.arguments, strict=False))
    claim = implication(known.source)
    unnamed = {symbol for each in meanings(claim) for symbol in each.symbols} - claim.symbols
    return {**{each: Symbol(f"{each} in {name}") for each in sorted(unnamed)}, **known.values}
