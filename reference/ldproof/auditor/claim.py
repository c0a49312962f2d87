"""Claims of privacy: of a mechanism or with a budget, for pairs of inputs; and the plan and the draws of an audit."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice
from math import exp
from random import Random
from typing import TypeAlias

import numpy as np

from ldproof import defaults
from ldproof.auditor.notions import NOTIONS, Curve, guarantees_of_claim, parse_notion
from ldproof.auditor.releases import share_of_release
from ldproof.budget import promised_budget
from ldproof.coins import SeededCoins
from ldproof.errors import Reason, Refused, quote_given
from ldproof.evidence import Batch, Guarantee, at_least
from ldproof.evidence.eprocess import DELTA
from ldproof.evidence.event_bets import MOST_ODDS, pairs_until_rejection, tight_probabilities
from ldproof.mechanisms import Level, json_from_text, parse_level, to_text
from ldproof.names import complete_name, edit_distance
from ldproof.numbers import Real, log
from ldproof.parameters import PROPER, Whole, parse_whole, validate_fields
from ldproof.probability import Infinite
from ldproof.programs import Tally, Value, canonical_text, parse_value
from ldproof.registry import MECHANISMS, AnyMechanism, AnyPrivacy, make_mechanism

# Claims: that a program is a mechanism of the catalogue, or that it keeps a budget.

BLACK_BOX = defaults.BLACK_BOX
"""The name of the claim of a budget alone."""

BUDGETS = ("epsilon", "odds", "delta")
"""The keys of a claim of (epsilon, delta)."""
CLAIMED = (*BUDGETS, *NOTIONS)
"""The keys with which a black box states its claim."""
OTHER_NAMES = {
    "zcdp": "rho",
    "\u03c1": "rho",
    "rdp": "renyi",
    "mu": "gdp",
    "\u03bc": "gdp",
    "tradeoff": "f",
    "fdp": "f",
}
"""Other words for the keys of notions of privacy."""
MEANT = dict(zip(BUDGETS, BUDGETS, strict=True)) | {
    "eps": "epsilon",
    "\u03b5": "epsilon",
    "\u03b4": "delta",
    "budget": "epsilon",
    "privacy": "epsilon",
}
"""Words in keys that may mean a part of the budget, and which part."""
TYPO = 2
"""Keys within so many edits of the name of a budget are taken for a misspelling of it; one edit of three letters."""
SHORT, LONG = 4, 6
"""The letters of an option's name from which on one slip, and `TYPO` slips, are taken for a misspelling of it."""
WORD = re.compile("[A-Z]?[^\\W\\d_A-Z]+|[A-Z]+")
"""A word in a key, between other signs or beginning with a capital."""
LABEL = "label."
"""The prefix of parameters that are no part of the claim."""

Written: TypeAlias = str | list[str]
"""A parameter as it was written."""


class Neighbours(StrEnum):
    """When two data sets are neighbours; of a claim about data sets."""

    SUBSTITUTE = "substitute"
    """They are as long, and differ in one record: bounded privacy."""
    ADD_REMOVE = "add-remove"
    """One of them is the other with one more record: unbounded privacy."""


@dataclass(frozen=True, slots=True)
class Claim:
    """That every likelihood ratio of neighbouring inputs is at most the odds, apart from delta."""

    name: str
    parameters: Mapping[str, Written]
    """The parameters as written, with the budget; the program gets them."""
    level: Level
    odds: Fraction
    """A fraction that is at least e^epsilon."""
    epsilon: Real
    mechanism: AnyMechanism | None
    worst: AnyPrivacy | None
    """The worst pair and event of the mechanism, if it is known and has few enough inputs."""
    delta: Fraction = Fraction(0)
    """The delta of the claim: Pr[Q(v) in S] <= odds Pr[Q(w) in S] + delta."""
    notion: str = ""
    """The key of a claim that is no epsilon; its odds and delta are one of the guarantees that follow from it."""
    curve: Curve = ()
    """What such a claim says, as `parse_notion` returns it."""
    further: tuple[Guarantee, ...] = ()
    """The other guarantees that follow from it."""
    neighbours: Neighbours | None = None
    """Which data sets are neighbours, of a claim about data sets."""

    @property
    def guarantees(self) -> tuple[Guarantee, ...]:
        """All guarantees that are tested."""
        return Guarantee(self.odds, self.delta), *self.further

    @property
    def labels(self) -> Mapping[str, Written]:
        """Parameters of a black box that are no part of the claim; only the program gets them."""
        if self.mechanism is not None:
            return {}
        return {key: each for key, each in self.parameters.items() if key not in CLAIMED}

    @property
    def as_written(self) -> Mapping[str, Written]:
        """The parameters as on the command line, with `label.` before those that are no part of the claim."""
        labels = self.labels
        return {f"{LABEL}{key}" if key in labels else key: each for key, each in self.parameters.items()}


def parse_claim(name: str, given: Mapping[str, Written], level: Level = "user") -> Claim:
    """Return the claim of a mechanism or a black box. Raise `Refused` for an unknown name or wrong parameters."""
    if name == BLACK_BOX:
        return claim_of_black_box(given, level)
    if ":" in name or "=" in name:  # a function or a parameter, where the mechanism is left out
        raise Refused(
            Reason.UNKNOWN_NAME,
            f"there is no mechanism {quote_given(name)}",
            f"a mechanism first, such as {BLACK_BOX} epsilon=1 --pair 0 1 --python module:function",
        )
    if name not in MECHANISMS:
        name = complete_name("mechanism", name, dict.fromkeys((*MECHANISMS, BLACK_BOX)))
    known = {key: each for key, each in given.items() if key != "delta"}
    return claim_of_mechanism(make_mechanism(name, known), name, given, level)


def claim_of_mechanism(
    known: AnyMechanism, name: str, given: Mapping[str, Written], level: Level = "user"
) -> Claim:
    """Return the claim of a mechanism with the parameters as written. Raise `Refused` if its odds are infinite."""
    level = parse_level(level)
    worst = worst_privacy(known, level)
    if level == "user" and (whole := promised_budget(given)):
        return Claim(
            name,
            dict(given),
            level,
            bettable_odds(whole.odds()),
            whole.epsilon(),
            known,
            worst,
            claimed_delta(given),
        )
    kept = worst or known.privacy(level)
    odds, epsilon = kept.odds, kept.epsilon
    if isinstance(odds, Infinite) or isinstance(epsilon, Infinite):
        raise Refused(Reason.OUT_OF_RANGE, f"{name} claims no privacy here", "parameters with finite odds")
    return Claim(name, dict(given), level, bettable_odds(odds), epsilon, known, worst, claimed_delta(given))


def claim_of_black_box(given: Mapping[str, Written], level: Level) -> Claim:
    """Return the claim of a program that is known by its budget alone.

    Other keys are parameters of the program's own, with or without `label.` before their names. Raise `Refused` where
    one without it may be meant as a part of the claim.
    """
    if parse_level(level) != "user":
        raise Refused(Reason.UNKNOWN_NAME, f"a black box has no {level} level", "the user level")
    for key in given:
        refuse_unclear_key(key)
    if nameless := [key for key in given if key in ("", LABEL)]:
        raise Refused(Reason.UNKNOWN_PARAMETER, f"{nameless[0]}= has no name", f"{LABEL}NAME=")
    told = {key.removeprefix(LABEL): each for key, each in given.items()}
    if len(told) < len(given) or any(f"{LABEL}{each}" in given for each in CLAIMED):
        raise Refused(
            Reason.REPEATED, f"a key with and without {LABEL}, or a budget with it", "each key once"
        )
    if notions := [key for key in told if key in NOTIONS]:
        return claim_of_notion(notions[0], told, level)
    whole = promised_budget(told)
    if whole is None:
        raise Refused(
            Reason.BUDGET_NOT_UNIQUE,
            "a black box is given no budget",
            f"one of epsilon and odds, or of {', '.join(NOTIONS)}",
        )
    return Claim(
        BLACK_BOX, told, level, bettable_odds(whole.odds()), whole.epsilon(), None, None, claimed_delta(told)
    )


def claim_of_notion(notion: str, told: Mapping[str, Written], level: Level) -> Claim:
    """Return the claim of a black box that is stated in another way than by epsilon."""
    if more := [key for key in told if key in CLAIMED and key != notion]:
        raise Refused(Reason.BUDGET_NOT_UNIQUE, f"{notion} and {more[0]} given", "one claim")
    curve = parse_notion(notion, told[notion])
    found = guarantees_of_claim(notion, curve)
    first = found[len(found) // 4]
    others = tuple(each for each in found if each != first)
    return Claim(
        BLACK_BOX,
        told,
        level,
        first.odds,
        log(Real(first.odds)),
        None,
        None,
        first.delta,
        notion,
        curve,
        others,
    )


def refuse_unclear_key(key: str) -> None:
    """Raise `Refused` where a key may be a misspelt budget, or another word for one."""
    if key in CLAIMED or key.startswith(LABEL):
        return
    as_label = f"{LABEL}{key}= if it is a parameter of the program"
    whole = key.casefold()
    if whole in OTHER_NAMES or whole in NOTIONS:
        raise unclear_key_refusal(key, OTHER_NAMES.get(whole, whole), as_label)
    near = [
        each
        for each in CLAIMED
        if edit_distance(whole, each) <= (TYPO if len(each) > 3 else len(each) // 3)
        or (len(key) > 1 and each.startswith(whole))
    ]
    parts = [MEANT[word] for each in WORD.findall(key) if (word := each.casefold()) in MEANT]
    if meant := near + parts:
        raise unclear_key_refusal(key, meant[0], as_label)


def unclear_key_refusal(key: str, meant: str, as_label: str) -> Refused:
    """Return the refusal of a key that may mean another one."""
    what = f"a black box has no parameter {key} (did you mean {meant}?)"
    return Refused(Reason.UNKNOWN_PARAMETER, what, f"{', '.join(CLAIMED)}; or {as_label}")


def refuse_option_keys(given: Mapping[str, Written], options: Collection[str], kind: str, usage: str) -> None:
    """Raise `Refused` where a key of a black box is the name of an option, or a misspelling of one.

    In names of less than `LONG` letters one slip is a misspelling, so that `scale` and `rate` are none of `state`.
    """
    for key, value in given.items():
        if key in CLAIMED or key.startswith(LABEL):
            continue
        meant = key.casefold().replace("_", "-")
        near = {each: edit_distance(meant, each) for each in options if len(each) >= SHORT}
        slips = [each for each, slip in near.items() if slip <= (TYPO if len(each) >= LONG else 1)]
        if meant in options or slips:
            option = meant if meant in options else min(slips, key=near.__getitem__)
            text = value if isinstance(value, str) else f"[{','.join(value)}]"
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                f"{key} is {kind}" if option == meant else f"{key} is like {option}, {kind}",
                f"{usage.format(option, text)}; or {LABEL}{key}= if it is a parameter of the program",
            )


def claimed_delta(given: Mapping[str, Written]) -> Fraction:
    """Return the claimed delta, 0 if there is none."""
    return DELTA.accept("delta", given["delta"]) if "delta" in given else Fraction(0)


def bettable_odds(odds: Real) -> Fraction:
    """Return a fraction that is not below the odds. Raise `Refused` if they are out of the range of bets."""
    found = at_least(odds)
    if not 1 < found <= MOST_ODDS:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"nothing can be shown against a claim of odds {'1' if found <= 1 else 'so large'}",
            f"odds above 1, at most {MOST_ODDS} (epsilon up to about 20)",
        )
    return found


def worst_privacy(known: AnyMechanism, level: Level) -> AnyPrivacy | None:
    """Return the worst pair and event of a mechanism; None if it has too many inputs."""
    try:
        return known.privacy(level)
    except Refused as refusal:
        if refusal.reason is not Reason.TOO_MANY_OUTCOMES:
            raise
        return None


# Pairs of neighbouring inputs.

MOST_INPUTS, FEW = 64, 24
"""Inputs up to which all pairs are looked at; of a mechanism with more inputs, all pairs of 24 of them."""
MOST_COUNTED = 1 << 16
"""The most inputs that are counted."""
MOST_LISTED = 512
"""The most inputs in a list."""
ATTEMPTS = 1000
"""The most texts that are tried as inputs."""
NUMBERS = re.compile("[0-9]+")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two inputs; of the worst pair of a mechanism, the one with which its worst event is likelier comes first."""

    one: Value
    other: Value

    def both_inputs(self) -> tuple[Value, Value]:
        """Return both inputs."""
        return self.one, self.other


def parse_pairs(claim: Claim, given: Sequence[tuple[Value, Value]]) -> tuple[Pair, ...]:
    """Return the pairs that are given, or else the worst pair of the mechanism.

    Raise `Refused` for a pair of equal inputs, a repeated pair, and one that are no neighbours.
    """
    if not given:
        return (worst_pair(claim),)
    found = [Pair(*(canonical_input(claim, parse_value(each)) for each in pair)) for pair in given]
    for pair in found:
        if canonical_text(pair.one) == canonical_text(pair.other):
            raise Refused(
                Reason.REPEATED, f"a pair of {canonical_text(pair.one)} and itself", "two inputs that differ"
            )
        if claim.mechanism is not None:
            refuse_unpromised_pair(claim, claim.mechanism, pair)
    kept: set[frozenset[str]] = set()
    for pair in found:
        key = frozenset(map(canonical_text, pair.both_inputs()))
        if key in kept:
            raise Refused(
                Reason.REPEATED, f"the pair {' and '.join(sorted(key))} is given twice", "each pair once"
            )
        kept.add(key)
    return tuple(found)


def select_pairs(
    asked: Claim, given: Sequence[tuple[Value, Value]], inputs: Sequence[Value] | None, *, drawn: bool
) -> tuple[Pair, ...]:
    """Return the pairs that are given, those of the given inputs, or else pairs of the mechanism, all if it is `drawn` from.

    Raise `Refused` if both pairs and inputs are given.
    """
    if given and inputs is not None:
        raise Refused(Reason.REPEATED, "pairs and inputs", "one of the two")
    if inputs is not None:
        return promised_pairs(asked, inputs)
    return neighbouring_pairs(asked) if drawn and not given else parse_pairs(asked, given)


def neighbouring_pairs(claim: Claim) -> tuple[Pair, ...]:
    """Return the worst pair of the mechanism and all other pairs of neighbours, of all inputs if they are few.

    Otherwise they are pairs of some inputs, made by mixing and changing the inputs of the worst pair; always the same.
    """
    first, mechanism = worst_pair(claim), claim.mechanism
    if mechanism is None:
        return (first,)
    known = list_inputs(mechanism)
    inputs = known if known is not None and len(known) <= MOST_INPUTS else varied_inputs(mechanism, first)
    kept: dict[frozenset[str], Pair] = {}
    for pair in (first, *promised_pairs(claim, inputs)):
        kept.setdefault(frozenset(map(canonical_text, pair.both_inputs())), pair)
    return tuple(kept.values())


def promised_pairs(claim: Claim, inputs: Sequence[Value]) -> tuple[Pair, ...]:
    """Return all pairs of neighbours among some inputs. Raise `Refused` if there are none, or an input is repeated."""
    found = [canonical_input(claim, each) for each in inputs]
    if len({*map(canonical_text, found)}) < len(found):
        raise Refused(Reason.REPEATED, "an input is given twice", "each input once")
    if len(found) > MOST_LISTED:
        raise Refused(Reason.TOO_LARGE, f"{len(found)} inputs", f"at most {MOST_LISTED}")
    kept = [Pair(one, other) for one, other in combinations(found, 2) if is_promised_pair(claim, one, other)]
    if not kept:
        raise Refused(Reason.MISSING, "no two of the inputs are a pair", "two inputs that are neighbours")
    return tuple(kept)


def is_promised_pair(claim: Claim, one: Value, other: Value) -> bool:
    """Whether two inputs are neighbours; any two are for a black box."""
    if claim.mechanism is None:
        return True
    read = claim.mechanism.secrets.read
    return claim.mechanism.neighbours(claim.level, read(one), read(other))


def count_possible_pairs(claim: Claim) -> tuple[int | None, int | None]:
    """Return the number of inputs of a mechanism and of pairs of neighbours; None for what is unknown or too large."""
    known = None if claim.mechanism is None else list_inputs(claim.mechanism)
    if known is None:
        return None, None
    if len(known) > MOST_INPUTS:
        return len(known), None
    return len(known), sum(is_promised_pair(claim, one, other) for one, other in combinations(known, 2))


def list_inputs(mechanism: AnyMechanism) -> list[Value] | None:
    """Return all inputs of a mechanism; None if there are too many."""
    try:
        found = [*islice(mechanism.secrets, MOST_COUNTED + 1)]
    except Refused as refusal:
        if refusal.reason is not Reason.TOO_MANY_OUTCOMES:
            raise
        return None
    return None if len(found) > MOST_COUNTED else [*map(mechanism.secrets.write, found)]


def varied_inputs(mechanism: AnyMechanism, pair: Pair) -> list[Value]:
    """Return some inputs: both of a pair, mixtures of their texts, and texts with other numbers in them."""
    random, secrets = Random(0), mechanism.secrets  # noqa: S311  (always the same inputs)
    texts = [to_text(secrets, secrets.read(each)) for each in pair.both_inputs()]
    found = dict(zip(texts, pair.both_inputs(), strict=True))
    for attempt in range(ATTEMPTS):
        one, other = random.sample([*found], 2)
        mixed = "".join(random.choice(each) for each in zip(one, other, strict=False))
        text = NUMBERS.sub(lambda _: str(random.randrange(2 ** random.randrange(1, 12))), mixed)
        with suppress(Refused):
            found.setdefault(text := (mixed if attempt % 2 else text), json_from_text(secrets, text))
        if len(found) == FEW:
            break
    return [*found.values()]


def worst_pair(claim: Claim) -> Pair:
    """Return the worst pair of the mechanism. Raise `Refused` if it is unknown."""
    if claim.mechanism is None:
        raise Refused(
            Reason.MISSING,
            "no inputs are given, and a black box has none of its own",
            "a pair of inputs: --pair X Y",
        )
    if claim.worst is None:
        raise Refused(Reason.MISSING, f"{claim.name} has too many pairs to look through", "a pair of inputs")
    pair = Pair(*map(claim.mechanism.secrets.write, (claim.worst.likely, claim.worst.unlikely)))
    refuse_unpromised_pair(claim, claim.mechanism, pair)
    return pair


def canonical_input(claim: Claim, given: Value) -> Value:
    """Return an input as the mechanism writes it."""
    if claim.mechanism is None:
        return given
    secrets = claim.mechanism.secrets
    return parse_value(secrets.write(secrets.read(given)))


def refuse_unpromised_pair(claim: Claim, mechanism: AnyMechanism, pair: Pair) -> None:
    """Raise `Refused` for a pair that are no neighbours."""
    one, other = map(mechanism.secrets.read, pair.both_inputs())
    if not mechanism.neighbours(claim.level, one, other):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{claim.name} promises nothing about {pair.one} and {pair.other} at {claim.level} level",
            "a pair of neighbours",
        )


# The pairs of draws that it takes to refute a mechanism whose epsilon is 5% above the claim.

EXCESS = 1.05
"""The ratio of the true epsilon to the claimed one."""
FEW_OUTPUTS = 1 << 10
"""Outputs up to which their likelihoods are added up; of more, a sample is drawn."""
SAMPLE = 400
"""The size of that sample, enough for the order of magnitude."""


def expected_draws(claim: Claim, alpha: Fraction, excess: float = EXCESS) -> float | None:
    """Return the least expected pairs of draws of any auditor, for the worst pair and event of the mechanism, as a float.

    Return None if these are unknown, or the event did not happen in the sample: then no audit has enough draws.
    """
    if claim.mechanism is None or claim.worst is None or claim.delta:
        return None
    found = total_likelihood(claim.mechanism, claim.worst)
    total = min(found, 2 - found)  # of the event or of its opposite
    if total <= 0:
        return None
    epsilon = float(claim.epsilon)
    p1, p0 = tight_probabilities(np.array(total), np.exp(np.array(epsilon * excess)))
    return pairs_until_rejection(exp(epsilon), float(p1), float(p0), float(alpha))


def total_likelihood(mechanism: AnyMechanism, worst: AnyPrivacy) -> float:
    """Return the sum of the probabilities of the worst event with both inputs."""
    secrets = worst.likely, worst.unlikely
    try:
        outputs = list(islice(mechanism.outputs, FEW_OUTPUTS + 1))
    except Refused as refusal:
        if refusal.reason is not Reason.TOO_MANY_OUTCOMES:
            raise
        outputs = []
    if 0 < len(outputs) <= FEW_OUTPUTS:
        inside = [output for output in outputs if worst.event(output)]
        return sum(float(mechanism.likelihood(secret, output)) for secret in secrets for output in inside)
    coins = SeededCoins(b"cost")
    met = sum(worst.event(mechanism.randomize(secret, coins)) for secret in secrets for _ in range(SAMPLE))
    return met / SAMPLE


# The plan of an audit, and the draws that it asks for.

MOST_DRAWS = 10**9 - 1
"""The most pairs of draws; `multivariate_hypergeometric` of NumPy takes no more."""
UNLIMITED = MOST_DRAWS // 2
"""The most pairs of draws where time is limited; those before and after a state is saved are together no more than can be."""
DRAWING = Whole(1, MOST_DRAWS)
"""The domain of the number of pairs of draws."""
ALPHA, DRAWS = defaults.AUDIT_ALPHA, defaults.AUDIT_DRAWS
"""The default alpha, and the default of the most pairs of draws."""
FEWEST, MANIEST, CALLS = 50, 10_000, 16
"""A batch is drawn in 16 calls of equal size, but of at least 50 and at most 10,000 draws; the last may be shorter."""
BEGINNINGS = 16
"""The parts of a batch after each of which the claim may be refuted."""


class Verdict(StrEnum):
    """What an audit says so far."""

    REFUTED = "violated"
    REFUTED_TOGETHER = "violated together"
    DEPENDENT = "not independent"
    NOT_REFUTED = "not refuted"


def pairs_to_draw(name: str, given: object, *, timed: bool) -> int:
    """The most pairs of draws: those that are given under a name, or by default as many as the time allows."""
    if given is None:
        return UNLIMITED if timed else DRAWS
    return DRAWING.accept(name, given)


@dataclass(frozen=True)  # without slots, so that the inputs are kept
class AuditPlan:
    """The claim, the pairs of inputs to test, alpha, and the most pairs of draws."""

    claim: Claim
    pairs: tuple[Pair, ...]
    alpha: Fraction
    most: int
    """The most pairs of draws, from all pairs of inputs together."""
    throughout: bool = False
    """Whether to go on after a refutation, for a tighter lower bound."""
    grid: Fraction | None = None
    """The grid to which outputs are rounded before anything looks at them."""
    until_promised: bool = False
    """Whether to end once a breach of the size `sequential.PROMISED` would have shown."""
    release: str = ""
    """The name of the release of the mechanism; nothing if there is only one."""
    release_number: int = 1

    def __post_init__(self) -> None:
        validate_fields(self, claim=Claim, pairs=tuple, alpha=PROPER, throughout=bool, until_promised=bool)
        object.__setattr__(self, "most", parse_whole("most", self.most))
        if not self.pairs:
            raise Refused(Reason.MISSING, "there is no pair of inputs", "one at least")
        if not 0 < self.most <= MOST_DRAWS:
            raise Refused(
                Reason.OUT_OF_RANGE, f"{self.most} pairs of draws", f"a whole number from 1 to {MOST_DRAWS}"
            )

    @property
    def release_alpha(self) -> Fraction:
        """The share of alpha that this release has; all of it if it is of no release."""
        return self.alpha * share_of_release(self.release_number) if self.release else self.alpha

    @cached_property
    def distinct_inputs(self) -> tuple[Value, ...]:
        """The different inputs of the pairs, in the order of the pairs."""
        return tuple(
            {canonical_text(each): each for pair in self.pairs for each in pair.both_inputs()}.values()
        )

    @cached_property
    def input_indices(self) -> tuple[tuple[int, int], ...]:
        """The indices of the two inputs of each pair among `distinct_inputs`."""
        place = {canonical_text(each): index for index, each in enumerate(self.distinct_inputs)}
        return tuple(
            (place[canonical_text(pair.one)], place[canonical_text(pair.other)]) for pair in self.pairs
        )


@dataclass(frozen=True, slots=True)
class Draw:
    """A request for `count` outputs, each with an input that a fair coin picks from `inputs`."""

    batch: int
    inputs: tuple[Value, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The outputs of a draw: a tally for each input; and, if it is known, their order."""

    tallies: tuple[Tally, ...]
    order: tuple[int, ...] = ()
    """The index of the input of each output, in the order of the outputs."""
    keys: Collection[str] = ()

    def first_tallies(self) -> Iterator[tuple[Tally, ...]]:
        """Return the tallies of the first outputs, of more and more of them but not of all; none if the order is unknown."""
        found: tuple[Tally, ...] = tuple(Counter() for _ in self.tallies)
        ends = {len(self.order) * part // BEGINNINGS for part in range(1, BEGINNINGS)}
        for place, (side, key) in enumerate(zip(self.order, self.keys, strict=True)):
            if place and place in ends:
                yield tuple(map(Counter, found))
            found[side][key] += 1


@dataclass(frozen=True, slots=True)
class BetStanding:
    """An event that is bet on, or the best event of a law, with its counts and its capital."""

    name: str
    pair: int
    likely: int
    """The input of the pair, 0 or 1, with which the event is bet to be likelier."""
    counts: Batch
    """The counts since it is bet on."""
    weight: Fraction
    capital: float
    """The logarithm of the capital that a bet of 1 has become."""
    serial: bool = False
    """Whether it is an event of several draws."""
    in_full: str = ""
    """The name without abbreviations."""
    breach: str = ""
    """The kind of breach that the event shows; see `bets.Breach`."""


SURVEY = -1
"""In the place of the index of a pair: a batch with draws from all inputs."""


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A batch in the history: what was drawn from, and after it the pairs of draws, the logarithm of the capital, the bound."""

    turn: int
    """The index of the pair of inputs that was drawn from, or `SURVEY`."""
    pairs: int
    logarithm: Fraction
    bound: Fraction | None


def call_size(count: int) -> int:
    """Return an equal share of a batch for each of `CALLS` calls, at least `FEWEST` and at most `MANIEST` draws."""
    return min(max(FEWEST, -(-count // CALLS)), MANIEST)
