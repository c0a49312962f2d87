"""What a bet is settled by: how often an event happened in so many draws with either input."""

from dataclasses import dataclass

from ldproof.domains import Whole, settle
from ldproof.rejections import Reason, Refused

COUNT = Whole(0, 10**18)
"""How many draws there may be."""


@dataclass(frozen=True, slots=True)
class Batch:
    """So many draws with the likely input and with the other, and how often the event happened in either."""

    draws: int
    likely: int
    others: int
    """The draws with the other input."""
    unlikely: int

    def __post_init__(self) -> None:
        settle(self, draws=COUNT, likely=COUNT, others=COUNT, unlikely=COUNT)
        if not (0 <= self.likely <= self.draws and 0 <= self.unlikely <= self.others):
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{self.likely} and {self.unlikely} events in {self.draws} and {self.others} draws",
                "counts from 0 to the number of draws",
            )

    def counts(self) -> tuple[int, int, int, int]:
        """Event and no event of the likely input, then of the other."""
        return self.likely, self.draws - self.likely, self.unlikely, self.others - self.unlikely

    def __add__(self, other: "Batch") -> "Batch":
        return Batch(
            self.draws + other.draws,
            self.likely + other.likely,
            self.others + other.others,
            self.unlikely + other.unlikely,
        )


NOTHING = Batch(0, 0, 0, 0)
