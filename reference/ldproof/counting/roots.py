"""Roots that have no closed form, enclosed."""

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from ldproof.numbers import Certified, ball, newton, precision
from ldproof.rejections import Reason, Refused

Function = Callable[[arb], arb]

HALVINGS = (32, 64, 128, 256)
"""After so many, Newton's steps are tried: more are needed only where the root is very near to an end."""


def root(function: Function, slope: Function) -> Certified:
    """The root between 0 and 1 of a function that is below 0 before it, and above 0 behind.

    That there is no other is the caller's to know; that there is one here is proved.
    """
    for halvings in HALVINGS:
        with precision(4 * halvings):
            around = bracket(function, halvings)
            if isolated(function, slope, around):
                return lambda: closer(function, slope, around)
    raise Refused(Reason.UNDECIDED, "the root is not told from an end", "numbers further apart")


def bracket(function: Function, halvings: int) -> arb:
    """Where it seems to change its sign, judged by the middle of its balls."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(halvings):
        middle = (low + high) / 2
        if function(ball(middle)).mid() > 0:
            high = middle
        else:
            low = middle
    return ball(low).union(ball(high))


def isolated(function: Function, slope: Function, around: arb) -> bool:
    """Whether Newton's steps prove, at the precision that is set, that a ball holds exactly one root."""
    try:
        newton(function, slope, around)
    except Refused:
        return False
    return True


def closer(function: Function, slope: Function, around: arb) -> arb:
    """That root: at fewer bits than the proof took, no more is known of it than the ball."""
    return newton(function, slope, around) if isolated(function, slope, around) else around
