"""What a mechanism may be given: parameters by their domains, and the budget in one of its ways."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ldproof.catalogue import MECHANISMS
from ldproof.catalogue.signatures import Request, request
from ldproof.domains import AT_MOST, Domain, Whole, Words
from ldproof.interface.mechanisms import Mechanism, mechanism
from ldproof.interface.values import named
from ldproof.names import find
from ldproof.rejections import Refused

LARGEST = 8
"""No whole number is larger, if nothing else is said, so that laws can be listed."""
DENOMINATOR = 12
"""Nor is a denominator."""
HIGHEST = Fraction(16)
"""No fraction is larger."""

Parameter: TypeAlias = int | Fraction | str


def parameters(name: str, *, largest: int = LARGEST) -> SearchStrategy[dict[str, Parameter]]:
    """Parameters that a mechanism takes, its budget in one of its ways; whole numbers are at most `largest`."""
    return taken(name, largest).map(lambda pair: dict(pair[0]))


def mechanisms(name: str | None = None, *, largest: int = LARGEST) -> SearchStrategy[Mechanism]:
    """Mechanisms of a name, or of any, at parameters that they take."""
    if name is None:
        return st.sampled_from([*MECHANISMS]).flatmap(lambda each: mechanisms(each, largest=largest))
    return taken(name, largest).map(lambda pair: pair[1])


def taken(name: object, largest: object) -> SearchStrategy[tuple[Mapping[str, Parameter], Mechanism]]:
    """Parameters and what is made of them; what it refuses is not drawn."""
    known = named("a mechanism", name)
    return made(
        known, request(find("mechanism", known, MECHANISMS)), Whole(2, 10**6).accept("largest", largest)
    )


@st.composite
def made(draw: DrawFn, name: str, asked: Request, largest: int) -> tuple[Mapping[str, Parameter], Mechanism]:
    """Whatever bounds another parameter is drawn before it."""
    way = draw(st.sampled_from(asked.budget)) if asked.budget else None
    names = [*asked.required, *(each for each in asked.optional if draw(st.booleans()))]
    given: dict[str, Parameter] = {}
    for each in sorted((*names, *([way] if way else [])), key=AT_MOST.__contains__):
        given[each] = draw(members(bounded(each, given, asked), largest))
    try:
        return given, mechanism(name, **given)
    except Refused:
        assume(False)  # noqa: FBT003  (what is together no mechanism is not drawn)
        raise


def bounded(name: str, given: Mapping[str, Parameter], asked: Request) -> Domain:
    """The domain of a parameter beside those that are given already."""
    values, above = asked.domain(name), given.get(AT_MOST.get(name, ""))
    if name in asked.own:
        return values
    if isinstance(values, Whole) and isinstance(above, int):
        return Whole(values.low, min(values.high, above))
    return values


@lru_cache(maxsize=1 << 10)  # a strategy that is made again is looked through again, at each draw
def members(values: Domain, largest: int) -> SearchStrategy[Parameter]:
    """The members of a domain, from its low end."""
    if isinstance(values, Words):
        return st.sampled_from(values.words)
    if isinstance(values, Whole):
        return st.integers(values.low, max(values.low, min(values.high, largest)))
    low, high = values.low, min(values.high, HIGHEST)
    inside = st.fractions(low, high, max_denominator=DENOMINATOR)
    return inside.filter(
        lambda number: not (values.open_low and number == low) and (number < high or not values.open_high)
    )
