"""The rule `induction`: over the rounds of a recurrence on rows, whose step is the running code's own line.

A row is a sequence indexed by k = 0, 1, ...; a round makes the next row from the last. What is claimed after
every number of rounds and for every k is an invariant. Its base and its step become implications about
symbols, on which the code's own `start` and `turn` are run; `G` stands for base^(k-1) in them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.anchors import Anchor, check_tied
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, Facts, frozen
from ldproof_proofs.kernel.implication import CONCLUSIONS, Chain, Implication, Known, inherited
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Derivation, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, placed
from ldproof_proofs.kernel.rows import (
    COUNT,
    INDEX,
    LONG,
    POWER,
    Invariant,
    Row,
    Turn,
    asked,
    at_least_0,
    check_uniform,
    one_back,
    power_symbol,
    row_from,
    symbol_row,
    where,
)
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.strictly import flaw
from ldproof_proofs.kernel.theorem import Claim, Evidence, Question, Strength, Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.uniform import alike, apart
from ldproof_proofs.kernel.writing import write, write_names


@dataclass(frozen=True, slots=True)
class Round:
    """A kind of round: the two numbers that its step takes, the second one per row."""

    silent: Term
    spoken: Mapping[str, Term]

    def __post_init__(self) -> None:
        object.__setattr__(self, "spoken", frozen(self.spoken))


@dataclass(frozen=True, slots=True)
class Induction:
    """For every number of rounds, each of one of these kinds, and every k >= 0: the invariant."""

    name: str
    reading: str
    start: Callable[[Term, int], list[Term]]
    turn: Turn
    kinds: tuple[Round, ...]
    invariant: Invariant
    mutant: Invariant
    """A false neighbour: it fails in the run of the example."""
    example: Point
    """Values for the symbols of the rounds; the run has a round of every kind."""
    given: Facts
    known: Mapping[str, Known] = field(default_factory=dict)
    base: Term = field(default_factory=lambda: term(1))
    short: Mapping[str, Term] = field(default_factory=dict)
    """Names by which a reader is shown long terms."""
    reach: int = 0
    """The largest offset from k at which the invariant looks."""
    nonnegative: bool = False
    """Whether the steps also use that no entry is below 0, which then is shown too."""
    anchors: tuple[Anchor[object], ...] = ()

    def __post_init__(self) -> None:
        for name in ("example", "given", "known", "short"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """The theorems that its steps use."""
        return tuple(known.source for known in self.known.values() if isinstance(known.source, Theorem))

    @property
    def modelling(self) -> str:
        """Nothing: its reading says what the code computes, which is run."""
        return ""

    def statement(self, style: Style) -> str:
        """The invariant, for all t and k."""
        given = ", ".join(write(relation, style, self.short) for relation in self.given.values())
        places, goal = self.shown()
        condition = f"if {given} then " if given else ""
        names = write_names(self.short, style)
        return f"{self.reading}: {names}{condition}for all {places}: {write(goal, style, self.short)}"

    def general_statement(self) -> Relation:
        """The invariant at any t and k."""
        return self.said(self.invariant, COUNT, INDEX, self._symbol_rows(), self._power(INDEX))

    def shown(self, taken: Collection[str] = ()) -> tuple[str, Relation]:
        """For what it holds, and the invariant, as readers get them: an index that plays no part is left out."""
        general = self.general_statement()
        names = {str(symbol_row(name)(0)): name for name in self.row_names}
        given = (fact.symbols() for fact in self.given.values())
        others = (general.symbols() - names.keys()).union(taken, *given)
        kept = others & (self.reserved() - COUNT.symbols()).union(names.values())
        if kept or not apart(self.start, self.turn):
            return "t >= 0 and k >= 0", general
        return "t >= 0", general.substitute({long: Symbol(name) for long, name in names.items()})

    def said(self, invariant: Invariant, t: Term, k: Term, rows: Mapping[str, Row], power: Row) -> Relation:
        """What an invariant says of t rounds, an index and the entries near it."""
        general = asked(invariant, self.row_names, self.reach)
        if damage := flaw(general, Relation):
            raise NotProved(f"{self.name}: its invariant is no relation: {damage}")
        powers = {str(power_symbol(offset)): power(offset) for offset in range(-1, self.reach + 2)}
        values = {"t": t, "k": k} | powers
        occurring = general.symbols()
        for name, row in self._symbol_rows().items():
            entries = ((offset, str(row(offset))) for offset in range(self.reach + 1))
            values |= {symbol: rows[name](offset) for offset, symbol in entries if symbol in occurring}
        return general.substitute(values)

    def reserved(self) -> frozenset[str]:
        """The symbols that belong to the induction: nothing may be given about them."""
        entries = (
            str(symbol_row(name)(offset)) for name in self.row_names for offset in range(-1, self.reach + 2)
        )
        powers = (str(power_symbol(offset)) for offset in range(-1, self.reach + 2))
        return frozenset(("t", "k", "G", *entries, *powers))

    @property
    def shared(self) -> frozenset[str]:
        """The symbols that are the same in all rounds: the invariant's and the base's."""
        return (self.general_statement().symbols() | self.base.symbols()) - self.reserved()

    @property
    def conclusion(self) -> Implication:
        """The invariant, where the rows' entries stand for those at a place k after t rounds, as the reading says.

        What is given of all rounds alike is asked for; what is given of each round is a part of what the rows are.
        """
        goal = self.general_statement()
        entries = (goal.symbols() & self.reserved()) - COUNT.symbols() - INDEX.symbols()
        if not entries:
            raise NotProved(f"{self.name}: what is not about its rows is no lemma")
        if POWER.symbols() & entries:
            raise NotProved(f"{self.name}: what is about powers of k is no lemma")
        return Implication(
            self.name,
            goal,
            {name: fact for name, fact in self.given.items() if fact.symbols() <= self.shared},
            reading=self.reading,
            short=self.short,
            stands=tuple(sorted(entries)),
            of_rows=True,
        )

    def check_symbols(self) -> None:
        """What is given, known and put in says nothing about t, k and the rows; what always holds may be about t."""
        facts = [*self.given.values(), *(known.relation for known in self.known.values())]
        always = [known.relation for known in self.known.values() if isinstance(known.source, Always)]
        terms = (self.base, *(part for kind in self.kinds for part in (kind.silent, *kind.spoken.values())))
        used = {
            name
            for fact in facts
            for name in fact.symbols() - (COUNT.symbols() if fact in always else frozenset())
        }
        if own := self.reserved() & used.union(*(each.symbols() for each in terms)):
            raise NotProved(
                f"{self.name}: {', '.join(sorted(own))} is the induction's own: nothing may be given of it"
            )

    def check_meanings(self) -> None:
        """What stands for something in a lemma is a round's own number, and stands for one thing: the reading says it."""
        for name, found in inherited(self.known).items():
            if name in self.shared or name in self.reserved():
                raise NotProved(
                    f"{self.name}: {name} stands for something in what is known, and is no round's own"
                )
            if len(found) > 1:
                raise NotProved(f"{self.name}: {name} stands for different things in what is known")
            if any(each.row for each in found):
                raise NotProved(f"{self.name}: {name} is an entry of other rows in what is known")

    def check(self, certificate: object) -> Evidence:
        """Replay the base and the step; the example's run obeys the invariant and refutes the mutant."""
        if not isinstance(certificate, Mapping):
            raise NotProved(f"{self.name}: {type(certificate).__name__} is no certificate of an induction")
        check_tied(self.name, self.anchors)
        self.check_symbols()
        self.check_meanings()
        if any(isinstance(each, Chain) and each.axioms for each in certificate.values()):
            raise NotProved(
                f"{self.name}: what always holds is said to be known, and not in a part of its proof"
            )
        numbers = [(kind.silent, spoken) for kind in self.kinds for spoken in kind.spoken.values()]
        check_uniform(self.name, self.start, self.base, self.turn, numbers)
        for part in self.parts(self.invariant):
            part.check_witness()
            part.replay(certificate.get(part.name))
        run = list(self.run())
        if self.nonnegative and any(not at_most(0, entry).holds_at({}) for entry in self.start(self.base, 1)):
            raise NotProved(f"{self.name}: an entry is below 0 at the start")
        if not all(relation.holds_at({}) for relation in self.observed(self.invariant, run)):
            raise NotProved(f"{self.name}: the example's run breaks the invariant")
        if not any(relation.negation().holds_at({}) for relation in self.observed(self.mutant, run)):
            raise NotProved(f"{self.name}: the example's run does not refute the mutant")
        for mutated in self.parts(self.mutant):
            try:
                mutated.replay(certificate.get(mutated.name))
            except NotProved:
                return self._evidence()
        raise NotProved(f"{self.name}: the same steps prove its mutant")

    def _evidence(self) -> Evidence:
        """What a base and a step about k and its neighbours show: it is for all k if these are all alike."""
        if alike(self.start, self.turn):
            return Evidence(Strength.PROVED)
        return Evidence(Strength.TESTED, f"rows of up to {LONG} entries")

    def questions(self, certificate: object) -> tuple[Question, ...]:
        """What its parts ask."""
        return tuple(
            question for part in self.parts(self.invariant) for question in part.questions(certificate)
        )

    def derivation(self, certificate: object, style: Style) -> str:
        """The base and the step, part by part."""
        found = certificate if isinstance(certificate, Mapping) else {}
        return "\n".join(
            f"{part.name}: {part.statement(style)}\n{part.derivation(found.get(part.name), style)}"
            for part in self.parts(self.invariant)
        )

    def parts(self, invariant: Invariant) -> Iterator[Implication]:
        """The base and the step of every kind of round, at k = 0 and at k >= 1."""
        yield Implication(
            f"{self.name}: powers",
            below(0, self.base),
            *self._of_all_rounds(),
            self.example,
            short=self.short,
        )
        for k in (term(0), INDEX):
            yield self._base(invariant, k)
            for number, kind in enumerate(self.kinds):
                yield self._step(invariant, k, number, kind)
                if self.nonnegative:
                    yield from self._sign_steps(k, number, kind)

    def _base(self, invariant: Invariant, k: Term) -> Implication:
        row = self.start(self.base, self.reach + 1)
        ahead = int(bool(k.symbols()))
        rows = dict.fromkeys(self.row_names, row_from(row, -ahead))
        goal = self.said(invariant, term(0), k, rows, self._power(k))
        part = self._part(f"base at {where(k)}", k, goal, {}, {})
        given, known = self._of_all_rounds()
        own = {name: fact for name, fact in part.given.items() if name not in self.given}
        return replace(part, given={**given, **own}, known=known)

    def _of_all_rounds(self) -> tuple[Facts, Mapping[str, Known]]:
        """What is given of what all rounds share, and what always holds of it: before the first round there may be none."""
        shared = self.shared | COUNT.symbols()
        given = {name: fact for name, fact in self.given.items() if fact.symbols() <= shared}
        always = {name: known for name, known in self.known.items() if isinstance(known.source, Always)}
        return given, {name: known for name, known in always.items() if known.relation.symbols() <= shared}

    def _step(self, invariant: Invariant, k: Term, number: int, kind: Round) -> Implication:
        lowest, window = self._window(k)
        turned = {name: self.turn(row, kind.silent, kind.spoken[name]) for name, row in window.items()}
        rows, power = {name: row_from(row, lowest) for name, row in window.items()}, self._power(k)
        hypotheses = {"invariant at k": self.said(invariant, COUNT, k, rows, power)}
        if lowest < 0:
            shifted = {name: one_back(row) for name, row in rows.items()}
            hypotheses["invariant at k-1"] = self.said(invariant, COUNT, k - 1, shifted, one_back(power))
        if self.nonnegative:
            hypotheses |= at_least_0(entry for row in window.values() for entry in row)
        after = {name: row_from(row, lowest) for name, row in turned.items()}
        goal = self.said(invariant, COUNT + 1, k, after, power)
        return self._part(f"step {number} at {where(k)}", k, goal, hypotheses, self._values(window))

    def _sign_steps(self, k: Term, number: int, kind: Round) -> Iterator[Implication]:
        """An entry is at least 0 if it was, and the one before it; at the start all are 0 or 1."""
        lowest, window = self._window(k)
        for name, row in window.items():
            entry = row_from(self.turn(row, kind.silent, kind.spoken[name]), lowest)(0)
            values = self._values({name: row})
            yield self._part(
                f"sign {number} of {name} at {where(k)}", k, at_most(0, entry), at_least_0(row), values
            )

    def _window(self, k: Term) -> tuple[int, dict[str, list[Term]]]:
        """The lowest offset of the rows' entries that a step at k is about, and symbols for them."""
        lowest = -1 if k.symbols() else 0
        offsets = range(lowest, self.reach + 1)
        return lowest, {name: [symbol_row(name)(offset) for offset in offsets] for name in self.row_names}

    def _part(self, name: str, k: Term, goal: Relation, hypotheses: Facts, values: Point) -> Implication:
        given = {**self.given, **hypotheses, "t >= 0": at_most(0, COUNT)}
        if k.symbols():
            given |= {"k >= 1": at_most(1, k), "G > 0": below(0, POWER)}
        witness = {"k": 1, "G": 1, "t": len(self.kinds), **self.example, **values}
        return Implication(f"{self.name}: {name}", goal, given, self.known, witness, short=self.short)

    def run(self) -> Iterator[Mapping[str, Sequence[Term]]]:
        """The rows of the example, from the start through a round of every kind."""
        rows = {name: self.start(self.base, len(self.kinds) + self.reach + 1) for name in self.row_names}
        yield rows
        for kind in self.kinds:
            rows = {name: self.turn(row, kind.silent, kind.spoken[name]) for name, row in rows.items()}
            yield rows

    def observed(
        self, invariant: Invariant, run: Sequence[Mapping[str, Sequence[Term]]]
    ) -> Iterator[Relation]:
        """What an invariant says at every t and k of the example's run."""
        for t, rows in enumerate(run):
            for k in range(len(self.kinds) + 1):
                seen = {name: row_from(row, -k) for name, row in rows.items()}
                relation = self.said(invariant, term(t), term(k), seen, self._power_of(k))
                yield Relation(
                    placed(relation.left, self.example), relation.sign, placed(relation.right, self.example)
                )

    def _values(self, window: Mapping[str, Sequence[Term]]) -> Point:
        """The example's last rows as values for a window of symbols, with k = 1 where k is a symbol."""
        *_, last = self.run()
        return {
            str(entry): placed(last[name][place], self.example)
            for name, symbols in window.items()
            for place, entry in enumerate(symbols)
        }

    @property
    def row_names(self) -> tuple[str, ...]:
        """The names of the rows."""
        return tuple(self.kinds[0].spoken)

    def _symbol_rows(self) -> Mapping[str, Row]:
        return {name: symbol_row(name) for name in self.row_names}

    def _power(self, k: Term) -> Row:
        """base^(k + offset)."""
        return (lambda offset: POWER * self.base ** (offset + 1)) if k.symbols() else self._power_of(0)

    def _power_of(self, k: int) -> Row:
        return lambda offset: self.base ** (k + offset)


def concluded(claim: Claim) -> Implication:
    """What an induction says of its rows."""
    if not isinstance(claim, Induction):
        raise NotProved(f"{claim.name} is no induction")
    return claim.conclusion


CONCLUSIONS[Induction] = concluded
POWERS = at_once("powers of what is positive are positive", search)
SIGNS = at_once("a sum of products of what is at least 0", positivity)


@dataclass(frozen=True, slots=True)
class ByInduction:
    """The proof of an induction: how to show its base, and each kind's step at k = 0 and at k >= 1."""

    base: Derivation
    first: Sequence[Derivation]
    later: Sequence[Derivation]

    def certificate(self, claim: Claim) -> Mapping[str, Chain]:
        """The chains of all parts."""
        if not isinstance(claim, Induction):
            raise NotProved(f"{claim.name} is not shown by induction")
        signs = [SIGNS] * (len(claim.row_names) if claim.nonnegative else 0)
        proofs = [
            POWERS,
            *(
                proof
                for turns in (self.first, self.later)
                for proof in (self.base, *(each for turn in turns for each in (turn, *signs)))
            ),
        ]
        return {
            part.name: proof.chain(part, axioms=False)
            for part, proof in zip(claim.parts(claim.invariant), proofs, strict=True)
        }
