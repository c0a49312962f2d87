"""What a user may give, drawn from the domains themselves, their ends included."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ldproof.catalogue.signatures import Request
from ldproof.domains import AT_MOST, DOMAINS, Between, Domain, Whole

NEAR = Fraction(1, 10**9)
"""How near to an end that is left out."""

WITHIN_FLOATS = {
    "epsilon": Between(NEAR, Fraction(700)),
    "odds": Between(1 + NEAR, Fraction(10**300)),
    "report_odds": Between(1 + NEAR, Fraction(10**300)),
}
"""Where a budget's excess odds are neither lost in a float nor overflow it."""


def ends(domain: Domain) -> tuple[int | Fraction, int | Fraction]:
    """The least and the largest member of a domain, or what is near to them where there are none."""
    if isinstance(domain, Whole):
        return domain.low, domain.high
    return domain.low + NEAR * domain.open_low, domain.high - NEAR * domain.open_high


def numbers(domain: Domain) -> SearchStrategy[int | Fraction]:
    """The members of a domain: its ends, its whole numbers, and fractions of all sizes."""
    if isinstance(domain, Whole):
        return st.sampled_from(ends(domain)) | st.integers(domain.low, domain.high)
    low, high = map(Fraction, ends(domain))
    ordinary = st.fractions(
        Fraction(ceil(low * 1000), 1000), min(domain.high, Fraction(10)), max_denominator=1000
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
            partly = [given | {name: end} for given in partly for end in ends(bounded(name, given))]
        chosen += partly
    return chosen


@st.composite
def given_to(draw: DrawFn, request: Request) -> dict[str, object]:
    """What a request asks for, with the budget in any one of its ways, within what floats can bear."""
    given: dict[str, object] = {}
    for name in named(request, draw(st.sampled_from(request.budget or ("",)))):
        given[name] = draw(numbers(bounded(name, given)))
    return given


def named(request: Request, way: str) -> list[str]:
    """What is given, the budget in this way; whatever bounds another comes before it."""
    names = [*request.required, *request.optional, *([way] if way else [])]
    return sorted(names, key=lambda name: name in AT_MOST)


def bounded(name: str, given: Mapping[str, object]) -> Domain:
    """The domain of a parameter beside those that are given already."""
    domain = WITHIN_FLOATS.get(name, DOMAINS[name])
    above = given.get(AT_MOST.get(name, ""))
    if isinstance(domain, Whole) and isinstance(above, int):
        return Whole(domain.low, min(domain.high, above))
    return domain
