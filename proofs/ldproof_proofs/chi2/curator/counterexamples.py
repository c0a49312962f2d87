"""What is not private: (16) with private controls, and every sensitivity where a label may change."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.chi2.formulas import delta_t, delta_y1, delta_y2, norm_squared, statistic_ratio
from ldproof.numbers import Term, exp, log, sqrt, term
from ldproof_proofs.chi2.accuracy.symbols import a, b, epsilon, m1, m2, tau
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Point, at_most
from ldproof_proofs.kernel.theorem import Theorem


def flip(b: Term) -> Term:
    """Algorithm 1's error with (16) below the threshold."""
    return exp(-epsilon * (tau - statistic_ratio(a, b, m1, m2)) / delta_y2(b, m1, m2)) / 2


def private_controls(prover: Prover) -> Theorem:
    """(16) is not enough where b is private: its own value tells of b."""
    at: Point = {"a": 5, "b": 0, "m1": 5, "m2": 2, "tau": 8, "epsilon": log(term(4))}
    claim = Failure(
        "chi2.y2-needs-public-controls",
        "Algorithm 1 with (16) on a table and on the one with one more control's variant, neither of them significant: the "
        "odds of a 1, which are promised to be at most e^epsilon",
        at_most(flip(b) / flip(b + 1), exp(epsilon)),
        at,
        {**at, "tau": 20, "m1": 200, "m2": 200, "b": 3},
    )
    return prover.theorem(claim, ByPoint())


def label_changes(prover: Prover) -> Iterable[Theorem]:
    """One case becomes a control, with the same variant: the statistic and |T| move by more than they are said to."""
    moved = statistic_ratio(a, b, m1, m2) - statistic_ratio(a, b, m1 - 1, m2 + 1)
    at: Point = {"a": 3, "b": 13, "m1": 7, "m2": 13}
    yield prover.theorem(
        Failure(
            "chi2.labels-move-the-statistic",
            "a case without the variant becomes a control; (15) for the new sizes, which is the larger one",
            at_most(moved, delta_y1(m1 - 1, m2 + 1)),
            at,
            {**at, "b": 6},
            given={"larger": at_most(delta_y1(m1, m2), delta_y1(m1 - 1, m2 + 1))},
        ),
        ByPoint(),
    )
    norms = sqrt(norm_squared(a - 1, b + 1, m1 - 1, m2 + 1, tau)) - sqrt(norm_squared(a, b, m1, m2, tau))
    here: Point = {"a": 1, "b": 1, "m1": 5, "m2": 4, "tau": Fraction(1, 10)}
    yield prover.theorem(
        Failure(
            "chi2.labels-move-the-norm",
            "a case with the variant becomes a control; (12) is the same for both sizes, 5 and 4 and 4 and 5",
            at_most(norms, delta_t(m1, m2, tau)),
            here,
            {**here, "tau": 4},
        ),
        ByPoint(),
    )
