"""How much a solver may think: in units that it counts itself, so that an answer does not depend on the load."""

from collections.abc import Mapping
from dataclasses import dataclass

PATIENCE = 300.0
"""The seconds after which a process that has not answered is killed, however little of the processor it got."""

NO_UNITS_LEFT = "it has no units left"
NO_TIME_LEFT = "it has no processor time left"
"""Why a solver gives up. Only the second depends on the machine, and it is for a solver that forgets to count."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a solver may use for a question."""

    units: int
    """Resource units, as the solver counts them."""
    seconds: float
    """Of processor time: about three times what its slowest answers take, and a third of what no other is found in."""
    most: float
    """Of processor time, where it is remembered that it had an answer."""


UNLIMITED = Limits(0, 0, 0)
"""Those of a solver that is not known here: the seconds after which it is killed are all."""

LIMITS: Mapping[str, Limits] = {"z3": Limits(400_000, 5.0, 30.0), "cvc5": Limits(81_000, 2.0, 15.0)}
"""The limits of each solver; z3 may use so many units for each of several ways to an answer."""
