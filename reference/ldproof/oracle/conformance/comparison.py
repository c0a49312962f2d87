"""What was expected, and what was found: the first place where they differ, in words."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import zip_longest

from ldproof import defaults
from ldproof.json_values import LARGEST, shorten_text
from ldproof.oracle.operations import OPTIONAL
from ldproof.programs.program import Message

ULPS = defaults.ULPS
"""By how many units in the last place a number may be off, if nothing else is said."""

ULP = Fraction(1, 1 << 52)
"""One unit in the last place of a double, relative to its size."""

FARTHEST = 4000
"""Of a decimal, so many digits may be between the first one and the point."""

LONGEST = 3 * FARTHEST
"""The characters of a decimal: a hundred times as many would take minutes to read."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place in an answer, with what was expected and what was found there."""

    place: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class AnswerInterval:
    """A closed interval that contains a number; its ends are equal where the number is exact."""

    low: Fraction
    high: Fraction
    kind: str = "exact"
    """How it was written: exact, enclosed, or as a float."""

    @property
    def largest_magnitude(self) -> Fraction:
        """The larger absolute value of its ends."""
        return max(abs(self.low), abs(self.high))


def first_difference(
    expected: Message, found: Message, ulps: int = ULPS, digits: int = 20
) -> Difference | None:
    """The first difference of an answer, in the order of the expected members; None if there is none."""
    measure = Measure(ulps, digits, largest_estimate(expected.get("estimates")))
    for name, thing in expected.items():
        if name in found:
            difference = next(value_differences(name, thing, found[name], measure), None)
            if difference is not None:
                return difference
        elif name not in OPTIONAL:
            return Difference(name, format_value(thing), "nothing")
    return None


@dataclass(frozen=True, slots=True)
class Measure:
    """The tolerance: ulps relative to a number or, if that is larger, to the answer's largest estimate."""

    ulps: int
    digits: int
    size: Fraction

    def is_near(self, expected: AnswerInterval, found: AnswerInterval) -> bool:
        """Whether a number agrees with the expected one, as exactly as both are written."""
        if found.kind == expected.kind == "exact":
            return found == expected
        apart = found.high < expected.low or expected.high < found.low
        if apart and found.kind != "float":
            return False
        if found.kind == "exact":
            return True
        slack = self.ulps * ULP * max(expected.largest_magnitude, self.size)
        if not apart:
            slack = max(slack, expected.largest_magnitude / 10**self.digits)
        return expected.low - slack <= found.low and found.high <= expected.high + slack


def value_differences(place: str, expected: object, found: object, measure: Measure) -> Iterator[Difference]:
    """The differences between two JSON values at the same place."""
    wanted = parse_interval(expected)
    if wanted is not None and isinstance(expected, Mapping):
        given = parse_interval(found)
        if given is None or not measure.is_near(wanted, given):
            yield Difference(place, format_number(expected), format_number(found))
    elif place == "law" and isinstance(expected, list):
        yield from law_differences(expected, found, measure)
    elif isinstance(expected, Mapping):
        things = found if isinstance(found, Mapping) else {}
        for name, thing in expected.items():
            if name != "assumes":
                yield from value_differences(f"{place}, {name}", thing, things.get(name), measure)
    elif isinstance(expected, list | tuple):
        yield from list_differences(place, expected, found, measure)
    elif isinstance(expected, str) and isinstance(found, str) and expected != found:
        yield Difference(
            f"{place}{first_character(expected, found)}", format_value(expected), format_value(found)
        )
    elif type(expected) is not type(found) or expected != found:
        yield Difference(place, format_value(expected), format_value(found))


def list_differences(
    place: str, expected: list[object] | tuple[object, ...], found: object, measure: Measure
) -> Iterator[Difference]:
    """The differences between two lists, whose places are counted from 1."""
    if not isinstance(found, list | tuple) or len(found) != len(expected):
        yield Difference(place, f"{len(expected)} of them", format_value(found))
        return
    for index, (one, other) in enumerate(zip(expected, found, strict=True), start=1):
        yield from value_differences(f"{place} {index}" if len(expected) > 1 else place, one, other, measure)


ZERO = {"0", "0/1"}
"""The texts of a probability of 0, as an exact number or as both of its bounds."""


def law_differences(expected: list[object], found: object, measure: Measure) -> Iterator[Difference]:
    """The differences between two laws in any order; an output that is not listed has probability 0."""
    listed = [*listed_probabilities(found)]
    times = Counter(output for output, _ in listed)
    if twice := next((output for output in times if times[output] > 1), None):
        yield Difference(f"law, output {twice}", "one probability", "several")
    wanted, given = (
        {output: number for output, number in law if not {*number.values()} <= ZERO}
        for law in (listed_probabilities(expected), listed)
    )
    if wanted.keys() != given.keys():
        odd = min(wanted.keys() ^ given.keys())
        yield Difference(
            f"law, output {odd}",
            format_number(wanted[odd]) if odd in wanted else "probability 0, not listed",
            format_number(given[odd]) if odd in given else "nothing",
        )
        return
    for output, chance in wanted.items():
        yield from value_differences(f"law, output {output}", chance, given[output], measure)


def listed_probabilities(law: object) -> Iterator[tuple[str, dict[str, object]]]:
    """The outputs of a law with their probabilities, as often as they are listed."""
    for each in law if isinstance(law, list) else ():
        if isinstance(each, dict) and isinstance(output := each.get("output"), str):
            yield output, {name: thing for name, thing in each.items() if name != "output"}


def first_character(expected: str, found: str) -> str:
    """The place of the first character in which two texts differ, in words."""
    places = enumerate(zip_longest(expected, found), start=1)
    place = next(index for index, (one, other) in places if one != other)
    return f", character {place}" if max(len(expected), len(found)) > 1 else ""


def parse_interval(thing: object) -> AnswerInterval | None:
    """The number that a member means: exact, between two decimals, or a float."""
    match thing:
        case {"exact": str(text)}:
            top, _, bottom = text.partition("/")
            if is_whole_number(top.removeprefix("-")) and is_whole_number(bottom) and int(bottom):
                exactly = Fraction(int(top), int(bottom))
                return AnswerInterval(exactly, exactly)
        case {"lower": str(low), "upper": str(high)}:
            ends = parse_decimal(low), parse_decimal(high)
            if ends[0] is not None and ends[1] is not None and ends[0] <= ends[1]:
                return AnswerInterval(ends[0], ends[1], "enclosed")
        case bool():
            return None
        case int() | float() if abs(thing) <= LARGEST:
            return AnswerInterval(Fraction(thing), Fraction(thing), "float")
    return None


def is_whole_number(digits: str) -> bool:
    """Whether a text is a whole number that Python reads."""
    return digits.isascii() and digits.isdigit() and len(digits) <= FARTHEST


def parse_decimal(text: str) -> Fraction | None:
    """The fraction that a decimal is; None if it is none, has too many characters, or too many zeros at the point."""
    if len(text) > LONGEST:
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return Fraction(number) if number.is_finite() and abs(number.adjusted()) <= FARTHEST else None


def largest_estimate(estimates: object) -> Fraction:
    """The largest absolute value of some estimates, at least 1; 0 if there are none."""
    if not isinstance(estimates, list | tuple):
        return Fraction(0)
    return max(
        [
            Fraction(1),
            *(each.largest_magnitude for each in map(parse_interval, estimates) if each is not None),
        ]
    )


def format_number(thing: object) -> str:
    """A number in an answer for people; anything else as `format_value` writes it."""
    match thing:
        case {"exact": str(text)}:
            return shorten_text(text)[1:-1].removesuffix("/1")
        case {"lower": str(low), "upper": str(high)}:
            return f"{low[:40]} to {high[:40]}"
        case _:
            return format_value(thing)


def format_value(thing: object) -> str:
    """Any JSON value in one short line."""
    return shorten_text(thing) if isinstance(thing, str) else shorten_text(repr(thing))[1:-1]
