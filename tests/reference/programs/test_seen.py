"""What was seen, and counting it."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.codec.values import DEEPEST, parsed
from ldproof.programs.seen import Seen, constant, seen, tally
from ldproof.rejections import Reason
from tests.reference.codec.test_values import VALUES
from tests.reference.refusals import refused

DRAWS = st.builds(Seen, VALUES, st.none() | st.integers(0, 10**6))


@given(DRAWS)
def test_a_key_says_what_was_seen(draw: Seen) -> None:
    assert repr(seen(draw.key())) == repr(draw)


@pytest.mark.parametrize(
    ("draw", "key"),
    [(Seen("101"), '["101"]'), (Seen("101", 16), '["101",16]'), (Seen(("101", 16)), '[["101",16]]')],
)
def test_the_key_itself(draw: Seen, key: str) -> None:
    assert draw.key() == key


def test_an_output_may_be_as_deep_as_a_value() -> None:
    deepest = parsed("[" * DEEPEST + "]" * DEEPEST)
    for draw in (Seen(deepest), Seen(deepest, 1)):
        assert seen(draw.key()) == draw


@pytest.mark.parametrize("key", ["[]", "1", "[1,2,3]", "[1,-1]", "[1,true]", "[1,null]", '[1,"2"]', "[1", ""])
def test_what_is_no_key(key: str) -> None:
    with refused(Reason.NOT_A_VALUE):
        seen(key)


@given(st.lists(DRAWS, max_size=5), st.lists(DRAWS, max_size=5), st.randoms(use_true_random=False))
def test_a_tally_knows_no_order_and_adds_up(
    one: list[Seen], other: list[Seen], chance: random.Random
) -> None:
    shuffled = [*one, *other]
    chance.shuffle(shuffled)
    assert tally(one) + tally(other) == tally(shuffled)
    assert tally(one).total() == len(one)


def test_what_python_takes_for_the_same_is_counted_apart() -> None:
    seen = [Seen(output) for output in (1, True, 1.0, "1", 1)]
    assert tally([*seen, Seen(1, 0)]) == Counter({"[1]": 2, "[true]": 1, "[1.0]": 1, '["1"]': 1, "[1,0]": 1})


def test_one_and_the_same_output() -> None:
    """However many coins it took, and with whatever inputs; nothing at all is not one."""
    same = [Counter({'["0",16]': 3}), Counter({'["0",32]': 1, '["0"]': 2}), Counter()]
    assert constant(same)
    assert not constant([*same, Counter({'["1"]': 1})])
    assert not constant([*same, Counter({"[0]": 1})])
    assert not constant([])
