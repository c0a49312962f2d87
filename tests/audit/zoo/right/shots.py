"""m-shot reporting in other ways: m reports in random rounds, dummies that are 1 with probability r in the others."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod

from ldproof.coins import Coins
from tests.audit.zoo.drawing import below, chance, dealt, gaps, one_of, response, truth
from tests.audit.zoo.specimens import right


@right("shots.report T=4 m=2 r=1/4 report_odds=3")
def chosen_round_by_round(states: str, coins: Coins, T: str, m: str, r: str, report_odds: str) -> str:
    """No rounds are chosen beforehand: with k reports left in n rounds, one is made now with probability k/n."""
    left, said = int(m), []
    for t, state in enumerate(states):
        now = chance(Fraction(left, int(T) - t), coins)
        said.append(
            response(int(state), Fraction(report_odds), coins) if now else int(chance(Fraction(r), coins))
        )
        left -= now
    return "".join(map(str, said))


@cache
def listed(states: str, m: int, r: Fraction, odds: Fraction) -> Mapping[str, Fraction]:
    """The probability of every transcript: the sum over all choices of rounds."""

    def step(t: int, bit: str, tau: tuple[int, ...]) -> Fraction:
        if t in tau:
            return truth(odds) if bit == states[t] else 1 - truth(odds)
        return r if bit == "1" else 1 - r

    found = {}
    for bits in product("01", repeat=len(states)):
        choices = combinations(range(len(states)), m)
        ways = (prod((step(t, bit, tau) for t, bit in enumerate(bits)), start=Fraction(1)) for tau in choices)
        found["".join(bits)] = sum(ways, Fraction(0)) / comb(len(states), m)
    return found


@right("shots.report T=3 m=2 r=1/4 report_odds=2")
def from_the_list_of_all_transcripts(states: str, coins: Coins, m: str, r: str, report_odds: str) -> str:
    """Every transcript's probability is worked out, and one is drawn by the inverse of their sums."""
    law = listed(states, int(m), Fraction(r), Fraction(report_odds))
    return list(law)[one_of(list(law.values()), coins)]


@right("shots.report T=3 m=1 r=0 odds=3")
def noise_first_and_backwards(states: str, coins: Coins, T: str, odds: str) -> str:
    """All lies are drawn before any round is chosen, the last round's first."""
    lies = [not chance(truth(Fraction(odds)), coins) for _ in states][::-1]
    chosen = int(T) - 1 - below(int(T), coins)
    return "".join(str(int(state) ^ lies[t]) if t == chosen else "0" for t, state in enumerate(states))


@right("shots.report T=3 m=3 r=0 report_odds=5/3")
def truth_or_a_fair_coin(states: str, coins: Coins, report_odds: str) -> str:
    """Randomized response as it is told in class: the truth, or else whatever a fair coin shows."""
    odds = Fraction(report_odds)
    draws = [(chance((odds - 1) / (odds + 1), coins), below(2, coins)) for _ in states]
    return "".join(state if told else str(coin) for state, (told, coin) in zip(states, draws, strict=True))


@right("shots.report T=3 m=1 r=1/3 odds=2")
def dummies_by_their_gaps(states: str, coins: Coins, T: str, m: str, r: str, odds: str) -> str:
    """Dummies are drawn for all rounds, by how many zeros lie between the ones, and some then are replaced."""
    ones = gaps(int(T), Fraction(r), coins)
    reports = {t: response(int(states[t]), Fraction(odds), coins) for t in dealt(int(T), coins)[-int(m) :]}
    return "".join(str(reports.get(t, int(t in ones))) for t in range(int(T)))


@right("shots.report T=5 m=3 r=1 report_odds=2")
def rounds_as_a_number(states: str, coins: Coins, T: str, m: str) -> str:
    """The rounds are one random number among all choices, the lies another among 27: one report in three lies."""
    tau = list(combinations(range(int(T)), int(m)))[below(comb(int(T), int(m)), coins)]
    number = below(27, coins)
    lies = {t: number // 3**place % 3 == 0 for place, t in enumerate(tau)}
    return "".join(str(int(state) ^ lies[t]) if t in lies else "1" for t, state in enumerate(states))
