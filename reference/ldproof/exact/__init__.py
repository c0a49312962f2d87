"""Exact draws: coins against certified digits, and how many coins each draw takes."""

from ldproof.exact.bernoulli import BLOCKS, BY_SECRET, LAZY, Rule, bernoulli, by_secret
from ldproof.exact.binomial import binomial, thinnings
from ldproof.exact.binomial_tables import binomials
from ldproof.exact.consumption import drift, joint
from ldproof.exact.digits import Digits
from ldproof.exact.gaps import successes
from ldproof.exact.inversion import Steps, Table, finite
from ldproof.exact.multinomial import multinomials
from ldproof.exact.population import bernoullis, by_secrets
from ldproof.exact.subsets import members, subset, subsets, uniform, uniforms

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
