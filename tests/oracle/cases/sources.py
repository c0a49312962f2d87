"""The vectors of each kind."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from ldproof.oracle.vectors import Vector
from tests.oracle.cases import collected, draws, evaluated, laws, rejected


@cache
def evaluations() -> tuple[Vector, ...]:
    """Every formula at the edges of its parameters, with an answer or without."""
    return tuple(evaluated.formula_vectors())


SOURCES: Mapping[str, Callable[[], Iterable[Vector]]] = {
    "formula": lambda: select_answered(evaluations()),
    "law": laws.law_vectors,
    "randomize": draws.randomize_vectors,
    "estimate": lambda: select_answered(collected.estimate_vectors()),
    "decide": lambda: select_answered(collected.decision_vectors()),
    "privacy": laws.privacy_vectors,
    "rejection": lambda: [*rejected.rejection_vectors(), *map(as_rejection, select_refused(evaluations()))],
}


def select_answered(found: Iterable[Vector]) -> Iterator[Vector]:
    """Those that are."""
    return (each for each in found if each.answer is not None)


def select_refused(found: Iterable[Vector]) -> Iterator[Vector]:
    """Those that are not."""
    return (each for each in found if each.answer is None)


def as_rejection(vector: Vector) -> Vector:
    """A combination of parameters as a rejection."""
    return Vector("rejection", vector.request, ("combination",), None, vector.reason)
