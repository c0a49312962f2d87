"""What the third source derives on paper, derived again: section by section."""

from ldproof_proofs.chi2.derivations import axes, ellipse, errors, moments, optimal, steps
from ldproof_proofs.kernel.derivations.written import Written

DERIVATIONS: tuple[Written, ...] = (
    moments.standardized,
    moments.with_noise,
    ellipse.four_margins,
    ellipse.curve,
    ellipse.centre,
    axes.axes,
    axes.unit_circle,
    steps.longest_step,
    steps.printed_sensitivity,
    errors.laplace_tail,
    errors.weighed_margin,
    optimal.worst_error,
    optimal.error_at_a_distance,
)
"""In the source's order."""
