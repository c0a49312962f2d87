"""LDP as an object: what is not private, or not about all outputs and all neighbouring inputs, is refused."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from ldproof.numbers import Symbol, Term, exp, term
from ldproof.rounds import dummy_likelihood
from ldproof_proofs.chi2.curator import laplace
from ldproof_proofs.chi2.law import optimal
from ldproof_proofs.counting import memoization
from ldproof_proofs.counting.law import every_round, glance
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.privacy import (
    LDP,
    ByOutputs,
    Folded,
    Listed,
    Pair,
    Private,
    Processed,
    check_order,
)
from ldproof_proofs.kernel.prover import Prover, Replaying
from ldproof_proofs.kernel.quantities import quantities
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.theorem import Strength, Theorem, prove
from ldproof_proofs.law import composition, pointwise, privacy
from ldproof_proofs.reporting import coin
from ldproof_proofs.shots.law import event_private, user_level
from ldproof_proofs.sketch.law import row, rows
from tests.proofs.kernel.making import assert_refused

PROVER = Replaying(store.load())
x, r, epsilon = map(Symbol, ("x", "r", "epsilon"))


def claim_of(source: Callable[[Prover], Theorem]) -> Any:
    """Return what a theorem claims."""
    return source(PROVER).claim


def proved(claim: LDP) -> Theorem:
    """Return the theorem, by the search that its author runs."""
    return prove(claim, ByOutputs().certificate(claim))


def changed(source: Callable[[Prover], Theorem], **changes: Any) -> LDP:
    """Return a theorem's claim with another mechanism: the same but for these fields."""
    claim: LDP = claim_of(source)
    mechanism: Any = claim.mechanism
    return replace(claim, mechanism=replace(mechanism, **changes))


@pytest.mark.parametrize(
    "source",
    [
        privacy.singletons_suffice,
        privacy.post_processing,
        privacy.compose_mechanisms,
        coin.randomized_response,
        user_level.private,
        glance.private,
        glance.harmony,
        every_round.private,
        memoization.private,
        row.pair_private,
        row.private,
        rows.sampled_private,
        event_private.private,
        laplace.private,
        optimal.ldp,
    ],
)
def test_what_is_private(source: Callable[[Prover], Theorem]) -> None:
    """Each is proved of all events, and no smaller odds are: those are refused, and so is an empty certificate."""
    theorem = source(PROVER)
    claim = theorem.claim
    assert isinstance(claim, LDP)
    assert theorem.evidence.strength is Strength.PROVED
    theorem.replay()
    assert "every event S" in theorem.statement
    assert quantities(theorem)["goal"] == at_most(Symbol("P"), claim.odds * Symbol("Q"))
    assert_refused("", proved, replace(claim, odds=claim.less))
    assert_refused("no output exceeds", proved, replace(claim, less=2 * claim.odds))
    assert_refused("says why its terms are defined", prove, claim, None)


def test_a_hypothesis_is_part_of_the_statement() -> None:
    """No author's words stand for it: what is supposed of a mechanism, or of each of several, is said."""
    assert "any M with Pr[M(v) = z] <= E Pr[M(v') = z]" in privacy.singletons_suffice(PROVER).statement
    assert "given what those before it released" in privacy.compose_mechanisms(PROVER).statement
    first = privacy.singletons_suffice(PROVER).claim.modelling
    assert f", drawn from the output of {first}" in privacy.post_processing(PROVER).statement
    for source in (glance.harmony, memoization.private, row.private):
        claim = claim_of(source)
        assert (
            f", drawn from the output of {claim.mechanism.first.claim.modelling}: "
            in source(PROVER).statement
        )
    assert_refused(
        "the odds of any mechanism are E", proved, replace(claim_of(privacy.singletons_suffice), odds=1 + x)
    )


def test_odds_are_about_no_event() -> None:
    """P and Q stand for the probabilities of an event, and for nothing else."""
    often, rarely = term(Fraction(9, 10)), term(Fraction(1, 10))
    pair = Pair({"0": often, "1": rarely}, {"0": rarely, "1": often})

    def claim(name: str) -> LDP:
        odds = Symbol(name)
        shown: Facts = {"true": at_most(often, odds * rarely), "false": at_most(rarely, odds * often)}
        return LDP("it", Listed("it", (pair,)), odds, pointwise.events(PROVER), shown, {}, {name: 9}, term(1))

    assert proved(claim("W")).evidence.text() == "proved"
    for name in ("P", "Q"):
        assert_refused("probabilities of an event", proved, claim(name))


def test_a_mechanism_that_keeps_no_such_odds() -> None:
    """Nine of ten answers are true: odds of 9 are shown of it, and not odds of 8."""
    often, rarely = term(Fraction(9, 10)), term(Fraction(1, 10))
    pair = Pair({"0": often, "1": rarely}, {"0": rarely, "1": often})

    def claim(odds: int) -> LDP:
        shown: Facts = {
            f"{one} <= {odds} {other}": at_most(one, term(odds) * other)
            for one in (often, rarely)
            for other in (often, rarely)
            if one is not other
        }
        return LDP("it", Listed("it", (pair,)), term(odds), pointwise.events(PROVER), shown, {}, {}, term(1))

    assert proved(claim(9)).evidence.text() == "proved"
    assert_refused("at its witness", proved, claim(8))


def test_all_outputs_of_laws() -> None:
    """Under each input the probabilities add up to 1, and neighbouring inputs have the same outputs."""
    claim = claim_of(coin.randomized_response)
    (pair,) = claim.mechanism.pairs
    cases = (
        ("add up", Pair({"1": pair.one["1"]}, {"1": pair.other["1"]})),
        ("different outputs", Pair(pair.one, {"0": pair.other["0"], "2": pair.other["1"]})),
        ("add up", Pair({**pair.one, "2": x}, {**pair.other, "2": x})),
    )
    for why, other in cases:
        assert_refused(why, proved, replace(claim, mechanism=Listed("it", (pair, other))))
    more = {"0": term(2), "1": term(-1)}
    assert_refused(
        "nothing shows 0 <= -1", proved, replace(claim, mechanism=Listed("it", (Pair(more, more),)))
    )


def test_events_are_those_of_the_definition() -> None:
    """Nothing but the theorem on events says what is so of all of them; the outputs must be shown to keep the odds."""
    claim = claim_of(coin.randomized_response)
    other = composition.composition(PROVER)
    assert_refused("says nothing of events", proved, replace(claim, singletons=other))
    assert_refused("nothing shows", proved, replace(claim, known={}))
    assert_refused("its sign is not evident", proved, replace(claim, given={}))


def test_all_neighbours_of_rounds() -> None:
    """The weights are bounded for every pair of states, and of a budget that is split among the reports."""
    claim = claim_of(user_level.private)
    mechanism = claim.mechanism
    weights = mechanism.weights.claim
    assert isinstance(weights, Instance)
    less = replace(weights, name="fewer", kinds=weights.kinds[1:])
    fewer = prove(less, ByInstance().certificate(less))
    assert_refused("has no round with", proved, changed(user_level.private, weights=fewer))
    assert_refused("the odds of a report", proved, changed(user_level.private, share=epsilon))
    assert_refused(
        "its sign is not evident", proved, changed(user_level.private, reports=mechanism.reports + 1)
    )
    assert_refused("nothing shows 0 < x", proved, changed(user_level.private, where={}))
    silent = {**mechanism.silent, "1": r / 2}
    assert_refused("add up to 1", proved, changed(user_level.private, silent=silent))
    silent = {"0": dummy_likelihood(r / 2, 0), "1": dummy_likelihood(r / 2, 1)}
    assert_refused("has no round with", proved, changed(user_level.private, silent=silent))


def test_weights_are_of_these_rounds_and_counted() -> None:
    """The number of choices has both probabilities 1, and its own recurrence; the dummies' law is a hypothesis."""
    claim = claim_of(user_level.private)
    positive = claim.mechanism.positive.claim
    more = {"o": term(1), "w": term(Fraction(1, 2))}
    given = {**positive.given, "enough": at_most(Fraction(1, 2), 1)}
    twice = prove(replace(positive, name="twice", kinds=(more,), given=given), ())
    assert_refused("does not count choices", proved, changed(user_level.private, positive=twice))
    assert_refused(
        "is about other rows", proved, changed(user_level.private, positive=claim.mechanism.weights)
    )
    assert_refused("about no rounds", proved, changed(user_level.private, weights=claim.singletons))
    fewer = {name: fact for name, fact in claim.given.items() if name != "r <= 1"}
    assert_refused("nothing shows r <= 1", proved, replace(claim, given=fewer))
    assert_refused("nothing shows c/choices", proved, replace(claim, odds=exp(epsilon / 2)))
    example = (("0", "0", "1"),)
    assert_refused("other rounds", proved, changed(user_level.private, example=example))


def with_general(theorem: Theorem, **changes: Any) -> Any:
    """Return what stands in for an instance's theorem, with another induction: the same but for these fields."""
    claim: Any = theorem.claim
    general = SimpleNamespace(claim=replace(claim.general, **changes))
    return SimpleNamespace(name=claim.name, claim=replace(claim, theorem=general))


@pytest.mark.parametrize(
    ("source", "field", "changes", "why"),
    [
        (user_level.private, "positive", {"base": exp(epsilon)}, "the number of choices has no odds"),
        (user_level.private, "positive", {"turn": lambda row, *_: row}, "different recurrences"),
        (event_private.private, "positive", {"turn": lambda row, *_: row}, "different recurrences"),
        (event_private.private, "positive", {"base": exp(epsilon)}, "the number of choices has no odds"),
        (event_private.private, "weights", {"base": exp(epsilon)}, "weights have no odds"),
        (
            event_private.private,
            "weights",
            {"nonnegative": False},
            "does not say that weights are at least 0",
        ),
    ],
)
def test_what_the_inductions_on_rounds_say(
    source: Callable[[Prover], Theorem], field: str, changes: Any, why: str
) -> None:
    """Both have one recurrence, choices have no odds, and no weight of the other rounds is negative."""
    claim = claim_of(source)
    other = with_general(getattr(claim.mechanism, field), **changes)
    assert_refused(why, replace(claim.mechanism, **{field: other}).facts, claim)


def test_neighbours_that_differ_in_one_round() -> None:
    """The weights of the other rounds are bounded whatever they show, and do not depend on their order."""
    source = event_private.private
    claim = claim_of(source)
    weights = claim.mechanism.weights.claim
    less = replace(weights, name="fewer", kinds=weights.kinds[1:])
    fewer = prove(less, ByInstance().certificate(less))
    assert_refused("has no round with", proved, changed(source, weights=fewer))
    assert_refused(
        "is about other rows", proved, changed(source, weights=claim_of(user_level.private).mechanism.weights)
    )
    assert_refused("its sign is not evident", proved, changed(source, reports=claim.mechanism.reports + 1))
    silent = {**claim.mechanism.silent, "1": r / 2}
    assert_refused("add up to 1", proved, changed(source, silent=silent))
    given = {name: fact for name, fact in claim.given.items() if name != "r <= 1"}
    assert_refused("nothing shows r <= 1", proved, replace(claim, given=given))
    assert_refused("other rounds", proved, changed(source, example=(("0", "1"),) * 2))
    assert {*claim.instance.given} >= {"A >= 0", "B >= 0", "weights", "choices"}
    general = weights.general

    def ordered(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
        return [
            each + (silent - spoken) * place for place, each in enumerate(general.turn(row, silent, spoken))
        ]

    check_order("it", general)
    assert_refused("turns do not commute", check_order, "it", replace(general, turn=ordered))


def test_a_mechanism_that_is_drawn() -> None:
    """It has the odds of those among which it is drawn, under all that these suppose."""
    claim = claim_of(rows.sampled_private)
    assert_refused("has the odds", proved, replace(claim, odds=2 * claim.odds))
    assert_refused("nothing shows", proved, replace(claim, given={}))
    assert_refused("nothing shows", proved, replace(claim, known={}))
    assert_refused(
        "does not say that anything is LDP", proved, changed(rows.sampled_private, first=claim.singletons)
    )


def test_what_is_drawn_from_a_private_mechanism() -> None:
    """It has the odds of the mechanism, where the mechanism has them, and of nothing else."""
    claim = claim_of(glance.harmony)
    assert_refused("has the odds", proved, replace(claim, odds=2 * exp(epsilon)))
    assert_refused("nothing shows", proved, replace(claim, given={}))
    assert_refused(
        "does not say that anything is LDP", proved, changed(glance.harmony, first=claim.singletons)
    )


def test_mechanisms_one_after_another() -> None:
    """The odds are the product of theirs, and what multiplies them is the theorem on products."""
    claim = claim_of(privacy.compose_mechanisms)
    other = replace(claim, odds=Symbol("E"), witness={"E": 3}, less=term(1))
    assert_refused("the odds are the product", proved, other)
    assert_refused(
        "is not about products", proved, changed(privacy.compose_mechanisms, products=claim.singletons)
    )


def test_an_event_is_a_list_of_outputs() -> None:
    """Each output of a mechanism is taken or not: twice as many kinds as outputs under all neighbouring inputs."""
    claim = claim_of(coin.randomized_response)
    kinds = claim.instance.kinds
    assert len(kinds) == 8
    assert {kind["taken"] for kind in kinds} == {term(0), term(1)}
    assert type(claim_of(user_level.private).mechanism) is Folded
    assert type(claim_of(privacy.singletons_suffice).mechanism) is Private
    assert type(claim_of(privacy.post_processing).mechanism) is Processed


def test_only_privacy_is_shown_by_outputs() -> None:
    """An implication is no mechanism."""
    assert_refused("does not say that a mechanism", ByOutputs().certificate, coin.ratio(PROVER).claim)
