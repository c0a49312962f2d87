"""Goodness of fit by betting: whether independent draws have a given law, watched for as long as one likes.

Before each draw the capital is split among the outcomes as a Dirichlet prior predicts from those before it, and what is
on the outcome that comes is paid at the law's own odds. Under the law the capital is a nonnegative martingale that
starts at 1, whatever the prior: by Ville's inequality it ever reaches 1/alpha with a probability of at most alpha.
After some draws it is the Dirichlet-multinomial likelihood of the counts over that of the law.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from ldproof.numbers import Ball, ball, precision
from ldproof.rejections import Reason, Refused

BITS = 96
"""Of the midpoints; the capital is rounded down."""

CONCENTRATIONS = (16, 256)
"""How many draws the priors around the law itself are worth: they bet on small deviations."""

Prior = Callable[[Fraction], Fraction]

PRIORS: tuple[Prior, ...] = (
    lambda _: Fraction(1, 2),
    *(lambda chance, worth=each: worth * chance for each in CONCENTRATIONS),
)
"""A prior's weight for an outcome of a given probability; Jeffreys' bets on anything. All have the same share."""


def capital(chances: Mapping[str, Fraction], counts: Mapping[str, int]) -> Ball | None:
    """What 1 has become, in the precision that is set; None where something came that cannot, which is worth everything.

    The probabilities may be upper bounds: that makes the capital smaller.
    """
    if any(min(each, 1 - each) < 0 for each in chances.values()):
        raise Refused(Reason.NOT_A_LAW, "a chance that is none", "numbers from 0 to 1")
    if any(count and not chances.get(outcome) for outcome, count in counts.items()):
        return None
    shares = (likelihood(prior, chances, counts) for prior in PRIORS)
    fair = sum((count * ball(chances[outcome]).log() for outcome, count in seen(counts)), ball(0))
    return sum(((share - fair).exp() for share in shares), ball(0)) / len(PRIORS)


def likelihood(prior: Prior, chances: Mapping[str, Fraction], counts: Mapping[str, int]) -> Ball:
    """The logarithm of the Dirichlet-multinomial likelihood of draws in the order in which they came."""
    weights = {outcome: prior(chance) for outcome, chance in chances.items() if chance}
    total, draws = sum(weights.values(), Fraction(0)), sum(counts.values())
    return sum(
        (rising(weights[outcome], count) for outcome, count in seen(counts)), ball(0) - rising(total, draws)
    )


def rising(weight: Fraction, count: int) -> Ball:
    """The logarithm of weight (weight + 1) ... (weight + count - 1)."""
    return (ball(weight) + count).lgamma() - ball(weight).lgamma()


def seen(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """The outcomes that came."""
    return [(outcome, count) for outcome, count in counts.items() if count]


def logarithm(wealth: Ball) -> float:
    """The logarithm of a capital, rounded down."""
    with precision(BITS):
        return float(wealth.log().lower())
