"""Functions of Python as sources: the keys of the outputs that they return, how long a call may take, and what it is given."""

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, Signature, isasyncgenfunction, iscoroutinefunction, signature
from threading import current_thread, main_thread
from time import perf_counter
from types import NoneType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.coins import Coins, CountingCoins, SeededCoins
from ldproof.errors import Reason, Refused, Terminated
from ldproof.json_values import DEEPEST, encode_value, in_python, shorten_text, too_deep
from ldproof.programs import Parameters, Tally, Value, canonical_text, parse_value
from ldproof.programs.processes import require_features
from ldproof.programs.program import format_key

# The keys of many draws, of which few are different: codes are counted, not texts.


@dataclass(frozen=True, eq=False, slots=True)
class CodedKeys(Collection[str]):
    """A sequence of keys, as indices of different texts."""

    texts: tuple[str, ...]
    codes: Int64Array

    @classmethod
    def from_keys(cls, keys: "Iterable[str] | CodedKeys") -> "CodedKeys":
        """Return keys as codes."""
        if isinstance(keys, CodedKeys):
            return keys
        listed = [*keys]
        place = {key: number for number, key in enumerate(dict.fromkeys(listed))}
        return cls((*place,), np.fromiter(map(place.__getitem__, listed), np.int64, len(listed)))

    @classmethod
    def join_parts(cls, parts: Sequence[Self]) -> "CodedKeys":
        """Return several sequences of keys, joined."""
        place: dict[str, int] = {}
        codes = [
            np.array([place.setdefault(text, len(place)) for text in each.texts], np.int64)[each.codes]
            for each in parts
        ]
        return cls((*place,), np.concatenate(codes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Iterable) and [*self] == [*other]

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __contains__(self, key: object) -> bool:
        return any(key == each for each in self)

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str]:
        return map(self.texts.__getitem__, self.codes.tolist())

    def tally_inputs(self, inputs: int, order: Int64Array) -> tuple[Tally, ...]:
        """Return a tally of the keys for each of `inputs` inputs, whose indices are `order`."""
        found: tuple[Tally, ...] = tuple(Counter() for _ in range(inputs))
        several = max(len(self.texts), 1)
        both, times = np.unique(order * several + self.codes, return_counts=True)
        for pair, often in zip(both.tolist(), times.tolist(), strict=True):
            found[pair // several][self.texts[pair % several]] = often
        return found


# What a function returns. An array means the list that its `tolist` returns, of truths, numbers, texts or lists of
# them, if it has a type that is accepted.

TOLD_APART = frozenset({bool, int, str, NoneType})
"""The types whose equal values have the same text; those of floats do, too, except for 0 and -0."""
SIMPLE = TOLD_APART | {float}
"""The types of values without members."""
HALF = r"\ud"
"""The beginning of an escaped surrogate: two of them are read as one character."""
OBJECT = "{"
"""The beginning of an object."""
REMEMBERED = 1 << 16
"""The most different outputs whose texts are cached."""
TRUTHS, WHOLE, NUMBERS, TEXTS, OBJECTS = "b", "iu", "iuf", "UT", "O"
"""The kinds of dtypes that are accepted; arrays of objects hold values of Python."""
NINE = 9
"""The largest number of one digit."""
MANY = 64
"""The number of outputs from which on it pays to look for equal ones."""
LARGEST = 8
"""The most bytes of a number, as Python's floats have."""


def keys_one_by_one(draws: Iterable[object], coins: CountingCoins | None = None) -> Iterator[str]:
    """Return the key of each output, with the bytes of coins that were read for it, if there are coins."""
    alike: dict[tuple[type, object, int | None], str] = {}
    known: set[str] = set()
    before = 0 if coins is None else coins.taken
    taken: int | None = None
    for output in draws:
        if coins is not None:
            after = coins.taken
            taken, before = after - before, after
        kind = type(output)
        if kind in TOLD_APART or (kind is float and output):
            same = kind, output, taken
            found = alike.get(same)
            if found is None:
                found = format_key(canonical_text(output), taken)
                if len(alike) < REMEMBERED:
                    alike[same] = found
            yield found
        elif isinstance(output, np.generic):  # a scalar of NumPy is what it says
            accepted_kind(output)
            yield format_key(canonical_text(output.tolist()), taken)
        else:
            text = encode_as_is(output, known)
            yield format_key(canonical_text(plain_value(output)) if text is None else text, taken)


def encode_as_is(output: object, known: set[str]) -> str | None:
    """Return the canonical text of a list of values, or None if it has to be made by `plain_value`; `known` is a cache."""
    try:
        text = encode_value(output)
    except (TypeError, ValueError, RecursionError):  # arrays, say, and what is no value
        return None
    if text not in known or OBJECT in text:  # whose names JSON makes texts of, whatever they are
        if HALF in text:
            return None
        parse_value(plain_value(output))
        if len(known) < REMEMBERED:
            known.add(text)
    return text


def keys_of_outputs(outputs: object, count: int) -> Iterable[str] | CodedKeys:
    """Return the key of each output in a list or an array. Raise `Refused` if there are not `count`."""
    if type(outputs) is np.ndarray and (kind := accepted_kind(outputs)) != OBJECTS:
        if outputs.shape == (count,) and count >= MANY and kind in TRUTHS + WHOLE:
            different, codes = np.unique(outputs, return_inverse=True)
            return CodedKeys((*map(format_key, format_rows(different)),), codes)
        if outputs.shape[:1] == (count,) and outputs.size:
            return map(format_key, format_rows(outputs))
    return keys_one_by_one(list_outputs(outputs, count))


def list_outputs(outputs: object, count: int) -> Sequence[object]:
    """Return the outputs in a list or an array. Raise `Refused` if there are not `count`."""
    found = outputs if isinstance(outputs, list | tuple) else plain_value(outputs, DEEPEST + 1)
    if not isinstance(found, list | tuple) or len(found) != count:
        what = f"{len(found)} outputs" if isinstance(found, list | tuple) else "no list"
        raise Refused(Reason.WRONG_COUNT, what, f"{count} outputs")
    return found


def accepted_kind(rows: NDArray[np.generic] | np.generic) -> str:
    """Return the kind of a dtype. Raise `Refused` for other types, such as dates, whose `tolist` depends on their unit."""
    kind = rows.dtype.kind
    if kind not in TRUTHS + NUMBERS + TEXTS + OBJECTS or (kind in NUMBERS and rows.dtype.itemsize > LARGEST):
        raise no_value_refusal(
            f"{'a scalar' if isinstance(rows, np.generic) else 'an array'} of {rows.dtype}"
        )
    return kind


def format_rows(rows: NDArray[np.generic]) -> Iterable[str]:
    """Return the canonical text of each row; numbers are written at once, and split into rows."""
    if rows.ndim == 2 and rows.dtype.kind in WHOLE and rows.size and 0 <= rows.min() <= rows.max() <= NINE:
        return format_digit_rows(rows)
    listed: list[object] = rows.tolist()
    around = rows.ndim - 1
    if rows.dtype.kind in TEXTS or around > DEEPEST:
        return map(canonical_text, listed)
    try:
        together = encode_value(listed)
    except ValueError:  # what is no number, and refused as such
        return map(canonical_text, listed)
    begin, end = "[" * around, "]" * around
    return (f"{begin}{each}{end}" for each in together[1 + around : -1 - around].split(f"{end},{begin}"))


def format_digit_rows(rows: NDArray[np.generic]) -> list[str]:
    """Return the canonical text of each row of integers from 0 to 9."""
    texts = np.full((len(rows), 2 * rows.shape[1] + 1), ord(","), dtype=np.uint8)
    texts[:, 0], texts[:, -1] = ord("["), ord("]")
    texts[:, 1::2] = rows.astype(np.uint8) + ord("0")
    return [str(each, "ascii") for each in texts]


def plain_value(thing: object, deeper: int = DEEPEST) -> object:
    """Return a value with lists and numbers in the place of arrays and their elements."""
    if isinstance(thing, Coroutine):
        thing.close()
        raise Refused(Reason.NOT_A_VALUE, "a coroutine, which nobody awaits", "an output")
    kind = accepted_kind(thing) if isinstance(thing, np.ndarray | np.generic) else None
    inside = thing.tolist() if kind == OBJECTS and isinstance(thing, np.ndarray) else thing
    if isinstance(inside, list | tuple | dict):
        if not deeper:
            raise too_deep()
        if isinstance(inside, dict):
            return {name: plain_value(each, deeper - 1) for name, each in inside.items()}
        if SIMPLE.issuperset(map(type, inside)):
            return [*inside]
        return [plain_value(each, deeper - 1) for each in inside]
    listed = getattr(inside, "tolist", None)
    return listed() if callable(listed) else inside


def no_value_refusal(what: str) -> Refused:
    """Return the refusal of an array whose list is no list of values."""
    return Refused(Reason.NOT_A_VALUE, what, "truths, numbers of 8 bytes at most, or texts")


# A time limit for calls. It is kept by a signal, so only in the main thread, which every worker has.

PARTING_SECONDS = 10
"""For a call whose time is up to end by itself; then its process ends."""


class TimeLimitExceeded(BaseException):
    """The time is up. It is no `Exception`, so that a function that catches errors does not catch it."""

    def as_refusal(self, what: str) -> Refused:
        """Return the refusal of a call that takes too long; `what` names it."""
        return Refused(
            Reason.PROGRAM_TIMED_OUT, f"{what} takes {self}", "an answer in time, or a longer time limit"
        )


def ends_from_outside(flaw: BaseException) -> bool:
    """Whether a call ends because its time is up, or this process was asked to end, and not by its own error."""
    if isinstance(flaw, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    return isinstance(flaw, TimeLimitExceeded | Terminated)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[Callable[[], None]]:
    """Raise `TimeLimitExceeded` in a call that takes longer than the limit; yield a function to call before each call.

    A call that goes on nevertheless ends with its process.
    """
    if seconds is None or current_thread() is not main_thread():
        yield lambda: None
        return
    require_features("a time limit for a function", "signal.setitimer")
    began = perf_counter()
    overdue: list[TimeLimitExceeded] = []

    def start_call() -> None:
        nonlocal began
        for each in overdue:
            raise each
        began = perf_counter()

    def on_alarm(*_: object) -> None:
        left = began + seconds - perf_counter()
        if left <= 0:
            overdue.append(TimeLimitExceeded(f"more than {seconds:g} seconds"))
            # Who catches that and goes on is not asked twice: what the signal does of its own accord, nobody catches.
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, PARTING_SECONDS)
            raise overdue[0]
        signal.setitimer(
            signal.ITIMER_REAL, left
        )  # that call is over: one that began later may still take its time

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield start_call
        for each in overdue:
            raise each
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)


# Calls: what a function is given, and what it may return.

NO_OUTPUT = {Reason.NOT_A_VALUE, Reason.WRONG_COUNT}
"""The reasons why the return value of a function is no list of outputs."""
OURS = ("count", "coins")
"""The parameters that are given by the auditor, and not by the claim."""
TOGETHER = "inputs"
"""The name of a first parameter that takes an array of inputs."""
SHOWN = 3
"""The most inputs that an error names."""
ROWS = "biufU"
"""The kinds of arrays in which inputs are handed over; others are handed over as objects."""
FIRST = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
WAYS = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


@dataclass(frozen=True, slots=True)
class BoundCall:
    """A function with its parameters, apart from the input, the count and the coins."""

    place: str
    function: Callable[..., object]
    parameters: Parameters
    together: bool
    """Whether it takes all inputs at once, in an array."""
    counts: bool
    tosses: bool
    seconds: float | None = None
    """The time limit of a call."""

    def sample(self, inputs: Sequence[Value], order: Sequence[int], coins: Coins) -> CodedKeys:
        """Return the keys of outputs for the inputs with these indices, in their order; with bytes of coins if known.

        Raise `Refused`, naming the inputs, if the function raises, takes too long, or does not return outputs.
        """
        if isinstance(coins, SeededCoins) and not self.tosses:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                f"{self.place} takes no coins, so that a seed decides nothing",
                "no seed, or a function with a parameter `coins`",
            )
        asked: deque[Sequence[Value]] = deque((inputs[:1],), maxlen=1)
        try:
            with time_limit(self.seconds) as begun:
                begin = CallAnnouncer(asked, begun if self.seconds is not None else None)
                if self.counts and len(inputs) == 1:
                    given, count = in_python(inputs[0]), {"count": len(order)}
                elif self.together:
                    given, count = array_of_inputs(inputs, order), {}
                else:
                    return CodedKeys.from_keys(self._one_call_each(inputs, order, coins, begin))
                begin(inputs)
                with self._refusing_errors(begin):
                    outputs = self.function(given, **count, **self._named_arguments(coins))
                return CodedKeys.from_keys(keys_of_outputs(outputs, len(order)))
        except TimeLimitExceeded as flaw:
            raise flaw.as_refusal(f"{self.place} {format_call_inputs(asked[0])}") from flaw
        except Refused as flaw:
            if flaw.reason not in NO_OUTPUT:
                raise
            raise Refused(
                Reason.NOT_AN_ANSWER,
                f"{self.place} {format_call_inputs(asked[0])} gives {flaw.what}",
                flaw.accepted,
            ) from flaw
        except BaseException as flaw:
            if ends_from_outside(flaw):
                raise
            # Reading the return value may raise, too; the function itself raises inside `_refusing_errors`.
            raise self._error_refusal(asked[0], flaw) from flaw

    def _one_call_each(
        self, inputs: Sequence[Value], order: Sequence[int], coins: Coins, begin: "CallAnnouncer"
    ) -> Iterator[str]:
        """Return the outputs of one call for each draw, with the bytes of coins that it has read.

        No call is for several draws with the same input: an output may contain the number of its call, as it may a clock,
        and that would tell where the input changes.
        """
        counted = CountingCoins(coins)
        ways = [((given,), self._drawing_function(given, counted)) for given in inputs]
        say = begin.fastest_announcer

        def call_outputs() -> Iterator[object]:
            with self._refusing_errors(begin):
                own = os.getpid()
                for index in order:
                    given, way = ways[index]
                    say(given)
                    output = way()
                    if os.getpid() != own:
                        break
                    yield output

        draws = (list_outputs(one, 1)[0] for one in call_outputs()) if self.counts else call_outputs()
        return keys_one_by_one(draws, counted if self.tosses else None)

    def _named_arguments(self, coins: Coins) -> dict[str, object]:
        """Return the named arguments but the count, with fresh copies of lists."""
        given = {name: [*each] if isinstance(each, list) else each for name, each in self.parameters.items()}
        return {**given, **({"coins": coins} if self.tosses else {})}

    def _drawing_function(self, given: Value, coins: Coins) -> Callable[[], object]:
        """Return a function that draws with an input. Arguments that a call could change are made anew for each call."""
        function, handed = self.function, in_python(given)
        count = {"count": 1} if self.counts else {}
        if all(map(is_immutable, (handed, *self.parameters.values()))):
            return partial(function, handed, **count, **self._named_arguments(coins))
        return lambda: function(in_python(given), **count, **self._named_arguments(coins))

    @contextmanager
    def _refusing_errors(self, begin: "CallAnnouncer") -> Iterator[None]:
        """Turn what the function raises into a refusal. A forked child that returns from it ends here."""
        own = os.getpid()
        try:
            yield
        except Refused as refusal:
            raise Refused(
                Reason.PROGRAM_REFUSED,
                f"{self.place} refuses {format_inputs(begin.last[0])}: {refusal}",
                "an output",
            ) from refusal
        except BaseException as flaw:
            if ends_from_outside(flaw) or isinstance(flaw, GeneratorExit):  # by which draws are given up, too
                raise
            raise self._error_refusal(begin.last[0], flaw) from flaw
        finally:
            if os.getpid() != own:
                os._exit(0)

    def _error_refusal(self, given: Sequence[Value], flaw: BaseException) -> Refused:
        return Refused(
            Reason.PROGRAM_ENDED,
            f"{self.place} {format_call_inputs(given)} {describe_exception(flaw)}",
            "an output",
        )


@dataclass(frozen=True, slots=True)
class CallAnnouncer:
    """Records the inputs of the latest call, for errors, and starts its time."""

    last: deque[Sequence[Value]]
    begun: Callable[[], None] | None

    @property
    def fastest_announcer(self) -> Callable[[Sequence[Value]], None]:
        """The fastest function that records the inputs of a call."""
        return self.last.append if self.begun is None else self

    def __call__(self, given: Sequence[Value]) -> None:
        """Record the inputs of a call that begins."""
        if self.begun is not None:
            self.begun()
        self.last.append(given)


def bind_call(
    place: str, function: Callable[..., object], parameters: Parameters, seconds: float | None = None
) -> BoundCall:
    """Return the call of a function with those of the parameters that it names, or all if it takes any keywords.

    Parameters that a `functools.partial` fixes are not replaced. Raise `Refused` if it cannot be called with them, or has to be awaited.
    """
    refuse_asynchronous(place, function)
    try:
        asked = signature(function)
    except (TypeError, ValueError):  # some that are written in C do not say
        asked = Signature([Parameter("input", Parameter.POSITIONAL_ONLY)])
    first, others = [*asked.parameters][:1], [*asked.parameters.values()][1:]
    if nameless := [each.name for each in others if each.kind in FIRST[:1] and each.name in parameters]:
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"{place} takes {' and '.join(nameless)} by position only",
            "a parameter that can be given by its name",
        )
    fixed = function.keywords if isinstance(function, partial) else {}
    named = {each.name for each in others if each.kind in WAYS} - fixed.keys()
    if taken := [name for name in OURS if name in named and name in parameters]:
        raise Refused(
            Reason.REPEATED, f"{place} is to be given {' and '.join(taken)}", "parameters of other names"
        )
    if any(each.kind is Parameter.VAR_KEYWORD for each in others):
        named |= parameters.keys() - {*first} - fixed.keys()
    chosen = {name: parameters[name] for name in parameters if name in named}
    ours = {name: None for name in OURS if name in named}
    try:
        asked.bind(None, **chosen, **ours)
    except TypeError as flaw:
        names = ", ".join((*parameters, *OURS))
        raise Refused(
            Reason.MISSING,
            f"{place} cannot be called: {flaw}",
            f"a function of an input, and of any of {names}",
        ) from flaw
    together = any(each.name == TOGETHER and each.kind in FIRST for each in [*asked.parameters.values()][:1])
    if together and "count" in ours:
        raise Refused(
            Reason.REPEATED,
            f"{place} takes {TOGETHER} and a count",
            "one of the two: each input has one output",
        )
    return BoundCall(place, function, chosen, together, "count" in ours, "coins" in ours, seconds)


def refuse_asynchronous(place: str, function: Callable[..., object]) -> None:
    """Raise `Refused` for a function whose calls have to be awaited."""
    for each in (function, type(function).__call__):
        if iscoroutinefunction(each) or isasyncgenfunction(each):
            raise Refused(
                Reason.NO_SUCH_PROGRAM,
                f"{place} is asynchronous, and nobody awaits its calls",
                "a function that does, by asyncio.run",
            )


def is_immutable(thing: object) -> bool:
    """Whether neither an argument nor what is in its tuples is a dictionary or a list."""
    return all(map(is_immutable, thing)) if isinstance(thing, tuple) else not isinstance(thing, dict | list)


def array_of_inputs(inputs: Sequence[Value], order: Sequence[int]) -> NDArray[np.generic]:
    """Return inputs in an order as an array of truths, numbers or texts if that has the same values, else of objects.

    No two elements are the same object, which a function could change.
    """
    given = [in_python(each) for each in inputs]
    with suppress(ValueError, OverflowError):  # lists that are not as long as one another
        rows: NDArray[np.generic] = np.array(given)
        if rows.dtype.kind in ROWS and canonical_text(rows.tolist()) == canonical_text(given):
            return rows[np.array(order, dtype=np.intp)]
    objects = np.empty(len(order), dtype=np.object_)
    for place, index in enumerate(order):
        objects[place] = in_python(inputs[index])
    return objects


def format_call_inputs(given: Sequence[Value]) -> str:
    """Return the text of the inputs of a call, with `on` before it."""
    return f"on {format_inputs(given)}"


def format_inputs(given: Sequence[Value]) -> str:
    """Return the text of the first few inputs."""
    named = " and ".join(map(quote_input, given[:SHOWN]))
    return f"the input{'s' * (len(given) > 1)} {named}{' and others' * (len(given) > SHOWN)}"


def quote_input(given: Value) -> str:
    """Return the text of an input, shortened."""
    return shorten_text(canonical_text(given))


def describe_exception(flaw: BaseException) -> str:
    """Return the text of an exception: its type, its message and the line that raised it."""
    last = flaw.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f" ({last.tb_frame.f_code.co_filename}, line {last.tb_lineno})" if last is not None else ""
    try:
        said_of_it = f": {shorten_text(str(flaw), 300)}"
    except BaseException as worse:
        if ends_from_outside(worse):
            raise
        said_of_it = ""
    return f"raised {type(flaw).__name__}{said_of_it}{where}"
