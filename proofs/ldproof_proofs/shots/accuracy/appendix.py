"""Steps in the source's appendices: a display that lost an alpha, the step to (A-6), and a limit."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.rounds import contrast, truth
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once, proposition
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.parameters import BUDGET, T, m, phi, r, x

SHARE = x / (x * phi + 1 + (x + 2) * (T / m - 1) * r)
"""The display before (A-4), with x = e^(epsilon/m) - 1."""


def without_alpha(prover: Prover) -> Theorem:
    """Appendix 1: the deviation without its alpha need not be below 1."""
    claim = Failure(
        "shots.display-before-a-4",
        "the first fraction of the display before (A-4), with x = e^(epsilon/m) - 1, is said to be below 1",
        below(SHARE, 1),
        {"x": 2, "phi": 0, "m": 1, "T": 1, "r": 0},
        {"x": 2, "phi": 1, "m": 1, "T": 1, "r": 0},
    )
    return prover.theorem(claim, ByPoint())


p, q = Symbol("p"), Symbol("q")


def last_step(prover: Prover) -> Iterable[Theorem]:
    """Appendix 1, (A-6): the expected share of ones is at most p, as p is not below q."""
    expected = (p - q) * phi + q
    yield proposition(
        prover,
        "shots.share-at-most-p",
        at_most(expected, p),
        {"q <= p": at_most(q, p), "phi <= 1": at_most(phi, 1)},
        {"p": Fraction(3, 4), "q": Fraction(1, 4), "phi": Fraction(1, 2)},
        reason="(p - q) (1 - phi) >= 0",
        mutant=at_most(2 * expected, p),
    )
    claim = Failure(
        "shots.share-above-p",
        "the expected share of ones at p below q",
        at_most(expected, p),
        {"p": 0, "q": 1, "phi": 0},
        {"p": 1, "q": 0, "phi": 0},
    )
    yield prover.theorem(claim, ByPoint())


def limit(prover: Prover) -> Iterable[Theorem]:
    """Appendix 2: (E - 1)^2 / (E (E + 1)) is below 1, by less than 3/E."""
    value = contrast(x) ** 2 / truth(x)
    for name, goal in (("below", below(value, 1)), ("near", below(1 - 3 / (1 + x), value))):
        claim = Implication(f"shots.one-shot-limit-{name}", goal, BUDGET, witness={"x": 4})
        yield prover.theorem(claim, at_once("1 less it is (3 E - 1) / (E (E + 1))", search))
