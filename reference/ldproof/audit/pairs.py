"""Pairs of inputs that a program promises to confuse."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random

from ldproof.audit.claims import Claim
from ldproof.catalogue import AnyMechanism
from ldproof.mechanisms import json_of, to_text
from ldproof.programs import Value, canonical, value
from ldproof.rejections import Reason, Refused

MOST_INPUTS, FEW = 64, 24
"""All pairs of so many inputs are looked at, and of a mechanism that has more, those of a few."""
MOST_COUNTED = 1 << 16
"""So many inputs are counted."""
MOST_LISTED = 512
"""So many may be given in a list."""
ATTEMPTS = 1000
"""So often a text is made; most are inputs."""
NUMBERS = re.compile("[0-9]+")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two inputs, in the order in which the first is the likelier one of what is foreseen."""

    one: Value
    other: Value

    def sides(self) -> tuple[Value, Value]:
        """Both."""
        return self.one, self.other


def pairs(claim: Claim, given: Sequence[tuple[Value, Value]]) -> tuple[Pair, ...]:
    """The pairs that are given, or the worst one that the mechanism knows of."""
    if not given:
        return (worst(claim),)
    found = [Pair(*(accepted(claim, value(each)) for each in pair)) for pair in given]
    for pair in found:
        if canonical(pair.one) == canonical(pair.other):
            raise Refused(
                Reason.REPEATED, f"a pair of {canonical(pair.one)} and itself", "two inputs that differ"
            )
        if claim.mechanism is not None:
            confused(claim, claim.mechanism, pair)
    kept: set[frozenset[str]] = set()
    for pair in found:
        key = frozenset(map(canonical, pair.sides()))
        if key in kept:
            raise Refused(
                Reason.REPEATED, f"the pair {' and '.join(sorted(key))} is given twice", "each pair once"
            )
        kept.add(key)
    return tuple(found)


def neighbourhood(claim: Claim) -> tuple[Pair, ...]:
    """The mechanism's worst pair, and all others: of all its inputs where they are few, otherwise of some.

    Those are the worst pair's own and such as they can be mixed and changed into, always the same ones.
    """
    first, mechanism = worst(claim), claim.mechanism
    if mechanism is None:
        return (first,)
    known = listed(mechanism)
    inputs = known if known is not None and len(known) <= MOST_INPUTS else changed(mechanism, first)
    kept: dict[frozenset[str], Pair] = {}
    for pair in (first, *among(claim, inputs)):
        kept.setdefault(frozenset(map(canonical, pair.sides())), pair)
    return tuple(kept.values())


def among(claim: Claim, inputs: Sequence[Value]) -> tuple[Pair, ...]:
    """All pairs of these inputs that the claim says something about."""
    found = [accepted(claim, each) for each in inputs]
    if len({*map(canonical, found)}) < len(found):
        raise Refused(Reason.REPEATED, "an input is given twice", "each input once")
    if len(found) > MOST_LISTED:
        raise Refused(Reason.TOO_LARGE, f"{len(found)} inputs", f"at most {MOST_LISTED}")
    kept = [Pair(one, other) for one, other in combinations(found, 2) if promised(claim, one, other)]
    if not kept:
        raise Refused(Reason.MISSING, "no two of the inputs are a pair", "two inputs that are neighbours")
    return tuple(kept)


def promised(claim: Claim, one: Value, other: Value) -> bool:
    """Whether the claim says something about two inputs."""
    if claim.mechanism is None:
        return True
    read = claim.mechanism.secrets.read
    return claim.mechanism.neighbours(claim.level, read(one), read(other))


def possible(claim: Claim) -> tuple[int | None, int | None]:
    """How many inputs a mechanism has, and how many pairs of them it promises something about, where that is known."""
    known = None if claim.mechanism is None else listed(claim.mechanism)
    if known is None:
        return None, None
    if len(known) > MOST_INPUTS:
        return len(known), None
    return len(known), sum(promised(claim, one, other) for one, other in combinations(known, 2))


def listed(mechanism: AnyMechanism) -> list[Value] | None:
    """All inputs of a mechanism; None where they are too many to count."""
    try:
        found = [*islice(mechanism.secrets, MOST_COUNTED + 1)]
    except Refused as refusal:
        if refusal.reason is not Reason.TOO_MANY_OUTCOMES:
            raise
        return None
    return None if len(found) > MOST_COUNTED else [*map(mechanism.secrets.write, found)]


def changed(mechanism: AnyMechanism, pair: Pair) -> list[Value]:
    """Some inputs: both of a pair, mixtures of their texts, and texts with other numbers in them."""
    random, secrets = Random(0), mechanism.secrets  # noqa: S311  (always the same inputs)
    texts = [to_text(secrets, secrets.read(each)) for each in pair.sides()]
    found = dict(zip(texts, pair.sides(), strict=True))
    for attempt in range(ATTEMPTS):
        one, other = random.sample([*found], 2)
        mixed = "".join(random.choice(each) for each in zip(one, other, strict=False))
        text = NUMBERS.sub(lambda _: str(random.randrange(2 ** random.randrange(1, 12))), mixed)
        with suppress(Refused):
            found.setdefault(text := (mixed if attempt % 2 else text), json_of(secrets, text))
        if len(found) == FEW:
            break
    return [*found.values()]


def worst(claim: Claim) -> Pair:
    """The mechanism's most revealing pair."""
    if claim.mechanism is None:
        raise Refused(Reason.MISSING, "nothing is known of the inputs of a black box", "a pair of inputs")
    if claim.worst is None:
        raise Refused(Reason.MISSING, f"{claim.name} has too many pairs to look through", "a pair of inputs")
    pair = Pair(*map(claim.mechanism.secrets.write, (claim.worst.likely, claim.worst.unlikely)))
    confused(claim, claim.mechanism, pair)
    return pair


def accepted(claim: Claim, given: Value) -> Value:
    """An input, in the one way in which a mechanism writes it."""
    if claim.mechanism is None:
        return given
    secrets = claim.mechanism.secrets
    return value(secrets.write(secrets.read(given)))


def confused(claim: Claim, mechanism: AnyMechanism, pair: Pair) -> None:
    """Refuse a pair that the claim says nothing about."""
    one, other = map(mechanism.secrets.read, pair.sides())
    if not mechanism.neighbours(claim.level, one, other):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{claim.name} promises nothing about {pair.one} and {pair.other} at {claim.level} level",
            "a pair of neighbours",
        )
