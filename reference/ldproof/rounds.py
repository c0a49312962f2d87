"""Mechanisms over rounds: the binary mechanism, states and transcripts, and the law of all rounds from one round's step."""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, pairwise, product
from math import comb
from operator import mul
from typing import Any, Generic, TypeVar

from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given, type_phrase
from ldproof.json_values import Value
from ldproof.mechanisms import (
    Level,
    Randomizer,
    SamplingTable,
    Space,
    list_space,
    parse_level,
    parse_text,
    refuse_too_many_likelihoods,
    sampling_table,
)
from ldproof.numbers import Exact, Real, like
from ldproof.parameters import Schema, parameter_domain
from ldproof.rows import bits_or_null, parse_bit_row

# Mechanisms over rounds, by the step of one round: the law of all rounds is what the steps make together.

State = TypeVar("State", bound=Hashable)
Report = TypeVar("Report", bound=Hashable)
T = TypeVar("T")

REMEMBERED = 1 << 10
"""Of how many rounds the tables are kept."""


@dataclass(frozen=True)  # with slots too, Python cannot make a `Rows[int](...)`
class TupleSpace(Generic[T]):
    """The space of tuples of `length` values of another space, written as JSON lists."""

    space: Space[T]
    length: int

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a list of `length` values."""
        return {
            "type": "array",
            "items": self.space.schema,
            "minItems": self.length,
            "maxItems": self.length,
        }

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        each = list_space(self.space)
        refuse_too_many_likelihoods(len(each) ** self.length)
        return product(each, repeat=self.length)

    def row(self, value: tuple[T, ...]) -> tuple[T, ...]:
        """The value as it is, if it is a tuple of the right length; refused otherwise. Its elements are not checked."""
        given: object = value
        if isinstance(given, tuple) and len(given) == self.length:
            return value
        raise Refused(Reason.WRONG_LENGTH, "what is no tuple for all rounds", f"a tuple of {self.length}")

    def read(self, thing: object) -> tuple[T, ...]:
        """The tuple that a JSON list means; refused if its length or an element is wrong."""
        if not isinstance(thing, list | tuple) or len(thing) != self.length:
            raise Refused(Reason.WRONG_LENGTH, "what is no list for all rounds", f"a list of {self.length}")
        return tuple(map(self.space.read, thing))

    def write(self, value: tuple[T, ...]) -> Value:
        """The list that `read` reads."""
        return tuple(map(self.space.write, self.read(tuple(map(self.space.write, value)))))


class Rounds(Randomizer[tuple[State, ...], tuple[Report, ...]], Generic[State, Report]):
    """A mechanism by its rounds: the states, the reports, and the probability of a report given all before it."""

    @property
    @abstractmethod
    def rounds(self) -> int:
        """The number of rounds."""

    @property
    @abstractmethod
    def states(self) -> Space[State]:
        """The space of a person's state in one round."""

    @property
    @abstractmethod
    def reports(self) -> Space[Report]:
        """The space of the report of one round."""

    @abstractmethod
    def step(self, states: tuple[State, ...], past: tuple[Report, ...], report: Report) -> Real:
        """The probability of a report, given the states up to this round and the reports before it."""

    @property
    def secrets(self) -> TupleSpace[State]:
        """The space of rows with a state for each round."""
        return TupleSpace(self.states, self.rounds)

    @property
    def outputs(self) -> TupleSpace[Report]:
        """The space of rows with a report for each round."""
        return TupleSpace(self.reports, self.rounds)

    def likelihood(self, secret: tuple[State, ...], output: tuple[Report, ...]) -> Real:
        """The probability of all reports: the product of the steps."""
        return chained_likelihood(self, self.secrets.row(secret), self.outputs.row(output))

    def randomize(self, secret: tuple[State, ...], coins: Coins) -> tuple[Report, ...]:
        """Draw a report in each round, one after another."""
        states, past = self.secrets.row(secret), tuple[Report, ...]()
        for t in range(1, self.rounds + 1):
            past = (*past, self.report(states[:t], past, coins))
        return past

    def report(self, states: tuple[State, ...], past: tuple[Report, ...], coins: Coins) -> Report:
        """Draw the report of the round after `past`, given the states up to it, by the probabilities of `step`."""
        drawn: Report = table_of_round(self, past).draw(states, coins)
        return drawn

    def neighbours(self, level: Level, one: tuple[State, ...], other: tuple[State, ...], /) -> bool:
        """Whether two secrets differ in some round, or at event level in exactly one."""
        return is_neighbouring(level, self.secrets.row(one), self.secrets.row(other))


def chained_likelihood(
    mechanism: Rounds[State, Report], secret: tuple[State, ...], output: tuple[Report, ...]
) -> Real:
    """The product over all rounds of a report's probability, given the states and the reports before it."""
    steps = (mechanism.step(secret[: t + 1], output[:t], report) for t, report in enumerate(output))
    return reduce(mul, steps, Real(1))


def is_neighbouring(level: Level, one: tuple[Hashable, ...], other: tuple[Hashable, ...]) -> bool:
    """Whether two rows differ in some round, or at event level in exactly one."""
    apart = sum(a != b for a, b in zip(one, other, strict=True))
    return apart == 1 if parse_level(level) == "event" else apart > 0


@lru_cache(REMEMBERED)
def table_of_round(mechanism: Rounds[Any, Any], past: tuple[Any, ...]) -> SamplingTable[Any, Any]:
    """The sampler of the report of the round after `past`, for each row of states."""
    seen = TupleSpace(mechanism.states, len(past) + 1)
    return sampling_table(
        seen, mechanism.reports, lambda states, report: mechanism.step(states, past, report)
    )


# The binary mechanism: the coin with which a person reports one bit.
#
# Its parameter is the excess odds `x = e^epsilon - 1`: everything below is rational in it, and a float keeps
# its digits where epsilon is small.


def truth(excess: Exact) -> Exact:
    """The probability e^epsilon / (e^epsilon + 1) of reporting the bit that is so."""
    return (1 + excess) / (2 + excess)


def lie(excess: Exact) -> Exact:
    """The probability 1 / (e^epsilon + 1) of reporting the other bit."""
    return 1 / (2 + excess)


def contrast(excess: Exact) -> Exact:
    """truth - lie, without cancellation."""
    return excess / (2 + excess)


def report_likelihood(excess: Exact, state: int, seen: int) -> Exact:
    """The probability that randomized response to `state` gives `seen`."""
    return truth(excess) if seen == state else lie(excess)


def dummy_likelihood(r: Exact, seen: int) -> Exact:
    """The probability that a dummy, which is 1 with probability r, is `seen`."""
    return r if seen else 1 - r


# States and transcripts: the spaces of rows with a bit for each round, written as text with one character each.

NULL = "-"
"""How a round without a report is written."""


@dataclass(frozen=True, slots=True)
class Bits:
    """Rows of T bits."""

    name: str
    """What a row is called."""
    T: int
    few: int
    """The most rounds for which all rows are listed."""

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text with a digit 0 or 1 for each round."""
        return {"type": "string", "pattern": f"^[01]{{{self.T}}}$"}

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        refuse_long_rows(self.T, self.few)
        return product((0, 1), repeat=self.T)

    def read(self, thing: object) -> tuple[int, ...]:
        """The bits of a text with a digit 0 or 1 for each round; a refusal does not quote it, as it may be a secret."""
        text = parse_text(thing)
        return tuple(map(int, parse_round_text(text, self.T, "01", f"{self.name} of {len(text)} characters")))

    def write(self, value: tuple[int, ...]) -> str:
        """The text with a digit for each round."""
        return "".join(map(str, self.row(value)))

    def row(self, value: object) -> tuple[int, ...]:
        """A tuple of T bits from any row of them; refused otherwise."""
        return parse_bit_row(self.name, value, self.T)


@dataclass(frozen=True, slots=True)
class Transcripts:
    """The space of transcripts of T rounds: a bit in each, or with `null` bits in some and NULL in the others."""

    T: int
    few: int
    """The most rounds for which all transcripts are listed."""
    null: bool
    """Whether NULL is sent."""
    bits: int = 1
    """The number of rounds with a bit, if the others have NULL."""

    @property
    def alphabet(self) -> str:
        """The characters that a transcript is written in."""
        return "01" + NULL if self.null else "01"

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text with a character for each round."""
        return {"type": "string", "pattern": f"^[{self.alphabet}]{{{self.T}}}$"}

    def __iter__(self) -> Iterator[tuple[int | None, ...]]:
        T = self.T
        refuse_long_rows(T, self.few)
        if not self.null:
            return product((0, 1), repeat=T)
        return (
            spread_bits(T, chosen, bits)
            for chosen in combinations(range(T), self.bits)
            for bits in product((0, 1), repeat=self.bits)
        )

    def read(self, thing: object) -> tuple[int | None, ...]:
        """The transcript of a text with a character for each round; None for NULL."""
        text = parse_text(thing)
        written = parse_round_text(text, self.T, self.alphabet, quote_given(text))
        return tuple(None if each == NULL else int(each) for each in written)

    def write(self, value: tuple[int | None, ...]) -> str:
        """The text that `read` reads."""
        written = "".join(NULL if each is None else str(each) for each in self.row(value))
        return parse_round_text(written, self.T, self.alphabet, quote_given(written))

    def row(self, value: object) -> tuple[int | None, ...]:
        """A tuple of T bits or None from any row of them; refused otherwise. Without `null`, None has probability 0."""
        return bits_or_null("a report", value, self.T)


def spread_bits(T: int, chosen: Sequence[int], bits: Sequence[int]) -> tuple[int | None, ...]:
    """The transcript of T rounds with these bits in the chosen rounds, counted from 0, and NULL in the others."""
    sent = dict(zip(chosen, bits, strict=True))
    return tuple(sent.get(t) for t in range(T))


def refuse_long_rows(T: int, few: int) -> None:
    """Refuse to list all rows of T rounds if T is more than `few`."""
    if few < T:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"{T} rounds have too many transcripts to list",
            f"at most {few} rounds, or one output whose likelihood is asked",
        )


def parse_round_text(text: str, T: int, alphabet: str, shown: str) -> str:
    """The text, if it has a character of the alphabet for each of T rounds; otherwise refused, shown as `shown`."""
    if len(text) != T or set(text) - set(alphabet):
        raise Refused(
            Reason.WRONG_LENGTH if len(text) != T else Reason.OUT_OF_RANGE,
            f"{shown} is not one of {', '.join(alphabet)} per round",
            f"{T} digits 0 or 1"
            if NULL not in alphabet
            else f"{T} characters: the digits 0 and 1, and {NULL} for NULL",
        )
    return text


# The transcript of one person over all rounds: its one-round step, and the law that is the step's fold.


def forward_step(weights: Sequence[Exact], silent: Exact, spoken: Exact) -> list[Exact]:
    """The weights of 0 to m reports after one more round, from those before it.

    Whoever had reported k times stays silent, or whoever had k - 1 speaks; `silent` and `spoken` are the probabilities
    of what was seen this round under either.
    """
    row = [weights[0] * silent]
    for fewer, stayed in pairwise(weights):
        row.append(stayed * silent + fewer * spoken)
    return row


def initial_weights(system: Exact, m: int) -> list[Exact]:
    """The weights of 0 to m reports before the first round: 1 for none, 0 for more; of the same type as `system`."""
    return [like(system, int(k == 0)) for k in range(m + 1)]


def report_count_weights(rounds: Sequence[tuple[Exact, Exact]], m: int) -> list[Exact]:
    """The weights of 0 to m reports after all rounds.

    Each round is two probabilities of what was seen in it: of a silent person, and of one who reports.
    """
    row = initial_weights(rounds[0][0], m)
    for silent, spoken in rounds:
        row = forward_step(row, silent, spoken)
    return row


def likelihood_of_rounds(rounds: Sequence[tuple[Exact, Exact]], m: int) -> Exact:
    """The probability of a transcript if m of its rounds carried reports, all choices of m equally likely."""
    return report_count_weights(rounds, m)[m] / comb(len(rounds), m)


# Everybody's reports, round by round, as JSON: what a collector is given, and what it says of each round.

Said = TypeVar("Said")

SENT: Mapping[str, int | None] = {"0": 0, "1": 1, NULL: None}
"""The characters of a report."""

ACCEPTED = "a text for each round, with 0, 1 or - for each person"


def answers_by_round(
    received: Mapping[str, object],
    hear: Callable[[int, Sequence[int | None]], Said],
    count: Callable[[int, int, int], Said],
) -> list[Said]:
    """The collector's answer to each round, from the JSON member `reports` by `hear`, or from `counts` by `count`.

    Refused unless exactly one of the two is given, as a list.
    """
    match received:
        case {"reports": list(texts)} if "counts" not in received:
            return [hear(t, parse_reports(text)) for t, text in enumerate(texts, start=1)]
        case {"counts": list(pairs)} if "reports" not in received:
            return [count(t, *parse_round_counts(pair)) for t, pair in enumerate(pairs, start=1)]
        case _:
            raise Refused(
                Reason.MISSING, "neither a list of reports nor one of counts, or both", "one of the two"
            )


def parse_reports(text: object) -> list[int | None]:
    """Everybody's report in one round, from a text with 0, 1 or - (None) for each person."""
    written = parse_text(text)
    if unknown := set(written) - SENT.keys():
        raise Refused(Reason.NOT_A_REPORT, f"the report {quote_given(min(unknown))}", ACCEPTED)
    return [SENT[each] for each in written]


def parse_round_counts(pair: object) -> tuple[int, int]:
    """The number of ones and the number of bits, from a JSON list of both."""
    match pair:
        case [ones, sent]:
            whole = parameter_domain("ones")
            return int(whole.accept("ones", parse_json_whole(ones))), int(
                whole.accept("bits", parse_json_whole(sent))
            )
        case _:
            raise Refused(Reason.NOT_A_LIST, "no counts of a round", "[ones, bits] for each round")


def parse_json_whole(thing: object) -> int:
    """A JSON number as an int; refused if it is not whole."""
    if type(thing) is int:
        return thing
    raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"a count that is {type_phrase(thing)}", "a whole number")
