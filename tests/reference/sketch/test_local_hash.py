"""Local hashing against a law by enumeration, and its variance against simulated people."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ldproof.budget import Budget
from ldproof.coins import SeededCoins
from ldproof.mechanisms import LEVELS, law_of, tight_privacy
from ldproof.numbers import ball
from ldproof.sampling import draw_uniforms
from ldproof.sketch.collector import estimate_holders
from ldproof.sketch.mechanism import MECHANISMS
from ldproof.sketch.variance import variance


@pytest.mark.parametrize(("w", "E"), [*product((2, 3, 5), (2, 7))])
def test_law_is_that_of_equally_likely_numbers(w: int, E: int) -> None:
    """Of E + w - 1 equally likely numbers, E are one's own column, and each other column has one; both levels are tight."""
    asked = MECHANISMS["local_hash"](w, odds=E)
    for own in range(w):
        numbers = [own] * E + [column for column in range(w) if column != own]
        expected = {(None, ((said,),)): Fraction(numbers.count(said), len(numbers)) for said in range(w)}
        assert law_of(asked, (own,)).probabilities == expected
    for level in LEVELS:
        assert tight_privacy(asked, level).odds == asked.privacy(level).odds == E


@pytest.mark.parametrize("f", [0, 60, 120])
def test_variance_is_that_of_simulated_people(f: int) -> None:
    """In 200 runs of 120 people with ideal hashes; a right variance fails for a seed in a thousand or so."""
    N, w, E, runs = 120, 4, 3, 200
    coins, channel = SeededCoins(b"local hash" + bytes([f])), MECHANISMS["local_hash"](w, odds=E).channel
    asked, own = draw_uniforms(w, N * runs, coins), draw_uniforms(w, N * runs, coins)
    holds = np.tile(np.arange(N) < f, runs)
    said = channel.draw_contents(np.where(holds, asked, own), coins)[:, 0]
    supports = (said == asked).reshape(runs, N).sum(axis=1)
    low, high = Fraction(1, E + w - 1), Fraction(E, E + w - 1)
    found = np.array(
        [float(estimate_holders(Fraction(int(S)), Fraction(N), low, high, Fraction(1, w))) for S in supports]
    )
    expected = float(variance("local_hash", N, f, (N - f) ** 2, w, budget=Budget(1, "odds", Fraction(E))))
    assert expected == pytest.approx(N * 36 / (3 * 4) + f * (9 - 3) / (3 * 2))
    assert abs(np.mean(found) - f) < 3.3 * (expected / runs) ** 0.5
    # Estimates are near to normal: the sum of their squares over the variance is near to chi-squared.
    assert abs(np.mean((found - f) ** 2) / expected - 1) < 3.3 * (2 / runs) ** 0.5


def test_width_of_the_least_largest_variance() -> None:
    """At E = 9 it is 1 + sqrt(E) = 4: there all counts have the same variance, and no other width has a smaller largest."""
    N, budget = 50, Budget(1, "odds", Fraction(9))

    def over_counts(w: int) -> list[Fraction]:
        return [
            variance("local_hash", N, f, N - f, w, budget=budget).exact or Fraction(0) for f in (0, 17, N)
        ]

    assert over_counts(4) == [Fraction(N * 3, 4)] * 3
    assert all(max(over_counts(w)) > Fraction(N * 3, 4) for w in range(2, 40) if w != 4)
    assert min(range(2, 40), key=lambda w: over_counts(w)[0]) == 1 + 9
    irrational = variance("local_hash", N, 0, N, 4, budget=Budget(1, "epsilon", Fraction(2)))
    assert irrational.exact is None
    assert float(ball(irrational)) == pytest.approx(N * (np.exp(2) + 3) ** 2 / (3 * (np.exp(2) - 1) ** 2))
