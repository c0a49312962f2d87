"""Exact draws: coins against certified digits, and how many coins each draw takes."""

from ldproof.exact.bernoulli import BLOCKS, BY_SECRET, LAZY, Rule, bernoulli, by_secret
from ldproof.exact.binomial import binomial, binomials, thinnings
from ldproof.exact.consumption import drift, joint
from ldproof.exact.digits import Digits
from ldproof.exact.gaps import successes
from ldproof.exact.population import bernoullis, by_secrets
from ldproof.exact.subsets import members, subset, subsets, uniform, uniforms

__all__ = [
    "BLOCKS",
    "BY_SECRET",
    "LAZY",
    "Digits",
    "Rule",
    "bernoulli",
    "bernoullis",
    "binomial",
    "binomials",
    "by_secret",
    "by_secrets",
    "drift",
    "joint",
    "members",
    "subset",
    "subsets",
    "successes",
    "thinnings",
    "uniform",
    "uniforms",
]
