"""What a collector counts in a round, and what it refuses."""

from contextlib import suppress
from types import NoneType

from ldproof.arrays import bit, listed
from ldproof.rejections import Reason, Refused


def tally(t: int, reports: object, N: int, *, silence: bool = False) -> tuple[int, int]:
    """How many of N people send a 1 in round t, and how many a bit; NULL, written None, only with silence."""
    row = listed("the reports", reports)
    if len(row) != N:
        raise Refused(Reason.WRONG_COUNT, f"{len(row)} reports in round {t}", f"one from each of {N} people")
    # Numbers of other types count as 1 too, and 1.0 is no report: where all are Python's own, the types say so at once.
    plain = row if {*map(type, row)} <= {int, NoneType} else [_plain(each) for each in row]
    ones = plain.count(1)
    sent = ones + plain.count(0)
    if sent < N:
        for person, (report, known) in enumerate(zip(row, plain, strict=True), start=1):
            if known not in (0, 1) and not (silence and report is None):
                raise Refused(
                    Reason.NOT_A_REPORT,
                    f"person {person} reports {report!r} in round {t}",
                    "0, 1 or NULL" if silence else "0 or 1",
                )
    return ones, sent


def _plain(report: object) -> object:
    """A bit as Python's own, and nothing for what is none."""
    with suppress(Refused):
        return bit("a report", report)
    return None
