"""An audit of samples whose number was fixed beforehand; samples that keep coming are bet on instead.

The worst event of the mechanism is tested on all samples. Other events are learnt from a random half of the samples,
each of which is chosen by a fair coin, and are tested on the rest, which is independent of them given the coins. The
coins are made from the content by SHAKE128, so that an audit can be repeated.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np

from ldproof.auditor.bets import SeenDraws, breach_of, foreseen_pairs, scaled_claims
from ldproof.auditor.claim import AuditPlan, Claim, Verdict, count_possible_pairs
from ldproof.auditor.learn.events import (
    WORST,
    Event,
    RememberedDraws,
    bound_tally,
    count_events,
    learnt_events,
    thin_tally,
)
from ldproof.auditor.learn.outputs import Outputs, ParsedOutput, parse_drawn_output
from ldproof.auditor.report import (
    AuditResult,
    Sighting,
    describe_subject,
    graded_breach,
    negate_event,
    state_claim,
)
from ldproof.auditor.rounding import round_tally
from ldproof.auditor.samples import SampleTable
from ldproof.coins import Coins, SeededCoins
from ldproof.evidence.fixed_sample import KIND, EventCounts, epsilon_bound, holm_violations, shows_violation
from ldproof.programs import Tally, is_constant_output
from ldproof.sampling import Digits, draw_binomials

FORESEEN = Fraction(9, 10)
"""The share of alpha for the worst event of the mechanism, if its worst pair is among the pairs."""
MOST_EVENTS = 4
"""The most events that are learnt for each pair of inputs."""
WORTH = 0.25
"""An event that promises less than a quarter of what the best one does is not tested: it would weaken the others."""
LOT = 1 << 20
"""Coins whose number of heads is drawn at once; the rest are drawn one by one."""
FAIR = Digits(Fraction(1, 2))
LEARNT = 10**8
"""The most samples of an input that events are learnt from, about; NumPy draws from at most 10^9."""


@dataclass(frozen=True, slots=True)
class TestedEvent:
    """An event of a pair of inputs, or its opposite, with its counts in the samples that it is tested on."""

    event: Event
    opposite: bool
    pair: int
    likely: int
    """The input, 0 or 1, with which it is tested to be too likely."""
    counted: EventCounts
    refutes: bool = False

    def is_common(self) -> bool:
        """Whether the event is so frequent that its opposite shows more."""
        counted = self.counted
        shares = (
            Fraction(counted.likely, max(counted.likely_samples, 1)),
            Fraction(counted.unlikely, max(counted.unlikely_samples, 1)),
        )
        return sum(shares) > 1


@dataclass(frozen=True, slots=True)
class TestedTable:
    """All events that were tested, and the bound."""

    tested: tuple[TestedEvent, ...]
    bound: Fraction
    """A lower bound on epsilon with confidence 1 - alpha; at least 0."""

    @property
    def verdict(self) -> Verdict:
        """Whether an event refutes the claim."""
        return Verdict.REFUTED if any(each.refutes for each in self.tested) else Verdict.NOT_REFUTED


@dataclass(frozen=True, slots=True)
class Samples:
    """The samples of each input, with their outputs by their keys."""

    plan: AuditPlan
    table: SampleTable
    parsed: Mapping[str, ParsedOutput]

    def both_tallies(self, pair: int) -> list[Tally]:
        """Return the tallies of both inputs of a pair."""
        return [self.table.tally_of_input(each) for each in self.plan.pairs[pair].both_inputs()]

    def outputs_with_keys(self, keys: Iterable[str]) -> Outputs:
        """Return the outputs with some keys."""
        return Outputs([self.parsed[key] for key in keys])

    def count_event(self, pair: int, likely: int, event: Event, *, opposite: bool = False) -> TestedEvent:
        """Return an event, or its opposite, with its counts."""
        sides = self.both_tallies(pair)
        samples = [each.total() for each in sides]
        found = [count_events([event], self.outputs_with_keys(each), each)[0] for each in sides]
        if opposite:
            found = [total - times for total, times in zip(samples, found, strict=True)]
        counted = EventCounts(found[likely], samples[likely], found[1 - likely], samples[1 - likely])
        return TestedEvent(event, opposite, pair, likely, counted)


def audit_samples(plan: AuditPlan, table: SampleTable, subject: str, how_to_repeat: str = "") -> AuditResult:
    """Audit a table of samples whose number was fixed beforehand; `subject` names what they are of."""
    if plan.grid is not None:
        rounded = {given: round_tally(each, plan.grid) for given, each in table.tallies.items()}
        table = replace(table, tallies=rounded)
    found = audit_table(plan, table)
    seen = []
    for each in sorted(found.tested, key=lambda each: each.refutes, reverse=True):
        sides = plan.pairs[each.pair].both_inputs()
        draws = SeenDraws(plan.claim, [table.tally_of_input(side) for side in sides])
        breach = breach_of(each.event, None, each.counted, is_needed=partial(draws.is_needed, each.event))
        name, in_full = (
            negate_event(words) if each.opposite else words for words in (str(each.event), each.event.in_full)
        )
        likely, unlikely = sides[each.likely], sides[1 - each.likely]
        graded = graded_breach(plan.claim, breach, each.counted)
        seen.append(Sighting(name, in_full, graded, each.pair, likely, unlikely, each.counted))
    return AuditResult(
        KIND,
        found.verdict,
        describe_subject(plan, subject),
        state_claim(plan.claim),
        plan.alpha,
        plan.pairs,
        plan.distinct_inputs,
        count_possible_pairs(plan.claim),
        tuple(range(len(plan.pairs))),
        table.sample_count(),
        found.bound or None,
        tuple(seen),
        constant=is_constant_output(table.tallies.values()),
        query=table.query,
        how_to_repeat=how_to_repeat,
    )


def audit_table(plan: AuditPlan, table: SampleTable) -> TestedTable:
    """Test the claim. If it holds, it is refuted with probability at most alpha, over all events together."""
    parsed = {key: parse_drawn_output(plan.claim, key) for tally in table.tallies.values() for key in tally}
    samples = Samples(plan, table, parsed)
    expected = [samples.count_event(pair, likely, WORST) for pair, likely in foreseen_pairs(plan)]
    share = FORESEEN * plan.alpha if expected else Fraction(0)
    found: list[TestedEvent] = []
    bound = Fraction(0)
    for tests, alpha in ((expected, share), ([*unforeseen_tests(samples)], plan.alpha - share)):
        named = {str(number): each.counted for number, each in enumerate(tests)}
        refuting = holm_violations(plan.claim.odds, named, alpha, plan.claim.delta, plan.claim.further)
        found += [replace(each, refutes=str(number) in refuting) for number, each in enumerate(tests)]
        bound = max(bound, claim_bound(plan.claim, named, alpha))
    return TestedTable(tuple(found), bound)


def claim_bound(claim: Claim, events: Mapping[str, EventCounts], alpha: Fraction) -> Fraction:
    """Return a lower bound on epsilon, or on the parameter of the claim, with confidence 1 - alpha; 0 if there is none.

    The intervals of all events hold together, and a parameter is too small if they break what it guarantees.
    """
    if not claim.notion:
        return epsilon_bound(events, alpha, claim.delta)
    best = Fraction(0)
    for value, (first, *further) in scaled_claims(claim):
        level = alpha / max(len(events), 1)
        if not any(
            shows_violation(first.odds, each, level, first.delta, further) for each in events.values()
        ):
            break
        best = value
    return best


def unforeseen_tests(samples: Samples) -> Iterator[TestedEvent]:
    """Return the other tests of the worst event, on all samples, and those of events that are learnt from a half."""
    plan, table = samples.plan, samples.table
    known = dict(foreseen_pairs(plan))
    for pair, likely in known.items():
        yield samples.count_event(pair, 1 - likely, WORST)
        for side in (likely, 1 - likely):
            yield samples.count_event(pair, side, WORST, opposite=True)
    coins = SeededCoins(table.content_digest())
    learning, testing = (replace(samples, table=half) for half in split_table(table, coins))
    for pair in range(len(plan.pairs)):
        events = [WORST] if pair in known else []
        for event, likely in promising_events(learning, pair, events, int.from_bytes(coins.read(8))):
            before = learning.count_event(pair, likely, event)
            if before.is_common():
                yield testing.count_event(pair, 1 - likely, event, opposite=True)
            else:
                yield testing.count_event(pair, likely, event)


def promising_events(
    samples: Samples, pair: int, known: list[Event], seed: int
) -> Iterator[tuple[Event, int]]:
    """Return the best events, each with the input with which it is likelier.

    They are learnt as in an audit that bets, from as many samples of either input. Floats only choose events.
    """
    lots = np.random.default_rng(seed)
    sides = [subsample_tally(each, lots) for each in samples.both_tallies(pair)]
    size = min(each.total() for each in sides) // 2
    first = [thin_tally(each, size, lots) for each in sides]
    second = [thin_tally(each - seen, size, lots) for each, seen in zip(sides, first, strict=True)]
    both = tuple(
        (bound_tally(one, 2, lots), bound_tally(other, 2, lots))
        for one, other in zip(first, second, strict=True)
    )
    halves = RememberedDraws(both).thinned_halves((0, 1), seed)
    keys = {key for half in halves for tally in (half.one, half.other) for key in tally}
    outputs, odds = samples.outputs_with_keys(sorted(keys)), float(samples.plan.claim.odds)
    best = 0.0
    for _ in range(MOST_EVENTS):
        found, _ = learnt_events(outputs, halves, known, odds)
        if found is None or found.promise <= WORTH * best:
            return
        best = max(best, found.promise)
        known = [*known, found.event]
        yield found.event, found.likely


def subsample_tally(tally: Tally, lots: np.random.Generator) -> Tally:
    """Return all samples of an input, or a random subset of about the most that events are learnt from."""
    total = tally.total()
    if total <= LEARNT:
        return tally
    return +Counter({key: int(lots.binomial(tally[key], LEARNT / total)) for key in sorted(tally)})


def split_table(table: SampleTable, coins: Coins) -> tuple[SampleTable, SampleTable]:
    """Split the samples into two tables by a fair coin for each."""
    heads = {
        given: +Counter({key: count_heads(times, coins) for key, times in sorted(tally.items())})
        for given, tally in sorted(table.tallies.items())
    }
    return SampleTable(heads), SampleTable(
        {given: tally - heads[given] for given, tally in table.tallies.items()}
    )


def count_heads(count: int, coins: Coins) -> int:
    """Return the number of heads of `count` fair coins, in time that hardly grows with the count."""
    lots, left = divmod(count, LOT)
    heads = int(draw_binomials(np.full(lots, LOT), FAIR, coins).sum())
    return heads + (int.from_bytes(coins.read(-(-left // 8))) >> -left % 8).bit_count()
