"""Sums and ratios over a law's outcomes, as terms in which nothing is added up yet; the squared error is a number."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeVar

from ldproof.numbers import Term, apply_operator, term
from ldproof.probability import Law, Outcome, sum_fractions
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import Relation, at_most, equal, value_at

Input = TypeVar("Input")


def total(parts: Iterable[Term | Fraction]) -> Term:
    """A sum, part by part."""
    found: Term | None = None
    for part in parts:
        found = term(part) if found is None else found + part
    return term(0) if found is None else found


def chance(found: Law[Outcome], event: Callable[[Outcome], bool]) -> Term:
    """The probability of an event."""
    return total(share for outcome, share in found.probabilities.items() if event(outcome))


def ratio(above: Fraction, under: Fraction) -> Term:
    """How much likelier something is under one law than under another."""
    return term(above) / under


def likelihood_ratios(
    law: Mapping[Input, Sequence[Term]], compared: Callable[[Input, Input], bool]
) -> list[Term]:
    """For each ordered pair of compared inputs the ratios of all outputs' probabilities; `law` has these in one order."""
    return [
        above / under
        for one, other in product(law, law)
        if compared(one, other)
        for above, under in zip(law[one], law[other], strict=True)
    ]


def differ_at_most(places: int) -> Callable[[Sequence[object], Sequence[object]], bool]:
    """A predicate: whether two rows differ in 1 to `places` places."""
    return lambda one, other: 0 < sum(x != y for x, y in zip(one, other, strict=True)) <= places


def squared_error_of_share(
    ones: Sequence[Fraction], low: Fraction, high: Fraction, share: Fraction
) -> Fraction:
    """The mean squared error of (share of ones - low) / (high - low), for independent bits with these chances of a one."""
    return sum_fractions(
        prod(one if bit else 1 - one for one, bit in zip(ones, sent, strict=True))
        * ((Fraction(sum(sent), len(ones)) - low) / (high - low) - share) ** 2
        for sent in product((0, 1), repeat=len(ones))
    )


def largest(name: str, among: Sequence[Term], most: Fraction) -> Iterator[tuple[str, Relation]]:
    """The largest of several numbers: none is above it, and one is it."""
    each_once = list(dict.fromkeys(among))
    for place, each in enumerate(each_once):
        yield f"{name}, {place}", at_most(each, most)
    yield f"{name}, reached", equal(max(each_once, key=nearly), most)


def value(number: Term) -> Fraction:
    """A number that is a fraction."""
    found = value_at(number, {})
    if found is None:
        raise NotProved(f"{number} is no fraction")
    return found


def nearly(number: Term) -> float:
    """A number's size in floats: by which the largest is looked for, and then it is decided."""
    return number.fold(float, _none, apply_operator)


def _none(name: str) -> float:
    raise NotProved(f"{name} is no number")


def mean(found: Law[Outcome], read: Callable[[Outcome], Fraction]) -> Term:
    """The expectation of a number read off the outcome."""
    return total(term(read(outcome)) * share for outcome, share in found.probabilities.items())


def variance(found: Law[Outcome], read: Callable[[Outcome], Fraction]) -> Term:
    """The expected square less the square of the expectation."""
    return mean(found, lambda outcome: read(outcome) ** 2) - mean(found, read) ** 2
