"""The law of a mechanism's output, from its likelihoods."""

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from ldproof.law import Law, law
from ldproof.mechanisms.protocol import Mechanism
from ldproof.mechanisms.spaces import every, valid
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused

Secret = TypeVar("Secret")
Output = TypeVar("Output", bound=Hashable)


def law_of(mechanism: Mechanism[Secret, Output], secret: Secret) -> Law[Output]:
    """What comes out for a secret; refused where a probability is irrational, or where outputs are too many."""
    given = valid(mechanism.secrets, secret)
    return law((output, rational(mechanism.likelihood(given, output))) for output in every(mechanism.outputs))


def rational(probability: Real) -> Fraction:
    """A probability of a law that can be listed."""
    if probability.exact is None:
        raise Refused(Reason.IRRATIONAL, "the law is irrational", "a budget with rational report odds")
    return probability.exact
