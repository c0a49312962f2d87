"""A plan as a picture: the error against epsilon, N, m or bits, with the choice marked; numbers are floats here."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import inf, isfinite
from pathlib import Path
from typing import Literal, TypeVar

from ldproof.budget import Budget
from ldproof.chi2.law import TITLES, PrivateTestName
from ldproof.errors import Refused
from ldproof.numbers import Real
from ldproof.parameters import MOST_PEOPLE
from ldproof.pictures import Axes, Curve, canvas, draw_curves, mark_places, save, write_title
from ldproof.planning.association import AssociationPlan, AssociationStudy, expected_errors
from ldproof.planning.count import CountPlan
from ldproof.planning.counters import ReportingCounter
from ldproof.planning.deployment import Size, as_float
from ldproof.planning.plan import AnyPlan
from ldproof.planning.requirement import Requirement, seekers_for
from ldproof.planning.sketches import SketchPlan
from ldproof.shots.mechanism import Shots

T = TypeVar("T")

NAMES = ("m-shot, the best", "Glance, the best m", "published Harmony", "L-GRR", "FutureRand")
"""The names of the seekers."""

AROUND = tuple(Fraction(2) ** power for power in (-2, -1, 0, 1, 2))
"""The multiples of the budget and of N that are drawn."""

WIDE, HIGH, ALONE = 7.2, 3.4, 5.2
"""A picture's width, and the height of each of its parts or of the only one, in inches."""

MOST_PLACES = 24
"""At most so many m are drawn."""


def draw_picture(plan: AnyPlan, path: Path, form: Literal["svg", "png"]) -> None:
    """Write the picture of a plan; the same plan gives the same SVG."""
    found = plan.plan if isinstance(plan, Requirement) else plan
    parts = 3 if isinstance(found, CountPlan) else 1
    figure, rows = canvas((WIDE, HIGH * parts if parts > 1 else ALONE), parts, shared=False)
    match found:
        case CountPlan():
            draw_count_plan(found, *rows)
        case AssociationPlan():
            draw_test_plan(found, *rows)
        case SketchPlan():
            draw_sketch_plan(found, *rows)
    save(figure, path, form)


def draw_count_plan(plan: CountPlan, by_budget: Axes, by_people: Axes, by_reports: Axes) -> None:
    """Draw the error that can be promised, against epsilon, N and m."""
    asked, chosen, alpha = plan.asked, f"chosen: {plan.chosen.name}", as_float(plan.alpha)
    write_title(by_budget, f"the error that can be promised, rounds={asked.rounds}", plan.decides)
    for axes in (by_budget, by_people, by_reports):
        axes.set(xscale="log", yscale="log", ylabel="error")

    epsilon = asked.budget.epsilon()
    budgets = [
        (float(epsilon * each), replace(asked, budget=scaled_budget(epsilon, each))) for each in AROUND
    ]
    step = 1 if asked.mu is None else asked.mu.denominator
    numbers = sorted({max(step, min(int(asked.N * each), MOST_PEOPLE) // step * step) for each in AROUND})
    people = [(float(N), replace(asked, N=N)) for N in numbers]
    for axes, label, places, here in (
        (by_budget, "epsilon", budgets, float(epsilon)),
        (by_people, "N", people, float(asked.N)),
    ):
        axes.set(xlabel=label)
        titles = NAMES if asked.deployed is None else (plan.chosen.name,)
        curves = [
            error_curve(title, places, seek) for title, seek in zip(titles, seekers_for(asked), strict=True)
        ]
        draw_curves(axes, [each for each in curves if each.at])
        label_ticks(axes, [at for at, _ in places])
        mark_places(axes, chosen, [here], alpha)

    every = sorted({max(1, round(asked.T ** (k / MOST_PLACES))) for k in range(MOST_PLACES + 1)})
    reports = [
        (float(m), ReportingCounter(asked, Shots(asked.T, m, Fraction(0), asked.budget.over(m))))
        for m in every
    ]
    by_reports.set(xlabel="m, where r = 0")
    draw_curves(by_reports, [error_curve("m-shot", reports, lambda each: each.at_most(asked.round_beta))])
    best = plan.chosen.counter
    if isinstance(best, ReportingCounter) and best.mechanism == "shots.report" and not best.shots.r:
        mark_places(by_reports, chosen, [best.shots.m], alpha)


def draw_test_plan(plan: AssociationPlan, axes: Axes) -> None:
    """Draw the expected number of wrong decisions against the epsilon of all tests."""
    write_title(axes, "expected wrong decisions", plan.decides)
    axes.set(xscale="log", xlabel="epsilon of all tests together", ylabel="wrong decisions")
    whole = plan.asked.whole.epsilon()
    studies = [
        (float(whole * each), replace(plan.asked, whole=scaled_budget(whole, each))) for each in AROUND
    ]
    rows = sorted(plan.rows, key=lambda row: [*TITLES].index(row.kind))
    draw_curves(axes, [error_curve(row.name, studies, partial(wrong_decisions, row.kind)) for row in rows])
    label_ticks(axes, [at for at, _ in studies])
    mark_places(axes, f"chosen: {plan.chosen.name}", [float(whole)], float(plan.error))


def wrong_decisions(kind: PrivateTestName, study: AssociationStudy) -> Real:
    """Return the expected number of wrong decisions of a test."""
    return expected_errors(study, kind).wrong_decisions


def draw_sketch_plan(plan: SketchPlan, axes: Axes) -> None:
    """Draw the least mean squared error against the bits of a report."""
    write_title(axes, "the least mean squared error", plan.decides)
    axes.set_xscale("log", base=2)
    axes.set(yscale="log", xlabel="bits of a report", ylabel="people squared")
    tables = [(float(bits), best) for bits, best in plan.trade_off]
    draw_curves(axes, [error_curve("the best", tables, lambda table: table.mean_squared_error)])
    mark_places(axes, f"chosen: {plan.chosen.name}", [plan.chosen.report_bits], float(plan.error))


def scaled_budget(epsilon: Real, times: Fraction) -> Budget:
    """Return a budget of a multiple of epsilon, rounded to a millionth if that is irrational."""
    known = (epsilon * times).exact
    value = Fraction(round(float(epsilon * times) * 10**6), 10**6) if known is None else known
    return Budget(1, "epsilon", value)


def error_curve(name: str, places: Sequence[tuple[float, T]], error: Callable[[T], Size]) -> Curve:
    """The curve of errors at some places, without those that are infinite or too large to compute."""

    def finite_error(thing: T) -> float:
        try:
            return as_float(error(thing))
        except Refused:
            return inf

    points = [(at, found) for at, thing in places if isfinite(found := finite_error(thing))]
    return Curve(name, [at for at, _ in points], [found for _, found in points])


def label_ticks(axes: Axes, places: Sequence[float]) -> None:
    """Label the places that are drawn, as numbers."""
    axes.set_xticks(places, labels=[f"{at:g}" for at in places])
    axes.set_xticks([], minor=True)
