"""How much a solver may think: in units that it counts itself, so that an answer does not depend on the load."""

from collections.abc import Mapping
from dataclasses import dataclass

PATIENCE = 300.0
"""The seconds after which a process that has not answered is killed, however little of the processor it got."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a solver may use for a question."""

    units: int
    """Resource units, as the solver counts them."""
    seconds: float
    """Of processor time, for a solver that forgets to count: several times what its slowest answers take."""


LIMITS: Mapping[str, Limits] = {"z3": Limits(400_000, 12.0), "cvc5": Limits(81_000, 6.0)}
"""The limits of each solver; z3 may use so many units for each of several ways to an answer."""
