"""Unbiasing: from the rate of ones that noise left to the rate that was there."""

from ldproof.numbers import Exact


def unbias(rate: Exact, low: Exact, gap: Exact) -> Exact:
    """The share x with `low + gap x = rate`."""
    return (rate - low) / gap
