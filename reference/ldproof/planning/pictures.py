"""A plan as a picture: the error against epsilon, N and m, with the choice marked; numbers are floats here."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, isfinite
from pathlib import Path
from typing import Literal

from ldproof.budget import Budget
from ldproof.chi2.law import TITLES
from ldproof.errors import Refused
from ldproof.pictures import PRINTED, SIZE, Axes, Curve, canvas, draw_curves, headed, save
from ldproof.planning.association import AssociationPlan, Study, expected_errors
from ldproof.planning.count import CountPlan
from ldproof.planning.counters import Reporting
from ldproof.planning.deployment import Deployment, as_float
from ldproof.planning.plan import AnyPlan
from ldproof.planning.requirement import SEEKERS, Requirement, Seeker
from ldproof.planning.sketches import SketchPlan
from ldproof.shots.mechanism import Parameters

NAMES = ("m-shot, the best", "Glance", "published Harmony")
"""Of the seekers."""

AROUND = tuple(Fraction(2) ** power for power in (-2, -1, 0, 1, 2))
"""A budget and a number of people are drawn so many times as large."""

WIDE, HIGH, ALONE = 7.2, 3.4, 5.2
"""A picture's width and the height of each of its parts, or of the only one, beside which many names stand, in inches."""

MOST_PLACES = 24
"""Of so many m the error is drawn."""


def draw(plan: AnyPlan, path: Path, form: Literal["svg", "png"]) -> None:
    """Write the picture of a plan; the same plan gives the same SVG."""
    found = plan.plan if isinstance(plan, Requirement) else plan
    parts = 3 if isinstance(found, CountPlan) else 1
    figure, rows = canvas((WIDE, HIGH * parts if parts > 1 else ALONE), parts, shared=False)
    match found:
        case CountPlan():
            trace_count(found, rows)
        case AssociationPlan():
            trace_test(found, *rows)
        case SketchPlan():
            trace_sketch(found, *rows)
    save(figure, path, form)


def trace_count(plan: CountPlan, rows: Sequence[Axes]) -> None:
    """Draw the error that can be promised, against epsilon, N and m."""
    asked, chosen = plan.asked, as_float(plan.alpha)
    epsilon = float(asked.budget.epsilon())
    by_budget, by_people, by_reports = rows
    headed(by_budget, f"the error that can be promised, rounds={plan.asked.rounds}", plan.decides)
    draw_sweep(
        by_budget, "epsilon", [(epsilon * float(each), multiply_epsilon(asked, each)) for each in AROUND]
    )
    mark_choice(by_budget, epsilon, chosen, plan.chosen.name)
    numbers = {multiply_people(asked, each) for each in AROUND}
    draw_sweep(by_people, "N", [(float(N), replace(asked, N=N)) for N in sorted(numbers)])
    mark_choice(by_people, float(asked.N), chosen, plan.chosen.name)
    every = sorted({max(1, round(asked.T ** (k / MOST_PLACES))) for k in range(MOST_PLACES + 1)})
    set_log_axes(by_reports, "m, where r = 0")
    reports = [
        (m, Reporting(asked, Parameters(asked.T, m, Fraction(0), asked.budget.over(m)))) for m in every
    ]
    values = [as_float(each.at_most(asked.round_beta)) for _, each in reports]
    draw_curves(by_reports, [Curve("m-shot", [float(m) for m, _ in reports], values)])
    if isinstance(plan.chosen.counter, Reporting) and not plan.chosen.counter.shots.r:
        mark_choice(by_reports, float(plan.chosen.counter.shots.m), chosen, plan.chosen.name, rising=True)


def multiply_epsilon(asked: Deployment, times: Fraction) -> Deployment:
    """The deployment with so many times the epsilon, rounded to a millionth where it is irrational."""
    epsilon = asked.budget.epsilon() * times
    known = epsilon.exact
    value = Fraction(round(float(epsilon) * 10**6), 10**6) if known is None else known
    return replace(asked, budget=Budget(1, "epsilon", value))


def multiply_people(asked: Deployment, times: Fraction) -> int:
    """So many times the people, of whom mu is a whole number."""
    step = 1 if asked.mu is None else asked.mu.denominator
    return max(step, int(asked.N * times) // step * step)


def draw_sweep(axes: Axes, name: str, places: Sequence[tuple[float, Deployment]]) -> None:
    """The error of each mechanism in several deployments; there is no point where it is infinite or too large to know."""
    set_log_axes(axes, name)
    curves = []
    for label, seek in zip(NAMES, SEEKERS, strict=True):
        points = [(at, found) for at, asked in places if isfinite(found := error_or_infinity(seek, asked))]
        if points:
            at, values = zip(*points, strict=True)
            curves.append(Curve(label, at, values))
    draw_curves(axes, curves)
    label_ticks(axes, [at for at, _ in places])


def label_ticks(axes: Axes, places: Sequence[float]) -> None:
    """The places that are drawn, as numbers."""
    axes.set_xticks(places, labels=[f"{at:g}" for at in places])
    axes.set_xticks([], minor=True)


def error_or_infinity(seek: Seeker, asked: Deployment) -> float:
    """An error, where it can be computed."""
    try:
        return as_float(seek(asked))
    except Refused:
        return inf


def set_log_axes(axes: Axes, name: str) -> None:
    """Both axes."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set(xlabel=name, ylabel="error")


BELOW, ABOVE = -16, 8
"""Where the name of the choice stands, in points."""


def mark_choice(
    axes: Axes, x: float, y: float, name: str, *, rising: bool = False, height: int = BELOW
) -> None:
    """The choice, with its name where the curves leave room: on the side on which they are higher."""
    side, anchor = (8, "left") if rising else (-8, "right")
    axes.plot([x], [y], "x", color=PRINTED, markersize=9, markeredgewidth=2)
    axes.annotate(
        f"chosen: {name}",
        (x, y),
        xytext=(side, height),
        textcoords="offset points",
        ha=anchor,
        color=PRINTED,
        fontsize=SIZE,
    )


def trace_test(plan: AssociationPlan, axes: Axes) -> None:
    """Draw the expected number of wrong decisions against the epsilon of all tests."""
    headed(axes, "expected wrong decisions", plan.decides)
    axes.set_xscale("log")
    axes.set(xlabel="epsilon of all tests together", ylabel="wrong decisions")
    whole = plan.asked.whole.epsilon()
    names = {row.name for row in plan.rows}
    curves = []
    for kind, name in TITLES.items():
        if name in names:
            budgets = [Fraction(round(float(whole * each) * 10**6), 10**6) for each in AROUND]
            studies = [
                Study(plan.asked.spectrum, plan.asked.tau, Budget(1, "epsilon", each)) for each in budgets
            ]
            values = [float(expected_errors(each, kind).all) for each in studies]
            curves.append(Curve(name, [float(each) for each in budgets], values))
    draw_curves(axes, curves)
    label_ticks(axes, [float(whole * each) for each in AROUND])
    mark_choice(axes, float(whole), float(plan.chosen.all), plan.chosen.name)


def trace_sketch(plan: SketchPlan, axes: Axes) -> None:
    """Draw the least mean squared error against the bits of a report."""
    headed(axes, "the least mean squared error", plan.decides)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set(xlabel="bits of a report", ylabel="people squared")
    at = [float(bits) for bits, _ in plan.trade_off]
    draw_curves(axes, [Curve("the best", at, [float(best.mean_squared_error) for _, best in plan.trade_off])])
    best = float(plan.chosen.mean_squared_error)
    mark_choice(axes, float(plan.chosen.bits), best, plan.chosen.name, rising=True, height=ABOVE)
