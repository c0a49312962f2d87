"""The oracle as strangers meet it: what is asked is answered in a process of its own, within limits.

A request that takes too long, needs too much memory or has an answer without end costs that process its life and
nothing else: it is refused, and the next one is answered by a new process.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from ldproof.errors import Reason, Refused
from ldproof.programs.processes import STANDARD, Child
from ldproof.programs.program import parse_line, request_number
from ldproof.programs.serving import encode_refusal

LINE = STANDARD.line
"""The bytes that a line may have, in either direction."""

COMMAND = (sys.executable, "-P", "-m", "ldproof.oracle")
"""What answers."""

SECONDS = 30.0
"""How long an answer may take."""


def serve_guarded(source: BinaryIO, sink: BinaryIO, seconds: float = SECONDS) -> None:
    """Answer each line of the source with a line on the sink, to the end."""
    limits = replace(STANDARD, seconds=seconds)
    child: Child | None = None
    try:
        for line in read_capped_lines(source):
            if line is None:
                answer = encode_refusal(
                    None, Refused(Reason.TOO_LARGE, "a line too long", f"at most {LINE} bytes")
                )
            else:
                child = child or Child(COMMAND, limits)
                try:
                    answer = child.exchange_line(line) + b"\n"
                except Refused as failure:
                    child, answer = None, encode_refusal(read_request_number(line), failure)
            sink.write(answer)
            sink.flush()
    finally:
        if child is not None:
            child.close(limits.grace)


def read_capped_lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a source with their ends; None for a line longer than `LINE`, which is skipped."""
    while line := source.readline(LINE + 1):
        if line.endswith(b"\n"):
            yield line
        elif len(line) <= LINE:
            yield line + b"\n"
        else:
            while line and not line.endswith(b"\n"):
                line = source.readline(LINE)
            yield None


def read_request_number(line: bytes) -> int | None:
    """The number of the request in a line; None if there is none."""
    try:
        return request_number(parse_line(line))
    except Refused:
        return None
