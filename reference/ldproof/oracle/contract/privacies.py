"""Whether a mechanism's privacy is what it states, and no worse than the budget that it was given."""

from collections.abc import Iterator
from functools import partial
from math import log

from ldproof.budget import Budget
from ldproof.catalogue import AnyMechanism, AnyPrivacy
from ldproof.law import INFINITE, Infinite
from ldproof.mechanisms import LEVELS, Level, Privacy, tight
from ldproof.numbers import Real
from ldproof.oracle.contract.finding import Fails, asked, listed, said
from ldproof.oracle.contract.laws import sign, summed
from ldproof.rejections import Reason, Refused


def stated(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether the odds are the largest there are, and reached by the pair and the event that are stated."""
    for level in LEVELS:
        found: object = asked(f"privacy({level!r})", partial(mechanism.privacy, level))
        if not isinstance(found, Privacy):
            raise Fails(f"privacy({level!r}) is a {type(found).__name__} and no Privacy")
        largest = looked_through(mechanism, level)
        if largest is None:
            continue
        if differ(found.odds, largest.odds):
            yield (
                f"privacy({level!r}) states odds of {words(found.odds)}, and the largest are {words(largest.odds)}: "
                f"{where(mechanism, largest)}"
            )
        elif not mechanism.neighbours(level, found.likely, found.unlikely):
            yield f"{said(found.likely)} and {said(found.unlikely)} of privacy({level!r}) are no neighbours"
        elif differ(reached := ratio(mechanism, found), found.odds):
            yield f"privacy({level!r}) states odds of {words(found.odds)}, and its pair and event have {words(reached)}"


def claimed(mechanism: AnyMechanism, budget: Budget | None) -> Iterator[str]:
    """Whether any two secrets of a person are as near as the budget says."""
    found = None if budget is None else looked_through(mechanism, "user")
    if budget is None or found is None:
        return
    odds = budget.odds()
    if isinstance(found.odds, Infinite) or sign(found.odds - odds) > 0:
        yield (
            f"it claims odds of {odds} and has {words(found.odds)}, an epsilon of {short(found.odds)} and not of "
            f"{short(odds)}: {where(mechanism, found)}"
        )


def looked_through(mechanism: AnyMechanism, level: Level) -> AnyPrivacy | None:
    """What is found by looking at all pairs and outputs; nothing where no two secrets are neighbours."""
    try:
        return tight(mechanism, level)
    except Refused as refusal:
        if refusal.reason is Reason.MISSING:
            return None
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # theirs, whatever it is
        raise Fails(f"comparing all likelihoods raises {type(error).__name__}: {error}") from error


def ratio(mechanism: AnyMechanism, found: AnyPrivacy) -> Real | Infinite:
    """How much likelier the event is with the one secret than with the other."""
    inside = inside_of(mechanism, found)
    above, below = (summed(mechanism, each, inside) for each in (found.likely, found.unlikely))
    return above / below if sign(below) else INFINITE


def inside_of(mechanism: AnyMechanism, found: AnyPrivacy) -> list[object]:
    """The outputs in the event."""
    return [
        each
        for each in listed("outputs", lambda: mechanism.outputs)
        if asked(f"the event at {said(each)}", partial(found.event, each))
    ]


def where(mechanism: AnyMechanism, found: AnyPrivacy) -> str:
    """The pair and the event that reach the odds."""
    inside = ", ".join(map(said, inside_of(mechanism, found)[:5]))
    return f"{said(found.likely)} against {said(found.unlikely)}, at the output {inside}"


def differ(one: Real | Infinite, other: Real | Infinite) -> bool:
    """Whether odds certainly do."""
    if isinstance(one, Infinite) or isinstance(other, Infinite):
        return one is not other
    return sign(one - other) != 0


def words(odds: Real | Infinite) -> str:
    """Odds, in a line."""
    return str(odds) if isinstance(odds, Infinite) or odds.exact is not None else f"{float(odds):.6g}"


def short(odds: Real | Infinite) -> str:
    """The epsilon of odds, for people."""
    return str(odds) if isinstance(odds, Infinite) else f"{log(float(odds)):.4f}"
