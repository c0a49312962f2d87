"""Locally private continual counting in other ways: one report in a random round, or one in every round."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import accumulate
from math import comb

from ldproof.coins import Coins
from tests.audit.zoo.drawing import below, chance, dealt, gaps, one_of, response, root, sent, truth
from tests.audit.zoo.specimens import right

NULL = "-"


def alias(weights: Sequence[int]) -> list[tuple[int, int, int]]:
    """For each of n columns that are as high as all weights together: what it is of, up to where, and of what above."""
    whole, heights, table = sum(weights), {i: len(weights) * w for i, w in enumerate(weights)}, []
    while heights:
        low, high = min(heights, key=heights.__getitem__), max(heights, key=heights.__getitem__)
        table.append((low, heights[low], high))
        heights[high] -= whole - heights[low]
        del heights[low]
    return table


@right("counting.glance T=3 odds=3")
def from_an_alias_table(states: str, coins: Coins, T: str, odds: str) -> str:
    """Round and report together are drawn from an alias table of all that may be sent."""
    E = Fraction(odds)
    sendings = [(t, bit) for t in range(int(T)) for bit in (0, 1)]
    weights = [E.numerator if bit == int(states[t]) else E.denominator for t, bit in sendings]
    column, height = below(len(weights), coins), below(sum(weights), coins)
    one, reached, other = alias(weights)[column]
    chosen, said = sendings[one if height < reached else other]
    return "".join(str(said) if t == chosen else NULL for t in range(int(T)))


@right("counting.glance T=4 odds=7/2")
def keeps_one_of_all_reports(states: str, coins: Coins, odds: str) -> str:
    """A report of every round, of which a reservoir keeps one: the t-th replaces the one before in 1 of t cases."""
    kept, report = 0, 0
    for t, state in enumerate(states):
        fresh = response(int(state), Fraction(odds), coins)
        if chance(Fraction(1, t + 1), coins):
            kept, report = t, fresh
    return sent(states, [kept], lambda _: report, lambda _: NULL)


@right("counting.harmony T=4 odds=3")
def one_number_for_round_and_lie(states: str, coins: Coins, T: str, odds: str) -> str:
    """One random number: what it leaves by T is the round, and whether the rest is small is the lie."""
    E = Fraction(odds)
    rest, chosen = divmod(below(int(T) * (E.numerator + E.denominator), coins), int(T))
    return sent(states, [chosen], lambda state: state ^ (rest < E.denominator), lambda _: 0)


@right("counting.harmony_published T=4 odds=5")
def last_round_first(states: str, coins: Coins, odds: str) -> str:
    """Backwards, each round is taken with probability 1 in as many as are left; signs are multiplied."""
    sign = 1 if chance(truth(Fraction(odds)), coins) else -1
    taken = [t for t in range(len(states)) if chance(Fraction(1, t + 1), coins)][-1]
    return sent(states, [taken], lambda state: ((2 * state - 1) * sign + 1) // 2, lambda _: NULL)


@right("counting.borappor T=4 odds=16")
def number_of_lies_first(states: str, coins: Coins, T: str, odds: str) -> str:
    """How many rounds are lied in is drawn first, from the Binomial law, and in which ones then."""
    rounds, lie = int(T), 1 - truth(root(Fraction(odds), int(T)))
    law = [comb(rounds, lies) * lie**lies * (1 - lie) ** (rounds - lies) for lies in range(rounds + 1)]
    lies = dealt(rounds, coins)[: one_of(law, coins)]
    return "".join(str(int(state) ^ (t in lies)) for t, state in enumerate(states))


@right("counting.borappor T=3 odds=27")
def lies_by_their_gaps(states: str, coins: Coins, T: str, odds: str) -> str:
    """How many rounds pass until the next lie."""
    lies = gaps(int(T), 1 - truth(root(Fraction(odds), int(T))), coins)
    return "".join(str(int(state) ^ (t in lies)) for t, state in enumerate(states))


@right("counting.harmony T=1 epsilon=1", reads=6)
def digits_of_e(states: str, coins: Coins, epsilon: str) -> str:
    """An irrational probability: a decimal number of 50 digits, the exponential series, is compared with 6 bytes."""
    with localcontext(prec=50):
        terms = accumulate(range(1, 50), lambda term, n: term * Decimal(epsilon) / n, initial=Decimal(1))
        lie = 1 / (1 + sum(terms))
        return str(int(states) ^ (int.from_bytes(coins.read(6)) < lie * 256**6))
