"""A value that is only right under an assumption, and says so."""

from dataclasses import dataclass
from typing import final

from ldproof.numbers.real import Real


@final
@dataclass(frozen=True, slots=True)
class Assuming:
    """A number, and what was taken for granted to get it."""

    value: Real
    assumption: str
