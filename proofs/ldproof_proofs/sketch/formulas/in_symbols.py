"""What flips cost, and which are best, as functions of their rates, of the width and of the budget."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, log
from ldproof.sketch.formulas import bit_epsilon, optimal_odds, optimal_squared, row_epsilon
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, tie, traced
from ldproof_proofs.sketch.law.row import row_likelihood

LOW, HIGH = between("p", Fraction(1, 10), Fraction(1, 5)), between("q", Fraction(2, 5), Fraction(1, 2))
"""Rates at which a 1 tells more than a 0."""
WIDTH = between("w", 2, 1000)
p, q = Symbol("p"), Symbol("q")


def likelier(seen: tuple[int, ...]) -> Term:
    """How much likelier bits are if the item's column is the first one than if it is none of these or the second one."""
    return row_likelihood(seen, 0, p, q) / row_likelihood(seen, 1, p, q)


def in_symbols(prover: Prover) -> Iterable[Theorem]:
    """A bit is told by a 1, a row by a 1 beside a 0; and the best odds are the root of what they are proved to be."""
    yield tie(
        prover, bit_epsilon, lambda: traced(bit_epsilon, LOW, HIGH), lambda: log(likelier((1,))), LOW, HIGH
    )
    yield tie(
        prover, row_epsilon, lambda: traced(row_epsilon, LOW, HIGH), lambda: log(likelier((1, 0))), LOW, HIGH
    )
    yield tie(
        prover,
        optimal_odds,
        lambda: traced(optimal_odds, WIDTH, any_budget()) ** 2,
        lambda: optimal_squared(Symbol("w"), exp(Symbol("epsilon"))),
        WIDTH,
        EPSILON,
    )
