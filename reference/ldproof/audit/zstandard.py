"""Whether a file of Zstandard is whole (RFC 8878): whoever unpacks one that was cut off may take what is left for all.

Nothing is unpacked: a frame's blocks say how long they are, and one of them that it is the last.
"""

import os
from pathlib import Path
from typing import BinaryIO

from ldproof.rejections import Reason, Refused

FRAME, SKIPPED = 0xFD2FB528, 0x184D2A5
"""How a frame begins, and the first 28 bits of one that holds something else."""
DICTIONARY, CONTENT = (0, 1, 2, 4), (0, 2, 4, 8)
"""Bytes for the dictionary's number, and for how long the content is."""
REPEATED, RESERVED = 1, 3
"""The kinds of a block: one byte that is repeated, and one that there is not."""


def whole(path: Path) -> None:
    """Refuse a file that does not end where a frame does, or has none."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        while file.tell() < size or not size:
            if not frame(file) or file.tell() > size:
                raise Refused(
                    Reason.NOT_A_TABLE,
                    f"{path}: it ends before its last frame does, or is not of Zstandard",
                    "a whole file of Zstandard",
                )


def frame(file: BinaryIO) -> bool:
    """Whether there is a frame, which is passed over; the place may be beyond the end then."""
    magic = number(file, 4)
    if magic >> 4 == SKIPPED:
        file.seek(number(file, 4), os.SEEK_CUR)
        return True
    if magic != FRAME:
        return False
    flags = number(file, 1)
    single, checked = flags >> 5 & 1, flags >> 2 & 1
    content = CONTENT[flags >> 6] or single
    file.seek((1 - single) + DICTIONARY[flags & 3] + content, os.SEEK_CUR)
    last = False
    while not last:
        header = file.read(3)
        if len(header) < 3:
            return False
        block = int.from_bytes(header, "little")
        last, kind, length = bool(block & 1), block >> 1 & 3, block >> 3
        if kind == RESERVED:
            return False
        file.seek(1 if kind == REPEATED else length, os.SEEK_CUR)
    file.seek(4 * checked, os.SEEK_CUR)
    return True


def number(file: BinaryIO, size: int) -> int:
    """A number of so many bytes; where they are not there, one that means nothing."""
    return int.from_bytes(file.read(size), "little")
