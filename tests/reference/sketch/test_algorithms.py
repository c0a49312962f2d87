"""The sketch as the source has it, against the mechanism that tells of all rows, and its minimum."""

from fractions import Fraction
from itertools import product

import numpy as np

from ldproof.coins import SeededCoins
from ldproof.mechanisms import LEVELS, tight_privacy
from ldproof.sketch.algorithms import Bits, Hashes, client, estimate, server
from ldproof.sketch.collector import (
    empty_collector,
    mean_estimates,
    minimum_estimates,
    simulate_collector,
)
from ldproof.sketch.mechanism import Report, reporting_mechanism
from ldproof.sketch.plan import Plan, draw_plan
from ldproof.sketch.variance import variance
from tests.reference.paths import law_of

P, Q = Fraction(1, 4), Fraction(3, 4)
ITEMS = (0, 1, 2)


def hashes(shared: Plan) -> Hashes:
    """The hash functions of a plan."""
    columns = [dict(zip(ITEMS, row, strict=True)) for row in shared.columns(ITEMS).tolist()]
    return [row.__getitem__ for row in columns]


def test_mechanism_has_the_law_of_the_client() -> None:
    """Under free p and q; a row has odds of 9 where p = 1/4 and q = 3/4, so that the symmetric flips are the same."""
    h: Hashes = [lambda x: x % 2, lambda x: x // 2]
    for w, (p, q) in product((2, 3), ((P, Q), (Fraction(1, 5), Fraction(1, 2)))):
        sketch = reporting_mechanism("unary_all_rows", w, 2, p=p, q=q)
        symmetric = reporting_mechanism("all_rows", w, 2, report_odds=9)
        for x in ITEMS:
            law = law_of(lambda draw: client(x, h, w, p, q, draw))  # noqa: B023
            columns = tuple(each(x) for each in h)
            assert {rows: sketch.likelihood(columns, (None, rows)) for rows in law} == law
            if (p, q) == (P, Q):
                assert {rows: symmetric.likelihood(columns, (None, rows)) for rows in law} == law


def test_odds_are_those_of_a_row_to_the_power_of_d() -> None:
    """The largest likelihood ratio over all pairs of items and all reports, as rows multiply."""
    for p, q in ((P, Q), (Fraction(1, 5), Fraction(1, 2))):
        sketch = reporting_mechanism("unary_all_rows", 2, 2, p=p, q=q)
        for level in LEVELS:
            assert tight_privacy(sketch, level).odds == sketch.privacy(level).odds
        assert sketch.privacy("user").odds == (q * (1 - p) / (p * (1 - q))) ** 2


def test_variance_is_that_of_simulated_people() -> None:
    """In 300 sketches of 60 people, each with fresh ideal hashes; it fails for a seed in a thousand or so."""
    N, f, w, d, runs = 60, 20, 4, 3, 300
    p, q = Fraction(1, 5), Fraction(1, 2)
    coins, held = SeededCoins(b"all rows"), np.repeat([0, 1, 2], [f, 30, 10])
    found = []
    for _ in range(runs):
        plan = draw_plan("unary_all_rows", w, d, coins, "ideal", p=p, q=q)
        found.append(float(mean_estimates(simulate_collector(plan, ITEMS, held, coins).hits([0]))[0]))
    expected = float(variance("unary_all_rows", N, f, 30**2 + 10**2, w, d, p=p, q=q))
    assert abs(np.mean(found) - f) < 3.3 * (expected / runs) ** 0.5
    # The estimates of a few collisions are not normal: the fourth moment is that of the sample.
    squares = (np.array(found) - f) ** 2
    assert abs(squares.mean() - expected) < 3.3 * squares.std() / runs**0.5


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
