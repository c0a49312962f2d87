"""A person's state between two rounds, saved as JSON: it is as secret as the person's states are."""

import json

from ldproof.rejections import Reason, Refused
from ldproof.reporting.person import Person, Report

VERSION = 1


def save(person: Person[Report]) -> str:
    """The rounds chosen and the rounds done; coins are not part of it."""
    return json.dumps(
        {"version": VERSION, "T": person.T, "tau": sorted(person.tau), "done": person.done}, sort_keys=True
    )


def restore(fresh: Person[Report], text: str) -> None:
    """Go on where the saved person stopped, in the place of a fresh one with the same parameters."""
    try:
        saved = json.loads(text)
    except json.JSONDecodeError as flaw:
        raise damaged(f"it is no JSON: {flaw}") from flaw
    match saved:
        case {"version": int(version), "T": int(T), "tau": [*tau], "done": int(done)} if len(saved) == 4:
            pass
        case _:
            raise damaged("it does not have exactly version, T, tau and done")
    if version != VERSION:
        raise damaged(f"its version is {version}, not {VERSION}")
    if T != fresh.T or len(tau) != len(fresh.tau):
        raise damaged(f"it is of {len(tau)} reports in {T} rounds, not of {len(fresh.tau)} in {fresh.T}")
    rounds = {t for t in tau if isinstance(t, int) and not isinstance(t, bool) and 1 <= t <= T}
    if len(rounds) != len(tau) or not 0 <= done <= T:
        raise damaged("its rounds are not different numbers from 1 to T")
    fresh.tau, fresh.done = frozenset(rounds), done


def damaged(why: str) -> Refused:
    """The refusal of a state that was not saved by `save` for these parameters."""
    return Refused(Reason.DAMAGED_STATE, f"the saved state cannot be restored: {why}", "what `save` wrote")
