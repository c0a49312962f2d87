"""Small channels and plans with exact rates, coins that stand for all coins, and estimates by enumeration."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeVar

import pytest

from ldproof.budget import Budget
from ldproof.numbers import Real, ball, real
from ldproof.probability import Law, law_of_shares
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.fields import BinaryField
from ldproof.sketch.hashing import Affine, Family, Key, Quadratic, Textbook
from ldproof.sketch.plan import Plan, Rows

T = TypeVar("T", bound=Hashable)
HALF, TWO, THREE = Fraction(1, 2), Real(Fraction(2)), Real(Fraction(3))
P, Q = Fraction(1, 4), Fraction(3, 4)
NINE = Budget(1, "odds", Fraction(9))

CHANNELS: list[Channel] = [
    Unary(2, Real(P), Real(Q)),
    Unary(3, Real(P), Real(HALF)),
    Unary(4, Real(Fraction(1, 5)), Real(Fraction(2, 3))),
    Kary(2, TWO),
    Kary(5, Real(HALF)),
    *(Hadamard(w, skip, odds) for w, odds in ((2, TWO), (8, THREE)) for skip in (0, 1)),
]
EACH_CHANNEL = pytest.mark.parametrize(
    "channel", CHANNELS, ids=lambda each: f"{type(each).__name__}-{each.width}"
)

Kind = tuple[Rows, Family, Channel]
"""What a plan is of, but for its hashes."""

BITS = CHANNELS[0]
KINDS: list[Kind] = [
    (Rows.SAMPLED, Textbook(2, 3), BITS),
    (Rows.SAMPLED, Affine(2, 3), Kary(2, TWO)),
    (Rows.SAMPLED, Textbook(2, 3), Hadamard(2, 1, TWO)),
    (Rows.ALL, Textbook(2, 3), BITS),
    (Rows.OWN, Affine(2, 3), BITS),
    (Rows.OWN, Quadratic(2, BinaryField(2, 0b11)), Hadamard(2, 0, THREE)),
]


def each_kind(kinds: Sequence[Kind] = KINDS) -> pytest.MarkDecorator:
    """Run a test for each of these kinds."""
    names = [f"{rows}-{type(family).__name__}-{type(channel).__name__}" for rows, family, channel in kinds]
    return pytest.mark.parametrize("kind", kinds, ids=names)


def planned(rows: Rows, family: Family, channel: Channel, keys: Sequence[Key]) -> Plan:
    name = f"{rows} {type(channel).__name__}"
    return Plan(name, rows, family, tuple(keys), channel, Budget(1, "odds", Fraction(3)))


def all_keys(family: Family) -> list[Key]:
    return list(product(*family.ranges))


def promised(channel: Channel) -> Fraction:
    """The odds that the channel's parameters promise."""
    if isinstance(channel, Unary):
        p, q = exact(channel.low), exact(channel.high)
        return q * (1 - p) / (p * (1 - q))
    assert isinstance(channel, Kary | Hadamard)
    return exact(channel.excess) + 1


def exact(quantity: object) -> Fraction:
    """A number that is known exactly."""
    assert isinstance(quantity, Real | Fraction)
    found = real(quantity).exact
    assert found is not None
    return found


def number(quantity: object) -> float:
    """A float next to it."""
    assert isinstance(quantity, Real | Fraction)
    return float(ball(quantity))


def assert_frequencies(found: Mapping[T, int], shares: Mapping[T, float]) -> None:
    """Frequencies are within five standard deviations of a law, and nothing came that cannot."""
    runs = sum(found.values())
    assert sum(shares.values()) == pytest.approx(1)
    assert set(found) <= set(shares)
    for each, share in shares.items():
        assert abs(found.get(each, 0) - runs * share) <= 5 * (runs * share * (1 - share)) ** 0.5 + 1


# coins

QUARTERS = (32, 96, 160, 224)
"""A first byte from the inside of every quarter; what follows in a block decides nothing, and is no decoy."""
BLOCK = 16


class Blocks:
    """Every read is served what comes next: a whole number, or a block for each of several first bytes.

    These stand for all coins of a client whose probabilities are quarters.
    """

    def __init__(self, served: Iterable[int | tuple[int, ...]]) -> None:
        self.served = list(served)

    def read(self, count: int) -> bytes:
        following = self.served.pop(0)
        if isinstance(following, int):
            return following.to_bytes(count)
        content = b"".join(bytes([first]) + bytes([1] * (BLOCK - 1)) for first in following)
        assert len(content) == count
        return content


# estimates: all functions as hashes, all rows, everything that can be said

Hashes = tuple[tuple[int, ...], ...]
"""The column of each item, for each row."""

NOTHING: Law[Fraction] = law_of_shares([(Fraction(0), Fraction(1))])


def functions(w: int, items: int, d: int) -> list[Hashes]:
    return list(product(product(range(w), repeat=items), repeat=d))


def sum_of(laws: Iterable[Law[Fraction]]) -> Law[Fraction]:
    """The law of the sum of independent numbers."""
    found = NOTHING
    for each in laws:
        found = found.product(each).pushforward(lambda both: both[0] + both[1])
    return found


def supports(channel: Channel, own: int, asked: int) -> Law[Fraction]:
    """How a report about one column supports another, over everything that can be said."""
    return law_of_shares(
        (Fraction(int(channel.supports(channel.tally(said))[asked])), exact(channel.likelihood(own, said)))
        for said in channel.outputs()
    )


def added_law(
    rows: Rows, channel: Channel, hashes: Hashes, item: int, shared: Fraction, only: int | None = None
) -> Law[Fraction]:
    """Return the law of what a person adds to the mean of the rows, or to one row's estimate, of item 0."""
    d, low, high = len(hashes), exact(channel.low), exact(channel.high)

    def row(place: int) -> Law[Fraction]:
        if only not in (None, place):
            return NOTHING
        columns = hashes[place]
        return supports(channel, columns[item], columns[0]).pushforward(
            lambda support: ((support - low) / (high - low) - shared) / (1 - shared)
        )

    told = [row(place) for place in range(d)]
    if rows is Rows.ALL:
        return sum_of(told).pushforward(lambda value: value / d if only is None else value)
    scale = 1 if only is None else d
    return law_of_shares(
        (value * scale, share / d) for each in told for value, share in each.probabilities.items()
    )


def estimates(
    rows: Rows, channel: Channel, hashes: Hashes, held: Sequence[int], shared: Fraction
) -> Law[Fraction]:
    """The law of an estimate under these hashes, when people hold these items."""
    return sum_of(added_law(rows, channel, hashes, item, shared) for item in held)


def moments(
    rows: Rows,
    channel: Channel,
    choices: Sequence[Hashes],
    held: Sequence[int],
    shared: Fraction,
    only: int | None = None,
) -> tuple[Fraction, Fraction]:
    """The mean and the variance of an estimate over hashes that are all as likely, by the law of total variance."""
    means, total = [], Fraction(0)
    for hashes in choices:
        each = [added_law(rows, channel, hashes, item, shared, only) for item in held]
        means.append(sum((person.mean(Fraction) for person in each), Fraction(0)))
        total += sum((person.variance(Fraction) for person in each), Fraction(0))
    mean = sum(means, Fraction(0)) / len(means)
    return mean, (sum(((each - mean) ** 2 for each in means), total)) / len(means)
