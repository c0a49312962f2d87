"""The vectors of hash families agree with plain code that shares nothing with ldproof's."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import pytest

from ldproof.errors import Reason
from ldproof.oracle.hashes import answer_hash
from ldproof.oracle.vectors import Vector, read_vectors
from tests.oracle.by_hand import Coins
from tests.reference.refusals import refused

MODULUS = 1 << 64 | 0b11011
"""x^64 + x^4 + x^3 + x + 1."""


def carryless_product(a: int, b: int) -> int:
    """The product in the field of 2^64 elements: long multiplication, then long division."""
    product = 0
    for place in range(64):
        product ^= (a << place) * (b >> place & 1)
    for place in range(127, 63, -1):
        product ^= (MODULUS << place - 64) * (product >> place & 1)
    return product


def quadratic(key: Sequence[int], x: int, w: int, _: int) -> int:
    a, b, c = key
    return (carryless_product(a, carryless_product(x, x)) ^ carryless_product(b, x) ^ c) % w


def modular(key: Sequence[int], x: int, w: int, P: int) -> int:
    degree = len(key) - 1
    return sum(each * pow(x, degree - place, P) for place, each in enumerate(key)) % P % w


def ideal(key: Sequence[int], x: int, w: int, _: int) -> int:
    i, end = 0, 2**64 - 2**64 % w
    while True:
        text = x.to_bytes(8, "big") + i.to_bytes(8, "big")
        number = int.from_bytes(blake2b(text, digest_size=8, key=key[0].to_bytes(32, "big")).digest(), "big")
        if number < end:
            return number % w
        i += 1


COLUMNS: Mapping[str, Callable[[Sequence[int], int, int, int], int]] = {
    "quadratic": quadratic,
    "polynomial": modular,
    "affine": modular,
    "textbook": modular,
    "ideal": ideal,
}
MERSENNE = 2**61 - 1


def key_ranges(name: str, P: int) -> list[tuple[int, int]]:
    """From where to below what each number of a key is, in the order in which they are drawn."""
    match name:
        case "quadratic":
            return [(0, 2**64)] * 3
        case "polynomial":
            return [(0, MERSENNE)] * 3
        case "affine":
            return [(0, P)] * 2
        case "textbook":
            return [(1, P), (0, P)]
        case _:
            return [(0, 2**256)]


def draw_key(ranges: Sequence[tuple[int, int]], coins: Coins) -> list[int]:
    return [start + coins.below(end - start) for start, end in ranges]


def point(item: Mapping[str, str], size: int) -> int:
    """A number is its own point; bytes and texts have the first 8 bytes of a digest, with a byte 0 or 1 before."""
    if "number" in item:
        return int(item["number"])
    content = b"\0" + bytes.fromhex(item["bytes"]) if "bytes" in item else b"\1" + item["text"].encode()
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "big") % size


HASHES = [*read_vectors(kinds=["hash"])]


@pytest.mark.parametrize("name", COLUMNS)
def test_hashes_agree_with_plain_code(name: str) -> None:
    checked = 0
    for vector in HASHES:
        asked: Any = vector.request
        if asked["family"] != name or vector.answer is None:
            continue
        given = asked["parameters"]
        w, P = int(given["w"]), MERSENNE if name == "polynomial" else int(given.get("P", "0"))
        coins = Coins(bytes.fromhex(asked["coins"]))
        key = draw_key(key_ranges(name, P), coins)
        points = [point(each, P or 2**64) for each in asked["items"]]
        assert vector.answer == {
            "key": [*map(str, key)],
            "taken": coins.at,
            "points": [*map(str, points)],
            "columns": [COLUMNS[name](key, each, w, P) for each in points],
        }, vector
        checked += len(points)
    assert checked >= 200


def test_short_coins_have_no_key() -> None:
    short = [each for each in HASHES if "short" in each.flags]
    assert {each.request["family"] for each in short} == {*COLUMNS}
    for vector in short:
        asked: Any = vector.request
        ranges = key_ranges(asked["family"], int(asked["parameters"].get("P", "0")))
        assert vector.reason is Reason.TAPE_EXHAUSTED
        with pytest.raises(EOFError):
            draw_key(ranges, Coins(bytes.fromhex(asked["coins"])))


def test_keys_meet_their_edges() -> None:
    """A textbook key never begins with 0; coins of ones are the largest numbers, or are rejected."""
    answers: dict[tuple[str, str], list[Any]] = {}
    for vector in HASHES:
        if vector.answer is not None:
            answers.setdefault((str(vector.request["family"]), vector.flags[0]), []).append(vector.answer)
    assert {each["key"][0] for each in answers["textbook", "zeros"]} == {"1"}
    assert {each["key"][0] for each in answers["affine", "zeros"]} == {"0"}
    assert {each["key"][0] for each in answers["quadratic", "ones"]} == {str(2**64 - 1)}
    assert all(each["taken"] > 27 for each in answers["polynomial", "ones"])
    assert {column for each in answers["quadratic", "zeros"] for column in each["columns"]} == {0}


def first_hash() -> dict[str, Any]:
    """The request of a hash that has an answer."""
    vector: Vector = next(each for each in HASHES if each.answer is not None)
    return {**vector.request}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"coins": 7}, Reason.MISSING),
        ({"items": {}}, Reason.MISSING),
        ({"items": [5]}, Reason.NOT_AN_ITEM),
        ({"family": "sha"}, Reason.UNKNOWN_NAME),
        ({"parameters": []}, Reason.NOT_A_VALUE),
    ],
)
def test_hash_that_cannot_be_is_refused(change: dict[str, Any], reason: Reason) -> None:
    assert answer_hash(first_hash())["key"]
    with refused(reason):
        answer_hash({**first_hash(), **change})
