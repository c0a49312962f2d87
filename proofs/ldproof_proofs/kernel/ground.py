"""The rule `ground`: a finite list of relations between exact terms, recorded as data that anybody can decide again."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from ldproof.errors import Reason, Refused
from ldproof.numbers import Ball, Enclosure, Real, Term, apply_operator, ball, rational, sign
from ldproof.numbers.balls import current_precision
from ldproof.numbers.term import FUNCTIONS
from ldproof_proofs.kernel.anchors import check_tied
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import Ranged, once
from ldproof_proofs.kernel.relations import (
    Relation,
    Undefined,
    accords,
    at_most,
    identical,
    unknown,
    value_at,
)
from ldproof_proofs.kernel.strictly import flaw
from ldproof_proofs.kernel.theorem import AS_COUNTED, Claim, Evidence, Strength
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import write

Relations = Callable[[], Iterable[tuple[str, Relation]]]
"""Every case's name, and the relation that the code makes of it."""

MOST = 100_000
"""How many nodes of syntax trees one record may have: a few megabytes."""
FEW = 20
"""How many nodes a relation may have to be shown where it fails."""


@dataclass(frozen=True, slots=True)
class Record:
    """Relations as data: every subterm once, by the places of its arguments, and the sides of each case by theirs."""

    nodes: Sequence[tuple[str | int, ...]]
    cases: Sequence[tuple[str, int, str, int]]

    @property
    def digest(self) -> str:
        """SHA-256 of what is recorded."""
        return sha256(json.dumps([self.nodes, self.cases]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Ground(Ranged[Relation]):
    """Relations that the reference's code makes, each decided: of numbers exactly, of symbols as identities.

    Unlike cases of which only the code says whether they are so, these can be decided again by who has the record;
    what stays on trust is that the recorded terms are what the code gives, and that the words say what is recorded:
    so it is tested. If it has no words, its statement is its relations, which are few, short and without symbols: then
    it is computed.
    """

    kept: list[Record] = field(default_factory=list, init=False, repr=False, compare=False)
    """What the last check recorded, until somebody asks for it: the code runs for seconds."""
    stated: list[Relation] = field(default_factory=list, init=False, repr=False, compare=False)
    """What the last check decided, if it has no words: the code may say something else when it runs again."""

    def check(self, certificate: object) -> Evidence:
        """Make the record again, compare it with what was recorded, and decide every relation."""
        check_tied(self.name, self.anchors)
        if bool(self.says) != bool(self.scope):
            raise NotProved(f"{self.name}: words and a range are there together, or neither")
        if not self.says and self.values():
            raise NotProved(
                f"{self.name}: a statement without words is its relations, and has no values beside them"
            )
        made = [*once(self.name, self.cases())]
        known = Known()
        for case, relation in made:
            if damage := flaw(relation, Relation):
                raise NotProved(f"{self.name}: {case} is no relation: {damage}")
            if not holds(relation, known):
                raise NotProved(f"{self.name}: not so for {case}: {shown(relation)}")
            if not self.says and (relation.symbols() or is_long(relation)):
                raise NotProved(
                    f"{self.name}: {case} is no statement: it has symbols, or is too long to be read"
                )
        if all(relation.left is relation.right for _, relation in made):
            raise NotProved(
                f"{self.name}: it says nothing once it is recorded: both sides are always the same"
            )
        found = recorded(self.name, made)
        if certificate is not AS_COUNTED and certificate != (len(made), found.digest):
            raise NotProved(f"{self.name}: the certificate is of another record: {str(certificate)[:80]}")
        if all(holds(relation, known) for _, relation in once(self.name, self.mutant())):
            raise NotProved(f"{self.name}: every relation of its mutant is so too")
        self.kept[:] = [found]
        self.stated[:] = [] if self.says else [relation for _, relation in made]
        if self.says:
            return Evidence(Strength.TESTED, self.scope, cases=len(made), record=found.digest)
        return Evidence(Strength.COMPUTED, cases=len(made), record=found.digest)

    def statement(self, style: Style) -> str:
        """The words and their range; if there are none, the relations that were decided."""
        if self.says:
            return f"{self.says} ({self.scope})"
        stated = self.stated or [relation for _, relation in self.cases()]
        return "; ".join(write(relation, style) for relation in stated)

    def record(self) -> Record:
        """What there is to decide; who is handed it compares it with the certificate."""
        return self.kept.pop() if self.kept else recorded(self.name, once(self.name, self.cases()))

    def derivation(self, certificate: object, style: Style) -> str:  # noqa: ARG002
        """How many relations there are, and what is believed beside them."""
        count = certificate[0] if isinstance(certificate, tuple) else "some"
        return (
            f"{count} relations between exact terms, recorded and each of them decided; that the recorded terms are "
            "what the code gives is shown by running it"
        )


def recorded(name: str, cases: Iterable[tuple[str, Relation]]) -> Record:
    """The record of some cases."""
    places: dict[Term, int] = {}
    nodes: list[tuple[str | int, ...]] = []
    found: list[tuple[str, int, str, int]] = []

    def place(side: Term) -> int:
        if side not in places:
            for node in side.beyond(places):
                places[node] = len(nodes)
                nodes.append(node_record(node, [places[each] for each in node.arguments]))
        return places[side]

    for case, relation in cases:
        found.append((case, place(relation.left), relation.sign, place(relation.right)))
        if len(nodes) > MOST:
            raise NotProved(f"{name}: a record has {MOST} nodes at most; say it in several")
    return Record(nodes, found)


def node_record(node: Term, arguments: Sequence[int]) -> tuple[str | int, ...]:
    """A node: its operator, then a constant's value, a symbol's name, or its arguments' places, a power's exponent."""
    head = [node.head] if isinstance(node.head, int) else [str(node.head)] if node.head != "" else []
    return node.operator, *arguments, *head


def exactly(value: Real) -> Fraction:
    """The fraction that a number of the reference is, or NotProved."""
    if value.exact is None:
        raise NotProved("a number that should be a fraction is an enclosure")
    return value.exact


def encloses(case: str, found: Enclosure, what: Term) -> Iterable[tuple[str, Relation]]:
    """An irrational number lies between the decimals that the code gives."""
    yield f"{case}, from below", at_most(Fraction(found.lower), what)
    yield f"{case}, from above", at_most(what, Fraction(found.upper))


def shown(relation: Relation) -> str:
    """A relation for a reader, if it is short: shared subterms are written again and again."""
    return "a long relation" if is_long(relation) else str(relation)


def is_long(relation: Relation) -> bool:
    """Whether a relation is too long to be read."""
    return len(relation.slack.nodes()) > FEW


@dataclass(frozen=True, slots=True)
class Known:
    """What terms without symbols come to: relations share most of what they are made of."""

    fractions: dict[Term, Fraction | None] = field(default_factory=dict)
    """Where it takes field operations and minima alone; else None."""
    balls: defaultdict[int, dict[Term, Ball]] = field(default_factory=lambda: defaultdict(dict))
    """By the precision."""
    decided: dict[tuple[Term, str, Term], bool] = field(default_factory=dict)
    """Whether relations are so, by their parts: the same one may be made in many cases."""

    def fraction(self, number: Term) -> Fraction | None:
        """A term's value."""
        if number not in self.fractions:
            number.fold(rational, unknown, worked, self.fractions)
        return self.fractions[number]

    def ball(self, number: Term) -> Ball:
        """A ball around a term's value, at the precision that is set."""
        return number.fold(ball, unknown, around, self.balls[current_precision()])


def worked(node: Term, arguments: tuple[Fraction | None, ...]) -> Fraction | None:
    """A field operation, or the smaller of two."""
    if node.operator in FUNCTIONS and node.operator != "min":
        return None
    known = tuple([each for each in arguments if each is not None])
    return apply_operator(node, known) if len(known) == len(arguments) else None


def around(node: Term, arguments: tuple[Ball, ...]) -> Ball:
    """An operation on balls; of a base that has no value no power has one, though FLINT says that nan^0 is 1."""
    return apply_operator(node, arguments) if node.head != 0 else 1 + 0 * arguments[0]


def holds(relation: Relation, known: Known | None = None) -> bool:
    """Whether a relation is so: between numbers exactly or by balls that leave no doubt, else as an identity."""
    known, parts = known or Known(), (relation.left, relation.sign, relation.right)
    if parts not in known.decided:
        known.decided[parts] = decide(relation, known)
    return known.decided[parts]


def decide(relation: Relation, known: Known) -> bool:
    """Likewise, of one that is not decided yet."""
    try:
        if not relation.symbols():
            left, right = known.fraction(relation.left), known.fraction(relation.right)
            if left is not None and right is not None:
                return accords((right > left) - (right < left), relation.sign)
            if relation.sign != "=":
                return apart(relation, known)
            if value_at(relation.slack, {}) is not None:
                return relation.holds_at({})
    except (ZeroDivisionError, Undefined):
        return False
    except Refused as refusal:
        if refusal.reason is not Reason.UNDECIDED:
            raise
        raise NotProved(f"no precision decides {shown(relation)}") from None
    if relation.sign != "=":
        raise NotProved(f"only an identity may have symbols: {shown(relation)}")
    return identical(relation.left, relation.right)


def apart(relation: Relation, known: Known) -> bool:
    """Whether an inequality is so: where a ball around the difference has a sign, all that is in it is defined."""
    try:
        return accords(sign(lambda: known.ball(relation.right) - known.ball(relation.left)), relation.sign)
    except Refused:
        return relation.holds_at({})


@dataclass(frozen=True, slots=True)
class ByRecord:
    """The proof of a ground statement."""

    def certificate(self, claim: Claim) -> object:
        """What is recorded when it is checked."""
        if not isinstance(claim, Ground):
            raise NotProved(f"{claim.name} has no relations to record")
        return AS_COUNTED
