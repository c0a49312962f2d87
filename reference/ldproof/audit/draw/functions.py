"""Functions of Python as sources: how they are found and called, and how long a call may take."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial, reduce
from importlib import import_module, invalidate_caches
from importlib.util import find_spec
from inspect import Parameter, Signature, isasyncgenfunction, iscoroutinefunction, signature
from pathlib import Path
from threading import current_thread, main_thread
from time import perf_counter
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.draw.outputs import CodedKeys, keys_of_outputs, list_outputs, one_by_one
from ldproof.coins import Coins, CountingCoins, SeededCoins
from ldproof.errors import Reason, Refused, Terminated
from ldproof.json_values import in_python, shorten_text
from ldproof.programs import Parameters, Value, canonical_text
from ldproof.programs.processes import require_features

# A time limit for calls. It is kept by a signal, so only in the main thread, which every worker has.

PARTING_SECONDS = 10
"""For a call whose time is up to end by itself; then its process ends."""


class TimeLimitExceeded(BaseException):
    """The time is up. It is no `Exception`, so that a function that catches errors does not catch it."""

    def refusal(self, what: str) -> Refused:
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

    def begin() -> None:
        nonlocal began
        for each in overdue:
            raise each
        began = perf_counter()

    def late(*_: object) -> None:
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

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield begin
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
class Call:
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
                    return CodedKeys.of(self._for_one(inputs[0], len(order), coins, begin))
                drawn = self._at_once if self.together else self._each
                return CodedKeys.of(drawn(inputs, order, coins, begin))
        except TimeLimitExceeded as flaw:
            raise flaw.refusal(f"{self.place} {format_call_inputs(asked[0])}") from flaw
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
            # Reading the return value may raise, too; the function itself raises inside `_answering`.
            raise self._ended(asked[0], flaw) from flaw

    def _at_once(
        self, inputs: Sequence[Value], order: Sequence[int], coins: Coins, begin: "CallAnnouncer"
    ) -> Iterable[str] | CodedKeys:
        """Return all outputs from one call with an array of inputs."""
        begin(inputs)
        with self._answering(begin):
            outputs = self.function(in_an_array(inputs, order), **self._named(coins))
        return keys_of_outputs(outputs, len(order))

    def _for_one(
        self, given: Value, count: int, coins: Coins, begin: "CallAnnouncer"
    ) -> Iterable[str] | CodedKeys:
        """Return all outputs from one call with a count, for the only input."""
        begin((given,))
        with self._answering(begin):
            outputs = self.function(in_python(given), count=count, **self._named(coins))
        return keys_of_outputs(outputs, count)

    def _each(
        self, inputs: Sequence[Value], order: Sequence[int], coins: Coins, begin: "CallAnnouncer"
    ) -> Iterator[str]:
        """Return the outputs of one call for each draw, with the bytes of coins that it has read.

        No call is for several draws with the same input: an output may contain the number of its call, as it may a clock,
        and that would tell where the input changes.
        """
        counted = CountingCoins(coins)
        ways = [((given,), self._way(given, counted)) for given in inputs]
        say = begin.said

        def answers() -> Iterator[object]:
            with self._answering(begin):
                own = os.getpid()
                for index in order:
                    given, way = ways[index]
                    say(given)
                    output = way()
                    if os.getpid() != own:
                        break
                    yield output

        draws = (list_outputs(one, 1)[0] for one in answers()) if self.counts else answers()
        return one_by_one(draws, counted if self.tosses else None)

    def _named(self, coins: Coins) -> dict[str, object]:
        """Return the named arguments but the count, with fresh copies of lists."""
        given = {name: [*each] if isinstance(each, list) else each for name, each in self.parameters.items()}
        return {**given, **({"coins": coins} if self.tosses else {})}

    def _way(self, given: Value, coins: Coins) -> Callable[[], object]:
        """Return a function that draws with an input. Arguments that a call could change are made anew for each call."""
        function, handed = self.function, in_python(given)
        count = {"count": 1} if self.counts else {}
        if all(map(is_immutable, (handed, *self.parameters.values()))):
            return partial(function, handed, **count, **self._named(coins))
        return lambda: function(in_python(given), **count, **self._named(coins))

    @contextmanager
    def _answering(self, begin: "CallAnnouncer") -> Iterator[None]:
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
            raise self._ended(begin.last[0], flaw) from flaw
        finally:
            if os.getpid() != own:
                os._exit(0)

    def _ended(self, given: Sequence[Value], flaw: BaseException) -> Refused:
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
    def said(self) -> Callable[[Sequence[Value]], None]:
        """The fastest function that records the inputs of a call."""
        return self.last.append if self.begun is None else self

    def __call__(self, given: Sequence[Value]) -> None:
        """Record the inputs of a call that begins."""
        if self.begun is not None:
            self.begun()
        self.last.append(given)


def bind_call(
    place: str, function: Callable[..., object], parameters: Parameters, seconds: float | None = None
) -> Call:
    """Return the call of a function with those of the parameters that it names, or all if it takes any keywords.

    Raise `Refused` if it cannot be called with them, or its calls have to be awaited.
    """
    refuse_asynchronous(place, function)
    try:
        asked = signature(function)
    except (TypeError, ValueError):  # some that are written in C do not say
        asked = Signature([Parameter("input", Parameter.POSITIONAL_ONLY)])
    first, others = [*asked.parameters][:1], [*asked.parameters.values()][1:]
    named = {each.name for each in others if each.kind in WAYS}
    if taken := [name for name in OURS if name in named and name in parameters]:
        raise Refused(
            Reason.REPEATED, f"{place} is to be given {' and '.join(taken)}", "parameters of other names"
        )
    if any(each.kind is Parameter.VAR_KEYWORD for each in others):
        named |= parameters.keys() - {*first}
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
    return Call(place, function, chosen, together, "count" in ours, "coins" in ours, seconds)


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


def in_an_array(inputs: Sequence[Value], order: Sequence[int]) -> NDArray[np.generic]:
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
    """What was raised, and in which line."""
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


# Where a function of Python is found: in a module that can be imported, from here or as installed.

PLACE = "module:function, to be imported from here or as installed"


def load_function(place: str, seconds: float | None = None) -> Callable[..., object]:
    """The function at `module:function`."""
    module, name = parse_place(place)
    try:
        with time_limit(seconds):
            found: object = reduce(getattr, name.split("."), import_user_module(module, place))
    except TimeLimitExceeded as flaw:
        raise flaw.refusal(f"{module}, when it is imported,") from flaw
    except AttributeError as flaw:
        raise no_such_function(place, str(flaw)) from flaw
    if not callable(found):
        raise no_such_function(place, f"{name} is a {type(found).__name__}")
    return found


def import_user_module(module: str, place: str) -> ModuleType:
    """A module; if it is there and cannot be imported, that is its own fault."""
    try:
        return import_module(module)
    except BaseException as flaw:
        if ends_from_outside(flaw):
            raise
        absent = flaw.name if isinstance(flaw, ModuleNotFoundError) else None
        if absent is not None and f"{module}.".startswith(f"{absent}."):
            raise no_such_function(place, f"there is no module {absent}") from flaw
        raise Refused(
            Reason.PROGRAM_ENDED, f"{module}, when it is imported, {describe_exception(flaw)}", "a module"
        ) from flaw


def found_at(place: str) -> tuple[str, ...]:
    """The file that is imported, if there is one."""
    try:
        spec = find_spec(parse_place(place)[0])
    except BaseException as flaw:  # what a package does when it is imported is its own
        if ends_from_outside(flaw):
            raise
        return ()
    return (spec.origin,) if spec is not None and spec.origin is not None else ()


def parse_place(place: str) -> tuple[str, str]:
    """The names of a module and of what is in it."""
    module, _, name = place.partition(":")
    if not all(each.isidentifier() for each in (*module.split("."), *name.split("."))):
        raise no_such_function(place, "it is no place")
    return module, name


def no_such_function(place: str, why: str) -> Refused:
    """The refusal of a place where no function is."""
    return Refused(Reason.NO_SUCH_PROGRAM, f"{place}: {why}", PLACE)


@contextmanager
def importable_from(folder: Path) -> Iterator[None]:
    """Modules in this folder can be imported."""
    sys.path.insert(0, str(folder))
    invalidate_caches()
    try:
        yield
    finally:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
