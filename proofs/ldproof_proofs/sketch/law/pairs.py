"""Section 3.1: what is told by a cell that is named, or by any cell that is sent as it is."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from itertools import product as every
from typing import TypeAlias

from ldproof.numbers import Symbol, Term, term
from ldproof.probability import Law, law_of_shares
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.sketch.law.row import PAIRS, WIDTHS, noisy_row_law, row_likelihood

Sent: TypeAlias = tuple[int, ...]
"""Whatever is seen."""
Rates: TypeAlias = tuple[Fraction, Fraction]
"""p and q."""
Sending: TypeAlias = Callable[[int, int, Rates], Law[Sent]]
"""The law of what is sent, by the width, the item's column and the rates."""
E, q, x, a, b, one, other, rest = map(Symbol, ("E", "q", "x", "a", "b", "one", "other", "rest"))


def reveals(prover: Prover) -> Theorem:
    """What is never sent for another item has no odds at all: no E bounds them."""
    at: Point = {"E": 3, "q": Fraction(3, 4)}
    claim = Implication(
        "sketch.named-cell",
        below(E * 0, q),
        {"q > 0": below(0, q)},
        witness=at,
        mutant=Mutant(below(E, q), at),
        reading="q is the probability of a report that is never sent for another item, and E are any odds",
    )
    return prover.theorem(claim, at_once("E times 0 is 0", search))


def lone(prover: Prover) -> Theorem:
    """Noise in the item's own cell alone: with p = 0 a 1 is seen nowhere else."""
    return seen_once(prover, "lone-cell", q, "only the item's own bit is noisy, so that p = 0")


def central(prover: Prover) -> Theorem:
    """A row without noise, which is added later to the sum, as central differential privacy has it."""
    return seen_once(prover, "plain-cell", term(1), "no bit is noisy, so that p = 0 and q = 1")


def seen_once(prover: Prover, name: str, high: Term, why: str) -> Theorem:
    """Two bits of a row, a 1 at the column of the first item and a 0 at that of the second."""
    at: Point = {"E": 3, "q": Fraction(3, 4), "rest": 1}
    first, second = (row_likelihood((1, 0), column, term(0), high) * rest for column in (0, 1))
    claim = Implication(
        f"sketch.{name}",
        below(E * second, first),
        {"q > 0": below(0, q), "rest > 0": below(0, rest)},
        witness=at,
        reading=f"the sides are of two bits, a 1 at the column of one item and a 0 at another's, where {why}; `rest` is the "
        "probability of the row's other bits, which is the same under both items, and 1 if these are zeros; E are any odds",
    )
    return prover.theorem(claim, at_once("the second never sends a 1 there", search))


def posterior(prover: Prover) -> Iterator[Theorem]:
    """Privacy bounds by how much a report changes the odds of two items; where they start is not its business."""
    at: Point = {"x": 2, "a": 3, "b": 1, "one": 5, "other": 1}
    claim = Implication(
        "sketch.posterior",
        at_most(one * a / (other * b), (1 + x) * (one / other)),
        {
            "b > 0": below(0, b),
            "other > 0": below(0, other),
            "one >= 0": at_most(0, one),
            "a <= E b": at_most(a, (1 + x) * b),
        },
        witness=at,
        mutant=Mutant(at_most(one * a / (other * b), one / other), at),
        reading="one and other are what somebody took two items' probabilities for, a and b those of a report under them, "
        "E = 1 + x",
    )
    yield prover.theorem(claim, at_once("Bayes' rule", search))
    yield proposition(
        prover,
        "sketch.posterior-below",
        at_most(one / (other * (1 + x)), one * a / (other * b)),
        {
            "b > 0": below(0, b),
            "other > 0": below(0, other),
            "one >= 0": at_most(0, one),
            "x > 0": below(0, x),
            "b <= E a": at_most(b, (1 + x) * a),
        },
        {**at, "b": 6},
        reason="Bayes' rule, with the items exchanged",
        reading="one and other are what somebody took two items' probabilities for, a and b those of a report under them, "
        "E = 1 + x",
    )


def named(_: int, column: int, rates: Rates) -> Law[Sent]:
    """The item's own cell with its noisy bit, as a pair of row and column names it."""
    return law_of_shares(((0, column, bit), own(bit, rates)) for bit in (0, 1))


def own_only(width: int, column: int, rates: Rates) -> Law[Sent]:
    """A whole row, in which the item's own bit is noisy and all others are sent as they are."""
    return law_of_shares(
        (tuple(bit * (place == column) for place in range(width)), own(bit, rates)) for bit in (0, 1)
    )


def as_it_is(width: int, column: int, _: Rates) -> Law[Sent]:
    """A row without noise, which is added later to the sum."""
    return law_of_shares([(tuple(int(place == column) for place in range(width)), Fraction(1))])


def noisy(width: int, column: int, rates: Rates) -> Law[Sent]:
    """A row in which every bit is noisy."""
    return noisy_row_law(width, column, *rates)


def own(bit: int, rates: Rates) -> Fraction:
    """The probability of the item's own bit."""
    _, high = rates
    return high if bit else 1 - high


def infinite_cases(sent: Sending) -> Iterator[tuple[str, Relation]]:
    """Something that can be seen under one of two items in different columns, and under the other one never."""
    for width, rates in every(WIDTHS, PAIRS):
        for first, second in combinations(range(width), 2):
            one, other = sent(width, first, rates), sent(width, second, rates)
            told = min(one, key=other.__getitem__)
            name = f"w = {width}, columns {first} and {second}, p and q {rates}, {told}"
            yield f"{name} under one", below(0, sums.chance(one, told.__eq__))
            yield f"{name} not under the other", equal(sums.chance(other, told.__ne__), 1)


SCOPE = f"widths {', '.join(map(str, WIDTHS))}, all pairs of columns, {len(PAIRS)} pairs of rates p < q"


def named_pairs(prover: Prover) -> Theorem:
    """The source's pairs of row and column."""
    return infinite(prover, "pairs-reveal", "a row, a column and a noisy bit have infinite odds", named)


def lone_rows(prover: Prover) -> Theorem:
    """Whole rows with noise in the item's own cell alone."""
    return infinite(
        prover,
        "lone-noise-reveals",
        "a row in which only the item's own bit is noisy has infinite odds",
        own_only,
    )


def plain_rows(prover: Prover) -> Theorem:
    """Whole rows without noise."""
    return infinite(
        prover, "plain-row-reveals", "a row that is sent without noise has infinite odds", as_it_is
    )


def infinite(prover: Prover, name: str, says: str, sent: Sending) -> Theorem:
    """By the laws; a row in which every bit is noisy has finite odds."""
    claim = Ground(
        f"sketch.{name}",
        f"{says} between items of different columns",
        SCOPE,
        lambda: infinite_cases(sent),
        lambda: infinite_cases(noisy),
    )
    return prover.theorem(claim, ByRecord())
