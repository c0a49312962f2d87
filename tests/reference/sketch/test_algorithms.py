"""The sketch as the source has it, against the mechanism that tells of all rows, and its minimum."""

from fractions import Fraction
from itertools import product

from ldproof.coins import SeededCoins
from ldproof.sketch.algorithms import Bits, Hashes, client, estimate, server
from ldproof.sketch.collector import empty_collector, minimum_estimates
from ldproof.sketch.mechanism import Report, reporting_mechanism
from ldproof.sketch.plan import Plan, draw_plan
from tests.reference.paths import law_of

P, Q = Fraction(1, 4), Fraction(3, 4)
ITEMS = (0, 1, 2)


def hashes(shared: Plan) -> Hashes:
    """The hash functions of a plan."""
    columns = [dict(zip(ITEMS, row, strict=True)) for row in shared.columns(ITEMS).tolist()]
    return [row.__getitem__ for row in columns]


def test_mechanism_has_the_law_of_the_client() -> None:
    """A row has odds of 9 where p = 1/4 and q = 3/4."""
    h: Hashes = [lambda x: x % 2, lambda x: x // 2]
    for w in (2, 3):
        sketch = reporting_mechanism("all_rows", w, 2, report_odds=9)
        for x in ITEMS:
            law = law_of(lambda draw: client(x, h, w, P, Q, draw))  # noqa: B023
            columns = tuple(each(x) for each in h)
            assert {rows: sketch.likelihood(columns, (None, rows)) for rows in law} == law


def test_collector_estimates_what_the_server_does() -> None:
    """Of every pair of reports that two users can send: in people, where the source has shares."""
    w = d = N = 2
    shared = draw_plan("all_rows", w, d, SeededCoins(b"hashes"), report_odds=9)
    h = hashes(shared)
    assert len({(h[0](x), h[1](x)) for x in ITEMS}) > 1
    every: list[Bits] = [tuple(rows) for rows in product(product((0, 1), repeat=w), repeat=d)]
    for reports in product(every, repeat=N):
        receiving = empty_collector(shared)
        for rows in reports:
            receiving.receive(Report((), rows))
        C = server(reports)
        assert minimum_estimates(receiving.hits(ITEMS)) == [N * estimate(C, N, x, h, P, Q) for x in ITEMS]
