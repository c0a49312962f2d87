"""What a user may give, drawn from the domains themselves, their ends included."""

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


def ends(values: Whole | Between) -> tuple[int | Fraction, int | Fraction]:
    """The least and the largest member of a domain, or what is near to them where there are none."""
    if isinstance(values, Whole):
        return values.low, values.high
    return values.low + NEAR * values.open_low, values.high - NEAR * values.open_high


@lru_cache(maxsize=1 << 10)  # whoever draws needs them again for every example
def members(values: Domain) -> SearchStrategy[int | Fraction | str]:
    """The members of a domain: its ends, its whole numbers, and fractions of all sizes; words as they are."""
    if isinstance(values, Words):
        return st.sampled_from(values.words)
    if isinstance(values, Whole):
        return st.sampled_from(ends(values)) | st.integers(values.low, values.high)
    low, high = map(Fraction, ends(values))
    ordinary = st.fractions(
        Fraction(ceil(low * 1000), 1000), min(values.high, Fraction(10)), max_denominator=1000
    )
    return (
        st.sampled_from((low, high)) | ordinary.filter(lambda value: value <= high) | st.fractions(low, high)
    )


def corners(request: Request) -> list[dict[str, object]]:
    """Every choice of ends for everything that a request asks for."""
    chosen: list[dict[str, object]] = []
    for way in request.budget or ("",):
        partly: list[dict[str, object]] = [{}]
        for name in named(request, way):
            partly = [
                given | {name: end}
                for given in partly
                for end in extremes(bounded(name, given, request.system))
            ]
        chosen += partly
    return chosen


def extremes(values: Domain) -> tuple[int | Fraction | str, ...]:
    """The ends of a domain; of words, all."""
    return values.words if isinstance(values, Words) else ends(values)


@st.composite
def given_to(draw: DrawFn, request: Request) -> dict[str, object]:
    """What a request asks for, with the budget in any one of its ways, within what floats can bear."""
    given: dict[str, object] = {}
    for name in named(request, draw(st.sampled_from(request.budget or ("",)))):
        given[name] = draw(members(bounded(name, given, request.system)))
    return given


def named(request: Request, way: str) -> list[str]:
    """What is given, the budget in this way; whatever bounds another comes before it."""
    names = [*request.required, *request.optional, *([way] if way else [])]
    return sorted(names, key=lambda name: bool(request.bound_of(name)))


def bounded(name: str, given: Mapping[str, object], system: str) -> Domain:
    """The domain of a parameter beside those that are given already."""
    values = WITHIN_FLOATS.get(name) or parameter_named(name, system).domain
    above = given.get(parameter_named(name, system).at_most)
    if isinstance(values, Whole) and isinstance(above, int):
        return Whole(values.low, min(values.high, above))
    return values
