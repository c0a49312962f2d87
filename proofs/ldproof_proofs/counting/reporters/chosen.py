"""Who reports in a round: a binomial number of people, all sets of so many alike, whatever their states are."""

from collections.abc import Iterable

from ldproof import rounds
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.counting.parameters import N, T, k
from ldproof_proofs.kernel.implication import Implication, by_name
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting.transcript import law as proved

A, B, C = map(Symbol, ("A", "B", "C"))
STAYS, REPORTS = 1 - 1 / T, 1 / T
"""The probabilities that a person does not report in a round, and does."""
ANY = term(1)
"""What a person weighs if only the set of those who report matters: all of its sets are alike."""


def sets(prover: Prover) -> Theorem:
    """Of k people who report all sets are alike, so the number of sets counts: (n - k) a_k = (k + 1) a_{k+1}."""
    alike = Implication("counting.sets", equal(ANY, ANY * ANY), witness={})
    claim = Instance(
        "counting.reporters-alike",
        "where a_k is the number of sets of k of t people",
        proved.hiding_most(prover),
        [{"o": ANY, "w": ANY}],
        {"o": ANY, "w": ANY + ANY},
        {},
        by_name([prover.theorem(alike, at_once("1 = 1", algebra))]),
        {"rho": ANY},
    )
    return prover.theorem(claim, ByInstance())


def one_more(row: list[Term]) -> list[Term]:
    """The numbers of sets with one person more."""
    return rounds.forward_step(row, ANY, ANY)


def person(prover: Prover) -> Theorem:
    """Given that k of N people report, each is among them with probability k/N."""
    at: Point = {"k": 1, "N": 3, "A": 2, "B": 1}
    share = B / one_more([B, A])[1]
    claim = Implication(
        "counting.person-reports",
        equal(share, k / N),
        {
            "N >= 1": at_most(1, N),
            "A >= 0": at_most(0, A),
            "B > 0": below(0, B),
        },
        {"sets": proved.choices(prover, N - 1, k - 1, B, A)},
        witness=at,
        mutant=Mutant(equal(share, (k + 1) / N), at),
        reading="A and B are the numbers of sets of k and k - 1 of the N - 1 other people",
        stands=("A", "B"),
    )
    return prover.theorem(claim, at_once("k A = (N - k) B", search))


def pair(prover: Prover) -> Theorem:
    """And two given people both are with probability k (k - 1) / (N (N - 1))."""
    at: Point = {"k": 2, "N": 4, "A": 1, "B": 2, "C": 1}
    both = C / one_more(one_more([C, B, A]))[2]
    claim = Implication(
        "counting.pair-reports",
        equal(both, k * (k - 1) / (N * (N - 1))),
        {
            "N >= 2": at_most(2, N),
            "A >= 0": at_most(0, A),
            "B >= 0": at_most(0, B),
            "C >= 0": at_most(0, C),
            "some": below(0, one_more(one_more([C, B, A]))[2]),
            "fewer": equal((k - 1) * B, (N - k) * C),
        },
        {"more": proved.choices(prover, N - 2, k - 1, B, A)},
        witness=at,
        mutant=Mutant(equal(both, k * k / (N * (N - 1))), at),
        reading="A, B and C are the numbers of sets of k, k - 1 and k - 2 of the N - 2 other people (C = 0 if k = 1)",
        stands=("A", "B"),
    )
    return prover.theorem(claim, at_once("of the sets of k people C have both", search))


def apart(prover: Prover) -> Iterable[Theorem]:
    """One person reports in one round and another in another: k l / (N (N - 1)), as nobody reports twice."""
    other = Symbol("l")
    at: Point = {"k": 1, "l": 2, "N": 4}
    chance = k / N * ((N - k) / (N - 1)) * (other / (N - k))
    claim = Implication(
        "counting.pair-apart",
        equal(chance, k * other / (N * (N - 1))),
        {"N >= 2": at_most(2, N), "k < N": below(k, N)},
        witness=at,
        mutant=Mutant(equal(chance, k * other / N**2), at),
        reading="k and l people report in two rounds; a person is among the k, another one is not, and among the N - k "
        "others the l are any",
    )
    yield prover.theorem(claim, at_once("cancel N - k", algebra))
