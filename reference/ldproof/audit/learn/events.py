"""Events: an output is in one if the answer to a feature's question is, and that is the same whoever asks when."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from ldproof.audit.learn.features import TEXTS, Feature, Look, label, number
from ldproof.programs import Tally, parsed

SHOWN, LONGEST = 3, 60
"""So many answers are named, by so many characters at most."""


@dataclass(frozen=True, slots=True)
class Event:
    """That a feature is one of a few values; or, where there are none, a number from `low` to below `high`."""

    feature: Feature
    among: frozenset[str] = frozenset()
    """The labels of answers."""
    low: float | None = None
    high: float | None = None

    def holds(self) -> Callable[[Look], bool]:
        """Whether an output is in it."""
        ask, low, high = self.feature.question(), self.low, self.high
        if self.among:
            return lambda look: label(ask(look)) in self.among

        def within(look: Look) -> bool:
            found = number(ask(look))
            return found is not None and (low is None or low <= found) and (high is None or found < high)

        return within

    def __str__(self) -> str:
        if self == WORST:
            return "foreseen by the mechanism"
        if self.among:
            named = ", ".join(shown(self.feature, each) for each in sorted(self.among)[:SHOWN])
            more = f" and {len(self.among) - SHOWN} more" if len(self.among) > SHOWN else ""
            return f"{self.feature} in {named}{more}"
        ends = [f"{sign} {end:.6g}" for sign, end in ((">=", self.low), ("<", self.high)) if end is not None]
        return f"{self.feature} {' and '.join(ends)}"


def shown(feature: Feature, answer: str) -> str:
    """An answer by its label, as it can be told in a line."""
    text = str(parsed(answer)) if feature.name in TEXTS else answer
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


WORST = Event(Feature("worst"), frozenset({"true"}))
"""The event that the mechanism foresees."""


def askable(event: Event) -> bool:
    """Whether there is such a feature, with such an argument."""
    with suppress(LookupError, TypeError, ValueError):
        event.holds()
        return True
    return False


def counts(events: Iterable[Event], looks: Mapping[str, Look], tally: Tally) -> list[int]:
    """How often each event happened among the draws of a tally."""
    return [
        sum(times for key, times in tally.items() if inside(looks[key]))
        for inside in (each.holds() for each in events)
    ]
