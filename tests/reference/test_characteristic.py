"""Tails from the characteristic function, against recurrences over fractions."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import characteristic
from ldproof.characteristic import Mixtures
from ldproof.numbers import ball, fraction, precision
from ldproof.tails import at_least_mixed

CHANCES = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100)


def compare(
    count: int,
    least: int,
    chances: tuple[Fraction, Fraction],
    starts: Sequence[int],
    offsets: Sequence[int],
    bits: int,
) -> None:
    """Every ball has the fraction in it, and is small."""
    p, q = chances
    exact = at_least_mixed(count, least, (p, 1 - p), (q, 1 - q))
    with precision(bits):
        found = Mixtures(count, ball(p), ball(q)).at_least(least, starts, offsets)
    firsts = [start + offset for start in starts for offset in offsets]
    for first, around in zip(firsts, found, strict=True):
        assert fraction(around.lower()) <= exact[first] <= fraction(around.upper())
        assert around.rad() < 2.0 ** (20 - bits)


@given(st.integers(1, 30), st.integers(-2, 33), CHANCES, CHANCES, st.sampled_from([40, 128, 300]))
def test_few_coins(count: int, least: int, p: Fraction, q: Fraction, bits: int) -> None:
    """So few that no number of ones is too far away."""
    compare(count, least, (p, q), range(count + 1), [0], bits)
    compare(count, least, (p, q), [0], range(count + 1), bits)


MANY = [
    (700, 350, Fraction(1, 2), Fraction(1, 3)),
    (700, 20, Fraction(1, 10), Fraction(1, 1000)),
    (700, 690, Fraction(999, 1000), Fraction(1, 2)),
    (700, 200, Fraction(9, 10), Fraction(1, 50)),
]


@pytest.mark.parametrize(("count", "least", "p", "q"), MANY)
@pytest.mark.parametrize("bits", [40, 64])
def test_many_coins(count: int, least: int, p: Fraction, q: Fraction, bits: int) -> None:
    """Sums of starts and offsets; numbers of ones that are far away, and frequencies that are left out."""
    compare(count, least, (p, q), range(0, count, 70), range(0, 71, 7), bits)


def test_what_is_asked_twice_is_answered_twice() -> None:
    with precision(64):
        one, same, other = Mixtures(5, ball(Fraction(2, 3)), ball(Fraction(1, 3))).at_least(3, [0], [2, 2, 3])
    assert one.mid() == same.mid() < other.mid()


@pytest.mark.parametrize("reach", [1, 5, 20, 40])
@pytest.mark.parametrize("bits", [1, 3, 8, 60])
def test_what_is_left_out_is_in_the_balls(monkeypatch: pytest.MonkeyPatch, reach: int, bits: int) -> None:
    """However near to the mean it begins, and however large it is: only the balls grow."""
    monkeypatch.setattr(Mixtures, "cutoff_distance", lambda _: reach)
    monkeypatch.setattr(characteristic, "bits", lambda: bits)
    for count, least, p, q in MANY:
        exact = at_least_mixed(count, least, (p, 1 - p), (q, 1 - q))
        with precision(100):
            found = Mixtures(count, ball(p), ball(q)).at_least(least, range(count + 1), [0])
        for around, chance in zip(found, exact, strict=True):
            assert fraction(around.lower()) <= chance <= fraction(around.upper())
