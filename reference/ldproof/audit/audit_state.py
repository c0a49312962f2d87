"""An audit as it stands: what to draw next, what was bet on it, and what that has come to.

Its verdict holds whenever one looks, because all is settled before what it is settled for is drawn. How many pairs
of draws a batch has depends on those before it by their number alone. An event, its direction and its weight are
chosen from earlier batches, and so is every stake. Given the past, then, the factor of each bet has a mean of at
most 1 if the claim is kept and draws are independent; what was learnt from may be as biased as it likes. How the
outputs of a batch arrived cannot matter, as only their counts are looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from ldproof.audit import bets as betting
from ldproof.audit.bets import FRESH, Bets
from ldproof.audit.learn.features import look
from ldproof.audit.learn.past import NOTHING, Half
from ldproof.audit.learn.selection import learnt
from ldproof.audit.plan import Draw, Plan, Point, Standing, Verdict, refits_due, size
from ldproof.evidence import EpsilonConfidenceSequence, MixtureEProcess
from ldproof.programs import Tally, constant
from ldproof.rejections import Reason, Refused

__all__ = ["AuditState", "Draw", "Plan", "Point", "Standing", "Verdict", "begin"]

T = TypeVar("T")

LONGEST = 80
"""So many characters of what came are quoted."""
MOST_EVENTS = 8
"""So many are bet on for each pair of inputs."""
BETTER = 1.5
"""A new event must promise so many times as much as those that are bet on."""


@dataclass(frozen=True, slots=True)
class AuditState:
    """An audit after some batches."""

    plan: Plan
    bets: Bets
    drawn: tuple[int, ...]
    """Pairs of draws from each pair of inputs."""
    halves: tuple[tuple[Half, Half], ...]
    """What is remembered of them."""
    history: tuple[Point, ...] = ()
    unreadable: int = 0
    """Draws of what is no output of the mechanism that is claimed."""

    def draws(self) -> tuple[Draw, ...]:
        """What is to be drawn next; nothing when it is over."""
        pair, batch = self.current_pair, len(self.history)
        count = size(self.drawn[pair], self.plan.most)
        if not count or (self.portfolio.rejected and not self.plan.throughout):
            return ()
        sides = self.plan.pairs[pair].sides()
        return tuple(Draw(batch, pair, side, given, count) for side, given in enumerate(sides))

    def after(self, tallies: Mapping[Draw, Tally]) -> "AuditState":
        """The course after what was to be drawn."""
        one, other = self.awaited(tallies)
        pair = self.current_pair
        looks = {key: look(self.plan.claim, key) for key in one.keys() | other.keys()}
        if not self.history and not any(each.readable for each in looks.values()):
            raise Refused(
                Reason.NOT_AN_ANSWER,
                f"nothing that came is an output of {self.plan.claim.name}, such as {min(looks)[:LONGEST]}",
                "what the mechanism writes, as text",
            )
        bets = self.bets.after(pair, looks, one, other)
        drawn = changed(self.drawn, pair, self.drawn[pair] + one.total())
        point = Point(sum(drawn), bets.portfolio.logarithm(), bets.ladder.bound())
        unreadable = sum((one + other)[key] for key, each in looks.items() if not each.readable)
        moved = AuditState(
            self.plan,
            bets,
            drawn,
            self.remembering(one, other),
            (*self.history, point),
            self.unreadable + unreadable,
        )
        due = refits_due(drawn[pair]) > refits_due(self.drawn[pair])
        return moved.learning(pair) if due and moved.draws() else moved

    def awaited(self, tallies: Mapping[Draw, Tally]) -> tuple[Tally, Tally]:
        """The tallies of both sides, if they are what was to be drawn."""
        draws = self.draws()
        if not draws or set(tallies) != set(draws):
            raise Refused(
                Reason.OUT_OF_ORDER, "these draws were not asked for", "a tally for each draw that was"
            )
        for draw in draws:
            if tallies[draw].total() != draw.count or min(tallies[draw].values()) < 0:
                raise Refused(
                    Reason.WRONG_COUNT,
                    f"{tallies[draw].total()} outputs for {draw.count} draws",
                    "one for each",
                )
        one, other = (tallies[draw] for draw in draws)
        return one, other

    def remembering(self, one: Tally, other: Tally) -> tuple[tuple[Half, Half], ...]:
        """What is remembered: a pair's batches go into either half in turn."""
        pair, batch = self.current_pair, len(self.history)
        halves = list(self.halves[pair])
        half = batch // len(self.plan.pairs) % 2
        halves[half] = halves[half].with_more(one, other, batch)
        return changed(self.halves, pair, (halves[0], halves[1]))

    def learning(self, pair: int) -> "AuditState":
        """The course with one more event to bet on, if one is found that promises more."""
        known = self.bets.events(pair)
        found, standing = learnt(self.plan.claim, self.halves[pair], known)
        if found is None or len(known) >= MOST_EVENTS or found.promise <= BETTER * standing:
            return self
        weight = FRESH * self.bets.left(pair, len(self.plan.pairs))
        return replace(self, bets=self.bets.watching(pair, found.likely, found.event, weight))

    @property
    def constant(self) -> bool:
        """Whether one and the same output came every time."""
        return constant(tally for pair in self.halves for half in pair for tally in (half.one, half.other))

    @property
    def current_pair(self) -> int:
        """The pair of inputs whose turn it is."""
        return len(self.history) % len(self.plan.pairs)

    @property
    def portfolio(self) -> MixtureEProcess:
        """The bets against the claim."""
        return self.bets.portfolio

    @property
    def ladder(self) -> EpsilonConfidenceSequence:
        """The bets against other epsilons."""
        return self.bets.ladder

    @property
    def pairs_drawn(self) -> int:
        """Pairs of draws so far, from all pairs of inputs together."""
        return sum(self.drawn)

    @property
    def verdict(self) -> Verdict:
        """Whether the claim is refuted."""
        return Verdict.REFUTED if self.portfolio.rejected else Verdict.NOT_REFUTED

    def bound(self) -> Fraction | None:
        """The certified lower bound on epsilon; None at first."""
        return self.ladder.bound()

    def standings(self) -> tuple[Standing, ...]:
        """What is bet on, and what has come of it."""
        return self.bets.standings()

    def kept(self) -> "Kept":
        """Everything but the plan."""
        return Kept(self.bets, self.drawn, self.halves, self.history, self.unreadable)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is saved of a course."""

    bets: Bets
    drawn: tuple[int, ...]
    halves: tuple[tuple[Half, Half], ...]
    history: tuple[Point, ...]
    unreadable: int


def begin(plan: Plan) -> AuditState:
    """The course before anything is drawn."""
    pairs = len(plan.pairs)
    return AuditState(plan, betting.first(plan), (0,) * pairs, ((NOTHING, NOTHING),) * pairs)


def changed(old: tuple[T, ...], index: int, new: T) -> tuple[T, ...]:
    """The tuple with another member at this place."""
    return *old[:index], new, *old[index + 1 :]
