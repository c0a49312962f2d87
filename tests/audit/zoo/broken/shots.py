"""m-shot reporting, broken: m reports in random rounds tau, dummies that are 1 with probability r in the others."""

from fractions import Fraction
from math import exp

from ldproof.coins import Coins, SeededCoins
from ldproof.law import INFINITE
from tests.audit.zoo.drawing import chance, dealt, response, sent, truth
from tests.audit.zoo.specimens import broken


@broken("shots.report T=3 m=1 r=0 odds=3", INFINITE, 2000, ("100", "000"))
def reports_where_there_is_news(states: str, coins: Coins, T: str, m: str, odds: str) -> str:
    """Tau depends on the data: rounds in state 1 come first."""
    order = sorted(dealt(int(T), coins), key=lambda t: states[t] == "0")
    tau = order[: int(m)]
    return sent(states, tau, lambda state: response(state, Fraction(odds), coins), lambda _: 0)


@broken("shots.report T=2 m=1 r=1/2 odds=3", Fraction(5), 2000)
def dummies_like_the_state(states: str, coins: Coins, T: str, m: str, odds: str) -> str:
    """Dummies depend on the state: 5 of 8 are like it, so that they do not look odd."""
    tau = dealt(int(T), coins)[: int(m)]
    return sent(
        states,
        tau,
        lambda state: response(state, Fraction(odds), coins),
        lambda state: response(state, Fraction(5, 3), coins),
    )


@broken("shots.report T=2 m=2 r=0 report_odds=2", INFINITE, 1000, ("01", "00"))
def one_flip_for_all_reports(states: str, coins: Coins, report_odds: str) -> str:
    """There is memory between rounds: the first report's noise is used for all, and a change of state shows."""
    flip = not chance(truth(Fraction(report_odds)), coins)
    return "".join(str(int(state) ^ flip) for state in states)


@broken("shots.report T=4 m=2 r=0 odds=4", Fraction(16), 2000)
def all_of_the_budget_each_time(states: str, coins: Coins, T: str, m: str, odds: str) -> str:
    """The budget is spent m times: every report has the odds of all of them."""
    tau = dealt(int(T), coins)[: int(m)]
    return sent(states, tau, lambda state: response(state, Fraction(odds), coins), lambda _: 0)


@broken("shots.report T=4 m=2 r=1/2 report_odds=2", Fraction(8), 4000)
def one_report_too_many(states: str, coins: Coins, T: str, m: str, r: str, report_odds: str) -> str:
    """The reports are numbered from 0 to m, so that there are m + 1, each with a share of one in m."""
    tau = [t for number, t in enumerate(dealt(int(T), coins)) if number <= int(m)]
    return sent(
        states,
        tau,
        lambda state: response(state, Fraction(report_odds), coins),
        lambda _: int(chance(Fraction(r), coins)),
    )


@broken("shots.report T=2 m=1 r=0 epsilon=1", Fraction(3), 10000)
def e_is_three(states: str, coins: Coins, T: str, m: str, epsilon: str) -> str:
    """e^epsilon is rounded to a whole number, so that probabilities are short fractions."""
    odds = Fraction(round(exp(Fraction(epsilon))))
    tau = dealt(int(T), coins)[: int(m)]
    return sent(states, tau, lambda state: response(state, odds, coins), lambda _: 0)


@broken("shots.report T=4 m=3 r=0 report_odds=3/2", Fraction(19, 11) ** 3, 5000)
def debiased_by_the_client(states: str, coins: Coins, T: str, m: str, report_odds: str) -> str:
    """The collector's factor T/m, which makes up for dummies, is put into the client's probability."""
    contrast = (2 * truth(Fraction(report_odds)) - 1) * int(T) / int(m)
    odds = (1 + contrast) / (1 - contrast)
    tau = dealt(int(T), coins)[: int(m)]
    return sent(states, tau, lambda state: response(state, odds, coins), lambda _: 0)


@broken("shots.report T=8 m=4 r=1/2 report_odds=3", INFINITE, 2000)
def seeded_with_the_states(states: str, coins: Coins, T: str, m: str, r: str, report_odds: str) -> str:
    """A seed depends on the input: the coins are a hash of the states, and who guesses these can check."""
    coins = SeededCoins(states.encode())
    tau = dealt(int(T), coins)[: int(m)]
    return sent(
        states,
        tau,
        lambda state: response(state, Fraction(report_odds), coins),
        lambda _: int(chance(Fraction(r), coins)),
    )


@broken("shots.report T=1 m=1 r=0 odds=255", INFINITE, 20000)
def stops_at_the_first_byte_that_differs(states: str, coins: Coins, odds: str) -> str:
    """How many bytes it reads depends on the state: a second one only if the first ties with its probability."""
    one = truth(Fraction(odds)) if states == "1" else 1 - truth(Fraction(odds))
    digits = int(one * 256**2).to_bytes(2)
    byte = coins.read(1)
    if byte == digits[:1]:
        byte += coins.read(1)
    return str(int(byte < digits))
