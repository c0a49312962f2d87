"""Events: an output is in one if the answer to a feature's question is, and that is the same whoever asks when."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import compress

import numpy as np

from ldproof.audit.learn.classifier import Rule, rows
from ldproof.audit.learn.columns import column
from ldproof.audit.learn.conditions import Members
from ldproof.audit.learn.features import TEXTS, Feature, Look
from ldproof.audit.learn.measures import Measure, measure
from ldproof.audit.learn.sequences import Outputs
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

    def inside(self, outputs: Outputs) -> Members:
        """Which outputs are in it."""
        answers = column(self.feature, outputs)
        if self.among:
            chosen = [index for index, each in enumerate(answers.labels) if each in self.among]
            return np.isin(answers.codes, chosen)
        low, high = (
            end if each is None else each for each, end in ((self.low, -np.inf), (self.high, np.inf))
        )
        found = ~np.isnan(answers.numbers) & (answers.numbers >= low)
        return found & (answers.numbers < high) if self.high is not None else found

    def __str__(self) -> str:
        return self.in_words(SHOWN, LONGEST)

    @property
    def in_full(self) -> str:
        """The event in words, with nothing left out."""
        return self.in_words(None, None)

    def in_words(self, most: int | None, longest: int | None) -> str:
        """The event in words, with so many answers or conditions at most, each with so many characters at most."""
        if self == WORST:
            return "foreseen by the mechanism"
        if self.feature.name == "score":
            return f"{score(self.feature, most, longest)} {self.ends()}"
        if self.among:
            named = ", ".join(shown(self.feature, each, longest) for each in sorted(self.among)[:most])
            left = len(self.among) - len(sorted(self.among)[:most])
            return f"{name(self.feature)} in {named}" + (f" and {left} more" if left else "")
        return f"{name(self.feature)} {self.ends()}"

    def ends(self) -> str:
        """Between which numbers it is, or which ones they are."""
        ends = [f"{sign} {end:.6g}" for sign, end in ((">=", self.low), ("<", self.high)) if end is not None]
        return " and ".join(ends) or f"in {', '.join(sorted(self.among)[:SHOWN])}"


def name(feature: Feature) -> str:
    """A feature in words."""
    return in_words(measure(feature.argument)) if feature.name == "measure" else feature.name


def score(feature: Feature, most: int | None, longest: int | None) -> str:
    """A score in words: what weighs most in it."""
    found = sorted(rows(feature.argument), key=lambda row: -abs(row[0]))
    if len(found) == 1:
        return f"whether {rule_in_words(found[0][1], longest)}:"
    told = "; ".join(f"{weight:+} if {rule_in_words(rule, longest)}" for weight, rule in found[:most])
    return f"score of {len(found)} conditions ({told}{'; ...' if len(found) > len(found[:most]) else ''})"


def rule_in_words(rule: Rule, longest: int | None) -> str:
    """A rule in words."""
    return " and ".join(f"{in_words(asked)} {how} {end_in_words(end, longest)}" for how, end, asked in rule)


def end_in_words(end: float | str, longest: int | None) -> str:
    """A number, or what has a label."""
    return short(end, longest) if isinstance(end, str) else f"{end:.6g}"


def in_words(asked: Measure) -> str:
    """A measure in words, as `xor of bits 3, 5`."""
    words, *arguments = asked
    if words == "in":
        return f"{in_words(asked[2:])} of {arguments[0]}"
    return f"{words} ({', '.join(str(each)[:LONGEST] for each in arguments)})" if arguments else str(words)


def shown(feature: Feature, answer: str, longest: int | None) -> str:
    """An answer by its label."""
    return short(str(parsed(answer)) if feature.name in TEXTS else answer, longest)


def short(text: str, longest: int | None) -> str:
    """A text, or its beginning."""
    return text if longest is None or len(text) <= longest else f"{text[:longest]}..."


WORST = Event(Feature("worst"), frozenset({"true"}))
"""The event that the mechanism foresees."""


def askable(event: Event) -> bool:
    """Whether there is such a feature, with such an argument."""
    with suppress(LookupError, TypeError, ValueError, OverflowError, FloatingPointError):
        event.inside(Outputs([Look("[0]", 0, None, 0)]))
        return True
    return False


def counts(events: Iterable[Event], outputs: Outputs, tally: Tally) -> list[int]:
    """How often each event happened among the draws of a tally."""
    found, times = outputs.having(tally), [*tally.values()]
    return [sum(compress(times, each.inside(found).tolist())) for each in events]
