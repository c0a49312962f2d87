"""Tails of coins of two kinds by inverting their characteristic function, for many mixtures at once.

By Gil-Pelaez Pr[X >= least] is 1/2 and an integral over all frequencies. Of whole numbers X less than W away from
`least`, with W even, it is a sum,

    Pr[X >= least] = 1/2 + sum over odd k < W of Im(phi(pi k/W) e^(-i pi k (2 least - 1)/(2 W))) / (W sin(pi k/(2 W))),

of which few terms are not tiny. What is farther away and what is left out goes into the balls. So their error is
absolute: a tail is known to as many places as the precision has, and of a smaller one only that it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, sqrt

from ldproof.numbers import Ball, ball, rational
from ldproof.numbers.balls import bits, within
from ldproof.numbers.circle import Complex, imaginary_products, unit_circle_point
from ldproof.tails import bernstein


@dataclass(frozen=True, slots=True)
class Mixtures:
    """So many coins: those of a first kind show a 1 with probability p, all others with probability q."""

    count: int
    p: Ball
    q: Ball

    def mean(self, first: int) -> Ball:
        """The mean number of ones, if so many coins are of the first kind."""
        return first * self.p + (self.count - first) * self.q

    def variance(self, first: int) -> Ball:
        """Its variance."""
        return first * self.p * (1 - self.p) + (self.count - first) * self.q * (1 - self.q)

    def beyond(self, distance: int) -> Ball:
        """At least the probability of being so far from the mean, for any number of the first kind, by Bernstein."""
        count, each = ball(self.count), ball(Fraction(distance, self.count))
        bounds = (bernstein(count, chance * (1 - chance), ball(1), each) for chance in (self.p, self.q))
        return sum(bounds, ball(0))

    def cutoff_distance(self) -> int:
        """A distance that is as unlikely as the precision is fine."""
        variance = self.count * max(float(chance * (1 - chance)) for chance in (self.p, self.q))
        exponent = (bits() + 2) * log(2)
        return ceil(exponent / 3 + sqrt(exponent**2 / 9 + 2 * exponent * variance))

    def at_least(self, least: int, starts: Sequence[int], offsets: Sequence[int]) -> list[Ball]:
        """The probabilities of `least` ones or more, where each start and each offset are added to the first kind's number.

        Offsets rise, and no sum is more than there are coins. The answers are in the order of the starts.
        """
        cutoff = self.cutoff_distance()
        firsts = [first for start in starts for first in added(start, offsets)]
        sides = {first: self.side(first, least, cutoff) for first in firsts}
        near = [first for first, side in sides.items() if side is None]
        rows = [start for start in starts if any(sides[first] is None for first in added(start, offsets))]
        inverted = self.inverted(least, rows, offsets, (min(near), max(near)), cutoff) if near else []
        beyond = self.beyond(cutoff)
        found = {first: within(ball(side), beyond) for first, side in sides.items() if side is not None}
        for start, row in zip(rows, inverted, strict=True):
            for first, chance in zip(added(start, offsets), row, strict=True):
                found.setdefault(first, chance)
        return [found[first] for first in firsts]

    def side(self, first: int, least: int, cutoff: int) -> int | None:
        """1 where all numbers near the mean are `least` or more, 0 where none is; otherwise None."""
        mean = self.mean(first)
        return 1 if mean - cutoff >= least else 0 if mean + cutoff < least else None

    def inverted(
        self, least: int, starts: Sequence[int], offsets: Sequence[int], ends: tuple[int, int], cutoff: int
    ) -> list[list[Ball]]:
        """The sum, for the numbers of the first kind between two ends; for others it says nothing."""
        width, error = self.width(least, ends, cutoff)
        tiny, last = ball(Fraction(1, 2 ** bits())), offsets[-1]
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
            left.append(products(powers(p, starts, weight), powers(q, others, one)))
            right.append(products(powers(p, offsets, one), powers(q, fewer, one)))
        half = within(ball(Fraction(1, 2)), error)
        return [[half + each for each in row] for row in imaginary_products(left, right)]

    def width(self, least: int, ends: tuple[int, int], cutoff: int) -> tuple[int, Ball]:
        """An even W, and what is farther away from `least`: nothing, if all numbers are nearer."""
        everything = max(least, self.count + 1 - least)
        distances = [abs(self.mean(end) - least) + cutoff for end in ends]
        width = max(ceil(float(each)) for each in distances) + 1
        if width < everything and all(each <= width for each in distances):
            return width + width % 2, self.beyond(cutoff)
        return everything + everything % 2, ball(0)


def added(start: int, offsets: Sequence[int]) -> list[int]:
    """A start and each offset together."""
    return [start + offset for offset in offsets]


def powers(base: Complex, exponents: Sequence[int], weight: Complex) -> list[Complex]:
    """A number's powers times a weight, the exponents rising, mostly by the same.

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


def products(rising: Sequence[Complex], falling: Sequence[Complex]) -> list[Complex]:
    """The products of one row with another from its end."""
    return [one * other for one, other in zip(rising, reversed(falling), strict=True)]
