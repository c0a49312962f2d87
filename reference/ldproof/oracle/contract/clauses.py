"""The clauses of a mechanism's contract that need no draws: its spaces, its law and its privacy."""

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import log
from typing import Any, TypeVar

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused, type_phrase
from ldproof.json_values import canonical_text, parse_canonical, shorten_text
from ldproof.mechanisms import LEVELS, Level, Privacy, Space, from_text, list_space, tight_privacy, to_text
from ldproof.numbers import Real, precision
from ldproof.probability import INFINITE, Infinite
from ldproof.registry import AnyMechanism, AnyPrivacy
from ldproof.rounds import Rounds, chained_likelihood

# What is found of a clause of the contract: how it is broken, or why nobody looked.

Result = TypeVar("Result")


LONGEST = 60
"""Characters of somebody's value that are shown."""


class Clause(StrEnum):
    """A clause of the contract."""

    PARAMETERS = "parameters"
    SPACES = "secrets and outputs"
    LAW = "likelihood"
    NEIGHBOURS = "neighbours"
    PRIVACY = "privacy"
    CLAIM = "budget"
    COINS = "coins"
    DRAWS = "randomize"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about a clause, in words."""

    clause: Clause
    words: str
    broken: bool = True
    """Whether it is; else it was not looked at."""

    def __str__(self) -> str:
        return f"{self.clause}: {'' if self.broken else 'not looked at: '}{self.words}"


class ContractFailure(BaseException):
    """A mechanism fails to answer; no `Exception`, so that its own handlers do not catch it."""


def ask_mechanism(words: str, function: Callable[..., Result], *arguments: object) -> Result:
    """Call a mechanism's function; anything it raises becomes a `ContractFailure` that begins with `words`."""
    told = TOLD.get()
    told(words)
    try:
        return function(*arguments)
    except Refused as refusal:
        if refusal.reason in (Reason.TOO_MANY_OUTCOMES, Reason.TAPE_EXHAUSTED):
            raise
        raise ContractFailure(f"{words} is refused: {refusal}") from refusal
    except (KeyboardInterrupt, ContractFailure):
        raise
    except BaseException as error:  # theirs, whatever it is
        raise ContractFailure(f"{words} raises {type(error).__name__}: {error}") from error
    finally:
        told("")


TOLD: ContextVar[Callable[[str], object]] = ContextVar("TOLD", default=lambda _: None)
"""Who is told what is asked, and by an empty text that it is over."""


def list_values(mechanism: AnyMechanism, name: str) -> list[Any]:
    """All values of one of a mechanism's spaces, `secrets` or `outputs`."""
    return ask_mechanism(f"listing the {name}", lambda: list_space(getattr(mechanism, name)))


def clause_findings(clause: Clause, words: Callable[[], Iterator[str]]) -> Iterator[Finding]:
    """The findings about a clause; what is too much to list is reported as not checked."""
    try:
        for each in words():
            yield Finding(clause, each)
    except ContractFailure as failure:
        yield Finding(clause, str(failure))
    except Refused as refusal:
        yield Finding(clause, str(refusal), broken=refusal.reason is not Reason.TOO_MANY_OUTCOMES)


def quote_value(thing: object) -> str:
    """The representation of another package's value, in one line."""
    text = repr(thing)
    return text if len(text) <= LONGEST and text.isprintable() else shorten_text(text, LONGEST)


# Whether what a mechanism is made of can be told apart, and its values written down and read back.


def check_identity(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether a copy is equal and has the same hash, as caches need."""
    other: AnyMechanism = ask_mechanism("copying it", copy, mechanism)
    hashes = {ask_mechanism("hash", hash, each) for each in (mechanism, other)}
    if len(hashes) > 1 or mechanism != other:
        yield "its copy is another one: a mechanism is a frozen dataclass"


def check_spaces(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether each secret and each output is written as JSON of its own and read back, from a command line too."""
    for name in ("secrets", "outputs"):
        space: Space[object] = ask_mechanism(name, getattr, mechanism, name)

        def write_text(value: object, space: Space[object] = space) -> str:
            return canonical_text(space.write(value))

        def read_text(text: str, space: Space[object] = space) -> object:
            return space.read(parse_canonical(text))

        values: list[object] = ask_mechanism(f"listing the {name}", list_space, space)
        if not values:
            yield f"there are no {name}"
        texts: dict[str, object] = {}
        for each in values:
            text = ask_mechanism(f"writing {quote_value(each)} of the {name}", write_text, each)
            back = ask_mechanism(f"reading {text} of the {name}", read_text, text)
            if (type(back), back) != (type(each), each):
                yield f"{name} do not come back: {quote_value(each)} is written as {text}, which is read as {quote_value(back)}"
            elif ask_mechanism(f"{text} as text", round_trip_text, space, each) != each:
                yield f"{name} do not come back from a command line: {quote_value(each)}"
            if text in texts:
                yield f"two of the {name} are written alike: {quote_value(texts[text])} and {quote_value(each)} as {text}"
            texts[text] = each


def round_trip_text(space: Space[object], value: object) -> object:
    """A value written as text and read back."""
    return from_text(space, to_text(space, value))


# Whether likelihoods are laws, by the steps of each round where there are any; and who are neighbours.

MOST = 1 << 16
"""So many likelihoods, or pairs of secrets, are looked at."""

BITS = 256
"""In which irrational numbers are compared."""


def check_laws(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether the probabilities of outputs are nonnegative and sum to 1 for each secret."""
    secrets, outputs = (list_values(mechanism, name) for name in ("secrets", "outputs"))
    refuse_too_many(len(secrets) * len(outputs), "likelihoods")
    for secret in secrets:
        total = Real(0)
        for output in outputs:
            share = checked_likelihood(mechanism, secret, output)
            total += share
            if certain_sign(share) < 0:
                yield f"the law has a negative probability at {quote_value(secret)}: {quote_value(output)} has {share}"
            if isinstance(mechanism, Rounds) and certain_sign(
                share - chained_likelihood(mechanism, secret, output)
            ):
                yield (
                    f"likelihood and step differ at {quote_value(secret)}: {quote_value(output)} has {share}, "
                    f"and its steps make {chained_likelihood(mechanism, secret, output)}"
                )
        if away := certain_sign(total - 1):
            missing = ", as if outputs were missing" if away < 0 else ""
            yield f"the law does not sum to 1 at {quote_value(secret)}: it sums to {total}{missing}"


def checked_likelihood(mechanism: AnyMechanism, secret: object, output: object) -> Real:
    """The likelihood of an output; fails if it is no `Real`."""
    words = f"likelihood({quote_value(secret)}, {quote_value(output)})"
    share: object = ask_mechanism(words, mechanism.likelihood, secret, output)
    if not isinstance(share, Real):
        raise ContractFailure(f"{words} is {type_phrase(share)} and no Real: exact, or known by balls")
    return share


def certain_sign(number: Real) -> int:
    """The sign of a number; 0 also where balls do not separate it from 0."""
    if number.exact is not None:
        return (number.exact > 0) - (number.exact < 0)
    with precision(BITS):
        around = number()
    return int(around > 0) - int(around < 0)


def check_neighbours(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether neighbours are symmetric and irreflexive, and those at event level are so at user level."""
    secrets = list_values(mechanism, "secrets")
    refuse_too_many(len(secrets) ** 2, "pairs of secrets")

    def are_neighbours(level: Level, one: object, other: object) -> bool:
        words = f"neighbours({level!r}, {quote_value(one)}, {quote_value(other)})"
        return bool(ask_mechanism(words, mechanism.neighbours, level, one, other))

    for level in LEVELS:
        for one in secrets:
            if are_neighbours(level, one, one):
                yield f"{quote_value(one)} is its own neighbour at {level} level"
        for one, other in combinations(secrets, 2):
            if are_neighbours(level, one, other) != are_neighbours(level, other, one):
                yield f"neighbours are not symmetric at {level} level: {quote_value(one)} and {quote_value(other)}"
    for one, other in combinations(secrets, 2):
        if are_neighbours("event", one, other) and not are_neighbours("user", one, other):
            yield f"{quote_value(one)} and {quote_value(other)} are neighbours at event level and not at user level"


def refuse_too_many(count: int, what: str) -> None:
    """Refuse to check more than `MOST` things."""
    if count > MOST:
        raise Refused(Reason.TOO_MANY_OUTCOMES, f"{count} {what} are too many", f"at most {MOST}")


# Whether a mechanism's privacy is what it states, and no worse than the budget that it was given.


def check_privacy(mechanism: AnyMechanism) -> Iterator[str]:
    """Whether the stated odds are the largest likelihood ratio, and attained by the stated pair and event."""
    for level in LEVELS:
        found: object = ask_mechanism(f"privacy({level!r})", mechanism.privacy, level)
        if not isinstance(found, Privacy):
            raise ContractFailure(f"privacy({level!r}) is {type_phrase(found)} and no Privacy")
        largest = enumerated_privacy(mechanism, level)
        if largest is None:
            continue
        if is_different_odds(found.odds, largest.odds):
            yield (
                f"privacy({level!r}) states odds of {format_odds(found.odds)}, and the largest are {format_odds(largest.odds)}: "
                f"{format_witness(mechanism, largest)}"
            )
        elif not mechanism.neighbours(level, found.likely, found.unlikely):
            yield f"{quote_value(found.likely)} and {quote_value(found.unlikely)} of privacy({level!r}) are no neighbours"
        elif is_different_odds(reached := witness_odds(mechanism, found), found.odds):
            yield f"privacy({level!r}) states odds of {format_odds(found.odds)}, and its pair and event have {format_odds(reached)}"


def check_claim(mechanism: AnyMechanism, budget: Budget | None) -> Iterator[str]:
    """Whether the odds between any two secrets of a person are at most those of the budget."""
    found = None if budget is None else enumerated_privacy(mechanism, "user")
    if budget is None or found is None:
        return
    odds = budget.odds()
    if isinstance(found.odds, Infinite) or certain_sign(found.odds - odds) > 0:
        yield (
            f"it claims odds of {odds} and has {format_odds(found.odds)}, an epsilon of {format_epsilon(found.odds)} and not of "
            f"{format_epsilon(odds)}: {format_witness(mechanism, found)}"
        )


def enumerated_privacy(mechanism: AnyMechanism, level: Level) -> AnyPrivacy | None:
    """The tight privacy over all pairs and outputs; None if no two secrets are neighbours."""
    try:
        return tight_privacy(mechanism, level)
    except Refused as refusal:
        if refusal.reason is Reason.MISSING:
            return None
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # theirs, whatever it is
        raise ContractFailure(f"comparing all likelihoods raises {type(error).__name__}: {error}") from error


def witness_odds(mechanism: AnyMechanism, found: AnyPrivacy) -> Real | Infinite:
    """The ratio of the event's probabilities under the two secrets."""
    inside = event_outputs(mechanism, found)
    above, below = (
        sum((checked_likelihood(mechanism, secret, each) for each in inside), Real(0))
        for secret in (found.likely, found.unlikely)
    )
    return above / below if certain_sign(below) else INFINITE


def event_outputs(mechanism: AnyMechanism, found: AnyPrivacy) -> list[object]:
    """The outputs that are in the event of a stated privacy."""
    return [
        each
        for each in list_values(mechanism, "outputs")
        if ask_mechanism(f"the event at {quote_value(each)}", found.event, each)
    ]


def format_witness(mechanism: AnyMechanism, found: AnyPrivacy) -> str:
    """The pair and the event that attain the odds, in words."""
    inside = ", ".join(map(quote_value, event_outputs(mechanism, found)[:5]))
    return f"{quote_value(found.likely)} against {quote_value(found.unlikely)}, at the output {inside}"


def is_different_odds(one: Real | Infinite, other: Real | Infinite) -> bool:
    """Whether two odds certainly differ."""
    if isinstance(one, Infinite) or isinstance(other, Infinite):
        return one is not other
    return certain_sign(one - other) != 0


def format_odds(odds: Real | Infinite) -> str:
    """Odds for people."""
    return str(odds) if isinstance(odds, Infinite) or odds.exact is not None else f"{float(odds):.6g}"


def format_epsilon(odds: Real | Infinite) -> str:
    """The epsilon of odds, for people."""
    return str(odds) if isinstance(odds, Infinite) else f"{log(float(odds)):.4f}"
