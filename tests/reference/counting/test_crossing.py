"""Where the bounds of figure 2 cross, held against the bounds themselves."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from ldproof.budget import Budget, budget
from ldproof.counting.bounds import theorem_5, theorem_5_printed
from ldproof.counting.crossing import crossing, crossing_printed
from ldproof.counting.rivals import harmony_lower
from ldproof.law import INFINITE, Infinite
from ldproof.numbers import Certified, Real, ball, enclose, sign
from ldproof.rejections import Reason
from tests.reference.refusals import refused

FIGURE = 10**6, 10, Fraction(1, 2 * (10**6 + 1) ** 2)
Crossing = Callable[[int, int, Fraction], Certified | Infinite]
Bound = Callable[[int, int, Fraction, Budget], Real]
FORMS = pytest.mark.parametrize(
    ("cross", "bound"), [(crossing, theorem_5), (crossing_printed, theorem_5_printed)]
)


def place(found: Certified | Infinite) -> Fraction:
    assert not isinstance(found, Infinite)
    return Fraction(enclose(found, 15).lower)


@FORMS
@pytest.mark.parametrize("given", [FIGURE, (10**8, 3, Fraction(1, 10**40))])
def test_the_bounds_are_equal_there_and_only_there(
    given: tuple[int, int, Fraction], cross: Crossing, bound: Bound
) -> None:
    epsilon = place(cross(*given))

    def order(at: Fraction) -> int:
        whole = budget(epsilon=at)
        glance, harmony = bound(*given, whole), harmony_lower(*given, whole)
        return sign(lambda: ball(glance) - ball(harmony))

    assert order(epsilon - Fraction(1, 10**12)) > 0
    assert order(epsilon + Fraction(1, 10**12)) < 0
    assert all(order(epsilon * share / 20) > 0 for share in range(1, 20))
    assert all(order(epsilon * share) < 0 for share in (2, 5, 10))


def test_the_crossings_of_figure_2() -> None:
    """Row counting.fig-2: near 7.82 with theta as printed, so that 8 is right on an integer grid, else near 6.20."""
    assert abs(place(crossing_printed(*FIGURE)) - Fraction("7.8217")) < Fraction(1, 10**4)
    assert abs(place(crossing(*FIGURE)) - Fraction("6.2026")) < Fraction(1, 10**4)


@pytest.mark.parametrize("power", [9, 12, 20, 40, 70])
def test_the_bounds_need_not_cross(power: int) -> None:
    """Row counting.sec-5.2.3: never for N = 10,000 and T = 50, whatever beta."""
    for cross in (crossing, crossing_printed):
        assert cross(10_000, 50, Fraction(1, 10**power)) is INFINITE


def test_beta_must_be_small_enough_for_theorem_4() -> None:
    with refused(Reason.OUT_OF_RANGE):
        crossing(10_000, 50, Fraction(1, 10_001**2))
