"""M*: the least error that privacy leaves, next to the threshold and at every distance from it."""

from fractions import Fraction

from sympy import solve

from ldproof.chi2.formulas import least_flip
from ldproof.numbers import Symbol, exp, term
from ldproof.rounds import lie
from ldproof_proofs.chi2.accuracy.symbols import epsilon
from ldproof_proofs.chi2.law import optimal
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy

x, n, k, w, error = map(Symbol, ("x", "n", "k", "w", "error"))
ONE = term(1)
ODDS = {"x": "the excess odds e^epsilon - 1"}
WRONG = {"error": "the larger of the errors of two neighbours"}


@leads_to(lie, "chi2.m-star")
def worst_error(page: Page) -> None:
    """M*: the least error that tables on the two sides of the threshold, one step apart, can both have."""
    page.about(ODDS | WRONG, {"x > 0": below(0, x)}, {"x": 2, "error": 1})
    page.start(
        lambda: (1 - error) - (1 + x) * error,
        "one says 1 with 1 - error or more, the other one with error or less: privacy lets them be e^epsilon apart",
    )
    page.root(error, lambda line: solve(line, to_sympy(error))[0], "the error at which that is used up")
    page.ends(lie, lambda: lie(x), "1 / (1 + e^epsilon): randomized response")


@leads_to(least_flip, "chi2.m-star", "chi2.beta-optimal")
def error_at_a_distance(page: Page) -> None:
    """M*: the law of its answers on the way out, where privacy lets an error fall by e^epsilon with a step and no faster."""
    page.about(
        ODDS
        | {
            "epsilon": "the budget",
            "n": "the steps beyond the first, d - 1",
            "w": "e^(-epsilon n)",
        },
        {
            "x > 0": below(0, x),
            "epsilon > 0": below(0, epsilon),
            "n >= 0": at_most(0, n),
            "w > 0": below(0, w),
            "w <= 1": at_most(w, 1),
        },
        {"x": 2, "epsilon": 1, "n": 1, "w": Fraction(1, 2)},
    )
    page.start(
        lambda: -epsilon,
        "so much the logarithm of an error may fall with a step: its odds are at most e^epsilon",
    )
    page.sum_below(k, n, "over all steps beyond the first")
    fall = page.last
    page.start(
        lambda: exp(fall) * lie(x),
        "from the error next to the other decision, 1 / (1 + e^epsilon), so much is left",
    )
    page.ends(least_flip, lambda: least_flip(exp(-epsilon * n), x), "e^(-epsilon (d - 1)) / (1 + e^epsilon)")
    near, far = least_flip(w, x), least_flip(w / (1 + x), x)
    page.agrees(
        "likelihood ratio of the wrong answer, one step apart on one side",
        equal(near / far, 1 + x),
        "all that is allowed",
    )
    page.agrees(
        "likelihood ratio of the right answer there",
        at_most((1 - far) / (1 - near), 1 + x),
        "less",
        search,
    )
    first = least_flip(ONE, x)
    page.agrees(
        "likelihood ratio across the threshold",
        equal((1 - first) / first, 1 + x),
        "all that is allowed, the other way round",
    )
    page.besides(
        optimal.optimal(ledger()),
        "a private test that errs no more at the threshold errs no less d steps from it",
    )
