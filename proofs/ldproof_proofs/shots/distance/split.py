"""What people who differ in d rounds can be told apart by: a transcript's weight as a sum over two groups of rounds."""

from collections.abc import Iterator

from ldproof.numbers import Symbol, Term, term
from ldproof.reporting import transcript
from ldproof.reporting.coin import lie, truth
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.parameters import BUDGET, x

MOST = 5
"""The most rounds for which the likelihood is split into two groups of rounds as a polynomial."""
A, B, C, D, o, w, u, v = map(Symbol, ("A", "B", "C", "D", "o", "w", "u", "v"))


def forced(prover: Prover) -> Theorem:
    """A dummy that never occurs shows a report: such a round multiplies by E."""
    at = {"x": 2, "A": 1, "B": 2}
    shown = transcript.turn([B, A], term(0), truth(x))[1]
    other = transcript.turn([B, A], term(0), lie(x))[1]
    claim = Implication(
        "shots.distance-forced",
        equal(shown, (1 + x) * other),
        BUDGET,
        witness=at,
        mutant=Mutant(equal(shown, other), at),
        reading="A and B are the weights of k and k - 1 reports in the rounds before",
    )
    return prover.theorem(claim, at_once("truth = E lie", algebra))


def linear(prover: Prover) -> Theorem:
    """Sums and multiples of weights are carried along by every round."""
    at = {"A": 1, "B": 2, "C": 3, "D": 4, "o": 1, "w": 2, "u": 3, "v": 1}
    mixed = transcript.turn([u * B + v * D, u * A + v * C], o, w)[1]
    claim = Implication(
        "reporting.linear-in-weights",
        equal(mixed, u * transcript.turn([B, A], o, w)[1] + v * transcript.turn([D, C], o, w)[1]),
        witness=at,
        mutant=Mutant(equal(mixed, transcript.turn([B, A], o, w)[1]), at),
        reading="A, B and C, D are weights of k and k - 1 reports",
    )
    return prover.theorem(claim, at_once("a round multiplies each weight by one of its two numbers", algebra))


def split_cases(extra: int) -> Iterator[tuple[str, bool]]:
    """All rounds at once, and two groups of rounds: as polynomials."""
    for T in range(1, MOST + 1):
        rounds = [(Symbol(f"o_{t}"), Symbol(f"w_{t}")) for t in range(T)]
        for first in range(1, T):
            for reports in range(T + 1):
                here, there = (transcript.weights(part, T + 1) for part in (rounds[:first], rounds[first:]))
                parts: Term = sum((here[k] * there[reports + extra - k] for k in range(reports + 1)), term(0))
                difference = transcript.weights(rounds, T)[reports] - parts
                yield f"{first} of {T} rounds, m = {reports}", Field([difference]).is_zero(difference)


def split(prover: Prover) -> Theorem:
    """The likelihood as a sum over the number of reports in some of the rounds."""
    claim = Finite(
        "reporting.split",
        "the weight of m reports is the sum over j of the weight of j reports in some rounds times that of m - j "
        "reports in the others",
        f"T <= {MOST}, every m and every first group of rounds; symbols for what is seen",
        lambda: split_cases(0),
        lambda: split_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
