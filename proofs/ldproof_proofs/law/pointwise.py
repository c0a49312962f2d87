"""Privacy outcome by outcome: what bounds every outcome bounds every event, and all that is made of outcomes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Real, Symbol, Term, term
from ldproof.probability import Infinite, Law, Odds, law_of_shares
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, Known
from ldproof_proofs.kernel.induction import ByInduction
from ldproof_proofs.kernel.privacy import EVENTS, LDP, ByOutputs, Mechanism
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.kernel.tracing import between, tie, traced
from ldproof_proofs.law.finite_laws import (
    hockey_stick,
    largest_odds,
    ratio_of_probabilities,
    symmetric_odds,
    tight_odds,
)

p, q, E = map(Symbol, ("p", "q", "E"))
PARTS = 4
"""The laws that are looked at have probabilities that are multiples of 1/PARTS."""


def events(prover: Prover) -> Theorem:
    """If no outcome is more than E times likelier, no event is, and nothing that is drawn by the outcome."""
    step = at_once("one more outcome is likelier by E at most", search)
    return prover.theorem(EVENTS, ByInduction(at_once("both sums are 0", algebra), [step], [step]))


def show_private(
    prover: Prover,
    name: str,
    mechanism: Mechanism,
    odds: Term,
    given: Facts,
    known: Mapping[str, Known],
    witness: Point,
    less: Term,
) -> Theorem:
    """Return that a mechanism is LDP: its outputs keep the odds, and so by `events` does every event."""
    claim = LDP(name, mechanism, odds, events(prover), given, known, witness, less)
    return prover.theorem(claim, ByOutputs())


def possible(prover: Prover) -> Theorem:
    """What can come out for some data can come out for any data."""
    at = {"p": 3, "q": 1, "E": 3}
    claim = Implication(
        "law.possible",
        below(0, q),
        {"p > 0": below(0, p), "E > 0": below(0, E), "p <= E q": at_most(p, E * q)},
        witness=at,
        mutant=Mutant(at_most(p, q), at),
        reading="p and q are the probabilities of one outcome under two people's data, and E are odds",
    )
    return prover.theorem(claim, at_once("E q >= p > 0", search))


def laws(outcomes: int) -> Iterator[Law[int]]:
    """All laws of so many outcomes whose probabilities are multiples of 1/PARTS."""
    for shares in every(range(PARTS + 1), repeat=outcomes):
        if sum(shares) == PARTS:
            yield law_of_shares((outcome, Fraction(share, PARTS)) for outcome, share in enumerate(shares))


def subsets(outcomes: int, least: int) -> list[frozenset[int]]:
    """The events of at least so many outcomes."""
    chosen = every((0, 1), repeat=outcomes)
    all_events = (frozenset(place for place, bit in enumerate(bits) if bit) for bits in chosen)
    return [event for event in all_events if len(event) >= least]


def by_events(one: Law[int], other: Law[int], among: Iterable[frozenset[int]]) -> Odds:
    """The largest odds of an event, by Definition 2.1's own words."""
    shares = ((one.of(event.__contains__), other.of(event.__contains__)) for event in among)
    return largest_odds(ratio_of_probabilities(above, under) for above, under in shares if above)


def bounded(found: Odds) -> Fraction:
    """Odds that are no more than some number."""
    if isinstance(found, Infinite):
        raise NotProved("something can happen under one law and never under the other")
    return found


def inverse(found: Odds) -> Fraction:
    """1 over odds of more than 0; infinite odds have 0."""
    return Fraction(0) if isinstance(found, Infinite) else 1 / found


Named = tuple[str, Relation]


def check_largest_odds(
    name: str, found: Odds, pairs: Iterable[tuple[Law[int], Law[int]]], among: Iterable[frozenset[int]]
) -> Iterator[Named]:
    """No event exceeds the odds, and one attains them: P(S) / odds <= Q(S)."""
    share, attained = inverse(found), False
    for order, (one, other) in enumerate(pairs):
        for event in among:
            above, under = (sum((term(law[k]) for k in sorted(event)), term(0)) for law in (one, other))
            case = f"{name}, {sorted(event)}{' the other way' * order}"
            yield case, at_most(above * share, under)
            exact = one.of(event.__contains__), other.of(event.__contains__)
            if not attained and exact[0] and exact[0] * share == exact[1]:
                attained = True
                yield f"{case}, possible", below(0, above)
                yield f"{case}, attained", equal(above * share, under)
    if not attained:
        yield f"{name}, attained", Relation(term(share), "!=", term(share))


def largest_excess(
    name: str, one: Law[int], other: Law[int], at: Fraction, among: Iterable[frozenset[int]]
) -> Iterator[Named]:
    """No event exceeds the hockey stick, and one attains it."""
    found, excess = hockey_stick(one, other, at), {}
    for event in among:
        parts = ((term(one[k]) - at * term(other[k])) for k in sorted(event))
        excess[event] = sum(parts, term(0))
        yield f"{name}, {sorted(event)}", at_most(excess[event], found)
    largest = max(excess, key=lambda event: one.of(event.__contains__) - at * other.of(event.__contains__))
    yield f"{name}, attained", equal(excess[largest], found)


def odds_cases(least: int) -> Iterator[tuple[str, Relation]]:
    """The reference's odds and hockey stick against all events of at least so many outcomes."""
    among = subsets(3, least)
    for one, other in every(laws(3), repeat=2):
        name = f"{dict(one.probabilities)} and {dict(other.probabilities)}"
        yield from check_largest_odds(f"tight odds of {name}", tight_odds(one, other), [(one, other)], among)
        both = [(one, other), (other, one)]
        yield from check_largest_odds(f"symmetric odds of {name}", symmetric_odds(one, other), both, among)
        for at in (Fraction(1), Fraction(3, 2), Fraction(3)):
            yield from largest_excess(
                f"hockey stick of {name} at {at}", one, other, at, [*among, frozenset()]
            )


def tight(prover: Prover) -> Theorem:
    """The reference's odds, which it reads off single outcomes, are the definition's over all events."""
    one, other = (law_of_shares([(0, share), (1, 1 - share)]) for share in (Fraction(3, 4), Fraction(1, 4)))
    claim = Ground(
        "law.tight-odds",
        "the odds and the hockey stick that are read off single outcomes are the largest over all events",
        f"all pairs of laws of 3 outcomes with probabilities in multiples of 1/{PARTS}",
        lambda: odds_cases(1),
        lambda: odds_cases(2),
        anchors=(
            anchor(tight_odds, lambda: tight_odds(one, other), lambda: by_events(one, other, subsets(2, 1))),
        ),
    )
    return prover.theorem(claim, ByRecord())


LIKELY, RARE = between("p", Fraction(3, 10), Fraction(2, 5)), between("q", Fraction(1, 10), Fraction(1, 5))
UNCHECKED: Callable[..., Law[int]] = Law
"""`law` adds shares up, which of ranges is no number."""


def of_three(share: Real) -> Law[int]:
    """The law of two outcomes that are as likely, and of a third one."""
    return UNCHECKED({0: share, 1: share, 2: 1 - 2 * share})


def in_symbols(prover: Prover) -> Theorem:
    """Where p > q the event {0, 1} has the largest odds of all, as 2 is rarer under the first law."""
    return tie(
        prover,
        tight_odds,
        lambda: traced(tight_odds, of_three(LIKELY), of_three(RARE)),
        lambda: (p + p) / (q + q),
        LIKELY,
        RARE,
    )
