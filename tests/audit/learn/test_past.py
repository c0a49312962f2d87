"""The draws that an audit remembers, and those that it forgets."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import serialization
from ldproof.audit.learn.columns import LONGEST, MOST_OUTPUTS, NOTHING, Half, thin_tally
from ldproof.errors import Reason
from tests.reference.refusals import refused
from tests.reference.states import with_state

TALLIES = st.dictionaries(st.text("ab", max_size=3), st.integers(1, 50), min_size=1).map(Counter)


@given(TALLIES, st.integers(0, 20), st.integers(0, 9))
def test_memory_keeps_its_capacity(tally: Counter[str], left: int, seed: int) -> None:
    left = min(left, tally.total())
    kept = thin_tally(tally, left, np.random.default_rng(seed))
    assert kept.total() == left
    assert kept <= tally
    assert kept == thin_tally(Counter(dict(reversed(tally.items()))), left, np.random.default_rng(seed))


def test_kept_draws_are_a_uniform_sample() -> None:
    """Each draw is kept with the same probability: if 40 of 100 are kept, then of any 30 on average 12."""
    tally, random = Counter(a=30, b=70), np.random.default_rng(1)
    kept = [thin_tally(tally, 40, random)["a"] for _ in range(2000)]
    assert np.mean(kept) == pytest.approx(12, abs=0.3)
    assert np.var(kept) == pytest.approx(40 * 0.3 * 0.7 * 60 / 99, rel=0.15)


def test_memory_is_bounded_in_outputs_and_characters() -> None:
    half = NOTHING
    for batch in range(50):
        half = half.with_more(Counter(a=600, b=400), Counter(a=1000), batch)
    assert half == Half(Counter(a=30_000, b=20_000), Counter(a=50_000))
    half = NOTHING
    for batch in range(8):
        one, other = (Counter({f"{side}{batch}.{each}": 1 for each in range(2000)}) for side in "ab")
        half = half.with_more(one, other, batch)
        assert half.one.total() == half.other.total() == half.pairs
        assert MOST_OUTPUTS // 4 <= len(half.one) + len(half.other) <= MOST_OUTPUTS or batch == 0
    assert {"6", "7"} <= {key[1] for key in half.one}
    one, other = (Counter({side * (LONGEST // 4) + str(each): 1 for each in range(8)}) for side in "ab")
    half = NOTHING.with_more(one, other, 1)
    assert sum(map(len, half.one | half.other)) <= LONGEST
    assert half.pairs == 1
    assert NOTHING.with_more(Counter({"a" * (LONGEST + 1): 1}), Counter(b=1), 1).pairs == 1


@given(TALLIES)
def test_saved_half_is_restored_unchanged(tally: Counter[str]) -> None:
    half = Half(tally, Counter(x=tally.total()))
    assert serialization.restore_state(Half, {}, serialization.save_state({}, half)) == half


def test_invalid_halves_are_refused() -> None:
    damages: list[dict[str, object]] = [
        {"one": None},
        {"one": {"a": 2}, "other": {}},
        {"one": {"a": 1}, "other": {"a": 1.0}},
        {"one": {"a": 0}, "other": {"a": 0}},
        {"one": {"a": -1}, "other": {"a": -1}},
        {"one": {"a": True}, "other": {"a": 1}},
        {"one": [1], "other": [1]},
    ]
    for damage in damages:
        with refused(Reason.DAMAGED_STATE):
            serialization.restore_state(
                Half, {}, with_state(serialization.save_state({}, Half(Counter("a"), Counter("b"))), **damage)
            )
    with refused(Reason.WRONG_COUNT):
        Half(Counter("a"), Counter("ab"))
