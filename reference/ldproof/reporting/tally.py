"""What a collector counts in a round, and what it refuses."""

from collections.abc import Callable
from contextlib import suppress

from ldproof.domains import whole
from ldproof.rejections import Reason, Refused, quoted
from ldproof.rows import bit, listed

in_bytes: Callable[..., bytes] = bytes


def tally(t: int, reports: object, N: int, *, silence: bool = False) -> tuple[int, int]:
    """How many of N people send a 1 in round t, and how many a bit; NULL, written None, only with silence."""
    row = listed("the reports", reports)
    if len(row) != whole("N", N):
        raise Refused(Reason.WRONG_COUNT, f"{len(row)} reports in round {t}", f"one from each of {N} people")
    said = [each for each in row if each is not None] if silence else row
    with suppress(TypeError, ValueError):
        # Bytes are made of whole numbers and truths, and of nothing else: 1.0, text and None raise.
        if len(found := in_bytes(said)) == (ones := found.count(1)) + found.count(0):
            return ones, len(found)
    return sum(told(each, person, t, silence=silence) for person, each in enumerate(row, start=1)), len(said)


def told(report: object, person: int, t: int, *, silence: bool) -> int:
    """What a person's report adds to the ones."""
    if silence and report is None:
        return 0
    with suppress(Refused):
        return bit("a report", report)
    raise Refused(
        Reason.NOT_A_REPORT,
        f"person {person} reports {quoted(report)} in round {t}",
        "0, 1 or NULL" if silence else "0 or 1",
    )
