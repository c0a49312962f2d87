"""Theorem 4: m-shot reporting is epsilon-LDP, and exactly so, between any two people."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Term, exp, expm1
from ldproof.rounds import dummy_likelihood, lie, report_likelihood, truth
from ldproof.shots.formulas import user_epsilon
from ldproof.shots.privacy import transcript_likelihood
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import by_name
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.reporting import coin, privacy
from ldproof_proofs.reporting.transcript import law as proved
from ldproof_proofs.shots.parameters import BITS, BUDGET, DUMMY, ROUNDS, SAMPLE, T, epsilon, m, r, x


def user_level(prover: Prover) -> Theorem:
    """Any two people, whatever is seen: the weights differ by E^k at most."""
    claim = Instance(
        "shots.user-level",
        "where c and d are the weights that one transcript has under the states of any two people, G = E^(k-1)",
        proved.private(prover),
        [
            {
                "o": dummy_likelihood(r, seen),
                "w": report_likelihood(x, state, seen),
                "v": report_likelihood(x, other, seen),
            }
            for seen, state, other in every(BITS, repeat=3)
        ],
        {"o": dummy_likelihood(r, 1), "w": truth(x), "v": lie(x) / 2},
        {**BUDGET, **DUMMY},
        {
            **by_name(coin.private(prover)),
            **by_name(coin.nonnegative(prover)),
            **by_name(coin.dummies(prover)),
        },
        witness=SAMPLE,
    )
    return prover.theorem(claim, ByInstance())


def user_level_attained(prover: Prover) -> Theorem:
    """If what is seen is one person's state in every round and the other's in none, the odds are E^k."""
    claim = Instance(
        "shots.user-level-attained",
        "where the states of the person with weights c are what was seen, and d's states are the opposite",
        proved.revealing(prover),
        [
            {
                "o": dummy_likelihood(r, bit),
                "w": report_likelihood(x, bit, bit),
                "v": report_likelihood(x, 1 - bit, bit),
            }
            for bit in BITS
        ],
        {"o": dummy_likelihood(r, 1), "w": lie(x), "v": truth(x)},
        BUDGET,
        by_name([coin.ratio(prover)]),
        witness=SAMPLE,
    )
    return prover.theorem(claim, ByInstance())


def private(prover: Prover) -> Theorem:
    """Theorem 4 itself: m-shot reporting is epsilon-LDP, for all events and any two people."""
    return privacy.private(
        prover,
        "shots.m-shot-ldp",
        "m-shot reporting of T rounds, between any two people's states",
        user_level(prover),
        {str(seen): dummy_likelihood(r, seen) for seen in BITS},
        {
            str(state): {str(seen): report_likelihood(privacy.excess(m), state, seen) for seen in BITS}
            for state in BITS
        },
        m,
        {**ROUNDS, "T >= 1": at_most(1, T), **DUMMY},
        {"epsilon": 2, "m": 1, "T": 2, "r": Fraction(1, 100)},
        (("1", "1", "0"), ("0", "0", "0")),
    )


def budget_cases(power: int) -> Iterable[tuple[str, Relation]]:
    """exp(user epsilon) times the smaller likelihood is the larger one, where every round differs."""
    for rounds in range(1, 6):
        for seen in every(BITS, repeat=rounds):
            for reports in range(1, rounds + 1):
                found = exp(user_epsilon(epsilon)) ** (1 + power)
                yield f"{seen}, m = {reports}", equal(found, ratio(seen, reports))


def ratio(seen: tuple[int, ...], reports: int) -> Term:
    """How much likelier a transcript is for whoever has these states than for whoever has the opposite."""
    excess = expm1(epsilon / reports)
    opposite = tuple(1 - bit for bit in seen)
    return transcript_likelihood(seen, seen, reports, r, excess) / transcript_likelihood(
        opposite, seen, reports, r, excess
    )


def whole_budget(prover: Prover) -> Theorem:
    """User-level epsilon is the whole budget, with E = e^(epsilon/m)."""
    claim = Ground(
        "shots.user-epsilon",
        "e^epsilon is the ratio of the likelihoods of a transcript under the states it shows and their opposites",
        "T <= 5, every m and transcript; every r and epsilon as symbols",
        lambda: budget_cases(0),
        lambda: budget_cases(1),
        anchors=(anchor(user_epsilon, lambda: exp(user_epsilon(epsilon)), lambda: ratio((1,), 1)),),
    )
    return prover.theorem(claim, ByRecord())
