"""Primes, beside a sieve and beside composites that simpler tests take for primes."""

import pytest

from ldproof.numbers.primes import is_prime


def test_all_small_numbers() -> None:
    composite = {low * high for low in range(2, 45) for high in range(2, 1000)}
    assert [n for n in range(2000) if is_prime(n)] == [n for n in range(2, 2000) if n not in composite]


@pytest.mark.parametrize("number", [(1 << 61) - 1, (1 << 31) - 1, (1 << 64) - 59])
def test_primes(number: int) -> None:
    assert is_prime(number)


@pytest.mark.parametrize(
    "number", [561, 3215031751, 3825123056546413051, ((1 << 31) - 1) ** 2, (1 << 64) - 1]
)
def test_pseudoprimes(number: int) -> None:
    assert not is_prime(number)
