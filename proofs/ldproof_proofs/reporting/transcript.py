"""The transcript's law: its fold is the average over all choices of rounds, and private round by round."""

from collections.abc import Iterable
from itertools import combinations
from math import comb

from ldproof.numbers import Symbol, Term, term
from ldproof.reporting import transcript
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem

MOST = 5
"""The most rounds for which the fold is compared with the sum over all choices."""


def average(rounds: list[tuple[Term, Term]], m: int) -> Term:
    """The law by its definition: choose m rounds, all choices alike; be silent in the others."""
    total = term(0)
    for chosen in combinations(range(len(rounds)), m):
        path = term(1)
        for t, (silent, spoken) in enumerate(rounds):
            path = path * (spoken if t in chosen else silent)
        total = total + path
    return total / comb(len(rounds), m)


def agrees(mutated: int) -> Iterable[tuple[str, bool]]:
    """Fold and average for all T up to MOST, with symbols for all that is seen."""
    for T in range(1, MOST + 1):
        rounds = [(Symbol(f"o_{t}"), Symbol(f"w_{t}")) for t in range(T)]
        for m in range(T + 1 - mutated):
            difference = transcript.likelihood(rounds, m) - average(rounds, m + mutated)
            yield f"T = {T}, m = {m}", Field([difference]).is_zero(difference)


def fold_is_average(prover: Prover) -> Theorem:
    """The fold of the step is the law that Algorithm 1 describes."""
    claim = Finite(
        "reporting.transcript-fold",
        "the fold of the one-round step is the average over all choices of m rounds, as polynomials",
        f"T <= {MOST}, every m, symbols for what is seen",
        lambda: agrees(0),
        lambda: agrees(1),
    )
    return prover.theorem(claim, ByEnumeration())


def linear(prover: Prover) -> Iterable[Theorem]:
    """Adding up over what may be seen in a round adds up its two probabilities: unseen rounds weigh 1 and 1."""
    row = [Symbol("B"), Symbol("A")]
    one, other = (tuple(map(Symbol, names)) for names in (("o_0", "w_0"), ("o_1", "w_1")))
    at = {"A": 1, "B": 2, "o_0": 1, "w_0": 2, "o_1": 3, "w_1": 4}
    for k in (0, 1):
        apart = transcript.turn(row, *one)[k] + transcript.turn(row, *other)[k]
        claim = Implication(
            f"reporting.transcript-linear-{k}",
            equal(apart, transcript.turn(row, one[0] + other[0], one[1] + other[1])[k]),
            witness=at,
            mutant=Mutant(equal(apart, transcript.turn(row, one[0], one[1] + other[1])[k]), at),
        )
        yield prover.theorem(
            claim, at_once("a round multiplies each weight by one of its two numbers", algebra)
        )
