"""What the fourth source says without a derivation, derived: section by section, and our own variances."""

from ldproof_proofs.kernel.derivations.written import Written
from ldproof_proofs.sketch.derivations import accuracy, collisions, moments, rows, several_rows, variances

DERIVATIONS: tuple[Written, ...] = (
    rows.odds_of_a_row,
    rows.people_in_a_column,
    rows.people_with_an_item,
    rows.best_flips,
    rows.flips_of_wide_rows,
    collisions.modulo_a_prime,
    collisions.constants_left_out,
    moments.moments_of_a_bit,
    moments.moments_of_a_sign,
    variances.noise_of_reports,
    variances.variance_of_collisions,
    variances.variance_of_a_row,
    variances.variance_of_the_mean,
    accuracy.hoeffdings_deviation,
    accuracy.few_collisions,
    several_rows.least_row,
    several_rows.most_rows,
)
"""In the source's order."""
