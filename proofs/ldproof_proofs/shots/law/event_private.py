"""Event-level privacy as a theorem on all events: neighbours differ in the state of one round."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Term
from ldproof.rounds import dummy_likelihood, forward_step, report_likelihood
from ldproof.shots.formulas import event_odds
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.implication import Implication, by_name, lemma
from ldproof_proofs.kernel.privacy import A, B, OneRound, choices
from ldproof_proofs.kernel.prover import Last, Prover, Step, at_once, by, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import pointwise
from ldproof_proofs.reporting import privacy
from ldproof_proofs.shots.law import event_level
from ldproof_proofs.shots.law.dummies import DENOMINATOR, LOUD, quiet_bounds
from ldproof_proofs.shots.parameters import BITS, SETTING, T, m, r, x

ODDS = event_odds(m, T, r, x)
WEIGHTS = {
    "A >= 0": at_most(0, A),
    "B >= 0": at_most(0, B),
    "weights": at_most((T - 1 - (m - 1)) * B, (m - 1 + 1) * LOUD * A),
}
COUNTED = {"choices": at_most(T - m + 1, (T + 1) * choices)}
AT: Point = {"x": 2, "r": Fraction(1, 3), "m": 1, "T": 2, "A": 1, "B": 2, "choices": 2}


def weight(seen: int, state: int) -> Term:
    """The weight of a transcript that shows this bit where the states differ."""
    return forward_step([B, A], dummy_likelihood(r, seen), report_likelihood(x, state, seen))[1]


def denominator(prover: Prover) -> Theorem:
    """What the closed form divides by is positive."""
    claim = Implication(
        "shots.event-denominator", below(0, DENOMINATOR), SETTING, by_name(quiet_bounds(prover)), AT
    )
    return prover.theorem(claim, at_once("m (1 - q) > 0", search))


def odds_above_1(prover: Prover) -> Theorem:
    """The closed form is 1 at least."""
    known = {**by_name(quiet_bounds(prover)), "denominator": lemma(denominator(prover))}
    claim = Implication("shots.event-odds-above-1", at_most(1, ODDS), SETTING, known, AT)
    return prover.theorem(claim, at_once("x m (1 - q) >= 0", search))


def rarer(prover: Prover, seen: int) -> Theorem:
    """The state that is not shown makes a transcript no likelier, as the odds are 1 at least."""
    one, other = weight(seen, 1 - seen), weight(seen, seen)
    lies = Step("<=", other, "a report lies less often than it tells the truth", search)
    return show(
        prover,
        steps(lies, last=Last("the odds are 1 at least", by(product("odds", "other")), "<=")),
        f"shots.event-rarer-{seen}",
        at_most(one, ODDS * other),
        {**SETTING, "A >= 0": at_most(0, A), "B >= 0": at_most(0, B)},
        {"odds": lemma(odds_above_1(prover)), "other": at_most(0, other)},
        AT,
    )


def outputs(prover: Prover) -> Iterable[Theorem]:
    """Whatever the round shows, under both states the probabilities keep the odds."""
    likelier = dict(zip(BITS, event_level.event_level(prover), strict=True))
    for seen, state in every(BITS, repeat=2):
        weights = likelier[seen] if seen == state else rarer(prover, seen)
        claim = Implication(
            f"shots.event-output-{seen}{state}",
            at_most(weight(seen, state) / choices, ODDS * (weight(seen, 1 - state) / choices)),
            {**SETTING, **WEIGHTS, **COUNTED, "T >= 1": at_most(1, T)},
            {"both": lemma(weights), "choices > 0": lemma(privacy.choices_positive(prover))},
            AT,
        )
        yield prover.theorem(claim, at_once("divide by what is positive", search))


def private(prover: Prover) -> Theorem:
    """m-shot reporting where one round's state changes: for all events, with the odds of the closed form."""
    return pointwise.show_private(
        prover,
        "shots.event-level-ldp",
        OneRound(
            "m-shot reporting of T rounds, between states that differ in one round",
            {str(seen): dummy_likelihood(r, seen) for seen in BITS},
            {str(state): {str(seen): report_likelihood(x, state, seen) for seen in BITS} for state in BITS},
            T,
            m,
            event_level.event_level_weights(prover),
            privacy.choices_counted(prover),
            (("0", "1"),),
        ),
        ODDS,
        {**SETTING, "T >= 1": at_most(1, T)},
        {
            "denominator": lemma(denominator(prover)),
            "choices > 0": lemma(privacy.choices_positive(prover)),
            **by_name(outputs(prover)),
        },
        {"x": 2, "r": Fraction(1, 3), "m": 1, "T": 2},
        Fraction(9, 10) * ODDS,
    )
