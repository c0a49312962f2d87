"""Exact draws: coins against certified digits, and how many coins each draw takes."""

from ldproof.sampling.bernoulli_draws import (
    BLOCKS,
    BY_SECRET,
    LAZY,
    Rule,
    bernoulli,
    bernoullis,
    by_secret,
    by_secrets,
    drift,
    joint,
)
from ldproof.sampling.binomial_draws import binomial, binomials, multinomials, thinnings
from ldproof.sampling.digits import Digits, members, subset, subsets, uniform, uniforms
from ldproof.sampling.inversion import Steps, Table, finite, successes

__all__ = [
    "BLOCKS",
    "BY_SECRET",
    "LAZY",
    "Digits",
    "Rule",
    "Steps",
    "Table",
    "bernoulli",
    "bernoullis",
    "binomial",
    "binomials",
    "by_secret",
    "by_secrets",
    "drift",
    "finite",
    "joint",
    "members",
    "multinomials",
    "subset",
    "subsets",
    "successes",
    "thinnings",
    "uniform",
    "uniforms",
]
