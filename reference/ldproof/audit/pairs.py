"""Pairs of inputs that a program promises to confuse."""

from collections.abc import Sequence
from dataclasses import dataclass

from ldproof.audit.claims import Claim
from ldproof.catalogue import AnyMechanism
from ldproof.programs import Value, canonical, value
from ldproof.rejections import Reason, Refused


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
