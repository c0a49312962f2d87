"""An implication in Coq: its statement, and its chain of steps replayed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ldproof.numbers import Symbol, Term
from ldproof_proofs.book.coq.algebra import Algebra
from ldproof_proofs.book.coq.combinations import Named, show
from ldproof_proofs.book.coq.facts import Known, Reading, Statement, known, unfinished
from ldproof_proofs.book.coq.reading import Shown, items, record, relation, relations, shown
from ldproof_proofs.book.coq.writing import conjunction, identifier, owed, related, sides
from ldproof_proofs.kernel.relations import Relation


class Replay:
    """A proof as it is written: facts by their names in Coq, and those that wait for what they presuppose."""

    def __init__(
        self,
        given: Mapping[str, Named],
        waiting: Mapping[str, Known],
        readings: Mapping[str, str],
        roots: Iterable[Term],
    ) -> None:
        self.lines: list[str] = []
        self.facts = dict(given)
        self._waiting = dict(waiting)
        self._readings = readings
        self._shown = {fact: name for name, fact in given.values()}
        self.algebra = Algebra(roots, self.lines)
        self._introduce()

    def replay(self, certificate: Iterable[Shown]) -> None:
        """Every relation, by what is given, known and shown before it."""
        for place, each in enumerate(certificate, 1):
            own = f"shown'{place}"
            show(own, each.relation, each.why, self.facts, self.algebra)
            self.facts[each.name] = own, each.relation
            self._shown.setdefault(each.relation, own)
            self._introduce()

    def shown(self, found: Relation) -> str | None:
        """A proof of what is shown already, or is about numbers alone."""
        if found in self._shown:
            return self._shown[found]
        return None if found.symbols() else unfinished(found)

    def _introduce(self) -> None:
        """Known facts, as soon as what they presuppose is at hand."""
        for name, fact in [*self._waiting.items()]:
            needed = [self._readings.get(str(each)) for each in fact.readings]
            proofs = [*needed, *map(self.shown, fact.premises)]
            found = [each for each in proofs if each is not None]
            if len(found) < len(proofs):
                continue
            del self._waiting[name]
            own = f"known'{len(self.facts) + 1}"
            self.lines.append(f"pose proof ({fact.proof(found)}) as {own}.")
            self.facts[name] = own, fact.relation
            self._shown.setdefault(fact.relation, own)


@dataclass(frozen=True, slots=True)
class Claim:
    """An implication with its certificate, by itself or as a part of an induction."""

    name: str
    given: Mapping[str, Relation]
    known: Mapping[str, Known]
    goal: Relation
    certificate: object
    also: tuple[Term, ...] = ()
    """Terms that are to be defined besides."""

    @property
    def statement(self) -> Statement:
        """What others may apply."""
        stated = sides([*self.given.values(), self.goal])
        readings = {str(each): each for fact in self.known.values() for each in fact.readings}.values()
        names = {symbol for part in (*stated, *self.also) for symbol in part.symbols()}
        names |= {symbol for each in readings for part in each.arguments for symbol in part.symbols()}
        return Statement(
            self.name,
            tuple(sorted(names)),
            tuple(readings),
            tuple(self.given.values()),
            (),
            self.goal,
            tuple(owed([*stated, *self.also])),
        )

    def proof(self) -> str:
        """The statement and its proof."""
        found, chain = self.statement, shown(self.certificate)
        *before, last = chain
        goal = replace(self.goal, sign=last.relation.sign)  # of a near miss; Coq refuses another sign
        chain = (*before, replace(last, relation=goal))
        given = {name: (f"given'{place}", fact) for place, (name, fact) in enumerate(self.given.items(), 1)}
        readings = {str(each): f"reading'{place}" for place, each in enumerate(found.readings, 1)}
        roots = sides([self.goal, *self.given.values(), *found.defined])
        roots += sides(each for fact in self.known.values() for each in (fact.relation, *fact.premises))
        for each in chain:
            roots += [each.relation.left, each.relation.right, *each.why.multipliers()]
        others = {symbol for root in roots for symbol in root.symbols()} - {*found.symbols}
        replay = Replay(given, self.known, readings, roots)
        replay.replay(chain)
        introduced = [
            *map(identifier, found.symbols),
            *readings.values(),
            *(name for name, _ in given.values()),
        ]
        lines = [theorem(found), "Proof."]
        lines += [f"intros {' '.join(introduced)}."] if introduced else []
        lines += [f"destruct (generator 0) as [{identifier(each)} _]." for each in sorted(others)]
        lines += replay.lines
        lines += ["split; [repeat split; evident |]."] if found.defined else []
        return "\n".join([*lines, f"exact shown'{len(chain)}.", "Qed."])


def claim(name: str, data: Mapping[str, object], statements: Mapping[str, Statement]) -> Claim:
    """The implication of an object."""
    return Claim(
        name,
        relations(data["given"]),
        known(data["known"], statements),
        relation(data["goal"]),
        data["certificate"],
    )


def theorem(found: Statement, keyword: str = "Theorem") -> str:
    """The statement as Coq reads it: where all that is given holds, all is defined and the goal holds."""
    facts = map(related, (*found.given, *found.presupposed))
    hypotheses = "".join(f"\n  {each} ->" for each in (*map(str, found.readings), *facts))
    conclusion = related(found.goal)
    if found.defined:
        conclusion = f"({conjunction(map(related, found.defined))}) /\\ {conclusion}"
    return f"{keyword} {found.name} : {quantified(found.symbols)}{hypotheses}\n  {conclusion}."


def quantified(names: Iterable[str]) -> str:
    """For all real numbers with these names."""
    listed = " ".join(map(identifier, names))
    return f"forall {listed} : R, " if listed else ""


def cite(name: str, data: Mapping[str, object]) -> tuple[Statement, str]:
    """A citation: an axiom about all numbers that are what its reading says, which a predicate stands for."""
    given, goal = relations(data["given"]), relation(data["goal"])
    names = tuple(sorted({symbol for side in sides([goal, *given.values()]) for symbol in side.symbols()}))
    readings: tuple[Reading, ...] = ()
    lines = list[str]()
    if any(record(each)["of"] == data["name"] for each in items(data["said"])):
        readings = (Reading(f"says_{name}", tuple(map(Symbol, names))),)
        lines.append(f"Parameter says_{name} : {' -> '.join(['R'] * len(names))} -> Prop.")
    defined = tuple(owed(sides([*given.values(), goal])))
    found = Statement(name, names, readings, tuple(given.values()), defined, goal, ())
    return found, "\n".join([*lines, theorem(found, "Axiom")])
