"""A record of relations between fractions in Coq: all of them at once, decided by arithmetic."""

from collections.abc import Iterator, Mapping

from ldproof_proofs.book.coq.reading import items, relation, text
from ldproof_proofs.book.coq.writing import conjunction, owed, related, sides
from ldproof_proofs.kernel.relations import Relation, Sign

MOST = 100
"""How many nodes a record may have: in Coq each is written wherever it occurs."""
DENIED: Mapping[Sign, Sign] = {"<=": "<", "<": "<=", "=": "!=", "!=": "="}
"""What holds of two numbers, in the other order, if a relation does not."""


def is_short(data: Mapping[str, object]) -> bool:
    """Whether a record is of few fractions, and of nothing else."""
    operators = [text(items(each)[0]) for each in items(data["nodes"])]
    return len(operators) <= MOST and not {"symbol", "exp", "log", "sqrt"} & {*operators}


def relations(data: Mapping[str, object]) -> list[Relation]:
    """The relations of a record, each once."""
    made: list[object] = []

    def places(arguments: list[object]) -> Iterator[object]:
        yield from (made[each] if isinstance(each, int) else each for each in arguments)

    for operator, *arguments in map(items, items(data["nodes"])):
        parts = [*places(arguments[:1]), *arguments[1:]] if operator == "^" else [*places(arguments)]
        made.append([text(operator), *parts])
    cases = (
        [*places([left]), sign, *places([right])] for _, left, sign, right in map(items, items(data["cases"]))
    )
    return [*dict.fromkeys(map(relation, cases))]


def proof(name: str, data: Mapping[str, object], *, denied: bool = False) -> str:
    """All relations hold, between terms that are defined. A near miss denies the first."""
    found = relations(data)
    if denied:
        first, *others = found
        found = [Relation(first.right, DENIED[first.sign], first.left), *others]
    stated = conjunction(map(related, [*owed(sides(found)), *found]))
    return f"Theorem {name} :\n  {stated}.\nProof. repeat split; holds. Qed."
