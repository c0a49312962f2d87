"""What is wrong, as tools show it that know nothing of privacy: rules, and results that break them."""

from dataclasses import dataclass
from enum import StrEnum

from ldproof.cli.places import Place


class Level(StrEnum):
    """How bad it is."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Rule:
    """What ought to be so, in a line, and what it means where it is not."""

    words: str
    help: str


@dataclass(frozen=True, slots=True)
class Result:
    """Which rule is broken, what it is about, what is said, and where the source is, if that is known."""

    rule: str
    about: str
    words: str
    place: Place | None = None
    level: Level = Level.ERROR
