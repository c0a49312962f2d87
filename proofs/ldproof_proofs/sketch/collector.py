"""What a sketch costs: the numbers that a collector keeps, and the size of a report."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.coins import SeededCoins
from ldproof.numbers import Exact, Symbol, term
from ldproof.sketch.collector import empty_collector
from ldproof.sketch.mechanism import randomize_item
from ldproof.sketch.plan import draw_plan
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

ODDS = Fraction(3)
SHAPES = ((4, 1), (4, 3), (8, 4), (16, 5))
"""Widths and numbers of rows."""


def bit_length(values: int) -> int:
    """How many bits name one of so many values."""
    return next(bits for bits in range(values + 1) if 2**bits >= values)


def parts(w: int, d: int) -> dict[str, tuple[tuple[int, ...], int]]:
    """Of how many values each number in a report is one, and how many bits there are besides."""
    return {
        "cms": ((d,), w),
        "oue": ((d,), w),
        "hcms": ((d, w), 1),
        "hcms_plus": ((d, w - 1), 1),
        "kary": ((d, w), 0),
        "all_rows": ((), d * w),
    }


def counters(w: Exact, d: Exact) -> Exact:
    """How many sums there are."""
    return d * w


def cases(further: int) -> Iterable[tuple[str, Relation]]:
    """Sums before and after some reports of items that nobody announced."""
    for w, d in SHAPES:
        whole: dict[str, int] = {}
        for word, (named, plain) in parts(w, d).items():
            coins = SeededCoins(f"{word} {w} {d}".encode())
            shared = draw_plan(word, w, d, coins, odds=ODDS)
            kept = empty_collector(shared)
            for item in ("a", b"b", 10**12):
                kept.receive(randomize_item(shared, item, coins))
            name, whole[word] = f"{word}, w = {w}, d = {d}", shared.bits
            yield f"{name}, sums", equal(kept.sums.size, counters(term(w), term(d)))
            yield f"{name}, counts", equal(kept.reporters.size * term(w), counters(term(w), term(d)))
            lengths = [bit_length(values) for values in named]
            yield f"{name}, bits", equal(shared.bits + further, sum(map(term, lengths), term(plain)))
            for place, (values, length) in enumerate(zip(named, lengths, strict=True), 1):
                yield f"{name}, number {place}", at_most(values, term(2) ** length)
                yield f"{name}, number {place} in no fewer bits", below(term(2) ** length, 2 * term(values))
        for fewer in ("hcms", "hcms_plus", "kary"):
            yield f"{fewer}, w = {w}, d = {d}, fewer", below(whole[fewer], whole["cms"])


def costs(prover: Prover) -> Theorem:
    """Counted."""
    claim = Ground(
        "sketch.costs",
        "a collector keeps d w sums and d counts, however many items there are, and a report has a row's name and w bits with "
        "cms and oue, and fewer bits with hcms and hcms_plus, a coordinate's name and one bit, and kary, a column's name; d w "
        "bits with all_rows",
        "(w, d) in {(4, 1), (4, 3), (8, 4), (16, 5)}; a name is as short as whole bits allow",
        lambda: cases(0),
        lambda: cases(1),
        values=lambda: {"sums": counters(Symbol("w"), Symbol("d"))},
    )
    return prover.theorem(claim, ByRecord())
