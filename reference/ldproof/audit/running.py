"""An audit from its beginning, or from where it was left, to its verdict."""

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path

from ldproof.audit.audit_state import AuditState, begin
from ldproof.audit.draw.failures import asked_again
from ldproof.audit.draw.sampling import draw, unheard
from ldproof.audit.draw.sources import Source
from ldproof.audit.draw.workers import POOLED_SOURCES
from ldproof.audit.plan import Plan
from ldproof.audit.state_file import about, held, load, save
from ldproof.rejections import Refused


def unwatched(_: AuditState) -> None:
    """Nobody looks."""


def run(
    plan: Plan,
    source: Source,
    *,
    executor: Executor | None = None,
    seed: bytes | None = None,
    state: Path | None = None,
    watch: Callable[[AuditState], None] = unwatched,
    losing: Callable[[], None] = unheard,
) -> AuditState:
    """Draw until there is a verdict, or nothing left to draw.

    The evidence is on the disk before anybody looks at it. Whoever is killed loses the batch in flight: it is not
    counted, and drawn again; so are draws that the executor has lost, of which `losing` tells.
    """
    try:
        with held(state) if state is not None else nullcontext():
            asked = about(plan, source)
            course = (None if state is None else load(state, asked, plan)) or begin(plan)
            watch(course)
            while draws := course.draws():
                try:
                    drawn = draw(source, draws, executor, seed, losing=losing)
                except Refused as refusal:
                    if (more := asked_again(source, draws[0].inputs, executor, refusal)) is not None:
                        raise more from refusal
                    raise
                course = course.after(drawn)
                if state is not None:
                    save(state, asked, course)
                watch(course)
            return course
    finally:
        POOLED_SOURCES.tidy()
