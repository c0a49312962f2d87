"""Capital: never above the exact product, whatever the order, and the same after it was saved; and the ladder."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import serialization
from ldproof.errors import Reason
from ldproof.evidence import OutcomeTable, eprocess
from ldproof.evidence.eprocess import (
    NEAR,
    UNITS,
    EpsilonConfidenceSequence,
    MixtureEProcess,
    Tables,
    WealthProcess,
    all_after,
    floor_units,
    ladder,
    log_growth,
    rungs,
    start,
    validate_ladder,
    validate_mixture,
)
from ldproof.evidence.event_bets import NOTHING, WEIGHTS, Batch, Bet, optimal_event_bets
from ldproof.evidence.ratio_bets import MOST_OUTCOMES
from ldproof.numbers import Real, ball, computed_real, precision
from tests.reference.refusals import refused
from tests.reference.states import with_state

ODDS, ALPHA, HALF = Fraction(5, 2), Fraction(1, 20), Fraction(1, 2)
TINY = ball(Fraction(1, 2**40))


def test_batches_and_tables_add_up_and_tables_keep_only_so_many_outcomes() -> None:
    whole_batch = Batch(3, 1, 5, 2) + Batch(4, 2, 1, 0)
    assert whole_batch == Batch(4, 2, 1, 0) + Batch(3, 1, 5, 2) == Batch(7, 3, 6, 2)
    assert whole_batch.counts() == (3, 4, 2, 4)
    assert NOTHING + whole_batch == whole_batch
    both = OutcomeTable(2, 5, (("0", 2, 1), ("1", 0, 4))) + OutcomeTable(3, 3, (("1", 1, 1),))
    assert both == OutcomeTable(5, 8, (("0", 2, 1), ("1", 1, 5)))
    names = [str(place) for place in range(2 * MOST_OUTCOMES)]
    many = OutcomeTable(len(names), len(names), tuple((name, 1, 1) for name in names))
    kept = OutcomeTable() + many
    assert (kept.draws, len(kept.outcomes)) == (many.draws, MOST_OUTCOMES)


def test_impossible_counts_are_refused() -> None:
    for counts in ((1, 2, 1, 0), (1, 0, 1, 2), (1, 0, 3, 4), (1, -1, 1, 0), (-1, 0, 0, 0)):
        with refused(Reason.OUT_OF_RANGE):
            Batch(*counts)
    for wrong in ((1, 1, (("a", 2, 0),)), (2, 2, (("a", 1, 0), ("a", 0, 1))), (2, 2, (("a", -1, 0),))):
        with refused(Reason.OUT_OF_RANGE):
            OutcomeTable(*wrong)


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    one, other = draw(st.integers(0, 40)), draw(st.integers(0, 40))
    return Batch(one, draw(st.integers(0, one)), other, draw(st.integers(0, other)))


def product(bet: Bet, batch: Batch) -> Fraction:
    """The exact capital that a bet makes of 1."""
    value = Fraction(1)
    for factor, count in zip(bet.factors, batch.counts(), strict=True):
        value *= factor**count
    return value


@given(st.lists(batches(), max_size=4))
def test_evidence_is_never_above_the_exact_product_and_hardly_below(sequence: list[Batch]) -> None:
    process, exact = WealthProcess(ODDS), [Fraction(1)] * len(WEIGHTS)
    for batch in sequence:
        (placed,) = optimal_event_bets(ODDS, [process.past])
        exact = [value * product(bet, batch) for value, bet in zip(exact, placed, strict=True)]
        process = process.after(batch, placed)
    with precision(256):
        for value, logarithm in zip(exact, process.logarithms, strict=True):
            short = ball(value).log() - ball(Fraction(logarithm, UNITS))
            assert 0 <= short < ball(Fraction(5, UNITS))
        capital = sum((weight * value for weight, value in zip(WEIGHTS, exact, strict=True)), Fraction(0))
        assert not process.capital() > ball(capital)


def test_growth_is_rounded_down_and_a_float_would_not_be() -> None:
    bet = Bet(Fraction(2), Fraction(1, 3), Fraction(0), Fraction(0))
    batch = Batch(10**6, 500_000, 10**6, 0)
    with precision(300):
        exact = ball(Fraction(4, 3)).log() * 500_000
        grown = ball(Fraction(log_growth(zip(bet.enclosed, batch.counts(), strict=True)), UNITS))
        assert 0 < exact - grown < ball(Fraction(1, UNITS))
        assert floor_units(ball(Fraction(-1, 3))) == -(UNITS // 3) - 1


def test_a_portfolio_weighs_its_processes() -> None:
    portfolio = start(ODDS, ALPHA).adding("a", HALF).adding("b", Fraction(1, 4))
    batch = {"a": Batch(100, 90, 100, 10), "b": Batch(100, 50, 100, 50)}
    after = portfolio.after(batch)
    (unspoken,) = optimal_event_bets(ODDS, [NOTHING])
    alone = {name: WealthProcess(ODDS).after(each, unspoken).capital() for name, each in batch.items()}
    expected = ball(Fraction(1, 4)) + alone["a"] / 2 + alone["b"] / 4
    assert abs(after.capital() / expected - 1) < TINY
    assert after.reserve == Fraction(1, 4)
    assert after.after({}) == after


def test_a_new_process_leaves_the_capital_as_it_is() -> None:
    before = start(ODDS, ALPHA).adding("a", HALF).after({"a": Batch(50, 30, 50, 10)})
    assert abs(before.adding("b", HALF).logarithm() - before.logarithm()) < Fraction(1, 2**40)


def test_a_rejection_is_not_taken_back_and_a_private_event_not_rejected() -> None:
    portfolio = private = start(ODDS, ALPHA).adding("a", Fraction(1))
    for _ in range(10):
        portfolio = portfolio.after({"a": Batch(200, 190, 200, 10)})
    assert portfolio.rejected
    assert portfolio.rejects()
    for _ in range(60):
        portfolio = portfolio.after({"a": Batch(200, 100, 200, 100)})
    assert portfolio.rejected
    assert not portfolio.rejects()
    for _ in range(20):
        private = private.after({"a": Batch(700, 500, 700, 200)})
    assert not private.rejected


@pytest.mark.parametrize("times", [1, NEAR])
def test_rejection_is_at_one_over_alpha_exactly(times: int) -> None:
    """Of a capital that is all in reserve, and so known exactly."""
    level = 1 / ALPHA / times
    assert MixtureEProcess(ODDS, ALPHA, reserve=level).rejects(times=times)
    assert not MixtureEProcess(ODDS, ALPHA, reserve=level - Fraction(1, 2**20)).rejects(times=times)


def test_a_claim_refuted_within_a_batch_stays_refuted() -> None:
    """The bets stop there, and what they are based on goes on; whoever is asked about ends alone is not refuted."""
    before = start(ODDS, ALPHA).adding("a", Fraction(1)).after({"a": Batch(100, 90, 100, 10)})
    before = before.after({"a": Batch(7, 7, 7, 0)})
    assert before.capital() * NEAR > ball(1 / ALPHA)
    begun, whole_batch = Batch(50, 45, 50, 5), Batch(100, 45, 100, 55)
    blind = before.after({"a": whole_batch})
    assert not before.rejected
    assert not blind.rejected
    quiet: list[tuple[dict[str, Batch], Tables]] = [({"a": NOTHING}, {}), ({"a": begun}, {})]
    stopped, other = all_after([before, before], {"a": whole_batch}, {}, quiet)
    at_once = before.after({"a": begun})
    assert at_once.rejected
    assert stopped.rejected
    assert stopped.capital().mid() == at_once.capital().mid()
    assert stopped.shares[0][2].past == blind.shares[0][2].past
    assert other == blind


def test_bets_that_are_settled_later_count_for_nothing_within_a_batch() -> None:
    """They may be about to lose what they have."""
    both = start(ODDS, ALPHA).adding("a", HALF).adding("b", HALF)
    first, gained = Batch(100, 90, 100, 10), Batch(9, 9, 9, 0)
    before = both.after({"a": first, "b": first}).after({"b": gained})
    assert not before.rejected
    assert before.after({"a": gained}).rejected
    lost = {"a": gained, "b": Batch(100, 0, 100, 100)}
    (moved,) = all_after([before], lost, {}, [({"a": gained}, {})])
    assert not moved.rejected
    assert moved == before.after(lost)


def test_a_saved_portfolio_is_restored_exactly() -> None:
    portfolio = start(ODDS, ALPHA).adding("a", Fraction(1, 3)).after({"a": Batch(100, 70, 100, 20)})
    again = serialization.restore_state(MixtureEProcess, {}, serialization.save_state({}, portfolio))
    assert again == portfolio
    assert again.after({"a": Batch(5, 3, 5, 2)}) == portfolio.after({"a": Batch(5, 3, 5, 2)})


NONE = {"draws": 0, "likely": 0, "others": 0, "unlikely": 0}
PROCESS: dict[str, object] = {"odds": "5/2", "past": NONE, "logarithms": [0] * len(WEIGHTS), "delta": "0"}
PROCESSES: list[dict[str, object]] = [
    {"odds": "3"},
    {"delta": "1/10"},
    {"past": NONE | {"draws": 1, "likely": 2}},
    {"past": NONE | {"draws": 1, "likely": True}},
    {"past": {"draws": 0, "likely": 0, "unlikely": 0}},
    {"logarithms": [0]},
    {"logarithms": ["0"] * len(WEIGHTS)},
    {"logarithms": [1 << 200] * len(WEIGHTS)},
]
DAMAGE: list[dict[str, object]] = [
    {"odds": "1"},
    {"odds": 2},
    {"odds": "5/0"},
    {"alpha": "2"},
    {"reserve": "1"},
    {"rejected": 1},
    {"shares": {}},
    {"shares": [{}]},
    {"shares": [["a", "1", PROCESS]]},
    {"shares": [["a", "1/6", PROCESS], ["a", "1/6", PROCESS]]},
    {"shares": [["a", "2/6", PROCESS]]},
    *[dict[str, object](shares=[["a", "1/3", PROCESS | each]]) for each in PROCESSES],
]
LADDERS: list[dict[str, object]] = [
    {"epsilons": ["1"]},
    {"epsilons": ["1", "1"]},
    {"epsilons": ["1", "3"]},
    {"portfolios": []},
    {"epsilons": 1},
]


def test_damaged_states_are_refused() -> None:
    saved = serialization.save_state({}, start(ODDS, ALPHA).adding("a", Fraction(1, 3)))
    for same in ({}, {"shares": [["a", "1/3", PROCESS]]}):
        validate_mixture(serialization.restore_state(MixtureEProcess, {}, with_state(saved, **same)))
    for damage in DAMAGE:
        with refused(Reason.DAMAGED_STATE):
            validate_mixture(serialization.restore_state(MixtureEProcess, {}, with_state(saved, **damage)))
    saved = serialization.save_state({}, ladder([Fraction(1), Fraction(2)], ALPHA))
    validate_ladder(serialization.restore_state(EpsilonConfidenceSequence, {}, saved))
    for damage in LADDERS:
        with refused(Reason.DAMAGED_STATE):
            validate_ladder(
                serialization.restore_state(EpsilonConfidenceSequence, {}, with_state(saved, **damage))
            )


def test_bad_requests_are_refused() -> None:
    portfolio = start(ODDS, ALPHA).adding("a", HALF)
    for name, weight, reason in (
        ("b", Fraction(2, 3), Reason.OUT_OF_RANGE),
        ("b", Fraction(0), Reason.OUT_OF_RANGE),
        ("a", Fraction(1, 4), Reason.REPEATED),
    ):
        with refused(reason):
            portfolio.adding(name, weight)
    with refused(Reason.UNKNOWN_NAME):
        portfolio.after({"c": Batch(1, 1, 1, 0)})
    for odds, alpha in ((1, ALPHA), (10**9, ALPHA), (2, Fraction(0)), (2, Fraction(1))):
        with refused(Reason.OUT_OF_RANGE):
            start(Fraction(odds), Fraction(alpha))
    for steps in ((0, 1, 1), (1, 0, 2), (2, 1, 1)):
        with refused(Reason.OUT_OF_RANGE):
            rungs(*map(Fraction, steps))
    for wrong in ([], [0], [1, 1], [2, 1]):
        with refused(Reason.OUT_OF_RANGE):
            ladder([*map(Fraction, wrong)], ALPHA)


# the ladder


def test_odds_are_rounded_up() -> None:
    """Also those that are a whole number in truth, where no ball around a third of 9 shows that it is 3."""
    assert eprocess.at_least(Real(Fraction(3))) == 3
    assert 0 < eprocess.at_least(computed_real(lambda: ball(Fraction(1, 3)) * 9)) - 3 <= Fraction(1, 2**60)
    with precision(200):
        above = ball(eprocess.odds_of_epsilon(Fraction(1))) - ball(Fraction(1)).exp()
        assert 0 < above < ball(Fraction(1, 2**58))


def test_rungs_are_in_equal_steps_and_a_gap_ends_the_climb() -> None:
    assert rungs(HALF, Fraction(1, 4), Fraction(5, 4)) == tuple(Fraction(n, 4) for n in (2, 3, 4, 5))
    climbed = [eprocess.count_refuted_rungs(map(bool, each)) for each in ((), (0, 1), (1, 0, 1), (1, 1))]
    assert climbed == [0, 0, 1, 2]


def test_the_bound_rises_towards_the_truth() -> None:
    found = ladder(rungs(HALF, Fraction(1, 4), Fraction(2)), ALPHA).adding("a", Fraction(9, 10))
    assert found.bound() is None
    bounds = []
    for _ in range(30):
        found = found.after({"a": Batch(1000, 750, 1000, 250)})
        bounds.append(found.bound() or Fraction(0))
    assert bounds == sorted(bounds)
    assert bounds[-1] == 1
    assert (
        serialization.restore_state(EpsilonConfidenceSequence, {}, serialization.save_state({}, found))
        == found
    )
