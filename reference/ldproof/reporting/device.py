"""The devices of people who report their state by the binary mechanism: what their coins are compared with."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from ldproof.coins import Coins
from ldproof.exact import BY_SECRET, Digits, Rule, by_secret
from ldproof.numbers import Real
from ldproof.reporting import coin
from ldproof.reporting.person import Person, choose

UNNAMED: Mapping[str, str] = MappingProxyType({})
"""The parameters of a device that belongs to no mechanism."""

FILL = 2
"""The place of the filling's probability in a table, after those of the states 0 and 1."""


def table(excess: Real, r: Fraction) -> tuple[Digits, Digits, Digits]:
    """The probabilities of sending a 1: in state 0, in state 1 and as a filling."""
    return (*reported(excess), Digits(r))


@lru_cache
def reported(excess: Real) -> tuple[Digits, Digits]:
    """The probabilities of reporting a 1: in state 0 and in state 1."""
    return Digits(coin.lie(excess)), Digits(coin.truth(excess))


def filling(
    T: int,
    m: int,
    decisions: tuple[Digits, Digits, Digits],
    coins: Coins,
    rule: Rule = BY_SECRET,
    parameters: Mapping[str, str] = UNNAMED,
) -> Person[int]:
    """A device that has chosen m of T rounds, and sends a bit in every round.

    As one table decides everything, the number of bytes read tells neither the state nor whether the round was
    chosen.
    """
    return Person(
        T,
        choose(T, m, coins),
        lambda state, coins: int(by_secret(decisions, state, coins, rule)),
        lambda coins: int(by_secret(decisions, FILL, coins, rule)),
        parameters,
    )


def silent(
    T: int,
    m: int,
    decisions: tuple[Digits, Digits],
    coins: Coins,
    rule: Rule = BY_SECRET,
    parameters: Mapping[str, str] = UNNAMED,
) -> Person[int | None]:
    """A device that has chosen m of T rounds, and sends NULL in the others.

    Then no byte is read. That tells which rounds were chosen, and so does the NULL; of a chosen round the
    number of bytes does not tell the state.
    """
    return Person(
        T,
        choose(T, m, coins),
        lambda state, coins: int(by_secret(decisions, state, coins, rule)),
        _null,
        parameters,
    )


def _null(_: Coins) -> None:
    """NULL takes no coins."""
