"""Steps in the source's appendices: a display that lost an alpha, and a limit."""

from collections.abc import Iterable

from ldproof.rounds import contrast, truth
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import below
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


def limit(prover: Prover) -> Iterable[Theorem]:
    """Appendix 2: (E - 1)^2 / (E (E + 1)) is below 1, by less than 3/E."""
    value = contrast(x) ** 2 / truth(x)
    for name, goal in (("below", below(value, 1)), ("near", below(1 - 3 / (1 + x), value))):
        claim = Implication(f"shots.one-shot-limit-{name}", goal, BUDGET, witness={"x": 4})
        yield prover.theorem(claim, at_once("1 less it is (3 E - 1) / (E (E + 1))", search))
