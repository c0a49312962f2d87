"""The vectors of each kind, answered."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from ldproof.oracle.vectors import Vector, read_vectors, recompute_vector
from tests.oracle.cases import draws, formulas
from tests.oracle.cases.hashes import hash_vectors
from tests.oracle.cases.samples import sample_vectors
from tests.oracle.cases.sizes import add_sizes

COMBINATION = "combination"
"""The flag of a rejected combination of parameters."""


@cache
def evaluations() -> tuple[Vector, ...]:
    """Every formula at the edges of its parameters, with an answer or refused."""
    return tuple(formulas.formula_vectors())


def shipped_again(kind: str) -> Iterator[Vector]:
    """The requests in a kind's file with the answers that the reference gives now."""
    return map(recompute_vector, read_vectors(kinds=[kind]))


def rejections() -> Iterator[Vector]:
    """The requests in the file that are rejected, and the combinations of parameters that are."""
    yield from (each for each in shipped_again("rejection") if COMBINATION not in each.flags)
    yield from combination_rejections(evaluations())


def combination_rejections(evaluated: Iterable[Vector]) -> Iterator[Vector]:
    """The combinations of a formula's parameters that are refused."""
    for each in evaluated:
        if each.answer is None:
            yield replace(each, kind="rejection", flags=(COMBINATION,))


SOURCES: Mapping[str, Callable[[], Iterable[Vector]]] = {
    "formula": lambda: [each for each in evaluations() if each.answer is not None],
    "law": lambda: add_sizes("law", shipped_again("law")),
    "randomize": draws.randomize_vectors,
    "estimate": lambda: add_sizes("estimate", shipped_again("estimate")),
    "decide": lambda: add_sizes("decide", shipped_again("decide")),
    "privacy": lambda: shipped_again("privacy"),
    "rejection": rejections,
    "hash": hash_vectors,
    "sample": sample_vectors,
}
