"""The deployments that are simulated in the benchmarks, against a search over all m, r and mechanisms in floats.

Laws are Fourier transforms of what one person sends: none of the reference's code, and none of `by_hand`'s.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import exp

import numpy as np
import pytest

from ldproof.numbers import Array, Real
from ldproof.planning.count import CountPlan
from ldproof.planning.plan import plan
from tests.drivers.bench.bench_planning import DEPLOYMENTS

COUNTS = [dict(given) for kind, given, _ in DEPLOYMENTS if kind == "count"]


def law(transform: Array, errors: Array) -> tuple[Array, Array]:
    """Errors in falling order, each with the probability of it or a larger one."""
    chances = np.abs(np.fft.fftn(transform)).ravel() / transform.size
    order = np.argsort(-errors.ravel())
    return errors.ravel()[order], np.cumsum(chances[order])


def quantile(found: tuple[Array, Array], tail: float) -> float:
    """The largest error that is reached with a probability above the tail."""
    errors, reached = found
    return float(errors[np.searchsorted(reached, tail, side="right")])


def shots(N: int, K: int, T: int, m: int, r: float, epsilon: float) -> tuple[Array, Array]:
    """Of m-shot reporting: how many ones there are, of at most N."""
    p = 1 / (1 + exp(-epsilon / m))
    high, low = (m / T * each + (1 - m / T) * r for each in (p, 1 - p))
    z = np.exp(2j * np.pi * np.arange(N + 1) / (N + 1))
    transform = (1 - high + high * z) ** K * (1 - low + low * z) ** (N - K)
    return law(transform, np.abs((np.arange(N + 1) / N - low) / (high - low) - K / N))


def one_report(N: int, K: int, T: int, epsilon: float, fill: float | None) -> tuple[Array, Array]:
    """Of one report: ones and reports together; no estimate is the largest error."""
    p, size = 1 / (1 + exp(-epsilon)), min(N + 1, 12 * N // T)
    z = np.exp(2j * np.pi * np.arange(size) / size)
    one, report = np.meshgrid(z, z, indexing="ij")
    transform = (1 - 1 / T + report * (p * one + 1 - p) / T) ** K * (
        1 - 1 / T + report * ((1 - p) * one + p) / T
    ) ** (N - K)
    ones, reports = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
    if fill is None:
        shares = (ones / np.maximum(reports, 1) - (1 - p)) / (2 * p - 1)
        return law(transform, np.where(reports > 0, np.abs(shares - K / N), np.inf))
    mean = (ones + fill * (N - reports)) / N
    shares = ((mean - fill * (1 - 1 / T)) * T - (1 - p)) / (2 * p - 1)
    return law(transform, np.abs(shares - K / N))


def every_error(N: int, T: int, K: int, epsilon: float, beta: float, *, every_round: bool) -> Iterator[float]:
    """The error of each mechanism that can be promised in a round, or in all of them."""
    tail = beta / T if every_round else beta
    for m in range(1, T + 1):
        for r in (0.0, 0.5, 1.0) if m < T else (0.0,):
            independent = every_round and m == T
            yield quantile(shots(N, K, T, m, r, epsilon), 1 - (1 - beta) ** (1 / T) if independent else tail)
    for fill in (None, 0.5):
        yield quantile(one_report(N, K, T, epsilon, fill), tail)


@pytest.mark.parametrize("given", COUNTS)
def test_nothing_is_better(given: dict[str, object]) -> None:
    found = plan("count", **given)
    assert isinstance(found, CountPlan)
    asked = found.asked
    assert asked.active is not None
    errors = every_error(
        asked.N,
        asked.T,
        asked.active,
        float(Fraction(str(given["epsilon"]))),
        float(asked.beta),
        every_round=given.get("rounds") == "all",
    )
    assert isinstance(found.alpha, Real)
    assert float(found.alpha) == pytest.approx(min(errors), rel=1e-9)
