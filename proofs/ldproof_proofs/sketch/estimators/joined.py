"""How rows are joined to one estimate: from everything that a collector can be sent, and from each row's own estimate."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product as every
from math import prod
from statistics import median as middle
from typing import TypeAlias

import numpy as np

from ldproof.budget import Budget
from ldproof.numbers import Real, Term, ball, computed_real, floor, term
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.collector import (
    Hits,
    empty_collector,
    mean_estimates,
    median_estimates,
    minimum_estimates,
)
from ldproof.sketch.hashing import Key, Textbook
from ldproof.sketch.mechanism import Report
from ldproof.sketch.plan import Plan, Rows
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

DIGITS = 10**9
LOW, HIGH = Fraction(1, 4), Fraction(2, 3)
FAMILY = Textbook(2, 3)
CHANNELS: tuple[Channel, ...] = (
    Unary(2, Real(LOW), Real(HIGH)),
    Kary(2, Real(2)),
    Hadamard(2, 0, Real(2)),
    Hadamard(2, 1, Real(2)),
)
Sent: TypeAlias = tuple[Fraction, Report]
"""A report and its probability."""


def exact(quantity: Real) -> Fraction:
    """A number that is known exactly."""
    return Fraction(str(quantity))


def sent(plan: Plan, item: int) -> Iterator[Sent]:
    """Everything that one person can send."""
    where = np.array([item], np.uint64)

    def told(place: Key, keys: Sequence[Key], chance: Fraction) -> Iterator[Sent]:
        columns = [int(plan.family.columns(key, where)[0]) for key in keys]
        for contents in every(plan.channel.list_contents(), repeat=len(keys)):
            pairs = zip(columns, contents, strict=True)
            yield (
                prod((exact(plan.channel.likelihood(*each)) for each in pairs), start=chance),
                Report(place, contents),
            )

    if plan.rows is Rows.ALL:
        yield from told((), plan.keys, Fraction(1))
        return
    shared: list[tuple[Key, Key]] = [((row,), key) for row, key in enumerate(plan.keys)]
    hashes = shared or [(key, key) for key in every(*plan.family.ranges)]
    for place, key in hashes:
        yield from told(place, [key], Fraction(1, len(hashes)))


def expected(rows: Rows, channel: Channel, held: Sequence[int]) -> Term:
    """The mean of the estimate of item 0 over all hashes and everything that people send."""
    all_keys = list(every(*FAMILY.ranges))
    # A mean asks for no more than that each row's hash is uniform.
    pairs: list[tuple[Key, ...]] = list(zip(all_keys, all_keys[1:] + all_keys[:1], strict=True))
    hashes = [()] if rows is Rows.OWN else pairs
    found = []
    for keys in hashes:
        plan = Plan("any", rows, FAMILY, keys, channel, Budget(1, "odds", Fraction(3)))
        for reports in every(*(list(sent(plan, item)) for item in held)):
            heard = empty_collector(plan, (0,) if rows is Rows.OWN else ())
            for _, report in reports:
                heard.receive(report)
            estimate = exact(mean_estimates(heard.hits((0,)))[0])
            found.append(term(prod(chance for chance, _ in reports)) * estimate)
    return sums.total(found) / len(hashes)


def mean_cases(more: int) -> Iterator[tuple[str, Relation]]:
    """One person who holds the item, and one who does not; what two people send adds up."""
    for rows, channel, item in every(Rows, CHANNELS, (0, 1)):
        name = f"{rows.value} rows, {channel}, item {item}"
        yield name, equal(expected(rows, channel, (item,)), int(item == 0) + more)


def unbiased(prover: Prover) -> Theorem:
    """From the client's reports to the collector's answer."""
    claim = Ground(
        "sketch.collected-unbiased",
        "over all hashes and everything that is sent, a collector's mean estimate grows by 1 on average with a person who "
        "holds the item, and by 0 with another: for sampled rows, all rows and hashes of one's own",
        "textbook hashes with P = 3 and w = 2, two rows; flips of bits, k-ary responses, Hadamard signs with and without the "
        "first place",
        lambda: mean_cases(0),
        lambda: mean_cases(1),
    )
    return prover.theorem(claim, ByRecord())


SUPPORTS = ((5, 9, 2, 7), (0, 3, 3, 8), (6, 6, 1, 0))
REPORTERS = (10, 12, 9, 11)
SHARED = Fraction(1, 5)


def row(support: int, reporters: int, scale: int, shared: Fraction) -> Fraction:
    """One row's estimate by its definition."""
    cell = (support - reporters * LOW) / (HIGH - LOW)
    return scale * (cell - reporters * shared) / (1 - shared)


def certified_equal(found: Real, wanted: Fraction) -> bool:
    """Whether a number is the wanted one: exactly, or certified to nine digits."""
    if found.exact is not None:
        return found.exact == wanted
    return floor((found - wanted) * DIGITS + Fraction(1, 2)) == 0


def joined_cases(more: int) -> Iterator[tuple[str, bool]]:
    """Each way to join 1 to 4 rows, exactly and from balls."""
    rates: tuple[tuple[Real, Real], ...] = (
        (Real(LOW), Real(HIGH)),
        (computed_real(partial(ball, LOW)), computed_real(partial(ball, HIGH))),
    )
    for d, (low, high), sampled in every((1, 2, 3, 4), rates, (False, True)):
        scale = d if sampled else 1
        counted = np.array(REPORTERS[:d])
        supports = np.array(SUPPORTS).T[:d]
        hits = Hits(supports, counted, scale, shared=True, channel=Unary(2, low, high), collision=SHARED)
        name = f"{d} rows, {'sampled' if sampled else 'all'}, {'near' if low.exact is None else 'exact'}"
        yield f"{name}, people", Fraction(sum(REPORTERS[:d]) * scale, d) + more == hits.N
        for item, column in enumerate(SUPPORTS):
            each = [row(*both, scale, SHARED) for both in zip(column[:d], REPORTERS, strict=False)]
            raw = [row(*both, scale, Fraction(0)) for both in zip(column[:d], REPORTERS, strict=False)]
            yield (
                f"{name}, mean of item {item}",
                certified_equal(mean_estimates(hits)[item], sum(each, Fraction(0)) / d),
            )
            yield (
                f"{name}, median of item {item}",
                certified_equal(median_estimates(hits)[item], Fraction(middle(each))),
            )
            yield f"{name}, minimum of item {item}", certified_equal(minimum_estimates(hits)[item], min(raw))


def joined(prover: Prover) -> Theorem:
    """Mean, median and minimum, from the rows."""
    claim = Finite(
        "sketch.joined-rows",
        "the mean, the median and the minimum are those of the rows' own estimates d ((s - n p)/(q - p) - n c)/(1 - c), "
        "where s of a row's n reports support the item, with d = 1 where all rows are told of, and c = 0 for the minimum",
        "1 to 4 rows of three items, sampled or all, with rates as fractions and as balls",
        lambda: joined_cases(0),
        lambda: joined_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
