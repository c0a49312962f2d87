"""An induction's object, read: its rounds, the implications of its proof, and a near miss of what it claims."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.book.coq.chains import Claim
from ldproof_proofs.book.coq.facts import Known, Reading, Statement, known
from ldproof_proofs.book.coq.reading import items, record, relation, relations, term_of, terms, text
from ldproof_proofs.book.coq.writing import identifier, related, sides
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.near_misses import fails, near_misses
from ldproof_proofs.kernel.relations import Relation, at_most, below

T, K, G = map(Symbol, "tkG")
ZERO, ONE = term(0), term(1)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a row: k = 0, or k = j + 1 for some j."""

    label: str
    later: bool

    @property
    def k(self) -> Term:
        """k as a term of the parts."""
        return K if self.later else ZERO

    def entry(self, offset: int) -> str:
        """The number of an entry so far from k, as Coq writes it."""
        steps = offset + self.later
        return "(S " * steps + ("j'" if self.later else "O") + ")" * steps


PLACES = (Place("k = 0", later=False), Place("k >= 1", later=True))


@dataclass(frozen=True)
class Rounds:
    """An induction's object, read."""

    name: str
    data: Mapping[str, object]
    statements: Mapping[str, Statement]
    missed: Relation | None = None
    """A near miss of the invariant, to be tried in its place."""

    @cached_property
    def base(self) -> Term:
        """What the powers are powers of."""
        return term_of(self.data["base"])

    @cached_property
    def given(self) -> Mapping[str, Relation]:
        """What is so in every round."""
        return relations(self.data["given"])

    @cached_property
    def known(self) -> Mapping[str, Known]:
        """Known facts."""
        return known(self.data["known"], self.statements)

    @cached_property
    def readings(self) -> Sequence[Reading]:
        """What a round's own numbers are in the words of what is cited."""
        return list({str(each): each for fact in self.known.values() for each in fact.readings}.values())

    @property
    def presupposed(self) -> Sequence[str]:
        """What is said and given of a round, as Coq writes it."""
        return [*map(str, self.readings), *map(related, self.given.values())]

    @cached_property
    def invariant(self) -> Relation:
        """What is claimed after every round."""
        return self.missed or relation(self.data["invariant"])

    @cached_property
    def entries(self) -> Mapping[str, Mapping[int, str]]:
        """The symbols of each row's entries by their offsets from k."""
        rows = record(self.data["entries"])
        return {row: {int(at): text(name) for at, name in record(rows[row]).items()} for row in sorted(rows)}

    @cached_property
    def powers(self) -> Mapping[int, str]:
        """The symbols of the powers by their offsets from k."""
        return {int(at): text(name) for at, name in record(self.data["powers"]).items()}

    @cached_property
    def kinds(self) -> Sequence[tuple[Term, Mapping[str, Term]]]:
        """For each kind of round its two numbers, the second one for every row."""
        found = [record(each) for each in items(self.data["kinds"])]
        return [(term_of(each["silent"]), terms(each["spoken"])) for each in found]

    @cached_property
    def own(self) -> frozenset[str]:
        """The induction's own symbols."""
        names = [name for row in self.entries.values() for name in row.values()]
        return frozenset(["t", "k", "G", *self.powers.values(), *names])

    @cached_property
    def shared(self) -> list[str]:
        """The symbols that are the same in all rounds."""
        return sorted((self.invariant.symbols() | self.base.symbols()) - self.own)

    @cached_property
    def changing(self) -> list[str]:
        """The symbols that a round may have values of its own for."""
        numbers = [part for silent, spoken in self.kinds for part in (silent, *spoken.values())]
        stated = [
            *numbers,
            *sides(self.given.values()),
            *sides(each.relation for each in self.known.values()),
        ]
        return sorted({symbol for part in stated for symbol in part.symbols()} - {*self.shared} - self.own)

    @cached_property
    def of_all_rounds(self) -> tuple[Mapping[str, Relation], Mapping[str, Known]]:
        """What is given and known of what all rounds share: before the first one there may be none with numbers."""
        alike = {*self.shared, "t"}
        return (
            {name: fact for name, fact in self.given.items() if fact.symbols() <= alike},
            {
                name: fact
                for name, fact in self.known.items()
                if all(each.symbols() <= alike for each in (fact.relation, *fact.premises))
            },
        )

    @property
    def reach(self) -> int:
        """How far beyond k the invariant looks."""
        return max(max(row) for row in self.entries.values())

    @property
    def nonnegative(self) -> bool:
        """Whether no entry is below 0."""
        return self.data["nonnegative"] is True

    def recurrence(self, which: str) -> tuple[Term, Term]:
        """The start or the turn: at 0, and later."""
        found = record(self.data[which])
        return term_of(found["first"]), term_of(found["later"])

    def symbol(self, row: str, offset: int) -> Term:
        """An entry of a row after some rounds."""
        return Symbol(self.entries[row][offset])

    def says(
        self, t: Term, place: Place, entries: Mapping[str, Mapping[int, Term]], back: int = 0
    ) -> Relation:
        """The invariant after t rounds, so far back from k."""
        values = {"t": t, "k": place.k - ONE if back else place.k}
        for offset, name in self.powers.items():
            ahead = offset - back
            values[name] = G * self.base ** (ahead + 1) if place.later else self.base**ahead
        for row, names in self.entries.items():
            values |= {names[offset]: entries[row][offset - back] for offset in range(self.reach + 1)}
        return self.invariant.substitute(values)

    def turned(self, row: str, place: Place, kind: tuple[Term, Mapping[str, Term]]) -> dict[int, Term]:
        """A row's entries after one more round."""
        first, later = self.recurrence("turn")
        found = dict[int, Term]()
        for offset in range(self.reach + 1):
            values = {"entry": self.symbol(row, offset), "silent": kind[0], "spoken": kind[1][row]}
            if place.later or offset:
                found[offset] = later.substitute({**values, "before": self.symbol(row, offset - 1)})
            else:
                found[offset] = first.substitute(values)
        return found

    def part(
        self, role: str, more: Mapping[str, Relation], goal: Relation, also: Iterable[Term] = ()
    ) -> Claim:
        """One implication of the proof."""
        found = record(self.data["certificate"])
        if role not in found:
            raise NotProved(f"{self.name}: nothing shows its {role}")
        name = identifier(
            f"{self.name}_{role.replace(' at k = 0', '_first').replace(' at k >= 1', '_later')}"
        )
        given, facts = (self.given, self.known) if role.startswith(("step", "sign")) else self.of_all_rounds
        return Claim(name, {**given, **more}, facts, goal, found[role], tuple(also))

    def parts(self) -> dict[str, Claim]:
        """Every implication of the proof by its role."""
        found = {"powers": self.part("powers", {}, below(ZERO, self.base))}
        start = self.recurrence("start")
        here = {row: {at: self.symbol(row, at) for at in range(-1, self.reach + 1)} for row in self.entries}
        for place in PLACES:
            some = {"t >= 0": at_most(ZERO, T)}
            some |= {"k >= 1": at_most(ONE, K), "G > 0": below(ZERO, G)} if place.later else {}
            first = {at: start[1] if place.later or at else start[0] for at in range(self.reach + 1)}
            goal = self.says(ZERO, place, dict.fromkeys(self.entries, first))
            role = f"base at {place.label}"
            found[role] = self.part(role, some, goal, start)
            before = {"invariant at k": self.says(T, place, here)}
            before |= {"invariant at k-1": self.says(T, place, here, 1)} if place.later else {}
            above = {row: self.above(row, place) for row in self.entries}
            for row in self.entries if self.nonnegative else ():
                before |= above[row]
            for number, kind in enumerate(self.kinds):
                turned = {row: self.turned(row, place, kind) for row in self.entries}
                role = f"step {number} at {place.label}"
                also = [each for row in turned.values() for each in row.values()]
                found[role] = self.part(role, before | some, self.says(T + ONE, place, turned), also)
                for row in self.entries if self.nonnegative else ():
                    role = f"sign {number} of {row} at {place.label}"
                    found[role] = self.part(role, above[row] | some, at_most(ZERO, turned[row][0]))
        if set(found) != set(record(self.data["certificate"])):
            raise NotProved(f"{self.name}: it has other parts")
        return found

    def above(self, row: str, place: Place) -> dict[str, Relation]:
        """That no entry of a row is below 0."""
        seen = range(-1 if place.later else 0, self.reach + 1)
        return {f"{self.symbol(row, at)} >= 0": at_most(ZERO, self.symbol(row, at)) for at in seen}

    def near_miss(self) -> Self | None:
        """This certificate with the first slip of the invariant that two rounds of each kind refute, if one is."""
        witness = terms(self.data["witness"])
        start, turn = self.recurrence("start"), self.recurrence("turn")

        def entry(row: str, k: int, rounds: Sequence[tuple[Term, Mapping[str, Term]]]) -> Term:
            if not rounds:
                return start[k > 0]
            *before, (silent, spoken) = rounds
            values = {"entry": entry(row, k, before), "silent": silent, "spoken": spoken[row]}
            return turn[k > 0].substitute(values | ({"before": entry(row, k - 1, before)} if k else {}))

        rounds = [*self.kinds, *self.kinds]
        for missed in near_misses(self.invariant):
            for k in range(len(rounds)):
                at = {"t": term(len(rounds)), "k": term(k), self.powers[0]: self.base**k}
                for row, names in self.entries.items():
                    at |= {names[ahead]: entry(row, k + ahead, rounds) for ahead in range(self.reach + 1)}
                if fails(missed.substitute(at), witness):
                    return replace(self, name=f"{self.name}_mutant", missed=missed)
        return None
