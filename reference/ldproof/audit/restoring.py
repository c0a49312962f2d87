"""An audit as it stood when it was saved: as if nothing had happened since."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from ldproof.audit import bets
from ldproof.audit.audit_state import AuditState, Kept
from ldproof.audit.learn.events import askable
from ldproof.audit.plan import SURVEY, Plan, Point
from ldproof.audit.windows import BEFORE, PERIODS, REPEATS, Kind, Window
from ldproof.codec import damaged
from ldproof.programs import parsed, seen
from ldproof.rejections import Refused


def restored(plan: Plan, kept: Kept) -> AuditState:
    """The course that was saved, if it can be one of this plan."""
    if not all(askable(each.event) for each in kept.bets.watched):
        raise damaged("an event asks what cannot be asked")
    bets.consistent(plan, kept.bets)
    if not all(tellable(kept.bets, each) for each in kept.bets.laws):
        raise damaged("a law of what cannot be asked")
    turns, inputs, everyone = kept.turns, len(plan.inputs), range(len(plan.pairs))
    if not {turns.turn, *(each.turn for each in kept.history)} <= {SURVEY, *everyone}:
        raise damaged("it was the turn of no pair of inputs")
    if not {*turns.leaders} <= {*everyone} or (turns.turn != SURVEY and not turns.leaders):
        raise damaged("no pair of inputs leads")
    if not turns.surveyed or not {*turns.surveyed} <= {*range(inputs)}:
        raise damaged("a survey is of no inputs")
    if turns.surveys != surveyed(kept.history):
        raise damaged("its history ends elsewhere")
    if len(kept.remembered.tallies) != inputs or kept.unreadable < 0:
        raise damaged("what it remembers is of other inputs")
    if not all(keyed(key) for halves in kept.remembered.tallies for half in halves for key in half):
        raise damaged("it remembers what is no draw")
    for each in kept.passages:
        if each.pair not in everyone or len(each.order) != len(each.outputs) or not {*each.order} <= {0, 1}:
            raise damaged("draws in no order")
        if not all(map(readable, each.outputs)):
            raise damaged("a draw of what is no output")
    if any(each.window is not None and not asked(each.window) for each in kept.bets.watched):
        raise damaged("a window that nobody looks through")
    return AuditState(plan, kept.bets, turns, kept.remembered, kept.history, kept.unreadable, kept.passages)


def tellable(kept: bets.Bets, law: bets.WatchedLaw) -> bool:
    """Whether outputs can be told apart like that, and what came of it can be said."""
    with suppress(LookupError, TypeError, ValueError, OverflowError, FloatingPointError, Refused):
        event, _, _ = kept.told(law)
        return askable(event) and bool(str(event))
    return False


def keyed(key: str) -> bool:
    """Whether it is the key of a draw."""
    with suppress(ValueError, RecursionError, Refused):
        return seen(key).key() == key
    return False


def readable(output: str) -> bool:
    """Whether it is the text of a value."""
    with suppress(ValueError, RecursionError, Refused):
        parsed(output)
        return True
    return False


def asked(window: Window) -> bool:
    """Whether there is such a window."""
    return window.kind in {*Kind} and 1 <= window.step <= max(REPEATS, BEFORE, PERIODS)


def surveyed(history: Sequence[Point]) -> int:
    """The pairs of draws in surveys."""
    ends = [0, *(each.pairs for each in history)]
    sizes = [later - before for before, later in pairwise(ends)]
    if min(sizes, default=1) < 1:
        raise damaged("a batch has no draws")
    return sum(size for size, point in zip(sizes, history, strict=True) if point.turn == SURVEY)
