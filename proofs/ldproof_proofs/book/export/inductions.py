"""An induction as an object: the recurrence as terms in a row's entries, the invariant, and its parts' chains."""

from collections.abc import Mapping

from ldproof.numbers import Symbol
from ldproof_proofs.book.export.syntax import Json, chain, place, relation, relations, tree, trees
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Chain, Implication
from ldproof_proofs.kernel.induction import Induction
from ldproof_proofs.kernel.rows import asked, power_symbol, symbol_row

BEFORE, ENTRY, SILENT, SPOKEN = map(Symbol, ("before", "entry", "silent", "spoken"))
"""What a turn is a term in: the entries at k - 1 and k of a row, and the round's two numbers."""


def induction(claim: Induction, certificate: Mapping[str, object]) -> dict[str, Json]:
    """Everything but the known facts; start and turn are run here on symbols."""
    offsets = range(-1, claim.reach + 1)
    invariant = asked(claim.invariant, claim.row_names, claim.reach)
    others = {str(power_symbol(offset)) for offset in range(-1, claim.reach + 2) if offset}
    if others & invariant.symbols():
        raise NotProved(f"{claim.name}: an object's invariant speaks of the base to the power k alone")
    first, later = claim.start(claim.base, 1)
    (turned_first,) = claim.turn([ENTRY], SILENT, SPOKEN)
    _, turned_later = claim.turn([BEFORE, ENTRY], SILENT, SPOKEN)
    return {
        "rule": "induction",
        "reading": claim.reading,
        "code": {"start": origin(claim.start), "turn": origin(claim.turn)},
        "base": tree(claim.base),
        "start": {"first": tree(first), "later": tree(later)},
        "turn": {"first": tree(turned_first), "later": tree(turned_later)},
        "kinds": [{"silent": tree(kind.silent), "spoken": trees(kind.spoken)} for kind in claim.kinds],
        "entries": {name: [str(symbol_row(name)(offset)) for offset in offsets] for name in claim.row_names},
        "power": str(power_symbol(0)),
        "invariant": relation(invariant),
        "nonnegative": claim.nonnegative,
        "given": relations(claim.given),
        "witness": place(claim.example),
        "certificate": {
            part.name.removeprefix(f"{claim.name}: "): shown(part, certificate)
            for part in claim.parts(claim.invariant)
        },
    }


def shown(part: Implication, certificate: Mapping[str, object]) -> Json:
    """The chain of a part, with the part's obligations."""
    found = certificate.get(part.name)
    if not isinstance(found, Chain):
        raise NotProved(f"{part.name}: {type(found).__name__} is no chain")
    return chain(found, part.goal)


def origin(code: object) -> str:
    """Where a function is defined."""
    return f"{getattr(code, '__module__', '?')}.{getattr(code, '__qualname__', '?')}"
