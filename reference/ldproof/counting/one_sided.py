"""How far a mean of coins may lie above their rate at a given relative entropy, as an enclosed root."""

from fractions import Fraction

from flint import arb

from ldproof.budget import Quantity, at, at_hand
from ldproof.counting.formulas import seen
from ldproof.counting.roots import root
from ldproof.numbers import Certified, ball, like, log, sign
from ldproof.tails import Known, divergence


def overshoot(
    N: int, T: int, mu: Fraction, failure: Fraction, excess: Quantity, enough: Certified
) -> Certified:
    """The alpha with D(s + (p-q) alpha | s) = enough; where there is none, the largest error that is possible.

    No error is above (1 - s)/(p-q). This one is met if all who report send a 1, perhaps because nobody does: if that
    is too likely, D(1 | s) = -ln s is not enough.
    """

    def rate(x: Known) -> Known:
        return seen(like(x, mu.numerator) / mu.denominator, x)

    def largest() -> arb:
        return 1 - ball(mu) + 1 / at_hand(excess)

    def none_sends_0(x: Known) -> Known:
        return 1 - (1 - rate(x)) / T

    if not power_below(at(excess, none_sends_0, none_sends_0), N, failure / (2 * T)):
        return largest
    share = rise(lambda: rate(at_hand(excess)), enough)
    return lambda: largest() * share()


def power_below(base: Quantity, N: int, chance: Fraction) -> bool:
    """Whether base^N < chance. Only if both have as long a denominator in lowest terms can they be equal."""
    if (
        isinstance(base, Fraction)
        and N * (base.denominator.bit_length() - 1) <= chance.denominator.bit_length()
    ):
        return base**N < chance
    return sign(lambda: log(ball(chance)) - N * log(at_hand(base))) > 0


def rise(rate: Certified, enough: Certified) -> Certified:
    """The u with D(s + (1 - s) u | s) = enough, where D(1 | s) is more: D rises from 0 at u = 0."""

    def gap(u: arb) -> arb:
        return divergence(rate() + (1 - rate()) * u, rate()) - enough()

    def slope(u: arb) -> arb:
        higher = rate() + (1 - rate()) * u
        return (1 - rate()) * (log(higher / rate()) - log((1 - higher) / (1 - rate())))

    return root(gap, slope)
