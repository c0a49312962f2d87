"""What a collector counts in a round, and what it refuses."""

from collections.abc import Sequence

from ldproof.rejections import Reason, Refused


def tally(t: int, reports: Sequence[int | None], N: int, *, silence: bool = False) -> tuple[int, int]:
    """How many of N people send a 1 in round t, and how many a bit; NULL, written None, only with silence."""
    if len(reports) != N:
        raise Refused(
            Reason.WRONG_COUNT, f"{len(reports)} reports in round {t}", f"one from each of {N} people"
        )
    ones = reports.count(1)
    sent = ones + reports.count(0)
    if sent < N:
        for person, report in enumerate(reports, start=1):
            if report not in (0, 1) and not (silence and report is None):
                raise Refused(
                    Reason.NOT_A_REPORT,
                    f"person {person} reports {report!r} in round {t}",
                    "0, 1 or NULL" if silence else "0 or 1",
                )
    return ones, sent
