"""The rule `witness`: an exact point at which a printed claim fails."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ldproof.numbers import Term, enclose, term
from ldproof_proofs.kernel.anchors import Anchor, check_tied
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts, frozen
from ldproof_proofs.kernel.relations import Point, Relation, ball_at, value_at
from ldproof_proofs.kernel.theorem import Claim, Evidence, Question, Strength, Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import write, write_names

DIGITS = 12
"""How many digits of an irrational number a reader is shown."""
LONGEST = 60
"""A fraction that takes more letters is enclosed too."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A printed relation is false: here is a point where what it asks for holds and it does not."""

    name: str
    reading: str
    printed: Relation
    point: Point
    elsewhere: Point
    """A point where the printed relation is true: what refutes everything refutes nothing."""
    given: Facts = field(default_factory=dict)
    lemmas: tuple[Theorem, ...] = ()
    anchors: tuple[Anchor[object], ...] = ()
    short: Mapping[str, Term] = field(default_factory=dict)
    """Names for long terms, for a reader."""

    def __post_init__(self) -> None:
        for name in ("point", "elsewhere", "given", "short"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def modelling(self) -> str:
        """What its reading says, unless it is about what definitions give."""
        return "" if self.anchors else self.reading

    def statement(self, style: Style) -> str:
        """The point and the two numbers."""
        at = ", ".join(
            f"{name} = {value}" if len(str(value)) <= LONGEST else f"{name} {shown(term(value), {})}"
            for name, value in self.point.items()
        )
        return (
            f"{self.reading}: {write_names(self.short, style)}"
            f"at {at} the left side of {write(self.printed, style, self.short)} is "
            f"{shown(self.printed.left, self.point)} and the right side is {shown(self.printed.right, self.point)}"
        )

    def check(self, certificate: object) -> Evidence:
        """Evaluate both sides at both points."""
        check_tied(self.name, self.anchors)
        if certificate != "the point":
            raise NotProved(f"{self.name}: the certificate of a failure is its point")
        for place in (self.point, self.elsewhere):
            for name, relation in self.given.items():
                if not relation.holds_at(place):
                    raise NotProved(f"{self.name}: {name} does not hold at {dict(place)}")
        if not self.printed.negation().holds_at(self.point):
            raise NotProved(f"{self.name}: the printed claim is not false at the point")
        if not self.printed.holds_at(self.elsewhere):
            raise NotProved(f"{self.name}: the printed claim does not hold elsewhere either")
        return Evidence(Strength.PROVED)

    def questions(self, certificate: object) -> tuple[Question, ...]:  # noqa: ARG002
        """None: it is about a point."""
        return ()

    def derivation(self, certificate: object, style: Style) -> str:  # noqa: ARG002
        """Where the claim is true all the same."""
        at = ", ".join(f"{name} = {value}" for name, value in self.elsewhere.items())
        return f"both sides evaluated; the printed claim is not always false: it holds at {at}"


@dataclass(frozen=True, slots=True)
class ByPoint:
    """The proof of a failure."""

    def certificate(self, claim: Claim) -> object:
        """Nothing has to be found: the claim names its point."""
        if not isinstance(claim, Failure):
            raise NotProved(f"{claim.name} is not shown by a point")
        return "the point"


def shown(expression: Term, point: Point) -> str:
    """A value for a reader: exact, or enclosed where that is not known or nobody would read it."""
    exact = value_at(expression, point)
    if exact is not None and len(str(exact)) <= LONGEST:
        return str(exact)
    found = enclose(lambda: ball_at(expression, point), DIGITS)
    return f"between {found.lower} and {found.upper}"
