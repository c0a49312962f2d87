"""The exact alpha, by writing down every error and its probability."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.budget import Quantity, budget
from ldproof.law import binomial
from ldproof.shots.formulas import estimate, p, q
from ldproof.shots.inversion import alpha_exact
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

SHAPES = ((1, 1), (1, 3), (2, 3))
"""m and T."""
DUMMIES = (Fraction(0), Fraction(1, 3))


def by_force(beta: Fraction, N: int, m: int, T: int, r: Fraction) -> Quantity:
    """The largest error that some share of active people reaches with a probability above beta / T; E = 3."""
    shape = Fraction(m), Fraction(T), r, Fraction(2)
    largest = Fraction(0)
    for active in range(N + 1):
        ones = binomial(active, p(*shape)).product(binomial(N - active, q(*shape)))
        chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for pair in ones:
            share = estimate(Fraction(sum(pair)), Fraction(N), *shape)
            chances[abs(share - Fraction(active, N))] += ones[pair]
        for error in chances:
            if sum(chance for other, chance in chances.items() if other >= error) * T > beta:
                largest = max(largest, error)
    return largest


def cases(extra: int) -> Iterable[tuple[str, bool]]:
    """The reference's alpha against it."""
    for N, (m, T), r, beta in every((1, 2, 3, 5), SHAPES, DUMMIES, (Fraction(1, 20), Fraction(1, 3))):
        ours = alpha_exact(beta, N, m, T, r, budget(m, report_odds=3))
        yield f"N = {N}, m = {m}, T = {T}, r = {r}, beta = {beta}", ours == by_force(beta, N + extra, m, T, r)


def exact(prover: Prover) -> Theorem:
    """The reference's alpha is the largest error that is reached with more than beta / T."""
    sample = (Fraction(1, 20), 3, 1, 3, Fraction(1, 3))
    claim = Finite(
        "shots.alpha-exact",
        "alpha_exact is the largest error that is reached in a round with a probability above beta / T",
        "N in {1, 2, 3, 5}, (m, T) in {(1, 1), (1, 3), (2, 3)}, r in {0, 1/3}, E = 3, beta in {1/20, 1/3}",
        lambda: cases(0),
        lambda: cases(1),
        anchors=(
            anchor(
                alpha_exact, lambda: alpha_exact(*sample, budget(1, report_odds=3)), lambda: by_force(*sample)
            ),
        ),
    )
    return prover.theorem(claim, ByEnumeration())
