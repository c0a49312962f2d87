"""The report and the number of bytes that it took: what both together reveal of the state."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.exact import consumption
from ldproof.exact.bernoulli import BY_SECRET, LAZY, Rule
from ldproof.exact.digits import Digits
from ldproof.law import Infinite, Odds, most, odds
from ldproof.numbers import ball, expm1
from ldproof.reporting.coin import lie, truth
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

DEEP = 3
"""How many blocks are followed."""
CLOSE = Fraction(1, 2**80)
"""How far the joint odds may exceed the coin's."""


def coin(epsilon: int) -> tuple[Digits, Digits]:
    """The probabilities of reporting 1 in state 0 and in state 1."""
    return Digits(lambda: lie(expm1(ball(epsilon)))), Digits(lambda: truth(expm1(ball(epsilon))))


def rational_coin(excess: Fraction) -> tuple[Digits, Digits]:
    """The same with rational odds."""
    return Digits(lie(excess)), Digits(truth(excess))


def joint_odds(table: tuple[Digits, Digits], rule: Rule) -> Odds:
    """The largest odds between the two states over all reports and numbers of blocks."""
    laws = [consumption.joint(table, state, rule, DEEP) for state in (0, 1)]
    return most(
        odds(one[outcome], other[outcome]) if one[outcome] else Fraction(0)
        for one, other in (laws, laws[::-1])
        for outcome in one
    )


def lazy_cases(epsilons: Iterable[int]) -> Iterable[tuple[str, bool]]:
    """Whether a report with the number of bytes read has infinite odds."""
    for epsilon in epsilons:
        yield f"epsilon = {epsilon}", isinstance(joint_odds(coin(epsilon), LAZY), Infinite)


def revealing(prover: Prover) -> Theorem:
    """Whoever stops at the first byte that decides can reveal the state outright."""
    claim = Finite(
        "exact.lazy-reveals",
        "a client that reads its coin byte by byte sends, with positive probability, a report and a number of "
        "bytes that the other state never produces",
        "epsilon in 6, 7, ..., 12",
        lambda: lazy_cases(range(6, 13)),
        lambda: lazy_cases(range(1, 13)),
    )
    return prover.theorem(claim, ByEnumeration())


EXCESSES = (Fraction(1, 100), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(6), Fraction(1000))


def block_cases(rule: Rule) -> Iterable[tuple[str, bool]]:
    """Whether the odds stay at the coin's, and the number of blocks has one law for both states."""
    for excess in EXCESSES:
        table = rational_coin(excess)
        found = joint_odds(table, rule)
        yield (
            f"odds at E = {1 + excess}",
            not isinstance(found, Infinite) and found <= (1 + excess) * (1 + CLOSE),
        )
        laws = [consumption.joint(table, state, rule, DEEP) for state in (0, 1)]
        for read in range(1, DEEP + 1):
            counts = {sum(law[answer, read] for answer in (False, True)) for law in laws}
            yield f"{read} blocks at E = {1 + excess}", len(counts) == 1


def finite(prover: Prover) -> Theorem:
    """A client that reads blocks reveals, by report and bytes together, hardly more than by the report."""
    claim = Finite(
        "exact.blocks-hide",
        "a client that reads blocks sends its report and number of bytes with joint odds of at most E (1 + 2^-80), "
        "and the number of bytes alone has the same law for both states",
        f"E - 1 in {', '.join(map(str, EXCESSES))}; up to {DEEP} blocks",
        lambda: block_cases(BY_SECRET),
        lambda: block_cases(Rule(length=1)),
    )
    return prover.theorem(claim, ByEnumeration())
