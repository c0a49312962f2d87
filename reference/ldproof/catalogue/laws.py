"""What is read off a mechanism's law: probabilities of outputs, and the tight epsilon."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeVar

from ldproof.catalogue.answers import Value, answer
from ldproof.catalogue.mechanisms import Mechanism

Secret = TypeVar("Secret")
Output = TypeVar("Output", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Privacy:
    """How much likelier an output can become by a secret, and the logarithm of that."""

    odds: Value
    epsilon: Value


@dataclass(frozen=True, slots=True)
class Reading:
    """Outputs, as text, with their probabilities; and the privacy that the law keeps."""

    probabilities: Mapping[str, Value]
    user: Privacy
    event: Privacy


def read(mechanism: Mechanism[Secret, Output], secret: str, output: str | None, digits: int) -> Reading:
    """The law of what comes out for a secret, or the likelihood of one output."""
    person = mechanism.read_secret(secret)
    outputs = mechanism.outputs() if output is None else [mechanism.read_output(output)]
    # Many outputs have the same probability.
    to_digits = cache(partial(answer, digits=digits))
    likelihoods = {
        mechanism.write_output(each): to_digits(mechanism.likelihood(person, each)) for each in outputs
    }
    return Reading(
        # A law lists what can happen; the likelihood of what was asked for is told even if it is 0.
        {text: share for text, share in likelihoods.items() if share != 0 or output is not None},
        Privacy(answer(mechanism.user_odds(), digits), answer(mechanism.user_epsilon(), digits)),
        Privacy(answer(mechanism.event_odds(), digits), answer(mechanism.event_epsilon(), digits)),
    )
