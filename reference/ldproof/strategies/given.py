"""What a mechanism may be given: parameters by their domains, and the budget in one of its ways."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil
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
STEPS = 64
"""So many steps lead from the low end of fractions to the high one, and each is longer than the one before."""
REMEMBERED = 1 << 8
"""Of so many domains the members are kept, as whoever draws needs them for every example."""

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
    names = [*asked.required, *asked.optional, *([way] if way else [])]
    given: dict[str, Parameter] = {}
    for each in sorted(names, key=AT_MOST.__contains__):
        given[each] = draw(members(bounded(each, given, asked), largest))
    for each in asked.optional:  # drawn all the same, so that to leave it out changes nothing else
        if not draw(st.booleans()):
            del given[each]
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


@lru_cache(REMEMBERED)
def members(values: Domain, largest: int) -> SearchStrategy[Parameter]:
    """The members of a domain, from its low end; of fractions, those with the least denominators first."""
    if isinstance(values, Words):
        return st.sampled_from(values.words)
    if isinstance(values, Whole):
        return st.integers(values.low, max(values.low, min(values.high, largest)))
    low, high = values.low, min(values.high, HIGHEST)

    def member(denominator: int, step: int) -> Fraction:
        """The first multiple of 1/denominator from a step on: each of the two can be made smaller on its own."""
        found = Fraction(ceil((low + (high - low) * Fraction(step, STEPS) ** 2) * denominator), denominator)
        return found + Fraction(1, denominator) if values.open_low and found == low else found

    found = st.builds(member, st.integers(1, DENOMINATOR), st.integers(0, STEPS))
    return found.filter(lambda number: number < high or (number == high and not values.open_high))
