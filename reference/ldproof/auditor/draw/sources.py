"""Sources of samples: commands and functions that other processes can open, and callables of this process."""

import sys
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import reduce
from hashlib import sha256
from importlib import import_module, invalidate_caches
from importlib.util import find_spec
from inspect import (
    getsourcefile,
    unwrap,
)
from pathlib import Path
from threading import Lock
from time import perf_counter
from types import ModuleType, TracebackType
from typing import Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.auditor.draw.functions import (
    CodedKeys,
    TimeLimitExceeded,
    bind_call,
    describe_exception,
    ends_from_outside,
    format_call_inputs,
    keys_one_by_one,
    time_limit,
)
from ldproof.coins import Coins, SystemCoins
from ldproof.errors import Reason, Refused, type_phrase
from ldproof.names import spelt_alike
from ldproof.programs import DrawnOutput, Limits, Parameters, Program, Value, canonical_text, parse_key
from ldproof.programs.processes import STANDARD

# Sources that can be sent to another process, and opened there.

Sampler: TypeAlias = Callable[[Sequence[Value], Sequence[int], Coins], list[str] | CodedKeys]
"""Returns the keys of outputs for the inputs with these indices, in their order, drawn with these coins if it takes any."""

Identity: TypeAlias = dict[str, object]
"""A JSON object."""

MOST = 1000
"""The most draws that a program is asked for at once."""
PATIENCE = 1.0
"""The seconds that an answer should take at most; a slower program is asked for fewer draws at once."""
HELD = 1 << 28
"""The most characters of the different outputs of a batch."""


class Source(Protocol):
    """A source of samples that can be pickled and hashed: a process that has opened it keeps it for the next task.

    Draws have to be independent. A source that seeds itself in the same way whenever it is opened must be opened only
    once: it is for one worker, and an audit of it must not be continued later.
    """

    def open(self) -> AbstractContextManager[Sampler]:
        """Open the source; its sampler may be used within the block."""
        ...

    def identity(self) -> Identity:
        """Return what a saved audit is compared with, so that it is continued with the same source only."""
        ...


class RunningPrograms:
    """Programs that end together. After that none is started, even by another thread."""

    def __init__(self) -> None:
        self._ending = ExitStack()
        self._ended = False
        self._changing = Lock()

    def __enter__(self) -> Self:
        """Begin without a program."""
        return self

    def start_program(self, program: Program) -> Program:
        """Start a program. Raise `Refused` if the programs have ended."""
        with self._changing:
            if self._ended:
                raise Refused(
                    Reason.PROGRAM_ENDED, "the program was ended while it was asked", "drawing that goes on"
                )
            return self._ending.enter_context(program)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all programs: at once, if there was an error."""
        with self._changing:
            self._ended = True
        self._ending.__exit__(kind, error, trace)


@dataclass(frozen=True, slots=True)
class CommandSource:
    """A program that speaks the protocol. It uses coins of its own, whatever the seed."""

    command: tuple[str, ...]
    mechanism: str
    parameters: Parameters = field(hash=False)
    limits: Limits = STANDARD

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Start the program; it ends with the block. Once it has drawn, it is not started again."""
        with RunningPrograms() as started:
            program = started.start_program(Program(self.command, self.limits))
            together: bool | None = None
            pace = Pace()

            def sample_keys(inputs: Sequence[Value], order: Sequence[int], _: Coins) -> list[str]:
                nonlocal program, together
                if together is None and (together := self.takes_inputs(program)) is None:
                    program, together = started.start_program(Program(self.command, self.limits)), False
                drawn: list[str] = []
                room = Room()
                while left := len(order) - len(drawn):
                    # A request for as many as have the same input would tell by its number where the input changes.
                    most = min(left, pace.size) if together or len(inputs) == 1 else 1
                    next_ones = order[len(drawn) : len(drawn) + most]
                    asked, start = [inputs[index] for index in next_ones], perf_counter()
                    seen = self.ask_keys(program, asked, together=together)
                    pace.adapt_size(len(asked), perf_counter() - start)
                    room.hold_outputs(seen)
                    drawn += seen
                return drawn

            yield sample_keys

    def takes_inputs(self, program: Program) -> bool | None:
        """Whether a program takes several inputs at once, as it says; None if it has ended at the question."""
        try:
            return self.mechanism in program.describe().capabilities.get("inputs", ())
        except Refused as refusal:
            return False if refusal.reason in {Reason.UNSUPPORTED, Reason.PROGRAM_REFUSED} else None

    def ask_keys(self, program: Program, asked: Sequence[Value], *, together: bool) -> list[str]:
        """Return the keys of a program's outputs for some inputs. Raise `Refused`, naming them, if it fails."""
        try:
            if together:
                seen = program.randomize_each(self.mechanism, self.parameters, asked)
            else:
                seen = program.randomize(self.mechanism, self.parameters, asked[0], len(asked))
        except Refused as refusal:
            different = [*{canonical_text(each): each for each in asked}.values()]
            what = f"{format_call_inputs(different)}, {refusal.what}"
            raise Refused(refusal.reason, what, refusal.accepted) from refusal
        return [each.tally_key() for each in seen]

    def identity(self) -> Identity:
        """Return the command, and the hashes of the files that are named in it."""
        return {"command": list(self.command), "files": hash_files(self.command)}


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """A function of Python, `module:function`: of an input and of those parameters that it names.

    It gives one output. If its first parameter is called `inputs`, it is handed an array of them, and gives a list of as
    many outputs, or an array with as many rows; so it does for one input if it has a parameter `count`. If it has a
    parameter `coins`, it is handed `Coins`, which a seed determines. The current folder is importable.
    """

    place: str
    parameters: Parameters = field(hash=False)
    seconds: float | None = None
    """The time limit of a call in a main thread; None for no limit."""

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Import the function."""
        with importable_from(Path.cwd()):
            function = load_function(self.place, self.seconds)
            yield bind_call(self.place, function, self.parameters, self.seconds).sample

    def identity(self) -> Identity:
        """Return the place of the function, and the hash of its file."""
        with importable_from(Path.cwd()):
            return {"python": self.place, "files": hash_files(module_file(self.place))}


class Pace:
    """The number of draws to ask for at once: twice as many each time, while answers are quick."""

    def __init__(self) -> None:
        self.size = 1
        """The next number."""

    def adapt_size(self, count: int, seconds: float) -> None:
        """Adapt the number to an answer."""
        by_time = int(PATIENCE * count / max(seconds, PATIENCE / MOST))
        self.size = max(1, min(2 * count, MOST, by_time))


class Room:
    """The memory that different outputs of a batch take."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._characters = 0

    def hold_outputs(self, seen: Iterable[str]) -> None:
        """Add outputs. Raise `Refused` if the different ones have too many characters."""
        fresh = {*seen} - self._known
        self._known |= fresh
        self._characters += sum(map(len, fresh))
        if self._characters > HELD:
            raise Refused(
                Reason.NOT_AN_ANSWER,
                f"outputs of more than {HELD} characters in one batch",
                "shorter outputs, such as that part of them which is to be looked at",
            )


def hash_files(words: tuple[str, ...]) -> Identity:
    """Return the hash of each word that is the path of a file."""
    found: Identity = {}
    for word in words:
        with suppress(OSError, ValueError):  # most words are no files, and some cannot be
            if Path(word).is_file():
                found[word] = sha256(Path(word).read_bytes()).hexdigest()
    return found


# Where a function of Python is found: in a module that can be imported, from here or as installed.

PLACE = "module:function, to be imported from here or as installed"


def load_function(place: str, seconds: float | None = None) -> Callable[..., object]:
    """Return the function at `module:function`. Raise `Refused` if there is none, or its module cannot be imported."""
    return require_function(place, load_thing(place, seconds))


def load_thing(place: str, seconds: float | None = None) -> object:
    """Return what is at `module:name`. Raise `Refused` if there is nothing, or the module cannot be imported."""
    module, name = split_place(place)
    try:
        with time_limit(seconds):
            return reduce(getattr, name.split("."), import_user_module(module, place))
    except TimeLimitExceeded as flaw:
        raise flaw.as_refusal(f"{module}, when it is imported,") from flaw
    except AttributeError as flaw:
        near = spelt_alike(flaw.name or "", dir(flaw.obj))[:1]
        advice = "".join(f" (did you mean {each}?)" for each in near)
        raise no_function_refusal(place, f"{flaw}{advice}") from flaw


def require_function(place: str, found: object) -> Callable[..., object]:
    """Return a thing if it is a function. Raise `Refused` otherwise."""
    if not callable(found):
        raise no_function_refusal(place, f"{place.partition(':')[2]} is {type_phrase(found)}")
    return found


def import_user_module(module: str, place: str) -> ModuleType:
    """Return a user's module. Raise `Refused` if there is none, or for what its import raises."""
    try:
        return import_module(module)
    except BaseException as flaw:
        if ends_from_outside(flaw):
            raise
        absent = flaw.name if isinstance(flaw, ModuleNotFoundError) else None
        if absent is not None and f"{module}.".startswith(f"{absent}."):
            advice = " (a module is named without .py)" if module.endswith(".py") else ""
            raise no_function_refusal(place, f"there is no module {absent}{advice}") from flaw
        raise Refused(
            Reason.PROGRAM_ENDED, f"{module}, when it is imported, {describe_exception(flaw)}", "a module"
        ) from flaw


def module_file(place: str) -> tuple[str, ...]:
    """Return the file of the module of a function, or nothing if it is unknown."""
    try:
        spec = find_spec(split_place(place)[0])
    except BaseException as flaw:  # what a package does when it is imported is its own
        if ends_from_outside(flaw):
            raise
        return ()
    return (spec.origin,) if spec is not None and spec.origin is not None else ()


def split_place(place: str) -> tuple[str, str]:
    """Return the names of a module and of the function in it. Raise `Refused` for another text."""
    module, _, name = place.partition(":")
    if not all(each.isidentifier() for each in (*module.split("."), *name.split("."))):
        raise no_function_refusal(place, "it is not of the form module:function")
    return module, name


def no_function_refusal(place: str, why: str) -> Refused:
    """Return the refusal of a place without a function."""
    return Refused(Reason.NO_SUCH_PROGRAM, f"{place}: {why}", PLACE)


@contextmanager
def importable_from(folder: Path) -> Iterator[None]:
    """Make the modules in a folder importable within the block."""
    sys.path.insert(0, str(folder))
    invalidate_caches()
    try:
        yield
    finally:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))


# Programs that fail: a failure may depend on the input, and then it leaks the input.

FAILURES = frozenset(
    {Reason.PROGRAM_ENDED, Reason.PROGRAM_TIMED_OUT, Reason.PROGRAM_REFUSED, Reason.NOT_AN_ANSWER}
)
"""The reasons for which a draw from a program may fail."""
FAILURE, OUTPUT = "failure", "output"
"""The first member of a failure, and the last one that an output gets which begins in the same way."""


@dataclass(frozen=True, slots=True)
class FailuresAreOutputs:
    """A source whose failures are outputs; after one it is opened again."""

    inner: Source

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Open the source. Raise `Refused` if that fails."""
        closing = ExitStack()
        opened = [closing.enter_context(self.inner.open())]

        def sample_keys(inputs: Sequence[Value], order: Sequence[int], coins: Coins) -> list[str]:
            found: list[str] = []
            for index in order:
                try:
                    if not opened:
                        opened.append(closing.enter_context(self.inner.open()))
                    found += map(mark_output, opened[0](inputs, (index,), coins))
                except Refused as refusal:
                    if refusal.reason not in FAILURES:
                        raise
                    opened.clear()
                    closing.pop_all().__exit__(type(refusal), refusal, refusal.__traceback__)
                    found.append(failure_key(refusal.reason))
            return found

        with closing:
            yield sample_keys

    def identity(self) -> Identity:
        """Return the identity of the source, and that its failures are outputs."""
        return {**self.inner.identity(), "failures": True}


def failure_key(reason: Reason) -> str:
    """Return the key of a failure."""
    return DrawnOutput((FAILURE, str(reason))).tally_key()


def mark_output(key: str) -> str:
    """Return the key of an output; one that begins like a failure gets one more member, so that it differs from all."""
    if not key.startswith(f'[["{FAILURE}",'):
        return key
    met = parse_key(key)
    longer = (*met.output, OUTPUT) if isinstance(met.output, tuple) else met.output
    return DrawnOutput(longer, met.taken).tally_key()


# Callables and iterators of this process, which cannot be sent to another one.

MOST_WAITING = 1 << 20
"""The most samples that are kept until their inputs are asked for."""


@dataclass(frozen=True, eq=False)  # one is the same as itself alone: two closures may look alike
class CallableSource:
    """Any callable of an input, and of those parameters that it names; otherwise as a `FunctionSource` of a module."""

    place: str
    """What it is called where it is spoken of."""
    function: Callable[..., object]
    parameters: Parameters = field(default_factory=dict)
    given: Mapping[str, NDArray[np.generic]] = field(default_factory=dict)
    """Arrays that are handed over in the place of some inputs, by their canonical texts."""

    like: NDArray[np.generic] | None = None
    """An array like which all other inputs are handed over, as data sets that are made; None for tuples."""
    sown: bool = False
    """Whether the generators that it draws from have been set by a seed, so that it may have one without taking coins."""

    @property
    def takes_coins(self) -> bool:
        """Whether the function takes coins."""
        return bind_call(self.place, self.function, self.parameters).tosses

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Bind the function to its parameters; there is nothing to open."""
        called = bind_call(self.place, self.function, self.parameters)
        # Whoever is given all inputs at once has them in an array.
        handing = (self.given or self.like is not None) and not called.together
        sample = (replace(called, function=self.call_with_array) if handing else called).sample
        yield (lambda inputs, order, _: sample(inputs, order, SystemCoins())) if self.sown else sample

    def call_with_array(self, given: Value, **others: object) -> object:
        """Call the function with a fresh copy of the array that stands for an input, or with the input if there is none."""
        array = self.given.get(canonical_text(given))
        if array is None and self.like is not None and isinstance(given, tuple):
            array = np.array(given, self.like.dtype).reshape(len(given), *self.like.shape[1:])
        return self.function(given if array is None else read_only_copy(array), **others)

    def identity(self) -> Identity:
        """Return its name, the hash of its source file, and the values of its closure."""
        function = unwrap(getattr(self.function, "func", self.function))
        file = next(filter(None, map(source_file_of, (function, type(function)))), None)
        return {
            "callable": self.place,
            "files": hash_files((file,) if file else ()),
            "kept": closure_values(function),
        }


def read_only_copy(array: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return a deep copy of an array that cannot be written to."""
    found = deepcopy(array)
    found.setflags(write=False)
    return found


def source_file_of(thing: object) -> str | None:
    """Return the source file of a function, a method or a class; None if it is built in."""
    made = getattr(thing, "__func__", thing)
    with suppress(TypeError):
        if isinstance(made, type) or callable(made):
            return getsourcefile(made)
    return None


def closure_values(function: object) -> list[str]:
    """Return the canonical texts of a closure's values, which tell closures of the same code apart; empty for others."""
    found = []
    for cell in getattr(function, "__closure__", None) or ():
        try:
            found.append(canonical_text(cell.cell_contents))
        except ValueError:  # empty, or no value
            found.append("")
    return found


@dataclass(frozen=True, eq=False)
class StreamSource:
    """Pairs of an input and an output as they come in, taken once elsewhere."""

    samples: Iterator[tuple[Value, object]]
    inputs: frozenset[str]
    """The canonical texts of those that are in a pair."""
    waiting: defaultdict[str, deque[object]] = field(default_factory=lambda: defaultdict(deque))
    """What came of each input, and was not asked for yet."""

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Yield the sampler; there is nothing to open."""
        yield self.sample_waiting

    def sample_waiting(self, inputs: Sequence[Value], order: Sequence[int], _: Coins) -> list[str]:
        """Return the keys of the next outputs for inputs in an order; outputs of other inputs wait for their turn."""
        keys = [*map(canonical_text, inputs)]
        return [*keys_one_by_one(self.next_output(keys[index]) for index in order)]

    def next_output(self, key: str) -> object:
        """Return the next output for an input."""
        while not self.waiting[key]:
            self.await_one(key)
        return self.waiting[key].popleft()

    def await_one(self, wanted: str) -> None:
        """Take one more sample, of any input. Raise `Refused` if there is none, or too many are waiting."""
        try:
            given, output = next(self.samples)
        except StopIteration:
            raise SourceExhausted(
                Reason.MISSING, f"there are no more samples of {wanted}", "more samples"
            ) from None
        if (key := canonical_text(given)) not in self.inputs:
            raise Refused(
                Reason.UNKNOWN_NAME,
                f"a sample of the input {key}, which is in no pair",
                f"samples of {' and '.join(sorted(self.inputs))} alone, or one more pair",
            )
        self.waiting[key].append(output)
        if sum(map(len, self.waiting.values())) > MOST_WAITING:
            raise Refused(
                Reason.MISSING,
                f"more than {MOST_WAITING} samples have come, and too few of {wanted}",
                "about as many samples of each input",
            )

    def identity(self) -> Identity:
        """Return a constant: such samples cannot be drawn again."""
        return {"samples": "as they came"}


class SourceExhausted(Refused):
    """There is nothing more to draw from: an audit ends there, as it may at any time."""
