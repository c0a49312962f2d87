"""Capital: what bets against one claim have come to, as logarithms that are never above the truth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import arb

from ldproof.evidence.betting import MOST_ODDS, WEIGHTS, Bet, bets
from ldproof.numbers import ball, precision
from ldproof.rejections import Reason, Refused

BITS = 128
UNITS = 1 << 64
"""A logarithm is kept as a whole number of these parts."""

Saved: TypeAlias = dict[str, object]
"""A plain JSON object of whole numbers, texts and lists."""


@dataclass(frozen=True, slots=True)
class Batch:
    """So many pairs of draws, and how often the event happened with the likely input and with the other."""

    pairs: int
    likely: int
    unlikely: int

    def __post_init__(self) -> None:
        if not (0 <= self.likely <= self.pairs and 0 <= self.unlikely <= self.pairs):
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{self.likely} and {self.unlikely} events in {self.pairs} pairs",
                "counts from 0 to the number of pairs",
            )

    def counts(self) -> tuple[int, int, int, int]:
        """Event and no event of the likely input, then of the other."""
        return self.likely, self.pairs - self.likely, self.unlikely, self.pairs - self.unlikely

    def __add__(self, other: "Batch") -> "Batch":
        return Batch(self.pairs + other.pairs, self.likely + other.likely, self.unlikely + other.unlikely)


NOTHING = Batch(0, 0, 0)


def whole(value: arb) -> int:
    """The largest number of units that is certainly not above a logarithm."""
    with precision(BITS):
        return int((value * UNITS).lower().floor().lower().fmpz())


def growth(bet: Bet, batch: Batch) -> int:
    """The logarithm of what a bet multiplies the capital by, rounded down."""
    with precision(BITS):
        parts = (
            count * ball(factor).log() for factor, count in zip(bet.factors, batch.counts(), strict=True)
        )
        return whole(sum(parts, arb(0)))


@dataclass(frozen=True, slots=True)
class Process:
    """The bets against one event's privacy at some odds: its past, and the logarithm of each bet's capital."""

    odds: Fraction
    past: Batch = NOTHING
    logarithms: tuple[int, ...] = (0,) * len(WEIGHTS)

    def after(self, batch: Batch) -> "Process":
        """The process after a batch; the bets were chosen before it."""
        placed = bets(self.odds, self.past.pairs, self.past.likely, self.past.unlikely)
        grown = (old + growth(bet, batch) for old, bet in zip(self.logarithms, placed, strict=True))
        return Process(self.odds, self.past + batch, tuple(grown))

    def capital(self) -> arb:
        """What 1 at the start has become, never above the truth but for the ball's radius."""
        return sum(
            (
                ball(weight) * ball(Fraction(each, UNITS)).exp()
                for weight, each in zip(WEIGHTS, self.logarithms, strict=True)
            ),
            arb(0),
        )


@dataclass(frozen=True, slots=True)
class Portfolio:
    """Processes against one claim, each with its weight, and what is kept for those that come later."""

    odds: Fraction
    alpha: Fraction
    reserve: Fraction = Fraction(1)
    shares: tuple[tuple[str, Fraction, Process], ...] = ()
    rejected: bool = False
    """Whether the capital has ever reached 1/alpha; that is not taken back."""

    def adding(self, name: str, weight: Fraction) -> "Portfolio":
        """One more process, paid from the reserve; what it is about may depend on the past."""
        if any(name == other for other, _, _ in self.shares):
            raise Refused(Reason.REPEATED, f"{name} is bet on already", "a name of its own")
        if not 0 < weight <= self.reserve:
            raise Refused(
                Reason.OUT_OF_RANGE, f"{name} takes {weight}", f"a weight above 0, at most {self.reserve}"
            )
        shares = (*self.shares, (name, weight, Process(self.odds)))
        return Portfolio(self.odds, self.alpha, self.reserve - weight, shares, self.rejected)

    def after(self, batches: Mapping[str, Batch]) -> "Portfolio":
        """The portfolio after some of its events were looked at in further pairs."""
        if unknown := sorted(batches.keys() - {name for name, _, _ in self.shares}):
            raise Refused(
                Reason.UNKNOWN_NAME, f"nothing is bet on {', '.join(unknown)}", "a name added before"
            )
        shares = tuple(
            (name, weight, process.after(batches[name]) if name in batches else process)
            for name, weight, process in self.shares
        )
        moved = Portfolio(self.odds, self.alpha, self.reserve, shares, self.rejected)
        return Portfolio(self.odds, self.alpha, self.reserve, shares, self.rejected or moved.rejects())

    def capital(self) -> arb:
        """All processes by their weights, and the reserve."""
        return ball(self.reserve) + sum(
            (ball(weight) * process.capital() for _, weight, process in self.shares), arb(0)
        )

    def logarithm(self) -> Fraction:
        """The logarithm of the capital, rounded down."""
        with precision(BITS):
            return Fraction(whole(self.capital().log()), UNITS)

    def rejects(self) -> bool:
        """Whether the capital is certainly 1/alpha or more now."""
        with precision(BITS):
            return bool(self.capital().lower() >= ball(1 / self.alpha).upper())

    def saved(self) -> Saved:
        """Everything, exactly."""
        return {
            "odds": str(self.odds),
            "alpha": str(self.alpha),
            "reserve": str(self.reserve),
            "rejected": self.rejected,
            "shares": [
                {
                    "name": name,
                    "weight": str(weight),
                    "past": [process.past.pairs, process.past.likely, process.past.unlikely],
                    "logarithms": [str(each) for each in process.logarithms],
                }
                for name, weight, process in self.shares
            ],
        }


def start(odds: Fraction, alpha: Fraction) -> Portfolio:
    """A portfolio against privacy at these odds, at this level, with everything in reserve."""
    if not 0 < alpha < 1:
        raise Refused(Reason.OUT_OF_RANGE, f"alpha = {alpha} is out of range", "a fraction between 0 and 1")
    if not 1 < odds <= MOST_ODDS:
        raise Refused(
            Reason.OUT_OF_RANGE, f"odds of {odds} are out of range", f"odds above 1, at most {MOST_ODDS}"
        )
    return Portfolio(odds, alpha)


def restored(saved: object) -> Portfolio:
    """The portfolio that was saved."""
    try:
        return read(saved)
    except (TypeError, ValueError, KeyError, ZeroDivisionError) as flaw:
        raise Refused(
            Reason.DAMAGED_STATE, f"the evidence cannot be read: {flaw}", "what was saved"
        ) from flaw


def read(saved: object) -> Portfolio:
    """The same, with whatever error comes."""
    table = record(saved)
    empty = start(Fraction(text(table["odds"])), Fraction(text(table["alpha"])))
    shares = tuple(share(empty.odds, record(each)) for each in items(table["shares"]))
    reserve, rejected = Fraction(text(table["reserve"])), table["rejected"]
    names = {name for name, _, _ in shares}
    if not isinstance(rejected, bool) or len(names) < len(shares) or reserve < 0:
        raise ValueError("it contradicts itself")
    if any(weight <= 0 for _, weight, _ in shares) or reserve + sum(each[1] for each in shares) != 1:
        raise ValueError("its weights do not add up to 1")
    return Portfolio(empty.odds, empty.alpha, reserve, shares, rejected)


def share(odds: Fraction, table: Mapping[str, object]) -> tuple[str, Fraction, Process]:
    """One process of a saved portfolio."""
    past = Batch(*(number(each) for each in items(table["past"])))
    logarithms = tuple(int(text(each)) for each in items(table["logarithms"]))
    if len(logarithms) != len(WEIGHTS):
        raise ValueError(f"{len(logarithms)} logarithms")
    return text(table["name"]), Fraction(text(table["weight"])), Process(odds, past, logarithms)


def record(value: object) -> Mapping[str, object]:
    """A JSON object."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise TypeError("no object")
    return value


def items(value: object) -> Sequence[object]:
    """A JSON array."""
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


def text(value: object) -> str:
    """A JSON string."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def number(value: object) -> int:
    """A JSON number that is whole."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("no whole number")
    return value
