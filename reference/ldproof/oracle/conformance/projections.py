"""The law of a part of an output, where all outputs are too many to list: of one round, of two, of a bit of a row."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb

from ldproof.catalogue import AnyMechanism
from ldproof.counting import law as counting
from ldproof.counting.mechanism import Counting
from ldproof.counting.parameters import Which
from ldproof.mechanisms import from_text
from ldproof.numbers import Exact, Real, lift, like
from ldproof.oracle.conformance.observations import (
    MOST_OUTPUTS,
    Chances,
    Observation,
    above,
    law,
    observations,
    pair,
    parts,
    place,
)
from ldproof.rejections import Reason, Refused
from ldproof.shots import law as shots
from ldproof.shots.mechanism import Shots
from ldproof.sketch.channels import Unary
from ldproof.sketch.mechanism import Reporting

PLACES = 24
"""So many rounds or columns are looked at, from the first to the last."""


def looked_at(mechanism: AnyMechanism, secret: str) -> Iterator[Observation]:
    """Everything if it can be listed, or else some parts."""
    if few(mechanism):
        yield from observations(law(mechanism, secret))
    elif isinstance(mechanism, Shots | Counting):
        yield from rounds(mechanism, secret)
    elif isinstance(mechanism, Reporting) and isinstance(mechanism.channel, Unary):
        yield from bits(mechanism, mechanism.channel, secret)
    else:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES, "too many outputs to list", f"parameters with {MOST_OUTPUTS} at most"
        )


def few(mechanism: AnyMechanism) -> bool:
    """Whether all outputs are listed."""
    try:
        return all(number < MOST_OUTPUTS for number, _ in enumerate(mechanism.outputs))
    except Refused:
        return False


def spread(count: int) -> list[int]:
    """Some of so many places."""
    step = max(1, -(-count // PLACES))
    return sorted({*range(0, count, step), count - 1})


def rounds(mechanism: Shots | Counting, secret: str) -> Iterator[Observation]:
    """Some rounds and pairs of them: the others do not matter but for how many reports are left for these."""
    states = mechanism.secrets.read(secret)
    chosen = spread(len(states))
    for one in chosen:
        yield Observation(f"place {one + 1}", place(one), part(mechanism, states, (one,)))
    for one, other in pairwise(chosen):
        name = f"places {one + 1} and {other + 1}"
        yield Observation(name, pair(one, other), part(mechanism, states, (one, other)))


def part(mechanism: Shots | Counting, states: Sequence[int], seen: Sequence[int]) -> Chances:
    """The law of what is sent in a few rounds."""
    inside = [states[each] for each in seen]
    alphabet = mechanism.outputs.alphabet if isinstance(mechanism, Counting) and silent(mechanism) else "01"
    return {
        " ".join(sent): above(chance(mechanism, len(states), inside, sent))
        for sent in product(alphabet, repeat=len(seen))
    }


def silent(mechanism: Counting) -> bool:
    """Whether NULL is sent."""
    return mechanism.parameters.silent


def chance(mechanism: Shots | Counting, T: int, states: Sequence[int], sent: Sequence[str]) -> Real:
    """The probability of what is sent in a few of T rounds."""
    said = [None if each == "-" else int(each) for each in sent]
    if isinstance(mechanism, Counting):
        return counted(mechanism, T, states, said)
    return reported(mechanism, T, states, [int(each or 0) for each in said])


def reported(mechanism: Shots, T: int, states: Sequence[int], bits: Sequence[int]) -> Real:
    """By how many of these rounds are among the m that report, hypergeometrically."""
    shares = hypergeometric(T, mechanism.parameters.m, len(states))

    def likelihood(r: Exact, excess: Exact) -> Exact:
        return sum(
            (
                shots.likelihood(states, bits, reports, r, excess) * share.numerator / share.denominator
                for reports, share in enumerate(shares)
                if share
            ),
            start=excess * 0,
        )

    return lift(likelihood, mechanism.parameters.r, mechanism.parameters.budget.report_excess())


def counted(mechanism: Counting, T: int, states: Sequence[int], said: Sequence[int | None]) -> Real:
    """By whether the one round that reports is among them; or every round does."""
    size, null = len(states), None if silent(mechanism) else 0

    def likelihood(excess: Exact) -> Exact:
        if mechanism.parameters.which is Which.BORAPPOR:
            return counting.likelihood_every_round(states, [int(each or 0) for each in said], excess)
        none = like(excess, int(all(each == null for each in said)))
        return (counting.likelihood(states, said, excess, null) * size + none * (T - size)) / T

    return lift(likelihood, mechanism.parameters.budget.report_excess())


def hypergeometric(T: int, m: int, size: int) -> list[Fraction]:
    """With which probability so many of `size` rounds are among m of T."""
    return [
        Fraction(comb(size, reports) * comb(T - size, m - reports), comb(T, m))
        if reports <= m
        else Fraction(0)
        for reports in range(size + 1)
    ]


def bits(mechanism: Reporting, channel: Unary, secret: str) -> Iterator[Observation]:
    """The row that is sampled, its own column's bit, and some columns' bits in whatever row that is."""
    columns, width = from_text(mechanism.secrets, secret), channel.width
    outputs = mechanism.outputs
    own = {True: above(channel.high), False: above(channel.low)}
    none = {True: above(1 - channel.high), False: above(1 - channel.low)}
    if outputs.sampled:
        yield Observation(
            "the row", place(0), {str(row): Fraction(1, len(columns)) for row in range(len(columns))}
        )
        yield Observation(
            "its own bit",
            lambda sent: parts(sent)[1 + columns[int(parts(sent)[0])]],
            {"1": own[True], "0": none[True]},
        )
    for row in range(1 if outputs.sampled else len(columns)):
        for column in spread(width):
            mine = [each == column for each in (columns if outputs.sampled else (columns[row],))]
            yes, no = (sum((side[each] for each in mine), Fraction(0)) / len(mine) for side in (own, none))
            at = 1 + column if outputs.sampled else row * width + column
            yield Observation(
                f"place {at + 1}", place(at), {"1": min(yes, Fraction(1)), "0": min(no, Fraction(1))}
            )
