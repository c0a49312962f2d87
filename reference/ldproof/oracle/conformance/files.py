"""The vectors of one mechanism at given parameters, as files like those that are shipped."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from ldproof.catalogue import AnyMechanism, mechanism
from ldproof.domains import Schema
from ldproof.mechanisms import LEVELS, Space, of_texts
from ldproof.oracle.conformance.requests import drawn
from ldproof.oracle.vectors.files import write_kind
from ldproof.oracle.vectors.privacies import case, of_level
from ldproof.oracle.vectors.schemas import Spaces
from ldproof.oracle.vectors.vector import Vector, made
from ldproof.programs import Parameters


def write(folder: Path, name: str, given: Parameters) -> None:
    """Laws, draws from coins, and the tight privacy with what attains it."""
    spaces = described(mechanism(name, dict(given)))
    of_kind = attrgetter("kind")
    for kind, found in groupby(sorted(vectors_of(name, given), key=of_kind), key=of_kind):
        write_kind(folder, kind, found, spaces)


def vectors_of(name: str, given: Parameters) -> Iterator[Vector]:
    """Them all."""
    yield from drawn(name, given)
    plain = {key: str(value) for key, value in given.items()}
    for level in LEVELS:
        yield from made("privacy", case(name, plain, level), partial(of_level, level))


def described(known: AnyMechanism) -> Spaces:
    """What its inputs and outputs are."""
    return Spaces(known.secrets.schema, known.outputs.schema, as_text(known.outputs))


def as_text(space: Space[object]) -> Schema:
    """How a law names outputs."""
    return space.schema if of_texts(space) else {"type": "string"}
