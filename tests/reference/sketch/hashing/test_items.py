"""Items as points, written out for whoever implements it elsewhere."""

from hashlib import blake2b

import pytest

from ldproof.rejections import Reason, Refused
from ldproof.sketch.hashing.items import MANY, Item, point, points
from tests.reference.refusals import refused

WORDS = 1 << 64
B2SUM = "c54a4ec4e2a8d31e"


@pytest.mark.parametrize(
    ("item", "tagged"),
    [(b"", b"\x00"), ("", b"\x01"), (b"abc", b"\x00abc"), ("abc", b"\x01abc"), ("é", b"\x01\xc3\xa9")],
)
def test_bytes_and_text_are_told_apart_and_digested(item: Item, tagged: bytes) -> None:
    digest = int.from_bytes(blake2b(tagged, digest_size=8).digest(), "big")
    assert point(item, WORDS) == digest
    assert point(item, MANY) == digest % MANY


def test_the_digest_as_a_number() -> None:
    """One value in full: BLAKE2b-64 of the byte 1 and the three letters, from the `b2sum -l 64` of coreutils."""
    assert f"{point('abc', WORDS):016x}" == B2SUM


@pytest.mark.parametrize("number", [0, 1, 6])
def test_a_whole_number_is_its_own_point(number: int) -> None:
    assert point(number, 7) == number


@pytest.mark.parametrize(
    ("item", "size", "reason"),
    [
        (7, 7, Reason.OUT_OF_RANGE),
        (-1, WORDS, Reason.OUT_OF_RANGE),
        (WORDS, WORDS, Reason.OUT_OF_RANGE),
        ("abc", MANY - 1, Reason.OUT_OF_RANGE),
        (b"abc", 7, Reason.OUT_OF_RANGE),
        (True, 7, Reason.NOT_AN_ITEM),
        (None, WORDS, Reason.NOT_AN_ITEM),
        (0.5, WORDS, Reason.NOT_AN_ITEM),
        ("\ud800", WORDS, Reason.NOT_AN_ITEM),
    ],
)
def test_what_is_no_item(item: Item, size: int, reason: Reason) -> None:
    with refused(reason):
        point(item, size)


def test_several_points_are_all_different() -> None:
    items: list[Item] = ["abc", b"abc", 3, "a", 0]
    assert points(items, WORDS).tolist() == [point(item, WORDS) for item in items]
    assert points([], WORDS).tolist() == []
    for again in ("abc", point("a", WORDS)):
        with refused(Reason.REPEATED):
            points([*items, again], WORDS)


@pytest.mark.parametrize("item", [71077345, -71077345, 71077345.5, ["71077345"], "71077345\udc80"])
def test_a_refusal_does_not_say_the_item(item: Item) -> None:
    with pytest.raises(Refused) as refusal:
        point(item, 5 if isinstance(item, int) else 1 << 61)
    assert "71077345" not in str(refusal.value)
    assert refusal.value.__context__ is None
