"""Simultaneous intervals: a bound on every candidate's error, solved for the candidate's count."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as every

import numpy as np

from ldproof.numbers import Symbol
from ldproof.sketch.channels import Channel, Hadamard, Unary
from ldproof.sketch.estimators import Hits
from ldproof.sketch.intervals import intervals
from ldproof.sketch.plan import Rows
from ldproof.tails import union
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover, algebra, by
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.accuracy.by_law import hoeffding_at
from ldproof_proofs.sketch.estimators.joined import near
from ldproof_proofs.sketch.variance.symbols import N, f, small

k, delta, A, B, h = map(Symbol, ("k", "delta", "A", "B", "h"))
AT: Point = {"N": 10, "f": 3, "A": 1, "B": Fraction(1, 4), "h": 4, "k": 3, "delta": Fraction(1, 2)}
READING = "h is the estimate, A bounds its noise, and (N - f) B what collisions add"


def simultaneous(prover: Prover) -> Theorem:
    """With the k-th part of delta for each of k candidates all hold together; the size of the domain plays no part."""
    return small(
        prover,
        "simultaneous",
        equal(union(k, delta / k), delta),
        {"k >= 1": at_most(1, k)},
        algebra,
        "k times the k-th part",
        equal(union(k, delta), delta),
        AT,
        "k candidates are asked for, and each fails with probability delta/k at most",
    )


def solved(prover: Prover) -> Iterable[Theorem]:
    """Both ends, from |h - f| <= A + (N - f) B."""
    share: Facts = {"B >= 0": at_most(0, B), "B < 1": below(B, 1)}
    yield small(
        prover,
        "interval-lower",
        at_most((h - A - N * B) / (1 - B), f),
        {**share, "above": at_most(h - f, A + (N - f) * B)},
        by(product("above"), times=(product("B < 1"),)),
        "times 1 - B",
        at_most((h - A) / (1 - B), f),
        {**AT, "h": Fraction(11, 2)},
        READING,
    )
    yield small(
        prover,
        "interval-upper",
        at_most(f, (h + A + N * B) / (1 + B)),
        {**share, "below": at_most(f - h, A + (N - f) * B)},
        by(product("below"), times=(product("B >= 0"), product())),
        "times 1 + B",
        at_most(f, (h + A) / (1 + B)),
        {**AT, "h": 1, "f": 3},
        READING,
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """A collector's state: how many rows and reports there are, and how much of a row's reports supports an item."""

    rows: Rows
    d: int
    reports: int
    """Of each row."""
    shares: tuple[Fraction, ...]
    """For each item."""
    channel: Channel
    reach: int

    def hits(self) -> Hits:
        """The state as the collector has it."""
        each = [int(self.reports * share) for share in self.shares]
        return Hits(
            np.array([each] * self.d, np.int64),
            np.full(self.d, self.reports),
            self.d if self.rows is Rows.SAMPLED else 1,
            self.rows is not Rows.OWN,
            self.channel,
            SHARED,
        )

    def ends(self, risk: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """|h - f| <= A + (N - f) B solved for f, each of A and B with half of an item's part of the risk."""
        own = self.rows is Rows.OWN
        each = risk / (len(self.shares) or 1) / (1 if own else 2)
        weight = Fraction(1, 1 if self.rows is Rows.SAMPLED else self.d)
        people, rest = self.d * self.reports * weight, 1 - SHARED
        low, high = Fraction(str(self.channel.low)), Fraction(str(self.channel.high))
        noise = (
            weight * self.reach * hoeffding_at(Fraction(self.d * self.reports), each) / (high - low) / rest
        )
        shared = Fraction(0) if own else hoeffding_at(Fraction(self.d), each) / self.d / rest
        for share in self.shares:
            cell = (int(self.reports * share) - self.reports * low) / (high - low)
            found = self.d * weight * (cell - self.reports * SHARED) / rest
            least = found - noise - people * shared
            lower = max(Fraction(0), least / (1 - shared)) if shared < 1 else Fraction(0)
            yield lower, found, min(people, (found + noise + people * shared) / (1 + shared))


SHARED = Fraction(1, 8)
SHARES = Fraction(3, 4), Fraction(1, 4), Fraction(7, 8)
FLIPS, SIGNS = Unary(8, Fraction(1, 8), Fraction(7, 8)), Hadamard(8, 1, Fraction(99))
STATES = (
    Asked(Rows.SAMPLED, 64, 800, SHARES, FLIPS, 1),
    Asked(Rows.ALL, 64, 800, SHARES, FLIPS, 1),
    Asked(Rows.SAMPLED, 1, 800, SHARES, FLIPS, 1),
    Asked(Rows.OWN, 1, 800, SHARES, FLIPS, 1),
    Asked(Rows.ALL, 64, 800, SHARES[:1], FLIPS, 1),
    Asked(Rows.SAMPLED, 64, 800, (), FLIPS, 1),
    Asked(Rows.SAMPLED, 64, 800, (Fraction(1, 2), Fraction(1, 20)), SIGNS, 2),
)


def cases(further: int) -> Iterator[tuple[str, bool]]:
    """Both ends and the estimate of every item."""
    for asked, risk in every(STATES, (Fraction(1, 5), Fraction(1, 100))):
        found = intervals(asked.hits(), risk)
        yield f"{len(asked.shares)} items", len(found) == len(asked.shares)
        for item, (ours, wanted) in enumerate(zip(found, asked.ends(risk), strict=True)):
            name = f"{asked.rows.value} rows, d = {asked.d}, {asked.channel}, delta = {risk}, item {item}"
            lower, estimate, upper = wanted
            yield f"{name}, lower", near(ours.lower, lower + further)
            yield f"{name}, estimate", near(ours.estimate, estimate)
            yield f"{name}, upper", near(ours.upper, upper)


def as_defined(prover: Prover) -> Theorem:
    """What is printed beside an estimate."""
    claim = Finite(
        "sketch.intervals",
        "the ends of the intervals of k items are those that |estimate - f| <= A + (N - f) B and 0 <= f <= N leave, where A "
        "and B are Hoeffding's at delta/(2k) each, and where everybody has a hash of their own B = 0 and A is at delta/k",
        "three items, one or none, or two with Hadamard signs; 800 reports in each of 64 rows or of one, or of all rows, or without rows; "
        "delta = 1/5 and 1/100; nine digits",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
