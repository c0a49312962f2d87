"""Exact draws: coins against certified digits, and how many coins each draw takes."""

from ldproof.sampling.bernoulli_draws import (
    BLOCKS,
    BY_SECRET,
    LAZY,
    BlockRule,
    answer_drift,
    draw_bernoulli,
    draw_bernoullis,
    draw_by_secret,
    draw_by_secrets,
    joint_law,
)
from ldproof.sampling.binomial_draws import draw_binomial, draw_binomials, draw_multinomials, draw_thinnings
from ldproof.sampling.digits import (
    Digits,
    draw_memberships,
    draw_subset,
    draw_uniform,
    draw_uniforms,
)
from ldproof.sampling.inversion import InversionTable, Steps, draw_successes, table_of_law

__all__ = [
    "BLOCKS",
    "BY_SECRET",
    "LAZY",
    "BlockRule",
    "Digits",
    "InversionTable",
    "Steps",
    "answer_drift",
    "draw_bernoulli",
    "draw_bernoullis",
    "draw_binomial",
    "draw_binomials",
    "draw_by_secret",
    "draw_by_secrets",
    "draw_memberships",
    "draw_multinomials",
    "draw_subset",
    "draw_successes",
    "draw_thinnings",
    "draw_uniform",
    "draw_uniforms",
    "joint_law",
    "table_of_law",
]
