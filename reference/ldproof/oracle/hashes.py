"""Answers to vectors of hashes: the key that coins give, the points of items, and their columns.

The protocol has no such request: hashes are public, and programs compute them by themselves.
"""

from ldproof.coins import Tape
from ldproof.errors import Reason, Refused
from ldproof.oracle.operations import read_parameters
from ldproof.programs.program import Message
from ldproof.sketch.fields import Item, item_points
from ldproof.sketch.hashing import draw_key, hash_family


def answer_hash(request: Message) -> dict[str, object]:
    """The key, how many bytes of the coins it takes, and the point and the column of each item.

    Numbers that may exceed 2^53 are texts.
    """
    given, coins, items = (request.get(name) for name in ("parameters", "coins", "items"))
    if not isinstance(coins, str) or not isinstance(items, list):
        raise Refused(Reason.MISSING, "a hash without coins or items", "coins as text, and a list of items")
    family = hash_family(request.get("family"), **read_parameters(given))
    tape = Tape(bytes.fromhex(coins))
    key, points = draw_key(family, tape), item_points([*map(read_item, items)], family.size)
    return {
        "key": [*map(str, key)],
        "taken": tape.taken,
        "points": [*map(str, points.tolist())],
        "columns": family.columns(key, points).tolist(),
    }


def read_item(written: object) -> Item:
    """An item of its one member: a whole number as text, a text, or bytes in base 16."""
    match written:
        case {"number": str(number)}:
            return int(number)
        case {"text": str(text)}:
            return text
        case {"bytes": str(content)}:
            return bytes.fromhex(content)
        case _:
            raise Refused(Reason.NOT_AN_ITEM, "an item without a number, text or bytes", 'as {"number": "7"}')
