"""Goodness of fit by betting: whether independent draws have a given law, watched for as long as one likes.

Before each draw the capital is split among the outcomes as a Dirichlet prior predicts from those before it, and what is
on the outcome that comes is paid at the law's own odds. Under the law the capital is a nonnegative martingale that
starts at 1, whatever the prior: by Ville's inequality it ever reaches 1/alpha with a probability of at most alpha.
After some draws it is the Dirichlet-multinomial likelihood of the counts over that of the law.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import TypeAlias

from ldproof.numbers import Ball, Exact, ball, like, precision
from ldproof.rejections import Reason, Refused

BITS = 96
"""Of the midpoints; the capital is rounded down."""

CONCENTRATIONS = (16, 256)
"""How many draws the priors around the law itself are worth: they bet on small deviations."""

Prior: TypeAlias = tuple[Fraction, int]
"""Weights of outcomes: what each has, and what it has for its probability besides."""

PRIORS: tuple[Prior, ...] = ((Fraction(1, 2), 0), *((Fraction(0), each) for each in CONCENTRATIONS))
"""Jeffreys' bets on anything. All have the same share."""


def capital(chances: Mapping[str, Fraction], counts: Mapping[str, int]) -> Ball | None:
    """What 1 has become, in the precision that is set; None where something came that cannot, which is worth everything.

    The probabilities may be upper bounds: then the mean is at most 1.
    """
    if any(min(each, 1 - each) < 0 for each in chances.values()):
        raise Refused(Reason.NOT_A_LAW, "a chance that is none", "numbers from 0 to 1")
    if any(count and not chances.get(outcome) for outcome, count in counts.items()):
        return None
    return mixed({outcome: ball(chance) for outcome, chance in chances.items() if chance}, counts)


def mixed(chances: Mapping[str, Exact], counts: Mapping[str, int]) -> Exact:
    """What 1 has become that was shared among all priors."""
    return reduce(add, (wealth(prior, chances, counts) for prior in PRIORS)) / len(PRIORS)


def wealth(prior: Prior, chances: Mapping[str, Exact], counts: Mapping[str, int]) -> Exact:
    """What 1 has become by a prior's bets: a factor for each outcome that came, and one for how many came."""
    each, worth = prior
    weights = {outcome: like(chance, each) + worth * chance for outcome, chance in chances.items()}
    paid = (
        rising(weights[outcome], count) / chances[outcome] ** count
        for outcome, count in counts.items()
        if count
    )
    drawn = rising(reduce(add, weights.values()), sum(counts.values()))
    return reduce(mul, paid, like(drawn, 1)) / drawn


def rising(weight: Exact, count: int) -> Exact:
    """weight (weight + 1) ... (weight + count - 1)."""
    if isinstance(weight, Ball):
        return weight.rising(count)
    return reduce(mul, (weight + n for n in range(count)), like(weight, 1))


def shared(capitals: Sequence[Exact]) -> Exact:
    """What 1 has become by bets on several inputs: half of it was on all of them at once, half on one or the other."""
    return (reduce(mul, capitals) + reduce(add, capitals) / len(capitals)) / 2


def logarithm(wealth: Ball) -> float:
    """The logarithm of a capital, rounded down."""
    with precision(BITS):
        return float(wealth.log().lower())
