"""Real root isolation: roots that have no closed form, bracketed by bisection, proved and refined by interval Newton steps."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from ldproof.numbers.balls import Ball, ball, fraction, newton, precision
from ldproof.numbers.real import Number, Real, lift, real
from ldproof.rejections import Reason, Refused

Function = Callable[..., Ball]
"""A function of where it is asked, and of further numbers."""

HALVINGS = (32, 64, 128, 256)
"""After so many, Newton's steps are tried: more are needed only where the root is very near to an end."""


def root(function: Function, slope: Function, *given: Number) -> Real:
    """The root between 0 and 1 of a function that is below 0 before it, and above 0 behind, with the further numbers given.

    That there is no other is the caller's to know; that there is one here is proved.
    """
    further = tuple(map(real, given))
    for halvings in HALVINGS:
        with precision(4 * halvings):
            around = bracket(function, halvings, further)
            if isolated(function, slope, around, [each() for each in further]):
                ends = fraction(around.lower()), fraction(around.upper())
                return lift(partial(closer, function, slope), *ends, *further, exactly=False)
    raise Refused(Reason.UNDECIDED, "the root is not told from an end", "numbers further apart")


def sign_change(function: Function, halvings: int, *given: Number) -> Fraction:
    """A number near to where such a function seems to change its sign: for guesses, as it proves nothing."""
    with precision(4 * halvings):
        return fraction(bracket(function, halvings, tuple(map(real, given))).mid())


def bracket(function: Function, halvings: int, further: Sequence[Real]) -> Ball:
    """Where it seems to change its sign, judged by the middle of its balls."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(halvings):
        middle = (low + high) / 2
        if function(ball(middle), *[each() for each in further]).mid() > 0:
            high = middle
        else:
            low = middle
    return ball(low).union(ball(high))


def isolated(function: Function, slope: Function, around: Ball, further: Sequence[Ball]) -> bool:
    """Whether Newton's steps prove, at the precision that is set, that a ball holds exactly one root."""
    try:
        refined(function, slope, around, further)
    except Refused:
        return False
    return True


def closer(function: Function, slope: Function, low: Ball, high: Ball, *further: Ball) -> Ball:
    """That root: at fewer bits than the proof took, no more is known of it than the ball."""
    around = low.union(high)
    return refined(function, slope, around, further) if isolated(function, slope, around, further) else around


def refined(function: Function, slope: Function, around: Ball, further: Sequence[Ball]) -> Ball:
    """By Newton's steps."""
    return newton(lambda x: function(x, *further), lambda x: slope(x, *further), around)
