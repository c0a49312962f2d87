"""The rule that finds a product of facts: what it shows, and what it must not."""

import pytest

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.chi2.formulas.factors import factored
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.relations import Relation, at_most, below

m, n = Symbol("m"), Symbol("n")
FACTS: Facts = {"m > 0": below(0, m), "n > 0": below(0, n), "m >= 0": at_most(0, m)}
RULE = factored("m > 0", "n > 0")


@pytest.mark.parametrize("product", [m, m * n, 4 * m**2 * n, m * n / (m + m), -m * n])
def test_products_and_quotients_are_not_0(product: Term) -> None:
    goal = Relation(product, "!=", term(0))
    RULE(goal, FACTS).check(goal, FACTS)


@pytest.mark.parametrize("goal", [below(0, -m * n), below(0, m - n), below(0, m + n + 1), below(m, 0)])
def test_what_is_negative_or_no_product_is_not_shown(goal: Relation) -> None:
    with pytest.raises(NotProved):
        RULE(goal, FACTS)


def test_a_weak_fact_shows_no_strict_one() -> None:
    with pytest.raises(NotProved):
        factored("m >= 0")(below(0, m), {"m >= 0": at_most(0, m)})
