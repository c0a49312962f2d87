"""An audit as it stood when it was saved: as if nothing had happened since."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from ldproof.audit import bets, past
from ldproof.audit.course import Course
from ldproof.audit.plan import Plan, Point
from ldproof.evidence.process import items, number, record, text
from ldproof.rejections import Reason, Refused


def restored(plan: Plan, saved: object) -> Course:
    """The course that was saved."""
    try:
        return read(plan, record(saved))
    except (TypeError, ValueError, LookupError, ZeroDivisionError) as flaw:
        raise Refused(Reason.DAMAGED_STATE, f"the audit cannot be read: {flaw}", "what was saved") from flaw


def read(plan: Plan, table: Mapping[str, object]) -> Course:
    """The same, with whatever error comes."""
    drawn = tuple(number(each) for each in items(table["drawn"]))
    halves = tuple(past.restored(*items(each)) for each in items(table["halves"]))
    history = tuple(point(*items(each)) for each in items(table["history"]))
    if drawn != reached(history, len(plan.pairs)) or len(halves) != len(drawn):
        raise ValueError("its history ends elsewhere")
    return Course(
        plan, bets.restored(plan, table["bets"]), drawn, halves, history, number(table["unreadable"])
    )


def reached(history: Sequence[Point], pairs: int) -> tuple[int, ...]:
    """The pairs of draws from each of so many pairs of inputs, after these batches; how many it was to be is open."""
    ends = [0, *(each.pairs for each in history)]
    sizes = [later - before for before, later in pairwise(ends)]
    if min(sizes, default=1) < 1:
        raise ValueError("a batch without draws")
    return tuple(sum(sizes[pair::pairs]) for pair in range(pairs))


def point(pairs: object, logarithm: object, bound: object) -> Point:
    """A point that was saved."""
    return Point(number(pairs), Fraction(text(logarithm)), None if bound is None else Fraction(text(bound)))
