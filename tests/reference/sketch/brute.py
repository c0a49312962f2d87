"""Estimates by enumeration: all functions as hashes, all rows, everything that can be said."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from ldproof.law import Law, law
from ldproof.sketch.channels import Channel
from ldproof.sketch.plan import Rows
from tests.reference.sketch.channels.every import exact

Hashes = tuple[tuple[int, ...], ...]
"""The column of each item, for each row."""

NOTHING: Law[Fraction] = law([(Fraction(0), Fraction(1))])


def functions(w: int, items: int, d: int) -> Iterator[Hashes]:
    """Every choice of d functions."""
    return product(product(range(w), repeat=items), repeat=d)


def plus(both: tuple[Fraction, Fraction]) -> Fraction:
    """The sum of two independent numbers."""
    one, other = both
    return one + other


def supports(channel: Channel, own: int, asked: int) -> Law[Fraction]:
    """How a report about one column supports another, over everything that can be said."""
    return law(
        (Fraction(int(channel.supports(channel.tally(said))[asked])), exact(channel.likelihood(own, said)))
        for said in channel.outputs()
    )


def unbiased(channel: Channel, support: Fraction, shared: Fraction) -> Fraction:
    """What one report adds to the estimate of its row."""
    low, high = exact(channel.low), exact(channel.high)
    return ((support - low) / (high - low) - shared) / (1 - shared)


def added(
    rows: Rows, channel: Channel, hashes: Hashes, item: int, shared: Fraction, only: int | None
) -> Law[Fraction]:
    """What a person with this item adds to the mean of the rows, or to the estimate of one; item 0 is asked for."""
    d = len(hashes)
    told = []
    for place, columns in enumerate(hashes):
        told.append(
            supports(channel, columns[item], columns[0]).pushforward(
                lambda support: unbiased(channel, support, shared)
            )
            if only in (None, place)
            else NOTHING
        )
    if rows is Rows.ALL:
        found = NOTHING
        for each in told:
            found = found.product(each).pushforward(plus)
        return found.pushforward(lambda value: value / d if only is None else value)
    scale = 1 if only is None else d
    return law((value * scale, share / d) for each in told for value, share in each.probabilities.items())


def estimates(
    rows: Rows,
    channel: Channel,
    hashes: Hashes,
    held: Sequence[int],
    shared: Fraction,
    only: int | None = None,
) -> Law[Fraction]:
    """The law of an estimate under these hashes, when people hold these items."""
    found = NOTHING
    for item in held:
        found = found.product(added(rows, channel, hashes, item, shared, only)).pushforward(plus)
    return found


def moments(
    rows: Rows,
    channel: Channel,
    choices: Sequence[Hashes],
    held: Sequence[int],
    shared: Fraction,
    only: int | None = None,
) -> tuple[Fraction, Fraction]:
    """The mean and the variance of an estimate over hashes that are all as likely, by the law of total variance."""
    means, variances = [], []
    for hashes in choices:
        each = [added(rows, channel, hashes, item, shared, only) for item in held]
        means.append(sum((person.mean(Fraction) for person in each), Fraction(0)))
        variances.append(sum((person.variance(Fraction) for person in each), Fraction(0)))
    mean = sum(means, Fraction(0)) / len(means)
    between = sum(((each - mean) ** 2 for each in means), Fraction(0)) / len(means)
    return mean, between + sum(variances, Fraction(0)) / len(means)
