"""Hypothesis strategies for the parameters, inputs and outputs of mechanisms, for neighbours and for coins."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import ceil
from typing import TypeAlias, TypeVar

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ldproof.api.mechanisms import Mechanism, as_mechanism, mechanism, parse_name_text
from ldproof.chi2.mechanism import InputTables
from ldproof.coins import SeededCoins
from ldproof.errors import Reason, Refused
from ldproof.json_values import canonical_text
from ldproof.mechanisms import Level, Space, from_text, json_from_text, parse_level, to_text
from ldproof.parameters import Domain, Whole, Words, parameter_domain
from ldproof.registry import MECHANISMS, Request, complete_mechanism, request_of_function
from ldproof.rounds import Bits, Transcripts, TupleSpace, spread_bits
from ldproof.sketch.channels import Channel, Unary
from ldproof.sketch.mechanism import InputColumns, Reports

# The parameters of a mechanism: by their domains, and the budget in one of its ways.

LARGEST = 8
"""The largest whole number by default, so that laws can be listed."""
DENOMINATOR = 12
"""The largest denominator."""
HIGHEST = Fraction(16)
"""The largest fraction."""
STEPS = 64
"""The number of steps from the low end of fractions to the high one, each longer than the one before."""
REMEMBERED = 1 << 8
"""The number of cached strategies of domains, which are needed for every example."""

Parameter: TypeAlias = int | Fraction | str


def parameters(name: str, *, largest: int = LARGEST) -> SearchStrategy[dict[str, Parameter]]:
    """Draw parameters that a mechanism takes, its budget in one of its ways; whole numbers are at most `largest`."""
    return accepted_parameters(name, largest).map(lambda pair: dict(pair[0]))


def mechanisms(name: str | None = None, *, largest: int = LARGEST) -> SearchStrategy[Mechanism]:
    """Draw mechanisms of a name, or of any, at parameters that they take."""
    if name is None:
        return st.sampled_from([*MECHANISMS]).flatmap(lambda each: mechanisms(each, largest=largest))
    return accepted_parameters(name, largest).map(lambda pair: pair[1])


def accepted_parameters(
    name: object, largest: object
) -> SearchStrategy[tuple[Mapping[str, Parameter], Mechanism]]:
    """Draw parameters and their mechanism; what it refuses is not drawn."""
    known = complete_mechanism(parse_name_text("a mechanism", name))
    return make_accepted(
        known,
        request_of_function(MECHANISMS[known]),
        Whole(2, 10**6).accept("largest", largest),
    )


@st.composite
def make_accepted(
    draw: DrawFn, name: str, asked: Request, largest: int
) -> tuple[Mapping[str, Parameter], Mechanism]:
    """Draw parameters, those that bound others first."""
    way = draw(st.sampled_from(asked.budget)) if asked.budget else None
    names = [*asked.required, *asked.optional, *([way] if way else [])]
    given: dict[str, Parameter] = {}
    for each in sorted(names, key=lambda name: bool(asked.bound_of(name))):
        given[each] = draw(domain_members(bounded_domain(each, given, asked), largest))
    for each in asked.optional:  # drawn all the same, so that to leave it out changes nothing else
        if not draw(st.booleans()):
            del given[each]
    try:
        return given, mechanism(name, **given)
    except Refused:
        assume(False)  # noqa: FBT003  (what is together no mechanism is not drawn)
        raise


def bounded_domain(name: str, given: Mapping[str, Parameter], asked: Request) -> Domain:
    """Return the domain of a parameter, given the earlier ones."""
    values, above = asked.domain(name), given.get(asked.bound_of(name))
    if isinstance(values, Whole) and isinstance(above, int):
        return Whole(values.low, min(values.high, above))
    return values


@lru_cache(REMEMBERED)
def domain_members(values: Domain, largest: int) -> SearchStrategy[Parameter]:
    """Draw members of a domain, from its low end on; fractions by rising denominators."""
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


# Inputs and outputs as text, neighbours, and coins.

T = TypeVar("T")

FEW = 1 << 12
"""The most values that are listed, or places that are filled."""

MOST = 64
"""The most bytes of coins that are drawn; those after them are made from a seed."""

BLOCKS = (bytes(16), b"\xff" * 16, b"\x01" * 12 + bytes(4))
"""Blocks that are rarely drawn: the least, the largest, and one after which another block is read."""


def streams(T: int) -> SearchStrategy[str]:
    """Draw a user's states in T rounds, or the bits sent in them, as digits."""
    return digit_lists(parse_size("T", T)).map("".join)


def tables(m1: int, m2: int) -> SearchStrategy[str]:
    """Draw tables of m1 cases and m2 controls, as `a,b`."""
    cells = st.integers(0, parse_size("m1", m1)), st.integers(0, parse_size("m2", m2))
    return st.tuples(*cells).map(lambda pair: f"{pair[0]},{pair[1]}")


def sketches(w: int, d: int) -> SearchStrategy[str]:
    """Draw an item's columns in d rows of width w, separated by commas."""
    width, rows = parse_size("w", w), parse_size("d", d)
    return number_rows(st.integers(0, width - 1), rows)


def inputs(mechanism: Mechanism | object) -> SearchStrategy[str]:
    """Draw inputs of a mechanism, as text."""
    return space_values(as_mechanism(mechanism).made.secrets)


def outputs(mechanism: Mechanism | object) -> SearchStrategy[str]:
    """Draw outputs of a mechanism, as text."""
    return space_values(as_mechanism(mechanism).made.outputs)


def space_values(space: Space[T]) -> SearchStrategy[str]:
    """Draw values of a space: place by place if they have places, otherwise from its list."""
    sized: object = space
    match sized:
        case Bits(T=T) | Transcripts(T=T, null=False):
            return streams(T)
        case Transcripts(T=T, bits=count):
            chosen = st.lists(st.integers(0, T - 1), min_size=count, max_size=count, unique=True)
            sent = st.tuples(chosen.map(sorted), digit_lists(count))
            return sent.map(lambda pair: sized.write(spread_bits(T, pair[0], [*map(int, pair[1])])))
        case InputTables(m1=m1, m2=m2):
            return tables(m1, m2)
        case InputColumns(width=width, d=d):
            return sketches(width, d)
        case Reports():
            said = st.lists(
                row_contents(sized.channel), min_size=sized.row_count, max_size=sized.row_count
            ).map(";".join)
            numbered = st.integers(0, sized.d - 1).map("{}:".format) if sized.sampled else st.just("")
            return st.tuples(numbered, said).map("".join)
        case TupleSpace(space=each, length=length):
            several = st.lists(space_values(each), min_size=length, max_size=length)
            return several.map(lambda texts: canonical_text([json_from_text(each, text) for text in texts]))
        case _:
            return st.sampled_from([to_text(space, each) for each in list_small_space(space)])


def digit_lists(count: int) -> SearchStrategy[list[str]]:
    """Draw lists of so many bits as digits."""
    if count > FEW:
        raise Refused(Reason.TOO_LARGE, f"{count} bits are too many to draw", f"at most {FEW}")
    return st.lists(st.sampled_from("01"), min_size=count, max_size=count)


def number_rows(each: SearchStrategy[int], count: int) -> SearchStrategy[str]:
    """Draw so many numbers, separated by commas."""
    if count > FEW:
        raise Refused(Reason.TOO_LARGE, f"{count} rows are too many to draw", f"at most {FEW}")
    return st.lists(each, min_size=count, max_size=count).map(lambda found: ",".join(map(str, found)))


def row_contents(channel: Channel) -> SearchStrategy[str]:
    """Draw the report on one row."""
    if isinstance(channel, Unary):
        return digit_lists(channel.width).map(",".join)
    numbers = (st.integers(each.start, each.stop - 1) for each in channel.ranges)
    return st.tuples(*numbers).map(lambda said: ",".join(map(str, said)))


def list_small_space(space: Space[T]) -> list[T]:
    """Return the values of a space; refuse too many."""
    found = [*islice(space, FEW + 1)]
    if len(found) > FEW:
        raise Refused(Reason.TOO_MANY_OUTCOMES, "a space of too many values to draw from", f"at most {FEW}")
    return found


@st.composite
def neighbours(draw: DrawFn, mechanism: Mechanism | object, level: Level = "user") -> tuple[str, str]:
    """Draw two neighbouring inputs, as text."""
    chosen, asked = as_mechanism(mechanism), parse_level(level)
    space, text = chosen.made.secrets, draw(inputs(chosen))
    one = from_text(space, text)

    def near(other: str) -> bool:
        return other != text and chosen.made.neighbours(asked, one, from_text(space, other))

    sized: object = space
    match sized:
        case Bits():
            others = changed_places([*text], 2).map("".join)
        case InputColumns(width=width):
            others = changed_places(text.split(","), width).map(",".join)
        case InputTables():
            a, b = map(int, text.split(","))
            return text, draw(st.sampled_from([f"{x},{y}" for x, y in sized.neighbours((a, b))]))
        case _:
            every = (to_text(space, each) for each in list_small_space(space))
            return text, draw(st.sampled_from([*filter(near, every)]))
    return text, draw((others | space_values(space) if asked == "user" else others).filter(near))


@st.composite
def changed_places(draw: DrawFn, places: list[str], size: int) -> list[str]:
    """Draw another number below `size` for one place, more often for the last."""
    at = len(places) - draw(st.integers(1, len(places)))
    other = draw(st.integers(0, size - 2))
    return [*places[:at], str(other + (other >= int(places[at]))), *places[at + 1 :]]


class DrawnCoins:
    """Coins that begin with drawn bytes, and continue as seeded ones."""

    def __init__(self, drawn: bytes, seed: int = 0) -> None:
        self.drawn, self.seed = drawn, seed
        self.taken = 0
        """The number of bytes that were read."""
        self._after = SeededCoins(seed.to_bytes(8))

    def read(self, count: int) -> bytes:
        """Return the next bytes."""
        first = self.drawn[self.taken : self.taken + count]
        self.taken += count
        return first + self._after.read(count - len(first))

    def again(self) -> "DrawnCoins":
        """Return coins with the same bytes, from the first on."""
        return DrawnCoins(self.drawn, self.seed)

    def __repr__(self) -> str:
        return f"DrawnCoins({self.drawn!r}, {self.seed})"


def coins() -> SearchStrategy[DrawnCoins]:
    """Draw coins without an end; they shrink to coins without drawn bytes.

    Some begin with rare blocks.
    """
    rare = st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=MOST // 16).map(b"".join)
    return st.builds(DrawnCoins, st.binary(max_size=MOST) | rare, st.integers(0, 255))


def parse_size(name: str, value: object) -> int:
    """Return a whole number from its domain."""
    found = parameter_domain(name)
    return found.accept(name, value) if isinstance(found, Whole) else int(found.accept(name, value))
