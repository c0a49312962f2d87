"""What is read off a mechanism's law: probabilities of outputs, and the tight epsilon."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial

from ldproof.catalogue.answers import Value, answer, as_json
from ldproof.catalogue.mechanisms import AnyMechanism
from ldproof.mechanisms import Level, from_text, to_text


@dataclass(frozen=True, slots=True)
class Tight:
    """How much likelier an output can become by a secret, and the logarithm of that."""

    odds: Value
    epsilon: Value


@dataclass(frozen=True, slots=True)
class Reading:
    """Outputs, as text, with their probabilities; and the privacy that the law keeps."""

    probabilities: Mapping[str, Value]
    user: Tight
    event: Tight


def read(mechanism: AnyMechanism, secret: str | None, output: str | None, digits: int) -> Reading:
    """The law of what comes out for a secret, or the likelihood of one output; without a secret, the privacy alone."""
    if secret is None:
        return Reading({}, known(mechanism, "user", digits), known(mechanism, "event", digits))
    person, space = from_text(mechanism.secrets, secret), mechanism.outputs
    outputs = space if output is None else [from_text(space, output)]
    # Many outputs have the same probability.
    to_digits = cache(partial(answer, digits=digits))
    likelihoods = {to_text(space, each): to_digits(mechanism.likelihood(person, each)) for each in outputs}
    return Reading(
        # A law lists what can happen; the likelihood of what was asked for is told even if it is 0.
        {text: share for text, share in likelihoods.items() if share != 0 or output is not None},
        known(mechanism, "user", digits),
        known(mechanism, "event", digits),
    )


def known(mechanism: AnyMechanism, level: Level, digits: int) -> Tight:
    """The privacy at a level, to so many digits."""
    found = mechanism.privacy(level)
    return Tight(answer(found.odds, digits), answer(found.epsilon, digits))


def as_object(reading: Reading) -> dict[str, object]:
    """A reading as members of a JSON object."""
    return {
        "law": [{"output": text} | as_json(share) for text, share in reading.probabilities.items()],
        "user": level(reading.user),
        "event": level(reading.event),
    }


def level(privacy: Tight) -> dict[str, object]:
    """The privacy at one level as a JSON object."""
    return {"odds": as_json(privacy.odds), "epsilon": as_json(privacy.epsilon)}
