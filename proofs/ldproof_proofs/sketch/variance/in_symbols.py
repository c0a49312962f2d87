"""Variances as functions of the budget, by the rates at which each mechanism supports a column."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial

from ldproof.numbers import Symbol, Term, exp, term
from ldproof.sketch.error import rows_versus_sample
from ldproof.sketch.variance import variance
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced

N, F, S, W, D = 7, 2, 13, 4, 3
"""Seven people, two of whom hold the item; three hold a second and two a third one."""
Rates = tuple[Term, Term]


def odds(share: Fraction = Fraction(1)) -> Term:
    """e^epsilon, of a share of the budget."""
    return exp(share * Symbol("epsilon"))


def symmetric(share: Fraction = Fraction(1)) -> Rates:
    """Flips with the root of the odds."""
    root = odds(share / 2)
    return 1 / (1 + root), root / (1 + root)


def of_rates(rates: Rates, rows: int = D) -> Term:
    """(w/(w-1))^2 (f q (1-q) + (N-f) mu (1-mu))/(q-p)^2 + (S - (N-f))/(d (w-1)), with mu = p + (q-p)/w."""
    low, high = rates
    mu, others = low + (high - low) / W, N - F
    noise = (F * high * (1 - high) + others * mu * (1 - mu)) / (high - low) ** 2
    return Fraction(W, W - 1) ** 2 * noise + Fraction(S - others, rows * (W - 1))


def of_signs() -> Term:
    """(w/(w-1))^2 (f (C^2 - 1) + (N-f) (C^2 - 1/w^2)) + (S - (N-f))/(d (w-1)), with C = (E + 1)/(E - 1)."""
    others, square = N - F, ((odds() + 1) / (odds() - 1)) ** 2
    noise = F * (square - 1) + others * (square - Fraction(1, W**2))
    return Fraction(W, W - 1) ** 2 * noise + Fraction(S - others, D * (W - 1))


def of_own_hashes(rates: Rates) -> Term:
    """(w/(w-1))^2 (f q (1-q) + (N-f) mu (1-mu))/(q-p)^2, with mu = p + (q-p)/w: no pair of people adds anything."""
    return of_rates(rates) - Fraction(S - (N - F), D * (W - 1))


def of_all_rows() -> Term:
    """A d-th part of what a row with a d-th part of the budget has."""
    return of_rates(symmetric(Fraction(1, D)), rows=1) / D


DEFINED: Mapping[str, Callable[[], Term]] = {
    "cms": lambda: of_rates(symmetric()),
    "oue": lambda: of_rates((1 / (1 + odds()), term(Fraction(1, 2)))),
    "kary": lambda: of_rates((1 / (odds() + W - 1), odds() / (odds() + W - 1))),
    "local_hash": lambda: of_own_hashes((1 / (odds() + W - 1), odds() / (odds() + W - 1))),
    "hcms": of_signs,
    "all_rows": of_all_rows,
}


def in_symbols(prover: Prover) -> Iterable[Theorem]:
    """The mechanisms that send bits, columns or signs; and what all rows cost more than a sampled one."""
    for word, definition in DEFINED.items():
        yield tie(
            prover,
            variance,
            partial(traced, variance, word, N, F, S, W, D, any_budget()),
            definition,
            EPSILON,
            name=f"sketch.variance-{word}".replace("_", "-"),
        )
    yield tie(
        prover,
        rows_versus_sample,
        lambda: traced(rows_versus_sample, N, F, W, D, any_budget(), S),
        lambda: of_all_rows() - of_rates(symmetric()),
        EPSILON,
    )
