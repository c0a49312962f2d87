"""Section 5: ranges, by a sketch for every level of halves, quarters and so on; each person reports on one level."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from itertools import product as every

from ldproof.budget import Budget
from ldproof.coins import Tape
from ldproof.numbers import Real, Symbol, Term, rational, term
from ldproof.probability import Law, unbias_rate
from ldproof.sketch.channels import Kary
from ldproof.sketch.collector import Interval, cover_range, empty_collector, estimate_holders, level_report
from ldproof.sketch.collector import people_in_range as in_range
from ldproof.sketch.hashing import Affine
from ldproof.sketch.mechanism import Report
from ldproof.sketch.plan import Plan, Rows
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.rows import add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.law.finite_laws import mixture_law
from ldproof_proofs.sketch.collisions import columns_of
from ldproof_proofs.sketch.law.row import noisy_row_law
from ldproof_proofs.sketch.variance.exhaustive import itself

DEEPEST = 6
MOST = 2
LOW, HIGH = rational(1, 5), rational(2, 3)


def ranges(levels: int) -> Iterator[Interval]:
    """All ranges, by start and stop."""
    return combinations(range((1 << levels) + 1), 2)


def inside(item: int, node: Interval, levels: int) -> bool:
    """Whether an item is in an interval."""
    level, place = node
    return item >> (levels - level) == place


def cover_cases(fewer: int) -> Iterator[tuple[str, Relation]]:
    """The intervals follow each other from the start to the stop, and each level has two at most."""
    for levels in range(1, DEEPEST + 1):
        for start, stop in ranges(levels):
            name, nodes = f"{start} to {stop} of {1 << levels}", cover_range(start, stop, levels)
            ends = sorted((place << (levels - level), level, place) for level, place in nodes)
            reached = term(start)
            for first, level, place in ends:
                length = term(2) ** (levels - level)
                yield f"{name}, from {first}", equal(reached, place * length)
                reached = (place + 1) * length
            yield f"{name}, to the end", equal(reached, stop)
            for level in range(1, levels + 1):
                used = sum(at == level for at, _ in nodes)
                if used:
                    yield f"{name}, level {level}", at_most(used, MOST - fewer)
            outside = sum(not 0 < level <= levels for level, _ in nodes)
            if outside:
                raise NotProved(f"{name}: there is no such level")


def covered(prover: Prover) -> Theorem:
    """A range is the sum of a few intervals."""
    claim = Ground(
        "sketch.range-covered",
        f"a range of 2^h items is made of at most {MOST} intervals of each of the h levels, which do not meet",
        f"all ranges for h <= {DEEPEST}",
        lambda: cover_cases(0),
        lambda: cover_cases(1),
        values=lambda: {"most": Fraction(MOST)},
    )
    return prover.theorem(claim, ByRecord())


def contribution(item: int, nodes: list[Interval], levels: int) -> Law[Fraction]:
    """What one person adds to a range's estimate, who draws a level and sends a row with a bit for each interval."""

    def told(level: int) -> Law[Fraction]:
        asked = [place for at, place in nodes if at == level]
        sent = noisy_row_law(1 << level, item >> (levels - level), LOW, HIGH)
        return sent.pushforward(
            lambda bits: (
                levels
                * sum((unbias_rate(rational(bits[each]), LOW, HIGH - LOW) for each in asked), rational(0))
            )
        )

    return mixture_law((rational(1, levels), told(level)) for level in range(1, levels + 1))


def variance(item: int, nodes: list[Interval], levels: int) -> Fraction:
    """h times the item's part and the noise of the intervals that are asked, less the squared mean."""
    within = sum(inside(item, node, levels) for node in nodes)
    noise = sum(
        (HIGH * (1 - HIGH) if inside(item, node, levels) else LOW * (1 - LOW) for node in nodes), rational(0)
    )
    return levels * (within + noise / (HIGH - LOW) ** 2) - within


def moment_cases(closed: Callable[[int, list[Interval], int], Fraction]) -> Iterator[tuple[str, Relation]]:
    """Mean and variance of a person's part, by the law of their row."""
    for levels, asked in ((2, [*ranges(2)]), (3, [(1, 7), (2, 5)])):
        for start, stop in asked:
            nodes = cover_range(start, stop, levels)
            for item in range(1 << levels):
                told = contribution(item, nodes, levels)
                name = f"item {item}, {start} to {stop} of {1 << levels}"
                yield f"mean of {name}", equal(sums.mean(told, itself), int(start <= item < stop))
                yield f"variance of {name}", equal(sums.variance(told, itself), closed(item, nodes, levels))


def without_levels(item: int, nodes: list[Interval], levels: int) -> Fraction:
    """As if nobody drew a level: a mutant."""
    return variance(item, nodes, levels) / levels


def moments(prover: Prover) -> Theorem:
    """The estimate is unbiased, and its variance adds up over people."""
    claim = Ground(
        "sketch.range-moments",
        "a person who sends one of h levels adds 1 to the estimate of a range around their item on average, and 0 to that of "
        "another, with the variance h (m + sum of the noise of the intervals asked) - m, where m is that mean",
        "all ranges of 4 items, 1 to 7 and 2 to 5 of 8, all items, p = 1/5, q = 2/3, every interval with a column of its own",
        lambda: moment_cases(variance),
        lambda: moment_cases(without_levels),
    )
    return prover.theorem(claim, ByRecord())


FAMILY = Affine(2, 5)


def hashed_mean(item: int, nodes: list[Interval], levels: int, taken: Fraction) -> Term:
    """The mean of a person's part over all hashes, where each level's intervals share columns."""
    total, hashes = [], 0
    for columns in columns_of(FAMILY, range(1 << levels)):
        hashes += 1
        for level, place in nodes:
            own = columns[item >> (levels - level)]
            expected = HIGH if columns[place] == own else LOW
            # One of `levels` people is asked about the level.
            total.append(estimate_holders(expected, Fraction(1), LOW, HIGH, taken))
    return sums.total(total) / hashes


def hashed_cases(taken: Fraction) -> Iterator[tuple[str, Relation]]:
    """Whether it is 1 for ranges around the item and 0 for others."""
    for (start, stop), item in every(ranges(2), range(4)):
        found = hashed_mean(item, cover_range(start, stop, 2), 2, taken)
        yield f"item {item}, {start} to {stop} of 4", equal(found, int(start <= item < stop))


def hashed(prover: Prover) -> Theorem:
    """Over the sketch the same, with the exact collision probability taken out."""
    claim = Ground(
        "sketch.range-hashed",
        "over the hashes of each level too a person adds 1 on average to the estimate of a range around their item, and 0 to "
        "that of another, if the exact collision probability is taken out, and not if 1/w is",
        "all ranges of 4 items, all items, affine hashes with P = 5 and w = 2, p = 1/5, q = 2/3",
        lambda: hashed_cases(FAMILY.collision),
        lambda: hashed_cases(rational(1, FAMILY.width)),
    )
    return prover.theorem(claim, ByRecord())


LEVELS = 2
PLANS = [
    Plan("kary", Rows.SAMPLED, FAMILY, (key,), Kary(2, Real(2)), Budget(1, "odds", rational(3)))
    for key in every(*FAMILY.ranges)
]
"""One for each hash, of a single row."""


@cache
def answered(item: int, start: int, stop: int) -> Term:
    """The mean of what the collectors answer, over all hashes, the level and the report; each level has the same hash."""
    found = []
    for plan in PLANS:
        for level in range(1, LEVELS + 1):
            place = item >> (LEVELS - level)
            columns = plan.columns([place])
            for content in plan.channel.list_contents():
                collectors = [empty_collector(plan) for _ in range(LEVELS)]
                collectors[level - 1].receive(Report((0,), (content,)))
                chance = Fraction(str(plan.channel.likelihood(int(columns[0, 0]), content))) / LEVELS
                found.append(term(chance) * exactly(in_range(collectors, start, stop)))
    return sums.total(found) / len(PLANS)


def answered_cases(beside: int) -> Iterator[tuple[str, Relation]]:
    """Whether it is 1 for ranges around the item and 0 for others."""
    for start, stop in ((0, 4), (1, 4), (0, 2), (2, 3)):
        for item in (1, 2):
            found = answered(item, start, stop)
            yield f"item {item}, {start} to {stop} of 4", equal(found, int(start <= item + beside < stop))


def drawn(prover: Prover) -> Theorem:
    """Each level is drawn with probability 1/h and counts h times: the mean is the sum over the levels, whatever they add."""
    h, e = Symbol("h"), Symbol("e")
    claim = Induction(
        "sketch.range-drawn",
        "where A is the mean of what a person adds to the estimate of a range, over t levels each of which is drawn with probability 1/h "
        "and counts h times, and B adds up what they add on average where each is told of",
        zero_sums,
        add_share,
        (Round(term(1), {"A": 1 / h * (h * e), "B": e}),),
        lambda view: equal(view.rows["A"](0), view.rows["B"](0)),
        lambda view: equal(view.rows["A"](0), h * view.rows["B"](0)),
        {"h": 2, "e": 1},
        {"h >= 1": at_most(1, h)},
    )
    step = at_once("1/h h = 1", search)
    return prover.theorem(claim, ByInduction(at_once("both sums are 0", algebra), [step], [step]))


def sent_cases(beside: int) -> Iterator[tuple[str, Relation]]:
    """What is sent where coins are all 0, but for those that draw the level: then the truth is told."""
    for plans, item, drawn in every(pairwise(PLANS), range(1 << LEVELS), range(LEVELS)):
        level, said = level_report(plans, item, Tape(drawn.to_bytes(2) + bytes(64)))
        ((column,),), ((a, b),) = said.contents, plans[drawn].keys
        name = f"{plans}, item {item}, draw {drawn}"
        yield f"{name}, level", equal(level, 1 + term(drawn))
        # The column is what a hash's value leaves modulo w, and the value what a line's leaves modulo P.
        place = (item >> (LEVELS - 1 - drawn)) ^ beside
        times, value = divmod(a * place + b, FAMILY.size)
        yield f"{name}, value", equal(a * term(place) + b, FAMILY.size * term(times) + value)
        yield f"{name}, column", equal(value, FAMILY.width * term(value // FAMILY.width) + column)


def sent(prover: Prover) -> Theorem:
    """The reference's own client."""
    claim = Ground(
        "sketch.range-sent",
        "a person reports on a level that is drawn, and says the column of the interval there that the item is in",
        "2 levels, all 4 items, affine hashes with P = 5 and w = 2, k-ary responses, coins that let the truth be told",
        lambda: sent_cases(0),
        lambda: sent_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def collected(prover: Prover) -> Theorem:
    """The reference's own collectors and answers."""
    claim = Ground(
        "sketch.range-answered",
        "over all hashes and reports the answer about a range grows by 1 on average with a person in the range, and by 0 "
        "with another",
        "4 ranges of 4 items, two of the items, affine hashes with P = 5 and w = 2, k-ary responses",
        lambda: answered_cases(0),
        lambda: answered_cases(1),
    )
    return prover.theorem(claim, ByRecord())
