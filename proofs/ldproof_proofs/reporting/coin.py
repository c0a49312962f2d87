"""The binary mechanism: a law, and private with the tight odds e^epsilon."""

from collections.abc import Iterator
from itertools import product as every

from ldproof.numbers import Symbol
from ldproof.rounds import dummy_likelihood, lie, report_likelihood, truth
from ldproof_proofs.kernel.implication import Implication, by_name
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.privacy import Listed, Pair
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import pointwise

x, r = Symbol("x"), Symbol("r")
BUDGET = {"x > 0": below(0, x)}
AT = {"x": 2}


def is_a_law(prover: Prover) -> Theorem:
    """Truth and lie are all that can happen."""
    claim = Implication(
        "reporting.coin-sums",
        equal(truth(x) + lie(x), 1),
        BUDGET,
        witness=AT,
    )
    return prover.theorem(claim, at_once("(1 + x) + 1 = 2 + x", algebra))


def ratio(prover: Prover) -> Theorem:
    """Odds e^epsilon = 1 + x, and no others: the mechanism is exactly this private."""
    claim = Implication(
        "reporting.coin-ratio",
        equal(truth(x), (1 + x) * lie(x)),
        BUDGET,
        witness=AT,
        mutant=Mutant(equal(truth(x), (2 + x) * lie(x)), AT),
    )
    return prover.theorem(claim, at_once("both have the denominator 2 + x", algebra))


def private(prover: Prover) -> Iterator[Theorem]:
    """Whatever is seen, and whatever the two states: no odds exceed 1 + x."""
    for seen, state, other in every((0, 1), repeat=3):
        goal = at_most(report_likelihood(x, state, seen), (1 + x) * report_likelihood(x, other, seen))
        wrong = at_most((1 + x) * report_likelihood(x, state, seen), report_likelihood(x, other, seen) / 2)
        claim = Implication(
            f"reporting.coin-private-{seen}{state}{other}", goal, BUDGET, witness=AT, mutant=Mutant(wrong, AT)
        )
        yield prover.theorem(claim, at_once("clear the denominator 2 + x", positivity))


def randomized_response(prover: Prover) -> Theorem:
    """The binary mechanism is epsilon-LDP with e^epsilon = 1 + x."""
    laws = [{str(seen): report_likelihood(x, state, seen) for seen in (0, 1)} for state in (0, 1)]
    return pointwise.show_private(
        prover,
        "reporting.coin-ldp",
        Listed("the binary mechanism, between the states 0 and 1", (Pair(*laws),)),
        1 + x,
        BUDGET,
        {**by_name(private(prover)), **by_name(nonnegative(prover))},
        AT,
        1 + x / 2,
    )


def nonnegative(prover: Prover) -> Iterator[Theorem]:
    """Neither bit is reported with a negative probability."""
    for seen, state in every((0, 1), repeat=2):
        claim = Implication(
            f"reporting.coin-nonnegative-{seen}{state}",
            at_most(0, report_likelihood(x, state, seen)),
            BUDGET,
            witness=AT,
        )
        yield prover.theorem(claim, at_once("numerator and denominator are positive", positivity))


def dummy_is_a_law(prover: Prover) -> Theorem:
    """A dummy is 1 or 0."""
    claim = Implication(
        "reporting.dummy-sums",
        equal(dummy_likelihood(r, 0) + dummy_likelihood(r, 1), 1),
        witness={"r": 0},
        mutant=Mutant(equal(dummy_likelihood(r, 0) - dummy_likelihood(r, 1), 1), {"r": 1}),
    )
    return prover.theorem(claim, at_once("(1 - r) + r = 1", algebra))


def dummies(prover: Prover) -> Iterator[Theorem]:
    """Neither bit is a dummy with a negative probability."""
    for seen in (0, 1):
        claim = Implication(
            f"reporting.dummy-{seen}",
            at_most(0, dummy_likelihood(r, seen)),
            {"r >= 0": at_most(0, r), "r <= 1": at_most(r, 1)},
            witness={"r": 0},
            mutant=Mutant(below(0, dummy_likelihood(r, seen)), {"r": 1 - seen}),
        )
        yield prover.theorem(claim, at_once("r lies between 0 and 1", positivity))
