"""What an auditor asks of a mechanism, on the smallest one there is."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from ldproof.coins import Coins, Tape
from ldproof.law import Law, law, symmetric_odds
from ldproof.numbers import Real, ball, computed
from ldproof.randomizer import Randomizer, Worst, rational
from ldproof.rejections import Reason
from tests.reference.refusals import refused


class Quarter:
    """A bit that is turned over if the two lowest bits of a byte are 0: odds of 3."""

    def likelihood(self, secret: int, output: int) -> Real:
        return Real(Fraction(3, 4) if secret == output else Fraction(1, 4))

    def randomize(self, secret: int, coins: Coins) -> int:
        return secret ^ (coins.read(1)[0] % 4 == 0)

    def user_odds(self) -> Real:
        return Real(Fraction(3))

    def worst(self) -> Worst[int, int]:
        return Worst(1, 0, lambda output: output == 1)


def drawn(mechanism: Randomizer[int, int], secret: int) -> Law[int]:
    """The law of what is drawn, over all bytes."""
    return law((mechanism.randomize(secret, Tape(bytes([byte]))), Fraction(1, 256)) for byte in range(256))


def test_what_is_drawn_has_the_likelihood_that_is_stated() -> None:
    mechanism: Randomizer[int, int] = Quarter()
    for secret in (0, 1):
        law_of_output = drawn(mechanism, secret)
        assert [law_of_output[output] for output in (0, 1)] == [
            mechanism.likelihood(secret, output) for output in (0, 1)
        ]


def test_the_worst_event_reaches_the_odds_that_are_stated() -> None:
    mechanism: Randomizer[int, int] = Quarter()
    worst = mechanism.worst()
    above, below = (drawn(mechanism, secret).of(worst.event) for secret in (worst.likely, worst.unlikely))
    assert above / below == mechanism.user_odds() == symmetric_odds(drawn(mechanism, 0), drawn(mechanism, 1))


@pytest.mark.parametrize("name", ["likely", "unlikely", "event"])
def test_a_worst_pair_does_not_change(name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(Quarter().worst(), name, 0)


def test_only_rational_odds_have_a_law_to_list() -> None:
    assert rational(Real(Fraction(1, 7))) == Fraction(1, 7)
    with refused(Reason.IRRATIONAL):
        rational(computed(lambda: ball(2).expm1()))
