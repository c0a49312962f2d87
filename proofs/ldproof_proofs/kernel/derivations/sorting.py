"""A line of a derivation sorted by powers, as nobody reads one that is multiplied out."""

from collections.abc import Callable

from sympy import Expr, collect, expand, factor

from ldproof.numbers import Symbol, Term
from ldproof_proofs.kernel.second_algebra import to_sympy

TOGETHER = to_sympy(Symbol("what is kept together"))


def by_powers(*of: Term, together: tuple[Term, Term] | None = None) -> Callable[[Expr], Expr]:
    """What SymPy finds from a line: a sum by powers of symbols, their coefficients in factors.

    What is kept together, as N - f, takes the place of its first symbol: of (N, N - f).
    """
    symbols = [*map(to_sympy, of)]
    first, kept = map(to_sympy, together) if together is not None else (TOGETHER, TOGETHER)

    def found(line: Expr) -> Expr:
        whole = line.subs(first, first - kept + TOGETHER)
        return collect(expand(factor(whole)), symbols, factor).subs(TOGETHER, kept)

    return found
