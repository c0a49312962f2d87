"""Proofs and explanations, in processor seconds beside the most that each may take."""

from collections.abc import Iterator, Mapping

from tests.drivers.bench.bench_answers import Row, seconds

LIMITS: Mapping[str, float] = {
    "prove": 110,
    "prove --check": 30,
    "prove shots.thm-4": 3,
    "prove chi2.thm-4.1": 3,
    "prove counting.laws": 3,
    "explain shots.thm-4": 0.5,
    "explain counting.laws": 0.5,
}
"""What half a minute to a minute on two processors is, a few seconds on one, and what nobody notices."""


def table_proofs() -> Iterator[object]:
    """The whole ledger, claims of it, and explanations."""
    yield f"{'this':96}{'seconds':>9}{'limit':>9}{'ratio':>9}"
    for what, limit in LIMITS.items():
        yield Row(what, seconds(*what.split()), limit)
