"""Whether likelihoods are laws, by the steps of each round where there are any; and who are neighbours."""

from collections.abc import Iterator
from functools import partial, reduce
from itertools import combinations
from operator import add

from ldproof.catalogue import AnyMechanism
from ldproof.mechanisms import LEVELS, Level, Rounds
from ldproof.mechanisms.rounds import chained
from ldproof.numbers import Real, precision
from ldproof.oracle.contract.finding import Fails, asked, listed, said
from ldproof.rejections import Reason, Refused

MOST = 1 << 16
"""So many likelihoods, or pairs of secrets, are looked at."""

BITS = 256
"""In which irrational numbers are compared."""


def laws(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether no probability is negative and all are one together, for each secret."""
    secrets, outputs = (
        listed("secrets", lambda: mechanism.secrets),
        listed("outputs", lambda: mechanism.outputs),
    )
    few(len(secrets) * len(outputs), "likelihoods")
    for secret in secrets:
        total = Real(0)
        for output in outputs:
            share = likelihood(mechanism, secret, output)
            total += share
            if sign(share) < 0:
                yield f"the law has a negative probability at {said(secret)}: {said(output)} has {share}"
            if isinstance(mechanism, Rounds) and sign(share - chained(mechanism, secret, output)):
                yield (
                    f"likelihood and step differ at {said(secret)}: {said(output)} has {share}, "
                    f"and its steps make {chained(mechanism, secret, output)}"
                )
        if away := sign(total - 1):
            missing = ", as if outputs were missing" if away < 0 else ""
            yield f"the law does not sum to 1 at {said(secret)}: it sums to {total}{missing}"


def likelihood(mechanism: AnyMechanism, secret: object, output: object) -> Real:
    """A likelihood that is one."""
    words = f"likelihood({said(secret)}, {said(output)})"
    share: object = asked(words, partial(mechanism.likelihood, secret, output))
    if not isinstance(share, Real):
        raise Fails(f"{words} is a {type(share).__name__} and no Real: exact, or known by balls")
    return share


def sign(number: Real) -> int:
    """Its sign; 0 also where balls do not tell it from 0."""
    if number.exact is not None:
        return (number.exact > 0) - (number.exact < 0)
    with precision(BITS):
        around = number()
    return int(around > 0) - int(around < 0)


def summed(mechanism: AnyMechanism, secret: object, outputs: list[object]) -> Real:
    """The probability of an event."""
    return reduce(add, (likelihood(mechanism, secret, each) for each in outputs), Real(0))


def neighbours(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether the relation is symmetric and of different secrets, and event level asks no more than user level."""
    secrets = listed("secrets", lambda: mechanism.secrets)
    few(len(secrets) ** 2, "pairs of secrets")

    def near(level: Level, one: object, other: object) -> bool:
        words = f"neighbours({level!r}, {said(one)}, {said(other)})"
        return bool(asked(words, partial(mechanism.neighbours, level, one, other)))

    for level in LEVELS:
        for one in secrets:
            if near(level, one, one):
                yield f"{said(one)} is its own neighbour at {level} level"
        for one, other in combinations(secrets, 2):
            if near(level, one, other) != near(level, other, one):
                yield f"neighbours are not symmetric at {level} level: {said(one)} and {said(other)}"
    for one, other in combinations(secrets, 2):
        if near("event", one, other) and not near("user", one, other):
            yield f"{said(one)} and {said(other)} are neighbours at event level and not at user level"


def few(count: int, what: str) -> None:
    """Refuse to look at more than can be looked at."""
    if count > MOST:
        raise Refused(Reason.TOO_MANY_OUTCOMES, f"{count} {what} are too many", f"at most {MOST}")
