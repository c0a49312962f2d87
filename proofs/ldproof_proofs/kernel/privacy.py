"""Privacy as a definition: LDP(mechanism, E) over finite laws, for all neighbouring inputs and all events.

A mechanism M gives each input v a law on finitely many outputs. It is epsilon-LDP, where E = e^epsilon, if

    Pr[M(v) in S] <= E Pr[M(v') in S]    for all neighbouring inputs v and v' and every set S of outputs.

The probability of S is a sum over the outputs z of Pr[M(v) = z], each times 1 or 0 as z is in S or not. `EVENTS` says of
any number of outputs that such sums keep the odds E if every output does; it is shown by induction over the outputs. So a
proof of privacy is an instance of `EVENTS` whose outputs are those of the mechanism, under any two neighbouring inputs.
What the outputs of a mechanism are, and what is known of their probabilities, its class says: `Listed`, `Folded`,
`OneRound`, `Private`, `Processed`, `Drawn` and `Composed`.

Who checks a proof apart from this kernel sees the instance of `EVENTS`, and the theorems on weights or on another mechanism
that its hypotheses repeat. That these hypotheses are what those theorems say of the mechanism is checked here alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from ldproof.numbers import Symbol, Term, exp, term
from ldproof_proofs.kernel.anchors import Anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts, frozen
from ldproof_proofs.kernel.implication import Known, natural
from ldproof_proofs.kernel.induction import Induction, Round
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.relations import Point, Relation, at_most, identical, obligations, placed, value_at
from ldproof_proofs.kernel.rows import (
    COUNT,
    INDEX,
    POWER,
    add_share,
    multiply_share,
    unit_products,
    zero_sums,
)
from ldproof_proofs.kernel.theorem import Claim, Evidence, Question, Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import write

p, q, e, E, taken, c, d, choices = map(Symbol, ("p", "q", "e", "E", "taken", "c", "d", "choices"))
A, B = Symbol("A"), Symbol("B")
ONE, ODDS = term(1), Symbol("odds")
RESERVED = ("t", "k", "G")
EITHER = {"not taken": at_most(0, 0), "taken": at_most(0, 1)}
"""An event takes an output or does not."""
Output: TypeAlias = tuple[Term, Term]
"""The probability of an output under an input, and under one of its neighbours."""


EVENTS = Induction(
    "law.events",
    "where c and d add up p and q over t outcomes, each weighted by what is taken of it: 1 or 0 for an event; "
    "the chance of one output of a channel for post-processing; the chance of a law for a mixture",
    zero_sums,
    add_share,
    (Round(taken, {"c": p, "d": q}),),
    lambda view: at_most(view.rows["c"](0), E * view.rows["d"](0)),
    lambda view: at_most(view.rows["c"](0), view.rows["d"](0)),
    {"taken": 1, "p": 3, "q": 1, "E": 3},
    {"taken >= 0": at_most(0, taken), "p <= E q": at_most(p, E * q)},
)
"""Singletons suffice: if no output is more than E times likelier, no event is, and nothing that is drawn by the output."""

COMPOSITION = Induction(
    "law.composition",
    "where c and d are the probabilities, under two people's data, of what t mechanisms released, each with "
    "probability p or q given what was released before, and odds is the product of their odds e",
    unit_products,
    multiply_share,
    (Round(ONE, {"c": p, "d": q, "odds": e}),),
    lambda view: at_most(view.rows["c"](0), view.rows["odds"](0) * view.rows["d"](0)),
    lambda view: at_most(view.rows["c"](0), view.rows["d"](0)),
    {"p": 3, "q": 1, "e": 3},
    {
        "p >= 0": at_most(0, p),
        "q >= 0": at_most(0, q),
        "e >= 0": at_most(0, e),
        "p <= e q": at_most(p, e * q),
    },
    nonnegative=True,
)
"""Any number of mechanisms, each private given what the others released: odds multiply."""


def refuse_unless(condition: object, why: str) -> None:
    """NotProved unless it is so."""
    if not condition:
        raise NotProved(why)


def at_place(claim: Induction, rows: Mapping[str, Sequence[Term]], values: Mapping[str, Term]) -> Relation:
    """Return what an induction says of rows with these entries at k and after it; G stands for base^k.

    `values` are terms for its symbols. NotProved is raised if it speaks of more entries, or if a value is about the
    induction's own symbols.
    """
    refuse_unless(
        all(len(entries) == claim.reach + 1 for entries in rows.values()),
        f"{claim.name}: it is about {claim.reach + 1} places of its rows",
    )
    inside = {*values}.union(*(value.symbols() for value in values.values()))
    own = {str(entry) for entries in rows.values() for entry in entries}
    refuse_unless(not inside & {*RESERVED, *own}, f"{claim.name}: its own symbols are put in, or replaced")
    entries = {name: entries.__getitem__ for name, entries in rows.items()}
    said = claim.said(
        claim.invariant, COUNT, INDEX, entries, lambda at: POWER * claim.base**at if at else POWER
    )
    return said.substitute(values)


def shown_by(claim: "LDP") -> Callable[[Relation], bool]:
    """Whether a relation is given or known in a claim, or is about numbers and so."""
    facts = {*claim.given.values(), *(known.relation for known in claim.known.values())}
    return lambda fact: fact in facts or (not fact.symbols() and fact.holds_at({}))


def adds_up(law: Mapping[str, Term]) -> bool:
    """Whether probabilities add up to 1."""
    return identical(sum(law.values(), term(0)), ONE)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbouring inputs: the probability of each output under the one, and under the other."""

    one: Mapping[str, Term]
    other: Mapping[str, Term]

    def __post_init__(self) -> None:
        for name in ("one", "other"):
            object.__setattr__(self, name, frozen(getattr(self, name)))


@dataclass(frozen=True, slots=True)
class Listed:
    """A mechanism whose outputs are listed, with their probabilities under every two neighbouring inputs."""

    words: str
    """What it is, and which inputs are neighbours."""
    pairs: tuple[Pair, ...]
    """Every two neighbours once: they are compared both ways."""

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """None: its probabilities are terms."""
        return ()

    def outputs(self) -> Iterator[Output]:
        """Every output, under any input and any neighbour of it."""
        for pair in self.pairs:
            for output, share in pair.one.items():
                other = pair.other[output]
                yield from ((share, other), (other, share))

    def facts(self, claim: "LDP") -> Facts:
        """None, where the probabilities are laws: under each input none is negative, and all add up to 1."""
        shown = shown_by(claim)
        for pair in self.pairs:
            refuse_unless(
                pair.one.keys() == pair.other.keys(), f"{claim.name}: two inputs have different outputs"
            )
            for law in (pair.one, pair.other):
                refuse_unless(adds_up(law), f"{claim.name}: probabilities that do not add up to 1")
                for share in law.values():
                    refuse_unless(shown(at_most(0, share)), f"{claim.name}: nothing shows 0 <= {share}")
        return {}

    def sample(self, claim: "LDP") -> Point:  # noqa: ARG002
        """Nothing: its probabilities have values at a witness."""
        return {}


@dataclass(frozen=True, slots=True)
class Folded:
    """A mechanism over rounds, `reports` of which report and the others send what does not depend on the input.

    An input is a state for each round, an output is what is seen in each, and any two inputs are neighbours. The weight of
    an output is the entry at k = `reports` of the row that `turn` makes from `start`, round by round, of the probabilities
    of what was seen in silence and in a report. Its probability is that weight over the number of choices, which is the
    weight where both of these are 1 in every round.
    """

    words: str
    silent: Mapping[str, Term]
    """The probability of what is seen in a round that does not report."""
    spoken: Mapping[str, Mapping[str, Term]]
    """By the state: the probability of what is seen in a round that reports."""
    rounds: Term
    reports: Term
    share: Term
    """The epsilon of a report: its odds are the base of the weights' bound."""
    weights: Theorem
    """That of two inputs' weights of an output the one is at most base^k times the other: an instance."""
    positive: Theorem
    """A bound of the number of choices: an instance for rounds in which both probabilities are 1."""
    where: Mapping[str, Term]
    """Terms for symbols of those instances."""
    example: tuple[tuple[str, str, str], ...]
    """Per round at the witness: what is seen, the state of an input and that of another one."""

    def __post_init__(self) -> None:
        for name in ("silent", "spoken", "where"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """What is known of weights."""
        return self.weights, self.positive

    def outputs(self) -> Iterator[Output]:
        """The output with the weights c and d: any one, under any two inputs."""
        yield c / choices, d / choices

    def facts(self, claim: "LDP") -> Facts:
        """What the instances say of the weights of any output, once they are seen to be about these rounds."""
        weights, positive = round_instances(claim, self, "cd", self.where)
        base = self.put(weights.general.base.substitute(dict(weights.values)))
        refuse_unless(identical(base, exp(self.share)), f"{claim.name}: the odds of a report are {base}")
        place = {"t": self.rounds, "k": self.reports, "G": exp(self.reports * self.share)}
        values = {name: self.put(value) for name, value in weights.values.items()}
        private = at_place(weights.general, {"c": [c], "d": [d]}, {**self.where, **values})
        counted = at_place(positive.general, {"a": [choices]}, positive.values)
        return {"weights": private.substitute(place), "choices": counted.substitute(place)}

    def put(self, into: Term) -> Term:
        """Put terms in the place of the instances' symbols."""
        return into.substitute(dict(self.where))

    def sample(self, claim: "LDP") -> Point:
        """The weights of the example's output at the witness."""
        weights = instance_of(claim.name, self.weights, "cd").general
        rounds = {
            "c": [(self.silent[seen], self.spoken[one][seen]) for seen, one, _ in self.example],
            "d": [(self.silent[seen], self.spoken[other][seen]) for seen, _, other in self.example],
            "choices": [(ONE, ONE) for _ in self.example],
        }
        reports = example_reports(claim, self, len(self.example))
        rows = {name: row_at(weights, claim.witness, reports, each) for name, each in rounds.items()}
        return {name: row[reports] for name, row in rows.items()}


def round_instances(
    claim: "LDP", mechanism: "Folded | OneRound", rows: str, where: Mapping[str, Term]
) -> tuple[Instance, Instance]:
    """Return the instances on a mechanism's weights and on its number of choices.

    The weights are rows of these names, and there are terms for symbols of the instances. NotProved is raised unless both
    are about the mechanism's rounds, whatever is seen in them and whatever the states, and have one recurrence.
    """
    name = claim.name
    weights, positive = instance_of(name, mechanism.weights, rows), instance_of(name, mechanism.positive, "a")
    general, number = weights.general, positive.general
    refuse_unless(
        (general.start, general.turn) == (number.start, number.turn),
        f"{name}: weights and choices have different recurrences",
    )
    refuse_unless(number.base is ONE, f"{name}: the number of choices has no odds")
    check_rounds_law(name, general, mechanism.silent, mechanism.spoken)
    check_given(claim, (weights, positive), where)
    (kind,) = general.kinds
    parts = (kind.silent, *(kind.spoken[row] for row in rows))
    had = [
        tuple(part.substitute(dict(each)).substitute(dict(where)) for part in parts) for each in weights.kinds
    ]
    for seen, *states in product(mechanism.silent, *[mechanism.spoken] * len(rows)):
        asked = (mechanism.silent[seen], *(mechanism.spoken[state][seen] for state in states))
        refuse_unless(asked in had, f"{name}: {weights.name} has no round with {', '.join((seen, *states))}")
    check_choices(name, positive)
    return weights, positive


def example_reports(claim: "LDP", mechanism: "Folded | OneRound", rounds: int) -> int:
    """Return the number of reports at the witness; NotProved if there are other rounds, or if it is no whole number."""
    refuse_unless(
        value_at(mechanism.rounds, claim.witness) == rounds and natural(mechanism.reports, claim.witness),
        f"{claim.name}: the example has other rounds",
    )
    return int(value_at(mechanism.reports, claim.witness) or 0)


def row_at(general: Induction, witness: Point, reports: int, rounds: Sequence[Output]) -> Sequence[Term]:
    """Return the weights of up to so many reports, from what is seen in silence and in a report in each round."""
    row = general.start(general.base, reports)
    for silent, spoken in rounds:
        row = general.turn(row, placed(silent, witness), placed(spoken, witness))
    return row


def check_rounds_law(
    name: str, general: Induction, silent: Mapping[str, Term], spoken: Mapping[str, Mapping[str, Term]]
) -> None:
    """NotProved unless what may be seen in a round adds up to 1, and a turn adds up with it: so outputs have a law."""
    for law in (silent, *spoken.values()):
        refuse_unless(law.keys() == silent.keys(), f"{name}: two states show different things")
        refuse_unless(adds_up(law), f"{name}: probabilities that do not add up to 1")
    row, (one, other) = [B, A], ((c, d), (p, q))
    both = general.turn(row, one[0] + other[0], one[1] + other[1])
    parts = zip(general.turn(row, *one), general.turn(row, *other), strict=True)
    for whole, (first, second) in zip(both, parts, strict=True):
        refuse_unless(identical(whole, first + second), f"{name}: a turn does not add up")


def check_given(claim: "LDP", instances: Sequence[Instance], where: Mapping[str, Term]) -> None:
    """NotProved unless all that instances suppose is shown in a claim, with these terms for their symbols."""
    shown = shown_by(claim)
    for each in instances:
        for fact in each.given.values():
            refuse_unless(
                shown(fact.substitute(where)), f"{claim.name}: nothing shows {fact}, for {each.name}"
            )


def check_choices(name: str, positive: Instance) -> None:
    """NotProved unless an instance is about rounds in which both probabilities are 1: its weights count choices."""
    (kind,) = positive.general.kinds
    for each in positive.kinds:
        refuse_unless(
            all(identical(part.substitute(dict(each)), ONE) for part in (kind.silent, kind.spoken["a"])),
            f"{name}: {positive.name} does not count choices",
        )


@dataclass(frozen=True, slots=True)
class OneRound:
    """A mechanism over rounds as in `Folded`, in which two inputs are neighbours if one round's state differs.

    The round that differs is taken to be the last, as turns commute. A and B are the weights of `reports` and of one less
    in the other rounds.
    """

    words: str
    silent: Mapping[str, Term]
    """The probability of what is seen in a round that does not report."""
    spoken: Mapping[str, Mapping[str, Term]]
    """By the state: the probability of what is seen in a round that reports."""
    rounds: Term
    reports: Term
    weights: Theorem
    """A relation between a weight of any such rounds and the next one: an instance."""
    positive: Theorem
    """A bound of the number of choices: an instance for rounds in which both probabilities are 1."""
    example: tuple[tuple[str, str], ...]
    """Per round at the witness that does not differ: what is seen, and the state."""

    def __post_init__(self) -> None:
        for name in ("silent", "spoken"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """What is known of weights."""
        return self.weights, self.positive

    @property
    def turn(self) -> Callable[..., list[Term]]:
        """The recurrence of the weights."""
        general = instance_of(self.weights.name, self.weights, "a").general
        return lambda *round_: list(general.turn([B, A], *round_))

    def outputs(self) -> Iterator[Output]:
        """Whatever is seen in the round that differs, under any two states."""
        for seen, one, other in product(self.silent, self.spoken, self.spoken):
            if one != other:
                under = (self.turn(self.silent[seen], self.spoken[state][seen])[1] for state in (one, other))
                first, second = (weight / choices for weight in under)
                yield first, second

    def facts(self, claim: "LDP") -> Facts:
        """What the instances say of the weights of the other rounds, once they are seen to be about these rounds."""
        weights, positive = round_instances(claim, self, "a", {})
        general = weights.general
        refuse_unless(
            general.nonnegative, f"{claim.name}: {general.name} does not say that weights are at least 0"
        )
        refuse_unless(general.base is ONE, f"{claim.name}: weights have no odds")
        check_order(claim.name, general)
        others = at_place(general, {"a": [B, A]}, weights.values)
        counted = at_place(positive.general, {"a": [choices]}, positive.values)
        return {
            "A >= 0": at_most(0, A),
            "B >= 0": at_most(0, B),
            "weights": others.substitute({"t": self.rounds - 1, "k": self.reports - 1}),
            "choices": counted.substitute({"t": self.rounds, "k": self.reports}),
        }

    def sample(self, claim: "LDP") -> Point:
        """The weights of the example's rounds at the witness."""
        general = instance_of(claim.name, self.weights, "a").general
        others = [(self.silent[seen], self.spoken[state][seen]) for seen, state in self.example]
        reports = example_reports(claim, self, len(others) + 1)
        before = row_at(general, claim.witness, reports, others)
        counted = row_at(general, claim.witness, reports, [(ONE, ONE)] * (len(others) + 1))
        return {"A": before[reports], "B": before[reports - 1], "choices": counted[reports]}


def check_order(name: str, general: Induction) -> None:
    """NotProved unless two turns commute: the weights do not depend on the order of rounds."""
    row, (one, other) = [ODDS, B, A], ((c, d), (p, q))
    first, second = (
        general.turn(general.turn(row, *before), *after) for before, after in ((one, other), (other, one))
    )
    refuse_unless(
        all(identical(*pair) for pair in zip(first, second, strict=True)), f"{name}: turns do not commute"
    )


def instance_of(name: str, theorem: Theorem, rows: str) -> Instance:
    """The instance of an induction about rows of these names, each letter one, and about rounds of one kind."""
    claim = theorem.claim
    refuse_unless(type(claim) is Instance, f"{name}: {theorem.name} is about no rounds of its own")
    assert isinstance(claim, Instance)  # noqa: S101  (for the types)
    general = claim.general
    refuse_unless(
        general.row_names == tuple(rows) and len(general.kinds) == 1,
        f"{name}: {theorem.name} is about other rows",
    )
    return claim


@dataclass(frozen=True, slots=True)
class Private:
    """Any mechanism whose outputs keep the odds E, which is a hypothesis: so no author says what it is."""

    @property
    def words(self) -> str:
        """The hypothesis, which is part of the statement."""
        return (
            "any M with Pr[M(v) = z] <= E Pr[M(v') = z] for all neighbouring inputs v, v' and every output z"
        )

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """None: it is a hypothesis."""
        return ()

    def outputs(self) -> Iterator[Output]:
        """Any output, under any two neighbouring inputs."""
        yield p, q

    def facts(self, claim: "LDP") -> Facts:
        """The hypothesis, of an event of one output: its sum is its probability."""
        (single,) = add_share(zero_sums(ONE, 0), ONE, p)
        refuse_unless(identical(single, p), f"{claim.name}: an event of one output is not that output")
        refuse_unless(claim.odds is E, f"{claim.name}: the odds of any mechanism are E")
        return {"M is LDP": at_most(p, E * q)}

    def sample(self, claim: "LDP") -> Point:
        """An output that has the odds exactly."""
        return {"p": placed(claim.odds, claim.witness), "q": 1}


@dataclass(frozen=True, slots=True)
class Processed:
    """What is drawn from a mechanism's output by any channel: an output's probability c is a sum over the mechanism's.

    Each of these counts with the chance that the channel makes the output of it, which is at least 0.
    """

    result: str
    """What is drawn."""
    first: Theorem
    """That the mechanism is LDP."""

    @property
    def words(self) -> str:
        """What is drawn, and from the output of what."""
        source = self.first.claim
        return f"{self.result}, drawn from the output of {source.modelling}"

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """That the mechanism is LDP."""
        return (self.first,)

    def outputs(self) -> Iterator[Output]:
        """Any output of the channel, under any two neighbouring inputs."""
        yield c, d

    def facts(self, claim: "LDP") -> Facts:
        """What `EVENTS` says of those sums: the mechanism's outputs keep the odds, as its events do."""
        return {"sums": at_place(EVENTS, {"c": [c], "d": [d]}, {"E": source_odds(claim, self.first)})}

    def sample(self, claim: "LDP") -> Point:
        """An output that has the odds exactly."""
        return {"c": placed(claim.odds, claim.witness), "d": 1}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mechanism that is drawn among `count` ones, all of them as likely whatever the input, and named in the output."""

    words: str
    """What is drawn."""
    first: Theorem
    """That each of them is LDP."""
    count: Term

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """That each of them is LDP."""
        return (self.first,)

    def outputs(self) -> Iterator[Output]:
        """Any output of the one that is drawn, under any two neighbouring inputs."""
        yield c / self.count, d / self.count

    def facts(self, claim: "LDP") -> Facts:
        """What the theorem says of an event of one output of the one that is drawn."""
        return {"each is LDP": at_most(c, source_odds(claim, self.first) * d)}

    def sample(self, claim: "LDP") -> Point:
        """An output that has the odds exactly."""
        return {"c": placed(claim.odds, claim.witness), "d": 1}


def source_odds(claim: "LDP", first: Theorem) -> Term:
    """Return the odds of the mechanism that a theorem is about; NotProved unless they are the claim's, with all that is given."""
    before = first.claim
    refuse_unless(type(before) is LDP, f"{claim.name}: {first.name} does not say that anything is LDP")
    assert isinstance(before, LDP)  # noqa: S101  (for the types)
    refuse_unless(before.odds == claim.odds, f"{claim.name}: {first.name} has the odds {before.odds}")
    for name, fact in before.given.items():
        refuse_unless(claim.given.get(name) == fact, f"{claim.name}: nothing shows {fact}")
    return before.odds


@dataclass(frozen=True, slots=True)
class Composed:
    """Any number of mechanisms, each of them private given what those before it released: an output is all they release."""

    products: Theorem
    """`COMPOSITION`."""

    @property
    def words(self) -> str:
        """The hypothesis on each of them, which is part of the statement."""
        return (
            "any number of mechanisms, each LDP with its odds e given what those before it released, where `odds` is the "
            "product of their e"
        )

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """That odds multiply."""
        return (self.products,)

    def outputs(self) -> Iterator[Output]:
        """Any output, under any two neighbouring inputs."""
        yield c, d

    def facts(self, claim: "LDP") -> Facts:
        """What `COMPOSITION` says of the products, whose `odds` are those that are claimed."""
        refuse_unless(
            self.products.claim is COMPOSITION, f"{claim.name}: {self.products.name} is not about products"
        )
        refuse_unless(
            claim.odds is ODDS, f"{claim.name}: the odds are the product of those of the mechanisms"
        )
        return {"products": at_place(COMPOSITION, {"c": [c], "d": [d], "odds": [ODDS]}, {})}

    def sample(self, claim: "LDP") -> Point:
        """An output that has the odds exactly."""
        return {"c": placed(claim.odds, claim.witness), "d": 1}


Mechanism: TypeAlias = Listed | Folded | OneRound | Private | Processed | Drawn | Composed


@dataclass(frozen=True, slots=True)
class LDP:
    """A mechanism is LDP with these odds e^epsilon: for all neighbouring inputs and all events."""

    name: str
    mechanism: Mechanism
    odds: Term
    singletons: Theorem
    """`EVENTS`."""
    given: Facts
    known: Mapping[str, Known]
    """What shows that every output keeps the odds."""
    witness: Point
    less: Term
    """Odds that some output exceeds at the witness: so the proof could have failed."""
    anchors: tuple[Anchor[object], ...] = ()

    def __post_init__(self) -> None:
        for name in ("given", "known", "witness"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def point(self) -> Point:
        """The witness, with the probabilities there of an output that exceeds smaller odds."""
        return {**self.witness, **self.mechanism.sample(self)}

    @property
    def consistent(self) -> Point:
        """The witness, with the probabilities of an output that is as likely under both inputs."""
        sample = self.mechanism.sample(self)
        alike = {one: sample[other] for one, other in (("c", "d"), ("p", "q")) if other in sample}
        return {**self.witness, **sample, **alike}

    @property
    def instance(self) -> Instance:
        """That of `EVENTS` whose outputs are the mechanism's, each taken or not."""
        facts = self.mechanism.facts(self)
        known_from = " and ".join(each.name for each in self.mechanism.lemmas)
        return Instance(
            self.name,
            f"where c and d are the probabilities of an event under two neighbouring inputs, for {self.mechanism.words}"
            + (f", of which is given what {known_from} shows" if known_from else ""),
            self.singletons,
            [
                {"p": one, "q": other, "taken": term(share)}
                for one, other in self.mechanism.outputs()
                for share in (0, 1)
            ],
            {"p": 2 * self.odds, "q": ONE, "taken": ONE},
            {**self.given, **EITHER, **facts},
            self.known,
            {"E": self.odds},
            self.consistent,
        )

    @property
    def goal(self) -> Relation:
        """The inequality, P and Q being Pr[M(v) in S] and Pr[M(v') in S]."""
        return at_most(Symbol("P"), self.odds * Symbol("Q"))

    @property
    def lemmas(self) -> tuple[Theorem, ...]:
        """That singletons suffice, and what is known of the mechanism's probabilities."""
        sources = (known.source for known in self.known.values())
        shown = (source for source in sources if isinstance(source, Theorem))
        return (self.singletons, *self.mechanism.lemmas, *shown)

    @property
    def modelling(self) -> str:
        """What the mechanism is in words."""
        return self.mechanism.words

    def statement(self, style: Style) -> str:
        """The definition, of this mechanism and these odds."""
        given = ", ".join(write(relation, style) for relation in self.given.values())
        return (
            f"{self.mechanism.words}: {f'if {given} then ' if given else ''}it is LDP with e^epsilon = "
            f"{write(self.odds, style)}: for all neighbouring inputs v, v' and every event S, {write(self.goal, style)}, "
            "where P = Pr[M(v) in S] and Q = Pr[M(v') in S]"
        )

    def check(self, certificate: object) -> Evidence:
        """Every output keeps the odds under every two neighbouring inputs, and so by `EVENTS` does every event."""
        refuse_unless(
            self.singletons.claim is EVENTS, f"{self.name}: {self.singletons.name} says nothing of events"
        )
        refuse_unless(
            not self.odds.symbols() & {"P", "Q"}, f"{self.name}: P and Q are the probabilities of an event"
        )
        found = self.instance.check(certificate)
        if isinstance(self.mechanism, Folded):
            missing = {*obligations(*self.mechanism.where.values())} - {*self.instance.owed()}
            refuse_unless(not missing, f"{self.name}: nothing shows {', '.join(map(str, missing))}")
        refuse_unless(
            any(
                at_most(one, self.less * other).negation().holds_at(self.point)
                for one, other in self.mechanism.outputs()
            ),
            f"{self.name}: at its witness no output exceeds the odds {self.less} either",
        )
        return found

    def derivation(self, certificate: object, style: Style) -> str:  # noqa: ARG002
        """Every output, and by what it keeps the odds."""
        outputs = (
            f"  {write(at_most(one, self.odds * other), style)}" for one, other in self.mechanism.outputs()
        )
        shown = ", ".join(each.name for each in self.lemmas[1:])
        return "\n".join(
            ["Singletons suffice. The probabilities of every output are shown to have:", *outputs]
            + ([f"by {shown}"] if shown else [])
        )

    def questions(self, certificate: object) -> tuple[Question, ...]:  # noqa: ARG002
        """None: the theorems that it puts together have been asked about."""
        return ()


@dataclass(frozen=True, slots=True)
class ByOutputs:
    """The proof that a mechanism is LDP: output by output."""

    def certificate(self, claim: Claim) -> object:
        """Why every probability is defined."""
        if not isinstance(claim, LDP):
            raise NotProved(f"{claim.name} does not say that a mechanism is LDP")
        return ByInstance().certificate(claim.instance)
