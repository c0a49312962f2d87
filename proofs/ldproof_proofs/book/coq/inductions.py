"""An induction in Coq: rounds as a list, rows made by the turn, and the parts glued over every list and every k."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.book.coq.chains import Claim, quantified, theorem
from ldproof_proofs.book.coq.facts import Known, Reading, Statement, known
from ldproof_proofs.book.coq.reading import items, record, relation, relations, term_of, terms, text
from ldproof_proofs.book.coq.writing import conjunction, identifier, owed, related, sides, written
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
        name = identifier(
            f"{self.name}_{role.replace(' at k = 0', '_first').replace(' at k >= 1', '_later')}"
        )
        return Claim(name, {**self.given, **more}, self.known, goal, found[role], tuple(also))

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

    def near_miss(self) -> "Rounds":
        """The same certificate with the first slip of the invariant that two rounds of each kind refute."""
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
        raise NotProved(f"{self.name}: no near miss fails")

    # In Coq ----------------------------------------------------------------------------------------------

    def row(self, row: str) -> str:
        """The function that gives a row's entries after some rounds."""
        return f"{self.name}_row_{identifier(row)}"

    def definitions(self) -> list[str]:
        """Rounds, their kinds, the start, the turn, the rows, and what is claimed of them."""
        name, rows = self.name, list(self.entries)
        fields = [f"{name}_silent : R", *(f"{name}_spoken_{identifier(row)} : R" for row in rows)]
        lines = [f"Record {name}_round := {name}_made {{ {'; '.join(fields)} }}."]
        shared = "".join(f" ({identifier(each)} : R)" for each in self.shared)
        given = "".join(
            f"{each} -> " for each in (*map(str, self.readings), *map(related, self.given.values()))
        )
        lines.append(f"Inductive {name}_kind{shared} : {name}_round -> Prop :=")
        for number, (silent, spoken) in enumerate(self.kinds):
            numbers = " ".join(written(each) for each in (silent, *(spoken[row] for row in rows)))
            own = self.applied(f"{name}_kind")
            lines.append(
                f"| {name}_kind_{number} : {quantified(self.changing)}{given}\n    {own} ({name}_made {numbers})"
            )
        lines[-1] += "."
        (start, start_later), (turn, turn_later) = self.recurrence("start"), self.recurrence("turn")
        if start.symbols() | start_later.symbols():
            raise NotProved(f"{name}: its start is about symbols")
        lines.append(
            f"Definition {name}_start (k : nat) : R :=\n  match k with O => {written(start)} | S _ => {written(start_later)} end."
        )
        lines.append(
            f"Definition {name}_turn (silent spoken : R) (row : nat -> R) (k : nat) : R :=\n  match k with\n"
            f"  | O => let entry := row O in {written(turn)}\n"
            f"  | S j' => let before := row j' in let entry := row (S j') in {written(turn_later)}\n  end."
        )
        for row in rows:
            turned = f"{name}_turn ({name}_silent round') ({name}_spoken_{identifier(row)} round') ({self.row(row)} rounds)"
            lines.append(
                f"Fixpoint {self.row(row)} (rounds : list {name}_round) : nat -> R :=\n"
                f"  match rounds with [] => {name}_start | round' :: rounds => {turned} end."
            )
        lines.append(
            f"Definition {name}_says{shared} (rounds : list {name}_round) (k' : nat) : Prop :=\n  {self.claimed()}."
        )
        return lines

    def claimed(self) -> str:
        """The invariant in Coq's words, and that it is defined."""
        names = {"t": "INR (length rounds)", "k": "INR k'", self.powers[0]: f"{written(self.base)} ^ k'"}
        for row, entries in self.entries.items():
            for offset in range(self.reach + 1):
                names[entries[offset]] = f"{self.row(row)} rounds {'(S ' * offset}k'{')' * offset}"
        if self.invariant.symbols() - {*names} & self.own:
            raise NotProved(f"{self.name}: its invariant looks at other powers")

        def named(symbol: str) -> str:
            return f"({names[symbol]})" if symbol in names else identifier(symbol)

        defined = conjunction(related(each, named) for each in owed(sides([self.invariant])))
        return f"({defined}) /\\ {related(self.invariant, named)}"

    def applied(self, function: str) -> str:
        """A function of what all rounds share."""
        return " ".join([function, *map(identifier, self.shared)])

    def instance(
        self, part: Claim, place: Place, values: Mapping[str, str], proofs: Mapping[str, str]
    ) -> str:
        """A part's goal for some values of its symbols, from proofs of what is given in it."""
        found = part.statement
        names = {"t": "(INR (length rounds))", "k": "(INR (S j'))", "G": f"({written(self.base)} ^ j')"}
        for row, entries in self.entries.items():
            for offset, symbol in entries.items():
                if offset + place.later >= 0:
                    names[symbol] = f"({self.row(row)} rounds {place.entry(offset)})"
        own = {**names, **values}
        arguments = [own.get(symbol, identifier(symbol)) for symbol in found.symbols]
        shown = [*map(str, found.readings), *part.given]
        return " ".join([found.name, *arguments, *(proofs[name] for name in shown)])

    def proof(self) -> str:
        """Everything: definitions, parts, and the theorem for every list of rounds and every k."""
        parts = self.parts()
        lines = [*self.definitions(), *(part.proof() for part in parts.values())]
        symbols = [*self.shared, *self.changing]
        given = {str(each): f"reading'{place}" for place, each in enumerate(self.readings, 1)}
        given |= {name: f"given'{place}" for place, name in enumerate(self.given, 1)}
        always = given | {
            "t >= 0": "(pos_INR (length rounds))",
            "k >= 1": "(at_least_1 j')",
            "G > 0": "(pow_lt _ j' base)",
        }
        stated = self.presupposed()
        start = f"forall {' '.join(map(identifier, symbols))} : R, " if symbols else ""
        rounds = f"forall rounds, Forall ({self.applied(f'{self.name}_kind')}) rounds -> forall k',"
        introduced = " ".join([*map(identifier, symbols), *given.values()])
        opening = [
            "Proof.",
            f"intros {introduced}." if introduced else "",
            f"assert (base : 0 < {written(self.base)}) by exact ({goal(parts['powers'])}({self.instance(parts['powers'], PLACES[0], {}, always)})).",
            "intros rounds valid; induction valid as [| round' rounds kind' valid known]; intro k'.",
        ]
        renamed = " | ".join(
            " ".join(
                [
                    *(f"{identifier(each)}_own" for each in self.changing),
                    *(f"{each}_own" for each in given.values()),
                ]
            )
            for _ in self.kinds
        )
        split = f"- destruct kind' as [{renamed}]; destruct k' as [| j']."
        own = {symbol: f"{identifier(symbol)}_own" for symbol in self.changing}
        turn = always | {name: f"{proof}_own" for name, proof in given.items()}
        signs = (
            {row: f"{self.name}_nonnegative_{identifier(row)}" for row in self.entries}
            if self.nonnegative
            else {}
        )
        for row, name in signs.items():
            lines += [f"Lemma {name} : {start}{stated}\n  {rounds} 0 <= {self.row(row)} rounds k'.", *opening]
            lines += ["- destruct k'; simpl; evident.", split]
            for number, _ in enumerate(self.kinds):
                for place in PLACES:
                    part = parts[f"sign {number} of {row} at {place.label}"]
                    proofs = turn | {
                        each: f"(known {place.entry(at)})" for at, each in self.above_names(row, place)
                    }
                    lines.append(f"  + exact ({goal(part)}({self.instance(part, place, own, proofs)})).")
            lines.append("Qed.")
        lines += [
            f"Theorem {self.name} : {start}{stated}\n  {rounds} {self.applied(f'{self.name}_says')} rounds k'.",
            *opening,
        ]
        lines.append("- destruct k' as [| j'].")
        for place in PLACES:
            part = parts[f"base at {place.label}"]
            first = {"t": "(INR 0)"}
            lines.append(
                f"  + {self.concluded(part, place, self.instance(part, place, first, always | {'t >= 0': '(pos_INR 0)'}))}"
            )
        lines.append(split)
        for number, _ in enumerate(self.kinds):
            for place in PLACES:
                part = parts[f"step {number} at {place.label}"]
                proofs = turn | {
                    "invariant at k": self.known_at(place),
                    "invariant at k-1": self.known_at(place, 1),
                }
                for row, name in signs.items():
                    shown = " ".join([name, *map(identifier, symbols), *given.values(), "rounds valid"])
                    proofs |= {
                        each: f"({shown} {place.entry(at)})" for at, each in self.above_names(row, place)
                    }
                lines.append(f"  + {self.concluded(part, place, self.instance(part, place, own, proofs))}")
        return "\n".join([*(line for line in lines if line), "Qed."])

    def presupposed(self) -> str:
        """What is said and given of a round, as hypotheses."""
        return "".join(
            f"\n  {each} ->" for each in (*map(str, self.readings), *map(related, self.given.values()))
        )

    @property
    def conclusion(self) -> Statement | None:
        """What others may apply: the invariant, of numbers that are those of some rounds."""
        if self.invariant.symbols() & {*self.powers.values()}:
            return None
        rows = [entries[at] for entries in self.entries.values() for at in range(self.reach + 1)]
        names = [*self.shared, *(each for each in ("t", "k", *rows) if each in self.invariant.symbols())]
        given = [fact for fact in self.given.values() if fact.symbols() <= {*self.shared}]
        says = Reading(f"rows_{self.name}", tuple(map(Symbol, names)))
        return Statement(
            f"{self.name}_of_rows",
            tuple(names),
            (says,),
            tuple(given),
            (),
            self.invariant,
            tuple(owed(sides([self.invariant]))),
        )

    def concluding(self, found: Statement) -> list[str]:
        """That statement: what it is to be those rows' numbers, and the theorem for these."""
        (says,) = found.readings
        entries = {
            entries[at]: f"{self.row(row)} rounds {'(S ' * at}k'{')' * at}"
            for row, entries in self.entries.items()
            for at in range(self.reach + 1)
        }
        own = {"t": "INR (length rounds)", "k": "INR k'", **entries}
        bound = "".join(f" ({identifier(each)} : R)" for each in found.symbols)
        changing = " ".join(map(identifier, self.changing))
        facts = [*map(str, self.readings), *map(related, self.given.values())]
        facts.append(f"Forall ({self.applied(f'{self.name}_kind')}) rounds")
        facts += [f"{identifier(name)} = {own[name]}" for name in found.symbols if name in own]
        start = f"exists {changing} : R, " if changing else ""
        named = [f"fact'{place}" for place, _ in enumerate(facts)]
        shown = " ".join(
            [*map(identifier, [*self.shared, *self.changing]), *named[: len(self.readings) + len(self.given)]]
        )
        valid = named[len(self.readings) + len(self.given)]
        inner = ", ".join([*map(identifier, self.changing), "rounds", "k'"]).split(", ")
        opened = "".join(f"[{each} " for each in inner)
        return [
            f"Definition {says.predicate}{bound} : Prop :=\n  {start}exists rounds k', {conjunction(facts)}.",
            theorem(found),
            "Proof.",
            f"intros {' '.join(map(identifier, found.symbols))} {opened}({' & '.join(named)}){']' * len(inner)}; intros.",
            f"subst {' '.join(identifier(name) for name in found.symbols if name in own)}.",
            f"exact ({'' if found.defined else 'proj2 '}({self.name} {shown} rounds {valid} k')).",
            "Qed.",
        ]

    def above_names(self, row: str, place: Place) -> list[tuple[int, str]]:
        """The names of the facts that entries are not below 0."""
        seen = range(-1 if place.later else 0, self.reach + 1)
        return [(at, f"{self.symbol(row, at)} >= 0") for at in seen]

    def power(self, lemma: str) -> str:
        """A lemma about the next power, where the invariant is about powers."""
        return f"({lemma} {written(self.base)} j')" if self.powers[0] in self.invariant.symbols() else ""

    def known_at(self, place: Place, back: int = 0) -> str:
        """The invariant before the round, as the parts write it."""
        lemma = self.power("power_same" if back else "power_next") if place.later else ""
        power = f"rewrite <- {lemma}; " if lemma else ""
        k = "rewrite ?k_before; " if back else ""
        return f"ltac:({k}{power}exact (proj2 (known {place.entry(-1 if back else 0)})))"

    def concluded(self, part: Claim, place: Place, instance: str) -> str:
        """What is claimed, from the part that says so."""
        lemma = self.power("power_next") if place.later else ""
        power = f"rewrite {lemma}; " if lemma else ""
        first = "destruct shown as [defined shown]; " if part.statement.defined else ""
        return (
            f"pose proof ({instance}) as shown; {first}unfold {self.name}_says; "
            f"split; [all_of |]; rewrite ?length_next; {power}exact shown."
        )


def goal(part: Claim) -> str:
    """What takes a part's goal from it."""
    return "proj2 " if part.statement.defined else ""
