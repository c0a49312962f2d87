"""A failure at a point in Coq: what is printed is false there, and true elsewhere, by intervals."""

from collections.abc import Mapping

from ldproof_proofs.book.coq.reading import relation, relations, terms
from ldproof_proofs.book.coq.writing import conjunction, identifier, owed, related, sides, written


def proof(name: str, data: Mapping[str, object], *, swapped: bool = False) -> str:
    """What is given, with terms that are defined, does not imply what is printed, and does not exclude it.

    A near miss has the two points swapped.
    """
    printed, given = relation(data["printed"]), relations(data["given"])
    defined = owed(sides([*given.values(), printed]))
    point, elsewhere = terms(data["point"]), terms(data["elsewhere"])
    names = sorted(point)
    some = f"exists {' '.join(map(identifier, names))} : R, " if names else ""
    stated = conjunction(map(related, [*given.values(), *defined]))
    lines = [
        f"Theorem {name} :",
        f"  ({some}({stated}) /\\ ~ ({related(printed)})) /\\",
        f"  ({some}({stated}) /\\ {related(printed)}).",
        "Proof.",
        "split.",
    ]
    places = (elsewhere, point) if swapped else (point, elsewhere)
    for place, tactic in zip(places, ("fails", "holds"), strict=True):
        values = ", ".join(written(place[each]) for each in names)
        exists = f"exists {values}; " if names else ""
        lines.append(f"- {exists}split; [repeat split; holds | {tactic}].")
    return "\n".join([*lines, "Qed."])
