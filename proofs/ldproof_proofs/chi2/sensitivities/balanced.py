"""(14): it is (15) where the groups have one size, and less than a step where they have not."""

from collections.abc import Iterable

from ldproof.chi2.formulas import delta_y1, statistic_ratio
from ldproof.numbers import term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, N, m1, m2
from ldproof_proofs.chi2.sensitivities.statistic import exact
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

most_moved = 4 * N / (N + 2)
"""(14)."""
SAME = {"m1 > 0": PEOPLE["m1 > 0"]}


def as_printed(prover: Prover) -> Theorem:
    """With m1 = m2 it is (15)."""
    printed = most_moved.substitute({"m2": m1})
    goal = equal(delta_y1(m1, m1), printed)
    known = {"smaller": axiom(Always.MINIMUM, m1, m1)}
    return exact(
        prover, "delta-f-is-y1", goal, SAME, {"m1": 2}, equal(delta_y1(m1, m1), 2 * printed),
        known, reading="m1 = m2, so that N = 2 m1"
    )  # fmt: skip


def single(prover: Prover) -> Theorem:
    """One case: the statistic of (0, m2) is N, and falls to what is made of 0/0."""
    one, given = term(1), {"m2 >= 1": at_most(1, m2)}
    at = {"m2": 3}
    known = {"smaller": axiom(Always.MINIMUM, one, m2)}
    step = statistic_ratio(term(0), m2, one, m2)
    goal = equal(delta_y1(one, m2), step)
    return exact(
        prover, "y1-attained-by-one-case", goal, given, at, equal(delta_y1(one, m2), 2 * step), known,
        reading="one case; the right side is the statistic of (0, m2), and that of (1, m2) is made 0",
    )  # fmt: skip


def too_small(prover: Prover) -> Iterable[Theorem]:
    """With fewer cases than controls the step from (0, m2) to (1, m2) is longer."""
    given = {**PEOPLE, "two": below(0, m1 - 1), "m1 < m2": below(m1, m2)}
    at = {"m1": 2, "m2": 3}
    step = statistic_ratio(term(0), m2, m1, m2) - statistic_ratio(term(1), m2, m1, m2)
    yield exact(
        prover,
        "delta-f-too-small",
        below(most_moved, step),
        given,
        at,
        None,
    )
    one = {"m1": term(1)}
    lone, alone = {"m2 > 1": below(1, m2)}, statistic_ratio(term(0), m2, term(1), m2)
    goal = below(most_moved.substitute(one), alone)
    yield exact(
        prover, "delta-f-too-small-for-one-case", goal, lone, {"m2": 2}, None,
        reading="one case; the right side is the statistic of (0, m2), and that of (1, m2) is made 0",
    )  # fmt: skip
