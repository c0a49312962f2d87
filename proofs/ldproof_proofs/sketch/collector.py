"""What a sketch costs: the numbers that a collector keeps, and the size of a report."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.coins import SeededCoins
from ldproof.sketch.client import report
from ldproof.sketch.collector import collector
from ldproof.sketch.plan import plan
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

ODDS = Fraction(3)
SHAPES = ((4, 1), (4, 3), (8, 4), (16, 5))
"""Widths and numbers of rows."""


def bit_length(values: int) -> int:
    """How many bits name one of so many values."""
    return next(bits for bits in range(values + 1) if 2**bits >= values)


def sizes(w: int, d: int) -> dict[str, int]:
    """The bits of a report: its row, and what is said of the columns there."""
    row = bit_length(d)
    return {
        "cms": row + w,
        "oue": row + w,
        "hcms": row + bit_length(w) + 1,
        "hcms_plus": row + bit_length(w - 1) + 1,
        "kary": row + bit_length(w),
        "all_rows": d * w,
    }


def cases(further: int) -> Iterable[tuple[str, bool]]:
    """Sums before and after some reports of items that nobody announced."""
    for w, d in SHAPES:
        for word, bits in sizes(w, d).items():
            coins = SeededCoins(f"{word} {w} {d}".encode())
            shared = plan(word, w, d, coins, odds=ODDS)
            kept = collector(shared)
            for item in ("a", b"b", 10**12):
                kept.receive(report(shared, item, coins))
            name = f"{word}, w = {w}, d = {d}"
            yield f"{name}, sums", kept.sums.size == d * w and kept.reporters.size == d
            yield f"{name}, bits", shared.bits == bits + further


def costs(prover: Prover) -> Theorem:
    """Counted."""
    claim = Finite(
        "sketch.costs",
        "a collector keeps d w sums and d counts, however many items there are, and a report has a row's name and w bits with "
        "cms and oue, log2 w + 1 with hcms, log2 w with kary; d w bits with all_rows",
        "(w, d) in {(4, 1), (4, 3), (8, 4), (16, 5)}; sizes are rounded up to whole bits",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
