"""An audit as a picture: only here are its numbers rounded to floats, and only here does it meet matplotlib."""

from math import log
from pathlib import Path
from typing import Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ldproof.audit.audit_state import AuditState

INCHES = (7.0, 6.0)


def draw(course: AuditState, path: Path, form: Literal["svg", "png"]) -> None:
    """Write the picture; the same audit gives the same SVG."""
    figure = Figure(figsize=INCHES, layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    trace_evidence(above, course)
    trace_bound(below, course)
    claim = course.plan.claim
    above.set_title(f"{claim.name}: {course.verdict}", fontsize="medium")
    for axes in (above, below):
        axes.legend(loc="best")
    with mpl.rc_context({"svg.hashsalt": "ldproof"}):
        figure.savefig(path, format=form, metadata={"Date": None} if form == "svg" else None)


def trace_evidence(axes: Axes, course: AuditState) -> None:
    """The logarithm of the capital, and what it has to reach."""
    axes.plot(
        [each.pairs for each in course.history],
        [float(each.logarithm) for each in course.history],
        ".-",
        markersize=3,
        label="evidence",
    )
    axes.axhline(-log(course.plan.alpha), color="k", linestyle="--", label="ln(1/α): violated")
    axes.set(ylabel="logarithm of the capital")


def trace_bound(axes: Axes, course: AuditState) -> None:
    """The certified lower bound on epsilon, where there is one, and what is claimed."""
    bounds = [(each.pairs, float(each.bound)) for each in course.history if each.bound is not None]
    axes.plot(
        [pairs for pairs, _ in bounds],
        [bound for _, bound in bounds],
        ".-",
        markersize=3,
        color="C1",
        drawstyle="steps-post",
        label="certified lower bound" if bounds else "no certified bound yet",
    )
    axes.axhline(float(course.plan.claim.epsilon), color="k", linestyle="--", label="claimed")
    axes.set(xlabel="pairs of draws", ylabel="epsilon")
    axes.set_ylim(bottom=0)
