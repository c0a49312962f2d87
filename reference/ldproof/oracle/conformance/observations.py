"""What is looked at in an output, with its exact law; of outputs too many to list, the law of a part."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import combinations, pairwise, product
from math import comb, perm
from typing import TypeAlias

from ldproof.counting import mechanism as counting
from ldproof.counting.future_rand import FutureRand, find_level
from ldproof.counting.loloha import cells_likelihood, own_probability
from ldproof.counting.mechanism import Counting, DBitFlip, Loloha, Memoized
from ldproof.counting.memoized import memoized_likelihood
from ldproof.errors import Reason, Refused
from ldproof.evidence.goodness_of_fit import Tilt, law_capital, tilted_capital, tilts_of_law
from ldproof.mechanisms import from_text, to_text
from ldproof.numbers import Ball, Enclosure, Exact, Real, lift, like
from ldproof.oracle.steps import reports_and_dummy_rate
from ldproof.registry import AnyMechanism
from ldproof.results import enclosed_answer
from ldproof.rounds import NULL, lie, truth
from ldproof.shots import privacy as shots
from ldproof.shots.mechanism import Shots
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary, hadamard_bit
from ldproof.sketch.mechanism import Reporting
from ldproof.sketch.plan import Rows

# What is looked at in an output, each with its exact law: the output, its places, pairs of these, and their sum.

DIGITS = 30
"""Decimal digits of the upper bounds on irrational probabilities."""

MOST_OUTPUTS = 1 << 12
"""The most outputs whose law is listed."""

MOST_TOGETHER = 64
"""The most outputs that are counted one by one."""

MOST_PAIRED = 8
"""Up to this many places, all pairs are observed; beyond it, neighbouring ones."""

MOST_IN_A_ROW, MOST_VALUES = 4, 8
"""The most statistics that are observed in two draws together, and the most values of each."""

InRounds: TypeAlias = Shots | Counting | Memoized
"""The mechanisms that report in rounds."""

Statistic = Callable[[str], str]

Chances = Mapping[str, Fraction]
"""Upper bounds of probabilities, larger than these by 10^-25 at most."""


NOT_BET_ON = ""
"""The value of a statistic for an output that is not bet on; whether it is depends on the output's public part."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A statistic of an output, and its law."""

    name: str
    statistic: Statistic
    chances: Chances
    twice: bool = False
    """Whether it is read off two draws in a row, each on a line."""
    tilts: Sequence[Tilt] = ()
    """Bets on the mean of a number; without them the bets are on its law."""

    def capital(self, counts: Mapping[str, int]) -> Ball | None:
        """Return the final capital of a capital of 1, from counts of values; None if a value has probability 0."""
        return tilted_capital(self.tilts, counts) if self.tilts else law_capital(self.chances, counts)

    def count_values(self, outputs: Mapping[str, int]) -> Counter[str]:
        """Count the values of the statistic, in the draws that it is bet on."""
        found: Counter[str] = Counter()
        for output, often in outputs.items():
            found[self.statistic(output)] += often
        del found[NOT_BET_ON]
        return found

    def outcome_of(self, value: str) -> str:
        """The outcome that has a probability."""
        return value


def listed_law(mechanism: AnyMechanism, secret: str) -> Chances:
    """The law of the outputs as texts; refused where these are too many."""
    person, space = from_text(mechanism.secrets, secret), mechanism.outputs
    bound = cache(rational_upper_bound)  # many outputs have the same probability
    return {to_text(space, each): bound(mechanism.likelihood(person, each)) for each in space}


def rational_upper_bound(chance: Real) -> Fraction:
    """A probability as a fraction if it is rational; otherwise a bound just above it, at most 1."""
    found = enclosed_answer(chance, DIGITS)
    if isinstance(found, Enclosure):
        return min(Fraction(found.upper), Fraction(1))
    return Fraction(str(found))


def output_observations(chances: Chances, parts: Sequence[str] = ()) -> Iterator[Observation]:
    """The observations of outputs that have a listed law; their parts may have names."""
    if len(chances) <= MOST_TOGETHER:
        yield Observation("the output", str, chances)
    wide = {len(split_parts(output)) for output in chances}
    if len(wide) == 1 and (places := min(wide)) > 1:
        for statistic, name in place_statistics(places, parts):
            yield Observation(name, statistic, pushforward_law(chances, statistic))


def paired_observations(observed: Sequence[Observation]) -> Iterator[Observation]:
    """Some observations of two draws in a row, which are independent."""
    few = [each for each in observed if len(each.chances) <= MOST_VALUES]
    for each in [*few[: MOST_IN_A_ROW - 1], *few[MOST_IN_A_ROW - 1 :][-1:]]:
        chances = product_law([each.chances, each.chances], " then ")
        yield Observation(
            f"{each.name} of two draws in a row", statistic_of_each(each.statistic), chances, twice=True
        )


def statistic_of_each(statistic: Statistic) -> Statistic:
    """A statistic of each of two outputs."""
    return lambda draws: " then ".join(map(statistic, draws.split("\n")))


def place_statistics(places: int, parts: Sequence[str] = ()) -> Iterator[tuple[Statistic, str]]:
    """The statistics of an output of some places: each, pairs of them, and without names the number of ones."""
    for index in range(places):
        yield part_at(index), f"the output's {parts[index]}" if parts else f"place {index + 1}"
    pairs: Iterable[tuple[int, int]] = combinations(range(places), 2)
    if places > MOST_PAIRED:
        pairs = ((index, index + 1) for index in range(places - 1))
    for one, other in pairs:
        name = (
            f"the output's {parts[one]} and {parts[other]}" if parts else f"places {one + 1} and {other + 1}"
        )
        yield pair_of(part_at(one), part_at(other)), name
    if not parts:
        yield count_ones, "the number of ones"


def part_names(mechanism: AnyMechanism) -> Sequence[str]:
    """The names of an output's parts: of a sketch with sampled rows, unless these are rows of bits."""
    if not (isinstance(mechanism, Reporting) and mechanism.outputs.sampled):
        return ()
    match mechanism.channel:
        case Hadamard():
            return ("row", "place", "sign")
        case Kary():
            return ("row", "column")
        case _:
            return ()


REMEMBERED = 1 << 10
"""How many outputs are cached, in parts: each is the argument of many statistics."""


@lru_cache(REMEMBERED)
def split_parts(output: str) -> Sequence[str]:
    """The parts of an output: between its separators, or the characters; the brackets of a list are none."""
    inside = output.strip("[]")
    return re.split("[:,;]", inside) if ":" in inside or "," in inside or ";" in inside else inside


def part_at(index: int) -> Statistic:
    """The statistic that is the part at an index."""
    return lambda output: split_parts(output)[index]


row_part = part_at(0)
"""The row of an output that names one."""


def count_ones(output: str) -> str:
    """The number of parts that are 1, as a text."""
    return str(split_parts(output).count("1"))


def pushforward_law(chances: Chances, statistic: Statistic) -> Chances:
    """The law of a statistic of an output."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for output, chance in chances.items():
        found[statistic(output)] += chance
    return cap_at_one(found)


def cap_at_one(chances: Chances) -> Chances:
    """Replace bounds of probabilities that are above 1 by 1."""
    return {seen: min(chance, Fraction(1)) for seen, chance in chances.items()}


# The law of a part of an output, where all outputs are too many to list: of one round, of two, of a bit of a row.

MOST_CASES = 1 << 14
"""The most cases, times the rounds, over which the law of a number of ones is summed."""

PLACES = 24
"""The most rounds or columns that are observed, from the first to the last."""

ELSEWHERE = "that of another row"
"""The value of a row's statistic for an output of another row."""

ANOTHER_PLACE = "that of another place"
"""The value of a place's statistic for an output with another place."""

OWN_COLUMN = "the column"
"""The name of the observation of whether a k-ary report is about its own column."""

MOST_SUMMED = 16
"""The most bits of a sketch whose number of ones is observed."""


def mechanism_observations(mechanism: AnyMechanism, secret: str) -> Iterator[Observation]:
    """The observations of outputs, or of parts where these are too many to list; refused if no part is known."""
    if has_few_outputs(mechanism):
        yield from output_observations(listed_law(mechanism, secret), part_names(mechanism))
        if isinstance(mechanism, Reporting) and has_parts_of_many(mechanism):
            yield from sampled_row_observations(mechanism, secret)
        if isinstance(mechanism, Reporting) and is_own_column(mechanism):
            yield from column_observations(mechanism.channel, mechanism.secrets.read(secret))
    elif isinstance(mechanism, InRounds):
        yield from round_observations(mechanism, secret)
        yield from count_observations(mechanism, secret)
    elif isinstance(mechanism, Loloha):
        yield from cell_observations(mechanism, mechanism.secrets.read(secret))
    elif isinstance(mechanism, DBitFlip):
        yield from kept_bit_observations(mechanism, mechanism.secrets.read(secret))
    elif isinstance(mechanism, FutureRand):
        yield from future_rand_observations(mechanism, secret)
    elif isinstance(mechanism, Reporting) and isinstance(mechanism.channel, Unary):
        yield from unary_observations(mechanism, mechanism.channel, secret)
    elif isinstance(mechanism, Reporting) and mechanism.outputs.sampled:
        yield from sampled_row_observations(mechanism, secret)
    elif isinstance(mechanism, Reporting) and is_own_column(mechanism):
        yield from column_observations(mechanism.channel, mechanism.secrets.read(secret))
    else:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES, "too many outputs to list", f"parameters with {MOST_OUTPUTS} at most"
        )


ANOTHER_LEVEL = "that of another level"
"""The value of a level's statistic for an output of another level."""


def future_rand_observations(mechanism: FutureRand, secret: str) -> Iterator[Observation]:
    """The observations of the level, of some rounds, and of the number of flips at each level."""
    states, levels = mechanism.secrets.read(secret), range(mechanism.levels)

    def level_of(sent: str) -> int | None:
        return find_level(mechanism.outputs.read(sent))

    share = Fraction(1, mechanism.levels)
    yield Observation("the level", lambda sent: str(level_of(sent)), {str(each): share for each in levels})
    for place in spread_places(mechanism.T):
        one, some = mechanism.sent_probability(states, place + 1), mechanism.reporting_probability(place + 1)
        chances = {"0": some - one, "1": one, NULL: 1 - some}
        yield Observation(f"place {place + 1}", part_at(place), {key: p for key, p in chances.items() if p})
    for level in levels:

        def count_flips(sent: str, level: int = level) -> str:
            if level_of(sent) != level:
                return ANOTHER_LEVEL
            return str(mechanism.count_flips(states, mechanism.outputs.read(sent), level))

        law = {str(flips): share * chance for flips, chance in enumerate(mechanism.flips_law(states, level))}
        yield Observation(f"flips at level {level}", count_flips, {**law, ANOTHER_LEVEL: 1 - share})


def is_own_column(sketch: Reporting) -> bool:
    """Whether an output is one column, under a hash that nobody else has."""
    return sketch.rows is Rows.OWN and isinstance(sketch.channel, Kary)


def places_left_out(mechanism: AnyMechanism) -> Iterator[str]:
    """The sentences on the places of an output that no observation is of alone."""
    if isinstance(mechanism, InRounds | Loloha | DBitFlip | FutureRand):
        yield from some_alone("rounds", mechanism.T)
    if isinstance(mechanism, DBitFlip):
        yield from some_alone("cells", mechanism.w)
    if not isinstance(mechanism, Reporting):
        return
    match mechanism.channel:
        case Hadamard() as channel if (size := places_together(channel)) > 1:
            yield f"its sign was tested at {size} places together, so that one of these may be wrong"
        case Unary() as channel:
            yield from some_alone("columns", channel.width)
        case Kary() as channel if channel.width > MOST_TOGETHER:
            yield f"{channel.width:,} columns were tested together, so that one of them may be wrong"
        case _:
            pass
    yield from some_alone("rows", mechanism.d)


def some_alone(what: str, count: int) -> Iterator[str]:
    """The sentence that only some places are observed one by one, if that is so."""
    chosen = len(spread_places(count))
    if chosen < count:
        yield f"{chosen} of {count:,} {what} were tested one by one, so that another one may be wrong"


def has_few_outputs(mechanism: AnyMechanism) -> bool:
    """Whether outputs are so few that all are listed."""
    try:
        return all(number < MOST_OUTPUTS for number, _ in enumerate(mechanism.outputs))
    except Refused:
        return False


def has_parts_of_many(mechanism: Reporting) -> bool:
    """Whether listed outputs are observed in parts, too: where each of them would take many draws."""
    channel = mechanism.channel
    return isinstance(channel, Hadamard) or (isinstance(channel, Kary) and channel.width > MOST_TOGETHER)


def spread_places(count: int) -> list[int]:
    """At most `PLACES` + 1 of some places, evenly spaced, the first and the last among them."""
    step = max(1, -(-count // PLACES))
    return sorted({*range(0, count, step), count - 1})


def round_observations(mechanism: InRounds, secret: str) -> Iterator[Observation]:
    """The observations of single rounds and of pairs, some of each."""
    states = mechanism.secrets.read(secret)
    chosen = spread_places(len(states))
    for one in chosen:
        yield Observation(f"place {one + 1}", part_at(one), few_rounds_law(mechanism, states, (one,)))
    for one, other in pairwise(chosen):
        name = f"places {one + 1} and {other + 1}"
        yield Observation(
            name, pair_of(part_at(one), part_at(other)), few_rounds_law(mechanism, states, (one, other))
        )


MOST_DISTANCES = 16
"""The most groups of distances between a report and its cell."""


def cell_observations(mechanism: Loloha, cells: Sequence[int]) -> Iterator[Observation]:
    """The observations of how far reports are from their cells, and of pairs of rounds, some of them with equal cells.

    What is kept shows in rounds with equal cells: how often both reports are the same.
    """
    chosen, w = spread_places(len(cells)), mechanism.w
    for place in chosen:
        groups = Counter(1 + (MOST_DISTANCES - 1) * (far - 1) // (w - 1) for far in range(1, w))
        high = own_probability(mechanism.first_odds, w)
        chances = {str(group): (1 - high) * size / (w - 1) for group, size in groups.items()}
        statistic = distance_group(place, cells[place], w)
        yield Observation(f"the distance in round {place + 1}", statistic, {"0": high, **chances})
    for pair in compared_rounds(cells):
        name = f"rounds {pair[0] + 1} and {pair[1] + 1}"
        yield Observation(name, judge_pair(pair, cells), pair_law(mechanism, cells, pair))


def compared_rounds(cells: Sequence[int]) -> list[tuple[int, int]]:
    """Some pairs of rounds: neighbours among those that are observed alone, and pairs with equal cells."""
    ends = {(cells.index(cell), max(t for t, each in enumerate(cells) if each == cell)) for cell in {*cells}}
    equal = sorted((one, other) for one, other in ends if one < other)
    return sorted({*pairwise(spread_places(len(cells))), *equal[:MOST_DISTANCES]})


def kept_bit_observations(mechanism: DBitFlip, cells: Sequence[int]) -> Iterator[Observation]:
    """The observations of bits about some cells, of the bit about a round's own, and of whether rounds have equal rows."""
    w, d, excess = mechanism.w, mechanism.d, mechanism.bit_odds - 1
    share, right, wrong = Fraction(d, w), truth(excess), lie(excess)
    read = lru_cache(REMEMBERED)(mechanism.outputs.read)

    def bit_of(sent: str, t: int, cell: int) -> str:
        drawn, rows = read(sent)
        return str(rows[t][drawn.index(cell)]) if cell in drawn else NULL

    def compare_rows(sent: str, one: int, other: int) -> str:
        _, rows = read(sent)
        return "same" if rows[one] == rows[other] else "different"

    seen = {(0, cell) for cell in spread_places(w)} | {(t, cells[t]) for t in spread_places(len(cells))}
    for t, cell in sorted(seen):
        of_one = right if cell == cells[t] else wrong
        chances = {"0": share * (1 - of_one), "1": share * of_one} | ({NULL: 1 - share} if d < w else {})
        yield Observation(f"cell {cell} in round {t + 1}", partial(bit_of, t=t, cell=cell), chances)
    # Let two rounds have different cells. Their bits about one of these agree with the first probability, and those about
    # another cell with the second.
    own_same, other_same = 2 * right * wrong, right**2 + wrong**2
    drawn_cells = counting.hypergeometric_law(w, 2, d).probabilities
    same = sum(
        (chance * own_same**own * other_same ** (d - own) for own, chance in drawn_cells.items()),
        start=Fraction(0),
    )
    for one, other in compared_rounds(cells):
        equal = cells[one] == cells[other]
        chances = {"same": Fraction(1)} if equal else {"same": same, "different": 1 - same}
        name = f"rounds {one + 1} and {other + 1}"
        yield Observation(name, partial(compare_rows, one=one, other=other), chances)


def distance_group(place: int, cell: int, w: int) -> Statistic:
    """The statistic of how far a report is from its cell modulo w, in groups; 0 is the cell alone."""

    def group(sent: str) -> str:
        far = (int(split_parts(sent)[place]) - cell) % w
        return str(1 + (MOST_DISTANCES - 1) * (far - 1) // (w - 1)) if far else "0"

    return group


def judge_pair(pair: tuple[int, int], cells: Sequence[int]) -> Statistic:
    """The statistic of which of two reports are their cells, and whether they are the same."""

    def judge(sent: str) -> str:
        parts = split_parts(sent)
        own = [str(int(int(parts[place]) == cells[place])) for place in pair]
        return " ".join((*own, "same" if parts[pair[0]] == parts[pair[1]] else "different"))

    return judge


def pair_law(mechanism: Loloha, cells: Sequence[int], pair: tuple[int, int]) -> Chances:
    """The law of `judge_pair`. Cells other than those of both rounds are alike, so that few reports stand for all."""
    inside, w = [cells[place] for place in pair], mechanism.w
    alike = [cell for cell in range(min(w, 4)) if cell not in inside]
    named = dict.fromkeys([*inside, *alike[:2]])
    others = w - len({*inside})
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for reports in product(named, repeat=2):
        fresh = [report for report in dict.fromkeys(reports) if report not in inside]
        if fresh != alike[: len(fresh)]:
            continue
        chance = cells_likelihood(inside, reports, w, mechanism.kept_odds, mechanism.first_odds)
        own = [str(int(report == cell)) for report, cell in zip(reports, inside, strict=True)]
        same = "same" if reports[0] == reports[1] else "different"
        found[" ".join((*own, same))] += chance * perm(others, len(fresh))
    return found


def count_observations(mechanism: InRounds, secret: str) -> Iterator[Observation]:
    """The observations of the number of ones, or where NULL is sent of reports, in some parts of the rounds.

    Which rounds report is drawn, so that an uneven choice shows in parts and hardly in single rounds; a choice by
    parity shows in every second round.
    """
    states = mechanism.secrets.read(secret)
    T = len(states)
    ends = {
        "the first half of the rounds": range(T // 2),
        "the first quarter": range(T // 4),
        "every second round": range(0, T, 2),
    }
    for name, places in ends.items():
        if not places:
            continue
        if has_null(mechanism):
            share = Fraction(len(places), T)
            statistic = count_of("01", places)
            yield Observation(f"reports in {name}", statistic, {"0": 1 - share, "1": share})
            continue
        chances = partial_count_law(mechanism, T, [states[each] for each in places])
        yield from number_and_quarters(f"ones in {name}", count_of("1", places), chances)
    yield from state_observations(mechanism, states)


def state_observations(mechanism: InRounds, states: Sequence[int]) -> Iterator[Observation]:
    """The observations of the number of ones in the rounds of each state, and of the rounds sent as their state is.

    A program that reports the state of another round is nearly right in each round; all rounds together show it.
    """
    T = len(states)
    for state in sorted({*states}):
        places = [place for place in range(T) if states[place] == state]
        chances = partial_count_law(mechanism, T, [state] * len(places))
        name = f"ones in the rounds whose state is {state}"
        yield from number_and_quarters(name, count_of("1", places), chances)

    def count_true(sent: str) -> str:
        pairs = zip(split_parts(sent), states, strict=True)
        return str(sum(part == str(state) for part, state in pairs))

    chances = partial_count_law(mechanism, T, states, as_states=True)
    yield from number_and_quarters("rounds that are sent as their state is", count_true, chances)


def number_and_quarters(name: str, count: Statistic, chances: Chances | None) -> Iterator[Observation]:
    """The observations of a number, of its quartile, and of its mean; none without a law.

    If a number has many values, small deviations show after fewer draws in its quartile and its mean.
    """
    if chances is None:
        return
    yield Observation(name, count, chances)
    if len(chances) <= MOST_VALUES:
        return
    quarters: defaultdict[int, list[str]] = defaultdict(list)
    below = Fraction(0)
    for value, chance in chances.items():
        quarters[min(3, int(4 * below))].append(value)
        below += chance
    ranges = {value: f"{each[0]} to {each[-1]}" for each in quarters.values() for value in each}
    yield Observation(
        f"{name}, in quarters", lambda sent: ranges[count(sent)], pushforward_law(chances, ranges.__getitem__)
    )
    yield Observation(f"{name}, on average", count, chances, tilts=tilts_of_law(chances))


def count_of(wanted: str, places: Sequence[int]) -> Statistic:
    """The statistic that counts the places, among some, with one of these characters."""
    return lambda sent: str(sum(split_parts(sent)[each] in wanted for each in places))


def partial_count_law(
    mechanism: InRounds, T: int, states: Sequence[int], *, as_states: bool = False
) -> Chances | None:
    """The law of the number of ones in a part of the rounds, or of the rounds of it that are sent as their state is.

    None if there are too many cases.
    """
    if isinstance(mechanism, Memoized):
        return memoized_count_law(mechanism, states, as_states=as_states)
    m, r = reports_and_dummy_rate(mechanism)
    size, states_of_one = len(states), sum(states)
    states_of_zero = size - states_of_one
    cases = [
        (own, others)
        for own in range(min(m, states_of_one) + 1)
        for others in range(min(m - own, states_of_zero) + 1)
        if m - own - others <= T - size
    ]
    if len(cases) * size > MOST_CASES:
        return None
    excess = mechanism.budget.report_excess()
    true, false = (rational_upper_bound(lift(chance, excess)) for chance in (truth, lie))
    right, wrong, one = (true, false), (false, true), (r, 1 - r)
    zero = one[::-1] if as_states else one
    if has_null(mechanism):
        zero = one
    found = [0] * (size + 1)
    for own, others in cases:
        drawn = comb(states_of_one, own) * comb(states_of_zero, others) * comb(T - size, m - own - others)
        groups = [
            (own, right),
            (others, right if as_states else wrong),
            (states_of_one - own, one),
            (states_of_zero - others, zero),
        ]
        add_fixed_law(found, fixed_count_law(groups), Fraction(drawn, comb(T, m)))
    return law_of_fixed(found)


def memoized_count_law(mechanism: Memoized, states: Sequence[int], *, as_states: bool) -> Chances | None:
    """The law of the number of ones in rounds with these states, or of the rounds that are sent as their state is.

    None if there are too many rounds. Given what is kept for each state, the rounds are independent.
    """
    if len(states) > MOST_SUMMED_ROUNDS:
        return None
    excess, found = mechanism.repeated_excess, [0] * (len(states) + 1)
    for kept in product((0, 1), repeat=2):
        share, groups = Fraction(1), []
        for state, bit in enumerate(kept):
            one = mechanism.kept_probability(state)
            share *= one if bit else 1 - one
            counted = bit == state if as_states else bit
            chances = (truth(excess), lie(excess))
            groups.append((states.count(state), chances if counted else chances[::-1]))
        add_fixed_law(found, fixed_count_law(groups), share)
    return law_of_fixed(found)


def add_fixed_law(found: list[int], law: Sequence[int], share: Fraction) -> None:
    """Add a share of a law, rounded up."""
    for count, chance in enumerate(law):
        found[count] -= -chance * share.numerator // share.denominator


def law_of_fixed(found: Sequence[int]) -> Chances:
    """The law of a number from its probabilities in units of 1/`FIXED`, which were rounded up."""
    return cap_at_one({str(count): Fraction(chance, FIXED) for count, chance in enumerate(found)})


MOST_SUMMED_ROUNDS = 1000
"""The most rounds whose number of ones has a law that is summed up."""

FIXED = 1 << 256
"""The denominator of probabilities that are rounded up."""


def fixed_count_law(groups: Sequence[tuple[int, tuple[Fraction, Fraction]]]) -> list[int]:
    """The law of the number of ones among independent coins, as numerators that are rounded up.

    Each group is a number of equal coins, and bounds of their probabilities of 1 and of 0.
    """
    found = [FIXED]
    for size, (one, zero) in groups:
        group = [
            -(-FIXED * comb(size, each) * one**each * zero ** (size - each) // 1) for each in range(size + 1)
        ]
        found = [
            -(
                -sum(
                    found[each] * group[count - each]
                    for each in range(max(0, count - size), min(count, len(found) - 1) + 1)
                )
                // FIXED
            )
            for count in range(len(found) + size)
        ]
    return found


def state_effect(mechanism: InRounds) -> tuple[Fraction, Fraction]:
    """The probability of a 1 in a round of state 1, and its difference to the one in a round of state 0."""
    of_zero, of_one = (few_rounds_law(mechanism, [state] * mechanism.T, (0,))["1"] for state in (0, 1))
    return of_one, of_one - of_zero


def few_rounds_law(mechanism: InRounds, states: Sequence[int], seen: Sequence[int]) -> Chances:
    """The law of what is sent in a few of the rounds: how many of these report is hypergeometric."""
    inside, T, size = [states[each] for each in seen], len(states), len(seen)
    if isinstance(mechanism, Memoized):
        kept = mechanism.permanent, mechanism.kept_odds, mechanism.first_odds
        return {
            " ".join(map(str, sent)): memoized_likelihood(inside, sent, *kept)
            for sent in product((0, 1), repeat=size)
        }
    m, r = reports_and_dummy_rate(mechanism)
    silent = has_null(mechanism)
    shares = {
        reports: Fraction(comb(size, reports) * comb(T - size, m - reports), comb(T, m))
        for reports in range(min(size, m) + 1)
    }

    def sent_probability(sent: tuple[str, ...], excess: Exact) -> Exact:
        found = excess * 0
        for reports, share in shares.items():
            if not silent:
                bits = [int(each) for each in sent]
                given = shots.transcript_likelihood(inside, bits, reports, like(excess, r), excess)
            elif reports:
                said = [None if each == NULL else int(each) for each in sent]
                given = counting.transcript_likelihood(inside, said, excess, None, reports)
            else:
                given = like(excess, int({*sent} == {NULL}))
            found += given * share.numerator / share.denominator
        return found

    excess = mechanism.budget.report_excess()
    return {
        " ".join(sent): rational_upper_bound(lift(partial(sent_probability, sent), excess))
        for sent in product("01" + NULL if silent else "01", repeat=size)
    }


def has_null(mechanism: InRounds) -> bool:
    """Whether NULL is sent in the rounds without a report."""
    return isinstance(mechanism, Counting) and mechanism.silent


def sampled_row_observations(mechanism: Reporting, secret: str) -> Iterator[Observation]:
    """The observations of a sampled row, of its public part, and of whether this is about its own column.

    A public part is uniform: its bits and its sixteenths are looked at, so that one drawn from too few bytes shows.
    """
    columns, channel = from_text(mechanism.secrets, secret), mechanism.channel
    yield Observation("the row", row_part, uniform_law(len(columns)))
    if isinstance(channel, Hadamard):
        yield from hadamard_observations(channel, columns)
        return
    yield from column_observations(channel, columns)


def column_observations(channel: Channel, columns: Sequence[int]) -> Iterator[Observation]:
    """The observations of whether a column is its own, also by the sampled row if there are several, and how far off."""
    width, rows = channel.width, len(columns)
    other, own_or_not = rational_upper_bound((1 - channel.high) / (width - 1)), own_column_law(channel)

    distance, judge_column = column_distance(columns), column_judgement(columns)
    yield Observation(OWN_COLUMN, judge_column, own_or_not)
    if rows > 1:
        yield from row_observations(OWN_COLUMN, judge_column, own_or_not, rows)
    weights = [own_or_not["its own"], *[other] * (width - 1)]
    yield from number_observations(
        "the distance from the own column", lambda sent: distance(sent) % width, range(width), weights
    )


def column_distance(columns: Sequence[int]) -> Callable[[str], int]:
    """The function that returns by how much the column of a k-ary report exceeds the user's own."""

    def read_distance(sent: str) -> int:
        row, _, column = sent.rpartition(":")
        return int(column) - columns[int(row or 0)]

    return read_distance


def column_judgement(columns: Sequence[int]) -> Statistic:
    """The statistic of whether a k-ary report is about the user's own column."""
    distance = column_distance(columns)
    return lambda sent: "another" if distance(sent) else "its own"


def own_column_law(channel: Channel) -> Chances:
    """The law of whether a k-ary report is its own column."""
    return {"its own": rational_upper_bound(channel.high), "another": rational_upper_bound(1 - channel.high)}


def hadamard_observations(channel: Hadamard, columns: Sequence[int]) -> Iterator[Observation]:
    """The observations of the place, which is public, and of whether the sign at it is right.

    Row, place and rightness are independent: noise that depends on the row, on the place, or on a bit of it, shows
    where both are looked at together. Of many places, some in a row are taken together.
    """
    places, sent_place = public_places(channel), sent_number(1)
    right, judge_sign = right_sign_law(channel), sign_judgement(columns)
    yield Observation("the sign", judge_sign, right)
    yield from row_observations("the sign", judge_sign, right, len(columns))
    size = places_together(channel)
    for first in places[::size]:
        last = min(first + size, places.stop) - 1
        share = Fraction(last + 1 - first, len(places))
        inside = {value: share * chance for value, chance in right.items()}
        yield Observation(
            f"the sign at place {first}" if first == last else f"the sign at places {first} to {last}",
            seen_in_range(sent_place, range(first, last + 1), judge_sign),
            {**inside, ANOTHER_PLACE: 1 - share},
        )
    for bit in range((channel.width - 1).bit_length()):
        upper = Fraction(sum(place >> bit & 1 for place in places), len(places))
        yield Observation(
            f"bit {bit} of the place, and the sign",
            pair_of(statistic_of_number(sent_place, bit_of(bit)), judge_sign),
            product_law([{"1": upper, "0": 1 - upper}, right]),
        )
    yield from number_observations("the place", sent_place, places, [Fraction(1, len(places))] * len(places))


def right_sign_law(channel: Hadamard) -> Chances:
    """The law of whether the sign of a Hadamard report is right."""
    return {
        "right": rational_upper_bound(truth(channel.excess)),
        "wrong": rational_upper_bound(lie(channel.excess)),
    }


def sign_judgement(columns: Sequence[int]) -> Statistic:
    """The statistic of whether the sign of a Hadamard report is right."""

    def judge_sign(sent: str) -> str:
        row, at, said = (int(each) for each in split_parts(sent)[:3])
        return "right" if said == hadamard_bit(at, columns[row]) else "wrong"

    return judge_sign


def sent_number(index: int) -> Callable[[str], int]:
    """The function that reads a part of an output as a number."""
    return lambda sent: int(split_parts(sent)[index])


def public_places(channel: Hadamard) -> range:
    """The places that a Hadamard report may name."""
    return range(channel.skip, channel.width)


def places_together(channel: Hadamard) -> int:
    """The number of neighbouring places at which the sign is observed together."""
    return -(-len(public_places(channel)) // MOST_TOGETHER)


def seen_in_range(read: Callable[[str], int], inside: range, statistic: Statistic) -> Statistic:
    """A statistic of the outputs with a number in a range."""
    return lambda sent: statistic(sent) if read(sent) in inside else ANOTHER_PLACE


def uniform_law(count: int) -> Chances:
    """The uniform law on 0, ..., count - 1, as texts."""
    return {str(each): Fraction(1, count) for each in range(count)}


def row_observations(name: str, statistic: Statistic, chances: Chances, rows: int) -> Iterator[Observation]:
    """The observations of something that does not depend on the sampled row, in one row each.

    Each row has few values: those of all rows together would take many more draws.
    """
    share = Fraction(1, rows)
    for number in spread_places(rows):
        inside = {value: share * chance for value, chance in chances.items()}
        yield Observation(
            f"{name} in row {number}",
            seen_in_row(number, statistic),
            {**inside, ELSEWHERE: 1 - share},
        )


def seen_in_row(number: int, statistic: Statistic) -> Statistic:
    """A statistic of the outputs of one row."""
    return lambda sent: statistic(sent) if row_part(sent) == str(number) else ELSEWHERE


def number_observations(
    name: str, read: Callable[[str], int], values: range, weights: Sequence[Fraction]
) -> Iterator[Observation]:
    """The observations of the sixteenth that a number is in, and of each of its bits."""
    parts: dict[str, Callable[[int], int]] = {
        f"{name}, in sixteenths": lambda value: 16 * value // values.stop
    }
    for bit in range((values.stop - 1).bit_length()):
        parts[f"bit {bit} of {name}"] = bit_of(bit)
    for title, part in parts.items():
        chances: defaultdict[str, Fraction] = defaultdict(Fraction)
        together = Counter((part(value), weight) for value, weight in zip(values, weights, strict=True))
        for (seen, weight), count in together.items():
            chances[str(seen)] += weight * count
        yield Observation(title, statistic_of_number(read, part), cap_at_one(chances))


def bit_of(bit: int) -> Callable[[int], int]:
    """The function that returns a given bit of a number, the lowest being 0."""
    return lambda value: value >> bit & 1


def statistic_of_number(read: Callable[[str], int], part: Callable[[int], int]) -> Statistic:
    """The statistic that is computed from a number in an output."""
    return lambda sent: str(part(read(sent)))


def pair_of(one: Statistic, other: Statistic) -> Statistic:
    """The statistic that is a pair of statistics."""
    return lambda sent: f"{one(sent)} {other(sent)}"


def unary_observations(mechanism: Reporting, channel: Unary, secret: str) -> Iterator[Observation]:
    """The observations of the sampled row, of the bit of its own column, and of some other bits.

    Bits are independent given the row: two that are not show in neighbours, in how many of some columns are set, and
    in the rows' own bits together.
    """
    columns, width = from_text(mechanism.secrets, secret), channel.width
    own = {"1": rational_upper_bound(channel.high), "0": rational_upper_bound(1 - channel.high)}
    other = {"1": rational_upper_bound(channel.low), "0": rational_upper_bound(1 - channel.low)}
    if mechanism.outputs.sampled:

        def own_bit(sent: str) -> str:
            return split_parts(sent)[1 + columns[int(row_part(sent))]]

        yield Observation("the row", row_part, uniform_law(len(columns)))
        yield Observation("its own bit", own_bit, own)
        yield from row_observations("its own bit", own_bit, own, len(columns))
        yield from bit_observations(columns, width, (own, other), 1)
        return
    at = [number * width + column for number, column in enumerate(columns)]
    for one, following in pairwise(spread_places(len(columns))):
        name = f"the own bits of rows {one} and {following}"
        yield Observation(name, pair_of(part_at(at[one]), part_at(at[following])), product_law([own, own]))
    first = at[:MOST_SUMMED]
    yield Observation(
        f"ones among the own bits of {len(first)} rows", count_of("1", first), sum_law([own] * len(first))
    )
    for number, column in enumerate(columns):
        yield from bit_observations([column], width, (own, other), number * width)


def bit_observations(
    columns: Sequence[int], width: int, laws: tuple[Chances, Chances], start: int
) -> Iterator[Observation]:
    """The observations of some bits of a row from part `start`; each column is its own with equal probability."""
    own, other = laws

    def average_law(law_of: Callable[[Sequence[Chances]], Chances], seen: Sequence[int]) -> Chances:
        found: defaultdict[str, Fraction] = defaultdict(Fraction)
        for mine, count in Counter(tuple(each == column for each in seen) for column in columns).items():
            for text, chance in law_of([own if each else other for each in mine]).items():
                found[text] += chance * count / len(columns)
        return cap_at_one(found)

    for column in spread_places(width):
        yield Observation(
            f"place {start + column + 1}",
            part_at(start + column),
            average_law(lambda each: each[0], (column,)),
        )
    for column in spread_places(width - 1):
        at = start + column
        name = f"places {at + 1} and {at + 2}"
        yield Observation(
            name, pair_of(part_at(at), part_at(at + 1)), average_law(product_law, (column, column + 1))
        )
    first = range(min(width // 2, MOST_SUMMED))
    name = f"ones in places {start + 1} to {start + len(first)}"
    yield Observation(name, count_of("1", [start + each for each in first]), average_law(sum_law, first))


def product_law(laws: Sequence[Chances], between: str = " ") -> Chances:
    """The law of a pair of two independent statistics."""
    one, other = laws
    return {
        f"{first}{between}{second}": chance * other_chance
        for first, chance in one.items()
        for second, other_chance in other.items()
    }


def sum_law(laws: Sequence[Chances]) -> Chances:
    """The law of the number of ones among independent bits."""
    found = [Fraction(1)]
    for each in laws:
        found = [
            before * each["0"] + after * each["1"]
            for before, after in zip([*found, Fraction(0)], [Fraction(0), *found], strict=True)
        ]
    return cap_at_one({str(count): chance for count, chance in enumerate(found)})
