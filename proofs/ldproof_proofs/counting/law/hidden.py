"""What Glance hides of a person beyond epsilon: the least delta at any odds, by how many rounds differ."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.counting.mechanism import transcript_law
from ldproof.numbers import Exact, Symbol, Term, least, rational, term
from ldproof.rounds import lie, report_likelihood, truth
from ldproof_proofs.counting.law.glance import MOST
from ldproof_proofs.counting.parameters import BITS, BUDGET, x
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import sums

gamma = Symbol("gamma")
TARGET = {**BUDGET, "gamma >= 1": at_most(1, gamma), "gamma <= E": at_most(gamma, 1 + x)}
"""Odds from 1 to E; above E nothing is left over."""
AT: Point = {"x": 2, "gamma": 2}
EXCESS = rational(2)
ODDS = (rational(1), rational(3, 2), rational(5, 2), rational(3), rational(4))


def signs(prover: Prover) -> Iterable[Theorem]:
    """A report is likelier than gamma times for another person only where it is one's state and not the other's."""
    for state, other, bit in every(BITS, repeat=3):
        left = report_likelihood(x, state, bit) - gamma * report_likelihood(x, other, bit)
        goal = at_most(0, left) if bit == state != other else at_most(left, 0)
        claim = Implication(
            f"counting.left-over-{state}{other}{bit}",
            goal,
            TARGET,
            witness=AT,
            mutant=Mutant(at_most(goal.right + 1, goal.left), AT),
            reading="what a report leaves over at odds gamma, E = 1 + x",
        )
        yield prover.theorem(claim, at_once("truth = E lie, and 1 <= gamma <= E", positivity))


def closed(differing: int, T: int, at: Fraction) -> Fraction:
    """Each of the rounds that differ is tau with probability 1/T, and leaves p - gamma q over."""
    return hidden(Fraction(differing), Fraction(T), max(Fraction(0), truth(EXCESS) - at * lie(EXCESS)))


def hidden(differing: Exact, T: Exact, left: Exact) -> Exact:
    """What a report leaves over, in a round that is one of those that differ."""
    return differing / T * left


def positive(number: Fraction) -> Term:
    """A number, or 0 if it is below 0."""
    return number - least(term(number), term(0))


def both_ways(one: Fraction, other: Fraction) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """A pair and the pair turned round."""
    return (one, other), (other, one)


def delta_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """The hockey stick between any two people, at odds below, at and above E."""
    for rounds in range(1, MOST + 1):
        laws = {states: transcript_law(states, EXCESS) for states in every(BITS, repeat=rounds)}
        for (one, law), (other, beside) in every(laws.items(), repeat=2):
            differing = sum(map(int.__ne__, one, other))
            for at in ODDS:
                left = sums.total(positive(law[seen] - at * beside[seen]) for seen in law)
                yield f"{one} and {other} at {at}", equal(left, closed(differing, rounds + more, at))


def deltas(prover: Prover) -> Theorem:
    """Of k rounds in which they differ, tau is one with probability k/T, and then the report is all there is."""
    claim = Ground(
        "counting.hockey-stick",
        "the least delta at odds gamma >= 1 between people who differ in k rounds is (k/T) max(0, p - gamma q)",
        f"T <= {MOST}, every pair of people, E = 3, gamma in {{1, 3/2, 5/2, 3, 4}}",
        lambda: delta_cases(0),
        lambda: delta_cases(1),
        values=lambda: {"delta": hidden(Symbol("k"), Symbol("T"), truth(x) - gamma * lie(x))},
    )
    return prover.theorem(claim, ByRecord())


def event_cases(null: int | None, factor: int) -> Iterable[tuple[str, Relation]]:
    """The tight odds between people who differ in one round, and in any number of them."""
    for rounds in range(1, MOST + 1):
        laws = {states: transcript_law(states, EXCESS, null) for states in every(BITS, repeat=rounds)}
        for (one, law), (other, beside) in every(laws.items(), repeat=2):
            if one != other:
                ratios = [sums.ratio(*pair) for seen in law for pair in both_ways(law[seen], beside[seen])]
                yield from sums.largest(f"{one} and {other}, NULL = {null}", ratios, (1 + EXCESS) * factor)


def odds(prover: Prover) -> Theorem:
    """Subsampling lowers no odds: any two people can be told apart with all of epsilon, in Glance and in Harmony."""
    claim = Ground(
        "counting.odds-exhaustive",
        "the tight odds between any two different people are E: in Glance, and in Harmony, where 0 stands for NULL",
        f"T <= {MOST}, every pair of people, E = 3",
        lambda: (case for null in (None, 0) for case in event_cases(null, 1)),
        lambda: event_cases(None, 2),
    )
    return prover.theorem(claim, ByRecord())
