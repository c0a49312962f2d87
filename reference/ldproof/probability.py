"""Finite laws, tails of sums, characteristic functions, and unbiasing."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil, lcm, sqrt
from math import log as float_log
from typing import Generic, TypeAlias, TypeVar

from ldproof.errors import Reason, Refused
from ldproof.numbers import Ball, Elementary, Exact, ball, exp, like, log, rational
from ldproof.numbers.algebra import polynomial_product
from ldproof.numbers.balls import (
    Complex,
    ball_around,
    current_precision,
    imaginary_products,
    unit_circle_point,
)
from ldproof.numbers.rational import FRACTIONS, binomial_coefficient
from ldproof.parameters import Logarithm, Whole, parse_exact

# Finite laws: what comes out, and with which probability.

Outcome = TypeVar("Outcome", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)


class Infinite(Enum):
    """Odds beyond every bound: something can happen under one law and never under the other."""

    INFINITE = "inf"

    def __str__(self) -> str:
        return self.value


INFINITE = Infinite.INFINITE

ZERO = rational(0)
"""0 as a fraction: the probability of what does not happen."""

Odds = Fraction | Infinite
"""How much likelier something is under one law than under another."""


@dataclass(frozen=True, slots=True)
class Law(Generic[Outcome]):
    """Finitely many outcomes, each with its positive probability; made by `law_of_shares`."""

    probabilities: Mapping[Outcome, Fraction]

    def __getitem__(self, outcome: Outcome) -> Fraction:
        return self.probabilities.get(outcome, ZERO)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.probabilities)

    def __len__(self) -> int:
        return len(self.probabilities)

    def of(self, event: Callable[[Outcome], bool]) -> Fraction:
        """The probability of an event, given as a predicate on outcomes."""
        return sum_fractions(share for outcome, share in self.probabilities.items() if event(outcome))

    def pushforward(self, function: Callable[[Outcome], Other]) -> "Law[Other]":
        """The law of `function(outcome)`."""
        return law_of_shares((function(outcome), share) for outcome, share in self.probabilities.items())

    def then(self, next_law: "Callable[[Outcome], Law[Other]]") -> "Law[tuple[Outcome, Other]]":
        """Adaptive composition: a second law that is chosen after seeing the first outcome."""
        return law_of_ratios(
            ((first, second), *unreduced_product(share, next_share))
            for first, share in self.probabilities.items()
            for second, next_share in next_law(first).probabilities.items()
        )

    def product(self, other: "Law[Other]") -> "Law[tuple[Outcome, Other]]":
        """The joint law of two independent outcomes."""
        return self.then(lambda _: other)

    def mean(self, value: Callable[[Outcome], Fraction]) -> Fraction:
        """The expectation of a number read off the outcome."""
        return self.moment(value, 1)

    def moment(self, value: Callable[[Outcome], Fraction], order: int) -> Fraction:
        """The expectation of `value(outcome) ** order`; refused where a value is no fraction."""
        order = COUNTED.accept("order", order)
        return sum_fractions(
            share * parse_rational("a value", value(outcome)) ** order
            for outcome, share in self.probabilities.items()
        )

    def variance(self, value: Callable[[Outcome], Fraction]) -> Fraction:
        """The variance of a number read off the outcome."""
        mean = self.mean(value)
        return self.moment(lambda outcome: value(outcome) - mean, 2)


OURS = frozenset({*FRACTIONS, int, bool})
"""The types of exact numbers that are Python's own, or this package's."""
COUNTED = Whole(0, (1 << 63) - 1)
"""How often something is done."""


def parse_rational(name: str, value: object) -> Fraction | int:
    """A number as Python's own int or Fraction; refused where it is a float, a logarithm or no number."""
    if isinstance(value, Fraction | int) and type(value) in OURS:
        return value
    if isinstance(found := parse_exact(name, value), Logarithm):
        raise Refused(Reason.NOT_A_NUMBER, f"{name} = {found} is not a fraction", "an exact number")
    return found


def law_of_shares(shares: Iterable[tuple[Outcome, Fraction]]) -> Law[Outcome]:
    """The law with these probabilities, added up where an outcome repeats; refused unless they make 1, none below 0."""
    known = ((outcome, parse_rational("a probability", share)) for outcome, share in shares)
    return law_of_ratios((outcome, share.numerator, share.denominator) for outcome, share in known)


def law_of_ratios(shares: Iterable[tuple[Outcome, int, int]]) -> Law[Outcome]:
    """As `law_of_shares`, from each outcome with the numerator and the denominator of its probability, in any terms."""
    listed = []
    for outcome, top, bottom in shares:
        if top < 0:
            raise Refused(
                Reason.NOT_A_LAW,
                f"{outcome} has probability {rational(top, bottom)}",
                "probabilities of at least 0",
            )
        if top:
            listed.append((outcome, top, bottom))
    # Over one denominator they add up without a common factor to look for each time.
    whole = lcm(*{bottom for _, _, bottom in listed})
    parts: defaultdict[Outcome, int] = defaultdict(int)
    for outcome, top, bottom in listed:
        parts[outcome] += top * (whole // bottom)
    if (found := sum(parts.values())) != whole:
        raise Refused(
            Reason.NOT_A_LAW,
            f"the probabilities add up to {rational(found, whole)}",
            "probabilities that add up to 1",
        )
    return Law({outcome: rational(part, whole) for outcome, part in parts.items()})


def unreduced_product(one: Fraction | int, other: Fraction | int) -> tuple[int, int]:
    """The numerator and the denominator of a product, not in lowest terms."""
    return one.numerator * other.numerator, one.denominator * other.denominator


def sum_fractions(parts: Iterable[Fraction]) -> Fraction:
    """The sum of fractions, computed over their least common denominator."""
    listed = list(parts)
    whole = lcm(*{part.denominator for part in listed})
    return rational(sum(part.numerator * (whole // part.denominator) for part in listed), whole)


def binomial_law(count: int, chance: Fraction) -> Law[int]:
    """The binomial law: the number of successes among `count` independent trials, each of probability `chance`."""
    count, chance = COUNTED.accept("count", count), rational(parse_rational("chance", chance))
    hit, every = chance.numerator, chance.denominator
    miss = every - hit
    weights = [1]
    for _ in range(count):
        weights = [stayed * miss + fewer * hit for fewer, stayed in pairwise((0, *weights, 0))]
    return law_of_ratios((k, weight, every**count) for k, weight in enumerate(weights))


# Unbiasing: from the rate of ones that noise left to the rate that was there.


def unbias_rate(rate: Exact, low: Exact, gap: Exact) -> Exact:
    """The x with `low + gap x = rate`: (rate - low) / gap."""
    return (rate - low) / gap


# Tails: the classical bounds as functions, and exact weights of numbers of ones.

Known = TypeVar("Known", Fraction, Ball)
"""A number known exactly or within a ball."""


def chernoff_bound(mean: Elementary, delta: Elementary) -> Elementary:
    """Chernoff's 2 exp(-mean delta^2 / 3) >= `Pr[|X - mean| >= delta mean]` for sums X of trials, 0 < delta <= 1."""
    return 2 * exp(-mean * delta**2 / 3)


def chernoff_sharp(mean: Elementary, delta: Elementary) -> Elementary:
    """As `chernoff_bound`, with the best constant on 0 < delta <= 1, which is 2 ln 2 - 1, in the place of 1/3."""
    return 2 * exp(-(2 * log(like(delta, 2)) - 1) * mean * delta**2)


def bernstein_bound(
    count: Elementary, variance: Elementary, width: Elementary, distance: Elementary
) -> Elementary:
    """Bernstein's bound on both tails: a mean of `count` centred numbers, |x| <= width, is off by `distance`."""
    return 2 * exp(-count * distance**2 / (2 * variance + 2 * width * distance / 3))


def divergence(rate: Elementary, truth: Elementary) -> Elementary:
    """The relative entropy D(rate | truth) of two coins, both strictly between 0 and 1."""
    return rate * log(rate / truth) + (1 - rate) * log((1 - rate) / (1 - truth))


def union_bound(events: Exact, each: Exact) -> Exact:
    """`events * each`: bounds the probability of any of so many events, if none is likelier than `each`."""
    return events * each


def poisson_binomial_law(chances: Sequence[Known], system: Known) -> list[Known]:
    """The probabilities that 0, 1, 2, ... of several independent events happen, by convolution.

    If there are no events, the answer is a 1 of the type of `system`.
    """
    if len(chances) <= 1:
        return [1 - chances[0], chances[0]] if chances else [like(system, 1)]
    half = len(chances) // 2
    return polynomial_product(
        poisson_binomial_law(chances[:half], system), poisson_binomial_law(chances[half:], system)
    )


Coin: TypeAlias = tuple[Known, Known]
"""The weights of a 1 and of a 0. They need not add up to 1, so that whole numbers can serve."""


def mixed_tail_weights(
    count: int, least: int, first: Coin[Known], second: Coin[Known], last: int | None = None
) -> list[Known]:
    """For k = 0 to `last`, the weight of `least` ones or more among k coins of one kind and `count - k` of another.

    Both kinds weigh the same in all. One coin more of the first kind matters where it is the pivot: where the
    others show `least - 1` ones.
    """
    last = count if last is None else min(count, last)
    if not 1 <= least <= count:
        return [like(first[0], int(least < 1)) * (second[0] + second[1]) ** count] * (last + 1)
    gain = first[0] - second[0]
    pivots = mixed_count_weights(count - 1, least - 1, first, second, last - 1)
    return list(accumulate((gain * each for each in pivots), initial=tail_weight(count, least, second)))


def mixed_count_weights(
    count: int, ones: int, first: Coin[Known], second: Coin[Known], last: int | None = None
) -> list[Known]:
    """For k = 0 to `last`, the weight of exactly `ones` ones among k coins of one kind and `count - k` of another.

    The recurrence is run from both ends to where its second term changes its sign, so that it only ever adds.
    """
    wanted = count + 1 if last is None else last + 1
    odd, even = first[0] * second[1], second[0] * first[1]
    turn = float((odd * ones + even * (count - ones)) / (odd + even))
    rising = max(1, min(count + 1, int(turn) + 1))
    if wanted <= rising:
        return recurrence_weights(count, ones, first, second, wanted)
    falling = recurrence_weights(count, ones, second, first, count + 1 - rising)
    return (recurrence_weights(count, ones, first, second, rising) + falling[::-1])[:wanted]


def recurrence_weights(
    count: int, ones: int, first: Coin[Known], second: Coin[Known], steps: int
) -> list[Known]:
    """The first `steps` of the weights of `mixed_count_weights`, for k = 0, 1, ..., by a recurrence in k.

    The recurrence compares both sides of P Q (P^(k-1) Q^(n-k-1))' = ((k-1) P' Q + (n-k-1) P Q') P^(k-1) Q^(n-k-1),
    where P and Q are the kinds' generating functions, and n is the count.
    """
    if not steps:
        return []
    one, zero = first[0] / second[0], first[1] / second[1]
    product, slope = one * zero, one + zero
    middle = ones * one + (count - ones) * zero
    before, now = like(one, 0), count_weight(count, ones, second)
    row = [now]
    for k in range(steps - 1):
        before, now = now, (k * product * before + middle * now) / (count - k)
        middle = middle - slope
        row.append(now)
    return row


def count_weight(count: int, ones: int, coin: Coin[Known]) -> Known:
    """The weight of exactly `ones` ones among `count` coins of one kind."""
    return binomial_coefficient(count, ones) * coin[0] ** ones * coin[1] ** (count - ones)


def tail_weight(count: int, least: int, coin: Coin[Known]) -> Known:
    """The weight of `least` ones or more among `count` coins of one kind."""
    odds = coin[0] / coin[1]
    weight = total = count_weight(count, least, coin)
    for k in range(least, count):
        weight = weight * odds * (count - k) / (k + 1)
        total = total + weight
    return total


# Tails of coins of two kinds by inverting their characteristic function, for many mixtures at once.
#
# By Gil-Pelaez Pr[X >= least] is 1/2 and an integral over all frequencies. Of whole numbers X less than W away from
# `least`, with W even, it is a sum,
#
#     Pr[X >= least] = 1/2 + sum over odd k < W of Im(phi(pi k/W) e^(-i pi k (2 least - 1)/(2 W))) / (W sin(pi k/(2 W))),
#
# of which few terms are not tiny. What is farther away and what is left out goes into the balls. So their error is
# absolute: a tail is known to as many places as the precision has, and of a smaller one only that it is.


@dataclass(frozen=True, slots=True)
class Mixtures:
    """`count` independent coins, some of which show a 1 with probability p and all others with probability q."""

    count: int
    p: Ball
    q: Ball

    def mean(self, first: int) -> Ball:
        """The mean number of ones if `first` coins are of the first kind, which has probability p."""
        return first * self.p + (self.count - first) * self.q

    def variance(self, first: int) -> Ball:
        """The variance of the number of ones if `first` coins are of the first kind."""
        return first * self.p * (1 - self.p) + (self.count - first) * self.q * (1 - self.q)

    def bernstein_tail(self, distance: int) -> Ball:
        """Bernstein's bound on the probability that the number of ones is `distance` off its mean, for any mixture."""
        count, each = ball(self.count), ball(Fraction(distance, self.count))
        bounds = (bernstein_bound(count, chance * (1 - chance), ball(1), each) for chance in (self.p, self.q))
        return sum(bounds, ball(0))

    def cutoff_distance(self) -> int:
        """A distance that the number of ones is off its mean with a probability below 2^-precision."""
        variance = self.count * max(float(chance * (1 - chance)) for chance in (self.p, self.q))
        exponent = (current_precision() + 2) * float_log(2)
        return ceil(exponent / 3 + sqrt(exponent**2 / 9 + 2 * exponent * variance))

    def tail_probabilities(self, least: int, starts: Sequence[int], offsets: Sequence[int]) -> list[Ball]:
        """For each start, for each offset, Pr[`least` ones or more] with start + offset coins of the first kind.

        Offsets rise, and no sum is more than there are coins. The answers are in the order of the starts.
        """
        cutoff = self.cutoff_distance()
        firsts = [first for start in starts for first in shifted_offsets(start, offsets)]
        sides = {first: self.certain_side(first, least, cutoff) for first in firsts}
        near = [first for first, side in sides.items() if side is None]
        rows = [
            start
            for start in starts
            if any(sides[first] is None for first in shifted_offsets(start, offsets))
        ]
        inverted = self.inverted_tails(least, rows, offsets, (min(near), max(near)), cutoff) if near else []
        beyond = self.bernstein_tail(cutoff)
        found = {first: ball_around(ball(side), beyond) for first, side in sides.items() if side is not None}
        for start, row in zip(rows, inverted, strict=True):
            for first, chance in zip(shifted_offsets(start, offsets), row, strict=True):
                found.setdefault(first, chance)
        return [found[first] for first in firsts]

    def certain_side(self, first: int, least: int, cutoff: int) -> int | None:
        """1 if every number of ones within `cutoff` of the mean is `least` or more, 0 if none is, otherwise None."""
        mean = self.mean(first)
        return 1 if mean - cutoff >= least else 0 if mean + cutoff < least else None

    def inverted_tails(
        self, least: int, starts: Sequence[int], offsets: Sequence[int], ends: tuple[int, int], cutoff: int
    ) -> list[list[Ball]]:
        """For each start, for each offset, Pr[X >= least] by the sum above; valid only between the two `ends`."""
        width, error = self.inversion_width(least, ends, cutoff)
        tiny, last = ball(Fraction(1, 2 ** current_precision())), offsets[-1]
        fewer = [last - offset for offset in offsets[::-1]]
        others = [self.count - last - start for start in starts[::-1]]
        left: list[list[Complex]] = []
        right: list[list[Complex]] = []
        one, variances = unit_circle_point(Fraction(0)), [self.variance(end) for end in ends]
        for k in range(1, width, 2):
            sine = unit_circle_point(rational(k, 2 * width)).imag
            # The coins' own are at most e^(-2 v sine^2) in size, of which the variance v is least at one of the ends.
            left_out = sum(((-2 * variance * sine**2).exp() for variance in variances), ball(0)) / (2 * sine)
            if left and left_out < tiny:
                error += left_out
                break
            away = unit_circle_point(rational(k, width)) - 1
            p, q = 1 + self.p * away, 1 + self.q * away
            weight = unit_circle_point(rational(-k * (2 * least - 1), 2 * width)) / (width * sine)
            left.append(
                reversed_products(weighted_powers(p, starts, weight), weighted_powers(q, others, one))
            )
            right.append(reversed_products(weighted_powers(p, offsets, one), weighted_powers(q, fewer, one)))
        half = ball_around(ball(Fraction(1, 2)), error)
        return [[half + each for each in row] for row in imaginary_products(left, right)]

    def inversion_width(self, least: int, ends: tuple[int, int], cutoff: int) -> tuple[int, Ball]:
        """The even W of the sum above, and a bound on the probability of being W or more away from `least`."""
        everything = max(least, self.count + 1 - least)
        distances = [abs(self.mean(end) - least) + cutoff for end in ends]
        width = max(ceil(float(each)) for each in distances) + 1
        if width < everything and all(each <= width for each in distances):
            return width + width % 2, self.bernstein_tail(cutoff)
        return everything + everything % 2, ball(0)


def shifted_offsets(start: int, offsets: Sequence[int]) -> list[int]:
    """`start + offset` for each offset."""
    return [start + offset for offset in offsets]


def weighted_powers(base: Complex, exponents: Sequence[int], weight: Complex) -> list[Complex]:
    """`weight * base ** exponent` for each exponent; they must rise.

    Each is of few factors, as each makes a ball wider.
    """
    known: dict[int, Complex] = {}
    found: list[Complex] = []
    for place, exponent in enumerate(exponents):
        before = place - (1 << place.bit_length() - 1) if place else None
        step = exponent if before is None else exponent - exponents[before]
        if step not in known:
            half = None if step % 2 else known.get(step // 2)
            known[step] = base**step if half is None else half * half
        found.append((weight if before is None else found[before]) * known[step])
    return found


def reversed_products(rising: Sequence[Complex], falling: Sequence[Complex]) -> list[Complex]:
    """The elementwise products of one row with the reverse of another."""
    return [one * other for one, other in zip(rising, reversed(falling), strict=True)]
