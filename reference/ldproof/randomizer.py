"""A mechanism as an auditor sees it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from ldproof.coins import Coins
from ldproof.law import Infinite
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused

Secret = TypeVar("Secret")
Output = TypeVar("Output")
Secret_contra = TypeVar("Secret_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Worst(Generic[Secret, Output]):
    """Two secrets that an event tells apart as well as anything can."""

    likely: Secret
    unlikely: Secret
    event: Callable[[Output], bool]


class Randomizer(Protocol[Secret, Output]):
    """What a person's device computes from a secret and coins."""

    def likelihood(self, secret: Secret, output: Output) -> Real:
        """The probability of an output."""
        ...

    def randomize(self, secret: Secret, coins: Coins) -> Output:
        """Draw an output, exactly."""
        ...

    def user_odds(self) -> Real | Infinite:
        """The tight odds between any two secrets: the largest likelihood ratio of an output."""
        ...

    def worst(self) -> Worst[Secret, Output]:
        """The most revealing event."""
        ...


def rational(excess: Real) -> Fraction:
    """The excess odds of a report, where its probabilities are fractions, so that a law can be listed."""
    if excess.exact is None:
        raise Refused(Reason.IRRATIONAL, "the law is irrational", "a budget with rational report odds")
    return excess.exact
