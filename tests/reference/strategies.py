"""What a user may give, drawn from the domains themselves, their ends included."""

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


def numbers(domain: Domain) -> SearchStrategy[int | Fraction]:
    """The members of a domain: its ends, its whole numbers, and fractions of all sizes."""
    if isinstance(domain, Whole):
        return st.sampled_from((domain.low, domain.high)) | st.integers(domain.low, domain.high)
    low = domain.low + NEAR * domain.open_low
    high = domain.high - NEAR * domain.open_high
    ordinary = st.fractions(Fraction(ceil(low * 1000), 1000), min(domain.high, Fraction(10)), max_denominator=1000)
    return (
        st.sampled_from((low, high)) | ordinary.filter(lambda value: value <= high) | st.fractions(low, high)
    )


@st.composite
def given_to(draw: DrawFn, request: Request, *, within_floats: bool = False) -> dict[str, object]:
    """What a request asks for, with the budget in any one of its ways."""
    narrowed = WITHIN_FLOATS if within_floats else {}
    names = [*request.required, *request.optional]
    if request.budget:
        names.append(draw(st.sampled_from(request.budget)))
    given: dict[str, object] = {}
    for name in sorted(names, key=lambda name: name in AT_MOST):
        domain = narrowed.get(name, DOMAINS[name])
        above = given.get(AT_MOST.get(name, ""))
        if isinstance(domain, Whole) and isinstance(above, int):
            domain = Whole(domain.low, min(domain.high, above))
        given[name] = draw(numbers(domain))
    return given
