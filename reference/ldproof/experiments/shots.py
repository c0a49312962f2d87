"""Sections 4.3 and 6 of the source on m-shot reporting: figures 1 and 2, and a sentence of the text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np

from ldproof.arrays import Bits
from ldproof.coins import Coins
from ldproof.experiments.figures import (
    DIGITS,
    Figure,
    FigureCase,
    Measured,
    MeasuredCase,
    Score,
    exact_case,
    highest_points,
    simulate_score,
    smaller_places,
)
from ldproof.numbers import Real
from ldproof.parameters import Logarithm
from ldproof.results import Answer, evaluate_formula, rational_bounds
from ldproof.shots import client
from ldproof.shots.choice import best_m
from ldproof.shots.collector import ones_threshold
from ldproof.shots.detection import f_measure
from ldproof.shots.mechanism import Shots as Reporting
from ldproof.shots.mechanism import report_mechanism

# The stream of section 6 of the source on m-shot reporting, and what people do in it.
#
# The shares 1/T, 2/T, ..., 1 of the people are active, each in one round. Three things are left open:
#
# - Where N t/T is no whole number of people, it is rounded down, and so is the share that decides on heavy hitters.
# - The rounds are shuffled. Here they are not: everybody's m rounds are a uniform choice, so that it makes no difference.
# - Who is active when. Here whoever is active at a share is so at all larger ones. It matters to the simulation only,
#   and there to how rounds hang together: each round's law depends on its share alone.

THETA = Fraction(4, 5)
"""The source's threshold, in both experiments."""
RECALL, AT_THETA = "recall", "found at theta"


@dataclass(frozen=True, slots=True)
class ActivityStream:
    """N people, and T rounds in which the shares 1/T, 2/T, ..., 1 of them are active; heavy from theta on."""

    N: int
    T: int
    theta: Fraction = THETA

    def people_states(self) -> Bits:
        """The states of all people: a row for each person, a column for each round."""
        active = [self.N * t // self.T for t in range(1, self.T + 1)]
        return np.arange(self.N)[:, np.newaxis] < np.array(active)

    def is_rounded(self) -> bool:
        """Whether some N t/T is not whole, and was rounded down."""
        return self.N % self.T != 0

    def aside_names(self) -> tuple[str, ...]:
        """The names of the numbers beside F; `AT_THETA` only if N theta is whole."""
        return (RECALL, AT_THETA) if (self.N * self.theta).denominator == 1 else (RECALL,)


@dataclass(frozen=True, slots=True)
class ShotsCase:
    """A case of the figures: the stream, m reports, dummies with r, and the whole budget."""

    stream: ActivityStream
    m: int
    r: int
    epsilon: Fraction | Logarithm

    def __call__(self, runs: int, coins: Coins) -> Measured:
        """Measure E[F], E[recall] and how often a share of theta is detected exactly, and F in so many runs."""
        asides = {RECALL: self.evaluate_formula_here("expected_recall")}
        if AT_THETA in self.stream.aside_names():
            asides[AT_THETA] = self.evaluate_formula_here("detection_probability", phi=self.stream.theta)
        simulated = simulate_score(self.run_score(), runs, coins) if runs else None
        return Measured(self.evaluate_formula_here("expected_f"), simulated, asides)

    def evaluate_formula_here(self, formula: str, **more: object) -> Answer:
        """The value of a shots formula for this stream and these parameters."""
        given = {
            "N": self.stream.N,
            "m": self.m,
            "T": self.stream.T,
            "r": self.r,
            "theta": self.stream.theta,
            "epsilon": self.epsilon,
        }
        return evaluate_formula(f"shots.{formula}", given | more, DIGITS)

    def run_score(self) -> Score:
        """The function that draws F of one run."""
        shots = report_mechanism(self.stream.T, self.m, self.r, epsilon=self.epsilon)
        return one_run(shots, self.stream.people_states(), self.stream.theta)


def one_run(shots: Reporting, states: Bits, theta: Fraction) -> Score:
    """A function that draws F of one run of Algorithm 1, from a row of states for each person."""
    N = len(states)
    heavy = np.array([Fraction(int(each), N) >= theta for each in states.sum(axis=0)])
    least, wanted = ones_threshold(shots, N, theta), int(heavy.sum())

    def score_once(coins: Coins) -> Fraction:
        found = client.ones_of_people(shots, states, coins) >= least
        return f_measure(int((found & heavy).sum()), int((found & ~heavy).sum()), wanted)

    return score_once


def measure_budgeted(
    stream: ActivityStream, epsilon: Fraction, best: bool, runs: int, coins: Coins
) -> Measured:
    """Measure the stream with the best m by (7), or with m = T, and put m beside it."""
    m = best_m(stream.T, Real(epsilon)) if best else stream.T
    found = ShotsCase(stream, m, 0, epsilon)(runs, coins)
    return replace(found, asides={"m": Fraction(m), **found.asides})


FIRST = ActivityStream(10_000, 100)
"""The stream of experiment 1."""
MANY, ROUNDS = 100_000, tuple(range(100, 1001, 100))
"""The people and the numbers of rounds of experiment 2."""
STAR, EVERY = "m*-shot", "T-shot"
F_MEASURE, FIGURE_2 = "F-measure", "shots.fig-2"

HUNDREDTHS = (*range(5, 57, 4), 57, *range(61, 303, 6))
"""The m / epsilon of figure 1, times 100, with that next to c* among them."""

NOTHING = "The F-measure is a mean over all coins. It is 0 where nothing is detected, or nothing that is a heavy hitter; there (11) is 0/0."
STREAM = "Whoever is active at a share is active at all larger ones; who is when, the source leaves open."


def measure_merit(x: Fraction) -> Measured:
    """Measure g at m / epsilon, for figure 1."""
    return Measured(evaluate_formula("shots.g", {"x": x}, DIGITS), None)


def report_peak(points: Sequence[MeasuredCase]) -> Iterator[str]:
    """Say where g is largest."""
    at = " or ".join(f"{each.at / 100}" for each in highest_points(points))
    c_star = rational_bounds(evaluate_formula("shots.c_star", {}, DIGITS))[0]
    yield f"Of these g is largest at m / epsilon = {at}; its one peak is at c* = {float(c_star):.9f}...: an argmax."


def experiment_1(
    name: str,
    place: str,
    epsilon: Fraction,
    says: str,
    printed: Mapping[int, str],
    dummies: Iterable[int] = (0,),
    stream: ActivityStream = FIRST,
) -> Figure:
    """The figure of E[F] against m at one budget, with r = 0 or other dummies."""
    cases = [
        FigureCase(f"r = {r}", m, ShotsCase(stream, m, r, epsilon), None if r else printed.get(m))
        for r in dummies
        for m in range(1, stream.T + 1)
    ]

    def say_remarks(points: Sequence[MeasuredCase]) -> Iterator[str]:
        yield from report_highest_curves(points)
        yield f"By (7), m* = {best_m(stream.T, Real(epsilon))}."

    return Figure(
        name,
        place,
        says,
        "m",
        F_MEASURE,
        cases,
        source_notes([stream]),
        say_remarks,
        beside=stream.aside_names(),
        part_of=FIGURE_2 if name.startswith(FIGURE_2) else "",
    )


def experiment_2(
    name: str, place: str, epsilon: Fraction, says: str, N: int = MANY, rounds: Sequence[int] = ROUNDS
) -> Figure:
    """The figure of E[F] against T, with m* reports and with T reports."""
    streams = [ActivityStream(N, T) for T in rounds]
    cases = [
        FigureCase(curve, stream.T, partial(measure_budgeted, stream, epsilon, curve == STAR))
        for stream in streams
        for curve in (STAR, EVERY)
    ]
    beside = dict.fromkeys(each for stream in streams for each in ("m", *stream.aside_names()))
    return Figure(
        name,
        place,
        says,
        "T",
        F_MEASURE,
        cases,
        source_notes(streams),
        report_overtaken_rounds,
        beside=tuple(beside),
        part_of=FIGURE_2 if name.startswith(FIGURE_2) else "",
    )


def source_notes(streams: Sequence[ActivityStream]) -> list[str]:
    """The notes on what the source leaves open about these streams, and what is done about it."""
    rounded = ", ".join(f"{each.T}" for each in streams if each.is_rounded())
    return [NOTHING, STREAM] + [f"N t/T is rounded down where it is not whole: T = {rounded}."] * bool(
        rounded
    )


def report_highest_curves(points: Sequence[MeasuredCase]) -> Iterator[str]:
    """Say at which m each curve is highest."""
    for curve in dict.fromkeys(each.curve for each in points):
        here = [each for each in points if each.curve == curve]
        exact = " or ".join(f"{each.at}" for each in highest_points(here))
        means = {each.at: each.measured.simulated.mean for each in here if each.measured.simulated}
        seen = f", the simulated one at m = {max(means, key=means.__getitem__)}" if means else ""
        yield f"With {curve}, the F-measure is largest at m = {exact}{seen}."


def report_overtaken_rounds(points: Sequence[MeasuredCase]) -> Iterator[str]:
    """Say at which T more reports than m* have the larger E[F]."""
    ahead = smaller_places(points, STAR, EVERY)
    yield (
        f"{EVERY} has the larger F-measure at T = {', '.join(map(str, ahead))}."
        if ahead
        else f"{EVERY} never wins."
    )


FIGURES = (
    Figure(
        "shots.fig-1",
        "section 4.3, figure 1",
        "g has one extremum.",
        "100 m / epsilon",
        "g",
        [exact_case("g", at, partial(measure_merit, Fraction(at, 100))) for at in HUNDREDTHS],
        [],
        report_peak,
        unit=100,
    ),
    experiment_1(
        "shots.fig-2a",
        "section 6.2, figure 2(a)",
        Fraction(1),
        "At epsilon = 1, the F-measure is largest at m = 1, where it is 0.71.",
        {1: "0.71"},
    ),
    experiment_1(
        "shots.fig-2b",
        "section 6.2, figure 2(b)",
        Fraction(10),
        "At epsilon = 10, the F-measure is largest at m = 6, where it is 0.91.",
        {6: "0.91"},
        dummies=(0, 1),
    ),
    experiment_1(
        "shots.fig-2c",
        "section 6.2, figure 2(c)",
        Fraction(200),
        "At epsilon = 200, the F-measure is largest at m = 100, where it is 0.99.",
        {100: "0.99"},
    ),
    experiment_1(
        "shots.epsilon-T",
        "section 6.2, a sentence without a figure",
        Fraction(100),
        "At epsilon = T, m* = T.",
        {},
    ),
    experiment_2(
        "shots.fig-2d",
        "section 6.3, figure 2(d)",
        Fraction(1),
        "At epsilon = 1, T-shot reporting is always far behind.",
    ),
    experiment_2(
        "shots.fig-2e",
        "section 6.3, figure 2(e)",
        Fraction(10),
        "At epsilon = 10, the F-measure of T-shot reporting falls clearly faster.",
    ),
    experiment_2(
        "shots.fig-2f",
        "section 6.3, figure 2(f)",
        Fraction(200),
        "At epsilon = 200, m* = T, so that both are nearly equal.",
    ),
)
"""Figures 1 and 2. Of the former, and of experiment 2, the source prints no numbers."""
