"""Whether independent draws have a given law: goodness of fit and repetitions, by betting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import exp, log, sqrt
from operator import add, mul
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.errors import Reason, Refused
from ldproof.numbers import Ball, Exact, ball, like

# Goodness of fit by betting: whether independent draws have a given law, watched for as long as one likes.
#
# Before each draw the capital is split among the outcomes as a Dirichlet prior predicts from those before it, and what
# is on the outcome that comes is paid at the law's own odds. Under the law the capital is a nonnegative martingale that
# starts at 1, whatever the prior: by Ville's inequality it ever reaches 1/alpha with a probability of at most alpha.
# After some draws it is the Dirichlet-multinomial likelihood of the counts over that of the law.

BITS = 96
"""Of the midpoints; the capital is rounded down."""

CONCENTRATIONS = (16, 256)
"""How many draws the priors around the law itself are worth: they bet on small deviations."""

Prior: TypeAlias = tuple[Fraction, int]
"""Weights of outcomes: what each has, and what it has for its probability besides."""

PRIORS: tuple[Prior, ...] = ((Fraction(1, 2), 0), *((Fraction(0), each) for each in CONCENTRATIONS))
"""Jeffreys' bets on anything. All have the same share."""


def law_capital(chances: Mapping[str, Fraction], counts: Mapping[str, int]) -> Ball | None:
    """What a capital of 1 has become by bets against a law, from counts of outcomes; None if an impossible one came.

    It is computed in the precision that is set. The probabilities may be upper bounds: then the mean is at most 1.
    """
    if any(min(each, 1 - each) < 0 for each in chances.values()):
        raise Refused(Reason.NOT_A_LAW, "a chance that is none", "numbers from 0 to 1")
    if any(count and not chances.get(outcome) for outcome, count in counts.items()):
        return None
    return mean_prior_wealth({outcome: ball(chance) for outcome, chance in chances.items() if chance}, counts)


def mean_prior_wealth(chances: Mapping[str, Exact], counts: Mapping[str, int]) -> Exact:
    """What a capital of 1 has become, shared equally among the bets of all priors."""
    return reduce(add, (prior_wealth(prior, chances, counts) for prior in PRIORS)) / len(PRIORS)


def prior_wealth(prior: Prior, chances: Mapping[str, Exact], counts: Mapping[str, int]) -> Exact:
    """What a capital of 1 has become by one prior's bets: its Dirichlet-multinomial likelihood over the law's."""
    each, worth = prior
    weights = {outcome: like(chance, each) + worth * chance for outcome, chance in chances.items()}
    paid = (
        rising_factorial(weights[outcome], count) / chances[outcome] ** count
        for outcome, count in counts.items()
        if count
    )
    drawn = rising_factorial(reduce(add, weights.values()), sum(counts.values()))
    return reduce(mul, paid, like(drawn, 1)) / drawn


def rising_factorial(weight: Exact, count: int) -> Exact:
    """weight (weight + 1) ... (weight + count - 1)."""
    if isinstance(weight, Ball):
        return weight.rising(count)
    return reduce(mul, (weight + n for n in range(count)), like(weight, 1))


SHIFTS = tuple(sign / 2**k for k in range(1, 6) for sign in (-1, 1))
"""The alternative means that are bet on, in standard deviations from the mean of the law."""


@dataclass(frozen=True, slots=True)
class Tilt:
    """A bet that the mean is larger (base > 1) or smaller (base < 1): a draw of s pays base^s / `mean`."""

    base: Fraction
    mean: Fraction
    """The mean of base^s under the law, or an upper bound on it."""


def tilts_of_law(chances: Mapping[str, Fraction]) -> Sequence[Tilt]:
    """The bets on the mean of an integer, from its law, whose probabilities may be upper bounds."""
    law = [(int(value), chance) for value, chance in chances.items()]
    average = float(sum(value * chance for value, chance in law))
    deviation = sqrt(sum((value - average) ** 2 * float(chance) for value, chance in law))
    found = []
    for shift in SHIFTS:
        base = Fraction(exp(shift / deviation)).limit_denominator(1 << 12)
        found.append(Tilt(base, sum((base**value * chance for value, chance in law), Fraction(0))))
    return found


def tilted_capital(tilts: Sequence[Tilt], counts: Mapping[str, int]) -> Ball:
    """The final capital of a capital of 1, split equally among bets on the mean, from counts of integers."""
    total, draws = sum(int(value) * count for value, count in counts.items()), sum(counts.values())
    paid = (ball(each.base) ** total / ball(each.mean) ** draws for each in tilts)
    return reduce(add, paid) / len(tilts)


def shared_capital(capitals: Sequence[Exact]) -> Exact:
    """What a capital of 1 has become by bets on several inputs: half of their product and half of their mean."""
    return (reduce(mul, capitals) + reduce(add, capitals) / len(capitals)) / 2


# Repetition among draws from a law: bets that a draw is as an earlier one, which independent draws are by chance alone.
#
# The bets are those of `goodness`, with the law itself for a prior: a draw has a share of the capital for its
# probability, and one for each earlier draw of the same that was learnt from. Some learn from one earlier draw, so many
# places before, and notice what comes again in the same order; the others learn from all, and notice what is picked
# from too few. The probability of what came once does not matter, so that outputs need not be few enough to be listed.

MOST = 1 << 11
"""So many draws are looked through, the first ones."""

Codes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Repetition:
    """What a capital of 1 has become by bets on repeated draws, or less, and what it is mostly due to."""

    wealth: Ball
    step: int
    """The draw that others were as was so many places before; or anywhere, if this is 0."""
    times: int
    """How often a draw was as that one."""
    draws: int
    """Of so many."""


def repetition_capital(draws: Sequence[str], chance: Callable[[str], Fraction]) -> Repetition | None:
    """The capital of bets that draws repeat earlier ones; None if an impossible draw was repeated.

    It is computed in the precision that is set, and the probabilities may be upper bounds. Half of the capital is on
    steps, one part in step (step + 1) of it on each: that one is counted which is worth most, with those that are as
    long as what was drawn, which have not been bet with yet.
    """
    if not draws:
        return Repetition(ball(1), 0, 0, 0)
    known, found = np.unique(np.array(draws[:MOST], dtype=object), return_inverse=True)
    codes, count = found.astype(np.intp), len(found)
    counts = count_codes(codes)
    likely = {code: chance(str(known[code])) for code, often in counts.items() if often > 1}
    if not all(likely.values()):
        return None
    step = best_step(codes, likely)
    same, chances = repeated_draws(codes, step), {code: ball(each) for code, each in likely.items()}
    one = ball(1)
    ordered = (
        capital_on_steps(one, {step: capital_on_step(one, chances, count_codes(same), count - step)}, count)
        / 2
    )
    urns = [urn_capital(ball(worth), chances, counts) for worth in CONCENTRATIONS]
    picked = reduce(add, urns) / len(urns) / 2
    if ordered.mid() >= picked.mid():
        return Repetition(ordered + picked, step, len(same), count - step)
    return Repetition(ordered + picked, 0, count - len(known), count)


def count_codes(codes: Codes) -> dict[int, int]:
    """The number of times that each code occurs, of those that do."""
    return {code: often for code, often in enumerate(np.bincount(codes).tolist()) if often}


def repeated_draws(codes: Codes, step: int) -> Codes:
    """The draws that are equal to the one `step` places before."""
    later = codes[step:]
    same: Codes = later[later == codes[: len(later)]]
    return same


def best_step(codes: Codes, chances: Mapping[int, Fraction]) -> int:
    """The step whose bets are worth most, in floats."""
    gains = np.zeros(int(codes.max()) + 1)
    gains[[*chances]] = [float((1 + 1 / ball(each)).log().mid()) for each in chances.values()]
    worth = [
        gains[repeated_draws(codes, step)].sum() - log(2) * (len(codes) - step) - log(step * (step + 1))
        for step in range(1, len(codes))
    ]
    return 1 + int(np.argmax(worth)) if worth else 1


def capital_on_steps(one: Exact, steps: Mapping[int, Exact], count: int) -> Exact:
    """What a capital `one` has become on these steps, each with its part; the parts of longer steps are unused."""
    parts = (capital / (step * (step + 1)) for step, capital in steps.items())
    return reduce(add, parts, one / max(count, 2))


def capital_on_step(one: Exact, chances: Mapping[int, Exact], same: Mapping[int, int], draws: int) -> Exact:
    """What a capital `one` has become by bets on one step: half on the law at each draw, half on the outcome before."""
    paid = ((1 + 1 / chances[code]) ** often for code, often in same.items())
    return reduce(mul, paid, one) / like(one, 2) ** draws


def urn_capital(worth: Exact, chances: Mapping[int, Exact], counts: Mapping[int, int]) -> Exact:
    """What a capital of 1 has become by bets on all earlier draws, and on the law as if it were `worth` draws."""
    paid = (
        rising_factorial(worth * chances[code], often) / chances[code] ** often if code in chances else worth
        for code, often in counts.items()
    )
    return reduce(mul, paid, like(worth, 1)) / rising_factorial(worth, sum(counts.values()))
