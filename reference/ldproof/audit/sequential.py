"""An audit as it stands: what to draw next, what was bet on it, and what that has come to.

Its verdict holds whenever one looks, because all is settled before what it is settled for is drawn. Whose turn it is,
how many draws it has, every event with its direction and its weight, and every stake are chosen from earlier batches;
then a coin picks the input of each draw. Given the past, then, the factor of each bet has a mean of at most 1 if the
claim is kept, whatever a draw owes to those before it; what was learnt from may be as biased as it likes. Draws may come
in one call with the inputs of all of them: the claim is then also that none owes anything to the inputs of later ones.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log

from ldproof.audit import bets as betting
from ldproof.audit.bets import (
    COARSE,
    FEW,
    OFTEN,
    SERIAL,
    Bets,
    Partition,
    foreseen_pairs,
    partition_around_event,
)
from ldproof.audit.dependence import (
    RECENT,
    Passage,
    are_dependent,
    latest_passages,
    make_passage,
    most_suspicious_event,
)
from ldproof.audit.learn.columns import RememberedDraws
from ldproof.audit.learn.events import Event, learnt_events
from ldproof.audit.learn.features import PLAIN, Feature, look_at_output
from ldproof.audit.learn.sequences import look_at_outputs
from ldproof.audit.plan import (
    FIRST,
    SURVEY,
    Draw,
    Drawn,
    Plan,
    Point,
    Standing,
    Verdict,
    next_batch_size,
    refits_due,
)
from ldproof.audit.search import rank_pairs
from ldproof.errors import Reason, Refused
from ldproof.evidence import EpsilonConfidenceSequence, MixtureEProcess, Table
from ldproof.programs import Tally

__all__ = ["AuditState", "Draw", "Plan", "Point", "Standing", "Verdict", "begin"]

LONGEST = 80
"""So many characters of what came are quoted."""
MOST_EVENTS = 8
"""So many are bet on for each pair of inputs."""
MOST_WINDOWS = 6
"""So many events of several draws are."""
WHOLE = Fraction(97, 100)
"""What is bet on the first law of the only pair of inputs, of what is left."""
BETTER = 1.5
"""A new event must promise so many times as much as those that are bet on."""
OTHERWISE = 4
"""Bets on a law that was learnt go over to another one that promises so many times as much."""
TOGETHER = 2
"""Draws are found not to be independent if together they have so many times the evidence of draws alone, in logarithms."""
LEAST_BATCHES = 32
"""A refuted claim is drawn from until there are so many batches, to tell whether draws are independent."""
LISTENED = 200
"""Events of several draws are learnt after so many pairs of draws."""
SURVEYED = 3
"""One of so many draws is from all inputs where a pair is foreseen, and one of two where none is."""
SHORTLIST = 8
"""Every other survey is of the inputs of a quarter of the pairs, but of so many at least, those that promise most."""


ALL = (Partition(Feature("output")), Partition(Feature("draw")))
"""By these the whole of an output is told apart."""
NUMBERS = Feature("number")
"""By this, numbers that are many."""
EMPTY: Tally = Counter()


@dataclass(frozen=True, slots=True)
class Turns:
    """Whose turn it is: pairs of inputs that seem to leak most, and now and then all of them."""

    turn: int
    """A pair of inputs, or `SURVEY`."""
    leaders: tuple[int, ...]
    """The pair that promises most, and the next."""
    surveyed: tuple[int, ...]
    """The places of the inputs in a survey."""
    surveys: int = 0
    """Pairs of draws in surveys."""


@dataclass(frozen=True, slots=True)
class AuditState:
    """An audit after some batches."""

    plan: Plan
    bets: Bets
    turns: Turns
    remembered: RememberedDraws
    """What is remembered of the draws."""
    history: tuple[Point, ...] = ()
    unreadable: int = 0
    """Draws of what is no output of the mechanism that is claimed."""
    passages: tuple[Passage, ...] = ()
    """The last draws from pairs of inputs, in their order."""

    def draws(self) -> tuple[Draw, ...]:
        """What is to be drawn next; nothing when it is over."""
        count = next_batch_size(self.pairs_drawn, self.plan.most)
        if self.portfolio.rejected and not self.plan.throughout:
            # A verdict so early may be owed to what the outputs of one call have in common.
            count = min(count, FIRST * (len(self.history) < LEAST_BATCHES and bool(self.passages)))
        if not count:
            return ()
        inputs = tuple(self.plan.inputs[place] for place in self.places())
        return (Draw(len(self.history), inputs, 2 * count),)

    def places(self) -> tuple[int, ...]:
        """Where the inputs of the next draw are among all."""
        return self.turns.surveyed if self.turns.turn == SURVEY else self.plan.sides[self.turns.turn]

    def after(self, drawn: Mapping[Draw, Drawn]) -> "AuditState":
        """The course after what was to be drawn."""
        draw, came = self.awaited(drawn)
        together = sum(came.tallies, EMPTY)
        outputs = look_at_outputs(self.plan.claim, together)
        if not self.history and not any(each.readable for each in outputs.looks):
            raise Refused(
                Reason.NOT_AN_ANSWER,
                f"nothing that came is an output of {self.plan.claim.name}, such as {min(together)[:LONGEST]}",
                "what the mechanism writes, as text",
            )
        fresh = self.passage(came)
        bets = self.bets.after(self.plan, draw, outputs, came, fresh, self.passages)
        pairs = self.pairs_drawn + draw.count // 2
        point = Point(self.turns.turn, pairs, bets.portfolio.logarithm(), bets.ladder.bound())
        unreadable = sum(together[each.key] for each in outputs.looks if not each.readable)
        moved = AuditState(
            self.plan,
            bets,
            self.turned(draw.count // 2),
            self.remembered.with_more(dict(zip(self.places(), came.tallies, strict=True)), draw.batch),
            (*self.history, point),
            self.unreadable + unreadable,
            tuple(latest_passages((*self.passages, fresh), RECENT)) if fresh is not None else self.passages,
        )
        if not moved.draws():
            return moved
        due = refits_due(pairs) > refits_due(self.pairs_drawn)
        return moved.searching().listening() if due else moved.opening()

    def opening(self) -> "AuditState":
        """The course with bets on the law of all outputs of the pair whose turn it is, or of numbers in bins."""
        pair = self.turns.turn
        if pair == SURVEY or self.bets.laws_of(pair):
            return self
        sides = [self.remembered.together(place) for place in self.plan.sides[pair]]
        keys = {key for side in sides for key in side}
        draws = sum(side.total() for side in sides)
        few = len(keys) <= min(FEW, draws // 2) and max(map(len, keys), default=0) <= LONGEST
        if not few and (
            draws < OFTEN * COARSE or PLAIN[NUMBERS.name](look_at_output(self.plan.claim, min(keys))) is None
        ):
            return self
        outputs = look_at_outputs(self.plan.claim, sorted(keys))
        taken = len({each.taken for each in outputs.looks}) > 1
        opened = ALL[taken] if few else partition_around_event(Event(NUMBERS), outputs, sides)
        return self.betting_on(pair, opened, opened.table(outputs, sides))

    def passage(self, came: Drawn) -> Passage | None:
        """The draws from a pair of inputs in their order, where that is known."""
        if self.turns.turn == SURVEY or not came.order:
            return None
        return make_passage(self.turns.turn, 2 * self.pairs_drawn, came.order, came.keys)

    def listening(self) -> "AuditState":
        """The course with one more event of several draws, if there is one that promises more than those known."""
        known = self.bets.windows()
        if len(known) >= MOST_WINDOWS or self.pairs_drawn < LISTENED:
            return self
        pair = self.turns.turn if self.turns.turn != SURVEY else (*self.turns.leaders, 0)[0]
        mine = [each for each in self.passages if each.pair == pair]
        found = most_suspicious_event(mine, float(self.plan.claim.odds))
        if found is None or found.window in known or found.promise * (self.plan.most - self.pairs_drawn) < 1:
            return self
        weight = SERIAL * self.portfolio.reserve
        return replace(self, bets=self.bets.watching(pair, found.likely, found.event, weight, found.window))

    def awaited(self, drawn: Mapping[Draw, Drawn]) -> tuple[Draw, Drawn]:
        """What came, if it is what was to be drawn."""
        draws = self.draws()
        if not draws or set(drawn) != set(draws):
            raise Refused(
                Reason.OUT_OF_ORDER, "these draws were not asked for", "what came in each draw that was"
            )
        (draw,) = draws
        came = drawn[draw]
        totals = [tally.total() for tally in came.tallies]
        least = min((times for tally in came.tallies for times in tally.values()), default=0)
        if len(totals) != len(draw.inputs) or sum(totals) != draw.count or least < 0:
            raise Refused(
                Reason.WRONG_COUNT,
                f"{sum(totals)} outputs of {len(totals)} inputs for {draw.count} draws with {len(draw.inputs)}",
                "one for each",
            )
        return draw, came

    def turned(self, pairs: int) -> Turns:
        """Whose turn it is after so many pairs of draws."""
        turns, drawn = self.turns, self.pairs_drawn + pairs
        if len(self.plan.pairs) == 1:
            return turns
        surveys = turns.surveys + (pairs if turns.turn == SURVEY else 0)
        share = SURVEYED if foreseen_pairs(self.plan) else 2
        if not turns.leaders or surveys * share < drawn:
            return replace(turns, turn=SURVEY, surveys=surveys)
        return replace(turns, turn=turns.leaders[len(self.history) % len(turns.leaders)], surveys=surveys)

    def searching(self) -> "AuditState":
        """The course with a new look at all pairs, and events of those that promise most."""
        pairs, known = self.plan.pairs, [pair for pair, _ in foreseen_pairs(self.plan)]
        if len(pairs) == 1:
            return self.learning(0)
        order = rank_pairs(self.plan.claim, self.remembered, self.plan.sides, len(self.history))
        leaders = tuple(pair for _, pair in order[:2])
        few = order[: max(SHORTLIST, len(pairs) // 4)] if refits_due(self.pairs_drawn) % 2 else order
        surveyed = tuple(sorted({place for _, pair in few for place in self.plan.sides[pair]}))
        moved = replace(self, turns=replace(self.turns, leaders=leaders, surveyed=surveyed))
        if moved.turns.turn != SURVEY:
            moved = replace(moved, turns=replace(moved.turns, turn=leaders[0]))
        for pair in dict.fromkeys((*leaders, *known)):
            moved = moved.learning(pair)
        return moved

    def learning(self, pair: int) -> "AuditState":
        """The course with one more event to bet on, if one is found that promises more."""
        known = self.bets.events(pair)
        if len(known) >= MOST_EVENTS:
            return self
        sides = [self.remembered.together(place) for place in self.plan.sides[pair]]
        outputs = look_at_outputs(self.plan.claim, sorted({key for side in sides for key in side}))
        halves = self.remembered.halves(self.plan.sides[pair], len(self.history))
        found, standing = learnt_events(outputs, halves, known, float(self.plan.claim.odds))
        better = found is not None and found.promise > BETTER * standing
        mine = [each for each in self.bets.laws_of(pair) if each.partition not in ALL]
        event = None if found is None else found.event
        if mine and (found is None or found.promise <= OTHERWISE * standing):
            event = self.bets.told(mine[0])[0]
        if event is None or not (better or mine):
            return self
        partition = partition_around_event(event, outputs, sides)
        past = partition.table(outputs, sides)
        if not mine:
            return self.betting_on(pair, partition, past)
        return replace(self, bets=self.bets.retold(mine[0].name, partition, past))

    def betting_on(self, pair: int, partition: Partition, past: Table) -> "AuditState":
        """The course with bets on one more law."""
        if any(each.partition == partition for each in self.bets.laws_of(pair)):
            return self
        first = len(self.plan.pairs) == 1 and not self.bets.laws
        weight = WHOLE * self.portfolio.reserve if first else self.bets.fresh()
        return replace(self, bets=self.bets.watching_law(pair, partition, weight, past))

    @property
    def constant(self) -> bool:
        """Whether one and the same output came every time."""
        return self.remembered.constant()

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
        return self.history[-1].pairs if self.history else 0

    @property
    def verdict(self) -> Verdict:
        """Whether the claim is refuted, and whether the draws are independent: if they are not, that is said instead.

        Draws that depend on each other are refuted by chance, in events of one draw or of several, however private each
        is. So independence is tested by itself (`dependence`); where it cannot be, the bets decide.
        """
        if not self.portfolio.rejected:
            return Verdict.NOT_REFUTED
        dependent = are_dependent(self.passages, tuple(self.bets.windows().items()))
        if dependent is None:
            standings = self.standings()
            strongest = max(standings, key=lambda each: each.capital + log(each.weight))
            alone = max((each.capital for each in standings if not each.serial), default=0.0)
            dependent = strongest.serial and strongest.capital > TOGETHER * alone
        return Verdict.DEPENDENT if dependent else Verdict.REFUTED

    def bound(self) -> Fraction | None:
        """The certified lower bound on epsilon; None at first."""
        return self.ladder.bound()

    def standings(self) -> tuple[Standing, ...]:
        """What is bet on, and what has come of it."""
        return self.bets.standings()

    def kept(self) -> "SavedAudit":
        """Everything but the plan."""
        return SavedAudit(
            self.bets, self.turns, self.remembered, self.history, self.unreadable, self.passages
        )


@dataclass(frozen=True, slots=True)
class SavedAudit:
    """What is saved of a course."""

    bets: Bets
    turns: Turns
    remembered: RememberedDraws
    history: tuple[Point, ...]
    unreadable: int
    passages: tuple[Passage, ...]


def begin(plan: Plan) -> AuditState:
    """The course before anything is drawn."""
    nothing: tuple[Tally, Tally] = (EMPTY, EMPTY)
    everybody = tuple(range(len(plan.inputs)))
    known = tuple(pair for pair, _ in foreseen_pairs(plan))
    leaders = (0,) if len(plan.pairs) == 1 else known[:1]
    turns = Turns(leaders[0] if leaders else SURVEY, leaders, everybody)
    return AuditState(plan, betting.initial_bets(plan), turns, RememberedDraws((nothing,) * len(everybody)))
