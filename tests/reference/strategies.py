"""Strategies for users' values, drawn from the domains, their ends included."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ldproof.parameters import Between, Domain, Whole, Words, parameter_named
from ldproof.registry import Request

NEAR = Fraction(1, 10**9)
"""How near to an end that is left out."""

WITHIN_FLOATS = {
    "epsilon": Between(NEAR, Fraction(700)),
    "odds": Between(1 + NEAR, Fraction(10**300)),
    "report_odds": Between(1 + NEAR, Fraction(10**300)),
}
"""Where a budget's excess odds are neither lost in a float nor overflow it."""


def domain_ends(values: Whole | Between) -> tuple[int | Fraction, int | Fraction]:
    """Return the least and the largest member of a domain, or numbers near the ends if these are excluded."""
    if isinstance(values, Whole):
        return values.low, values.high
    return values.low + NEAR * values.open_low, values.high - NEAR * values.open_high


@lru_cache(maxsize=1 << 10)  # whoever draws needs them again for every example
def domain_members(values: Domain) -> SearchStrategy[int | Fraction | str]:
    """Draw members of a domain: its ends, integers, fractions of all sizes, or words."""
    if isinstance(values, Words):
        return st.sampled_from(values.words)
    if isinstance(values, Whole):
        return st.sampled_from(domain_ends(values)) | st.integers(values.low, values.high)
    low, high = map(Fraction, domain_ends(values))
    ordinary = st.fractions(
        Fraction(ceil(low * 1000), 1000), min(values.high, Fraction(10)), max_denominator=1000
    )
    return (
        st.sampled_from((low, high)) | ordinary.filter(lambda value: value <= high) | st.fractions(low, high)
    )


def all_corners(request: Request) -> list[dict[str, object]]:
    """Return every choice of ends for all parameters of a request."""
    chosen: list[dict[str, object]] = []
    for way in request.budget or ("",):
        partly: list[dict[str, object]] = [{}]
        for name in ordered_names(request, way):
            partly = [
                given | {name: end}
                for given in partly
                for end in extremes(bounded_domain(name, given, request.system))
            ]
        chosen += partly
    return chosen


def extremes(values: Domain) -> tuple[int | Fraction | str, ...]:
    """The ends of a domain; of words, all."""
    return values.words if isinstance(values, Words) else domain_ends(values)


@st.composite
def given_to(draw: DrawFn, request: Request) -> dict[str, object]:
    """Draw the parameters of a request, with the budget in any of its forms, within the range of floats."""
    given: dict[str, object] = {}
    for name in ordered_names(request, draw(st.sampled_from(request.budget or ("",)))):
        given[name] = draw(domain_members(bounded_domain(name, given, request.system)))
    return given


def ordered_names(request: Request, way: str) -> list[str]:
    """Return the names of a request's parameters, its budget in this form; bounds come before what they bound."""
    names = [*request.required, *request.optional, *([way] if way else [])]
    return sorted(names, key=lambda name: bool(request.bound_of(name)))


def bounded_domain(name: str, given: Mapping[str, object], system: str) -> Domain:
    """Return the domain of a parameter, given the values that bound it."""
    values = WITHIN_FLOATS.get(name) or parameter_named(name, system).domain
    above = given.get(parameter_named(name, system).at_most)
    if isinstance(values, Whole) and isinstance(above, int):
        return Whole(values.low, min(values.high, above))
    return values
