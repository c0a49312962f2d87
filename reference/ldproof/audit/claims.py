"""What a program claims: a mechanism of the catalogue with its budget, or no more than a budget."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ldproof.budget import WAYS, Budget, budget
from ldproof.catalogue import MECHANISMS, AnyMechanism, AnyPrivacy, mechanism
from ldproof.evidence import at_least
from ldproof.evidence.betting import MOST_ODDS
from ldproof.evidence.process import DELTA
from ldproof.law import Infinite
from ldproof.mechanisms import Level, level_of
from ldproof.names import edits, find
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused

BLACK_BOX = "black-box"
"""The name of a claim about a program of which nothing is known but its budget."""

BUDGETS = ("epsilon", "odds", "delta")
"""The keys with which a black box states its claim."""
UNSUPPORTED = {
    "rho": "zCDP",
    "zcdp": "zCDP",
    "renyi": "Renyi DP",
    "rdp": "Renyi DP",
    "gdp": "Gaussian DP",
    "mu": "Gaussian DP",
    "tradeoff": "f-DP",
}
"""Keys of notions of privacy that cannot be audited."""
TYPO = 2
"""Keys within so many edits of the name of a budget are taken for a misspelling of it."""
LABEL = "label."
"""Before the name of a parameter that is the program's own and no part of the claim."""

Written: TypeAlias = str | list[str]
"""A parameter as it was written."""


@dataclass(frozen=True, slots=True)
class Claim:
    """That nothing becomes likelier by more than the odds."""

    name: str
    parameters: Mapping[str, Written]
    """As they were written, the budget among them; the program is told of them."""
    level: Level
    odds: Fraction
    """At least e^epsilon: whoever keeps the claim keeps these."""
    epsilon: Real
    mechanism: AnyMechanism | None
    worst: AnyPrivacy | None
    """Where to look first, if the mechanism is known and has few enough secrets to tell."""
    delta: Fraction = Fraction(0)
    """By how much that may be exceeded: Pr[Q(v) in S] <= odds Pr[Q(w) in S] + delta."""

    @property
    def labels(self) -> Mapping[str, Written]:
        """Parameters of a black box that are no part of the claim: only the program is told of them."""
        if self.mechanism is not None:
            return {}
        return {key: each for key, each in self.parameters.items() if key not in BUDGETS}

    @property
    def as_written(self) -> Mapping[str, Written]:
        """The parameters as one writes them: those that are no part of the claim after `label.`."""
        labels = self.labels
        return {f"{LABEL}{key}" if key in labels else key: each for key, each in self.parameters.items()}


def claim(name: str, given: Mapping[str, Written], level: Level = "user") -> Claim:
    """The claim to be the mechanism with this name, or a black box; parameters as texts."""
    if name == BLACK_BOX:
        return black_box(given, level)
    if name not in MECHANISMS:
        find("mechanism", name, dict.fromkeys((*MECHANISMS, BLACK_BOX)))
    known = {key: each for key, each in given.items() if key != "delta"}
    return of_mechanism(mechanism(name, known), name, given, level)


def of_mechanism(
    known: AnyMechanism, name: str, given: Mapping[str, Written], level: Level = "user"
) -> Claim:
    """The claim to be this mechanism, as a program is told of it."""
    level = level_of(level)
    worst = foreseen(known, level)
    if level == "user" and (whole := promised(given)):
        return Claim(
            name, dict(given), level, bettable(whole.odds()), whole.epsilon(), known, worst, slack(given)
        )
    kept = worst or known.privacy(level)
    odds, epsilon = kept.odds, kept.epsilon
    if isinstance(odds, Infinite) or isinstance(epsilon, Infinite):
        raise Refused(Reason.OUT_OF_RANGE, f"{name} claims no privacy here", "parameters with finite odds")
    return Claim(name, dict(given), level, bettable(odds), epsilon, known, worst, slack(given))


def black_box(given: Mapping[str, Written], level: Level) -> Claim:
    """Return the claim of a program that is known by its budget alone.

    Other keys are parameters of the program's own, with or without `label.` before their names. Raise `Refused` where
    one without it may be meant as a part of the claim.
    """
    if level_of(level) != "user":
        raise Refused(Reason.UNKNOWN_NAME, f"a black box has no {level} level", "the user level")
    for key in given:
        refuse_unclear_key(key)
    if nameless := [key for key in given if key in ("", LABEL)]:
        raise Refused(Reason.UNKNOWN_PARAMETER, f"{nameless[0]}= has no name", f"{LABEL}NAME=")
    told = {key.removeprefix(LABEL): each for key, each in given.items()}
    if len(told) < len(given) or any(f"{LABEL}{each}" in given for each in BUDGETS):
        raise Refused(
            Reason.REPEATED, f"a key with and without {LABEL}, or a budget with it", "each key once"
        )
    whole = promised(told)
    if whole is None:
        raise Refused(Reason.BUDGET_NOT_UNIQUE, "a black box is given no budget", "one of epsilon and odds")
    return Claim(BLACK_BOX, told, level, bettable(whole.odds()), whole.epsilon(), None, None, slack(told))


def refuse_unclear_key(key: str) -> None:
    """Raise `Refused` where a key may be a misspelt budget, or names a notion of privacy that cannot be audited."""
    if key in BUDGETS or key.startswith(LABEL):
        return
    as_label = f"{LABEL}{key}= if it is a parameter of the program"
    if notion := UNSUPPORTED.get(key.casefold()):
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{key}: claims of {notion} are not supported yet",
            f"epsilon or odds, and delta; or {as_label}",
        )
    meant = [
        each
        for each in BUDGETS
        if edits(key.casefold(), each) <= TYPO or (len(key) > 1 and each.startswith(key.casefold()))
    ]
    if meant:
        what = f"a black box has no parameter {key} (did you mean {meant[0]}?)"
        raise Refused(Reason.UNKNOWN_PARAMETER, what, f"{', '.join(BUDGETS)}; or {as_label}")


def slack(given: Mapping[str, Written]) -> Fraction:
    """The delta that is claimed; none is 0."""
    return DELTA.accept("delta", given["delta"]) if "delta" in given else Fraction(0)


def promised(given: Mapping[str, Written]) -> Budget | None:
    """A person's whole budget, where it is given as such: a law may keep more than that."""
    ways = {way: given[way] for way in WAYS[:2] if way in given}
    return budget(1, **ways) if ways else None


def bettable(odds: Real) -> Fraction:
    """A fraction not below the odds, if anything can be bet against them."""
    found = at_least(odds)
    if not 1 < found <= MOST_ODDS:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"nothing can be shown against a claim of odds {'1' if found <= 1 else 'so large'}",
            f"odds above 1, at most {MOST_ODDS} (epsilon up to about 20)",
        )
    return found


def foreseen(known: AnyMechanism, level: Level) -> AnyPrivacy | None:
    """The most revealing pair and event; none where there are too many secrets to look through."""
    try:
        return known.privacy(level)
    except Refused as refusal:
        if refusal.reason is not Reason.TOO_MANY_OUTCOMES:
            raise
        return None
