"""Figures 1 to 3: what each point is, and what is read off them."""

from fractions import Fraction

import pytest

from ldproof.catalogue.answers import between
from ldproof.coins import SeededCoins
from ldproof.experiments.counting import (
    AXIS,
    FIG_2,
    FIG_3,
    FIGURES,
    Bound,
    Edge,
    Setting,
    both_sizes,
    limits,
    listed,
    reversal,
    surely_ahead,
)
from ldproof.experiments.figures import Figure, Measured, Point
from ldproof.tails import at_least_weighed

COINS = SeededCoins(b"")
FIG = {each.name: each for each in FIGURES}


def places(figure: Figure) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for case in figure.cases:
        found.setdefault(case.curve, []).append(case.at)
    return found


def test_the_settings() -> None:
    """Those of the text and of the captions."""
    assert places(FIG["counting.fig-1"]) == {"N = 100,000": [*AXIS], "N = 10,000": [*AXIS]}
    assert (FIG_2.N, FIG_2.T, 1 / FIG_2.beta) == (10**6, 10, Fraction(2 * (10**6 + 1) ** 2))
    assert len(places(FIG["counting.fig-2"])) == 3
    assert (FIG_3.N, FIG_3.T, FIG_3.beta) == (10_000, 50, Fraction(1, 10))
    assert places(FIG["counting.fig-3"]) == {
        f"{name}, mu = {mu}": [*range(1, 9)]
        for mu in ("0.9995", "0.995", "0.5")
        for name in ("Glance", "Harmony")
    }


def test_a_point_of_figure_1() -> None:
    """The condition holds a little below its mu, and not above; so does its natural form."""
    setting = Setting(10_000, 10)
    found = Edge(setting, 3)(0, COINS)
    for edge, condition in (
        (found.exact, "condition_2"),
        (found.asides["natural form"], "condition_natural"),
    ):
        low, high = between(edge)
        assert setting.formula(condition, mu=low, epsilon=3) is True
        assert setting.formula(condition, mu=high, epsilon=3) is False


def test_a_point_of_figure_2() -> None:
    found = Bound(FIG_2, 8, "theorem_5_printed", ("alpha_one_step", "theorem_5"))(7, COINS)
    assert found.simulated is None
    assert found.exact == FIG_2.formula("theorem_5_printed", epsilon=8)
    assert found.asides == {
        "alpha_one_step": FIG_2.formula("alpha_one_step", mu=1, epsilon=8),
        "theorem_5": FIG_2.formula("theorem_5", epsilon=8),
    }


def test_the_bounds_are_reversed_at_8_and_not_at_7() -> None:
    """What the source says of figure 2; with the root of the equation it is so from 7 on."""

    def reversed_at(epsilon: int, name: str) -> bool:
        glance, harmony = (between(FIG_2.formula(each, epsilon=epsilon)) for each in (name, "harmony_lower"))
        return glance[1] < harmony[0]

    assert [epsilon for epsilon in AXIS if reversed_at(epsilon, "theorem_5_printed")] == [8, 9, 10]
    assert [epsilon for epsilon in AXIS if reversed_at(epsilon, "theorem_5")] == [7, 8, 9, 10]


@pytest.mark.parametrize(("N", "epsilon"), [(200, 1), (200, 5), (30, 5)])
def test_who_is_surely_ahead_is_ahead(N: int, epsilon: int) -> None:
    """Then the exact tail of Harmony's errors above Glance's bound is above beta/T."""
    setting = Setting(N, 2, Fraction(1, 1000))
    assert surely_ahead(setting, epsilon)
    _, alpha = between(setting.formula("alpha_one_step", mu=1, epsilon=epsilon))
    odds = Fraction(2718281828, 10**9) ** epsilon
    p, q = odds / (odds + 1), 1 / (odds + 1)
    least = int(N * (p + (p - q) * alpha) / 2) + 1
    assert at_least_weighed(N, least, (p / 2, 1 - p / 2)) > setting.beta / setting.T


def test_nobody_is_surely_ahead_where_harmony_cannot_err_as_much() -> None:
    """With T = 1 the two mechanisms are one."""
    assert not surely_ahead(Setting(50, 1, Fraction(1, 1000)), 2)


def made(curve: str, at: int, value: str) -> Point:
    return Point(curve, at, Measured(Fraction(value), None), None)


def test_remarks_on_figure_1() -> None:
    points = [made("many", 1, "1/2"), made("few", 1, "1/2"), made("many", 2, "1/9"), made("few", 2, "1/8")]
    assert [*both_sizes(points)] == [
        "In both, every mu satisfies (2) at epsilon = 1.",
        "With few, more mu do than with many at epsilon = 2.",
    ]
    assert listed([]) == "none of these"


def test_remarks_on_figure_2() -> None:
    printed, sharp, ahead = reversal(FIG_2)
    assert printed == "With theta as printed the bounds cross once, at epsilon = 7.8217."
    assert sharp == (
        "With the root of phi(theta) = L, which is half of it, the bounds cross once, at epsilon = 6.2026."
    )
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10" in ahead
    never, *_ = reversal(Setting(10_000, 50, Fraction(1, 10**9)))
    assert never == "With theta as printed the bounds do not cross."


def test_remarks_on_figure_3() -> None:
    """At mu = 0.9995 one of 2000 people is idle; without noise the error is largest where this one reports.

    There it is 1/k - 0.0005 with 1 + Bin(1999, 1/50) reporters k, and 1/k has the mean 50/2000, but for 10^-17.
    """
    dense, _, general, empty, theorem_5 = limits(Setting(2000, 50))
    assert dense.startswith("At mu = 0.9995 and epsilon = 40, E[Err] is 0.0245 and ")
    assert general.startswith("At mu = 0.5 ")
    assert empty.endswith(f"with probability {50 * 0.98**2000:.2g}.")
    assert "(2) does not hold" in theorem_5
    assert theorem_5.endswith("; beta is 0.1.")
