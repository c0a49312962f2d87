"""Saved audits: written atomically, locked, read for the same audit only; and an audit from there to its verdict."""

import json
import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import fields, replace
from hashlib import sha256
from itertools import pairwise, takewhile
from math import inf
from pathlib import Path
from time import perf_counter

from ldproof import serialization
from ldproof.auditor import bets
from ldproof.auditor.claim import SURVEY, AuditPlan, HistoryPoint
from ldproof.auditor.dependence import BEFORE, PERIODS, REPEATS, Kind, Window
from ldproof.auditor.draw.executor import POOLED_SOURCES, draw_samples, refusal_after_repetition
from ldproof.auditor.draw.sources import Source
from ldproof.auditor.learn.events import is_valid_event
from ldproof.auditor.outcomes import STAGES, UNCOUNTED, WHOLE_OUTPUTS, CountedOutcomes
from ldproof.auditor.sequential import NUMBERS, AuditState, SavedAudit, begin_audit, begin_release
from ldproof.errors import Reason, Refused
from ldproof.files import replace_file
from ldproof.json_values import encode_members, shorten_text
from ldproof.programs import parse_canonical, parse_key
from ldproof.programs.processes import require_features
from ldproof.serialization import damaged_state_refusal

# Whether a state that was read can be one of a plan: its types are checked already, by `serialization`.


def restore_audit(plan: AuditPlan, kept: SavedAudit) -> AuditState:
    """Return the saved state of an audit. Raise `Refused` if it contradicts itself or the plan."""
    if not all(is_valid_event(each.event) for each in kept.bets.watched):
        raise damaged_state_refusal("an event asks what cannot be asked")
    bets.refuse_inconsistent_bets(plan, kept.bets)
    if not all(is_valid_law(kept.bets, each) for each in kept.bets.laws):
        raise damaged_state_refusal("a law of what cannot be asked")
    if kept.earlier and not plan.release:
        raise damaged_state_refusal("it has earlier releases")
    turns, inputs, everyone = kept.turns, len(plan.distinct_inputs), range(len(plan.pairs))
    if not {turns.turn, *(each.turn for each in kept.history)} <= {SURVEY, *everyone}:
        raise damaged_state_refusal("it was the turn of no pair of inputs")
    if not {*turns.leaders} <= {*everyone} or (turns.turn != SURVEY and not turns.leaders):
        raise damaged_state_refusal("no pair of inputs leads")
    if not turns.surveyed or not {*turns.surveyed} <= {*range(inputs)}:
        raise damaged_state_refusal("a survey is of no inputs")
    if turns.surveys != count_surveyed_draws(kept.history):
        raise damaged_state_refusal("its history ends elsewhere")
    if len(kept.remembered.tallies) != inputs or kept.unreadable < 0:
        raise damaged_state_refusal("what it remembers is of other inputs")
    if not all(is_draw_key(key) for halves in kept.remembered.tallies for half in halves for key in half):
        raise damaged_state_refusal("it remembers what is no draw")
    for each in kept.passages:
        if each.pair not in everyone or len(each.order) != len(each.outputs) or not {*each.order} <= {0, 1}:
            raise damaged_state_refusal("draws in no order")
        if not all(map(is_parsable, each.outputs)):
            raise damaged_state_refusal("a draw of what is no output")
    if not is_valid_count(kept.counted, inputs):
        raise damaged_state_refusal("its counts of outcomes contradict themselves")
    if any(each.window is not None and not is_valid_window(each.window) for each in kept.bets.watched):
        raise damaged_state_refusal("a window that nobody looks through")
    return AuditState(*(getattr(kept, each.name) for each in fields(kept)), plan=plan)


COUNTED = {*(each.feature.name for each in WHOLE_OUTPUTS), NUMBERS.name}
"""The features whose values are counted."""


def is_valid_law(kept: bets.Bets, law: bets.WatchedLaw) -> bool:
    """Whether the partition of a law can be computed, and its best event be printed."""
    with suppress(LookupError, TypeError, ValueError, OverflowError, FloatingPointError, Refused):
        event, _, _ = kept.best_event(law)
        return is_valid_event(event) and bool(str(event))
    return False


def is_valid_count(counted: CountedOutcomes, inputs: int) -> bool:
    """Whether counts of outcomes are those of so many inputs, or none."""
    if not 0 <= counted.stage <= STAGES or (counted.partition.feature.name not in COUNTED):
        return False
    if not counted.stage:
        return counted == UNCOUNTED
    return (
        len(counted.times) == len(counted.draws) == inputs
        and len({*counted.parts}) == len(counted.parts)
        and all(len(each) == len(counted.parts) and min(each, default=0) >= 0 for each in counted.times)
        and all(sum(each) <= draws for each, draws in zip(counted.times, counted.draws, strict=True))
    )


def is_draw_key(key: str) -> bool:
    """Whether a text is the key of a draw, as `DrawnOutput.tally_key` writes it."""
    with suppress(ValueError, RecursionError, Refused):
        return parse_key(key).tally_key() == key
    return False


def is_parsable(output: str) -> bool:
    """Whether a text is the canonical text of a value."""
    with suppress(ValueError, RecursionError, Refused):
        parse_canonical(output)
        return True
    return False


def is_valid_window(window: Window) -> bool:
    """Whether a window has a known kind and a step in range."""
    return window.kind in {*Kind} and 1 <= window.step <= max(REPEATS, BEFORE, PERIODS)


def count_surveyed_draws(history: Sequence[HistoryPoint]) -> int:
    """Return the number of pairs of draws in surveys. Raise `Refused` for a batch without draws."""
    ends = [0, *(each.pairs for each in history)]
    sizes = [later - before for before, later in pairwise(ends)]
    if min(sizes, default=1) < 1:
        raise damaged_state_refusal("a batch has no draws")
    return sum(size for size, point in zip(sizes, history, strict=True) if point.turn == SURVEY)


# The file: it is replaced as a whole, used by one auditor at a time, and read only for the audit that has saved it.

NAME, VERSION = "ldproof audit", 11
HEAD = f"{NAME} {VERSION}"
"""The beginning of a file; the hash of all that follows the first line comes next."""
COUNTS_FAILURES = '"failures": true'
"""What the text of a source contains whose failures are outputs."""
SHOWN = 40
"""The characters that are shown before a difference."""
OTHER = re.compile(rf"{NAME} ([0-9]{{1,9}}) [0-9a-f]{{64}}")
"""The first line of a file of any version."""


def audit_identity(plan: AuditPlan, source: Source) -> serialization.Parameters:
    """Return what a saved state must agree with: the claim, the pairs, alpha and the source, but not the number of draws."""
    found: dict[str, object] = {
        "claim": plan.claim.name,
        "parameters": plan.claim.parameters,
        "level": plan.claim.level,
        "odds": str(plan.claim.odds),
        "delta": str(plan.claim.delta),
        "pairs": [[pair.one, pair.other] for pair in plan.pairs],
        "alpha": str(plan.alpha),
        "source": source.identity(),
        **({} if plan.grid is None else {"grid": str(plan.grid)}),
    }
    texts = {name: json.dumps(each, sort_keys=True, default=encode_members) for name, each in found.items()}
    return {**texts, **({"release": plan.release} if plan.release else {})}


def save_audit(path: Path, asked: serialization.Parameters, course: AuditState) -> None:
    """Replace the file. Raise `Refused` if it cannot be written; the old one stays then."""
    body = serialization.save_state(asked, course.saved_part()).encode()
    try:
        replace_file(path, add_checksum(body))
    except OSError as flaw:
        raise no_place_refusal(path, flaw) from flaw


def load_audit(path: Path, asked: serialization.Parameters, plan: AuditPlan) -> AuditState | None:
    """Return the saved state, or None if there is no file. Raise `Refused` if it is damaged or of another audit.

    Of an earlier release it is the beginning of the audit of the next one.
    """
    if not path.exists():
        return None
    refuse_irregular_file(path)
    try:
        content = path.read_bytes()
    except OSError as flaw:
        raise no_place_refusal(path, flaw) from flaw
    head, _, body = content.partition(b"\n")
    if content != add_checksum(body):
        if (other := OTHER.fullmatch(head.decode(errors="replace"))) and other[1] != str(VERSION):
            raise Refused(
                Reason.WRONG_VERSION,
                f"{path} is of version {other[1]}, which this ldproof does not read",
                f"a state of version {VERSION}, or another file",
            )
        known = head.startswith(HEAD.encode())
        raise damaged_file_refusal(
            path, "its hash is not that of its content" if known else f"it does not begin with {HEAD}"
        )
    try:
        saved = serialization.open_saved(body.decode())
    except UnicodeDecodeError as flaw:
        raise damaged_file_refusal(path, str(flaw)) from flaw
    release = saved.parameters.get("release", "")
    later = bool(plan.release and release and plan.release != release)
    if (counted := COUNTS_FAILURES in saved.parameters.get("source", "")) != (
        COUNTS_FAILURES in asked["source"]
    ):
        raise Refused(
            Reason.FOREIGN_STATE,
            f"{path} is of an audit in which failures are {'outputs' if counted else 'no outputs'}",
            f"the same audit {'with' if counted else 'without'} --failures-are-outputs, or another file",
        )
    refuse_other_audit(path, saved.parameters, asked, ("release", "source") if later else ())
    kept = serialization.state_in(SavedAudit, saved)
    found = restore_audit(replace(plan, release=release, release_number=len(kept.earlier) + 1), kept)
    if not later:
        return found
    if plan.release in {each.name for each in kept.earlier}:
        raise Refused(
            Reason.OUT_OF_ORDER,
            f"{path} has evidence on release {release}, which was audited after {plan.release}",
            f"release {release}, or a later one",
        )
    return begin_release(plan, found)


def refuse_other_audit(
    path: Path, saved: serialization.Parameters, asked: serialization.Parameters, changing: Collection[str]
) -> None:
    """Raise `Refused` if a file was saved with other parameters than those that are asked for, but for some names."""
    for name in [each for each in {**asked, **saved} if each not in changing]:
        if (there := saved.get(name, "")) != (here := asked.get(name, "")):
            changed = name == "source"
            equal = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(there, here, strict=False)))
            start = max(0, equal - SHOWN)
            raise Refused(
                Reason.FOREIGN_STATE,
                f"{path} is of another audit{', or the program has changed' * changed}: "
                f"its {name} is {shorten_text(there[start:])}, here {shorten_text(here[start:])}",
                "the audit that it was saved by, or another file"
                + ", or the name of a new release" * (changed and bool(saved.get("release"))),
            )


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Hold a lock on a file. Raise `Refused` if another process has it; it ends with the process, even if that is killed."""
    require_features("holding a file", "fcntl.flock")
    from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415  (not there on every system)

    place = path.resolve()
    refuse_irregular_file(path)
    lock = place.with_name(f"{place.name}.lock")
    while True:
        try:
            file = lock.open("wb")
        except OSError as flaw:
            raise no_place_refusal(path, flaw) from flaw
        with file:
            try:
                flock(file, LOCK_EX | LOCK_NB)
            except BlockingIOError as flaw:
                raise Refused(
                    Reason.IN_USE, f"another process is using {path}", "a file that no other process uses"
                ) from flaw
            if not (lock.exists() and os.path.samestat(os.fstat(file.fileno()), lock.stat())):
                continue  # whoever had it has removed it after it was opened here
            try:
                yield
            finally:
                lock.unlink()
            return


def refuse_irregular_file(path: Path) -> None:
    """Refuse a path of what is there and no regular file, such as a folder or a device."""
    if path.exists() and not path.is_file():
        raise Refused(
            Reason.NO_SUCH_PLACE, f"{path} is not a regular file", "a file that can be read and written"
        )


def add_checksum(body: bytes) -> bytes:
    """Return the content of a file: the first line with the hash of the body, then the body."""
    return f"{HEAD} {sha256(body).hexdigest()}\n".encode() + body


def damaged_file_refusal(path: Path, why: str) -> Refused:
    """Return the refusal of a file that is not as it was saved."""
    return Refused(Reason.DAMAGED_STATE, f"{path} cannot be read: {why}", "what an audit has saved")


def no_place_refusal(path: Path, flaw: OSError) -> Refused:
    """Return the refusal of a path where no file can be read or written."""
    return Refused(Reason.NO_SUCH_PLACE, f"{path}: {flaw.strerror}", "a file that can be read and written")


# An audit from its beginning, or from a saved state, to its verdict.


def run_audit(
    plan: AuditPlan,
    source: Source,
    *,
    executor: Executor | None = None,
    seed: bytes | None = None,
    state: Path | None = None,
    watch: Callable[[AuditState], None] = lambda _: None,
    losing: Callable[[], None] = lambda: None,
    ends: float = inf,
) -> AuditState:
    """Return the state of an audit at its end: after the verdict, when no draws are left, or once `perf_counter` reaches `ends`.

    `watch` is called with the first state and after each batch, once the state is saved. A process that is killed loses
    the batch that it was drawing, which is drawn again. So are draws that the executor loses; `losing` is called then.
    Raise `Refused` if the source fails, or the file cannot be used.
    """
    try:
        with lock_file(state) if state is not None else nullcontext():
            asked = audit_identity(plan, source)
            begun = (None if state is None else load_audit(state, asked, plan)) or begin_audit(plan)
            watch(begun)
            reached = begun
            for reached in states_of_draws(begun, source, executor, seed, losing, ends):
                if state is not None:
                    save_audit(state, asked, reached)
                watch(reached)
            return reached
    finally:
        POOLED_SOURCES.close_idle()


def states_of_draws(
    course: AuditState,
    source: Source,
    executor: Executor | None = None,
    seed: bytes | None = None,
    losing: Callable[[], None] = lambda: None,
    ends: float = inf,
) -> Iterator[AuditState]:
    """Yield the state of an audit after each further batch, to its end or until `perf_counter` reaches `ends`.

    At least one batch is drawn. Raise `Refused` if the source fails.
    """
    while (draw := course.next_draw()) is not None:
        try:
            drawn = draw_samples(source, draw, executor, seed, losing=losing)
        except Refused as refusal:
            if (more := refusal_after_repetition(source, draw.inputs, executor, refusal)) is not None:
                raise more from refusal
            raise
        course = course.after_draw(drawn)
        yield course
        if perf_counter() >= ends:
            return
