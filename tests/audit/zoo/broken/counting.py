"""Locally private continual counting, broken: one report in a random round, or a report in every round."""

from fractions import Fraction
from math import exp

from ldproof.coins import Coins, SeededCoins
from ldproof.law import INFINITE
from tests.audit.zoo.drawing import below, one_of, response, root, sent, truth
from tests.audit.zoo.specimens import broken

NULL = "-"


@broken("counting.glance T=2 odds=3", INFINITE, 1000)
def silent_when_idle(states: str, coins: Coins, T: str, odds: str) -> str:
    """NULL leaks: nothing is sent where there is nothing to report, to save a message."""
    tau = [below(int(T), coins)]
    return sent(
        states,
        tau,
        lambda state: response(state, Fraction(odds), coins) if state else NULL,
        lambda _: NULL,
    )


@broken("counting.glance T=3 odds=3", Fraction(9), 2000)
def reports_in_the_next_round_too(states: str, coins: Coins, T: str, odds: str) -> str:
    """Off by one: the round's number is compared with <= on both sides, and two rounds are reported."""
    first = below(int(T), coins)
    tau = [t for t in range(int(T)) if first <= t <= first + 1]
    return sent(states, tau, lambda state: response(state, Fraction(odds), coins), lambda _: NULL)


@broken("counting.glance T=2 epsilon=5.2", Fraction(255), 40000)
def probability_in_a_byte(states: str, coins: Coins, T: str, epsilon: str) -> str:
    """The probability of a true report is rounded to a multiple of 1/256, so that one byte decides."""
    odds = exp(Fraction(epsilon))
    true = round(256 * odds / (1 + odds))
    tau = [below(int(T), coins)]
    return sent(states, tau, lambda state: state if coins.read(1)[0] < true else 1 - state, lambda _: NULL)


@broken("counting.harmony_published T=4 odds=2", INFINITE, 2000, ("0010", "0000"))
def waits_for_the_first_one(states: str, coins: Coins, T: str, odds: str) -> str:
    """Tau depends on the data: it is the first round in state 1 from a random round on, or the last one."""
    tau = [f"{states[:-1]}1".index("1", below(int(T), coins))]
    return sent(states, tau, lambda state: response(state, Fraction(odds), coins), lambda _: NULL)


@broken("counting.harmony T=3 odds=3", INFINITE, 2000)
def fills_like_the_state(states: str, coins: Coins, T: str, odds: str) -> str:
    """Harmony's filling is tied to the state: it is 0, but 1 in one of 16 rounds in state 1."""
    tau = [below(int(T), coins)]
    return sent(
        states,
        tau,
        lambda state: response(state, Fraction(odds), coins),
        lambda state: int(state and not below(16, coins)),
    )


@broken("counting.borappor T=3 odds=3", Fraction(27), 2000)
def the_whole_budget_every_round(states: str, coins: Coins, odds: str) -> str:
    """The budget is spent T times: every round's report has the odds of all of them."""
    return "".join(str(response(int(state), Fraction(odds), coins)) for state in states)


@broken("counting.borappor T=4 odds=16", Fraction(49, 19) ** 4, 10000, ("0101", "1010"))
def memoised_until_it_changes(states: str, coins: Coins, odds: str) -> str:
    """What is memoised has the whole budget, however often the state changes and a new value is memoised."""
    memos = [response(int(state), Fraction(odds), coins) for state in states]
    memo, reports = memos[0], []
    for t, state in enumerate(states):
        memo = memos[t] if state != states[max(t - 1, 0)] else memo
        reports.append(response(memo, Fraction(3), coins))
    return "".join(map(str, reports))


@broken("counting.borappor T=4 odds=16", INFINITE, 1000)
def the_same_coins_for_everybody(states: str, coins: Coins, T: str, odds: str) -> str:
    """A seed is reused across users: everybody's generator starts with the same constant."""
    coins = SeededCoins(b"counting")
    return "".join(str(response(int(state), root(Fraction(odds), int(T)), coins)) for state in states)


@broken("counting.borappor T=3 odds=27", INFINITE, 2000)
def stops_after_the_last_lie(states: str, coins: Coins, T: str, odds: str) -> str:
    """How many bytes it reads depends on the lies: it draws their gaps, until these have come past the last round."""
    lie = 1 - truth(root(Fraction(odds), int(T)))
    lies, t = [], 0
    while t < int(T):
        gap = [(1 - lie) ** zeros * lie for zeros in range(int(T) - t)]
        t += one_of([*gap, 1 - sum(gap, Fraction(0))], coins)
        lies.append(t)
        t += 1
    return "".join(str(int(state) ^ (t in lies)) for t, state in enumerate(states))
