"""Programs that fail: a failure may depend on the input, and then it tells something about it."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from time import perf_counter

from ldproof.audit.draw.functions import said
from ldproof.audit.draw.sampling import draw
from ldproof.audit.draw.sources import Identity, Sampler, Source
from ldproof.audit.plan import Draw
from ldproof.coins import Coins
from ldproof.programs import Seen, Value, seen
from ldproof.rejections import Reason, Refused

FAILURES = frozenset(
    {Reason.PROGRAM_ENDED, Reason.PROGRAM_TIMED_OUT, Reason.PROGRAM_REFUSED, Reason.NOT_AN_ANSWER}
)
"""How a program may fail at a draw."""
FAILING = FAILURES | {Reason.WORKER_LOST}
"""Or a function, which may also end the process it is called in."""
FAILURE, OUTPUT = "failure", "output"
"""What a failure begins with, and what an output ends with that begins so too."""
AGAIN, INPUTS = 5, 8
"""Who has failed is asked so often again, with each of so many inputs."""
MINUTE = 60
"""After so many seconds it is not asked once more: whoever takes long over failing would for all of them."""


@dataclass(frozen=True, slots=True)
class FailuresAreOutputs:
    """A source of which a failure is an output like any other; it is opened again for the next draw."""

    inner: Source

    @contextmanager
    def open(self) -> Iterator[Sampler]:
        """Open it; where that fails, so does this."""
        closing = ExitStack()
        opened = [closing.enter_context(self.inner.open())]

        def sample(inputs: Sequence[Value], order: Sequence[int], coins: Coins) -> list[str]:
            found: list[str] = []
            for index in order:
                try:
                    if not opened:
                        opened.append(closing.enter_context(self.inner.open()))
                    found += map(told_apart, opened[0](inputs, (index,), coins))
                except Refused as refusal:
                    if refusal.reason not in FAILURES:
                        raise
                    opened.clear()
                    closing.pop_all().__exit__(type(refusal), refusal, refusal.__traceback__)
                    found.append(failed(refusal.reason))
            return found

        with closing:
            yield sample

    def identity(self) -> Identity:
        """The source, and that its failures count."""
        return {**self.inner.identity(), "failures": True}


def failed(reason: Reason) -> str:
    """The key of a failure."""
    return Seen((FAILURE, str(reason))).key()


def told_apart(key: str) -> str:
    """The key of an output, which is no failure's: one that begins as these do has one more member."""
    if not key.startswith(f'[["{FAILURE}",'):
        return key
    met = seen(key)
    longer = (*met.output, OUTPUT) if isinstance(met.output, tuple) else met.output
    return Seen(longer, met.taken).key()


def asked_again(
    source: Source, inputs: Sequence[Value], executor: Executor | None, refusal: Refused
) -> Refused | None:
    """The refusal of a source that has failed, with how often it fails with each of the inputs, if that is known."""
    if refusal.reason not in FAILING - {Reason.PROGRAM_TIMED_OUT}:
        return None
    asked, begun = inputs[:INPUTS], perf_counter()
    times, again = [0] * len(asked), 0
    try:
        while not again or (again < AGAIN and perf_counter() < begun + MINUTE):
            # To and fro: of one that fails at every second call, no input takes all the blame.
            for place in range(len(asked))[:: -1 if again % 2 else 1]:
                times[place] += fails(source, asked[place], executor)
            again += 1
    except Refused:
        return None
    counted = ", ".join(
        f"{often} times with {said(given)}" for often, given in zip(times, asked, strict=True)
    )
    # Less than always and never is what chance does to a program that fails now and then.
    leaks = "; that seems to tell inputs apart" if {0, AGAIN} <= {*times} else ""
    if leaks and refusal.reason in FAILURES:
        leaks += ", and as an output it would count"
    what = f"{refusal.what}; asked {again} times again with each input it failed {counted}{leaks}"
    return Refused(refusal.reason, what, refusal.accepted)


def fails(source: Source, given: Value, executor: Executor | None) -> bool:
    """Whether a draw with this input fails."""
    try:
        draw(source, [Draw(0, (given,), 1)], executor, attempts=1)
    except Refused as refusal:
        if refusal.reason not in FAILING:
            raise
        return True
    return False
