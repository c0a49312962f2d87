"""Decimals for readers: the first digits of a number, each of them certain, and dots where there are more."""

from fractions import Fraction
from itertools import takewhile

from ldproof.numbers import Real, enclose, floor

LARGEST, SMALLEST = 12, -4
"""The powers of ten between which a number is written without one."""
MANY = 40
"""More digits than anybody is shown."""


def decimal(value: Real, digits: int) -> str:
    """The first significant digits of a number, cut off and not rounded; dots, unless these are all."""
    if value == 0:
        return "0"
    size = abs(value)
    power = _power(size)
    if 0 <= power < LARGEST:
        digits = max(digits, power + 1)
    shifted = size * Fraction(10) ** (digits - 1 - power)
    whole = floor(shifted)
    ended = shifted.exact == whole
    written = str(whole).rstrip("0") if ended else str(whole)
    return ("-" if value < 0 else "") + _pointed(written, power, "" if ended else "...")


def between(low: Real, high: Real, digits: int = MANY) -> str:
    """The digits that two numbers share: those of whatever lies between them."""
    if high < low:
        raise ValueError(f"nothing lies between {decimal(low, digits)} and {decimal(high, digits)}")
    one, other = (decimal(each, digits).removesuffix("...") for each in (low, high))
    pairs = zip(one, other, strict=False)
    shared = "".join(digit for digit, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    if " " in one + other or one.find(".") != other.find(".") or "." not in shared[:-1]:
        raise ValueError(f"{one} and {other} share no digit after the point")
    return f"{shared}..."


def _power(size: Real) -> int:
    """The power of ten of the first digit."""
    near = size.exact if size.exact is not None else Fraction(enclose(size, MANY).lower)
    power = len(str(near.numerator)) - len(str(near.denominator))
    return power if near >= Fraction(10) ** power else power - 1


def _pointed(digits: str, power: int, dots: str) -> str:
    """The digits with the point where it belongs."""
    if not SMALLEST <= power < LARGEST:
        rest = f".{digits[1:]}" if digits[1:] else ""
        return f"{digits[0]}{rest}{dots} 10^{power}" if digits + dots != "1" else f"10^{power}"
    if power < 0:
        return f"0.{'0' * (-power - 1)}{digits}{dots}"
    whole, rest = digits[: power + 1].ljust(power + 1, "0"), digits[power + 1 :]
    return f"{whole}.{rest}{dots}" if rest else whole + dots
