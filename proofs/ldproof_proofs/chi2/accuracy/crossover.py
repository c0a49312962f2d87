"""Which algorithm errs less: Algorithm 2 where the margin is even, Algorithm 1 for rare variants."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.budget import parse_budget
from ldproof.chi2.error import error
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Symbol, enclose, rational
from ldproof_proofs.chi2.accuracy.symbols import THRESHOLD, D, k, t, tau
from ldproof_proofs.chi2.distance.search import statistic
from ldproof_proofs.chi2.law.noise import first_error, second_error
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

F, w = Symbol("F"), Symbol("w")
"""Algorithm 1's sensitivity, and the margin's weight."""
NORM = equal(t**2, 1 + (k / tau - 1) * w)


def compared(prover: Prover) -> Iterable[Theorem]:
    """Above tau the second algorithm errs less if w F > tau D (1 + |T|), and the first if it is less."""
    at: dict[str, Point] = {
        "second": {"tau": 1, "k": 2, "w": 3, "t": 2, "D": 1, "F": 2},
        "first": {"tau": 1, "k": 4, "w": 1, "t": 2, "D": 1, "F": 2},
    }
    for name, far in (
        ("second", below(tau * D * (1 + t), w * F)),
        ("first", below(w * F, tau * D * (1 + t))),
    ):
        given: Facts = {
            **THRESHOLD,
            "D > 0": below(0, D),
            "F > 0": below(0, F),
            "t >= 0": at_most(0, t),
            "|T|^2": NORM,
            "significant": below(tau, k),
            "w": far,
        }
        one, two = (k - tau) / F, (t - 1) / D
        goal = below(one, two) if name == "second" else below(two, one)
        yield proposition(
            prover,
            f"chi2.{name}-algorithm-ahead",
            goal,
            given,
            at[name],
            reason="(t - 1)(t + 1) = (k/tau - 1) w",
            reading="k = chi2, t = |T|, w is the margin's weight, D and F are the sensitivities of |T| and chi2; the "
            "sides are how far the value is from its threshold, in sensitivities",
        )


TAU = rational(96, 25)
GROUP = 200
"""Cases, and controls, as many as the source's data have."""


RARE = 14
"""The last margin at which Algorithm 1 errs less."""
OFTEN = 20
"""Every so many margins the reference's own errors are looked at."""


def nearest_above(s: int) -> tuple[int, int] | None:
    """The table of this margin with the least statistic above tau."""
    beyond = [
        (a, s - a)
        for a in range(max(s - GROUP, 0), min(s, GROUP) + 1)
        if 2 * a > s and statistic(a, s - a, GROUP, GROUP) > TAU
    ]
    return min(beyond, key=lambda cell: statistic(*cell, GROUP, GROUP), default=None)


def flip_cases(last: int) -> Iterable[tuple[str, Relation]]:
    """Algorithm 1 up to some margin, Algorithm 2 from there on; some of their errors beside the reference's."""
    epsilon = rational(1, 10)
    whole = parse_budget(epsilon=epsilon)
    for s in range(4, GROUP + 1):
        found = nearest_above(s)
        if found is not None:
            cells = *found, GROUP, GROUP
            one, two = first_error(cells, TAU, epsilon), second_error(cells, TAU, epsilon)
            yield f"s = {s}, {found}", below(two, one) if s > last else below(one, two)
            for kind, by_law in (
                ()
                if s % OFTEN
                else ((PrivateTestName.ALGORITHM_1_F, one), (PrivateTestName.ALGORITHM_2, two))
            ):
                yield from encloses(f"{kind}, {found}", enclose(error(kind, *cells, TAU, whole), 12), by_law)


def flipped(prover: Prover) -> Theorem:
    """At the source's size: for every margin up to N/2, the table that is just significant."""
    claim = Ground(
        "chi2.rare-variants-flip",
        "of the tables that are just significant, those of margins s <= 14 have a smaller error under Algorithm 1 with (14), "
        "and those of s >= 15, up to N/2, under Algorithm 2",
        "m1 = m2 = 200, tau = 96/25, epsilon = 1/10, s from 4 to 200 (smaller margins have no significant table)",
        lambda: flip_cases(RARE),
        lambda: flip_cases(RARE + 1),
        values=lambda: {"last": Fraction(RARE), "epsilon": Fraction(1, 10)},
    )
    return prover.theorem(claim, ByRecord())
