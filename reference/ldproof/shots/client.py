"""Algorithm 1, lines 2 and 6 to 10: what one person's device does, round by round."""

from ldproof.coins import Coins
from ldproof.exact import BY_SECRET, Digits, Rule
from ldproof.reporting import device
from ldproof.reporting.person import Person
from ldproof.shots.parameters import Parameters


def client(parameters: Parameters, coins: Coins, rule: Rule = BY_SECRET) -> Person[int]:
    """A device that has chosen its rounds."""
    return device.filling(parameters.T, parameters.m, table(parameters), coins, rule, parameters.text())


def table(parameters: Parameters) -> tuple[Digits, Digits, Digits]:
    """The probabilities of sending a 1: in state 0, in state 1 and as a dummy."""
    return device.table(parameters.budget.report_excess(), parameters.r)
