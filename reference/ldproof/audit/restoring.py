"""An audit as it stood when it was saved: as if nothing had happened since."""

from collections.abc import Sequence
from itertools import pairwise

from ldproof.audit import bets
from ldproof.audit.audit_state import AuditState, Kept
from ldproof.audit.learn.events import askable
from ldproof.audit.plan import Plan, Point
from ldproof.codec import damaged


def restored(plan: Plan, kept: Kept) -> AuditState:
    """The course that was saved, if it can be one of this plan."""
    if not all(askable(each.event) for each in kept.bets.watched):
        raise damaged("an event asks what cannot be asked")
    bets.consistent(plan, kept.bets)
    if kept.drawn != reached(kept.history, len(plan.pairs)) or len(kept.halves) != len(kept.drawn):
        raise damaged("its history ends elsewhere")
    if kept.unreadable < 0:
        raise damaged("less than nothing was unreadable")
    return AuditState(plan, kept.bets, kept.drawn, kept.halves, kept.history, kept.unreadable)


def reached(history: Sequence[Point], pairs: int) -> tuple[int, ...]:
    """The pairs of draws from each of so many pairs of inputs, after these batches; how many it was to be is open."""
    ends = [0, *(each.pairs for each in history)]
    sizes = [later - before for before, later in pairwise(ends)]
    if min(sizes, default=1) < 1:
        raise damaged("a batch has no draws")
    return tuple(sum(sizes[pair::pairs]) for pair in range(pairs))
