"""Types of the public interface: right uses have no error, and each wrong use has one."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import ldproof
from ldproof import (
    AuditResult,
    Certified,
    ConformResult,
    LawResult,
    Mechanism,
    PrefixCounts,
    PrefixSketch,
    PrivateSketch,
    SketchCounts,
    SketchResult,
    Tight,
    audit,
    conform,
    evaluate,
    explain,
    law,
    mechanism,
    prefix_sketch,
    private_sketch,
)


def one(bit: int) -> int:
    return bit


def several(bit: int, count: int) -> NDArray[np.int64]:
    return np.full(count, bit)


class Device:
    def report(self, bit: int) -> int:
        return bit


def everything_that_can_be_audited(samples: Iterator[tuple[object, object]]) -> None:
    assert_type(audit(one, 1, pairs=[(0, 1)]), AuditResult)
    audit(several, Fraction(1, 2), pairs=[(0, 1)], alpha=Decimal("0.01"))
    audit(Device().report, "ln(3)", pairs=[([0, 1], [1, 0])], seed="again")
    audit(lambda bit: bit, {"odds": 3}, pairs=[(0, 1)], state="kept.state")
    audit(["./program", "--fast"], mechanism("shots.report", T=3, m=1, odds=3))
    audit({0: {"a": 3}, 1: ["a", "b"]}, 1)
    audit(samples, 1, pairs=[(0, 1)])


def what_is_not_exact_or_no_randomizer(found: AuditResult) -> None:
    audit(one, 0.5, pairs=[(0, 1)])  # type: ignore[arg-type]
    audit(one, 1, pairs=[(0, 1)], alpha=0.05)  # type: ignore[arg-type]
    audit(7, 1, pairs=[(0, 1)])  # type: ignore[arg-type]
    audit("./program", 1, pairs=[(0, 1)])  # type: ignore[arg-type]
    audit(one, 1, pairs=(0, 1))  # type: ignore[arg-type]
    audit(one, 1, [(0, 1)])  # type: ignore[call-arg]
    audit(one, 1, pairs=[(0, 1)], level="person")  # type: ignore[arg-type]
    audit(one, 1, pairs=[(0, 1)], workers=2)  # type: ignore[call-arg]
    found.violated = False  # type: ignore[misc]
    found.bound + 1  # type: ignore[operator]
    found.event.upper()  # type: ignore[union-attr]


def the_others(report: Mechanism) -> None:
    assert_type(report, Mechanism)
    assert_type(mechanism("counting.glance", T=3, odds=3), Mechanism)
    assert_type(law(report, "101"), LawResult)
    assert_type(law(report, "101")["101"], Certified)
    assert_type(law(report, "101").user, Tight | None)
    assert_type(evaluate("shots.p", T=3, m=1, r=0, odds=3), Certified | bool)
    assert_type(conform(["./program"], "shots.report"), ConformResult)
    assert_type(conform(one, report).differences, tuple[str, ...])
    assert_type(explain("shots.thm-4"), str)
    assert_type(ldproof.__version__, str)
    evaluate("shots.p", digits="20")  # type: ignore[arg-type]
    evaluate("shots.p") + 1  # type: ignore[operator]
    explain("shots.thm-4", form="html")  # type: ignore[arg-type]
    conform("./program", "shots.report")  # type: ignore[arg-type]
    conform(one, 3)  # type: ignore[arg-type]
    report.name = "other"  # type: ignore[misc]
    ldproof.plot  # type: ignore[attr-defined]


def sketches(made: PrivateSketch, words: PrefixSketch, counts: SketchCounts) -> None:
    assert_type(private_sketch("kary", w=4, d=2, epsilon="ln(3)"), PrivateSketch)
    assert_type(prefix_sketch("kary", length=2, w=4, d=2, odds=3), PrefixSketch)
    assert_type(made.report("duck", form="json"), str)
    assert_type(made.collector(), SketchCounts)
    assert_type(counts.merge(counts, counts), SketchCounts)
    assert_type(counts.query(["duck", 5, b"goose"]), SketchResult)
    assert_type(counts.top(["duck"], 1)["duck"].lower, int)
    assert_type(words.collector(), PrefixCounts)
    assert_type(words.collector().heavy_hitters("1/100"), SketchResult)
    counts.receive_arrays(np.zeros(3, np.int64), np.zeros((3, 1), np.int64))
    made.report(1.5)  # type: ignore[arg-type]
    words.report(5)  # type: ignore[arg-type]
    counts.query(5)  # type: ignore[arg-type]
    counts.reporters = 5  # type: ignore[misc]
