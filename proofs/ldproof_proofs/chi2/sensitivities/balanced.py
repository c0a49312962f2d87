"""(14): it is (15) where the groups have one size, and less than a step where they have not."""

from collections.abc import Iterable

from ldproof.chi2.formulas import delta_y1, statistic_ratio
from ldproof.numbers import term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, N, m1, m2
from ldproof_proofs.chi2.formulas.statistic import people
from ldproof_proofs.chi2.sensitivities.statistic import exact
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

most_moved = 4 * N / (N + 2)
"""(14)."""
SAME = {"m1 > 0": PEOPLE["m1 > 0"]}


def as_printed(prover: Prover) -> Theorem:
    """With m1 = m2 it is (15)."""
    printed = most_moved.substitute({"m2": m1})
    goal = equal(delta_y1(m1, m1), printed)
    same = proposition(prover, "chi2.half-of-people", at_most(m1, m1), SAME, {"m1": 2}, mutant=below(m1, m1))
    known = {"same": lemma(same), "smaller": axiom(Always.MINIMUM, m1, m1)}
    one = proposition(prover, "chi2.half-and-one", below(0, m1 + 1), SAME, {"m1": 2})
    return exact(
        prover, "delta-f-is-y1", goal, SAME, {"m1": 2}, equal(delta_y1(m1, m1), 2 * printed),
        {**known, "m1 + 1 > 0": lemma(one)}, reading="m1 = m2, so that N = 2 m1"
    )  # fmt: skip


def single(prover: Prover) -> Theorem:
    """One case: the statistic of (0, m2) is N, and falls to what is made of 0/0."""
    one, given = term(1), {"m2 >= 1": at_most(1, m2)}
    at = {"m2": 3}
    known = {
        "smaller": axiom(Always.MINIMUM, one, m2),
        "m2 > 0": lemma(proposition(prover, "chi2.controls-at-all", below(0, m2), given, at)),
        "m2 + 1 > 0": lemma(proposition(prover, "chi2.one-more-control", below(0, m2 + 1), given, at)),
    }
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
    known = {
        **people(prover),
        "N + 2 > 0": lemma(proposition(prover, "chi2.people-and-two", below(0, N + 2), PEOPLE, at)),
        "m2 + 1 > 0": lemma(proposition(prover, "chi2.more-and-one", below(0, m2 + 1), PEOPLE, at)),
    }
    yield exact(prover, "delta-f-too-small", below(most_moved, step), given, at, None, known)
    one = {"m1": term(1)}
    lone, alone = {"m2 > 1": below(1, m2)}, statistic_ratio(term(0), m2, term(1), m2)
    more = {
        name: lemma(proposition(prover, f"chi2.lone-case-{place}", below(0, value), lone, {"m2": 2}))
        for place, (name, value) in enumerate((("m2 > 0", m2), ("N > 0", 1 + m2), ("N + 2 > 0", 1 + m2 + 2)))
    }
    goal = below(most_moved.substitute(one), alone)
    yield exact(
        prover, "delta-f-too-small-for-one-case", goal, lone, {"m2": 2}, None, more,
        reading="one case; the right side is the statistic of (0, m2), and that of (1, m2) is made 0",
    )  # fmt: skip
