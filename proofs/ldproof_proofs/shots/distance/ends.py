"""What people who differ in d rounds can be told apart by: at one round, at all rounds, and in between."""

from collections.abc import Iterator
from itertools import pairwise
from itertools import product as every

from ldproof.numbers import term
from ldproof.shots.formulas import event_odds
from ldproof.shots.privacy import odds_at
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.distance.closed_form import DUMMIES, MOST, E, closed
from ldproof_proofs.shots.parameters import r, x

MORE = 9
"""The most rounds for which the closed form is compared with itself."""


def end_cases(extra: int) -> Iterator[tuple[str, Relation]]:
    """One round: the event-level odds. All rounds: the whole budget."""
    for T in range(1, MOST + 1):
        for m in range(1, T + 1):
            event = event_odds(term(m), term(T + extra), r, x)
            yield f"d = 1, T = {T}, m = {m}", equal(odds_at(1, m, T, r, x), event)
            yield f"d = T = {T}, m = {m}", equal(odds_at(T, m, T, r, x), (1 + x) ** (m + extra))


def ends(prover: Prover) -> Theorem:
    """At both ends it is what is known: event level and user level."""
    claim = Ground(
        "shots.distance-ends",
        "between people who differ in one round the odds are the event-level odds, and in all rounds E^m",
        f"T <= {MOST}, every m; every r and E as symbols",
        lambda: end_cases(0),
        lambda: end_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def growth_cases(extra: int) -> Iterator[tuple[str, Relation]]:
    """The odds at one distance and at the next."""
    for T, dummy in every(range(2, MORE + 1), DUMMIES):
        for m in range(1, T + 1):
            odds = [odds_at(d, m, T, term(dummy), term(E - 1)) for d in range(1, T + 1)]
            for d, (one, other) in enumerate(pairwise(odds), start=1):
                name = f"d = {d}, T = {T}, m = {m}, r = {dummy}"
                yield name, at_most(one * (1 + extra), other)
                yield f"{name}, as computed", equal(closed(d, m, T, dummy), one)


def grows(prover: Prover) -> Theorem:
    """The further people are apart, the more can be revealed."""
    claim = Ground(
        "shots.distance-grows",
        "these odds do not fall as d grows",
        f"T <= {MORE}, every m and d, r in {{0, 2/3}}, E = {E}",
        lambda: growth_cases(0),
        lambda: growth_cases(1),
    )
    return prover.theorem(claim, ByRecord())
