"""Audited targets: a randomizer, two inputs, and the epsilon of its own code, derived by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from math import inf
from typing import TypeAlias

from ldproof.programs import Value

Truth: TypeAlias = Callable[[float], float]
"""The true epsilon of what is seen, from the epsilon that is promised."""

ONE_REPORT = "one report of one person"
EPSILONS = ("0.5", "1", "3")
OFTEN, SEEN = "0.00001", "0.01"
"""Deltas: one that is often chosen, and one in which a mistake of its own size would be seen."""
PAIRS, MORE = 20_000, 5
"""Draws from each input, and so many times as many where a library's code breaks its promise: some of that is hard to see."""


def tight(epsilon: float) -> float:
    """Exactly what is promised."""
    return epsilon


def none(_: float) -> float:
    """Some outputs come from one of the inputs alone."""
    return inf


def nothing(_: float) -> float:
    """The inputs cannot be told apart at all, but for the delta."""
    return 0.0


@dataclass(frozen=True, slots=True)
class Target:
    """A randomizer, two inputs, its other parameters, and the sentence that is audited."""

    randomizer: str
    one: Value
    other: Value
    truth: Truth | None = tight
    """None: at most what is promised, and no closed form was worked out."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    promise: str = ONE_REPORT
    delta: str = ""
    """By how much the promise may be exceeded; the truth is the epsilon at this delta."""
    epsilons: tuple[str, ...] = EPSILONS
    """At which it is audited."""

    @property
    def slack(self) -> dict[str, str]:
        """The delta, if there is one, as a parameter."""
        return {"delta": self.delta} if self.delta else {}

    def broken(self, epsilon: str) -> bool:
        """Whether the library's code amounts to more than it promises, and not only by rounding."""
        return self.truth is not None and self.truth(float(epsilon)) > float(epsilon) * (1 + 1e-9)


def each(
    names: str,
    one: Value,
    other: Value,
    truth: Truth | None = tight,
    promise: str = ONE_REPORT,
    delta: str = "",
    epsilons: tuple[str, ...] = EPSILONS,
    **parameters: str,
) -> tuple[Target, ...]:
    """A target for each of several randomizers, whose names are separated by bars."""
    return tuple(
        Target(name.strip(), one, other, truth, parameters, promise, delta, epsilons)
        for name in names.split("|")
    )


def pairs_at_most(target: Target, epsilon: str, pairs: int = PAIRS) -> int:
    """Return the number of pairs after which the audit of a target ends."""
    return pairs * (MORE if target.broken(epsilon) else 1)


def targets_of_library(folder: str) -> tuple[Target, ...]:
    """Return the audited targets of the library in a folder."""
    found: tuple[Target, ...] = import_module(f"tests.drivers.peers.{folder}.targets").TARGETS
    return found
