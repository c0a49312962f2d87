"""The classic sketch: it never falls short, adds up, and exceeds as seldom as its size promises."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil, e, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.sketch.classic import Sketch, empty_sketch, sketch_size
from ldproof.sketch.hashing import Affine, Polynomial, Textbook
from tests.reference.refusals import refused

Items = list[str | bytes | int]
WORDS = st.lists(st.sampled_from(["a", "b", b"a", 1, 2, 3, "café"]), max_size=30)


def seeing(items: Items, seed: bytes = b"classic") -> Sketch:
    """A sketch of width 4 and three rows that has seen these."""
    seen = empty_sketch(Polynomial(4), 3, SeededCoins(seed))
    for item in items:
        seen.update(item)
    return seen


@given(WORDS, WORDS)
def test_an_answer_is_between_the_count_and_everything(one: Items, other: Items) -> None:
    together = seeing(one).merged(seeing(other))
    assert together.counters.tolist() == seeing(other + one).counters.tolist()
    assert together.counters.sum(axis=1).tolist() == [len(one) + len(other)] * 3
    for item, count in Counter(one + other).items():
        assert count <= together.query(item) <= len(one) + len(other)


def test_an_answer_is_the_least_counter() -> None:
    """x mod 5 mod 2 and 2 x + 1 mod 5 mod 2: the items 0 to 4 have the columns 0, 1, 0, 1, 0 and 1, 1, 0, 0, 0."""
    seen = empty_sketch(Affine(2, 5), 2, SeededCoins(b""))
    seen.keys = ((1, 0), (2, 1))
    for item, count in enumerate((10, 20, 30, 40, 50)):
        seen.update(item, count)
    assert seen.counters.tolist() == [[90, 60], [120, 30]]
    assert [seen.query(item) for item in range(5)] == [30, 30, 90, 60, 90]


def test_excess_over_the_whole_family() -> None:
    """With width 6, that is alpha = e/6, one row exceeds by more with probability 1/e at most, and sometimes does."""
    counts = [30, *[1] * 10]
    prime = Textbook(6, 11)
    assert prime.collision <= Fraction(1, 6)
    exceeds = Counter[int]()
    for key in product(*prime.ranges):
        seen = empty_sketch(prime, 1, SeededCoins(b""))
        seen.keys = (key,)
        for item, count in enumerate(counts):
            seen.update(item, count)
        for item, count in enumerate(counts):
            exceeds[item] += seen.query(item) - count > e / 6 * sum(counts)
    assert 0 < max(exceeds.values()) <= 110 / e
    width, rows = sketch_size("0.454", "1/20")
    assert width == 6
    assert (max(exceeds.values()) / 110) ** rows <= 1 / 20


@pytest.mark.parametrize(
    ("alpha", "delta"), [("1/100", "1/1000"), ("0.5", "0.9"), ("1e-3", "1e-9"), ("0.999", "0.3678")]
)
def test_the_size(alpha: str, delta: str) -> None:
    assert sketch_size(alpha, delta) == (
        ceil(e / float(Fraction(alpha))),
        ceil(log(1 / float(Fraction(delta)))),
    )


def test_the_size_where_floats_round() -> None:
    """e^-2 to 30 digits, and rounded up in the last: d is 3 on one side and 2 on the other."""
    square = "0.135335283236612691893999494972"
    assert sketch_size("1/2", square)[1] == 3
    assert sketch_size("1/2", square[:-1] + "3")[1] == 2


def test_a_refused_update_or_merge_changes_nothing() -> None:
    """Counts that are none, counters that would wrap, and other hashes."""
    seen = seeing(["a"])
    seen.update("a", 10**18 - 1)
    before = seen.counters.tolist()
    for count, reason in ((-1, Reason.OUT_OF_RANGE), (True, Reason.OUT_OF_RANGE), (1, Reason.TOO_LARGE)):
        with refused(reason):
            seen.update("a", count)
    for other, reason in ((seen, Reason.TOO_LARGE), (seeing([], b"other"), Reason.OUT_OF_RANGE)):
        with refused(reason):
            seen.merged(other)
    assert seen.counters.tolist() == before
