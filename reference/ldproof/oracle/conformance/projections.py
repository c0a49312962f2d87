"""The law of a part of an output, where all outputs are too many to list: of one round, of two, of a row's bits."""

from collections.abc import Iterator

from ldproof.catalogue import AnyMechanism
from ldproof.oracle.conformance.observations import Observation, law, observations


def looked_at(mechanism: AnyMechanism, secret: str) -> Iterator[Observation]:
    """Everything that can be listed."""
    yield from observations(law(mechanism, secret))
