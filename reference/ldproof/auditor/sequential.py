"""The state of an audit: what to draw next, what is bet on it, and the evidence so far.

The verdict holds whenever one looks, because everything is settled before the draws that it is settled for. The pair of
inputs that is drawn from, the number of draws, every event with its direction and weight, and every stake are chosen
from earlier batches; then a fair coin picks the input of each draw. So, given the past, each bet multiplies the capital
by a factor with mean at most 1 if the claim holds, however a draw depends on earlier ones and whatever was learnt from
them. A source may be given all inputs of a call at once; then the claim also says that no draw depends on later inputs.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from math import log

import numpy as np
from numpy.typing import NDArray

from ldproof.auditor import bets as betting
from ldproof.auditor.bets import (
    COARSE,
    FEW,
    OFTEN,
    SERIAL,
    Bets,
    Partition,
    SeenDraws,
    foreseen_pairs,
    partition_around_event,
)
from ldproof.auditor.claim import SURVEY, AuditPlan, BetStanding, Claim, Draw, Drawn, HistoryPoint, Verdict
from ldproof.auditor.dependence import (
    RECENT,
    Passage,
    are_dependent,
    latest_passages,
    make_passage,
    most_suspicious_event,
)
from ldproof.auditor.learn.events import (
    WORST,
    Event,
    RememberedDraws,
    excess_in_standard_errors,
    expected_evidence,
    learnt_events,
    thin_tally,
)
from ldproof.auditor.learn.features import PLAIN, Column, Feature, feature_column
from ldproof.auditor.learn.outputs import (
    Outputs,
    outputs_of_tallies,
    parse_drawn_output,
    parse_drawn_outputs,
)
from ldproof.auditor.outcomes import STAGES, UNCOUNTED, WHOLE_OUTPUTS, CountedOutcomes
from ldproof.auditor.releases import Release, first_refuted_together
from ldproof.auditor.rounding import round_drawn
from ldproof.errors import Reason, Refused
from ldproof.evidence import OutcomeTable
from ldproof.evidence.power import LawStake
from ldproof.numbers import Array
from ldproof.programs import Tally

LONGEST = 80
"""Characters of an output that an error quotes, and of outputs whose law is bet on as a whole."""
MOST_EVENTS = 8
"""The most events and laws that are bet on for a pair of inputs."""
MOST_WINDOWS = 6
"""The most events of several draws that are bet on."""
WHOLE = Fraction(97, 100)
"""The share of the reserve that is bet on the first law of the only pair of inputs."""
BETTER = 1.5
"""The least ratio of what a new event promises to what those that are bet on promise."""
OTHERWISE = 4
"""The least such ratio at which bets on a learnt law go over to another one."""
TOGETHER = 2
"""The ratio of logarithms of capital, of events of several draws to those of single draws, that shows dependence."""
LEAST_BATCHES = 32
"""Batches that are drawn even after a refutation, to tell whether draws are independent."""
LISTENED = 200
"""Pairs of draws before events of several draws are learnt."""
SURVEYED = 3
"""One draw in three is from all inputs if a worst pair is foreseen, and one in two otherwise."""
SHORTLIST = 8
"""Every other survey is of the most promising quarter of the pairs, but of 8 pairs at least."""
PROMISED = 0.2, 1.5
"""By default an audit ends if an event of this probability, whose ratio is so many times what is allowed, would have shown."""
SHARE = 4
"""Each input then has at least a quarter of the draws that an input of the pair has that was drawn from most."""
DELTAS = [Fraction(1, 10**places) for places in range(1, 7)]
"""The deltas at which upper bounds on epsilon are stated."""
NUMBERS = Feature("number")
"""The feature by which many different numbers are put into bins."""
EMPTY: Tally = Counter()


@dataclass(frozen=True, slots=True)
class Turns:
    """The pair of inputs that is drawn from, or all of them; and which pairs seem to leak most."""

    turn: int
    """A pair of inputs, or `SURVEY`."""
    leaders: tuple[int, ...]
    """The two pairs that promise most."""
    surveyed: tuple[int, ...]
    """The indices of the inputs in a survey."""
    surveys: int = 0
    """Pairs of draws in surveys."""


@dataclass(frozen=True, slots=True)
class SavedAudit:
    """The part of an audit's state that is saved: all but its plan."""

    bets: Bets
    turns: Turns
    remembered: RememberedDraws
    history: tuple[HistoryPoint, ...] = ()
    unreadable: int = 0
    """Draws that are no outputs of the claimed mechanism."""
    passages: tuple[Passage, ...] = ()
    """The latest draws from pairs of inputs, in their order."""
    counted: CountedOutcomes = UNCOUNTED
    """How often each outcome came with each input."""
    promised: bool = False
    """Whether a breach of the size `PROMISED` would have shown by now."""
    earlier: tuple[Release, ...] = ()
    """The releases that were audited before."""


@dataclass(frozen=True, slots=True)
class AuditState(SavedAudit):
    """An audit after some batches."""

    plan: AuditPlan = field(kw_only=True)

    def next_draw(self) -> Draw | None:
        """Return what to draw next; None when the audit is over."""
        count = next_batch_size(self.pairs_drawn, self.plan.most)
        if self.bets.portfolio.rejected and not self.plan.throughout:
            # A verdict so early may be owed to what the outputs of one call have in common.
            count = min(count, FIRST * (len(self.history) < LEAST_BATCHES and bool(self.passages)))
        if not count or (self.plan.until_promised and self.promised):
            return None
        inputs = tuple(self.plan.distinct_inputs[place] for place in self.next_places())
        return Draw(len(self.history), inputs, 2 * count)

    def next_places(self) -> tuple[int, ...]:
        """Return the indices of the inputs of the next draw."""
        return self.turns.surveyed if self.turns.turn == SURVEY else self.plan.input_indices[self.turns.turn]

    def after_draw(self, came: Drawn) -> "AuditState":
        """Return the state after the outputs of `next_draw()`. Raise `Refused` if they are of another draw."""
        draw = self.pending_draw(came)
        came = came if self.plan.grid is None else round_drawn(came, self.plan.grid)
        together = sum(came.tallies, EMPTY)
        outputs = parse_drawn_outputs(self.plan.claim, together)
        if not self.history and not any(each.readable for each in outputs.parsed):
            raise Refused(
                Reason.NOT_AN_ANSWER,
                f"nothing that came is an output of {self.plan.claim.name}, such as {min(together)[:LONGEST]}",
                "what the mechanism writes, as text",
            )
        fresh = self.record_passage(came)
        bets = self.bets.after_batch(self.plan, draw, outputs, came, fresh, self.passages)
        pairs = self.pairs_drawn + draw.count // 2
        point = HistoryPoint(self.turns.turn, pairs, bets.portfolio.logarithm(), bets.ladder.bound())
        unreadable = sum(together[each.key] for each in outputs.parsed if not each.readable)
        passages = self.passages if fresh is None else tuple(latest_passages((*self.passages, fresh), RECENT))
        drawn = dict(zip(self.next_places(), came.tallies, strict=True))
        moved = replace(
            self,
            bets=bets,
            turns=self.next_turns(draw.count // 2),
            remembered=self.remembered.with_more(drawn, draw.batch),
            counted=self.counted.after_batch(outputs, drawn),
            history=(*self.history, point),
            unreadable=self.unreadable + unreadable,
            passages=passages,
        )
        if moved.next_draw() is None:
            return moved
        if looks_due(pairs) > looks_due(self.pairs_drawn):
            moved = replace(moved, promised=moved.keeps_promise())
        due = refits_due(pairs) > refits_due(self.pairs_drawn)
        return moved.with_new_ranking().with_new_window().with_next_stage() if due else moved.with_first_law()

    def with_first_law(self) -> "AuditState":
        """Return the state with bets on the law of outputs of the pair that is drawn from, or of numbers in bins."""
        pair = self.turns.turn
        if pair == SURVEY or self.bets.laws_of(pair):
            return self
        sides = self.remembered_sides(pair)
        opened = self.plain_partition(sides)
        if opened is None:
            return self
        past = opened.count_parts(outputs_of_tallies(self.plan.claim, sides), sides)
        return self.with_law(pair, opened, past)

    def with_next_stage(self) -> "AuditState":
        """Return the state with counts of outcomes that begin again, if they leave out some."""
        counted = self.counted
        if counted.stage == STAGES or (counted.parts and not counted.others() and not counted.partition.ends):
            return self
        sides = [self.remembered.both_halves(place) for place in range(len(self.plan.distinct_inputs))]
        opened = self.plain_partition(sides)
        if opened is None:
            return self
        parts = sorted({*opened.part_names(outputs_of_tallies(self.plan.claim, sides))})
        return replace(self, counted=counted.next_stage(opened, parts, len(sides)))

    def plain_partition(self, sides: Sequence[Tally]) -> Partition | None:
        """Return the partition by whole outputs, or else by numbers in bins; None where there is none yet."""
        keys = set[str]().union(*sides)
        draws = sum(side.total() for side in sides)
        few = len(keys) <= min(FEW, 2 * draws // 3) and max(map(len, keys), default=0) <= LONGEST
        if not few and (
            draws < OFTEN * COARSE
            or PLAIN[NUMBERS.name](parse_drawn_output(self.plan.claim, min(keys))) is None
        ):
            return None
        outputs = outputs_of_tallies(self.plan.claim, sides)
        taken = len({each.taken for each in outputs.parsed}) > 1
        return WHOLE_OUTPUTS[taken] if few else partition_around_event(Event(NUMBERS), outputs, sides)

    def record_passage(self, came: Drawn) -> Passage | None:
        """Return the draws from a pair of inputs in their order; None if it is unknown, or all inputs were drawn from."""
        if self.turns.turn == SURVEY or not came.order:
            return None
        return make_passage(self.turns.turn, 2 * self.pairs_drawn, came.order, came.keys)

    def with_new_window(self) -> "AuditState":
        """Return the state with bets on one more event of several draws, if one through a new window promises enough."""
        known = self.bets.draws_by_window()
        if len(known) >= MOST_WINDOWS or self.pairs_drawn < LISTENED:
            return self
        pair = self.turns.turn if self.turns.turn != SURVEY else (*self.turns.leaders, 0)[0]
        mine = [each for each in self.passages if each.pair == pair]
        found = most_suspicious_event(mine, float(self.plan.claim.odds))
        if found is None or found.window in known or found.promise * (self.plan.most - self.pairs_drawn) < 1:
            return self
        weight = SERIAL * self.bets.portfolio.reserve
        return replace(
            self, bets=self.bets.adding_event(pair, found.likely, found.event, weight, found.window)
        )

    def pending_draw(self, came: Drawn) -> Draw:
        """Return the draw that was asked for. Raise `Refused` if there is none, or the outputs are not as many."""
        draw = self.next_draw()
        if draw is None:
            raise Refused(Reason.OUT_OF_ORDER, "no draw was asked for", "outputs before the audit is over")
        totals = [tally.total() for tally in came.tallies]
        least = min((times for tally in came.tallies for times in tally.values()), default=0)
        if len(totals) != len(draw.inputs) or sum(totals) != draw.count or least < 0:
            raise Refused(
                Reason.WRONG_COUNT,
                f"{sum(totals)} outputs of {len(totals)} inputs for {draw.count} draws with {len(draw.inputs)}",
                "one for each",
            )
        return draw

    def next_turns(self, pairs: int) -> Turns:
        """Return what is drawn from after further pairs of draws."""
        turns, drawn = self.turns, self.pairs_drawn + pairs
        if len(self.plan.pairs) == 1:
            return turns
        surveys = turns.surveys + (pairs if turns.turn == SURVEY else 0)
        share = SURVEYED if foreseen_pairs(self.plan) else 2
        if not turns.leaders or surveys * share < drawn:
            return replace(turns, turn=SURVEY, surveys=surveys)
        return replace(turns, turn=turns.leaders[len(self.history) % len(turns.leaders)], surveys=surveys)

    def with_new_ranking(self) -> "AuditState":
        """Return the state with all pairs ranked again, and new events of the pairs that promise most."""
        pairs, known = self.plan.pairs, [pair for pair, _ in foreseen_pairs(self.plan)]
        if len(pairs) == 1:
            return self.with_new_law(0)
        order = rank_pairs(self.plan.claim, self.remembered, self.plan.input_indices, len(self.history))
        leaders = tuple(pair for _, pair in order[:2])
        few = order[: max(SHORTLIST, len(pairs) // 4)] if refits_due(self.pairs_drawn) % 2 else order
        surveyed = tuple(sorted({place for _, pair in few for place in self.plan.input_indices[pair]}))
        moved = replace(self, turns=replace(self.turns, leaders=leaders, surveyed=surveyed))
        if moved.turns.turn != SURVEY:
            moved = replace(moved, turns=replace(moved.turns, turn=leaders[0]))
        for pair in dict.fromkeys((*leaders, *known)):
            moved = moved.with_new_law(pair)
        return moved

    def with_new_law(self, pair: int) -> "AuditState":
        """Return the state with bets on one more law of a pair, or its learnt law replaced, if one promises enough more."""
        known = self.bets.events_of_pair(pair)
        if len(known) >= MOST_EVENTS:
            return self
        sides = self.remembered_sides(pair)
        outputs = outputs_of_tallies(self.plan.claim, sides)
        halves = self.remembered.thinned_halves(self.plan.input_indices[pair], len(self.history))
        found, standing = learnt_events(outputs, halves, known, float(self.plan.claim.odds))
        better = found is not None and found.promise > BETTER * standing
        mine = [each for each in self.bets.laws_of(pair) if each.partition not in WHOLE_OUTPUTS]
        event = None if found is None else found.event
        if mine and (found is None or found.promise <= OTHERWISE * standing):
            event = self.bets.best_event(mine[0])[0]
        if event is None or not (better or mine):
            return self
        partition = partition_around_event(event, outputs, sides)
        past = partition.count_parts(outputs, sides)
        if not mine:
            return self.with_law(pair, partition, past)
        return replace(self, bets=self.bets.with_partition(mine[0].name, partition, past))

    def with_law(self, pair: int, partition: Partition, past: OutcomeTable) -> "AuditState":
        """Return the state with bets on one more law, unless it is bet on already."""
        if any(each.partition == partition for each in self.bets.laws_of(pair)):
            return self
        first = len(self.plan.pairs) == 1 and not self.bets.laws
        weight = WHOLE * self.bets.portfolio.reserve if first else self.bets.next_weight()
        return replace(self, bets=self.bets.adding_law(pair, partition, weight, past))

    @property
    def is_constant(self) -> bool:
        """Whether all draws had the same output."""
        return self.remembered.is_constant()

    @property
    def pairs_drawn(self) -> int:
        """The number of pairs of draws so far, from all pairs of inputs together."""
        return self.history[-1].pairs if self.history else 0

    @property
    def verdict(self) -> Verdict:
        """Whether the claim is refuted, by this release or several together, or the draws are refuted but not independent.

        The claim can be refuted by dependent draws each of which is private. So independence is tested by itself
        (`are_dependent`); where it cannot be tested, events of several draws show dependence by having more evidence.
        """
        if not self.bets.portfolio.rejected:
            return Verdict.REFUTED_TOGETHER if self.refuted_together else Verdict.NOT_REFUTED
        dependent = are_dependent(self.passages, tuple(self.bets.draws_by_window().items()))
        if dependent is None:
            standings = self.bet_standings()
            strongest = max(standings, key=lambda each: each.capital + log(each.weight))
            alone = max((each.capital for each in standings if not each.serial), default=0.0)
            dependent = strongest.serial and strongest.capital > TOGETHER * alone
        return Verdict.DEPENDENT if dependent else Verdict.REFUTED

    def lower_bound(self) -> Fraction | None:
        """Return the certified lower bound on epsilon; None at first."""
        return self.bets.ladder.bound()

    def main_stake(self) -> tuple[int, Partition, LawStake] | None:
        """Return the pair of inputs with most draws of which a law is bet on, what it is of, and the bet; or None.

        Laws of whole outputs come first.
        """
        laws = [
            (each.partition in WHOLE_OUTPUTS, min(each.past.draws, each.past.others), weight, each)
            for each, (_, weight, _) in zip(self.bets.laws, self.bets.portfolio.laws, strict=True)
            if not each.partition.among
        ]
        if not laws:
            return None
        _, draws, weight, law = max(laws, key=lambda each: each[:3])
        claim, alpha = self.plan.claim, self.plan.release_alpha
        outcomes = max(len(law.past.outcomes), 2)
        return law.pair, law.partition, LawStake(claim.guarantees, alpha, weight, draws, outcomes)

    def keeps_promise(self) -> bool:
        """Whether a breach of the size `PROMISED` would have shown by now, where outputs are few.

        Of several pairs of inputs in the one that was drawn from most; all inputs have a share of its draws by then.
        """
        found = self.main_stake()
        if not self.plan.until_promised or found is None or self.bets.portfolio.rejected:
            return False
        _, partition, stake = found
        surveyed = SHARE * min(self.counted.draws, default=0) >= stake.draws
        return partition in WHOLE_OUTPUTS and surveyed and stake.finds_ratio(*PROMISED)

    def upper_bounds(self) -> dict[Fraction, Fraction]:
        """Return certified upper bounds on epsilon by delta, for all pairs of inputs together; none if outputs are many."""
        deltas = sorted({self.plan.claim.delta, *DELTAS} - {0})
        return self.counted.epsilon_at_most(self.plan.input_indices, self.plan.release_alpha, deltas)

    def bet_standings(self) -> tuple[BetStanding, ...]:
        """Return the events and laws that are bet on, with their counts and their capital."""
        return self.bets.bet_standings(self.seen_draws)

    def seen_draws(self, pair: int) -> SeenDraws:
        """Return the draws of a pair of inputs that are remembered."""
        return SeenDraws(self.plan.claim, self.remembered_sides(pair))

    def remembered_sides(self, pair: int) -> list[Tally]:
        """Return the remembered tallies of both inputs of a pair."""
        return [self.remembered.both_halves(place) for place in self.plan.input_indices[pair]]

    @property
    def releases(self) -> tuple[Release, ...]:
        """The releases that were audited, this one last; none if it is of no release."""
        return (*self.earlier, self.as_release()) if self.plan.release else ()

    @property
    def refuted_together(self) -> tuple[str, ...]:
        """The names of releases one of which breaks the claim at least, although none is refuted alone."""
        first = first_refuted_together(self.releases, self.plan.alpha)
        return () if first is None else tuple(each.name for each in self.releases[first - 1 :])

    def as_release(self) -> Release:
        """Return what is shown of the release that is audited."""
        capital = self.bets.portfolio
        return Release(self.plan.release, self.pairs_drawn, capital.logarithm(), capital.rejected)

    def saved_part(self) -> SavedAudit:
        """Return everything but the plan."""
        return SavedAudit(*(getattr(self, each.name) for each in fields(SavedAudit)))


def begin_audit(plan: AuditPlan) -> AuditState:
    """Return the state before anything is drawn."""
    nothing: tuple[Tally, Tally] = (EMPTY, EMPTY)
    everybody = tuple(range(len(plan.distinct_inputs)))
    known = tuple(pair for pair, _ in foreseen_pairs(plan))
    leaders = (0,) if len(plan.pairs) == 1 else known[:1]
    turns = Turns(leaders[0] if leaders else SURVEY, leaders, everybody)
    remembered = RememberedDraws((nothing,) * len(everybody))
    return AuditState(betting.initial_bets(plan), turns, remembered, plan=plan)


def begin_release(plan: AuditPlan, before: AuditState) -> AuditState:
    """Return the state before anything is drawn of the next release, with bets on what was bet on of the one before.

    The counts of that one are left behind, so that all that is said is of this release alone.
    """
    earlier = (*before.earlier, before.as_release())
    course = replace(begin_audit(replace(plan, release_number=len(earlier) + 1)), earlier=earlier)
    for law in before.bets.laws:
        course = course.with_law(law.pair, law.partition, OutcomeTable())
    for each in before.bets.watched:
        if each.event != WORST and each.window is None:
            bets = course.bets.adding_event(each.pair, each.likely, each.event, course.bets.next_weight())
            course = replace(course, bets=bets)
    return course


# The sizes of batches.

FIRST, SOON, GROWN, GROWTH = 6, 30, 100, 40
"""The size of a batch after n pairs of draws is max(6, min(n // 30, 100), n // 40)."""
LEARNING, LESS_OFTEN = 100, 1.5
"""Events are learnt after 100 pairs of draws, and again each time their number has grown by the factor 1.5."""

LOOKING = 1.2
"""Whether the promise is kept is looked at each time the number of pairs of draws has grown by this factor."""


def next_batch_size(drawn: int, most: int) -> int:
    """Return the number of pairs of draws in the next batch, after `drawn` of at most `most`; 0 if none are left."""
    return max(0, min(max(FIRST, min(drawn // SOON, GROWN), drawn // GROWTH), most - drawn))


def refits_due(drawn: int) -> int:
    """Return how often events have been learnt after this many pairs of draws."""
    count, due = 0, float(LEARNING)
    while due <= drawn:
        count, due = count + 1, due * LESS_OFTEN
    return count


def looks_due(drawn: int) -> int:
    """Return how often it has been looked at whether the promise is kept, after this many pairs of draws."""
    return int(log(drawn / LEARNING) / log(LOOKING)) + 1 if drawn >= LEARNING else 0


# The search over pairs of inputs: which of them seem to leak most, by a quick look at the draws with each input.
#
# It only chooses what is drawn and learnt next, from earlier draws: it costs no evidence, however many pairs there are,
# and a wrong choice makes no verdict wrong. So it uses floats. A draw with an input serves all of its pairs.

SEARCHED, DIFFERENT = 6000, 256
"""Draws that are looked at, from all inputs together; or from each input, if at most 256 outputs are different."""
PLACES, ANSWERS, CUTS = 48, 48, 15
"""Places of scalars that are features, the most frequent values of a feature, and thresholds of its numbers."""
AT_ONCE = 1 << 22
"""Events of pairs that are compared at a time."""


def rank_pairs(
    claim: Claim, remembered: RememberedDraws, sides: Sequence[tuple[int, int]], seed: int
) -> list[tuple[float, int]]:
    """Return the pairs, each after the evidence that its best event promises, the best first."""
    tallies, outputs = sampled_tallies(claim, remembered, seed)
    totals = tallies.sum(axis=1)
    happened = np.concatenate([*event_counts(outputs, tallies)], axis=1)
    pairs = np.array(sides)
    step = max(1, AT_ONCE // max(happened.shape[1], 1))
    scores = np.concatenate(
        [
            best_promise(happened, totals, pairs[start : start + step], float(claim.odds))
            for start in range(0, len(pairs), step)
        ]
    )
    order = np.argsort(-scores, kind="stable")
    return [(float(scores[index]), int(index)) for index in order]


def sampled_tallies(claim: Claim, remembered: RememberedDraws, seed: int) -> tuple[Array, Outputs]:
    """Return how often each output came with each input, in a sample of the draws with each, and the outputs."""
    random, inputs = np.random.default_rng(seed), len(remembered.tallies)
    drawn = [remembered.both_halves(place) for place in range(inputs)]
    few_kinds = len(set().union(*drawn)) <= DIFFERENT
    most = SEARCHED if few_kinds else max(SEARCHED // inputs, 1)
    few = [thin_tally(each, most, random) if each.total() > most else each for each in drawn]
    outputs = outputs_of_tallies(claim, few)
    times = np.array([[each[output.key] for output in outputs.parsed] for each in few], dtype=float)
    return times.reshape(inputs, len(outputs.parsed)), outputs


def quick_features(outputs: Outputs) -> Iterator[Feature]:
    """Return the features that the search looks at: of whole outputs, and what is at the first places."""
    yield from map(Feature, ("output", "kind", "number", "taken", "worst"))
    longest = max((len(each.scalars) for each in outputs.parsed), default=0)
    if longest > 1:
        yield Feature("measure", ("length", "leaves"))
        yield from (Feature("measure", ("place", "leaves", place)) for place in range(min(longest, PLACES)))


def event_counts(outputs: Outputs, tallies: Array) -> Iterator[Array]:
    """Return how often events happened with each input: single values of features, and numbers from a threshold on."""
    yield np.zeros((len(tallies), 0))
    for feature in quick_features(outputs):
        values = feature_column(feature, outputs)
        if len(values.labels) > 1:
            yield from (value_counts(values, tallies), threshold_counts(values, tallies))


def value_counts(values: Column, tallies: Array) -> Array:
    """Return how often each of the most frequent values came with each input."""
    found = np.zeros((len(tallies), len(values.labels)))
    np.add.at(found.T, values.codes, tallies.T)
    often = np.argsort(-found.sum(axis=0), kind="stable")[:ANSWERS]
    frequent: Array = found[:, often]
    return frequent


def threshold_counts(values: Column, tallies: Array) -> Array:
    """Return how often numbers came with each input that are at least as large as some of their quantiles."""
    there = ~np.isnan(values.numbers)
    if len(np.unique(values.numbers[there])) < 3:
        return np.zeros((len(tallies), 0))
    ends = np.unique(np.quantile(values.numbers[there], np.linspace(0, 1, CUTS + 2)[1:-1], method="nearest"))
    inside: NDArray[np.bool_] = np.where(there, values.numbers, -np.inf)[:, None] >= ends
    found: Array = tallies @ inside.astype(float)
    return found


def best_promise(happened: Array, totals: Array, pairs: NDArray[np.intp], odds: float) -> Array:
    """Return the evidence that the best event of each pair promises, as if both inputs had as many draws."""
    if not happened.shape[1]:
        return np.zeros(len(pairs))
    rates = happened / np.maximum(totals, 1)[:, None]
    draws = np.minimum(totals[pairs[:, 0]], totals[pairs[:, 1]])
    one, other = (rates[pairs[:, side]] * draws[:, None] for side in (0, 1))
    p1, p0 = (
        (each + 0.5) / (draws[:, None] + 1) for each in (np.maximum(one, other), np.minimum(one, other))
    )
    common = p1 + p0 > 1
    high, low = np.where(common, 1 - p0, p1), np.where(common, 1 - p1, p0)
    best = np.argmax(excess_in_standard_errors(high, low, draws[:, None], odds), axis=1)
    each = np.arange(len(pairs))
    found: Array = np.where(
        draws > 0, expected_evidence(one[each, best], other[each, best], draws, odds), 0.0
    )
    return found
