"""Functions that say they are k-ary randomized response."""

from functools import cache

from ldproof.budget import parse_budget
from ldproof.coins import Coins
from ldproof.sampling import draw_uniform
from tests.reference.mechanisms.kary import RandomizedResponse


@cache
def made(k: str, odds: str) -> RandomizedResponse:
    return RandomizedResponse(int(k), parse_budget(odds=odds))


def honest(given: object, coins: Coins, k: str, odds: str) -> int:
    known = made(k, odds)
    return known.randomize(known.secrets.read(given), coins)


def too_truthful(given: object, coins: Coins, k: str, odds: str) -> int:
    """The odds are half as large again as it says."""
    return honest(given, coins, k, f"{odds}.5")


def never_the_last(given: object, coins: Coins, k: str, odds: str) -> int:
    """Whoever has another value never says the last one."""
    last, said = int(k) - 1, honest(given, coins, k, odds)
    return draw_uniform(last, coins) if said == last != given else said


def in_words(given: object, coins: Coins, k: str, odds: str) -> str:
    """No output of it, but the text of one."""
    return str(honest(given, coins, k, odds))
