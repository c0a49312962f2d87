"""E-processes against one claim, and a lower confidence sequence for epsilon from a ladder of claims."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from ldproof.errors import Reason, Refused
from ldproof.evidence import ratio_bets
from ldproof.evidence.event_bets import BITS, MOST_ODDS, NOTHING, WEIGHTS, Batch, Bet, optimal_event_bets
from ldproof.evidence.guarantees import Guarantee, guarantee_bets, guarantee_of_event
from ldproof.evidence.ratio_bets import OutcomeTable, RatioBet
from ldproof.numbers import Ball, Real, ball, enclose, exp, precision
from ldproof.parameters import POSITIVE, PROPER, Between
from ldproof.rows import list_row
from ldproof.serialization import damaged_state_refusal

# Wealth processes and their mixture, an e-process against one claim: capital as logarithms never above the truth.

UNITS = 1 << 64
"""Logarithms are kept as integers in units of 2^-64."""
PARTS = ball(UNITS)

ODDS = Between(Fraction(1), Fraction(MOST_ODDS), open_low=True)
"""The odds that can be bet against."""
DELTA = Between(Fraction(0), Fraction(1), open_high=True)
"""The delta of a claim."""
Tables: TypeAlias = Mapping[str, tuple[OutcomeTable, OutcomeTable]]
"""For each law, the counts before a batch, by which bets are chosen, and those of the batch; with the same outcomes."""
NO_TABLES: Tables = MappingProxyType({})
Beginning: TypeAlias = tuple[Mapping[str, Batch], Tables]
"""The counts of events and laws in the first draws of a batch."""
NEAR = 8
"""Rejection within a batch is looked for if 8 times the capital before or after it reaches 1/alpha."""


def floor_units(value: Ball) -> int:
    """A logarithm in units of 2^-64, rounded down to an integer that is certainly not above it."""
    return int((value * PARTS).lower().floor().lower().fmpz())


def log_growth(settled: Iterable[tuple[Ball, int]]) -> int:
    """The logarithm of a product of (factor, exponent) pairs, in units of 2^-64, rounded down."""
    with precision(BITS):
        return floor_units(sum((count * factor.log() for factor, count in settled if count), ball(0)))


def mixed_capital(weights: Iterable[Fraction], logarithms: Iterable[int]) -> Ball:
    """What a capital of 1 has become, shared by these weights, from the logarithm of each share's growth in units."""
    parts = (
        ball(weight) * (ball(each) / PARTS).exp() for weight, each in zip(weights, logarithms, strict=True)
    )
    return sum(parts, ball(0))


@dataclass(frozen=True, slots=True)
class WealthProcess:
    """A wealth process: bets on one event, a nonnegative supermartingale if it is private at these odds."""

    odds: Fraction
    past: Batch = NOTHING
    logarithms: tuple[int, ...] = (0,) * len(WEIGHTS)
    delta: Fraction = Fraction(0)

    def after(self, batch: Batch, placed: Sequence[Bet]) -> "WealthProcess":
        """The process after a batch, settled by `placed`, bets that were chosen before it."""
        grown = (
            old + log_growth(zip(bet.enclosed, batch.counts(), strict=True))
            for old, bet in zip(self.logarithms, placed, strict=True)
        )
        return WealthProcess(self.odds, self.past + batch, tuple(grown), self.delta)

    def capital(self) -> Ball:
        """Return what a capital of 1 has become; never above the truth but for the radius of the ball."""
        return mixed_capital(WEIGHTS, self.logarithms)


@dataclass(frozen=True, slots=True)
class LawProcess:
    """A wealth process: bets on whole laws, a nonnegative supermartingale if they are private at these odds."""

    odds: Fraction
    logarithms: tuple[int, ...] = (0,) * len(ratio_bets.WEIGHTS)
    delta: Fraction = Fraction(0)

    def after(self, past: OutcomeTable, table: OutcomeTable) -> "LawProcess":
        """The process after the batch `table`, by the optimal bets of the counts `past` before it."""
        return self.settled(table, ratio_bets.optimal_ratio_bets(self.odds, past, self.delta))

    def settled(self, table: OutcomeTable, placed: Sequence[RatioBet]) -> "LawProcess":
        """The process after the batch `table`, settled by `placed`, bets that were chosen before it."""
        grown = (
            old + log_growth(bet.applied_factors(table))
            for old, bet in zip(self.logarithms, placed, strict=True)
        )
        return LawProcess(self.odds, tuple(grown), self.delta)

    def capital(self) -> Ball:
        """Return what a capital of 1 has become; never above the truth but for the radius of the ball."""
        return mixed_capital(ratio_bets.WEIGHTS, self.logarithms)


@dataclass(frozen=True, slots=True)
class MixtureEProcess:
    """A mixture e-process against one claim: wealth processes by their weights, and a reserve for later ones."""

    odds: Fraction
    alpha: Fraction
    reserve: Fraction = Fraction(1)
    shares: tuple[tuple[str, Fraction, WealthProcess], ...] = ()
    rejected: bool = False
    """Whether the capital ever reached 1/alpha, which is final: by Ville's inequality, Pr <= alpha if the claim holds."""

    delta: Fraction = Fraction(0)
    """By how much the claim may be exceeded."""
    laws: tuple[tuple[str, Fraction, LawProcess], ...] = ()
    """Processes about laws, with their names and weights."""
    further: tuple[Guarantee, ...] = ()
    """What the claim guarantees beside the odds and delta; before each batch, each bet takes one of all."""

    @property
    def guarantees(self) -> tuple[Guarantee, ...]:
        """Everything that the claim guarantees."""
        return Guarantee(self.odds, self.delta), *self.further

    def adding(self, name: str, weight: Fraction) -> "MixtureEProcess":
        """Return the mixture with one more event, paid from the reserve; the event may depend on earlier batches."""
        weight, reserve = self.charge_reserve(name, weight)
        shares = (*self.shares, (name, weight, WealthProcess(self.odds, delta=self.delta)))
        return replace(self, reserve=reserve, shares=shares)

    def adding_law(self, name: str, weight: Fraction) -> "MixtureEProcess":
        """Return the mixture with one more law, whose outcomes may be others in each batch."""
        weight, reserve = self.charge_reserve(name, weight)
        laws = (*self.laws, (name, weight, LawProcess(self.odds, delta=self.delta)))
        return replace(self, reserve=reserve, laws=laws)

    def charge_reserve(self, name: str, weight: Fraction) -> tuple[Fraction, Fraction]:
        """Return the weight of a new name, and the reserve without it. Raise `Refused` for a used name or a wrong weight."""
        if any(name == other for other, _, _ in (*self.shares, *self.laws)):
            raise Refused(Reason.REPEATED, f"{name} is bet on already", "a name of its own")
        weight = Between(Fraction(0), self.reserve, open_low=True).accept(f"the weight of {name}", weight)
        return weight, self.reserve - weight

    def after(self, batches: Mapping[str, Batch], tables: Tables = NO_TABLES) -> "MixtureEProcess":
        """The mixture after a batch: the counts of some events, and some laws' counts before it and in it."""
        (moved,) = all_after([self], batches, tables)
        return moved

    def bets_on(self, events: Collection[str], laws: Collection[str] = ()) -> Mapping[str, Sequence[Bet]]:
        """Return the bets on some events in the next batch. Raise `Refused` for the name of no event or law."""
        past = {name: process.past for name, _, process in self.shares}
        if unknown := sorted({*events, *laws} - past.keys() - {name for name, _, _ in self.laws}):
            raise Refused(
                Reason.UNKNOWN_NAME, f"nothing is bet on {', '.join(unknown)}", "a name added before"
            )
        if self.further:
            chosen = [(past[name], guarantee_of_event(self.guarantees, past[name])) for name in events]
            found = [optimal_event_bets(each.odds, [before], each.delta)[0] for before, each in chosen]
        else:
            found = optimal_event_bets(self.odds, [past[name] for name in events], self.delta)
        return dict(zip(events, found, strict=True))

    def settled(
        self,
        batches: Mapping[str, Batch],
        tables: Tables,
        on_events: Mapping[str, Sequence[Bet]],
        on_laws: Mapping[str, Sequence[RatioBet]],
        pending: Collection[str] = (),
    ) -> "MixtureEProcess":
        """Return the mixture after a batch, by bets that were chosen before it; pending events are settled later."""
        shares = tuple(
            (name, weight, process.after(batches[name], on_events[name]) if name in batches else process)
            for name, weight, process in self.shares
        )
        laws = tuple(
            (name, weight, process.settled(tables[name][1], on_laws[name]) if name in tables else process)
            for name, weight, process in self.laws
        )
        moved = replace(self, shares=shares, laws=laws)
        return replace(moved, rejected=True) if not self.rejected and moved.rejects(pending) else moved

    def capital(self, pending: Collection[str] = ()) -> Ball:
        """The capital of the reserve and of all processes but those of `pending` events, which is not negative."""
        events = [
            ball(weight) * process.capital() for name, weight, process in self.shares if name not in pending
        ]
        laws = [ball(weight) * process.capital() for _, weight, process in self.laws]
        return sum((*events, *laws), ball(self.reserve))

    def logarithm(self) -> Fraction:
        """The natural logarithm of the capital, rounded down to a multiple of 2^-64."""
        with precision(BITS):
            return Fraction(floor_units(self.capital().log()), UNITS)

    def with_counts_of(self, later: "MixtureEProcess") -> "MixtureEProcess":
        """This mixture with the capital it has, and with a later mixture's counts of events."""
        known = (process.past for _, _, process in later.shares)
        shares = tuple(
            (name, weight, replace(process, past=past))
            for (name, weight, process), past in zip(self.shares, known, strict=True)
        )
        return replace(self, shares=shares)

    def rejects(self, pending: Collection[str] = (), times: int = 1) -> bool:
        """Whether `times` the capital is certainly at least 1/alpha."""
        with precision(BITS):
            return bool((times * self.capital(pending)).lower() >= ball(1 / self.alpha).upper())


def all_after(
    mixtures: Sequence[MixtureEProcess],
    batches: Mapping[str, Batch],
    tables: Tables = NO_TABLES,
    beginnings: Iterable[Beginning] = (),
) -> list[MixtureEProcess]:
    """Return several mixtures, all with one delta, after the same batch; bets on laws are chosen for all odds at once.

    The first mixture stops betting at the first beginning of the batch by which it rejects.
    """
    chosen = {name: all_law_bets(mixtures, past) for name, (past, _) in tables.items()}
    placed = [
        (each.bets_on(batches, tables), {name: found[index] for name, found in chosen.items()})
        for index, each in enumerate(mixtures)
    ]
    moved = [each.settled(batches, tables, *both) for each, both in zip(mixtures, placed, strict=True)]
    first, end = mixtures[0], moved[0]
    if not first.rejected and any(each.rejects(times=NEAR) for each in (first, end)):
        for events, laws in beginnings:
            stopped = first.settled(events, laws, *placed[0], batches.keys() - events.keys())
            if stopped.rejected:
                return [stopped.with_counts_of(end), *moved[1:]]
    return moved


def all_law_bets(mixtures: Sequence[MixtureEProcess], past: OutcomeTable) -> list[tuple[RatioBet, ...]]:
    """Return the bets of each mixture on a law, by what came before."""
    if not any(each.further for each in mixtures):
        return ratio_bets.bets_at_once([each.odds for each in mixtures], past, mixtures[0].delta)
    return [guarantee_bets(each.guarantees, past) for each in mixtures]


def start(
    odds: Fraction, alpha: Fraction, delta: Fraction = Fraction(0), further: Sequence[Guarantee] = ()
) -> MixtureEProcess:
    """Return an e-process against privacy at these odds, with everything in reserve.

    Raise `Refused` for odds that cannot be bet against, and an alpha or a delta out of range.
    """
    odds, alpha, delta = (
        domain.accept(name, value)
        for domain, name, value in ((ODDS, "odds", odds), (PROPER, "alpha", alpha), (DELTA, "delta", delta))
    )
    more = (Guarantee(ODDS.accept("odds", each.odds), DELTA.accept("delta", each.delta)) for each in further)
    return MixtureEProcess(odds, alpha, delta=delta, further=tuple(more))


def validate_mixture(saved: MixtureEProcess) -> None:
    """Refuse a mixture that was read and contradicts itself."""
    try:
        start(saved.odds, saved.alpha, saved.delta, saved.further)
    except Refused as refusal:
        raise damaged_state_refusal(refusal.what) from refusal
    known: list[tuple[str, Fraction, WealthProcess | LawProcess]] = [*saved.shares, *saved.laws]
    weights = [weight for _, weight, _ in known]
    if len({name for name, _, _ in known}) < len(known) or any(
        (process.odds, process.delta) != (saved.odds, saved.delta) for _, _, process in known
    ):
        raise damaged_state_refusal("a portfolio contradicts itself")
    if saved.reserve < 0 or any(weight <= 0 for weight in weights) or saved.reserve + sum(weights) != 1:
        raise damaged_state_refusal("the weights of a portfolio do not add up to 1")
    sizes = [(process.logarithms, WEIGHTS) for _, _, process in saved.shares]
    sizes += [(process.logarithms, ratio_bets.WEIGHTS) for _, _, process in saved.laws]
    for logarithms, shared in sizes:
        if len(logarithms) != len(shared):
            raise damaged_state_refusal(f"a process does not have {len(shared)} logarithms")


# A lower confidence sequence for epsilon: a ladder of claims, climbed rung by rung as each is refuted.
#
# The largest refuted rung alone would be no bound at its level, for each of the true rungs above has its own chance
# to be refuted by mistake. Here a rung counts only once all below it have fallen: if the bound is wrong, then the
# lowest true rung was refuted, and by Ville's inequality that happens with probability alpha at most.

PLACES = 60
"""Odds that are no fractions are rounded up to multiples of 2^-60."""
EPSILON = Between(Fraction(0), Fraction(20), open_low=True)
"""What a rung can be: e^20 is within the odds that can be bet against, and e^(10^9) would take an hour to know."""
MOST_RUNGS = 10**5
"""No ladder has more."""
DIGITS = 30
"""To which they are known before."""


def at_least(odds: Real) -> Fraction:
    """The odds if they are a fraction; otherwise a fraction just above them."""
    if odds.exact is not None:
        return odds.exact
    above = Fraction(enclose(odds, DIGITS).upper)
    return Fraction(above * 2**PLACES // 1 + 1, 2**PLACES)


def odds_of_epsilon(epsilon: Fraction) -> Fraction:
    """Return a fraction just above e^epsilon."""
    return at_least(exp(Real(epsilon)))


def count_refuted_rungs(refuted: Iterable[bool]) -> int:
    """Return the number of rungs that are refuted from the lowest one without a gap."""
    count = 0
    for each in refuted:
        if not each:
            break
        count += 1
    return count


def rungs(lowest: Fraction, step: Fraction, highest: Fraction) -> tuple[Fraction, ...]:
    """The epsilons lowest, lowest + step, ... up to highest; refused if there are none, or more than `MOST_RUNGS`."""
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

    def adding(self, name: str, weight: Fraction) -> "EpsilonConfidenceSequence":
        """Return the ladder with one more event on every rung."""
        return EpsilonConfidenceSequence(
            self.epsilons, tuple(each.adding(name, weight) for each in self.portfolios)
        )

    def adding_law(self, name: str, weight: Fraction) -> "EpsilonConfidenceSequence":
        """Return the ladder with one more law on every rung."""
        return EpsilonConfidenceSequence(
            self.epsilons, tuple(each.adding_law(name, weight) for each in self.portfolios)
        )

    def after(self, batches: Mapping[str, Batch], tables: Tables = NO_TABLES) -> "EpsilonConfidenceSequence":
        """Return the ladder after a batch. A refuted rung stays refuted, and bets no more."""
        return EpsilonConfidenceSequence(
            self.epsilons,
            tuple(each if each.rejected else each.after(batches, tables) for each in self.portfolios),
        )

    def bound(self) -> Fraction | None:
        """Return a lower bound on epsilon with confidence 1 - alpha at all times together; None at first."""
        height = count_refuted_rungs(each.rejected for each in self.portfolios)
        return self.epsilons[height - 1] if height else None


def ladder(
    epsilons: Sequence[Fraction], alpha: Fraction, delta: Fraction = Fraction(0)
) -> EpsilonConfidenceSequence:
    """Return a ladder of claims with these epsilons and one delta, nothing bet yet.

    Raise `Refused` unless the epsilons increase and lie above 0.
    """
    found = tuple(EPSILON.accept("epsilon", each) for each in list_row("the epsilons", epsilons))
    if not found or list(found) != sorted({*found}):
        raise Refused(Reason.OUT_OF_RANGE, "the rungs do not rise", "epsilons above 0 in increasing order")
    return EpsilonConfidenceSequence(
        found, tuple(start(odds_of_epsilon(each), alpha, delta) for each in found)
    )


def validate_ladder(saved: EpsilonConfidenceSequence) -> None:
    """Refuse a ladder that was read and contradicts itself."""
    for each in saved.portfolios:
        validate_mixture(each)
    alpha = saved.portfolios[0].alpha if saved.portfolios else Fraction(1, 2)
    try:
        odds = [each.odds for each in ladder(saved.epsilons, alpha).portfolios]
    except Refused as refusal:
        raise damaged_state_refusal(refusal.what) from refusal
    if [(each.odds, each.alpha) for each in saved.portfolios] != [(each, alpha) for each in odds]:
        raise damaged_state_refusal("the rungs of a ladder are not its epsilons")
