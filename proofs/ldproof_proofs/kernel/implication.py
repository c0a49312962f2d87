"""Implications: from named hypotheses, by a chain of steps, to a relation between terms."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Protocol

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.anchors import Anchor
from ldproof_proofs.kernel.combination import Combination
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, Facts, always, frozen, premises
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.near_misses import at_place
from ldproof_proofs.kernel.relations import Point, Relation, Sign, Undefined, obligations, placed, value_at
from ldproof_proofs.kernel.shapes import Shape
from ldproof_proofs.kernel.strictly import flaw
from ldproof_proofs.kernel.theorem import Claim, Evidence, Mutant, Question, Strength, Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import write, write_names, write_step


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a symbol stands for: a symbol of a claim's reading, where the claim's other symbols are these terms."""

    symbol: str
    where: tuple[tuple[str, Term], ...]
    says: Relation
    """What that claim says: another claim of that name may be about something else."""
    row: bool = False
    """Whether it is an entry of an induction's rows, which there may be none of: after 1/2 rounds, say."""

    def __str__(self) -> str:
        where = ", ".join(f"{name} = {value}" for name, value in self.where if str(value) != name)
        return f"{self.symbol} at {where}" if where else self.symbol

    def put(self, values: Mapping[str, Term]) -> "Meaning":
        """Its meaning with terms in the place of symbols: a probability of d or more is not one of 1 or more."""
        where = tuple((name, each.substitute(dict(values))) for name, each in self.where)
        return replace(self, where=where)


PLACES = ("t", "k")
"""An induction's number of rounds and index, in the places of its rows."""
Meanings = Mapping[str, frozenset[Meaning]]
"""What symbols stand for, as those say in whose readings they are."""


@dataclass(frozen=True, slots=True)
class Known:
    """A fact that is no hypothesis: it always holds, or it is a theorem's goal with terms for its symbols."""

    source: "Always | Theorem"
    arguments: tuple[Term, ...] = ()
    values: Mapping[str, Term] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen(self.values))

    @property
    def relation(self) -> Relation:
        """What it says."""
        if isinstance(self.source, Always):
            return always(self.source, *self.arguments)
        claim = implication(self.source)
        renamed = [self.values.get(name, Symbol(name)) for name in claim.stands]
        for name, value in zip(claim.stands, renamed, strict=True):
            if value.operator != "symbol":
                raise NotProved(f"{claim.name}: {name} stands for something, and not for {value}")
        if len(set(renamed)) < len(renamed):
            raise NotProved(f"{claim.name}: two symbols that stand for different things become one")
        return claim.goal.substitute(self.values)

    @property
    def stands(self) -> frozenset[str]:
        """The symbols in it that stand for what its source's reading says."""
        if isinstance(self.source, Always):
            return frozenset()
        claim = implication(self.source)
        return frozenset(str(self.values.get(name, Symbol(name))) for name in claim.stands)

    @property
    def meanings(self) -> Meanings:
        """What the symbols in it stand for."""
        if isinstance(self.source, Always):
            return {}
        return {
            str(self.values.get(name, Symbol(name))): frozenset(each.put(self.values) for each in found)
            for name, found in implication(self.source).meanings.items()
        }

    @property
    def premises(self) -> tuple[Relation, ...]:
        """What must be at hand before it may be used."""
        if isinstance(self.source, Always):
            return premises(self.source, *self.arguments)
        return tuple(given.substitute(self.values) for given in implication(self.source).given.values())


CONCLUSIONS: dict[type, Callable[[Claim], "Implication"]] = {}
"""What the kinds of claims that are no implications say as one, where they serve as lemmas."""


def implication(theorem: Theorem) -> "Implication":
    """The implication that a theorem is, or that an induction says of its rows: nothing else serves as a lemma."""
    kind = type(theorem.claim) if type(theorem) is Theorem else None
    if kind is not None and kind in CONCLUSIONS:
        return CONCLUSIONS[kind](theorem.claim)
    if type(theorem) is not Theorem or type(theorem.claim) is not Implication:
        raise NotProved(f"{theorem.name} is no implication that was proved: it cannot be a lemma")
    return theorem.claim


def lemma(theorem: Theorem, **values: Term | int) -> Known:
    """A theorem with terms in the place of its symbols."""
    return Known(theorem, (), {name: term(value) for name, value in values.items()})


def by_name(theorems: Iterable[Theorem]) -> Mapping[str, Known]:
    """Lemmas under their own names."""
    return {theorem.name: lemma(theorem) for theorem in theorems}


def axiom(kind: Always, *arguments: Term) -> Known:
    """A fact that needs no hypothesis."""
    return Known(kind, arguments)


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a certificate: the sign, the next term, the reason in words, and why it is so."""

    sign: Sign
    to: Term
    reason: str
    because: Combination


@dataclass(frozen=True, slots=True)
class Shown:
    """A relation that is shown on the way, and cited by its name after that."""

    name: str
    relation: Relation
    because: Combination


@dataclass(frozen=True, slots=True)
class Axiom:
    """What always holds, and a proof uses beside what its claim knows."""

    name: str
    kind: str
    arguments: tuple[Term, ...]

    @property
    def known(self) -> Known:
        """The fact."""
        return Known(Always(self.kind), self.arguments)


@dataclass(frozen=True, slots=True)
class Chain:
    """A certificate: steps from the goal's left side to its right, after what they use and why every term is defined."""

    lines: tuple[Line, ...]
    shown: tuple[Shown, ...]
    slip: int = 0
    """Which near miss fails at the witness: the mutant of a claim that names none."""
    axioms: tuple[Axiom, ...] = ()

    @property
    def facts(self) -> Facts:
        """What always holds and what is shown on the way, by name."""
        return {
            **{each.name: each.known.relation for each in self.axioms},
            **{each.name: each.relation for each in self.shown},
        }

    @property
    def cited(self) -> frozenset[str]:
        """The names of the facts that its combinations use."""
        return frozenset[str]().union(
            *(each.because.cited for each in self.shown), *(line.because.cited for line in self.lines)
        )


@dataclass(frozen=True, slots=True)
class Citation:
    """A certificate that is somebody else's proof."""

    reference: str


Rule = Callable[[Relation, Facts], Combination]
"""What finds a combination for a relation, or raises NotProved."""


@dataclass(frozen=True, slots=True)
class Implication:
    """From what is given follows the goal."""

    name: str
    goal: Relation
    given: Facts = field(default_factory=dict)
    known: Mapping[str, Known] = field(default_factory=dict)
    witness: Point = field(default_factory=dict)
    mutant: Mutant | None = None
    anchors: tuple[Anchor[Term], ...] = ()
    reading: str = ""
    """What the symbols stand for, where their names do not say it."""
    short: Mapping[str, Term] = field(default_factory=dict)
    """Names by which a reader is shown long terms."""
    stands: tuple[str, ...] = ()
    """The symbols that stand for what the reading says: whoever uses the claim may rename them, and no more."""
    of_rows: bool = False
    """Whether they are entries of rows, as an induction says."""

    def __post_init__(self) -> None:
        for name in ("given", "known", "witness", "short"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    def owed(self, steps: Iterable[Term] = ()) -> tuple[Relation, ...]:
        """What must hold for every term of the claim and of its steps to be defined."""
        relations = (*self.facts.values(), self.goal)
        return obligations(*(side for each in relations for side in (each.left, each.right)), *steps)

    @property
    def facts(self) -> Facts:
        """Hypotheses and known facts by name."""
        return {**self.given, **{name: known.relation for name, known in self.known.items()}}

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """The theorems among the known facts."""
        return tuple(known.source for known in self.known.values() if isinstance(known.source, Theorem))

    @property
    def modelling(self) -> str:
        """What its reading says, unless it is a definition's that the goal is about; and which entries of rows it is of."""
        if self.anchors:
            return ""
        rows = [
            f"{name} is {each}"
            for name, found in sorted(self.inherited.items())
            for each in sorted(map(str, (each for each in found if each.row)))
        ]
        return f"{self.reading} ({'; '.join(rows)})" if rows else self.reading

    def statement(self, style: Style) -> str:
        """The goal, and from what it follows."""
        given = ", ".join(write(relation, style, self.short) for relation in self.given.values())
        condition = f"if {given} then " if given else ""
        reading = f"where {self.reading}: " if self.reading else ""
        return f"{reading}{write_names(self.short, style)}{condition}{write(self.goal, style, self.short)}"

    def check(self, certificate: object) -> Evidence:
        """Replay, and make sure that the claim could have failed."""
        self.check_witness()
        self.check_meanings()
        if isinstance(certificate, Citation) and self.reading and not self.symbols & {*self.stands}:
            raise NotProved(
                f"{self.name}: it is cited of what its reading says, and no symbol stands for that"
            )
        mutant = self.mutated(certificate)
        if mutant is None:
            raise NotProved(f"{self.name} has no mutant: nothing shows that its proof could fail")
        self.check_mutant(mutant)
        for each in self.anchors:
            self.check_anchor(each)
        if isinstance(certificate, Citation):
            refuse_damaged(self.name, certificate, Citation)
            return Evidence(Strength.CITED, "", (f"{self.name}: {certificate.reference}",))
        if isinstance(certificate, Shape):
            refuse_damaged(self.name, certificate, Shape)
            certificate.check(self.goal, self.given)
            return Evidence(Strength.PROVED)
        chain = self.replay(certificate)
        if accepts(chain, mutant.goal, {**self.facts, **chain.facts}):
            raise NotProved(f"{self.name}: the same steps prove its mutant {mutant.goal}")
        return Evidence(Strength.PROVED)

    def check_witness(self) -> None:
        """The hypotheses can all hold at once."""
        self.check_given(self.witness)

    def check_meanings(self) -> None:
        """What stands for something in a lemma stands for something here, and a reading says for what."""
        self.check_collisions()
        for fact, known in self.known.items():
            if lost := (known.stands & self.symbols).difference(self.stands):
                raise NotProved(
                    f"{self.name}: {', '.join(sorted(lost))} stands for something in {fact}, and for nothing here"
                )
        self.check_rows()
        if self.stands and not self.reading:
            raise NotProved(f"{self.name}: no reading says what {', '.join(self.stands)} stands for")

    def check_rows(self) -> None:
        """Whoever speaks of rows speaks of their entries, and the witness is where there may be such rows.

        For all entries of rows after t rounds: where these are not named, or t is no number of rounds, there are none,
        and what is so of all of them says nothing.
        """
        for fact, known in self.known.items():
            rows = {name: found for name, found in known.meanings.items() if any(each.row for each in found)}
            for name, found in rows.items():
                if name not in self.symbols:
                    raise NotProved(
                        f"{self.name}: {name} is an entry of rows in {fact}, and is not spoken of here"
                    )
                for at, count in (place for each in found if each.row for place in each.where):
                    if at in PLACES and not natural(count, self.witness):
                        raise NotProved(
                            f"{self.name}: at its witness {at} = {count} is no number of rounds and no index"
                        )
            if rows and not settled(known.relation, self.witness):
                raise NotProved(f"{self.name}: at its witness there are no such rows as {fact} is about")

    def check_collisions(self) -> None:
        """No symbol stands for one thing at two places, and for two things only where this claim's reading says so."""
        for name, found in self.inherited.items():
            things = {each.symbol for each in found}
            if len(things) < len(found):
                raise NotProved(f"{self.name}: {name} is {min(things)} at different places in what is known")
            if len(things) > 1 and name not in self.stands:
                raise NotProved(f"{self.name}: {name} stands for different things in what is known")

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols of the goal and of what is given."""
        return self.goal.symbols().union(*(relation.symbols() for relation in self.given.values()))

    @property
    def inherited(self) -> Meanings:
        """What symbols stand for in what is known."""
        return inherited(self.known)

    @property
    def meanings(self) -> Meanings:
        """What the symbols stand for: what they are in what is known, or else what the reading says."""
        inherited, said = self.inherited, self.symbols
        return {
            name: inherited.get(name)
            or frozenset(
                [
                    Meaning(
                        f"{name} of {self.name}",
                        tuple((o, Symbol(o)) for o in sorted(said - {name})),
                        self.goal,
                        self.of_rows,
                    )
                ]
            )
            for name in self.stands
            if name in said
        }

    def mutated(self, certificate: object) -> Mutant | None:
        """The false neighbour: its author's, or else the near miss that a chain names, at the witness."""
        if self.mutant is not None or type(certificate) is not Chain or type(certificate.slip) is not int:
            return self.mutant
        missed = at_place(self.goal, certificate.slip)
        return None if missed is None else Mutant(missed, self.witness)

    def check_mutant(self, mutant: Mutant) -> None:
        """The mutant fails at its point, where all hypotheses hold: exactly."""
        self.check_given(mutant.point)
        if not mutant.goal.negation().holds_at(mutant.point):
            raise NotProved(
                f"{self.name}: its mutant holds at the point that should refute it, or means nothing: {mutant.goal}"
            )

    def check_given(self, point: Point) -> None:
        """Every hypothesis holds at a point."""
        for name, relation in self.given.items():
            if not relation.holds_at(point):
                raise NotProved(f"{self.name}: at {dict(point)}, {name} does not hold: {relation}")

    def check_anchor(self, anchor: Anchor[Term]) -> None:
        """The goal is that the formula's value equals the definition's."""
        if self.goal.sign != "=" or {self.goal.left, self.goal.right} != {anchor.value, anchor.definition}:
            raise NotProved(f"{self.name}: the goal does not tie {anchor.formula} to its definition")
        if self.room() is None:
            where = " and ".join(map(str, self.given.values()))
            raise NotProved(f"{self.name}: {anchor.formula} is tied to its definition only where {where}")

    def room(self) -> Point | None:
        """A point near which all that is given holds, which is sought beside the witness; or None."""
        strict = [replace(each, sign="<") if each.sign == "<=" else each for each in self.given.values()]
        names = sorted({name for each in strict for name in each.symbols()})
        for steps in product((1, -1, 2, -2), repeat=len(names)):
            off = (Fraction(by, 1000 + place) for place, by in enumerate(steps))
            beside = {name: self.witness[name] + by for name, by in zip(names, off, strict=True)}
            point = {**self.witness, **beside}
            if all(each.sign != "=" and each.holds_at(point) for each in strict):
                return point
        return None

    def replay(self, certificate: object) -> Chain:
        """Check definedness, then step by step."""
        if not isinstance(certificate, Chain) or not certificate.lines:
            raise NotProved(f"{self.name}: {type(certificate).__name__} is no chain of steps")
        refuse_damaged(self.name, certificate, Chain)
        facts = self.facts
        taken = {name for relation in (*facts.values(), self.goal) for name in relation.symbols()}
        if shadowed := taken.intersection(self.short):
            raise NotProved(f"{self.name}: {', '.join(sorted(shadowed))} is a symbol and a short name")
        way = Way(self, certificate.axioms)
        for each in certificate.shown:
            way.check(each)
        if missing := way.missing(
            part for line in certificate.lines for part in (line.to, *line.because.multipliers())
        ):
            raise NotProved(f"{self.name}: nothing shows {missing[0]}")
        check_chain(certificate, self.goal, way.facts)
        return certificate

    def questions(self, certificate: object) -> tuple[Question, ...]:
        """Whether the goal follows, and its mutant does not."""
        if isinstance(certificate, Citation | Shape):
            return ()
        axioms = certificate.axioms if isinstance(certificate, Chain) else ()
        facts = {**self.facts, **{each.name: each.known.relation for each in axioms}}
        return (Question(self.name, facts, self.goal, self.mutated(certificate)),)

    def derivation(self, certificate: object, style: Style) -> str:
        """The chain, a line a step, each with its reason."""
        if isinstance(certificate, Citation):
            return f"cited: {certificate.reference}"
        if isinstance(certificate, Shape):
            return certificate.text(style)
        if not isinstance(certificate, Chain):
            return ""
        start = write(self.goal.left, style, self.short)
        used = (
            f"{write(each.relation, style, self.short)}   [{each.because.text()}]"
            for each in certificate.shown
            if each.name in certificate.cited
        )
        lines = (
            f"  {write_step(line.sign, line.to, style, self.short)}   [{line.reason}: {line.because.text()}]"
            for line in certificate.lines
        )
        return "\n".join([*used, start, *lines])


def settled(relation: Relation, point: Point) -> bool:
    """Whether it is true at a point, where numbers that are equal need not be rational."""
    sides = placed(relation.left, point), placed(relation.right, point)
    if relation.sign != "=" or any(each.symbols() for each in sides) or obligations(*sides):
        return relation.holds_at(point)
    return Field(sides).is_zero(sides[0] - sides[1])


def natural(expression: Term, point: Point) -> bool:
    """Whether a term is 0, 1, 2, ... at a point."""
    try:
        value = value_at(expression, point)
    except (ArithmeticError, Undefined):
        return False
    return value is not None and value.denominator == 1 and value >= 0


def inherited(known: Mapping[str, Known]) -> Meanings:
    """What symbols stand for in known facts."""
    found: dict[str, frozenset[Meaning]] = {}
    for fact in known.values():
        for name, each in fact.meanings.items():
            found[name] = found.get(name, frozenset()) | each
    return found


def refuse_meanings(name: str, known: Mapping[str, Known]) -> None:
    """NotProved where a lemma is about what its symbols stand for, of which the claim cannot speak."""
    for fact, each in known.items():
        if each.stands:
            raise NotProved(f"{name}: {', '.join(sorted(each.stands))} stands for something in {fact}")


def refuse_damaged(name: str, certificate: object, kind: object) -> None:
    """NotProved, unless every part of a certificate is what its class says."""
    if damage := flaw(certificate, kind):
        raise NotProved(f"{name}: its certificate is damaged: {damage}")


class Claiming(Protocol):
    """Whatever is shown from what is given and known."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def given(self) -> Facts:
        """The hypotheses by name."""
        ...

    @property
    def known(self) -> Mapping[str, Known]:
        """What is known besides."""
        ...

    def owed(self, steps: Iterable[Term] = ()) -> tuple[Relation, ...]:
        """What must hold for every term of it and of these steps to be defined."""
        ...


class Way:
    """What may be used so far: facts by their names, and what each waits for until it is shown.

    A known fact waits for its premises that are not at hand, and for what must hold where it is defined. What always
    holds does so where it is defined, and what follows from it is shown there alone: e^(log(-1)) = -1 and
    e^(log(-1)) > 0 show nothing of -1. A premise about numbers alone (0 <= 1, say, where a lemma's symbol is 1) holds
    or it does not.
    """

    def __init__(self, claim: "Claiming", axioms: Iterable[Axiom] = ()) -> None:
        if both := claim.given.keys() & claim.known.keys():
            raise NotProved(
                f"{claim.name}: {', '.join(sorted(both))} is given and known: two facts have one name"
            )
        self.name, self.facts, self._owed = claim.name, dict(claim.given), claim.owed
        self.settled: dict[Relation, None] = {}
        """What was shown, in its order."""
        self.waits = {name: needed(fact) for name, fact in claim.given.items()}
        self._leans = dict.fromkeys(claim.given.values(), frozenset[Relation]())
        for name, each in claim.known.items():
            self.know(name, each)
        for axiom in axioms:
            self.know(axiom.name, axiom.known)

    def know(self, name: str, fact: Known) -> None:
        """A known fact may be used once what it waits for is shown."""
        if name in self.facts:
            raise NotProved(f"{self.name}: two facts are named {name}")
        self.facts[name] = relation = fact.relation
        found = needed(relation)
        for premise in fact.premises:
            if premise in self._leans:
                found |= self._leans[premise]
            elif premise.symbols() or not premise.holds_at({}):
                found |= {premise}
        self.waits[name] = self._leans.setdefault(relation, found) | needed(relation)

    @property
    def usable(self) -> Facts:
        """The facts that are shown and defined: the only ones that may show the next one."""
        settled = self.settled.keys()
        return {name: fact for name, fact in self.facts.items() if self.waits[name] <= settled}

    def check(self, each: Shown) -> None:
        """Replay one relation, which then may be used."""
        owed = obligations(each.relation.left, each.relation.right, *each.because.multipliers())
        if missing := [owe for owe in owed if owe not in self.settled]:
            raise NotProved(f"{self.name}: what shows {each.relation} is not defined: {missing[0]}")
        each.because.check(each.relation, self.usable)
        self.enter(each.name, each.relation)

    def enter(self, name: str, relation: Relation) -> None:
        """A relation that is shown is a fact."""
        if name in self.facts:
            raise NotProved(f"{self.name}: two facts are named {name}")
        self.facts[name], self.waits[name] = relation, frozenset()
        self.settled[relation] = None

    def missing(self, steps: Iterable[Term] = ()) -> list[Relation]:
        """What must still be shown: all of the claim and of its steps is to be defined, and every premise to hold."""
        return [each for each in self.wanted(steps) if each not in self.settled]

    def wanted(self, steps: Iterable[Term] = ()) -> list[Relation]:
        """All that must be shown."""
        wanted = dict.fromkeys(self._owed(steps))
        wanted.update((each, None) for found in self.waits.values() for each in sorted(found, key=str))
        return [*wanted]


def needed(fact: Relation) -> frozenset[Relation]:
    """What must hold for a relation to be defined."""
    return frozenset(obligations(fact.left, fact.right))


def check_chain(chain: Chain, goal: Relation, facts: Facts) -> None:
    """Every step is a relation that its combination shows, and together they make the goal."""
    before = goal.left
    sign: Sign = "="
    for line in chain.lines:
        line.because.check(Relation(before, line.sign, line.to), facts)
        before, sign = line.to, joined(sign, line.sign)
    if before != goal.right or not implies(sign, goal.sign):
        raise NotProved(f"the steps lead to {goal.left} {sign} {before}, not to {goal}")


def accepts(chain: Chain, goal: Relation, facts: Facts) -> bool:
    """Whether the same steps, sent to another goal, would be believed."""
    *before, last = chain.lines
    diverted = Chain((*before, Line(last.sign, goal.right, last.reason, last.because)), ())
    try:
        check_chain(diverted, goal, facts)
    except NotProved:
        return False
    return True


def joined(one: Sign, other: Sign) -> Sign:
    """The sign of two steps in a row."""
    if "=" in (one, other):
        return other if one == "=" else one
    if "!=" in (one, other):
        raise NotProved("an inequation joins nothing but equations")
    return "<" if "<" in (one, other) else "<="


def implies(found: Sign, wanted: Sign) -> bool:
    """Whether a relation with one sign gives the one with another."""
    return found == wanted or (found, wanted) in {("=", "<="), ("<", "<="), ("<", "!=")}
