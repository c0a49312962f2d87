"""Sections 5.2 and 6 of the source on locally private continual counting: figures 1 to 3."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from functools import partial
from math import floor

import numpy as np

from ldproof.budget import parse_budget
from ldproof.coins import Coins
from ldproof.counting.bounds import (
    alpha_one_step,
    condition_2,
    condition_2_boundary,
    condition_natural_boundary,
    theorem_5_crossing,
    theorem_5_printed,
    theorem_5_printed_crossing,
)
from ldproof.counting.client import simulate_received_constant
from ldproof.counting.formulas import estimate_filled, estimate_reported
from ldproof.counting.mechanism import Counting, Which, counting_mechanism
from ldproof.counting.worst import Worst, largest_error_law
from ldproof.experiments.figures import (
    DIGITS,
    Figure,
    FigureCase,
    Measured,
    MeasuredCase,
    SimulatedMean,
    exact_case,
    format_places,
    smaller_places,
)
from ldproof.numbers import Array, Enclosure, Real, lift
from ldproof.parameters import Logarithm
from ldproof.probability import Infinite, Known, count_weight
from ldproof.results import Answer, enclosed_answer, evaluate_formula, rational_bounds, round_to_decimal
from ldproof.rounds import contrast, truth

# Err, the largest error over all rounds, of section 6 of the source on locally private continual counting.


@dataclass(frozen=True, slots=True)
class Err:
    """The mean of the largest error over all rounds, the same people being active in all: a case of figure 3."""

    N: int
    T: int
    which: Which
    mu: Fraction
    epsilon: int | Fraction | Logarithm

    @property
    def active_people(self) -> int:
        """The number of people who are active."""
        return int(self.N * self.mu)

    @property
    def counting_parameters(self) -> Counting:
        """The mechanism that everybody runs."""
        return counting_mechanism(self.which, self.T, epsilon=self.epsilon)

    def __call__(self, runs: int, coins: Coins) -> Measured:
        """Measure the mean of Err by its law, and in so many runs."""
        return Measured(mean_enclosure(self.error_law()), self.simulate_mean(runs, coins))

    def error_law(self) -> Worst:
        """The law of the largest error over all rounds."""
        people = self.counting_parameters
        return largest_error_law(self.N, self.T, self.active_people, people.budget, people.fill)

    def simulate_mean(self, runs: int, coins: Coins) -> SimulatedMean | None:
        """The mean of Err over the runs in which every round has an estimate; None if they are fewer than 2."""
        found = simulate_received_constant(self.counting_parameters, self.N, self.active_people, runs, coins)
        whole = found.reporters.all(axis=1) | (self.counting_parameters.fill is not None)
        ones, reporters = (each[whole].astype(float) for each in (found.ones, found.reporters))
        if len(ones) < 2:
            return None
        worst_errors = abs(self.round_estimates(ones, reporters) - float(self.mu)).max(axis=1)
        error = worst_errors.std(ddof=1) / len(ones) ** 0.5
        return SimulatedMean(len(ones), as_decimal(worst_errors.mean()), as_decimal(error))

    def round_estimates(self, ones: Array, reporters: Array) -> Array:
        """The estimates of each round of each run, in floats."""
        excess = np.full_like(ones, float(self.counting_parameters.budget.report_excess()))
        if (fill := self.counting_parameters.fill) is None:
            return estimate_reported(ones, reporters, excess)
        N, T, value = (np.full_like(ones, float(each)) for each in (self.N, self.T, fill))
        return estimate_filled(ones, reporters, N, T, value, excess)


def mean_enclosure(law: Worst) -> Enclosure:
    """The mean of Err between two decimals, from its law in floats."""
    low, high = (Decimal(law.mean() + side * law.mean_doubt()) for side in (-1, 1))
    last = Decimal(1).scaleb(-DIGITS)
    return Enclosure(low.quantize(last, ROUND_FLOOR), high.quantize(last, ROUND_CEILING))


def as_decimal(value: float) -> Fraction:
    """A float rounded to `DIGITS` significant digits, as a fraction."""
    return Fraction(f"{value:.{DIGITS}g}")


# Sections 5.2 and 6 of the source on locally private continual counting: figures 1 to 3.
#
# They are drawn without numbers, so that nothing is printed beside ours; what is said of them is held against it.

NATURAL = "natural form"
PLACES = 5
"""The digits in a remark."""
TENTH = Fraction(1, 10)
"""The source's beta in figures 1 and 3."""

AXIS = range(1, 11)
"""The epsilon of figure 2."""
FINE_AXIS = (*range(10, 30), *range(30, 101, 5))
"""Ten times the epsilon of figure 1: finer where the boundaries leave 1/2, and bend."""
HALVES = range(10, 81, 5)
"""Ten times the epsilon of figure 3, in halves: between whole ones the curves of the dense case bend."""
MECHANISMS = {
    Which.GLANCE: "Glance",
    Which.HARMONY: "Harmony",
    Which.HARMONY_PUBLISHED: "published Harmony",
}
TEXT, CAPTION, GENERAL = Fraction(9995, 10_000), Fraction(995, 1000), Fraction(1, 2)
"""The mu of figure 3: the text and the caption disagree on the dense case."""
NO_NOISE = 40
"""An epsilon at which no report of 10,000 is false, but for a chance of 10^-13."""


@dataclass(frozen=True, slots=True)
class Setting:
    """People, rounds, and the probability with which a bound may fail."""

    N: int
    T: int
    beta: Fraction = TENTH

    def formula_value(self, name: str, **more: object) -> Answer:
        """The value of a counting formula in this setting."""
        return evaluate_formula(
            f"counting.{name}", {"N": self.N, "T": self.T, "beta": self.beta, **more}, DIGITS
        )


def measure_edge(setting: Setting, tenths: int) -> Measured:
    """Measure up to which mu condition (2) holds, and from 1 minus it on: as printed and in its natural form."""
    N, T, beta = setting.N, setting.T, setting.beta
    printed, natural = (
        enclosed_answer(edge(N, T, beta, parse_budget(epsilon=Fraction(tenths, 10))), DIGITS)
        for edge in (condition_2_boundary, condition_natural_boundary)
    )
    return Measured(printed, None, {NATURAL: natural})


def measure_bounds(setting: Setting, epsilon: int, name: str, beside: Iterable[str]) -> Measured:
    """Measure a bound and others beside it; all people are active where it matters."""

    def bound_value(name: str) -> Answer:
        everybody = {"mu": 1} if name == "alpha_one_step" else {}
        return setting.formula_value(name, epsilon=epsilon, **everybody)

    return Measured(bound_value(name), None, {each: bound_value(each) for each in beside})


def describe_crossing(place: Real | Infinite) -> str:
    """Say whether and where bounds cross."""
    if isinstance(place, Infinite):
        return "the bounds do not cross"
    return f"the bounds cross once, at epsilon = {round_to_decimal(rational_bounds(enclosed_answer(place, DIGITS))[0], PLACES):f}"


def compare_settings(points: Sequence[MeasuredCase]) -> Iterator[str]:
    """Say what the two settings of figure 1 have in common, and where they differ."""
    edges = {(each.curve, each.at): rational_bounds(each.measured.exact) for each in points}
    (text, caption), places = dict.fromkeys(each.curve for each in points), {each.at for each in points}
    everywhere = [at for at in places if edges[text, at][0] == edges[caption, at][0] == GENERAL]
    more = smaller_places(points, text, caption)
    yield f"In both, every mu satisfies (2) at epsilon = {format_tenths(everywhere, places)}."
    yield f"With {caption}, more mu do than with {text} at epsilon = {format_tenths(more, places)}."


def format_tenths(found: Iterable[int], places: Iterable[int]) -> str:
    """Format places in tenths: those that follow each other on the axis by the first and the last."""
    axis, chosen = sorted(places), sorted(found)
    if not chosen:
        return format_places(chosen)
    ends = (chosen[0], chosen[-1])
    consecutive = len(chosen) > 2 and chosen == axis[axis.index(ends[0]) : axis.index(ends[1]) + 1]
    joiner, shown = (" to ", ends) if consecutive else (", ", chosen)
    return joiner.join(f"{Decimal(each) / 10}" for each in shown)


def report_bound_crossings(setting: Setting) -> Iterator[str]:
    """Say where the bounds of figure 2 cross, and that the errors themselves do not."""
    N, T, beta = setting.N, setting.T, setting.beta
    yield f"With theta as printed {describe_crossing(theorem_5_printed_crossing(N, T, beta))}."
    yield f"With the root of phi(theta) = L, which is half of it, {describe_crossing(theorem_5_crossing(N, T, beta))}."
    ahead = [epsilon for epsilon in AXIS if is_surely_ahead(setting, epsilon)]
    yield (
        "If all are active, Harmony exceeds alpha_one_step of Glance in one round with a probability above beta/T "
        f"at epsilon = {format_places(ahead)}: there its error is the larger one, whatever the bounds say."
    )


def is_surely_ahead(setting: Setting, epsilon: int) -> bool:
    """Return whether Harmony exceeds a bound on Glance's error too often; one number of ones is enough to show it."""
    N, T, excess = setting.N, setting.T, parse_budget(epsilon=epsilon).report_excess()
    alpha = alpha_one_step(N, T, Fraction(1), setting.beta, parse_budget(epsilon=epsilon))

    rate = truth(excess) / T
    least = floor(N * (rate + contrast(excess) * alpha / T)) + 1

    def crossing_weight(one: Known) -> Known:
        return count_weight(N, least, (one, 1 - one))

    return least <= N and lift(crossing_weight, rate) > setting.beta / T


def report_curve_limits(setting: Setting) -> Iterator[str]:
    """Say what the curves of figure 3 tend to, and whether Theorem 5 needs its condition."""
    for mu in (TEXT, CAPTION, GENERAL):
        floors = ", ".join(
            f"{Err(setting.N, setting.T, which, mu, NO_NOISE).error_law().mean():.4g} of {name}"
            for which, name in MECHANISMS.items()
        )
        yield f"At mu = {float(mu)} and epsilon = {NO_NOISE} sampling alone is left: E[Err] is {floors}."
    empty = evaluate_formula("counting.empty_round", {"N": setting.N, "T": setting.T}, DIGITS)
    yield f"Some round is empty, so that Glance has no Err, with probability {float(rational_bounds(empty)[0]):.2g}."
    given, whole = (setting.N, setting.T), parse_budget(epsilon=8)
    alpha = float(theorem_5_printed(*given, setting.beta, whole))
    holds = "holds" if condition_2(*given, GENERAL, setting.beta, whole) else "does not hold"
    chance = largest_error_law(*given, setting.N // 2, whole).reached(alpha)
    yield (
        f"At mu = 1/2 and epsilon = 8 (2) {holds}, and Err reaches the 2 theta of Theorem 5, {alpha:.4g}, "
        f"with probability {chance:.4g}; beta is {float(setting.beta)}."
    )


SMALL, LARGE = Setting(10_000, 10), Setting(100_000, 10)
FIG_2 = Setting(10**6, 10, Fraction(1, 2 * (10**6 + 1) ** 2))
FIG_3 = Setting(10_000, 50)

FIGURES = (
    Figure(
        "counting.fig-1",
        "section 5.2, figure 1",
        "Roughly, where epsilon is rather large, condition (2) holds if the stream is very dense or sparse.",
        "10 epsilon",
        "the largest mu up to 1/2 with (2) for all below",
        [
            exact_case(curve, tenths, partial(measure_edge, setting, tenths))
            for curve, setting in (("N = 100,000", LARGE), ("N = 10,000", SMALL))
            for tenths in FINE_AXIS
        ],
        [
            "The text has N = 100,000, the caption 10,000; T = 10 and beta = 0.1 in both.",
            "The region is symmetric: from 1 less this mu on, (2) holds again.",
        ],
        compare_settings,
        unit=10,
        beside=(NATURAL,),
        region="mu, hatched where (2) holds",
    ),
    Figure(
        "counting.fig-2",
        "section 5.2.3, figure 2",
        "At epsilon = 8 the lower bound for Harmony and the upper bound for Glance are reversed.",
        "epsilon",
        "alpha",
        [
            exact_case(curve, epsilon, partial(measure_bounds, FIG_2, epsilon, name, beside))
            for curve, name, beside in (
                ("Harmony, Theorem 4", "harmony_lower", ("harmony_upper",)),
                ("Glance, Theorem 5", "theorem_5_printed", ("alpha_one_step",)),
                ("Glance, Theorem 5 with half the theta", "theorem_5", ()),
            )
            for epsilon in AXIS
        ],
        [
            "Theorem 4's bound is exceeded with probability beta at least, not with 1 - beta.",
            "With 100,000 reports in a round the exact tail is not inverted; alpha_one_step is a bound for mu = 1.",
        ],
        lambda _: report_bound_crossings(FIG_2),
        beside=("harmony_upper", "alpha_one_step"),
        logarithmic=True,
    ),
    Figure(
        "counting.fig-3",
        "section 6, figure 3",
        "Err of Glance in the dense case falls exponentially in epsilon; the others approach a positive constant.",
        "10 epsilon",
        "E[Err]",
        [
            FigureCase(
                f"{name}, mu = {float(mu)}", tenths, Err(FIG_3.N, FIG_3.T, which, mu, Fraction(tenths, 10))
            )
            for mu in (TEXT, CAPTION, GENERAL)
            for which, name in MECHANISMS.items()
            for tenths in HALVES
        ],
        [
            "The dense case has mu = 0.9995 in the text and 0.995 in the caption: here are both.",
            "Harmony has 0 for NULL, as in section 4.1, and published Harmony 1/2.",
            "The same people are active in all rounds; the source only says that mu is the same.",
            "For Glance, a run in which nobody reports in some round has no Err, and is left out.",
            "The source makes 10,000 runs of each.",
        ],
        lambda _: report_curve_limits(FIG_3),
        unit=10,
        logarithmic=True,
    ),
)
