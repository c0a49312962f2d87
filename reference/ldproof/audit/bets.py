"""What is bet on: events of pairs of inputs, against the claim and against the rungs of a ladder around it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ldproof.audit.learn.events import WORST, Event, counts
from ldproof.audit.learn.features import Look
from ldproof.audit.plan import Plan, Standing
from ldproof.codec import damaged
from ldproof.evidence import (
    Batch,
    EpsilonConfidenceSequence,
    MixtureEProcess,
    consistent_ladder,
    ladder,
    start,
)
from ldproof.evidence import consistent as consistent_portfolio
from ldproof.programs import Tally

FORESEEN, REVERSED = Fraction(22, 25), Fraction(1, 50)
"""What is bet on the event that the mechanism foresees, and on its opposite direction."""
FRESH = Fraction(1, 2)
"""An event that is learnt takes so much of what is left."""
RUNGS = (25, 50, 70, *range(80, 120, 5), *range(120, 150, 10), 150, 175, 200, 250, 300, 400, 600, 1000)
"""The epsilons of the ladder, in hundredths of the one that is claimed."""
HIGHEST = 20
"""No rung is above."""
AT_ONCE = 5
"""So many rungs are bet against at a time."""


@dataclass(frozen=True, slots=True)
class Watched:
    """An event that is bet to be likelier with one side's input, by its name among the bets."""

    name: str
    pair: int
    likely: int
    event: Event


@dataclass(frozen=True, slots=True)
class Bets:
    """A portfolio against the claim and a ladder, with the same events and weights."""

    portfolio: MixtureEProcess
    ladder: EpsilonConfidenceSequence
    watched: tuple[Watched, ...] = ()

    def watching(self, pair: int, likely: int, event: Event, weight: Fraction) -> "Bets":
        """One more event, to be bet on from the next batch on."""
        name = f"{pair + 1}.{len(self.events(pair)) + 1}"
        return Bets(
            self.portfolio.adding(name, weight),
            self.ladder.adding(name, weight),
            (*self.watched, Watched(name, pair, likely, event)),
        )

    def events(self, pair: int) -> list[Event]:
        """The events of a pair of inputs that are bet on."""
        return [each.event for each in self.watched if each.pair == pair]

    def left(self, pair: int, pairs: int) -> Fraction:
        """What a pair of inputs has left to bet: all of them have equal shares."""
        mine = {each.name for each in self.watched if each.pair == pair}
        return Fraction(1, pairs) - sum(weight for name, weight, _ in self.portfolio.shares if name in mine)

    def after(self, pair: int, looks: Mapping[str, Look], one: Tally, other: Tally) -> "Bets":
        """The bets after a batch of draws from a pair of inputs."""
        here = [each for each in self.watched if each.pair == pair]
        found = [counts([each.event for each in here], looks, tally) for tally in (one, other)]
        batches = {
            each.name: Batch(one.total(), found[each.likely][index], found[1 - each.likely][index])
            for index, each in enumerate(here)
        }
        return Bets(self.portfolio.after(batches), climbed(self.ladder, batches), self.watched)

    def standings(self) -> tuple[Standing, ...]:
        """What has come of each, in the order in which they were found."""
        shares = {name: (weight, process) for name, weight, process in self.portfolio.shares}
        found = []
        for each in self.watched:
            weight, process = shares[each.name]
            past = (process.past.pairs, process.past.likely, process.past.unlikely)
            logarithm = float(process.capital().log())
            found.append(Standing(str(each.event), each.pair, each.likely, past, weight, logarithm))
        return tuple(found)


def climbed(rungs: EpsilonConfidenceSequence, batches: Mapping[str, Batch]) -> EpsilonConfidenceSequence:
    """The ladder after a batch on which the lowest few of the rungs that still stand have bet.

    The others start when it is their turn. Little is lost by it: what fells a rung takes much longer than what
    fells one some rungs below.
    """
    standing = [index for index, each in enumerate(rungs.portfolios) if not each.rejected][:AT_ONCE]
    moved = (
        each.after(batches) if index in standing else each for index, each in enumerate(rungs.portfolios)
    )
    return EpsilonConfidenceSequence(rungs.epsilons, tuple(moved))


def first(plan: Plan) -> Bets:
    """The bets before anything is drawn: on what the mechanism foresees, where one of the pairs is its worst."""
    near = Fraction(float(plan.claim.epsilon))
    epsilons = [epsilon for each in RUNGS if (epsilon := near * each / 100) <= HIGHEST]
    bets = Bets(start(plan.claim.odds, plan.alpha), ladder(epsilons, plan.alpha))
    for pair, likely in foreseen(plan):
        for side, weight in ((likely, FORESEEN), (1 - likely, REVERSED)):
            bets = bets.watching(pair, side, WORST, weight / len(plan.pairs))
    return bets


def foreseen(plan: Plan) -> list[tuple[int, int]]:
    """The pairs of inputs that the mechanism's worst event is about, with the side for which it is likely."""
    mechanism, worst = plan.claim.mechanism, plan.claim.worst
    if mechanism is None or worst is None:
        return []
    inputs = tuple(map(mechanism.secrets.write, (worst.likely, worst.unlikely)))
    return [
        (index, likely)
        for index, pair in enumerate(plan.pairs)
        for likely, sides in enumerate((pair.sides(), pair.sides()[::-1]))
        if sides == inputs
    ]


def consistent(plan: Plan, bets: Bets) -> None:
    """Refuse bets that were read and are none of this plan."""
    fresh = first(plan)
    consistent_portfolio(bets.portfolio)
    consistent_ladder(bets.ladder)
    if (bets.portfolio.odds, bets.portfolio.alpha) != (fresh.portfolio.odds, fresh.portfolio.alpha) or (
        bets.ladder.epsilons,
        {each.alpha for each in bets.ladder.portfolios},
    ) != (fresh.ladder.epsilons, {plan.alpha}):
        raise damaged("the bets are against another claim")
    names = [each.name for each in bets.watched]
    for each in (bets.portfolio, *bets.ladder.portfolios):
        if [name for name, _, _ in each.shares] != names:
            raise damaged("the bets are not on what is watched")
    if tuple(each for each in bets.watched if each.event == WORST) != fresh.watched:
        raise damaged("the bets are not on what the mechanism foresees")
    if any(bets.left(pair, len(plan.pairs)) < 0 for pair in range(len(plan.pairs))):
        raise damaged("a pair of inputs has bet more than its share")
    if not all(each.pair in range(len(plan.pairs)) and each.likely in (0, 1) for each in bets.watched):
        raise damaged("the bets are on no pair of inputs")
