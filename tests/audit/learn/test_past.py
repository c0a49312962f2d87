"""The draws that an audit remembers, and those that it forgets."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.auditor.learn.events import MOST_CHARACTERS, MOST_OUTPUTS, Half, RememberedDraws, thin_tally

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


def remember(*batches: tuple[Counter[str], Counter[str]]) -> Half:
    """The first half of two inputs, after every other batch of nothing."""
    remembered = RememberedDraws(((Counter(), Counter()),) * 2)
    for seed, (one, other) in enumerate(batches):
        remembered = remembered.with_more({0: one, 1: other}, seed)
    return remembered.thinned_halves((0, 1), 0)[0]


def test_memory_is_bounded_in_outputs_and_characters() -> None:
    few = Counter(a=600, b=400), Counter(a=1000)
    assert remember(*[few] * 50) == Half(Counter(a=15_000, b=10_000), Counter(a=25_000))
    many = [
        (
            Counter({f"a{batch}.{each}": 1 for each in range(2000)}),
            Counter({f"b{batch}.{each}": 1 for each in range(2000)}),
        )
        for batch in range(16)
    ]
    for size in range(1, 17):
        half = remember(*many[:size])
        assert half.one.total() == half.other.total() == half.pair_count
        assert MOST_OUTPUTS // 4 <= len(half.one) + len(half.other) <= MOST_OUTPUTS or size < 2
    assert {"6", "7"} & {key[1] for key in remember(*many).one}
    one, other = (
        Counter({side * (MOST_CHARACTERS // 4) + str(each): 1 for each in range(8)}) for side in "ab"
    )
    half = remember((one, other))
    assert sum(map(len, half.one | half.other)) <= MOST_CHARACTERS
    assert half.pair_count == 1
    assert remember((Counter({"a" * (MOST_CHARACTERS + 1): 1}), Counter(b=1))).pair_count == 1
