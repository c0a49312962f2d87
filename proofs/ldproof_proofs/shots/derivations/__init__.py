"""What the first source derives on paper, derived again: section by section."""

from ldproof_proofs.kernel.derivations.written import Written
from ldproof_proofs.shots.derivations import estimate

DERIVATIONS: tuple[Written, ...] = (
    estimate.active_rate,
    estimate.idle_rate,
    estimate.difference,
    estimate.unbiased_estimate,
    estimate.variance_of_estimate,
)
"""In the source's order."""
