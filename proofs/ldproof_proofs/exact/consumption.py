"""The report and the number of bytes that it took: what both together reveal of the state."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Real, expm1, rational, term
from ldproof.probability import Odds
from ldproof.rounds import lie, truth
from ldproof.sampling import bernoulli_draws
from ldproof.sampling.bernoulli_draws import BY_SECRET, LAZY, BlockRule
from ldproof.sampling.digits import Digits
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
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


TABLES = (
    (Fraction(1, 256), Fraction(3, 4)),
    (Fraction(2, 3), Fraction(2, 3), Fraction(1, 700), Fraction(511, 512)),
)
SHORT_RULES = ((LAZY, 3), (BlockRule(1, 1), 3), (BlockRule(2, 1), 1))
"""Rules, and for how many blocks all strings can be listed."""


def tied(string: int, digits: Iterable[int], rule: BlockRule) -> bool:
    """Whether a string reads on: it is the digits of a probability, or its last block ends in a decoy's zeros."""
    return string in digits or (rule.decoy > 0 and not any(string.to_bytes(64)[-rule.decoy :]))


def listed(
    table: Sequence[Digits], secret: int, rule: BlockRule, blocks: int
) -> dict[tuple[bool, int], Fraction]:
    """The joint law by listing all strings, block by block."""
    counts: Counter[tuple[bool, int]] = Counter()
    size, reading = 256**rule.length, [0]
    for read in range(1, blocks + 1):
        digits = [int.from_bytes(each.prefix(read * rule.length)) for each in table]
        longer: list[int] = []
        for string in (start * size + block for start in reading for block in range(size)):
            if tied(string, digits, rule):
                longer.append(string)
            else:
                counts[string < digits[secret], read] += size ** (blocks - read)
        reading = longer
    return {outcome: Fraction(count, size**blocks) for outcome, count in counts.items()}


def listed_cases(other: int) -> Iterable[tuple[str, bool]]:
    """The reference's joint law against it."""
    for number, shares in enumerate(TABLES):
        table = tuple(map(Digits, shares))
        for (rule, blocks), secret in every(SHORT_RULES, range(len(table))):
            found = {
                outcome: share
                for outcome, share in bernoulli_draws.joint_law(table, secret, rule, blocks).items()
                if share
            }
            wanted = listed(table, (secret + other) % len(table), rule, blocks)
            yield f"table {number}, secret {secret}, {rule}", found == wanted


def law_of_bytes(prover: Prover) -> Theorem:
    """The joint law is counted from digits; here every string is looked at."""
    claim = Finite(
        "exact.joint-law",
        "the joint law of the answer and the number of blocks read is that of all strings of bytes, of which those "
        "read on that are some probability's digits or end in a decoy",
        "2 tables of 2 and 4 probabilities; 3 blocks of 1 byte, with and without decoys, or 1 block of 2 bytes",
        lambda: listed_cases(0),
        lambda: listed_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def drift_cases(spare: int) -> Iterable[tuple[str, Relation]]:
    """The bound's own numbers, the decoys counted one by one, and how far the answer really drifts."""
    rule = BlockRule(2, 1)
    decoys = sum(tied(block, (), rule) for block in range(256**rule.length))
    for number, shares in enumerate(TABLES):
        table = tuple(map(Digits, shares))
        bound = bernoulli_draws.answer_drift(table, rule)
        yield f"table {number}", equal(bound, 2 * (term(len(table)) + 2) / (decoys - 1 + spare))
        for (secret, share), read in every(enumerate(shares), range(1, DEEP + 1)):
            law = bernoulli_draws.joint_law(table, secret, rule, DEEP)
            yes, no = term(law[True, read]), term(law[False, read])
            off, name = yes / (yes + no) - share, f"table {number}, secret {secret}, {read} blocks"
            yield f"{name}, from below", at_most(-bound, off)
            yield f"{name}, from above", at_most(off, bound)


def drifting(prover: Prover) -> Theorem:
    """Given the number of blocks the answer keeps its probability to within the bound."""
    claim = Ground(
        "exact.drift",
        "given the number of blocks read, the answer's probability is within 2 (k + 2) / (d - 1) of what it is, for a "
        "table of k probabilities and d decoys among the blocks",
        f"tables of 2 and 4 probabilities, blocks of 2 bytes that may end in a 0, up to {DEEP} blocks",
        lambda: drift_cases(0),
        lambda: drift_cases(1),
    )
    return prover.theorem(claim, ByRecord())
