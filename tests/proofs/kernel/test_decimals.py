"""Decimals: the digits that are shown are the number's own, and dots say that there are more."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Real, exp, log, real
from ldproof_proofs.kernel.decimals import between, decimal


def test_examples() -> None:
    """By hand."""
    cases: list[tuple[Real, int, str]] = [
        (real(Fraction(1, 4)), 5, "0.25"),
        (real(Fraction(201, 200)), 3, "1.00..."),
        (real(Fraction(201, 200)), 4, "1.005"),
        (real(Fraction(-775012, 10000)), 3, "-77.5..."),
        (real(Fraction(123457, 2)), 2, "61728..."),
        (real(1000), 2, "1000"),
        (real(0), 3, "0"),
        (real(Fraction(1, 3000)), 3, "0.000333..."),
        (real(Fraction(1, 10**6)), 3, "10^-6"),
        (real(10) ** 15, 3, "10^15"),
        (2 * log(real(2)) - 1, 4, "0.3862..."),
        (exp(real(-100)), 4, "3.720... 10^-44"),
        (-exp(real(1)), 5, "-2.7182..."),
    ]
    for value, digits, wanted in cases:
        assert decimal(value, digits) == wanted


@given(st.fractions(max_denominator=10**6), st.integers(1, 12))
def test_what_is_shown_is_a_truncation(value: Fraction, digits: int) -> None:
    """It is no larger than the number, and one more in its last place is: or it is the number itself."""
    shown = decimal(real(value), digits)
    mantissa, _, power = shown.replace(
        "10^", "1 10^", 1 if shown.lstrip("-").startswith("10^") else 0
    ).partition(" 10^")
    scale = Fraction(10) ** int(power or 0)
    read = (
        abs(Fraction(mantissa.removesuffix("...").removesuffix(" "))) * scale
        if "..." not in mantissa
        else None
    )
    if read is not None:
        assert read == abs(value)
        return
    cut = mantissa.replace("...", "")
    last = Fraction(1, 10 ** len(cut.partition(".")[2])) * scale
    below = abs(Fraction(cut)) * scale
    assert below < abs(value) < below + last
    assert shown.startswith("-") == (value < 0)


def test_digits_in_common() -> None:
    """Those of whatever lies between; none, and it is refused."""
    assert between(real(Fraction("9.546993")), real(Fraction("9.546995"))) == "9.54699..."
    for low, high in (("1.9", "2.1"), ("9.9", "10.1"), ("0.1", "0.2")):
        with pytest.raises(ValueError, match="share no digit"):
            between(real(Fraction(low)), real(Fraction(high)))
    with pytest.raises(ValueError, match="nothing lies between"):
        between(real(Fraction("9.546995")), real(Fraction("9.546993")))
