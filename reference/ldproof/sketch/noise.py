"""The probabilities p and q of a 1 at another column and at one's own, for rows of bits with a budget.

A row's odds are E = q (1 - p) / (p (1 - q)). So t = p / (1 - p) fixes both: q / (1 - q) = E t.
"""

from fractions import Fraction

from ldproof.budget import Budget
from ldproof.numbers import Exact, Real
from ldproof.sketch.formulas import optimal_odds


def flips(word: str, w: int, budget: Budget) -> tuple[Real, Real]:
    """Both, from one row's share of the budget: `oue`, `optimal` at width w, or symmetric."""
    E = budget.report_power(1)
    if word == "oue":
        # q is a fraction whatever E is, and is not to be found from balls.
        return asymmetric(E), Real(Fraction(1, 2))
    t = optimal_odds(w, budget) if word == "optimal" else budget.report_power(Fraction(-1, 2))
    return chance(t), chance(E * t)


def asymmetric(E: Exact) -> Exact:
    """The p of OUE, where t = 1/E."""
    return 1 / (1 + E)


def chance(odds: Exact) -> Exact:
    """The probability with these odds."""
    return odds / (1 + odds)
