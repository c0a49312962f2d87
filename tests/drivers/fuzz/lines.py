"""Random lines of the protocol: requests of the test vectors, disturbed as values and as bytes."""

import json
from collections.abc import Sequence
from functools import cache
from random import Random

from ldproof.oracle.vectors import read_vectors
from tests.drivers.fuzz.words import NASTY, mistype

VALUES: tuple[object, ...] = (
    None, True, False, 0, -1, 1, 10**30, -(10**400), 0.5, 1e308, "", "0", [], [[]], [0, 1], {}, {"a": 1}, {"id": 1}, [None] * 3,
)  # fmt: skip


@cache
def vector_requests() -> Sequence[str]:
    """Return the requests of the shipped test vectors."""
    return [json.dumps({"id": number, **each.request}) for number, each in enumerate(read_vectors())]


def draw_line(random: Random) -> bytes:
    """Draw a line."""
    asked: object = json.loads(random.choice(vector_requests()))
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        asked = disturb_value(random, asked)
    said = json.dumps(asked, ensure_ascii=random.random() < 0.5).encode(errors="surrogatepass")
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        said = spoil_bytes(random, said)
    return said.replace(b"\n", b" ") + b"\n"


def disturb_value(random: Random, thing: object) -> object:
    """Change a value in one place."""
    match thing:
        case dict() if thing and random.random() < 0.85:
            key = random.choice([*thing])
            match random.randrange(8):
                case 0:
                    return {name: each for name, each in thing.items() if name != key}
                case 1:
                    return {**thing, mistype(random, str(key)): thing[key]}
                case _:
                    return {**thing, key: disturb_value(random, thing[key])}
        case list() if thing and random.random() < 0.7:
            place = random.randrange(len(thing))
            return [*thing[:place], disturb_value(random, thing[place]), *thing[place + 1 :]]
        case str() if random.random() < 0.7:
            return mistype(random, thing)
        case int() | float() if random.random() < 0.5:
            return random.choice((thing + 1, -thing, thing * 10**6, str(thing)))
        case _:
            return random.choice((*VALUES, random.choice(NASTY)))


def spoil_bytes(random: Random, said: bytes) -> bytes:
    place = random.randrange(len(said) + 1)
    match random.randrange(5):
        case 0:
            return said[:place]
        case 1:
            return said[:place] + random.randbytes(random.randrange(1, 4)) + said[place:]
        case 2:
            return said[:place] + said[place + 1 :]
        case 3:
            return said[:place] + b"[" * random.choice((1, 20, 5000)) + said[place:]
        case _:
            return said + said[:place]
