"""Experiments 1 and 2: exact numbers and runs against all outcomes where these can be counted out."""

from fractions import Fraction
from math import exp, log, sqrt

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.experiments.figures import Measured, MeasuredCase, reproduce_figure, simulate_score
from ldproof.experiments.shots import (
    AT_THETA,
    EVERY,
    FIGURES,
    STAR,
    ActivityStream,
    ShotsCase,
    experiment_1,
    experiment_2,
    one_run,
    report_highest_curves,
    report_overtaken_rounds,
)
from ldproof.numbers import ball
from ldproof.parameters import Logarithm
from ldproof.probability import Law
from ldproof.results import ConditionalValue, rational_bounds
from ldproof.shots.detection import F_MEASURE, expected_score
from ldproof.shots.mechanism import report_mechanism
from tests.reference.reporting.joint import Counts, branching, sampled_law
from tests.reference.shots.joint import TOY, true_law
from tests.reference.shots.rounds import rates
from tests.tiers import slow

__all__ = ["branching"]

COINS = SeededCoins(b"")


def mean_f(joint: Law[Counts], active: Counts, N: int, m: int, r: int, theta: Fraction) -> Fraction:
    """E[F] by the definition (11), from the joint law of all rounds; report odds are 3."""
    p, q = rates(m, len(active), Fraction(r), Fraction(3))
    heavy = {t for t, each in enumerate(active) if Fraction(each, N) >= theta}

    def score(counts: Counts) -> Fraction:
        found = {t for t, ones in enumerate(counts) if (Fraction(ones, N) - q) / (p - q) >= theta}
        if not heavy & found:
            return Fraction(0)
        precision = Fraction(len(heavy & found), len(found))
        recall = Fraction(len(heavy & found), len(heavy))
        return 2 * precision * recall / (precision + recall)

    return joint.mean(score)


TOY_F = Fraction(10139, 20736)
"""The ledger's E[F] of the toy."""
RUN_OF_TOY = one_run(report_mechanism(3, 1, 0, report_odds=3), np.array(TOY, np.bool_), Fraction(3, 5))


@pytest.mark.usefixtures("branching")
def test_the_toy_by_every_branch_of_its_coins() -> None:
    assert sampled_law(RUN_OF_TOY).mean(lambda score: score) == TOY_F


def test_the_toy_by_coins() -> None:
    """Hoeffding: a mean of 500 numbers from 0 to 1 is off by more than 0.149 less than once in 10^9 seeds."""
    runs, off = 500, 0.149
    assert 2 * exp(-2 * runs * off**2) < 1e-9
    found = simulate_score(RUN_OF_TOY, runs, SeededCoins(b"toy"))
    assert found is not None
    assert abs(found.mean - TOY_F) < off


def rows(stream: ActivityStream) -> list[Counts]:
    """The stream's people, from the source's words: a share t/T of them in one of the rounds, rounded down."""
    return [tuple(int(n < stream.N * t // stream.T) for t in range(1, stream.T + 1)) for n in range(stream.N)]


@pytest.mark.usefixtures("branching")
@pytest.mark.parametrize(
    ("N", "T", "theta"), [(3, 3, Fraction(2, 3)), (2, 3, Fraction(1, 2)), (4, 2, Fraction(1, 2))]
)
@pytest.mark.parametrize("r", [0, 1])
def test_small_streams(N: int, T: int, theta: Fraction, r: int) -> None:
    """Runs have the joint law, exact numbers too where they say so, and else they name what they assume."""
    stream = ActivityStream(N, T, theta)
    active = tuple(map(sum, zip(*rows(stream), strict=True)))
    heavy = [t for t, each in enumerate(active) if Fraction(each, N) >= theta]
    for m in range(1, T + 1):
        joint = true_law(rows(stream), m, Fraction(r), Fraction(2))
        mean, people = (
            mean_f(joint, active, N, m, r, theta),
            ShotsCase(stream, m, r, Logarithm(Fraction(3) ** m)),
        )
        assert sampled_law(people.run_score()).mean(lambda score: score) == mean
        found = people(0, COINS)
        assert found.simulated is None
        if m == T:
            assert found.exact == mean
        else:
            assert isinstance(found.exact, ConditionalValue)
            assert found.exact.assumption == "independent rounds"
        p, q = rates(m, T, Fraction(r), Fraction(3))
        chances = {t: Fraction(0) for t in heavy}
        for counts, share in joint.probabilities.items():
            for t in heavy:
                chances[t] += share * ((Fraction(counts[t], N) - q) / (p - q) >= theta)
        assert found.asides["recall"] == sum(chances.values()) / len(heavy)
        if AT_THETA in found.asides:
            (t,) = (t for t in heavy if Fraction(active[t], N) == theta)
            assert found.asides[AT_THETA] == chances[t]
        else:
            assert (N * theta).denominator != 1


def test_the_states_of_a_stream() -> None:
    assert ActivityStream(5, 3).people_states().astype(int).tolist() == [
        list(each) for each in rows(ActivityStream(5, 3))
    ]
    assert [ActivityStream(6, 3).is_rounded(), ActivityStream(5, 3).is_rounded()] == [False, True]


def exact(m: int, T: int, epsilon: int, N: int = 100_000) -> float:
    return float(
        rational_bounds(
            ShotsCase(ActivityStream(N, T), m, 0, Fraction(epsilon)).evaluate_formula_here("expected_f")
        )[0]
    )


@slow
def test_runs_of_the_size_of_experiment_1() -> None:
    """Where E[F] and the variance are exact, m = T: Bernstein, less than once in 10^9 seeds."""
    runs, doubt = 200, log(2e9)
    shots = report_mechanism(100, 100, 0, epsilon=200)
    score = ShotsCase(ActivityStream(10_000, 100), 100, 0, Fraction(200)).run_score()
    mean, square = (ball(expected_score(shots, 10_000, Fraction(4, 5), F_MEASURE**power)) for power in (1, 2))
    variance = float(square - mean**2)
    off = doubt / (3 * runs) + sqrt((doubt / (3 * runs)) ** 2 + 2 * variance * doubt / runs)
    assert off < 0.08
    found = simulate_score(score, runs, SeededCoins(b"experiment 1"))
    assert found is not None
    assert abs(float(found.mean) - float(mean)) < off
    assert found.mean != 1


def test_what_is_printed_is_near() -> None:
    """The three numbers of experiment 1, rounded means of 100 runs."""
    printed = {
        (figure.name, case.at): (case.printed, case.measure(0, COINS))
        for figure in FIGURES
        for case in figure.cases
        if case.printed is not None
    }
    assert {place: text for place, (text, _) in printed.items()} == {
        ("shots.fig-2a", 1): "0.71",
        ("shots.fig-2b", 6): "0.91",
        ("shots.fig-2c", 100): "0.99",
    }
    for text, found in printed.values():
        assert abs(rational_bounds(found.exact)[0] - Fraction(text)) < Fraction(1, 100)
        assert abs(rational_bounds(found.asides[AT_THETA])[0] - Fraction(1, 2)) < Fraction(1, 100)


def test_the_settings() -> None:
    """All m from 1 to 100 for three budgets, and T = 100, 200, ..., 1000 with two numbers of reports."""
    for figure in FIGURES:
        places = {(case.curve, case.at) for case in figure.cases}
        if figure.axis == "m":
            curves = ("r = 0", "r = 1") if figure.name == "shots.fig-2b" else ("r = 0",)
            assert places == {(curve, m) for curve in curves for m in range(1, 101)}
        elif figure.name != "shots.fig-1":
            assert places == {(curve, T) for curve in (STAR, EVERY) for T in range(100, 1001, 100)}
            assert "N t/T is rounded down where it is not whole: T = 300, 600, 700, 900." in figure.notes


def test_figure_1() -> None:
    """g as printed, and its largest value next to c*, 0.574 by the source."""
    found = reproduce_figure(FIGURES[0], 0, "again")
    for each in found.points:
        x = each.at / 100
        printed = x * (exp(1 / x) - 1) ** 2 / (exp(1 / x) * (exp(1 / x) + 1))
        assert abs(float(rational_bounds(each.measured.exact)[0]) - printed) < 1e-9
    assert max(found.points, key=lambda each: rational_bounds(each.measured.exact)[0]).at == 57
    assert found.remarks[0].startswith(
        "Of these g is largest at m / epsilon = 0.57; its one peak is at c* = 0.574319285"
    )


def test_where_T_reports_do_better() -> None:
    """At epsilon = 200, where m* = 115: beside T = 200, which has a theorem.

    Figure 2(e): at epsilon = 10 they lose more than m* from T = 100 to 200, and are behind.
    """
    for T, ahead in ((300, True), (400, False)):
        best, every = exact(115, T, 200), exact(T, T, 200)
        assert (best < every) == ahead
        assert abs(best - every) < 0.001
    behind, before = ([exact(m or T, T, 10) for T in (100, 200)] for m in (0, 6))
    assert all(one > other for one, other in zip(before, behind, strict=True))
    assert behind[0] - behind[1] > before[0] - before[1]


def made(curve: str, at: int, value: str) -> MeasuredCase:
    return MeasuredCase(curve, at, Measured(Fraction(value), None), None)


def test_remarks() -> None:
    points = [made("r = 0", 1, "1/2"), made("r = 0", 2, "2/3"), made("r = 1", 1, "1"), made("r = 1", 2, "1")]
    assert [*report_highest_curves(points)] == [
        "With r = 0, the F-measure is largest at m = 2.",
        "With r = 1, the F-measure is largest at m = 1 or 2.",
    ]
    rounds = [made(STAR, 2, "1/2"), made(EVERY, 2, "1/2"), made(STAR, 3, "1/2"), made(EVERY, 3, "2/3")]
    assert [*report_overtaken_rounds(rounds)] == ["T-shot has the larger F-measure at T = 3."]
    assert [*report_overtaken_rounds(rounds[:2])] == ["T-shot never wins."]


def test_a_small_experiment_1() -> None:
    figure = experiment_1(
        "toy.1", "nowhere", Fraction(3), "", {2: "0.9"}, stream=ActivityStream(20, 4, Fraction(1, 2))
    )
    found = reproduce_figure(figure, 4, "seed")
    assert [(each.at, each.printed) for each in found.points] == [(1, None), (2, "0.9"), (3, None), (4, None)]
    first, second = found.remarks
    assert second == "By (7), m* = 2."
    means = {each.at: each.measured.simulated.mean for each in found.points if each.measured.simulated}
    assert first.endswith(f"the simulated one at m = {max(means, key=lambda m: means[m])}.")


def test_a_small_experiment_2() -> None:
    """Both curves, and which m is meant."""
    found = reproduce_figure(
        experiment_2("toy.2", "nowhere", Fraction(3), "", N=20, rounds=(1, 3)), 0, "seed"
    )
    assert [(each.curve, each.at, each.measured.asides["m"]) for each in found.points] == [
        (STAR, 1, 1), (EVERY, 1, 1), (STAR, 3, 2), (EVERY, 3, 3),
    ]  # fmt: skip
    assert "N t/T is rounded down where it is not whole: T = 3." in found.figure.notes
