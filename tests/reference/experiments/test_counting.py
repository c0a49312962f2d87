"""Figures 1 to 3 of counting: what each point is and what is read off them; E[Err] against all outcomes."""

from decimal import Decimal
from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest

from ldproof.budget import parse_budget
from ldproof.coins import SeededCoins
from ldproof.counting.mechanism import Which
from ldproof.counting.worst import Worst
from ldproof.experiments import counting
from ldproof.experiments.counting import (
    AXIS,
    FIG_2,
    FIG_3,
    FINE_AXIS,
    Err,
    Setting,
    as_decimal,
    mean_enclosure,
    measure_bounds,
    measure_edge,
)
from ldproof.experiments.figures import Measured, MeasuredCase, format_places
from ldproof.parameters import Logarithm
from ldproof.probability import tail_weight
from ldproof.results import rational_bounds
from tests.reference.counting.everybody import worst_law

COINS, HALF, THREE = SeededCoins(b""), Fraction(1, 2), Logarithm(Fraction(3))


def places(name: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    (figure,) = (each for each in counting.FIGURES if each.name == name)
    for case in figure.cases:
        found.setdefault(case.curve, []).append(case.at)
    return found


def test_the_settings() -> None:
    """Those of the text and of the captions."""
    assert places("counting.fig-1") == {"N = 100,000": [*FINE_AXIS], "N = 10,000": [*FINE_AXIS]}
    assert (FIG_2.N, FIG_2.T, 1 / FIG_2.beta) == (10**6, 10, Fraction(2 * (10**6 + 1) ** 2))
    assert len(places("counting.fig-2")) == 3
    assert (FIG_3.N, FIG_3.T, FIG_3.beta) == (10_000, 50, Fraction(1, 10))
    assert places("counting.fig-3") == {
        f"{name}, mu = {mu}": [*range(10, 81, 5)]
        for mu in ("0.9995", "0.995", "0.5")
        for name in ("Glance", "Harmony", "published Harmony")
    }


def test_a_point_of_figure_1() -> None:
    """The condition holds a little below its mu, and not above; so does its natural form."""
    setting = Setting(10_000, 10)
    found = measure_edge(setting, 30)
    edges = {"condition_2": found.exact, "condition_natural": found.asides["natural form"]}
    for condition, edge in edges.items():
        low, high = rational_bounds(edge)
        assert setting.formula_value(condition, mu=low, epsilon=3) is True
        assert setting.formula_value(condition, mu=high, epsilon=3) is False


def test_a_point_of_figure_2() -> None:
    found = measure_bounds(FIG_2, 8, "theorem_5_printed", ("alpha_one_step", "theorem_5"))
    assert found.simulated is None
    assert found.exact == FIG_2.formula_value("theorem_5_printed", epsilon=8)
    assert found.asides == {
        "alpha_one_step": FIG_2.formula_value("alpha_one_step", mu=1, epsilon=8),
        "theorem_5": FIG_2.formula_value("theorem_5", epsilon=8),
    }


def test_the_bounds_are_reversed_at_8_and_not_at_7() -> None:
    """So the source says of figure 2; with the root of the equation they are reversed from 7 on."""

    def reversed_at(epsilon: int, name: str) -> bool:
        glance, harmony = (
            rational_bounds(FIG_2.formula_value(each, epsilon=epsilon)) for each in (name, "harmony_lower")
        )
        return glance[1] < harmony[0]

    assert [epsilon for epsilon in AXIS if reversed_at(epsilon, "theorem_5_printed")] == [8, 9, 10]
    assert [epsilon for epsilon in AXIS if reversed_at(epsilon, "theorem_5")] == [7, 8, 9, 10]


@pytest.mark.parametrize(("N", "epsilon"), [(200, 1), (200, 5), (30, 5)])
def test_who_is_surely_ahead_is_ahead(N: int, epsilon: int) -> None:
    """Then the exact tail of Harmony's errors above Glance's bound is above beta/T."""
    setting = Setting(N, 2, Fraction(1, 1000))
    assert counting.is_surely_ahead(setting, epsilon)
    _, alpha = rational_bounds(setting.formula_value("alpha_one_step", mu=1, epsilon=epsilon))
    odds = Fraction(2718281828, 10**9) ** epsilon
    p, q = odds / (odds + 1), 1 / (odds + 1)
    least = int(N * (p + (p - q) * alpha) / 2) + 1
    assert tail_weight(N, least, (p / 2, 1 - p / 2)) > setting.beta / setting.T
    assert not counting.is_surely_ahead(Setting(50, 1, Fraction(1, 1000)), 2)  # the two mechanisms are one


def test_remarks_on_figure_1() -> None:
    points = [
        MeasuredCase(curve, at, Measured(Fraction(1, value), None), None)
        for curve, at, value in (("many", 1, 2), ("few", 1, 2), ("many", 2, 9), ("few", 2, 8))
    ]
    assert [*counting.compare_settings(points)] == [
        "In both, every mu satisfies (2) at epsilon = 0.1.",
        "With few, more mu do than with many at epsilon = 0.2.",
    ]
    assert [
        counting.format_tenths(each, (10, 11, 12, 20)) for each in ((), (10, 11), (10, 11, 20), (11, 12, 20))
    ] == [
        "none of these",
        "1, 1.1",
        "1, 1.1, 2",
        "1.1 to 2",
    ]


def test_the_boundary_of_figure_1_leaves_a_half_between_whole_epsilons() -> None:
    """With all 100,000 people of the text every share satisfies (2) at epsilon = 1.8, and not at 1.9."""
    edges = [rational_bounds(measure_edge(Setting(100_000, 10), tenths).exact)[1] for tenths in (18, 19)]
    assert edges[0] == Fraction(1, 2) > edges[1]
    assert format_places([]) == "none of these"


def test_remarks_on_figure_2() -> None:
    printed, sharp, ahead = counting.report_bound_crossings(FIG_2)
    assert printed == "With theta as printed the bounds cross once, at epsilon = 7.8217."
    assert sharp == (
        "With the root of phi(theta) = L, which is half of it, the bounds cross once, at epsilon = 6.2026."
    )
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10" in ahead
    never, *_ = counting.report_bound_crossings(Setting(10_000, 50, Fraction(1, 10**9)))
    assert never == "With theta as printed the bounds do not cross."


def test_remarks_on_figure_3() -> None:
    """At mu = 0.9995 one of 2000 people is idle; without noise the error is largest where this one reports.

    There it is 1/k - 0.0005 with 1 + Bin(1999, 1/50) reporters k, and 1/k has the mean 50/2000, but for 10^-17.
    """
    dense, _, general, empty, theorem_5 = counting.report_curve_limits(Setting(2000, 50))
    start = "At mu = 0.9995 and epsilon = 40 sampling alone is left: E[Err] is 0.0245 of Glance, "
    assert dense.startswith(start)
    assert general.startswith("At mu = 0.5 ")
    assert empty.endswith(f"with probability {50 * 0.98**2000:.2g}.")
    assert "(2) does not hold" in theorem_5
    assert theorem_5.endswith("; beta is 0.1.")


# E[Err], exactly and in runs

FILLS = {Which.GLANCE: None, Which.HARMONY: Fraction(0), Which.HARMONY_PUBLISHED: HALF}


def moments(which: Which, N: int, T: int, M: int) -> tuple[Fraction, Fraction]:
    """The mean of Err, and its largest value, given that every round has an estimate; odds are 3."""
    law = worst_law(N, T, M, Fraction(3), FILLS[which])
    known = {error: share for error, share in law.items() if error is not None}
    mean = sum((error * share for error, share in known.items()), Fraction(0)) / sum(known.values())
    return mean, max(known)


@pytest.mark.parametrize("which", FILLS)
@pytest.mark.parametrize(("N", "T", "M"), [(5, 3, 2), (5, 2, 5), (4, 1, 0)])
def test_the_mean_is_enclosed_and_runs_are_near(which: Which, N: int, T: int, M: int) -> None:
    """Hoeffding: runs are off by more less than once in 10^9 seeds. Of Glance some runs are left out."""
    runs = 3000
    mean, most = moments(which, N, T, M)
    found = Err(N, T, which, Fraction(M, N), THREE)(runs, SeededCoins(b"Err"))
    low, high = rational_bounds(found.exact)
    assert low <= mean <= high < low + Fraction(1, 10**6)
    assert found.simulated is not None
    assert (found.simulated.runs < runs) is (which is Which.GLANCE and T > 1)
    off = float(most) * sqrt(log(2e9) / (2 * found.simulated.runs))
    assert abs(float(found.simulated.mean - mean)) < off < 0.2 * float(most)
    assert Err(N, T, which, Fraction(M, N), THREE)(0, COINS).simulated is None


def test_the_estimates_are_those_of_section_4_1() -> None:
    """Odds 3, so that p - q = 1/2: three of four report a 1, and four of twelve people are heard; then eight."""
    ones, reporters = np.array([[3.0]]), np.array([[4.0]])
    for which, estimate in {Which.GLANCE: None, Which.HARMONY: 1.0, Which.HARMONY_PUBLISHED: 0.0}.items():
        err = Err(12, 3, which, HALF, THREE)
        assert err.round_estimates(ones, reporters).item() == pytest.approx(1.0)
        if estimate is not None:
            assert err.round_estimates(ones, reporters * 2).item() == pytest.approx(estimate)


def test_a_size_of_the_source_in_runs() -> None:
    """50 rounds of 1000 people, half of them active: five standard errors, with these coins."""
    err = Err(1000, 50, Which.GLANCE, HALF, 3)
    found = err(400, SeededCoins(b"section 6"))
    assert found.simulated is not None
    error = rational_bounds(found.simulated.error)[0]
    assert 0 < error < Fraction(1, 50)
    assert abs(found.simulated.mean - rational_bounds(found.exact)[0]) < 5 * error


def test_decimals_around_a_mean() -> None:
    law = Worst(np.array([0.25, 0.75]), np.array([0.5, 1.0]), 1e-9, 0.75)
    found = mean_enclosure(law)
    assert law.mean() == 0.5
    assert found.lower == Decimal("0.499999998424")
    assert found.upper == Decimal("0.500000001576")
    assert as_decimal(1 / 3) == Fraction("0.333333333333")


def test_who_is_active_and_what_everybody_does() -> None:
    err = Err(10_000, 50, Which.HARMONY, Fraction(9995, 10_000), 2)
    assert err.active_people == 9995
    assert err.counting_parameters.budget == parse_budget(epsilon=2)
