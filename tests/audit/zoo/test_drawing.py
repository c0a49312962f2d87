"""The kit that specimens draw with, byte by byte; and laws that are known."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from ldproof.coins import Coins, Tape
from ldproof.law import law
from ldproof.rejections import Refused
from tests.audit.zoo.drawing import below, chance, dealt, gaps, one_of, root
from tests.audit.zoo.laws import every_way, one_number


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 100, 128, 255])
def test_bytes_are_as_whole_draws_are(bound: int) -> None:
    found: Counter[int] = Counter()
    for byte in range(256):
        try:
            found[below(bound, Tape(bytes((byte,))))] += 1
        except Refused:
            found[-1] += 1
    again = found.pop(-1, 0)
    assert set(found) == set(range(bound))
    assert len(set(found.values())) == 1
    assert again < bound


def test_two_bytes_are_as_whole_draws_are() -> None:
    found = Counter(below(256, Tape(bytes(pair))) for pair in product((0, 9, 255), range(256)))
    assert found == dict.fromkeys(range(256), 3)


def test_one_of_several_by_bytes() -> None:
    shares = [Fraction(1, 4), Fraction(0), Fraction(1, 8), Fraction(5, 8)]
    found = Counter(one_of(shares, Tape(bytes((byte,)))) for byte in range(256))
    assert [Fraction(found[place], 256) for place in range(4)] == shares


def test_every_way_is_followed() -> None:
    def draw(coins: Coins) -> str:
        first = below(3, coins)
        return f"{first}{chance(Fraction(1, 4), coins) if first else coins.read(1)[0] < 64}"

    found = every_way(draw).pushforward(lambda seen: (seen.output, seen.drawn))
    third = Fraction(1, 3)
    assert found == law(
        [(("0True", (3, 256)), third / 4), (("0False", (3, 256)), third * 3 / 4)]
        + [((f"{first}True", (3, 4)), third / 4) for first in (1, 2)]
        + [((f"{first}False", (3, 4)), third * 3 / 4) for first in (1, 2)]
    )


def test_the_law_of_one_number() -> None:
    found = one_number(lambda coins: str(int.from_bytes(coins.read(2)) < 1000), 2)
    assert found.of(lambda seen: seen.output == "True") == Fraction(1000, 1 << 16)
    always = one_number(lambda coins: str(coins.read(2) >= b""), 2)
    assert {seen.output for seen in always} == {"True"}


def test_a_pack_is_dealt_in_every_order_alike() -> None:
    found = every_way(lambda coins: str(dealt(3, coins)))
    assert len(found) == 6
    assert {found[each] for each in found} == {Fraction(1, 6)}


@pytest.mark.parametrize("rate", [Fraction(1, 3), Fraction(1), Fraction(0)])
def test_gaps_are_those_of_independent_bits(rate: Fraction) -> None:
    found = every_way(lambda coins: str(sorted(gaps(3, rate, coins))))
    expected = law(
        (
            str([place for place, bit in enumerate(bits) if bit]),
            rate ** sum(bits) * (1 - rate) ** (3 - sum(bits)),
        )
        for bits in product((0, 1), repeat=3)
    )
    assert found.pushforward(lambda seen: seen.output) == expected
    assert len({seen.drawn for seen in found}) == 1


def test_roots() -> None:
    assert root(Fraction(16, 81), 4) == Fraction(2, 3)
    with pytest.raises(ValueError, match="no rational root"):
        root(Fraction(2), 2)
