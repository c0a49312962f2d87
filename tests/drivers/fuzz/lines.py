"""Lines of the protocol: requests of the test vectors, disturbed as values and as bytes."""

import json
from collections.abc import Sequence
from functools import cache
from random import Random

from ldproof.oracle.vectors import read_vectors
from tests.drivers.fuzz.words import NASTY, slipped

VALUES: tuple[object, ...] = (
    None, True, False, 0, -1, 1, 10**30, -(10**400), 0.5, 1e308, "", "0", [], [[]], [0, 1], {}, {"a": 1}, {"id": 1}, [None] * 3,
)  # fmt: skip


@cache
def requests() -> Sequence[str]:
    """Those of the vectors that are shipped."""
    return [json.dumps({"id": number, **each.request}) for number, each in enumerate(read_vectors())]


def line(random: Random) -> bytes:
    """A line as somebody might say it."""
    asked: object = json.loads(random.choice(requests()))
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        asked = disturbed(random, asked)
    said = json.dumps(asked, ensure_ascii=random.random() < 0.5).encode(errors="surrogatepass")
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        said = spoilt(random, said)
    return said.replace(b"\n", b" ") + b"\n"


def disturbed(random: Random, thing: object) -> object:
    """A value with one change somewhere in it."""
    match thing:
        case dict() if thing and random.random() < 0.85:
            key = random.choice([*thing])
            match random.randrange(8):
                case 0:
                    return {name: each for name, each in thing.items() if name != key}
                case 1:
                    return {**thing, slipped(random, str(key)): thing[key]}
                case _:
                    return {**thing, key: disturbed(random, thing[key])}
        case list() if thing and random.random() < 0.7:
            place = random.randrange(len(thing))
            return [*thing[:place], disturbed(random, thing[place]), *thing[place + 1 :]]
        case str() if random.random() < 0.7:
            return slipped(random, thing)
        case int() | float() if random.random() < 0.5:
            return random.choice((thing + 1, -thing, thing * 10**6, str(thing)))
        case _:
            return random.choice((*VALUES, random.choice(NASTY)))


def spoilt(random: Random, said: bytes) -> bytes:
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
