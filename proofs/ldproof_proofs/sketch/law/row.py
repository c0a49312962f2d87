"""Section 4.1: the odds of a row and of one of its bits."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from itertools import product as every
from typing import TypeVar

from ldproof.numbers import Exact, Real, Symbol, Term, ball, floor, like
from ldproof.probability import Infinite, Law, Odds, law_of_shares
from ldproof.sketch.formulas import bit_epsilon, bit_odds, row_epsilon, row_odds
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, by_name
from ldproof_proofs.kernel.privacy import Listed, Pair, Processed
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import pointwise, sums
from ldproof_proofs.law.finite_laws import symmetric_odds

p, q, rest = map(Symbol, ("p", "q", "rest"))
RATES: Facts = {"p > 0": below(0, p), "p < q": below(p, q), "q < 1": below(q, 1)}
AT: Point = {"p": Fraction(1, 4), "q": Fraction(3, 4), "rest": 1}
RHO = row_odds(p, q)
READING = (
    "the sides are of two bits, at the columns of two items, and `rest` is the probability of the row's other bits, which is "
    "the same under both items"
)
Seen = TypeVar("Seen", bound=Hashable)
QUARTERS = (Fraction(1, 4), Fraction(3, 4))
CHANCES = (*QUARTERS, Fraction(1, 10), Fraction(1, 2), Fraction(2, 3))
PAIRS = tuple((low, high) for low, high in every(CHANCES, repeat=2) if low < high)
WIDTHS = (2, 3, 4)
SCOPE = f"widths {', '.join(map(str, WIDTHS))}, all pairs of columns, all events, {len(PAIRS)} pairs of rates p < q"
FINE = 1 << 64


def row_likelihood(seen: Sequence[int], column: int, p: Exact, q: Exact) -> Exact:
    """The probability of a row of bits `seen`: a 1 has probability q in the item's column, and p elsewhere."""
    found = like(p, 1)
    for place, bit in enumerate(seen):
        rate = q if place == column else p
        found = found * (rate if bit else 1 - rate)
    return found


def noisy_row_law(width: int, column: int, p: Fraction, q: Fraction) -> Law[tuple[int, ...]]:
    """The law of a row of bits for the item's column."""
    return law_of_shares((seen, row_likelihood(seen, column, p, q)) for seen in every((0, 1), repeat=width))


def seen(first: int, second: int, column: int) -> Term:
    """The probability of two bits at columns 0 and 1, beside the rest of the row."""
    return row_likelihood((first, second), column, p, q) * rest


def two_bits(prover: Prover) -> Iterable[Theorem]:
    """Whatever two bits say at two items' columns, they are likelier under one by the row's odds at most."""
    for first, second, column in every((0, 1), (0, 1), (0, 1)):
        one, other = (row_likelihood((first, second), each, p, q) for each in (column, 1 - column))
        claim = Implication(
            f"sketch.two-bits-{first}{second}{column}",
            at_most(one, RHO * other),
            RATES,
            witness=AT,
            mutant=Mutant(below(RHO * other, one), AT),
        )
        yield prover.theorem(claim, at_once("0 < p < q < 1", search))
        nonnegative = Implication(
            f"sketch.two-bits-nonnegative-{first}{second}{column}", at_most(0, one), RATES, witness=AT
        )
        yield prover.theorem(nonnegative, at_once("0 < p < q < 1", search))


def pair_private(prover: Prover) -> Theorem:
    """The two bits at two items' columns are LDP with the row's odds."""
    bits = {f"{first}{second}": (first, second) for first, second in every((0, 1), (0, 1))}
    laws = [{name: row_likelihood(pair, column, p, q) for name, pair in bits.items()} for column in (0, 1)]
    return pointwise.show_private(
        prover,
        "sketch.pair-ldp",
        Listed("the bits of a row at the columns of two items, between these items", (Pair(*laws),)),
        RHO,
        RATES,
        by_name(two_bits(prover)),
        {"p": Fraction(1, 4), "q": Fraction(3, 4)},
        RHO / 2,
    )


def private(prover: Prover) -> Theorem:
    """A row of any width is LDP with these odds: its other bits have the same law under both items, whatever the two say."""
    return pointwise.show_private(
        prover,
        "sketch.row-ldp",
        Processed(
            "a row of bits, whose bits at the columns of two items are sent with others that depend on neither item, between "
            "any two items",
            pair_private(prover),
        ),
        RHO,
        RATES,
        {},
        {"p": Fraction(1, 4), "q": Fraction(3, 4)},
        RHO / 2,
    )


def attained(prover: Prover) -> Theorem:
    """A row whose two bits both speak for an item is likelier by as much."""
    one, other = seen(1, 0, 0), seen(1, 0, 1)
    claim = Implication(
        "sketch.row-says-10",
        equal(one, RHO * other),
        {**RATES, "rest >= 0": at_most(0, rest)},
        witness=AT,
        mutant=Mutant(equal(one, other), AT),
        reading=READING,
    )
    return prover.theorem(claim, at_once("0 < p < q < 1", search))


def bits(prover: Prover) -> Iterable[Theorem]:
    """A row's odds are those of a 1 times those of a 0, so that neither bit alone has as much."""
    one, none = q / p, (1 - p) / (1 - q)

    def shown(name: str, goal: Relation) -> Theorem:
        claim = Implication(
            f"sketch.{name}",
            goal,
            RATES,
            witness=AT,
            mutant=Mutant(equal(goal.right, goal.left + 1), AT),
            reading="q / p are the odds of a 1, and (1 - p)/(1 - q) those of a 0",
        )
        return prover.theorem(claim, at_once("0 < p < q < 1", search))

    yield shown("row-is-both-bits", equal(RHO, one * none))
    yield shown("one-below-row", below(one, RHO))
    yield shown("zero-below-row", below(none, RHO))


def tight(name: str, one: Law[Seen], other: Law[Seen], odds: Odds) -> Iterator[tuple[str, Relation]]:
    """That these are the largest odds of anything under either law, where all can be seen under both."""
    if isinstance(odds, Infinite) or set(one) != set(other):
        raise NotProved(f"{name}: the odds are infinite")
    ratios = (
        sums.ratio(*pair) for seen in one for pair in ((one[seen], other[seen]), (other[seen], one[seen]))
    )
    yield from sums.largest(name, list(ratios), odds)


def row_cases(ours: Callable[[Fraction, Fraction], Odds]) -> Iterator[tuple[str, Relation]]:
    """The closed form against the law of all bits."""
    for width, (low, high) in every(WIDTHS, PAIRS):
        laws = [noisy_row_law(width, column, low, high) for column in range(width)]
        for one, other in combinations(range(width), 2):
            name = f"w = {width}, p = {low}, q = {high}, columns {one} and {other}"
            yield from tight(name, laws[one], laws[other], ours(low, high))


def one_bit(column: int, low: Fraction, high: Fraction) -> Law[int]:
    """The law of the first bit of a row, as a part of the whole row's."""
    return noisy_row_law(3, column, low, high).pushforward(lambda bits: bits[0])


def bit_cases(ours: Callable[[Fraction, Fraction], Odds]) -> Iterator[tuple[str, Relation]]:
    """The tight odds of one bit of a row, from its law, against a formula."""
    for low, high in PAIRS:
        both = one_bit(0, low, high), one_bit(1, low, high)
        yield from tight(f"p = {low}, q = {high}", *both, ours(low, high))


def fine(epsilon: Callable[[], Real]) -> int:
    """An epsilon in multiples of 2^-64, rounded down: certified."""
    found = epsilon()
    return floor(lambda: ball(found) * FINE)


def logarithm(odds: Odds) -> int:
    """The epsilon of odds, as finely."""
    if isinstance(odds, Infinite):
        raise NotProved("infinite odds have no epsilon")
    return floor(lambda: ball(odds).log() * FINE)


def exhaustively(prover: Prover) -> Iterable[Theorem]:
    """Both closed forms are the tight odds of the laws."""
    yield prover.theorem(
        Ground(
            "sketch.row-odds",
            "the tight odds of two rows of bits are q (1 - p)/(p (1 - q))",
            SCOPE,
            lambda: row_cases(row_odds),
            lambda: row_cases(bit_odds),
            anchors=(
                anchor(
                    row_epsilon,
                    lambda: fine(lambda: row_epsilon(*QUARTERS)),
                    lambda: logarithm(
                        symmetric_odds(noisy_row_law(3, 0, *QUARTERS), noisy_row_law(3, 1, *QUARTERS))
                    ),
                ),
            ),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "sketch.bit-odds",
            "the tight odds of one bit of two rows are the larger of q / p and (1 - p)/(1 - q): 3 for 1/4 and 3/4, where "
            "the row's are 9",
            f"{len(PAIRS)} pairs of rates p < q",
            lambda: bit_cases(bit_odds),
            lambda: bit_cases(row_odds),
            anchors=(
                anchor(
                    bit_epsilon,
                    lambda: fine(lambda: bit_epsilon(*QUARTERS)),
                    lambda: logarithm(symmetric_odds(one_bit(0, *QUARTERS), one_bit(1, *QUARTERS))),
                ),
            ),
        ),
        ByRecord(),
    )
