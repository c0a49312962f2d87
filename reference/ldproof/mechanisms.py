"""A mechanism of one's own: what its class states, and what follows from that.

A `Randomizer` is a frozen dataclass with its parameters as fields, and three members; `docs/own.md` has whole ones.

- `secrets` and `outputs` are spaces: what a person may have, and what may come out, with how each value is written as
  JSON. `Finite` is a space of a few numbers, words or tuples of these; a larger one is a class with `read`, `write`,
  `schema` and `__iter__`, which lists the values or refuses to.
- `likelihood(secret, output)` is the probability of an output, a `Real`: exact where the parameters let it be.

Three more have a definition that serves where all can be listed, and may have another:

- `randomize(secret, coins)` draws an output with exactly these probabilities, by `ldproof.sampling` and no other
  randomness. How many bytes it takes must not depend on the secret, nor on what is drawn.
- `neighbours(level, one, other)` says of which secrets privacy is promised: at `user` level all that a person may have,
  at `event` level those that differ in one event. Where a person has one value, the level does not matter.
- `privacy(level)` states the tight odds e^epsilon, and two neighbours and an event that reach them. `tight_privacy`
  finds all three by looking at every pair and output; with a closed form it is a `Privacy(odds, likely, unlikely,
  event)`.

A `Rounds` has a `step` instead of a likelihood: the probability of one round's report, given all before it. A class with
all six is a `Mechanism`, whatever else it is.

Randomized response, for example: a truthful answer with probability 3/4.

    >>> from dataclasses import dataclass
    >>> from fractions import Fraction
    >>> from ldproof.coins import SeededCoins
    >>> from ldproof.numbers import Real
    >>> @dataclass(frozen=True)
    ... class Response(Randomizer[str, str]):
    ...     truth: Fraction
    ...
    ...     secrets = outputs = Finite(("no", "yes"))
    ...
    ...     def likelihood(self, secret: str, output: str) -> Real:
    ...         return Real(self.truth if output == secret else 1 - self.truth)
    >>> response = Response(Fraction(3, 4))
    >>> response.randomize("yes", SeededCoins(b"a seed"))
    'yes'

What follows is a function of these members. `law_of` is the law of what comes out for a secret, a `probability.Law`
with its moments, events and compositions; it is refused where likelihoods do not add up to 1:

    >>> print(law_of(response, "yes")["yes"], law_of(response, "yes")["no"])
    3/4 1/4

The tight epsilon is the logarithm of the odds, known as closely as one asks:

    >>> from ldproof.numbers import enclose
    >>> privacy = response.privacy("user")
    >>> print(privacy.odds, enclose(privacy.epsilon, 10).lower)
    3 1.098612288668

`validate_member` refuses what is no value of a space, `from_text` and `to_text` read and write what stands on a command
line:

    >>> from_text(response.secrets, "maybe")
    Traceback (most recent call last):
        ...
    ldproof.errors.Refused: what is none of a few values (out-of-range); accepted: one of "no", "yes"

`ldproof.auditor` holds a program against it: `claim_of_mechanism` makes the claim, with the tight odds and with the pair
and the event that reach them, which is where the audit looks first.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, permutations
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given, type_phrase
from ldproof.json_values import Value, canonical_text, is_finite_value, parse_canonical, parse_value
from ldproof.numbers import Real, largest_number, log
from ldproof.parameters import Schema
from ldproof.probability import INFINITE, Infinite, Law, law_of_shares

if TYPE_CHECKING:
    from ldproof.sampling.inversion import Categorical

# What a mechanism is: two spaces, a likelihood, a way to draw, and what it promises of which secrets.

T = TypeVar("T")
Secret = TypeVar("Secret")
Output = TypeVar("Output")

Level: TypeAlias = Literal["user", "event"]
"""Whether any two secrets of a person are to be indistinguishable, or two that differ in one event."""

LEVELS: tuple[Level, ...] = ("user", "event")
"""Both."""


def parse_level(level: object) -> Level:
    """The level of a name, "user" or "event"; refused otherwise."""
    for each in LEVELS:
        if isinstance(level, str) and level == each:
            return each
    raise Refused(Reason.UNKNOWN_NAME, f"there is no level {quote_given(level)}", " or ".join(LEVELS))


class Space(Protocol[T]):
    """The values that a secret or an output can have, and how they are written as JSON."""

    @property
    def schema(self) -> Schema:
        """The JSON Schema of what is written; of the type `string` where all values are texts."""
        ...

    def __iter__(self) -> Iterator[T]:
        """All of them, in order; refused where these are too many."""
        ...

    def read(self, thing: object) -> T:
        """The value that a JSON value means; refused if it is none."""
        ...

    def write(self, value: T) -> Value:
        """The JSON value that means it; refused if it is no value of the space."""
        ...


@dataclass(frozen=True)  # with slots too, Python cannot make a `Privacy[int, int](...)`
class Privacy(Generic[Secret, Output]):
    """The tight odds e^epsilon between neighbours, and two neighbours and an event that reach them."""

    odds: Real | Infinite
    """The largest likelihood ratio of an output."""
    likely: Secret
    unlikely: Secret
    event: Callable[[Output], bool]
    """So many times as likely with the first secret as with the second."""
    words: str = ""
    """What happens in it."""

    @property
    def epsilon(self) -> Real | Infinite:
        """The logarithm of the odds."""
        return self.odds if isinstance(self.odds, Infinite) else log(self.odds)


MEMBERS = ("secrets", "outputs", "likelihood", "randomize", "neighbours", "privacy")
"""What every mechanism has."""


class Mechanism(Protocol[Secret, Output]):
    """What a person's device computes from a secret and coins."""

    @property
    def secrets(self) -> Space[Secret]:
        """The space of secrets."""
        ...

    @property
    def outputs(self) -> Space[Output]:
        """The space of outputs."""
        ...

    def likelihood(self, secret: Secret, output: Output) -> Real:
        """The probability of an output, given a secret."""
        ...

    def randomize(self, secret: Secret, coins: Coins) -> Output:
        """Draw an output, exactly."""
        ...

    def neighbours(self, level: Level, one: Secret, other: Secret, /) -> bool:
        """Whether two secrets are promised to be indistinguishable at this level."""
        ...

    def privacy(self, level: Level, /) -> Privacy[Secret, Output]:
        """The tight odds between neighbours at this level, with a pair and an event that reach them."""
        ...


# Spaces of few values, and the texts and the checks that every space has.

V = TypeVar("V", bound=Value)

MOST = 1 << 20
"""So many values are listed; a space that has more says so itself, unless it goes on for ever."""


@dataclass(frozen=True)  # with slots too, Python cannot make a `Finite[int](...)`
class Finite(Generic[V]):
    """A few values that are JSON themselves, as numbers, words or tuples of these; no two are written alike."""

    values: tuple[V, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(map(validate_json_value, self.values)))
        if len(self.by_text) < len(self.values):
            raise Refused(Reason.REPEATED, "a space that has a value twice", "each value once")

    @cached_property
    def by_text(self) -> Mapping[str, V]:
        """The values by their canonical JSON text, which tells True and 1.0 from 1."""
        return {canonical_text(each): each for each in self.values}

    @property
    def schema(self) -> Schema:
        """The JSON Schema: an enumeration of the values."""
        words = all(isinstance(each, str) for each in self.values)
        return {"enum": [*self.values]} | ({"type": "string"} if words else {})

    def __iter__(self) -> Iterator[V]:
        return iter(self.values)

    def read(self, thing: object) -> V:
        """The value that is written like this; a refusal does not say what was there, as it may be a secret."""
        text = canonical_text(thing)
        if text in self.by_text:
            return self.by_text[text]
        validate_json_value(parse_value(thing))
        raise Refused(
            Reason.OUT_OF_RANGE, "what is none of a few values", f"one of {', '.join(self.by_text):.200}"
        )

    def write(self, value: V) -> V:
        """The value itself; refused if it is none of the space's."""
        return self.read(value)


def validate_json_value(given: V) -> V:
    """The value as it is; refused if it is NaN or an infinity, or contains one."""
    if is_finite_value(given):
        return given
    raise Refused(Reason.NOT_A_VALUE, "NaN or an infinity", "what JSON has")


def list_space(space: Space[T]) -> list[T]:
    """All values of a space; refused where they are too many."""
    found = [*islice(space, MOST + 1)]
    if len(found) > MOST:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES, f"a space with more than {MOST} values", "a space that can be listed"
        )
    return found


def validate_member(space: Space[T], value: T) -> T:
    """A value, written and read again by the space; refused if it is none of its values."""
    return space.read(space.write(value))


def parse_text(thing: object) -> str:
    """A JSON value as a str; refused if it is no text."""
    if isinstance(thing, str):
        return thing
    raise Refused(Reason.NOT_A_VALUE, f"{type_phrase(thing)} where a text is expected", "a text")


def from_text(space: Space[T], text: str) -> T:
    """The value that a text means: as it stands where all values are texts, otherwise as JSON."""
    return space.read(text if has_text_values(space) else parse_canonical(text))


def to_text(space: Space[T], value: T) -> str:
    """The text that `from_text` reads as this value."""
    written = space.write(value)
    return written if isinstance(written, str) and has_text_values(space) else canonical_text(written)


def json_from_text(space: Space[T], text: str) -> Value:
    """The JSON value that the space writes for the value that a text means."""
    return space.write(from_text(space, text))


def has_text_values(space: Space[T]) -> bool:
    """Whether all values are written as texts."""
    return space.schema.get("type") == "string"


# The law of a mechanism's output, from its likelihoods.

HashableOutput = TypeVar("HashableOutput", bound=Hashable)


def law_of(mechanism: Mechanism[Secret, HashableOutput], secret: Secret) -> Law[HashableOutput]:
    """The law of the output for a secret; refused where a probability is irrational, or where outputs are too many."""
    given = validate_member(mechanism.secrets, secret)
    return law_of_shares(
        (output, rational_probability(mechanism.likelihood(given, output)))
        for output in list_space(mechanism.outputs)
    )


def rational_probability(probability: Real) -> Fraction:
    """The exact fraction of a probability; refused if it is irrational."""
    if probability.exact is None:
        raise Refused(Reason.IRRATIONAL, "the law is irrational", "a budget with rational report odds")
    return probability.exact


# The tight odds of a mechanism that states none: the largest likelihood ratio over all neighbours and outputs.

HashableSecret = TypeVar("HashableSecret", bound=Hashable)

MOST_RATIOS = 1 << 18
"""So many are looked through in some seconds."""

SHOWN = 3
"""So many outputs of an event are named."""

NEAR = 1e-9
"""Irrational ratios that are nearer to the largest in floats are taken to reach it, where the event is chosen."""


def tight_privacy(
    mechanism: Mechanism[HashableSecret, HashableOutput], level: Level
) -> Privacy[HashableSecret, HashableOutput]:
    """The largest likelihood ratio over all neighbours and outputs, certified, and the likeliest event that has it."""
    found = [*likelihood_ratios(mechanism, level)]
    if not found:
        raise Refused(Reason.MISSING, f"no two secrets are neighbours at {level} level", "two at least")
    odds = maximum_ratio(ratio for ratio, *_ in found)
    reaching: defaultdict[tuple[HashableSecret, HashableSecret], dict[HashableOutput, float]] = defaultdict(
        dict
    )
    for ratio, one, other, output, share in found:
        if is_largest_ratio(ratio, odds):
            reaching[one, other][output] = float(share)
    (likely, unlikely), event = max(reaching.items(), key=lambda pair: sum(pair[1].values()))
    listed = " or ".join(to_text(mechanism.outputs, output) for output in [*event][:SHOWN])
    more = f", or one of {len(event) - SHOWN} more" if len(event) > SHOWN else ""
    return Privacy(odds, likely, unlikely, event.__contains__, f"the output is {listed}{more}")


def likelihood_ratios(
    mechanism: Mechanism[HashableSecret, HashableOutput], level: Level
) -> Iterator[tuple[Real | Infinite, HashableSecret, HashableSecret, HashableOutput, Real]]:
    """The likelihood ratio, both neighbours, the output and its probability under the first, for all of these."""
    secrets, outputs = list_space(mechanism.secrets), list_space(mechanism.outputs)
    if len(secrets) ** 2 * len(outputs) > MOST_RATIOS:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"{len(secrets)} secrets with {len(outputs)} outputs are too many to look at every pair",
            f"at most {MOST_RATIOS} pairs with an output, or a mechanism that states its privacy",
        )
    shares = {each: [mechanism.likelihood(each, output) for output in outputs] for each in secrets}
    for one, other in permutations(secrets, 2):
        if mechanism.neighbours(level, one, other):
            for output, above, below in zip(outputs, shares[one], shares[other], strict=True):
                if above:
                    yield above / below if below else INFINITE, one, other, output, above


def maximum_ratio(found: Iterator[Real | Infinite]) -> Real | Infinite:
    """The largest of some likelihood ratios."""
    finite = []
    for each in found:
        if isinstance(each, Infinite):
            return each
        finite.append(each)
    return largest_number(finite)


def is_largest_ratio(ratio: Real | Infinite, odds: Real | Infinite) -> bool:
    """Whether a ratio is the largest, or as near to it as floats can tell where that is irrational."""
    if isinstance(ratio, Infinite) or isinstance(odds, Infinite):
        return ratio is odds
    if ratio is odds or (ratio.exact is not None and odds.exact is not None):
        return ratio == odds
    return float(ratio) >= float(odds) * (1 - NEAR)


# What a mechanism need not write: a draw by its own likelihoods, neighbours, and the tight odds.

MOST_LISTED = 1 << 16
"""The most likelihoods that are listed for drawing."""

REMEMBERED = 16
"""Of how many mechanisms these are kept."""


class Randomizer(ABC, Generic[HashableSecret, HashableOutput]):
    """A mechanism by its secrets, its outputs and its likelihoods; the rest follows, unless a class has its own.

    It is to be a frozen dataclass, so that one mechanism is known from another.
    """

    @property
    @abstractmethod
    def secrets(self) -> Space[HashableSecret]:
        """The space of secrets."""

    @property
    @abstractmethod
    def outputs(self) -> Space[HashableOutput]:
        """The space of outputs."""

    @abstractmethod
    def likelihood(self, secret: HashableSecret, output: HashableOutput) -> Real:
        """The probability of an output, given a secret."""

    def randomize(self, secret: HashableSecret, coins: Coins) -> HashableOutput:
        """Draw an output by the likelihoods, in their order: `ldproof.sampling.inversion` says how coins are read."""
        drawn: HashableOutput = table_of_mechanism(self).draw(secret, coins)
        return drawn

    def neighbours(self, level: Level, one: HashableSecret, other: HashableSecret, /) -> bool:
        """Whether two secrets differ, at both levels: a person has one value."""
        parse_level(level)
        return one != other

    def privacy(self, level: Level, /) -> Privacy[HashableSecret, HashableOutput]:
        """`tight_privacy` at this level: the largest likelihood ratio over all neighbours and outputs."""
        return tight_privacy(self, parse_level(level))


@dataclass(frozen=True, slots=True)
class SamplingTable(Generic[HashableSecret, HashableOutput]):
    """A sampler of outputs for each value of a space, made by `sampling_table`."""

    given: Space[HashableSecret]
    outputs: Sequence[HashableOutput]
    places: Mapping[str, int]
    """The index of each value of the space, by its canonical JSON text."""
    laws: "Categorical"

    def draw(self, value: HashableSecret, coins: Coins) -> HashableOutput:
        """An output for a value; refused if it is no value of the space."""
        place = self.places[canonical_text(self.given.write(validate_member(self.given, value)))]
        return self.outputs[self.laws.draw(place, coins)]


def sampling_table(
    given: Space[HashableSecret],
    results: Space[HashableOutput],
    probability: Callable[[HashableSecret, HashableOutput], Real],
) -> SamplingTable[HashableSecret, HashableOutput]:
    """The sampler of outputs, by their probabilities, for each value of a space; refused if there are too many."""
    from ldproof.sampling.inversion import Categorical  # noqa: PLC0415  (slow to import, and a law does without)

    values, outputs = list_space(given), list_space(results)
    refuse_too_many_likelihoods(len(values) * len(outputs))
    places = {canonical_text(given.write(each)): place for place, each in enumerate(values)}
    laws = Categorical([[probability(each, output) for output in outputs] for each in values])
    return SamplingTable(given, outputs, places, laws)


@lru_cache(REMEMBERED)
def table_of_mechanism(mechanism: Mechanism[Any, Any]) -> SamplingTable[Any, Any]:
    """The sampler of a mechanism's outputs for each secret."""
    return sampling_table(mechanism.secrets, mechanism.outputs, mechanism.likelihood)


def refuse_too_many_likelihoods(count: int) -> None:
    """Refuse a number of likelihoods above `MOST_LISTED`."""
    if count > MOST_LISTED:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"{count} likelihoods are too many to draw by",
            f"at most {MOST_LISTED}, or a mechanism that draws by itself",
        )
