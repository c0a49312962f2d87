"""An audit as a picture: only here are its numbers rounded to floats."""

from math import log
from pathlib import Path
from typing import Literal

from ldproof.auditor.claim import Verdict
from ldproof.auditor.report import state_claim
from ldproof.auditor.sequential import AuditState
from ldproof.pictures import PRINTED, SIZE, Axes, Curve, canvas, draw_curves, save, write_title
from ldproof.results import rational_bounds

INCHES = (7.2, 5.6)


def draw_picture(course: AuditState, path: Path, form: Literal["svg", "png"]) -> None:
    """Write the picture; the same audit gives the same SVG."""
    figure, (above, below) = canvas(INCHES, 2)
    trace_evidence(above, course)
    trace_bound(below, course)
    write_title(above, f"{course.plan.claim.name}: {course.verdict}", "")
    save(figure, path, form)


def trace_evidence(axes: Axes, course: AuditState) -> None:
    """The logarithm of the capital, and what it has to reach."""
    axes.set(ylabel="logarithm of the capital")
    at = [float(each.pairs) for each in course.history]
    draw_curves(
        axes, [Curve("evidence", at, [float(each.logarithm) for each in course.history])] if at else []
    )
    draw_limit(axes, -log(course.plan.release_alpha), "ln(1/α): violated")


def trace_bound(axes: Axes, course: AuditState) -> None:
    """The certified lower bound on epsilon, or what else is claimed, where there is one, and what is claimed."""
    stated = state_claim(course.plan.claim)
    axes.set(xlabel="pairs of draws", ylabel=stated.unit)
    bounds = [(float(each.pairs), float(each.bound)) for each in course.history if each.bound is not None]
    if course.verdict is Verdict.DEPENDENT:
        axes.annotate("no bound: not independent", (0.02, 0.06), xycoords="axes fraction", fontsize=SIZE)
    elif bounds:
        at, values = zip(*bounds, strict=True)
        draw_curves(axes, [Curve("certified lower bound", at, values)])
    else:
        axes.annotate("no certified bound yet", (0.02, 0.06), xycoords="axes fraction", fontsize=SIZE)
    if stated.unit:
        draw_limit(axes, float(rational_bounds(stated.value)[0]), "claimed")
    axes.set_ylim(bottom=0)


def draw_limit(axes: Axes, height: float, name: str) -> None:
    """A line across, with its name on it."""
    axes.axhline(height, color=PRINTED, linestyle=(0, (6, 2)), linewidth=1.2)
    axes.annotate(
        name,
        (0.02, height),
        xycoords=("axes fraction", "data"),
        xytext=(0, 4),
        textcoords="offset points",
        color=PRINTED,
        fontsize=SIZE,
    )
