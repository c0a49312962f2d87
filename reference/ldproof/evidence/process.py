"""Wealth processes and their mixture, an e-process against one claim: capital as logarithms never above the truth."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ldproof.codec import damaged
from ldproof.domains import PROPER, Between, settle
from ldproof.evidence.batch import NOTHING, Batch
from ldproof.evidence.betting import MOST_ODDS, WEIGHTS, Bet, bets
from ldproof.numbers import Ball, ball, precision
from ldproof.rejections import Reason, Refused

BITS = 128
UNITS = 1 << 64
"""A logarithm is kept as a whole number of these parts."""

ODDS = Between(Fraction(1), Fraction(MOST_ODDS), open_low=True)
"""What can be bet against."""


def whole(value: Ball) -> int:
    """The largest number of units that is certainly not above a logarithm."""
    with precision(BITS):
        return int((value * UNITS).lower().floor().lower().fmpz())


def growth(bet: Bet, batch: Batch) -> int:
    """The logarithm of what a bet multiplies the capital by, rounded down."""
    with precision(BITS):
        parts = (
            count * ball(factor).log() for factor, count in zip(bet.factors, batch.counts(), strict=True)
        )
        return whole(sum(parts, ball(0)))


@dataclass(frozen=True, slots=True)
class WealthProcess:
    """A wealth process: bets on one event, a nonnegative supermartingale if it is private at these odds."""

    odds: Fraction
    past: Batch = NOTHING
    logarithms: tuple[int, ...] = (0,) * len(WEIGHTS)

    def after(self, batch: Batch) -> "WealthProcess":
        """The process after a batch; the bets were chosen before it."""
        placed = bets(self.odds, self.past)
        grown = (old + growth(bet, batch) for old, bet in zip(self.logarithms, placed, strict=True))
        return WealthProcess(self.odds, self.past + batch, tuple(grown))

    def capital(self) -> Ball:
        """What 1 at the start has become, never above the truth but for the ball's radius."""
        return sum(
            (
                ball(weight) * ball(Fraction(each, UNITS)).exp()
                for weight, each in zip(WEIGHTS, self.logarithms, strict=True)
            ),
            ball(0),
        )


@dataclass(frozen=True, slots=True)
class MixtureEProcess:
    """A mixture e-process against one claim: wealth processes by their weights, and a reserve for later ones."""

    odds: Fraction
    alpha: Fraction
    reserve: Fraction = Fraction(1)
    shares: tuple[tuple[str, Fraction, WealthProcess], ...] = ()
    rejected: bool = False
    """Whether the capital ever reached 1/alpha, which is final: by Ville's inequality, Pr <= alpha if the claim holds."""

    def __post_init__(self) -> None:
        settle(self, odds=ODDS, alpha=PROPER)

    def adding(self, name: str, weight: Fraction) -> "MixtureEProcess":
        """One more wealth process, paid from the reserve; what it is about may depend on the past."""
        if any(name == other for other, _, _ in self.shares):
            raise Refused(Reason.REPEATED, f"{name} is bet on already", "a name of its own")
        weight = Between(Fraction(0), self.reserve, open_low=True).accept(f"the weight of {name}", weight)
        shares = (*self.shares, (name, weight, WealthProcess(self.odds)))
        return MixtureEProcess(self.odds, self.alpha, self.reserve - weight, shares, self.rejected)

    def after(self, batches: Mapping[str, Batch]) -> "MixtureEProcess":
        """The mixture after some of its events were looked at in further pairs."""
        if unknown := sorted(batches.keys() - {name for name, _, _ in self.shares}):
            raise Refused(
                Reason.UNKNOWN_NAME, f"nothing is bet on {', '.join(unknown)}", "a name added before"
            )
        shares = tuple(
            (name, weight, process.after(batches[name]) if name in batches else process)
            for name, weight, process in self.shares
        )
        moved = MixtureEProcess(self.odds, self.alpha, self.reserve, shares, self.rejected)
        return MixtureEProcess(self.odds, self.alpha, self.reserve, shares, self.rejected or moved.rejects())

    def capital(self) -> Ball:
        """The wealth of all processes by their weights, and the reserve."""
        return ball(self.reserve) + sum(
            (ball(weight) * process.capital() for _, weight, process in self.shares), ball(0)
        )

    def logarithm(self) -> Fraction:
        """The logarithm of the capital, rounded down."""
        with precision(BITS):
            return Fraction(whole(self.capital().log()), UNITS)

    def rejects(self) -> bool:
        """Whether the capital is certainly 1/alpha or more now."""
        with precision(BITS):
            return bool(self.capital().lower() >= ball(1 / self.alpha).upper())


def start(odds: Fraction, alpha: Fraction) -> MixtureEProcess:
    """An e-process against privacy at these odds, at this level, with everything in reserve."""
    return MixtureEProcess(odds, alpha)


def consistent(saved: MixtureEProcess) -> None:
    """Refuse a portfolio that was read and never was."""
    names, weights = {name for name, _, _ in saved.shares}, [weight for _, weight, _ in saved.shares]
    if len(names) < len(saved.shares) or any(process.odds != saved.odds for _, _, process in saved.shares):
        raise damaged("a portfolio contradicts itself")
    if saved.reserve < 0 or any(weight <= 0 for weight in weights) or saved.reserve + sum(weights) != 1:
        raise damaged("the weights of a portfolio do not add up to 1")
    if any(len(process.logarithms) != len(WEIGHTS) for _, _, process in saved.shares):
        raise damaged(f"a process does not have {len(WEIGHTS)} logarithms")
