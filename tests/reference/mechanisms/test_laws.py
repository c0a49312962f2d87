"""The law of a mechanism that states likelihoods."""

from collections import Counter
from fractions import Fraction

import pytest

from ldproof.budget import budget
from ldproof.coins import SeededCoins
from ldproof.law import symmetric_odds
from ldproof.mechanisms import law_of
from ldproof.mechanisms.laws import rational
from ldproof.numbers import Real, ball, computed
from ldproof.rejections import Reason
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused

KARY = RandomizedResponse(4, budget(odds=5))


def test_its_law_has_its_odds() -> None:
    laws = [law_of(KARY, secret) for secret in KARY.secrets]
    assert all(symmetric_odds(one, other) == 5 for one in laws for other in laws if one is not other)
    assert [law[secret] for secret, law in enumerate(laws)] == [Fraction(5, 8)] * 4


def test_what_is_drawn_has_that_law() -> None:
    """In 20,000 draws each share is within six standard deviations: a false alarm in 10^8 runs with other coins."""
    coins, draws = SeededCoins(b"kary"), 20_000
    for secret in KARY.secrets:
        drawn = Counter(KARY.randomize(secret, coins) for _ in range(draws))
        for output, share in law_of(KARY, secret).probabilities.items():
            assert abs(drawn[output] - share * draws) < 6 * float(share * (1 - share) * draws) ** 0.5


@pytest.mark.parametrize("secret", [4, -1, True, 1.0, "1", None])
def test_a_secret_that_there_is_not_has_no_law(secret: int) -> None:
    with refused(Reason.OUT_OF_RANGE):
        law_of(KARY, secret)


class Leaky(RandomizedResponse):
    """Its likelihoods do not add up."""

    def likelihood(self, secret: int, output: int) -> Real:
        return super().likelihood(secret, output) + Fraction(output == 0, 100)


def test_likelihoods_that_do_not_add_up_are_no_law() -> None:
    with refused(Reason.NOT_A_LAW):
        law_of(Leaky(4, budget(odds=5)), 1)


def test_only_rational_probabilities_have_a_law_to_list() -> None:
    assert rational(Real(Fraction(1, 7))) == Fraction(1, 7)
    with refused(Reason.IRRATIONAL):
        rational(computed(lambda: ball(2).expm1()))
    with refused(Reason.IRRATIONAL):
        law_of(RandomizedResponse(4, budget(epsilon=1)), 1)
