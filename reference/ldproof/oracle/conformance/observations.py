"""What is looked at in an output, with its exact law; of outputs too many to list, the law of a part."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import combinations, pairwise, product
from math import comb

from ldproof.counting import mechanism as counting
from ldproof.counting.mechanism import Counting, Which
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import from_text, to_text
from ldproof.numbers import Enclosure, Exact, Real, lift, like
from ldproof.registry import AnyMechanism
from ldproof.results import enclosed_answer
from ldproof.rounds import lie, truth
from ldproof.shots import privacy as shots
from ldproof.shots.mechanism import Shots
from ldproof.sketch.channels import Hadamard, Unary, hadamard_bit
from ldproof.sketch.mechanism import Reporting

# What is looked at in an output, each with its exact law: the output, its places, pairs of these, and their sum.

DIGITS = 30
"""To which irrational probabilities are bounded from above."""

MOST_OUTPUTS = 1 << 12
"""So many are listed."""

MOST_TOGETHER = 64
"""So many are looked at one by one."""

MOST_PAIRED = 8
"""Of so many places, all pairs are looked at; of more, the neighbouring ones."""

MOST_IN_A_ROW, MOST_VALUES = 4, 8
"""So many things that take so few values are looked at in two draws together."""

Look = Callable[[str], str]

Chances = Mapping[str, Fraction]
"""Upper bounds of probabilities, exact where these are rational."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Something that is read off an output, and the law of it."""

    name: str
    look: Look
    chances: Chances
    twice: bool = False
    """Whether it is read off two draws in a row, each on a line."""

    def tally(self, outputs: Mapping[str, int]) -> Counter[str]:
        """How often each value came."""
        found: Counter[str] = Counter()
        for output, often in outputs.items():
            found[self.look(output)] += often
        return found


def law(mechanism: AnyMechanism, secret: str) -> Chances:
    """The law of the outputs as texts; refused where these are too many."""
    person, space = from_text(mechanism.secrets, secret), mechanism.outputs
    bound = cache(rational_upper_bound)  # many outputs have the same probability
    return {to_text(space, each): bound(mechanism.likelihood(person, each)) for each in space}


def rational_upper_bound(chance: Real) -> Fraction:
    """A probability if it is rational, or else a bound that is hardly larger."""
    found = enclosed_answer(chance, DIGITS)
    if isinstance(found, Enclosure):
        return min(Fraction(found.upper), Fraction(1))
    return Fraction(str(found))


def output_observations(chances: Chances) -> Iterator[Observation]:
    """Everything that is looked at, of outputs with this law."""
    if len(chances) <= MOST_TOGETHER:
        yield Observation("the output", str, chances)
    wide = {len(split_parts(output)) for output in chances}
    if len(wide) == 1 and (places := min(wide)) > 1:
        for look, name in place_looks(places):
            yield Observation(name, look, pushforward_law(chances, look))


def paired_observations(observed: Sequence[Observation]) -> Iterator[Observation]:
    """Some of the same in two draws: they are independent, so that their probabilities are multiplied."""
    few = [each for each in observed if len(each.chances) <= MOST_VALUES]
    for each in [*few[: MOST_IN_A_ROW - 1], *few[MOST_IN_A_ROW - 1 :][-1:]]:
        both = {
            f"{one} then {other}": first * second
            for one, first in each.chances.items()
            for other, second in each.chances.items()
        }
        yield Observation(f"{each.name} of two draws in a row", look_twice(each.look), both, twice=True)


def look_twice(look: Look) -> Look:
    """What is read off each of two outputs."""
    return lambda both: " then ".join(map(look, both.split("\n")))


def place_looks(places: int) -> Iterator[tuple[Look, str]]:
    """Each place, pairs of them, and how many ones there are."""
    for index in range(places):
        yield part_at(index), f"place {index + 1}"
    pairs: Iterable[tuple[int, int]] = combinations(range(places), 2)
    if places > MOST_PAIRED:
        pairs = ((index, index + 1) for index in range(places - 1))
    for one, other in pairs:
        yield pair_at(one, other), f"places {one + 1} and {other + 1}"
    yield count_ones, "the number of ones"


@lru_cache(1 << 10)
def split_parts(output: str) -> Sequence[str]:
    """The parts of an output: between its separators, or the characters; the brackets of a list are none."""
    inside = output.strip("[]")
    return re.split("[:,;]", inside) if ":" in inside or "," in inside or ";" in inside else inside


def part_at(index: int) -> Look:
    """The part at an index."""
    return lambda output: split_parts(output)[index]


row_part = part_at(0)
"""The row of an output that names one."""


def pair_at(one: int, other: int) -> Look:
    """Two parts."""
    return lambda output: f"{split_parts(output)[one]} {split_parts(output)[other]}"


def count_ones(output: str) -> str:
    """How many parts are 1."""
    return str(split_parts(output).count("1"))


def pushforward_law(chances: Chances, look: Look) -> Chances:
    """The law of what is read off an output."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for output, chance in chances.items():
        found[look(output)] += chance
    return {seen: min(chance, Fraction(1)) for seen, chance in found.items()}


# The law of a part of an output, where all outputs are too many to list: of one round, of two, of a bit of a row.

MOST_CASES = 1 << 12
"""Of so many cases at most, times the rounds of a part, the law of its number of ones is added up."""

PLACES = 24
"""So many rounds or columns are looked at, from the first to the last."""

MOST_SUMMED = 16
"""Of so many bits of a sketch, at most, it is looked at how many are 1."""


def mechanism_observations(mechanism: AnyMechanism, secret: str) -> Iterator[Observation]:
    """Everything if it can be listed, or else some parts."""
    if has_few_outputs(mechanism):
        yield from output_observations(law(mechanism, secret))
    elif isinstance(mechanism, Shots | Counting):
        yield from round_observations(mechanism, secret)
        yield from count_observations(mechanism, secret)
    elif isinstance(mechanism, Reporting) and isinstance(mechanism.channel, Unary):
        yield from unary_observations(mechanism, mechanism.channel, secret)
    elif isinstance(mechanism, Reporting) and mechanism.outputs.sampled:
        yield from sampled_row_observations(mechanism, secret)
    else:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES, "too many outputs to list", f"parameters with {MOST_OUTPUTS} at most"
        )


def has_few_outputs(mechanism: AnyMechanism) -> bool:
    """Whether all outputs are listed."""
    try:
        return all(number < MOST_OUTPUTS for number, _ in enumerate(mechanism.outputs))
    except Refused:
        return False


def spread_places(count: int) -> list[int]:
    """Some of so many places."""
    step = max(1, -(-count // PLACES))
    return sorted({*range(0, count, step), count - 1})


def round_observations(mechanism: Shots | Counting, secret: str) -> Iterator[Observation]:
    """Some rounds and pairs of them: the others do not matter but for how many reports are left for these."""
    states = mechanism.secrets.read(secret)
    chosen = spread_places(len(states))
    for one in chosen:
        yield Observation(f"place {one + 1}", part_at(one), few_rounds_law(mechanism, states, (one,)))
    for one, other in pairwise(chosen):
        name = f"places {one + 1} and {other + 1}"
        yield Observation(name, pair_at(one, other), few_rounds_law(mechanism, states, (one, other)))


def count_observations(mechanism: Shots | Counting, secret: str) -> Iterator[Observation]:
    """How many ones, and where NULL is sent how many reports, are in some parts of the rounds.

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
    silence = isinstance(mechanism, Counting) and has_null(mechanism)
    for name, places in ends.items():
        if not places:
            continue
        if silence:
            share = Fraction(len(places), T)
            look = count_of("01", places)
            yield Observation(f"reports in {name}", look, {"0": 1 - share, "1": share})
            continue
        chances = partial_ones_law(mechanism, T, [states[each] for each in places])
        if chances is not None:
            yield Observation(f"ones in {name}", count_of("1", places), chances)


def count_of(wanted: str, places: Sequence[int]) -> Look:
    """How many of some places have one of these characters."""
    return lambda sent: str(sum(split_parts(sent)[each] in wanted for each in places))


def partial_ones_law(mechanism: Shots | Counting, T: int, states: Sequence[int]) -> Chances | None:
    """The law of the number of ones in a part of the rounds; none where there are too many cases."""
    m, r = reports_of(mechanism)
    size, states_of_one = len(states), sum(states)
    cases = [
        (own, others)
        for own in range(min(m, states_of_one) + 1)
        for others in range(min(m - own, size - states_of_one) + 1)
        if m - own - others <= T - size
    ]
    if len(cases) * size > MOST_CASES:
        return None

    def chance(count: int, excess: Exact) -> Exact:
        found = excess * 0
        for own, others in cases:
            drawn = (
                comb(states_of_one, own)
                * comb(size - states_of_one, others)
                * comb(T - size, m - own - others)
            )
            share = Fraction(drawn, comb(T, m))
            coins: list[tuple[int, Exact]] = [
                (own, truth(excess)),
                (others, lie(excess)),
                (size - own - others, like(excess, r)),
            ]
            found += convolution_probability(coins, count, excess) * share.numerator / share.denominator
        return found

    budget = mechanism.parameters.budget
    return {
        str(count): rational_upper_bound(lift(partial(chance, count), budget.report_excess()))
        for count in range(size + 1)
    }


def reports_of(mechanism: Shots | Counting) -> tuple[int, Fraction]:
    """In how many rounds a report is sent, and how probable a one is in the others."""
    if isinstance(mechanism, Shots):
        return mechanism.parameters.m, Fraction(mechanism.parameters.r)
    every = mechanism.parameters.which is Which.BORAPPOR
    return (mechanism.parameters.T if every else 1), Fraction(0)


def convolution_probability(coins: Sequence[tuple[int, Exact]], count: int, one: Exact) -> Exact:
    """The probability that so many of some groups of independent coins come up one."""
    size, chance = coins[0]
    if len(coins) == 1:
        return binomial_chance(size, chance, count)
    found = one * 0
    for here in range(min(size, count) + 1):
        found += binomial_chance(size, chance, here) * convolution_probability(coins[1:], count - here, one)
    return found


def binomial_chance(size: int, chance: Exact, count: int) -> Exact:
    """The probability of so many ones of so many equal coins."""
    if not 0 <= count <= size:
        return chance * 0
    return chance**count * (1 - chance) ** (size - count) * comb(size, count)


def few_rounds_law(mechanism: Shots | Counting, states: Sequence[int], seen: Sequence[int]) -> Chances:
    """The law of what is sent in a few rounds."""
    inside = [states[each] for each in seen]
    alphabet = mechanism.outputs.alphabet if isinstance(mechanism, Counting) and has_null(mechanism) else "01"
    return {
        " ".join(sent): rational_upper_bound(rounds_probability(mechanism, len(states), inside, sent))
        for sent in product(alphabet, repeat=len(seen))
    }


def has_null(mechanism: Counting) -> bool:
    """Whether NULL is sent."""
    return mechanism.parameters.silent


def rounds_probability(
    mechanism: Shots | Counting, T: int, states: Sequence[int], sent: Sequence[str]
) -> Real:
    """The probability of what is sent in a few of T rounds."""
    said = [None if each == "-" else int(each) for each in sent]
    if isinstance(mechanism, Counting):
        return counting_probability(mechanism, T, states, said)
    return shots_probability(mechanism, T, states, [int(each or 0) for each in said])


def shots_probability(mechanism: Shots, T: int, states: Sequence[int], bits: Sequence[int]) -> Real:
    """By how many of these rounds are among the m that report, hypergeometrically."""
    shares = hypergeometric(T, mechanism.parameters.m, len(states))

    def likelihood(r: Exact, excess: Exact) -> Exact:
        return sum(
            (
                shots.transcript_likelihood(states, bits, reports, r, excess)
                * share.numerator
                / share.denominator
                for reports, share in enumerate(shares)
                if share
            ),
            start=excess * 0,
        )

    return lift(likelihood, mechanism.parameters.r, mechanism.parameters.budget.report_excess())


def counting_probability(
    mechanism: Counting, T: int, states: Sequence[int], said: Sequence[int | None]
) -> Real:
    """By whether the one round that reports is among them; or every round does."""
    size, null = len(states), None if has_null(mechanism) else 0

    def likelihood(excess: Exact) -> Exact:
        if mechanism.parameters.which is Which.BORAPPOR:
            return counting.likelihood_every_round(states, [int(each or 0) for each in said], excess)
        none = like(excess, int(all(each == null for each in said)))
        return (counting.transcript_likelihood(states, said, excess, null) * size + none * (T - size)) / T

    return lift(likelihood, mechanism.parameters.budget.report_excess())


def hypergeometric(T: int, m: int, size: int) -> list[Fraction]:
    """With which probability so many of `size` rounds are among m of T."""
    return [
        Fraction(comb(size, reports) * comb(T - size, m - reports), comb(T, m))
        if reports <= m
        else Fraction(0)
        for reports in range(size + 1)
    ]


def sampled_row_observations(mechanism: Reporting, secret: str) -> Iterator[Observation]:
    """The row, and of what is said of it the public part and whether it is said of the own column.

    A public part is uniform: its bits and its sixteenths are looked at, so that one drawn from too few bytes shows.
    """
    columns, channel = from_text(mechanism.secrets, secret), mechanism.channel
    width, rows = channel.width, len(columns)
    yield Observation("the row", row_part, uniform(rows))
    if isinstance(channel, Hadamard):
        yield from hadamard_observations(channel, columns)
        return
    own, other = rational_upper_bound(channel.high), rational_upper_bound((1 - channel.high) / (width - 1))
    own_or_not = {"its own": own, "another": rational_upper_bound(1 - channel.high)}

    def distance(sent: str) -> int:
        row, column = (int(each) for each in split_parts(sent)[:2])
        return (column - columns[row]) % width

    def owned(sent: str) -> str:
        return "another" if distance(sent) else "its own"

    yield Observation("the column", owned, own_or_not)
    yield from row_by_row("the column", owned, own_or_not, rows)
    weights = [own, *[other] * (width - 1)]
    yield from number_observations("the distance from the own column", distance, range(width), weights)


def hadamard_observations(channel: Hadamard, columns: Sequence[int]) -> Iterator[Observation]:
    """The place, which is public, and whether the sign at it is right.

    Row, place and rightness are independent: noise that depends on the row, or on a bit of the place, shows where both
    are looked at together.
    """
    places = range(channel.skip, channel.width)
    right = {
        "right": rational_upper_bound(truth(channel.excess)),
        "wrong": rational_upper_bound(lie(channel.excess)),
    }

    def where(sent: str) -> int:
        return int(split_parts(sent)[1])

    def judged(sent: str) -> str:
        row, at, said = (int(each) for each in split_parts(sent)[:3])
        return "right" if said == hadamard_bit(at, columns[row]) else "wrong"

    yield Observation("the sign", judged, right)
    yield from row_by_row("the sign", judged, right, len(columns))
    upper = Fraction(channel.width // 2, len(places))
    for bit in range((channel.width - 1).bit_length()):
        yield independent(
            f"bit {bit} of the place, and the sign",
            (partial(look_at_number, where, partial(bit_at, bit)), judged),
            ({"1": upper, "0": 1 - upper}, right),
        )
    yield from number_observations("the place", where, places, [Fraction(1, len(places))] * len(places))


def uniform(count: int) -> Chances:
    """The law of one of so many numbers from 0."""
    return {str(each): Fraction(1, count) for each in range(count)}


def row_by_row(name: str, look: Look, chances: Chances, rows: int) -> Iterator[Observation]:
    """What does not depend on the sampled row, where this is a certain one.

    Each row has few values: those of all rows together would take many more draws.
    """
    for number in spread_places(rows):
        share = Fraction(1, rows)
        inside = {value: share * chance for value, chance in chances.items()}
        yield Observation(
            f"{name} in row {number}",
            partial(seen_in_row, number, look),
            {**inside, "that of another row": 1 - share},
        )


def seen_in_row(number: int, look: Look, sent: str) -> str:
    """What is read off an output, if it is of this row."""
    return look(sent) if row_part(sent) == str(number) else "that of another row"


def independent(name: str, looks: tuple[Look, Look], chances: tuple[Chances, Chances]) -> Observation:
    """Two independent things together."""
    one, other = looks
    return Observation(
        name,
        lambda sent: f"{one(sent)} {other(sent)}",
        {
            f"{first} {second}": chance * other_chance
            for first, chance in chances[0].items()
            for second, other_chance in chances[1].items()
        },
    )


def number_observations(
    name: str, read: Callable[[str], int], values: range, weights: Sequence[Fraction]
) -> Iterator[Observation]:
    """The sixteenth that a number is in, and each of its bits."""
    looks: dict[str, Callable[[int], int]] = {
        f"{name}, in sixteenths": lambda value: 16 * value // values.stop
    }
    for bit in range((values.stop - 1).bit_length()):
        looks[f"bit {bit} of {name}"] = partial(bit_at, bit)
    for title, look in looks.items():
        chances: defaultdict[str, Fraction] = defaultdict(Fraction)
        both = Counter((look(value), weight) for value, weight in zip(values, weights, strict=True))
        for (seen, weight), count in both.items():
            chances[str(seen)] += weight * count
        yield Observation(
            title,
            partial(look_at_number, read, look),
            {text: min(chance, Fraction(1)) for text, chance in chances.items()},
        )


def bit_at(bit: int, value: int) -> int:
    """A bit of a number, the lowest one being 0."""
    return value >> bit & 1


def look_at_number(read: Callable[[str], int], look: Callable[[int], int], sent: str) -> str:
    """What is read off an output, as a text."""
    return str(look(read(sent)))


def unary_observations(mechanism: Reporting, channel: Unary, secret: str) -> Iterator[Observation]:
    """The row that is sampled, its own column's bit, and some columns' bits in whatever row that is.

    Bits are independent given the row: two that are not show in neighbours, in how many of some columns are set, and
    in the rows' own bits together.
    """
    columns, width = from_text(mechanism.secrets, secret), channel.width
    own = {"1": rational_upper_bound(channel.high), "0": rational_upper_bound(1 - channel.high)}
    other = {"1": rational_upper_bound(channel.low), "0": rational_upper_bound(1 - channel.low)}
    if mechanism.outputs.sampled:

        def own_bit(sent: str) -> str:
            return split_parts(sent)[1 + columns[int(row_part(sent))]]

        yield Observation("the row", row_part, uniform(len(columns)))
        yield Observation("its own bit", own_bit, own)
        yield from row_by_row("its own bit", own_bit, own, len(columns))
        yield from bits_of_row(columns, width, (own, other), 1)
        return
    at = [number * width + column for number, column in enumerate(columns)]
    for one, following in pairwise(spread_places(len(columns))):
        name = f"the own bits of rows {one} and {following}"
        yield Observation(name, pair_at(at[one], at[following]), both([own, own]))
    first = at[:MOST_SUMMED]
    yield Observation(
        f"ones among the own bits of {len(first)} rows", count_of("1", first), sums([own] * len(first))
    )
    for number, column in enumerate(columns):
        yield from bits_of_row([column], width, (own, other), number * width)


def bits_of_row(
    columns: Sequence[int], width: int, laws: tuple[Chances, Chances], start: int
) -> Iterator[Observation]:
    """Some bits of a row that begins at a part: of its columns one is its own, each with the same probability."""
    own, other = laws

    def averaged(law_of: Callable[[Sequence[Chances]], Chances], seen: Sequence[int]) -> Chances:
        found: defaultdict[str, Fraction] = defaultdict(Fraction)
        for mine, count in Counter(tuple(each == column for each in seen) for column in columns).items():
            for text, chance in law_of([own if each else other for each in mine]).items():
                found[text] += chance * count / len(columns)
        return {text: min(chance, Fraction(1)) for text, chance in found.items()}

    for column in spread_places(width):
        yield Observation(
            f"place {start + column + 1}", part_at(start + column), averaged(lambda each: each[0], (column,))
        )
    for column in spread_places(width - 1):
        at = start + column
        name = f"places {at + 1} and {at + 2}"
        yield Observation(name, pair_at(at, at + 1), averaged(both, (column, column + 1)))
    first = range(min(width // 2, MOST_SUMMED))
    name = f"ones in places {start + 1} to {start + len(first)}"
    yield Observation(name, count_of("1", [start + each for each in first]), averaged(sums, first))


def both(laws: Sequence[Chances]) -> Chances:
    """The law of two independent bits."""
    return independent("", (str, str), (laws[0], laws[1])).chances


def sums(laws: Sequence[Chances]) -> Chances:
    """The law of how many of some independent bits are 1."""
    found = [Fraction(1)]
    for each in laws:
        found = [
            before * each["0"] + after * each["1"]
            for before, after in zip([*found, Fraction(0)], [Fraction(0), *found], strict=True)
        ]
    return {str(count): min(chance, Fraction(1)) for count, chance in enumerate(found)}
