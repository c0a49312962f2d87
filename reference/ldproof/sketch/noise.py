"""The probabilities p and q of a 1 at another column and at one's own, for rows of bits with a budget.

A row's odds are E = q (1 - p) / (p (1 - q)). So t = p / (1 - p) fixes both: q / (1 - q) = E t.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import mul

from ldproof.budget import Budget, Quantity, at
from ldproof.numbers import Exact
from ldproof.sketch.formulas import optimal_odds
from ldproof.sketch.several import at_each


def flips(word: str, w: int, budget: Budget) -> tuple[Quantity, Quantity]:
    """Both, from one row's share of the budget: `oue`, `optimal` at width w, or symmetric."""
    E = budget.report_power(Fraction(1))
    if word == "oue":
        # q is a fraction whatever E is, and is not to be found from balls.
        return at(E, asymmetric, asymmetric), Fraction(1, 2)
    t = optimal_odds(w, budget) if word == "optimal" else budget.report_power(Fraction(-1, 2))
    return at_each((t,), _chance, _chance), at_each((E, t), _chance, _chance)


def asymmetric(E: Exact) -> Exact:
    """The p of OUE, where t = 1/E."""
    return 1 / (1 + E)


def _chance(odds: Sequence[Exact]) -> Exact:
    """The probability with these odds, multiplied."""
    multiplied = reduce(mul, odds)
    return multiplied / (1 + multiplied)
