"""The region of condition (2): its boundary, held against the condition itself."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from ldproof.budget import Budget, budget
from ldproof.counting.bounds import condition_2, condition_natural
from ldproof.counting.region import boundary, boundary_natural
from ldproof.numbers import Real, ball, enclose

TENTH = Fraction(1, 10)
FORMS = pytest.mark.parametrize(
    ("edge", "condition"), [(boundary, condition_2), (boundary_natural, condition_natural)]
)


def between(found: Real) -> tuple[Fraction, Fraction]:
    enclosure = enclose(lambda: ball(found), 12)
    return Fraction(enclosure.lower), Fraction(enclosure.upper)


@FORMS
@pytest.mark.parametrize(("N", "T"), [(10_000, 10), (100_000, 10), (10_000, 50)])
@pytest.mark.parametrize("epsilon", [Fraction(5, 2), Fraction(4), Fraction(10)])
def test_the_condition_holds_up_to_the_boundary_and_no_farther(
    N: int,
    T: int,
    epsilon: Fraction,
    edge: Callable[[int, int, Fraction, Budget], Real],
    condition: Callable[[int, int, Fraction, Fraction, Budget], bool],
) -> None:
    whole = budget(epsilon=epsilon)
    low, high = between(edge(N, T, TENTH, whole))

    def holds(mu: Fraction) -> bool:
        return condition(N, T, mu, TENTH, whole)

    for share in range(11):
        below, above = low * share / 10, high + (Fraction(1, 2) - high) * share / 10
        assert holds(below)
        assert holds(1 - below)
        assert not holds(above)
        assert not holds(1 - above)


@FORMS
def test_where_it_always_holds_the_boundary_is_one_half(
    edge: Callable[[int, int, Fraction, Budget], Real],
    condition: Callable[[int, int, Fraction, Fraction, Budget], bool],
) -> None:
    """At epsilon = 1; and where theta is more than 1, as no share is that far from another."""
    for epsilon in (Fraction(1), Fraction(1, 100)):
        whole = budget(epsilon=epsilon)
        assert edge(10_000, 10, TENTH, whole) == Fraction(1, 2)
        assert all(condition(10_000, 10, Fraction(share, 100), TENTH, whole) for share in range(51))


def test_an_island_around_one_half() -> None:
    """Where the condition just fails, it does so off the middle, as D(mu + theta | mu) is least there."""
    N, T, whole = 10_000, 50, budget(epsilon=Fraction(215, 100))
    low, high = between(boundary(N, T, TENTH, whole))
    assert Fraction(352, 1000) < low < Fraction(353, 1000)
    assert condition_2(N, T, low, TENTH, whole)
    assert not condition_2(N, T, high + Fraction(1, 10**6), TENTH, whole)
    assert condition_2(N, T, Fraction(1, 2), TENTH, whole)


def test_the_two_sizes_of_figure_1() -> None:
    """The caption's 10,000 people have the larger region from epsilon = 2 on."""
    for epsilon in range(2, 11):
        whole = budget(epsilon=epsilon)
        text, caption = (between(boundary(N, 10, TENTH, whole)) for N in (100_000, 10_000))
        assert text[1] < caption[0]
