"""A limit to how long a call may take. It is kept by a signal, so in the main thread alone: every worker has one."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import perf_counter

from ldproof.programs.posix import needed
from ldproof.rejections import Reason, Refused, Terminated

PARTING_SECONDS = 10
"""For a call that is to end, to do so; then its process ends."""


class Late(BaseException):
    """The time is up; whoever catches errors does not catch this, and whoever does is no less late."""

    def refusal(self, what: str) -> Refused:
        """The refusal to wait any longer."""
        return Refused(
            Reason.PROGRAM_TIMED_OUT, f"{what} takes {self}", "an answer in time, or a longer time limit"
        )


def ours(flaw: BaseException) -> bool:
    """Whether what ends a call is not its own: the time is up, or somebody has asked us to end."""
    if isinstance(flaw, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    return isinstance(flaw, Late | Terminated)


@contextmanager
def limited(seconds: float | None) -> Iterator[Callable[[], None]]:
    """Raise `Late` in a call that takes longer, if there is a limit at all; what is given says that one begins.

    A call that goes on nevertheless ends with its process.
    """
    if seconds is None or current_thread() is not main_thread():
        yield lambda: None
        return
    needed("a time limit for a function", "signal.setitimer")
    began = perf_counter()
    overdue: list[Late] = []

    def begin() -> None:
        nonlocal began
        for each in overdue:
            raise each
        began = perf_counter()

    def late(*_: object) -> None:
        left = began + seconds - perf_counter()
        if left <= 0:
            overdue.append(Late(f"more than {seconds:g} seconds"))
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
