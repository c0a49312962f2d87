"""The finder: what it adds is shown on the way, it adds no more than is used, and what is false it does not find."""

from collections.abc import Mapping

import pytest

from ldproof.numbers import exp, least, sqrt, term
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import Chain, axiom, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Searching, Used, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem, prove
from tests.proofs.kernel.making import ONES, assert_refused, claimed, facts, x, y, z

HALF = term(1) / 2


def found(goal: Relation, given: str, known: Used | None = None) -> Theorem:
    """What is found alone."""
    return proposition(Searching(), "it", goal, facts(given) if given else {}, {**ONES, "y": 2}, known)


def chain_of(theorem: Theorem) -> Chain:
    """The certificate."""
    assert isinstance(theorem.certificate, Chain)
    return theorem.certificate


FOUND: Mapping[Relation, str] = {
    below(0, sqrt(x)): "x > 0",
    below(0, x / sqrt(x * y)): "x > 0; y > 0",
    below(exp(-2 * x), exp(x - x)): "x > 0",
    below(exp(-2 * x / y), exp(-x / y)): "x > 0; y > 0",
    below(exp(-2 * x / y) / 2, HALF): "x > 0; y > 0",
    at_most(exp(-x * y / 2), exp(-x * z / 2)): "x > 0; z <= y",
    at_most(0, sqrt(((x + y) * (x**2 - y**2)) ** 2 + 4 * x**2)): "",
    at_most(HALF, y - least(x, y - x)): "y >= 1",
}
"""Roots, exponentials, minima and squares that nothing is said of."""


@pytest.mark.parametrize("goal", FOUND, ids=str)
def test_it_finds_what_holds_of_exponentials_roots_minima_and_squares(goal: Relation) -> None:
    theorem = found(goal, FOUND[goal])
    theorem.replay()
    chain = chain_of(theorem)
    assert {each.name for each in chain.axioms} <= chain.cited


FALSE: Mapping[Relation, str] = {
    below(0, sqrt(x)): "x >= 0",
    below(exp(-x / y), exp(-2 * x / y)): "x > 0; y > 0",
    at_most(exp(-x * z / 2), exp(-x * y / 2)): "x > 0; z <= y",
    at_most(y, y - least(x, y - x)): "y >= 1",
    below(0, sqrt(x**2 + y**2)): "x >= 0",
}


@pytest.mark.parametrize("goal", FALSE, ids=str)
def test_it_does_not_find_what_is_false(goal: Relation) -> None:
    with pytest.raises(NotProved):
        found(goal, FALSE[goal])


def test_what_an_author_cites_by_name_is_shown_before() -> None:
    """First 1 < x + y, then what follows from it; in the other order, and where it is false, nothing does."""
    given = "x > 0; y > 1"
    local: Used = {"sum": below(1, x + y), "product": Local(below(0, x * y), positivity)}
    theorem = found(below(0, (x + y - 1) * x * y), given, local)
    assert [each.name for each in chain_of(theorem).shown] == []
    for wrong in (below(2, x + y), below(x, y)):
        with pytest.raises(NotProved, match="its sign is not evident"):
            found(below(0, x), given, {"wrong": wrong})


def test_a_lemma_waits_for_what_it_presupposes() -> None:
    """It is shown on the way that 0 < x + y, where a lemma is about what is above 0."""
    inverse = proposition(Searching(), "inverse", below(0, 1 / x), facts("x > 0"), ONES)
    known = {"inverse": lemma(inverse, x=x + y)}
    theorem = found(below(0, 1 / (x + y)), "x > 0; y > 0", known)
    assert below(0, x + y) in [each.relation for each in chain_of(theorem).shown]
    with pytest.raises(NotProved, match="its sign is not evident"):
        found(below(0, 1 / (x + y)), "x > 0", known)


def test_an_axiom_in_a_certificate_is_one() -> None:
    """A kind that there is not, too many arguments, a name that is taken."""
    theorem = found(below(0, sqrt(x)), "x > 0")
    chain, claim = chain_of(theorem), theorem.claim
    (root,) = chain.axioms
    assert root.known == axiom(Always.ROOT, x)

    def with_axioms(*axioms: object) -> Chain:
        return Chain(chain.lines, chain.shown, chain.slip, axioms)  # type: ignore[arg-type]

    prove(claim, with_axioms(root))
    for wrong in ((), (root, root), (1,)):
        assert_refused("", prove, claim, with_axioms(*wrong))


def test_an_equation_is_no_search() -> None:
    """The rule `algebra` alone adds nothing."""
    claim = claimed(equal(x * (1 / x), 1), facts("x > 0"))
    assert at_once("", algebra).chain(claim).axioms == ()
    assert at_once("", search).chain(claim).axioms == ()
