"""State between two rounds, saved as JSON. A person's is as secret as the person's states are."""

import json
from collections.abc import Mapping
from contextlib import suppress

from ldproof.rejections import Reason, Refused
from ldproof.reporting.person import Person, Report_co

VERSION = 1


def save(person: Person[Report_co]) -> str:
    """The mechanism, the rounds chosen and the rounds done; coins are not part of it."""
    return written(**_parameters(person), tau=sorted(person.tau), done=person.done)


def restore(fresh: Person[Report_co], text: str) -> None:
    """Go on where the saved person stopped, in the place of a fresh one with the same parameters.

    Nothing here can tell whether the saved person has gone on since, or another copy has: each report that is made twice,
    with other coins, costs its share of the budget once more. So does what a forked process reports beside its parent.
    """
    fresh.enter()
    try:
        if fresh.done:
            raise Refused(
                Reason.IN_USE, "the person has reported, and would report again", "a person before round 1"
            )
        saved, T = read_of(text, _parameters(fresh), "tau", "done"), fresh.T
        tau = wholes(saved["tau"], 1, T)
        if len(tau) != len(fresh.tau) or len(set(tau)) != len(tau):
            raise damaged(f"it does not have {len(fresh.tau)} different rounds of {T}")
        fresh.tau, fresh.done = frozenset(tau), whole(saved["done"], 0, T)
    finally:
        fresh.leave()


def _parameters(person: Person[Report_co]) -> dict[str, str]:
    return {"T": str(person.T), **person.parameters}


def written(**entries: object) -> str:
    """A state that `read` reads."""
    return json.dumps({"version": VERSION, **entries}, sort_keys=True)


def read(text: str, *names: str) -> dict[str, object]:
    """The entries of a state of this version that has exactly these."""
    saved = _parsed(text)
    if not isinstance(saved, dict) or saved.keys() != {"version", *names}:
        raise damaged(f"it does not have exactly version, {', '.join(names)}")
    whole(saved["version"], VERSION, VERSION)
    return saved


def read_of(text: str, parameters: Mapping[str, str], *names: str) -> dict[str, object]:
    """The entries of a state that was saved with these parameters and has exactly these others."""
    saved = read(text, *parameters, *names)
    for name, value in parameters.items():
        if saved[name] != value:
            raise damaged(f"its {name} is not {value:.60}")
    return saved


def by_round(saved: object, T: int, high: int) -> list[int]:
    """A list of whole numbers, one for each round that is over."""
    numbers = wholes(saved, 0, high)
    if len(numbers) > T:
        raise damaged(f"it has more than {T} rounds")
    return numbers


def wholes(saved: object, low: int, high: int) -> list[int]:
    """A list of whole numbers."""
    if not isinstance(saved, list):
        raise damaged("it has something else in the place of a list")
    return [whole(number, low, high) for number in saved]


def whole(saved: object, low: int, high: int) -> int:
    """A whole number in a range; `true` is none."""
    if type(saved) is not int or not low <= saved <= high:
        raise damaged(f"it has something else in the place of a whole number from {low} to {high}")
    return saved


def damaged(why: str) -> Refused:
    """The refusal of a state that was not saved for these parameters."""
    return Refused(Reason.DAMAGED_STATE, f"the saved state cannot be restored: {why}", "what `save` wrote")


def _parsed(text: object) -> object:
    """What the text says. It is secret: neither a refusal nor its cause, in which JSON's own errors keep it all, holds it."""
    if not isinstance(text, str):
        raise damaged("it is no text")
    with suppress(ValueError, RecursionError):
        parsed: object = json.loads(text, object_pairs_hook=_distinct)
        return parsed
    raise damaged("it is no JSON without repeated names")


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("it repeats a name")
    return dict(pairs)
