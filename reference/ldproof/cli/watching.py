"""Running an audit on a terminal: progress, and what is said when it is stopped."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

from ldproof.audit import AuditState, Plan
from ldproof.audit.draw.executor import Pool, executor_at
from ldproof.audit.draw.sources import FAILURES, FailuresAreOutputs, Function, Source
from ldproof.audit.report import PLACES, evidence_share, format_percent, round_down
from ldproof.audit.state_file import run_audit
from ldproof.cli.text import terminal_progress, write_complaint
from ldproof.errors import Refused, Terminated

ENDINGS = tuple(each for each in signal.Signals if each.name in {"SIGTERM", "SIGHUP"})
"""The signals by which a process is asked to end; a terminal that is closed sends the second."""


def draw_until_verdict(
    plan: Plan, source: Source, workers: int, seed: str | None, state: Path | None, lent: str | None
) -> AuditState:
    """Draw until there is a verdict, or nothing left to draw."""
    # A function that prints must not do so into our answer, and one that crashes must not take us with it.
    inner = source.inner if isinstance(source, FailuresAreOutputs) else source
    apart = workers > 1 or isinstance(inner, Function)
    if lent is not None:
        hands: AbstractContextManager[Executor | None] = executor_at(lent)
    else:
        hands = Pool(workers) if apart else nullcontext()
    with announce_interruption(state), audit_progress(plan) as watch, hands as executor:
        coins = None if seed is None else seed.encode(errors="surrogateescape")
        lost = LostDraws()
        try:
            course = run_audit(
                plan, source, executor=executor, seed=coins, state=state, watch=watch, losing=lost.again
            )
        except Refused as refusal:
            if refusal.reason not in FAILURES:
                raise
            accepted = f"{refusal.accepted}, or --failures-are-outputs"
            raise Refused(refusal.reason, refusal.what, accepted) from refusal
    lost.complain()
    return course


@dataclass(slots=True)
class LostDraws:
    """How often draws were lost with the processes that made them."""

    times: int = 0

    def again(self) -> None:
        """Once more."""
        self.times += 1

    def complain(self) -> None:
        """Say so, as the verdict does not: it is about draws that have come back."""
        if self.times:
            write_complaint(
                f"ldproof: processes that drew were lost {self.times} time{'s' * (self.times > 1)}, and other draws were"
                " made: if FUNCTION has killed them, whether it does may tell the input, which only an audit of a COMMAND"
                " sees"
            )


@contextmanager
def audit_progress(plan: Plan) -> Iterator[Callable[[AuditState], None]]:
    """On a terminal, show how far an audit is after every batch."""
    columns = BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with terminal_progress(*columns) as progress:
        task = progress.add_task("", total=plan.most)
        yield lambda course: progress.update(
            task, completed=course.pairs_drawn, description=format_progress(course)
        )


def format_progress(course: AuditState) -> str:
    """How an audit stands."""
    share = format_percent(evidence_share(course.portfolio.logarithm(), course.plan.alpha))
    bound = course.bound()
    known = "" if bound is None else f", epsilon at least {round_down(bound, PLACES)}"
    return f"{course.pairs_drawn:,} pairs of draws, evidence {share}{known}"


@contextmanager
def announce_interruption(state: Path | None) -> Iterator[None]:
    """Say what is kept, where somebody interrupts; whoever is terminated puts everything away first."""
    try:
        with end_by_exception():
            yield
    except KeyboardInterrupt:
        if state is None:
            write_complaint(
                "ldproof: stopped, and nothing is kept; with --state FILE the same command would go on"
            )
        else:
            write_complaint(
                f"ldproof: stopped; the same command goes on from {state}, all but the last batch kept"
            )
        raise


@contextmanager
def end_by_exception() -> Iterator[None]:
    """A request to end, or a terminal that is closed, ends this process by an exception: locks and programs are put away."""
    before = {each: signal.getsignal(each) or signal.SIG_DFL for each in ENDINGS}
    for each in ENDINGS:
        if before[each] is not signal.SIG_IGN:  # as under nohup
            signal.signal(each, raise_terminated)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def raise_terminated(number: int, _: object) -> NoReturn:
    """End as a shell reports it. Whoever asks again is not heard while everything is put away."""
    for each in ENDINGS:
        signal.signal(each, signal.SIG_IGN)
    raise Terminated(128 + number)
