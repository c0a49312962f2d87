"""What is read off a mechanism's law: probabilities of outputs, and the tight epsilon."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial

from ldproof.catalogue.answers import Value, answer, as_json, between
from ldproof.catalogue.mechanisms import AnyMechanism
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import Level, every, from_text, to_text
from ldproof.numbers import rational
from ldproof.probability import Infinite


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
    outputs = every(space) if output is None else [from_text(space, output)]
    # Many outputs have the same probability.
    to_digits = cache(partial(answer, digits=digits))
    likelihoods = {to_text(space, each): to_digits(mechanism.likelihood(person, each)) for each in outputs}
    if output is None:
        check(secret, likelihoods)
    return Reading(
        # A law lists what can happen; the likelihood of what was asked for is told even if it is 0.
        {text: share for text, share in likelihoods.items() if share != 0 or output is not None},
        known(mechanism, "user", digits),
        known(mechanism, "event", digits),
    )


def check(secret: str, likelihoods: Mapping[str, Value]) -> None:
    """Refuse what is no law: a probability below 0, or all of them together more or less than 1."""
    low, high = rational(0), rational(0)
    # Many outputs have the same probability.
    for share, outputs in Counter(likelihoods.values()).items():
        if isinstance(share, Infinite):
            raise refused(f"{first(share, likelihoods)} has {share} at {secret}")
        least, most = between(share)
        if most < 0:
            raise refused(f"{first(share, likelihoods)} has a probability below 0 at {secret}")
        low, high = low + outputs * least, high + outputs * most
    if not low <= 1 <= high:
        about = f"{low}" if low == high else f"{float(low):.6g}"
        raise refused(f"the probabilities of all outputs at {secret} add up to {about}")


def first(share: Value, likelihoods: Mapping[str, Value]) -> str:
    """The first output with a probability."""
    return next(text for text, each in likelihoods.items() if each == share)


def refused(what: str) -> Refused:
    """Because it is no law."""
    return Refused(Reason.NOT_A_LAW, what, "a mechanism that `ldproof check` finds nothing in")


def known(mechanism: AnyMechanism, level: Level, digits: int) -> Tight:
    """The privacy at a level, to so many digits."""
    found = mechanism.privacy(level)
    return Tight(answer(found.odds, digits), answer(found.epsilon, digits))


def as_object(reading: Reading) -> dict[str, object]:
    """A reading as members of a JSON object."""
    said = cache(as_json)
    return {
        "law": [{"output": text} | said(share) for text, share in reading.probabilities.items()],
        "user": level(reading.user),
        "event": level(reading.event),
    }


def level(privacy: Tight) -> dict[str, object]:
    """The privacy at one level as a JSON object."""
    return {"odds": as_json(privacy.odds), "epsilon": as_json(privacy.epsilon)}
