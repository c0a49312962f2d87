"""Theorem 1: budgets add up where the noise is independent, and need not where it is shared."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Symbol, exp, log, term
from ldproof.probability import Law, law_of_shares
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, axiom
from ldproof_proofs.kernel.induction import ByInduction
from ldproof_proofs.kernel.privacy import COMPOSITION
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, steps
from ldproof_proofs.kernel.relations import Relation, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law.finite_laws import symmetric_odds, tight_odds
from ldproof_proofs.law.pointwise import PARTS, bounded, inverse, laws

FAIR = law_of_shares([(0, Fraction(1, 2)), (1, Fraction(1, 2))])
SHARED, APART = FAIR.pushforward(lambda bit: (bit, bit)), FAIR.product(FAIR)


def composition(prover: Prover) -> Theorem:
    """Any number of mechanisms, each private given what the others released: odds multiply."""
    step = at_once("both factors are bounded", search)
    return prover.theorem(COMPOSITION, ByInduction(at_once("1 = 1", algebra), [step], [step]))


def epsilons_add(prover: Prover) -> Theorem:
    """Where odds multiply, epsilons add up."""
    one, other = Symbol("epsilon_1"), Symbol("epsilon_2")
    at = {"epsilon_1": 1, "epsilon_2": 2}
    both = log(exp(one) * exp(other))
    claim = Implication(
        "law.epsilons-add",
        equal(both, one + other),
        {},
        {
            "first": axiom(Always.POSITIVE, one),
            "second": axiom(Always.POSITIVE, other),
            "product": axiom(Always.PRODUCT, exp(one), exp(other)),
            "undone": axiom(Always.UNDONE, one),
            "undone too": axiom(Always.UNDONE, other),
        },
        at,
    )
    return prover.theorem(
        claim,
        steps(
            Step("=", log(exp(one)) + log(exp(other)), "the logarithm of a product", search),
            last=Last("logarithms undo exponentials", search),
        ),
    )


def released(state: int, noise: Law[tuple[int, int]]) -> Law[tuple[int, int]]:
    """Two outputs: the state hidden by the first bit of noise, and the second bit."""
    return noise.pushforward(lambda bits: (state ^ bits[0], bits[1]))


def output(joint: Law[tuple[int, int]], place: int) -> Law[int]:
    """The law of one of the two outputs."""
    return joint.pushforward(lambda outputs: outputs[place])


def noise_cases(noise: Law[tuple[int, int]]) -> Iterator[tuple[str, Relation]]:
    """Each output alone tells nothing of the state; both together tell it."""
    one, other = (released(state, noise) for state in (0, 1))
    for place, name in enumerate(("v xor B", "B")):
        found = bounded(symmetric_odds(output(one, place), output(other, place)))
        for bit in (0, 1):
            alone = [
                sum((term(joint[both]) for both in joint if both[place] == bit), term(0))
                for joint in (one, other)
            ]
            yield f"odds of {name} = {bit}", equal(alone[0], found * alone[1])
    yield "joint odds", equal(inverse(tight_odds(one, other)), 0)
    for both in one:
        yield f"{both} for v = 0", below(0, one[both])
        yield f"{both} for v = 1", equal(other[both], 0)


def shared_noise(prover: Prover) -> Theorem:
    """Two mechanisms that share a coin: each reveals nothing, both reveal everything."""
    claim = Ground(
        "law.shared-noise",
        "v xor B and B, with one fair bit B, each have odds 1 between v = 0 and v = 1, and infinite odds together",
        "both states and all outputs",
        lambda: noise_cases(SHARED),
        lambda: noise_cases(APART),
        values=lambda: {"alone": Fraction(1)},
    )
    return prover.theorem(claim, ByRecord())


def independent_cases(again: int) -> Iterator[tuple[str, Relation]]:
    """1 over the odds of two independent outcomes is exactly the product, in the reference's own laws."""
    for one, other, first, second in every(laws(2), repeat=4):
        joint = inverse(tight_odds(one.product(first), other.product(second)))
        alone = term(inverse(tight_odds(one, other))) * term(inverse(tight_odds(first, second))) ** again
        yield f"{one}, {other}, {first}, {second}", equal(joint, alone)


def independent(prover: Prover) -> Theorem:
    """Independent mechanisms: the odds multiply exactly, so the sum of the epsilons is tight."""
    claim = Ground(
        "law.independent",
        "the tight odds of two independent outcomes are the product of their tight odds",
        f"laws of 2 outcomes with probabilities in multiples of 1/{PARTS}",
        lambda: independent_cases(1),
        lambda: independent_cases(2),
    )
    return prover.theorem(claim, ByRecord())
