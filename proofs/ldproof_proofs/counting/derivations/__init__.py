"""What the second source derives on paper, derived again: section by section."""

from ldproof_proofs.counting.derivations import bounds, estimates, region, rivals, variances
from ldproof_proofs.kernel.derivations.written import Written

DERIVATIONS: tuple[Written, ...] = (
    estimates.rate_of_ones,
    estimates.unbiased_estimate,
    estimates.harmonys_estimate,
    variances.variance_of_a_coin,
    variances.variance_given_reporters,
    variances.glances_variance,
    variances.harmonys_variance,
    variances.variance_of_every_round,
    bounds.share_lost,
    bounds.needed_exponent,
    bounds.coins_exponent,
    bounds.root_of_claim_1,
    bounds.sampling_error,
    bounds.divergence_of_condition_2,
    region.crossing,
    rivals.hoeffding_for_every_round,
    rivals.bernstein_for_harmony,
    rivals.lower_bound,
)
"""In the source's order."""
