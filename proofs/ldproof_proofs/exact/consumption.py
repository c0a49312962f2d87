"""The report and the number of bytes that it took: what both together reveal of the state."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Real, expm1, rational, term
from ldproof.probability import Odds
from ldproof.rounds import lie, truth
from ldproof.sampling import bernoulli_draws
from ldproof.sampling.bernoulli_draws import BY_SECRET, LAZY, BlockRule
from ldproof.sampling.digits import Digits
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law.finite_laws import largest_odds, ratio_of_probabilities

DEEP = 3
"""How many blocks are followed."""
CLOSE = Fraction(1, 2**80)
"""How far the joint odds may exceed the coin's."""


def coin(epsilon: int) -> tuple[Digits, Digits]:
    """The probabilities of reporting 1 in state 0 and in state 1."""
    return Digits(lie(expm1(Real(epsilon)))), Digits(truth(expm1(Real(epsilon))))


def rational_coin(excess: Fraction) -> tuple[Digits, Digits]:
    """The probabilities of reporting 1 in state 0 and in state 1, at rational odds."""
    return Digits(lie(excess)), Digits(truth(excess))


def joint_odds(table: tuple[Digits, Digits], rule: BlockRule) -> Odds:
    """The largest odds between the two states over all reports and numbers of blocks."""
    laws = [bernoulli_draws.joint_law(table, state, rule, DEEP) for state in (0, 1)]
    return largest_odds(
        ratio_of_probabilities(one[outcome], other[outcome]) if one[outcome] else Fraction(0)
        for one, other in (laws, laws[::-1])
        for outcome in one
    )


def lazy_cases(epsilons: Iterable[int]) -> Iterable[tuple[str, Relation]]:
    """A 1 after one byte is hardly less likely than a 1 at all, and in state 0, where that is rare enough, impossible."""
    for epsilon in epsilons:
        excess, table = expm1(term(epsilon)), coin(epsilon)
        idle, active = (bernoulli_draws.joint_law(table, state, LAZY, DEEP)[True, 1] for state in (0, 1))
        for state, found, chance in ((0, idle, lie(excess)), (1, active, truth(excess))):
            yield f"epsilon = {epsilon}, state {state}, from below", at_most(found, chance)
            yield f"epsilon = {epsilon}, state {state}, from above", below(chance, found + Fraction(1, 128))
        yield f"epsilon = {epsilon}, never", equal(256 * term(idle), 0)
        yield f"epsilon = {epsilon}, sometimes", below(0, active)


def revealing(prover: Prover) -> Theorem:
    """Whoever stops at the first byte that decides can reveal the state outright."""
    claim = Ground(
        "exact.lazy-reveals",
        "a client that reads its coin byte by byte can send a 1 after 1 byte in state 1, and never does in state 0",
        "epsilon in 6, 7, ..., 12",
        lambda: lazy_cases(range(6, 13)),
        lambda: lazy_cases(range(1, 13)),
    )
    return prover.theorem(claim, ByRecord())


EXCESSES = (rational(1, 100), rational(1, 2), rational(1), rational(2), rational(6), rational(1000))


def block_cases(rule: BlockRule) -> Iterable[tuple[str, Relation]]:
    """Whether the odds stay at the coin's, and the number of blocks has one law for both states."""
    for excess in EXCESSES:
        table = rational_coin(excess)
        laws = [bernoulli_draws.joint_law(table, state, rule, DEEP) for state in (0, 1)]
        for state, outcome in every((0, 1), laws[0]):
            one, other = (term(laws[each][outcome]) for each in (state, 1 - state))
            name = f"odds of {outcome} for {state} at E = {1 + excess}"
            yield name, at_most(one, (1 + term(excess)) * (1 + CLOSE) * other)
        for read in range(1, DEEP + 1):
            one, other = (term(law[False, read]) + law[True, read] for law in laws)
            yield f"{read} blocks at E = {1 + excess}", equal(one, other)


def finite(prover: Prover) -> Theorem:
    """A client that reads blocks reveals, by report and bytes together, hardly more than by the report."""
    claim = Ground(
        "exact.blocks-hide",
        "a client that reads blocks sends its report and number of bytes with joint odds of at most E (1 + 2^-80), "
        "and the number of bytes alone has the same law for both states",
        f"E - 1 in {', '.join(map(str, EXCESSES))}; up to {DEEP} blocks",
        lambda: block_cases(BY_SECRET),
        lambda: block_cases(BlockRule(length=1)),
    )
    return prover.theorem(claim, ByRecord())
