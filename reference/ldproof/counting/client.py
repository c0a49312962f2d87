"""What one person's device does, round by round: Algorithm 1 (Glance), and the two it is compared with."""

from fractions import Fraction

from ldproof.coins import Coins
from ldproof.counting.parameters import Parameters
from ldproof.exact import BY_SECRET, Rule
from ldproof.reporting import device
from ldproof.reporting.person import Person


def client(parameters: Parameters, coins: Coins, rule: Rule = BY_SECRET) -> Person[int | None]:
    """A device that has chosen its round, or reports in all of them.

    Glance sends NULL, here None, in the other rounds (line 9); so does Harmony as published, whose -1 and +1
    are the bits 0 and 1. Harmony as the source uses it sends the bit 0, which no watcher tells from a report.
    """
    T, excess = parameters.T, parameters.budget.report_excess()
    if parameters.silent:
        return device.silent(T, parameters.reports, device.reported(excess), coins, rule, parameters.text())
    return device.filling(
        T, parameters.reports, device.table(excess, Fraction(0)), coins, rule, parameters.text()
    )
