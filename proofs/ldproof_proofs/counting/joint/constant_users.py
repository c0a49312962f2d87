"""The coefficient formula for people whose states do not change, against the joint law of all rounds."""

from fractions import Fraction

from ldproof.budget import Budget, parse_budget
from ldproof.counting.error import tail_constant_users
from ldproof.numbers import Real
from ldproof_proofs.counting.tail import SCOPE, by_force, cases
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

ALL = 3
"""At least as many rounds as there are."""


def of_all_rounds(N: int, T: int, M: int, alpha: Fraction, fill: Fraction | None, whole: Budget) -> Real:
    """The reference's."""
    return tail_constant_users(N, T, M, alpha, whole, fill)


def tails(prover: Prover) -> Theorem:
    """The coefficient formula by brute force."""
    claim = Ground(
        "counting.constant-users",
        "if M people are always active and N - M never, the probability that some round has an error of alpha or more, or "
        "no estimate, is the coefficient formula's, of Glance and of Harmony",
        SCOPE,
        lambda: cases(of_all_rounds, ALL, 0),
        lambda: cases(of_all_rounds, ALL, 1),
        anchors=(
            anchor(
                tail_constant_users,
                lambda: tail_constant_users(4, 2, 2, Fraction(1), parse_budget(odds=3)),
                lambda: by_force(4, 2, 2, Fraction(1), None, ALL),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())
