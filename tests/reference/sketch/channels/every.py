"""Every channel, small and with exact rates."""

from fractions import Fraction

import pytest

from ldproof.numbers import Real, real
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary

CHANNELS: list[Channel] = [
    Unary(2, Real(Fraction(1, 4)), Real(Fraction(3, 4))),
    Unary(3, Real(Fraction(1, 4)), Real(Fraction(1, 2))),
    Unary(4, Real(Fraction(1, 5)), Real(Fraction(2, 3))),
    Kary(2, Real(Fraction(2))),
    Kary(5, Real(Fraction(1, 2))),
    Hadamard(2, 0, Real(Fraction(2))),
    Hadamard(2, 1, Real(Fraction(2))),
    Hadamard(8, 0, Real(Fraction(3))),
    Hadamard(8, 1, Real(Fraction(3))),
]
EACH = pytest.mark.parametrize("channel", CHANNELS, ids=lambda each: f"{type(each).__name__}-{each.width}")


def odds(channel: Channel) -> Fraction:
    """What the channel's parameters promise."""
    if isinstance(channel, Unary):
        p, q = exact(channel.p), exact(channel.q)
        return q * (1 - p) / (p * (1 - q))
    assert isinstance(channel, Kary | Hadamard)
    return exact(channel.excess) + 1


def exact(quantity: object) -> Fraction:
    """A number that is known exactly."""
    assert isinstance(quantity, Real | Fraction)
    found = real(quantity).exact
    assert found is not None
    return found
