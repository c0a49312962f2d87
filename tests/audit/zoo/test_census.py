"""What the grammar draws is what it says, and some of it is audited; `census` has all."""

import numpy as np
import pytest

from ldproof.audit import Verdict
from ldproof.programs import Tally
from tests.audit.zoo.census import BROKEN, RIGHT, caught, cleared, seeds
from tests.audit.zoo.grammar import EPSILON, KINDS, PLACES, Drawn, broken, right

CHEAP_BROKEN, CHEAP_RIGHT = (8, 14, 20, 41), (8, 14)


def drawn(specimen: Drawn, side: int) -> Tally:
    """Some outputs."""
    return specimen(np.random.default_rng([7, side]), side, 150)


@pytest.mark.parametrize("place", range(len(PLACES)), ids=lambda each: PLACES[each].__name__)
def test_a_bit_that_is_let_through_can_be_seen(place: int) -> None:
    """Who always tells the bit has no output in common for both; but for the numbers that come among thousands."""
    through = PLACES[place](np.random.default_rng(place))
    one, other = (drawn(Drawn("", "", 1.0, through, (1.0, 1.0)), side) for side in (0, 1))
    if PLACES[place].__name__ == "number_among_many":
        assert one.most_common(1)[0][0] not in other
    else:
        assert not one.keys() & other.keys()


def test_all_are_broken_or_right_by_what_they_tell() -> None:
    found = [broken(seed) for seed in range(BROKEN)]
    assert min(each.epsilon for each in found) > 1.2 * EPSILON
    assert {each.kind for each in found} == set(KINDS)
    assert {each.place for each in found} == {each.__name__ for each in PLACES}
    assert [right(seed).epsilon for seed in range(RIGHT)] == pytest.approx([EPSILON] * RIGHT)


def test_halves_are_held_back() -> None:
    for count in (BROKEN, RIGHT):
        one, other = (seeds(count, held_back=each) for each in (False, True))
        assert sorted([*one, *other]) == list(range(count))
        assert abs(len(one) - len(other)) <= 1


@pytest.mark.parametrize("seed", CHEAP_BROKEN)
def test_some_that_are_broken_are_caught(seed: int) -> None:
    assert caught(broken(seed), seed).verdict is Verdict.REFUTED


@pytest.mark.parametrize("seed", CHEAP_RIGHT)
def test_some_that_are_right_are_cleared(seed: int) -> None:
    assert cleared(right(seed), seed).verdict is Verdict.NOT_REFUTED
