"""Callables and iterators of this very process as something to draw from: what no other process could be sent."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from inspect import getsourcefile, unwrap

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.draw.functions import call
from ldproof.audit.draw.outputs import one_by_one
from ldproof.audit.draw.sources import Identity, Sampler, contents
from ldproof.coins import Coins, SystemCoins
from ldproof.programs import Parameters, Value, canonical
from ldproof.rejections import Reason, Refused

MOST_WAITING = 1 << 20
"""So many samples of other inputs are kept until they are asked for."""


@dataclass(frozen=True, eq=False)  # one is the same as itself alone: two closures may look alike
class Callee:
    """Any callable of an input, and of those parameters that it names; otherwise as a `Function` of a module."""

    place: str
    """What it is called where it is spoken of."""
    function: Callable[..., object]
    parameters: Parameters = field(default_factory=dict)
    given: Mapping[str, NDArray[np.generic]] = field(default_factory=dict)
    """Arrays that are handed over in the place of some inputs, by their canonical texts."""

    sown: bool = False
    """Whether the generators that it draws from have been set by a seed, so that it may have one without taking coins."""

    @property
    def tosses(self) -> bool:
        """Whether it takes coins."""
        return call(self.place, self.function, self.parameters).tosses

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """It is there already."""
        called = call(self.place, self.function, self.parameters)
        # Whoever is given all inputs at once has them in an array.
        handing = self.given and not called.together
        sample = (replace(called, function=self.handed) if handing else called).sample
        yield (lambda inputs, order, _: sample(inputs, order, SystemCoins())) if self.sown else sample

    def handed(self, given: Value, **others: object) -> object:
        """What the function gives for what is handed over in the place of an input: a new person's, each time."""
        array = self.given.get(canonical(given))
        return self.function(given if array is None else copied(array), **others)

    def identity(self) -> Identity:
        """Its name, the content of the file that it is written in, and what it has kept of its surroundings."""
        function = unwrap(getattr(self.function, "func", self.function))
        file = next(filter(None, map(written_in, (function, type(function)))), None)
        return {"callable": self.place, "files": contents((file,) if file else ()), "kept": kept(function)}


def copied(array: NDArray[np.generic]) -> NDArray[np.generic]:
    """An array that says the same and cannot be written to; whoever changes what is in it changes this one alone."""
    found = deepcopy(array)
    found.setflags(write=False)
    return found


def written_in(thing: object) -> str | None:
    """The file that a function, a method or a class is written in; None for what is built in."""
    made = getattr(thing, "__func__", thing)
    with suppress(TypeError):
        if isinstance(made, type) or callable(made):
            return getsourcefile(made)
    return None


def kept(function: object) -> list[str]:
    """What a closure has kept, as far as that is values: two of the same code may differ in it."""
    found = []
    for cell in getattr(function, "__closure__", None) or ():
        try:
            found.append(canonical(cell.cell_contents))
        except ValueError:  # empty, or no value
            found.append("")
    return found


@dataclass(frozen=True, eq=False)
class Stream:
    """Pairs of an input and an output as they come in, taken once elsewhere."""

    samples: Iterator[tuple[Value, object]]
    inputs: frozenset[str]
    """The canonical texts of those that are in a pair."""
    waiting: defaultdict[str, deque[object]] = field(default_factory=lambda: defaultdict(deque))
    """What came of each input, and was not asked for yet."""

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """It is open."""
        yield self.sample

    def sample(self, inputs: Sequence[Value], order: Sequence[int], _: Coins) -> list[str]:
        """The next output for one input after the other; what came of others waits until it is their turn."""
        keys = [*map(canonical, inputs)]
        return [*one_by_one(self.next(keys[index]) for index in order)]

    def next(self, key: str) -> object:
        """The next output for an input."""
        while not self.waiting[key]:
            self.await_one(key)
        return self.waiting[key].popleft()

    def await_one(self, wanted: str) -> None:
        """One more sample, of whichever input."""
        try:
            given, output = next(self.samples)
        except StopIteration:
            raise Exhausted(
                Reason.MISSING, f"there are no more samples of {wanted}", "more samples"
            ) from None
        if (key := canonical(given)) not in self.inputs:
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
        """None that could be told again."""
        return {"samples": "as they came"}


class Exhausted(Refused):
    """There is nothing more to draw from: an audit ends there, as it may at any time."""
