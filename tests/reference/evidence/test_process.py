"""Capital: never above the exact product, whatever the order, and the same after it was saved."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import codec
from ldproof.evidence.batch import NOTHING, Batch
from ldproof.evidence.betting import WEIGHTS, Bet, bets
from ldproof.evidence.process import (
    NEAR,
    UNITS,
    MixtureEProcess,
    Tables,
    WealthProcess,
    all_after,
    consistent,
    growth,
    start,
    whole,
)
from ldproof.numbers import ball, precision
from ldproof.rejections import Reason
from tests.reference.refusals import refused
from tests.reference.states import with_state

ODDS, ALPHA = Fraction(5, 2), Fraction(1, 20)


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    one, other = draw(st.integers(0, 40)), draw(st.integers(0, 40))
    return Batch(one, draw(st.integers(0, one)), other, draw(st.integers(0, other)))


def product(bet: Bet, batch: Batch) -> Fraction:
    """What a bet makes of 1, draw by draw and exactly."""
    hit, miss, other_hit, other_miss = bet.factors
    value = Fraction(1)
    for number in range(batch.draws):
        value *= hit if number < batch.likely else miss
    for number in range(batch.others):
        value *= other_hit if number >= batch.others - batch.unlikely else other_miss
    return value


@given(st.lists(batches(), max_size=4))
def test_evidence_is_never_above_the_exact_product_and_hardly_below(sequence: list[Batch]) -> None:
    process, exact = WealthProcess(ODDS), [Fraction(1)] * len(WEIGHTS)
    for batch in sequence:
        (placed,) = bets(ODDS, [process.past])
        exact = [value * product(bet, batch) for value, bet in zip(exact, placed, strict=True)]
        process = process.after(batch, placed)
    with precision(256):
        for value, logarithm in zip(exact, process.logarithms, strict=True):
            short = ball(value).log() - ball(Fraction(logarithm, UNITS))
            assert 0 <= short < ball(Fraction(5, UNITS))
        whole_capital = sum(
            (weight * value for weight, value in zip(WEIGHTS, exact, strict=True)), Fraction(0)
        )
        assert not process.capital() > ball(whole_capital)


def test_growth_is_rounded_down_and_a_float_would_not_be() -> None:
    bet = Bet(Fraction(2), Fraction(1, 3), Fraction(0), Fraction(0))
    batch = Batch(10**6, 500_000, 10**6, 0)
    with precision(300):
        exact = ball(Fraction(4, 3)).log() * 500_000
        grown = ball(Fraction(growth(zip(bet.enclosed, batch.counts(), strict=True)), UNITS))
        assert grown < exact
        assert exact - grown < ball(Fraction(1, UNITS))
        assert whole(ball(Fraction(-1, 3))) == -(UNITS // 3) - 1


def test_a_portfolio_weighs_its_processes() -> None:
    portfolio = start(ODDS, ALPHA).adding("a", Fraction(1, 2)).adding("b", Fraction(1, 4))
    batch = {"a": Batch(100, 90, 100, 10), "b": Batch(100, 50, 100, 50)}
    after = portfolio.after(batch)
    (unspoken,) = bets(ODDS, [NOTHING])
    alone = {name: WealthProcess(ODDS).after(each, unspoken).capital() for name, each in batch.items()}
    expected = ball(Fraction(1, 4)) + alone["a"] / 2 + alone["b"] / 4
    assert abs(after.capital() / expected - 1) < ball(Fraction(1, 2**40))
    assert after.reserve == Fraction(1, 4)
    assert after.after({}) == after


def test_a_new_process_leaves_the_capital_as_it_is() -> None:
    before = start(ODDS, ALPHA).adding("a", Fraction(1, 2)).after({"a": Batch(50, 30, 50, 10)})
    assert abs(before.adding("b", Fraction(1, 2)).logarithm() - before.logarithm()) < Fraction(1, 2**40)


def test_a_rejection_is_not_taken_back() -> None:
    portfolio = start(ODDS, ALPHA).adding("a", Fraction(1))
    for _ in range(10):
        portfolio = portfolio.after({"a": Batch(200, 190, 200, 10)})
    assert portfolio.rejected
    assert portfolio.rejects()
    for _ in range(60):
        portfolio = portfolio.after({"a": Batch(200, 100, 200, 100)})
    assert portfolio.rejected
    assert not portfolio.rejects()


def test_what_is_refuted_within_a_batch_stays_refuted() -> None:
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
    both = start(ODDS, ALPHA).adding("a", Fraction(1, 2)).adding("b", Fraction(1, 2))
    first = Batch(100, 90, 100, 10)
    before = both.after({"a": first, "b": first}).after({"b": Batch(9, 9, 9, 0)})
    gained = Batch(9, 9, 9, 0)
    assert not before.rejected
    assert before.after({"a": gained}).rejected
    lost = {"a": gained, "b": Batch(100, 0, 100, 100)}
    (moved,) = all_after([before], lost, {}, [({"a": gained}, {})])
    assert not moved.rejected
    assert moved == before.after(lost)


def test_what_is_private_is_not_rejected() -> None:
    portfolio = start(ODDS, ALPHA).adding("a", Fraction(1))
    for _ in range(20):
        portfolio = portfolio.after({"a": Batch(700, 500, 700, 200)})
    assert not portfolio.rejected


PROCESS: dict[str, object] = {
    "odds": "5/2",
    "past": {"pairs": 0, "likely": 0, "unlikely": 0},
    "logarithms": [0] * len(WEIGHTS),
}


def test_a_saved_portfolio_is_restored_exactly() -> None:
    portfolio = start(ODDS, ALPHA).adding("a", Fraction(1, 3)).after({"a": Batch(100, 70, 100, 20)})
    again = codec.restore(MixtureEProcess, {}, codec.save({}, portfolio))
    assert again == portfolio
    assert again.after({"a": Batch(5, 3, 5, 2)}) == portfolio.after({"a": Batch(5, 3, 5, 2)})


@pytest.mark.parametrize(
    "damage",
    [
        {"odds": "1"},
        {"odds": 2},
        {"odds": "5/0"},
        {"alpha": "2"},
        {"reserve": "1"},
        {"rejected": 1},
        {"shares": {}},
        {"shares": [{}]},
        {"shares": [["a", "1", PROCESS]]},
        {"shares": [["a", "1/3", {**PROCESS, "odds": "3"}]]},
        {"shares": [["a", "1/3", {**PROCESS, "past": {"pairs": 1, "likely": 2, "unlikely": 0}}]]},
        {"shares": [["a", "1/3", {**PROCESS, "past": {"pairs": 1, "likely": 1, "unlikely": True}}]]},
        {"shares": [["a", "1/3", {**PROCESS, "logarithms": [0]}]]},
        {"shares": [["a", "1/3", {**PROCESS, "logarithms": ["0"] * len(WEIGHTS)}]]},
        {"shares": [["a", "1/3", {**PROCESS, "logarithms": [1 << 200] * len(WEIGHTS)}]]},
        {"shares": [["a", "1/6", PROCESS], ["a", "1/6", PROCESS]]},
        {"shares": [["a", "2/6", PROCESS]]},
    ],
)
def test_a_damaged_portfolio_is_refused(damage: dict[str, object]) -> None:
    saved = codec.save({}, start(ODDS, ALPHA).adding("a", Fraction(1, 3)))
    consistent(codec.restore(MixtureEProcess, {}, saved))
    with refused(Reason.DAMAGED_STATE):
        consistent(codec.restore(MixtureEProcess, {}, with_state(saved, **damage)))


def test_bad_requests_are_refused() -> None:
    portfolio: MixtureEProcess = start(ODDS, ALPHA).adding("a", Fraction(1, 2))
    with refused(Reason.OUT_OF_RANGE):
        portfolio.adding("b", Fraction(2, 3))
    with refused(Reason.OUT_OF_RANGE):
        portfolio.adding("b", Fraction(0))
    with refused(Reason.REPEATED):
        portfolio.adding("a", Fraction(1, 4))
    with refused(Reason.UNKNOWN_NAME):
        portfolio.after({"c": Batch(1, 1, 1, 0)})
    for odds, alpha in ((1, ALPHA), (10**9, ALPHA), (2, Fraction(0)), (2, Fraction(1))):
        with refused(Reason.OUT_OF_RANGE):
            start(Fraction(odds), Fraction(alpha))
