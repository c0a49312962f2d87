"""Functions of several quantities."""

from collections.abc import Sequence
from fractions import Fraction

from ldproof.budget import at_hand
from ldproof.numbers import Exact, ball
from ldproof.sketch.several import at_each, product


def difference(both: Sequence[Exact]) -> Exact:
    one, other = both
    return one - other


def test_fractions_give_a_fraction() -> None:
    assert at_each((Fraction(3, 4), Fraction(1, 4)), difference, difference) == Fraction(1, 2)
    assert product((Fraction(3, 4), Fraction(1, 4), Fraction(2))) == Fraction(3, 8)


def test_one_ball_is_enough_for_a_ball() -> None:
    found = at_each((Fraction(3), lambda: ball(Fraction(2)).sqrt()), difference, difference)
    assert not isinstance(found, Fraction)
    assert at_hand(found).overlaps((11 - 6 * ball(Fraction(2)).sqrt()).sqrt())
    assert at_hand(product((Fraction(3), lambda: ball(Fraction(2)).sqrt()))).overlaps(
        ball(Fraction(18)).sqrt()
    )
