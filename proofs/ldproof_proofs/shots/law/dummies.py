"""The rarer and the likelier dummy: what silence can explain."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import least
from ldproof.rounds import dummy_likelihood, report_likelihood
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.parameters import BITS, BUDGET, DUMMY, SAMPLE, T, m, r, x

QUIET = least(r, 1 - r)
"""The probability of the rarer dummy."""
DENOMINATOR = QUIET * (T - m) + m * (1 - QUIET)
"""What the event-level odds are divided by."""
LOUD = (1 - QUIET) * (2 + x)
"""The most that silence can be likelier than a report, whatever is seen."""


def loud(prover: Prover) -> Iterable[Theorem]:
    """Whatever is seen, silence explains it at most (1 - min(r, 1-r)) (2 + x) times as well as a report."""
    for seen, state in every(BITS, repeat=2):
        goal = at_most(dummy_likelihood(r, seen), LOUD * report_likelihood(x, state, seen))
        claim = Implication(
            f"shots.loud-{seen}{state}",
            goal,
            {**BUDGET, **DUMMY},
            {"minimum": axiom(Always.SECOND if seen else Always.FIRST, r, 1 - r)},
            SAMPLE,
            Mutant(
                at_most(LOUD * report_likelihood(x, state, seen), dummy_likelihood(r, seen) / 4),
                {"x": 2, "r": Fraction(1, 2)},
            ),
        )
        yield prover.theorem(claim, at_once("1 - min(r, 1-r) is at least r and 1 - r", positivity))


def quiet_bounds(prover: Prover) -> Iterable[Theorem]:
    """0 <= min(r, 1-r) < 1."""
    either = {"either": axiom(Always.EITHER, r, 1 - r)}
    at_least = Implication(
        "shots.quiet-nonnegative", at_most(0, QUIET), DUMMY, either, SAMPLE, Mutant(below(0, QUIET), {"r": 0})
    )
    yield prover.theorem(at_least, at_once("q = q^2 + r (1 - r) where q is r or 1 - r", search))
    bounds = {"first": axiom(Always.FIRST, r, 1 - r), "second": axiom(Always.SECOND, r, 1 - r)}
    under = Implication(
        "shots.quiet-below-one",
        below(QUIET, 1),
        {},
        bounds,
        SAMPLE,
    )
    yield prover.theorem(under, at_once("q <= r and q <= 1 - r, so 2 q <= 1", search))
