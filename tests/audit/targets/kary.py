"""Functions that claim to be k-ary randomized response."""

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
    """Respond at odds that are 3/2 of the claimed ones."""
    return honest(given, coins, k, f"{odds}.5")


def never_the_last(given: object, coins: Coins, k: str, odds: str) -> int:
    """Never send the last value for any other input."""
    last, said = int(k) - 1, honest(given, coins, k, odds)
    return draw_uniform(last, coins) if said == last != given else said


def in_words(given: object, coins: Coins, k: str, odds: str) -> str:
    """Send the text of an output, which is no output."""
    return str(honest(given, coins, k, odds))
