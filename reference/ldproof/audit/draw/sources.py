"""Where samples come from: descriptions that can be sent to another process, and opened there."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Protocol, TypeAlias

from ldproof.audit.draw.functions import call, runs, said
from ldproof.audit.draw.places import found_at, importable, loaded
from ldproof.coins import Coins
from ldproof.programs import Limits, Parameters, Program, Value
from ldproof.programs.pipes import STANDARD
from ldproof.rejections import Reason, Refused

Sampler: TypeAlias = Callable[[Sequence[Value], Sequence[int], Coins], list[str]]
"""Draws with some inputs in an order, with these coins if it takes any: the keys of what was seen, in that order."""

Identity: TypeAlias = dict[str, object]
"""A JSON object."""

MOST = 1000
"""Draws that a program is asked for at once, at most."""
PATIENCE = 1.0
"""The seconds that an answer should take, at most: whoever needs longer for a draw is asked for fewer."""
ROOM = 8
"""An answer should fill this part of the longest line, at most."""
HELD = 1 << 28
"""The characters that the different outputs of a batch may have together."""


class Source(Protocol):
    """Something to draw from. It can be pickled and hashed: whoever has opened it keeps it for the next task.

    Draws have to be independent. What seeds itself in the same way whenever it is opened must be opened only once: it
    is for one worker, and must not be gone on with later.
    """

    def open(self) -> AbstractContextManager[Sampler]:
        """Get ready to draw."""
        ...

    def identity(self) -> Identity:
        """What makes it this source and no other, wherever and whenever it is opened."""
        ...


@dataclass(frozen=True, slots=True)
class Command:
    """A program that speaks the protocol. Its coins are its own: a seed says nothing to it."""

    command: tuple[str, ...]
    mechanism: str
    parameters: Parameters = field(hash=False)
    limits: Limits = STANDARD

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Start it; it ends with the block, and is never started again in silence."""
        with Program(self.command, self.limits) as program:
            pace = Pace(self.limits.line // ROOM)

            def sample(inputs: Sequence[Value], order: Sequence[int], _: Coins) -> list[str]:
                drawn: list[str] = []
                room = Room()
                for index, run in runs(order):
                    left = run
                    while left:
                        asked, start = min(left, pace.size), perf_counter()
                        seen = self.answered(program, inputs[index], asked)
                        pace.after(asked, perf_counter() - start, sum(map(len, seen)))
                        room.hold(seen)
                        drawn += seen
                        left -= asked
                return drawn

            yield sample

    def answered(self, program: Program, given: Value, count: int) -> list[str]:
        """What it answers; where it fails, the refusal names the input."""
        try:
            seen = program.randomize(self.mechanism, self.parameters, given, count)
        except Refused as refusal:
            what = f"on the input {said(given)}, {refusal.what}"
            raise Refused(refusal.reason, what, refusal.accepted) from refusal
        return [each.key() for each in seen]

    def identity(self) -> Identity:
        """Its command, and the content of the files that are named in it."""
        return {"command": list(self.command), "files": contents(self.command)}


@dataclass(frozen=True, slots=True)
class Function:
    """A function of Python, `module:function`: of an input and of those parameters that it names.

    It gives one output, or, if it has a parameter `count`, a list of so many, or an array with so many rows; if it has
    a parameter `coins`, it is handed `Coins`, which a seed determines. The current folder is importable.
    """

    place: str
    parameters: Parameters = field(hash=False)
    seconds: float | None = None
    """How long a call may take, where it runs in a main thread, as in processes; if there is no limit, forever."""

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Import it."""
        with importable(Path.cwd()):
            function = loaded(self.place, self.seconds)
            yield call(self.place, function, self.parameters, self.seconds).sample

    def identity(self) -> Identity:
        """Its place, and the content of the file that is imported."""
        with importable(Path.cwd()):
            return {"python": self.place, "files": contents(found_at(self.place))}


class Pace:
    """How many draws to ask for at once: more and more, as long as answers are quick and short."""

    def __init__(self, room: int) -> None:
        self._room = room
        self.size = 1
        """The next number."""

    def after(self, count: int, seconds: float, characters: int) -> None:
        """Learn from an answer."""
        by_time = int(PATIENCE * count / max(seconds, PATIENCE / MOST))
        by_room = self._room * count // max(characters, 1)
        self.size = max(1, min(2 * count, MOST, by_time, by_room))


class Room:
    """What is held of different outputs."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._characters = 0

    def hold(self, seen: Iterable[str]) -> None:
        """Some more; refused where there is no room for them."""
        fresh = {*seen} - self._known
        self._known |= fresh
        self._characters += sum(map(len, fresh))
        if self._characters > HELD:
            raise Refused(
                Reason.NOT_AN_ANSWER,
                f"outputs of more than {HELD} characters in one batch",
                "shorter outputs, such as that part of them which is to be looked at",
            )


def contents(words: tuple[str, ...]) -> Identity:
    """The hash of each file that is there."""
    found: Identity = {}
    for word in words:
        with suppress(OSError, ValueError):  # most words are no files, and some cannot be
            if Path(word).is_file():
                found[word] = sha256(Path(word).read_bytes()).hexdigest()
    return found
