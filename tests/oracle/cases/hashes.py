"""Vectors of hash families: keys from coins, and the points and the columns of items."""

from collections.abc import Iterator, Mapping, Sequence

from ldproof.coins import SeededCoins
from ldproof.oracle.vectors import Vector
from ldproof.sketch.hashing import hash_family
from tests.oracle.cases import Case, make_vectors, split_parameters

FAMILIES: Mapping[str, Sequence[str]] = {
    "quadratic": ("w=2", "w=1024", "w=1048576"),
    "polynomial": ("w=3", "w=1000", "w=1024"),
    "affine": ("w=4 P=17", "w=1024 P=2147483647", "w=1000 P=2305843009213693951"),
    "textbook": ("w=2 P=5", "w=1024 P=2147483647"),
    "ideal": ("w=4", "w=1000", "w=1024"),
}

COINS = {"any": None, "zeros": b"\x00", "ones": b"\xff"}
"""A flag, and the byte that coins begin with; ones are rejected at first, but in `quadratic` and `ideal`."""

KEY = 33
"""The bytes of the longest number of a key."""

DIGESTED = 1 << 60
"""Bytes and texts are items of families with more points."""

WORDS: Sequence[Mapping[str, str]] = (
    {"text": ""},
    {"text": "5"},
    {"text": "word"},
    {"text": "\u00e9"},
    {"text": "e\u0301"},
    {"text": "\U0001f600"},
    {"bytes": ""},
    {"bytes": "35"},
    {"bytes": "0135"},
    {"bytes": "ff" * 200},
)
"""5 as a text, as a byte and as a number are different items, and so are two ways of writing one letter."""

MANY = 200

REFUSED: Sequence[tuple[str, str, Sequence[Mapping[str, object]]]] = (
    ("quadratic", "w=3", [{"number": "1"}]),
    ("quadratic", "w=1", [{"number": "1"}]),
    ("quadratic", "w=4 P=17", [{"number": "1"}]),
    ("quadratic", "w=4", [{"number": str(1 << 64)}]),
    ("quadratic", "w=4", [{"number": "-1"}]),
    ("quadratic", "w=4", [{"number": "1"}, {"number": "1"}]),
    ("quadratic", "w=4", [{"text": "a"}, {"bytes": "61"}, {"text": "a"}]),
    ("quadratic", "w=4", [{"neither": "1"}]),
    ("polynomial", "w=4", [{"number": str((1 << 61) - 1)}]),
    ("affine", "w=4", [{"number": "1"}]),
    ("affine", "w=4 P=16", [{"number": "1"}]),
    ("affine", "w=4 P=17", [{"text": "a"}]),
    ("affine", "w=4 P=17", [{"number": "17"}]),
    ("textbook", "w=4 P=1", [{"number": "1"}]),
    ("ideal", "w=4 P=17", [{"number": "1"}]),
)


def hash_vectors() -> Iterator[Vector]:
    """Each family with keys from seeded and from constant coins, then what is refused."""
    return make_vectors("hash", hash_cases())


def hash_cases() -> Iterator[Case]:
    """The requests."""
    for name, sets in FAMILIES.items():
        for written in sets:
            request = {"op": "hash", "family": name, "parameters": split_parameters(written)}
            size = hash_family(name, **split_parameters(written)).size
            edges = dict.fromkeys(each for each in (0, 1, 2, 5, 255, 256, size // 2, size - 1) if each < size)
            numbers = [{"number": str(each)} for each in edges]
            words = [*WORDS] if size >= DIGESTED else []
            for flag, byte in COINS.items():
                seeded = SeededCoins(f"{name} {written}".encode()).read(4 * KEY)
                coins = seeded if byte is None else byte * KEY + seeded
                yield Case({**request, "coins": coins.hex(), "items": [*numbers, *words]}, (flag,))
            many = [{"number": str(each)} for each in range(min(MANY, size))]
            coins = SeededCoins(f"{written} {name}".encode()).read(4 * KEY)
            yield Case({**request, "coins": coins.hex(), "items": many}, ("many",))
            yield Case({**request, "coins": "00", "items": numbers}, ("short",))
    for name, written, items in REFUSED:
        request = {"op": "hash", "family": name, "parameters": split_parameters(written)}
        yield Case({**request, "coins": "00" * 4 * KEY, "items": items}, ("refused",))
