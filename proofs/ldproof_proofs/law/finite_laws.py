"""Mixtures of finite laws, and how far apart two laws are: as theorems state it."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import rational
from ldproof.probability import (
    INFINITE,
    ZERO,
    Infinite,
    Law,
    Odds,
    Outcome,
    law_of_ratios,
    parse_rational,
    sum_fractions,
    unreduced_product,
)


def mixture_law(parts: Iterable[tuple[Fraction, Law[Outcome]]]) -> Law[Outcome]:
    """The law of an outcome that is drawn from `law` with probability `weight`, for each (weight, law)."""
    return law_of_ratios(
        (outcome, *unreduced_product(parse_rational("a weight", weight), share))
        for weight, part in parts
        for outcome, share in part.probabilities.items()
    )


def tight_odds(one: Law[Outcome], other: Law[Outcome]) -> Odds:
    """The largest likelihood ratio: the least E with `one(S) <= E other(S)` for every S; infinite off `other`'s support."""
    return largest_odds(
        ratio_of_probabilities(share, other[outcome]) for outcome, share in one.probabilities.items()
    )


def symmetric_odds(one: Law[Outcome], other: Law[Outcome]) -> Odds:
    """The larger of `tight_odds(one, other)` and `tight_odds(other, one)`."""
    return largest_odds((tight_odds(one, other), tight_odds(other, one)))


def ratio_of_probabilities(above: Fraction, below: Fraction) -> Odds:
    """`above / below` for above > 0; INFINITE if below is 0."""
    return above / below if below else INFINITE


def largest_odds(candidates: Iterable[Odds]) -> Odds:
    """The largest of some odds: INFINITE if one of them is, and 0 if there are none."""
    largest = ZERO
    for candidate in candidates:
        if isinstance(candidate, Infinite):
            return candidate
        largest = max(largest, candidate)
    return largest


def hockey_stick(one: Law[Outcome], other: Law[Outcome], at: Fraction) -> Fraction:
    """The least delta with `one(S) <= at other(S) + delta` for every event S."""
    at = rational(parse_rational("the odds", at))
    gaps = (share - at * other[outcome] for outcome, share in one.probabilities.items())
    return sum_fractions(max(gap, ZERO) for gap in gaps)
