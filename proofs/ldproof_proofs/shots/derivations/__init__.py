"""What the first source derives on paper, derived again: section by section."""

from ldproof_proofs.kernel.derivations.written import Written
from ldproof_proofs.shots.derivations import (
    alphas,
    estimate,
    every_round,
    exponent,
    merit,
    orders,
    peak,
    privacy,
)

DERIVATIONS: tuple[Written, ...] = (
    estimate.active_rate,
    estimate.idle_rate,
    estimate.difference,
    estimate.unbiased_estimate,
    estimate.variance_of_estimate,
    merit.condition,
    merit.merit,
    merit.bound,
    merit.without_dummies,
    peak.stationary,
    exponent.exponent,
    alphas.paper,
    orders.one_report,
    every_round.a_report_in_every_round,
    peak.only_root,
    alphas.every_round,
    alphas.bernstein_solved,
    privacy.all_rounds,
    privacy.one_round,
)
"""In the source's order."""
