"""A lower confidence sequence for epsilon: a ladder of claims, climbed rung by rung as each is refuted.

The largest refuted rung alone would be no bound at its level, for each of the true rungs above has its own chance
to be refuted by mistake. Here a rung counts only once all below it have fallen: if the bound is wrong, then the
lowest true rung was refuted, and by Ville's inequality that happens with probability alpha at most.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ldproof.codec import damaged
from ldproof.domains import POSITIVE, Between
from ldproof.evidence.batch import Batch
from ldproof.evidence.process import NO_TABLES, MixtureEProcess, Tables, consistent, start
from ldproof.numbers import Real, enclose, exp
from ldproof.rejections import Reason, Refused
from ldproof.rows import listed

PLACES = 60
"""Odds that are no fractions are rounded up to multiples of 2^-60."""
EPSILON = Between(Fraction(0), Fraction(20), open_low=True)
"""What a rung can be: e^20 is within the odds that can be bet against, and e^(10^9) would take an hour to know."""
MOST_RUNGS = 10**5
"""No ladder has more."""
DIGITS = 30
"""To which they are known before."""


def at_least(odds: Real) -> Fraction:
    """A fraction not below the odds: whoever is private at the odds is private at it."""
    if odds.exact is not None:
        return odds.exact
    above = Fraction(enclose(odds, DIGITS).upper)
    return Fraction(above * 2**PLACES // 1 + 1, 2**PLACES)


def odds_of(epsilon: Fraction) -> Fraction:
    """A fraction just above e^epsilon."""
    return at_least(exp(Real(epsilon)))


def climbed(refuted: Iterable[bool]) -> int:
    """How many rungs are refuted from the lowest without a gap."""
    count = 0
    for each in refuted:
        if not each:
            break
        count += 1
    return count


def rungs(lowest: Fraction, step: Fraction, highest: Fraction) -> tuple[Fraction, ...]:
    """Epsilons in equal steps."""
    lowest, step, highest = (
        POSITIVE.accept(name, each)
        for name, each in (("lowest", lowest), ("step", step), ("highest", highest))
    )
    if lowest > highest:
        raise Refused(Reason.OUT_OF_RANGE, "the ladder has no rung", "0 < lowest <= highest")
    if (rest := int((highest - lowest) / step)) > MOST_RUNGS:
        raise Refused(Reason.TOO_LARGE, f"a ladder of {rest} rungs", f"at most {MOST_RUNGS}")
    return tuple(lowest + number * step for number in range(rest + 1))


@dataclass(frozen=True, slots=True)
class EpsilonConfidenceSequence:
    """A lower confidence sequence for epsilon: an e-process against each rung, all with the same events and weights."""

    epsilons: tuple[Fraction, ...]
    portfolios: tuple[MixtureEProcess, ...]

    def __post_init__(self) -> None:
        epsilons = tuple(EPSILON.accept("epsilon", each) for each in listed("the epsilons", self.epsilons))
        object.__setattr__(self, "epsilons", epsilons)
        if list(epsilons) != sorted(set(epsilons)) or not epsilons or epsilons[0] <= 0:
            raise Refused(
                Reason.OUT_OF_RANGE, "the rungs do not rise", "epsilons above 0 in increasing order"
            )

    def adding(self, name: str, weight: Fraction) -> "EpsilonConfidenceSequence":
        """One more event on every rung."""
        return EpsilonConfidenceSequence(
            self.epsilons, tuple(each.adding(name, weight) for each in self.portfolios)
        )

    def adding_law(self, name: str, weight: Fraction) -> "EpsilonConfidenceSequence":
        """One more whole law on every rung."""
        return EpsilonConfidenceSequence(
            self.epsilons, tuple(each.adding_law(name, weight) for each in self.portfolios)
        )

    def after(self, batches: Mapping[str, Batch], tables: Tables = NO_TABLES) -> "EpsilonConfidenceSequence":
        """The ladder after a batch. A rung that is refuted stays so and bets no more."""
        return EpsilonConfidenceSequence(
            self.epsilons,
            tuple(each if each.rejected else each.after(batches, tables) for each in self.portfolios),
        )

    def bound(self) -> Fraction | None:
        """An epsilon that the truth exceeds, with confidence 1 - alpha at all times together; None at first."""
        height = climbed(each.rejected for each in self.portfolios)
        return self.epsilons[height - 1] if height else None


def ladder(
    epsilons: Sequence[Fraction], alpha: Fraction, delta: Fraction = Fraction(0)
) -> EpsilonConfidenceSequence:
    """A ladder of these epsilons, all with the same delta, nothing bet yet."""
    return EpsilonConfidenceSequence(
        tuple(epsilons), tuple(start(odds_of(each), alpha, delta) for each in epsilons)
    )


def consistent_ladder(saved: EpsilonConfidenceSequence) -> None:
    """Refuse a ladder that was read and never was."""
    for each in saved.portfolios:
        consistent(each)
    if len(saved.portfolios) != len(saved.epsilons) or any(
        each.odds != odds_of(epsilon) or each.alpha != saved.portfolios[0].alpha
        for epsilon, each in zip(saved.epsilons, saved.portfolios, strict=True)
    ):
        raise damaged("the rungs of a ladder are not its epsilons")
