"""Algorithm 1, lines 2 and 6 to 10: what one person's device does, round by round."""

from ldproof.budget import at
from ldproof.coins import Coins
from ldproof.exact import BY_SECRET, Digits, Rule, by_secret
from ldproof.reporting import coin
from ldproof.reporting.person import Person, choose
from ldproof.shots.parameters import Parameters

DUMMY = 2
"""The place of the dummy's probability in a client's table, after those of the states 0 and 1."""


def client(parameters: Parameters, coins: Coins, rule: Rule = BY_SECRET) -> Person[int]:
    """A device that has chosen its rounds.

    As one table decides everything, the number of bytes read tells neither the state nor whether the round was
    chosen.
    """
    decisions = table(parameters)
    return Person(
        parameters.T,
        choose(parameters.T, parameters.m, coins),
        lambda state, coins: int(by_secret(decisions, state, coins, rule)),
        lambda coins: int(by_secret(decisions, DUMMY, coins, rule)),
    )


def table(parameters: Parameters) -> tuple[Digits, Digits, Digits]:
    """The probabilities of sending a 1: in state 0, in state 1 and as a dummy."""
    excess = parameters.budget.report_excess()
    return (
        Digits(at(excess, coin.lie, coin.lie)),
        Digits(at(excess, coin.truth, coin.truth)),
        Digits(parameters.r),
    )
