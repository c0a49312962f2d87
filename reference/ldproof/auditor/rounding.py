"""Outputs rounded to a grid before an audit looks at them, which tells leaks in low bits from too little noise.

Rounding is post-processing: a mechanism that keeps its claim keeps it with rounded outputs.
"""

from collections import Counter
from fractions import Fraction
from math import copysign, inf, isfinite

from ldproof.auditor.claim import Drawn
from ldproof.auditor.draw.functions import CodedKeys
from ldproof.errors import Reason, Refused
from ldproof.json_values import Members
from ldproof.parameters import Between, Whole, complete_numeral
from ldproof.programs import DrawnOutput, Tally, Value, parse_key

GRIDS = Between(Fraction(0), Fraction(10) ** 300, open_low=True)
"""The domain of the distance between two numbers of a grid."""
PLACES = Whole(0, 300)
"""The domain of the number of decimal places."""


def parse_grid(grid: object, places: object = None) -> Fraction | None:
    """Return the grid of numbers with so many decimal places, or of multiples of a number; None if neither is given."""
    if places is not None and grid is not None:
        raise Refused(Reason.REPEATED, "round and grid", "one of the two")
    if places is not None:
        return Fraction(1, 10 ** PLACES.accept("round", places))
    if grid is None:
        return None
    return GRIDS.accept("grid", complete_numeral(grid) if isinstance(grid, str) else grid)


def round_value(given: Value, grid: Fraction) -> Value:
    """Return a value with the nearest multiple of a grid in the place of each finite number."""
    match given:
        case bool():
            return given
        case int() | float() if isfinite(given):
            nearest = round(Fraction(given) / grid) * grid
            if isinstance(given, int) and nearest.denominator == 1:
                return int(nearest)
            try:
                return float(nearest)
            except OverflowError:
                return copysign(inf, given)
        case tuple():
            return tuple(round_value(each, grid) for each in given)
        case Members():
            return Members(tuple((name, round_value(each, grid)) for name, each in given.members))
        case _:
            return given


def round_key(key: str, grid: Fraction) -> str:
    """Return the key of a draw with its output rounded."""
    found = parse_key(key)
    return DrawnOutput(round_value(found.output, grid), found.taken).tally_key()


def round_tally(tally: Tally, grid: Fraction) -> Tally:
    """Return a tally with rounded outputs."""
    found: Tally = Counter()
    for key, times in tally.items():
        found[round_key(key, grid)] += times
    return found


def round_drawn(came: Drawn, grid: Fraction) -> Drawn:
    """Return draws with rounded outputs, in their order."""
    keys = CodedKeys.from_keys(came.keys)
    rounded = CodedKeys(tuple(round_key(each, grid) for each in keys.texts), keys.codes)
    tallies = tuple(round_tally(each, grid) for each in came.tallies)
    return Drawn(tallies, came.order, CodedKeys.join_parts([rounded]) if came.keys else came.keys)
