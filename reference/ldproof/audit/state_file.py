"""An audit on the disk: all of it or nothing, of one auditor at a time, and only what was saved for this audit."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from ldproof import codec
from ldproof.audit.audit_state import AuditState, Kept
from ldproof.audit.draw.sources import Source
from ldproof.audit.plan import Plan
from ldproof.audit.restoring import restored
from ldproof.codec.values import as_json, shortened
from ldproof.programs.posix import needed
from ldproof.rejections import Reason, Refused

NAME, VERSION = "ldproof audit", 6
HEAD = f"{NAME} {VERSION}"
"""The first words of a file, and its version; the hash of everything below them follows."""
OTHER = re.compile(rf"{NAME} ([0-9]{{1,9}}) [0-9a-f]{{64}}")
"""How a file of any version begins."""


def about(plan: Plan, source: Source) -> codec.Parameters:
    """The claim, the pairs, the level, and where samples come from, as it is now; how many they may be is open."""
    found: dict[str, object] = {
        "claim": plan.claim.name,
        "parameters": plan.claim.parameters,
        "level": plan.claim.level,
        "odds": str(plan.claim.odds),
        "delta": str(plan.claim.delta),
        "pairs": [[pair.one, pair.other] for pair in plan.pairs],
        "alpha": str(plan.alpha),
        "source": source.identity(),
    }
    return {name: json.dumps(each, sort_keys=True, default=as_json) for name, each in found.items()}


def save(path: Path, asked: codec.Parameters, course: AuditState) -> None:
    """Put a file in the place of the last one, once it is on the disk; where there is no room, that one stays alone."""
    body = codec.save(asked, course.kept()).encode()
    place = path.resolve()
    fresh = place.with_name(f"{place.name}.new")
    try:
        with fresh.open("wb") as file:
            file.write(framed(body))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(place)
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except BaseException as flaw:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        if isinstance(flaw, OSError):
            raise no_place(path, flaw) from flaw
        raise


def load(path: Path, asked: codec.Parameters, plan: Plan) -> AuditState | None:
    """The audit that was saved, if one was."""
    if not path.exists():
        return None
    if not path.is_file():
        raise Refused(Reason.NO_SUCH_PLACE, f"{path} is no file", "a file that can be read and written")
    try:
        content = path.read_bytes()
    except OSError as flaw:
        raise no_place(path, flaw) from flaw
    head, _, body = content.partition(b"\n")
    if content != framed(body):
        if (other := OTHER.fullmatch(head.decode(errors="replace"))) and other[1] != str(VERSION):
            raise Refused(
                Reason.WRONG_VERSION,
                f"{path} is of version {other[1]}, which this ldproof does not read",
                f"a state of version {VERSION}, or another file",
            )
        known = head.startswith(HEAD.encode())
        raise damaged(
            path, "its hash is not that of its content" if known else f"it does not begin with {HEAD}"
        )
    try:
        saved = codec.opened(body.decode())
    except UnicodeDecodeError as flaw:
        raise damaged(path, str(flaw)) from flaw
    for name in {**asked, **saved.parameters}:
        if (there := saved.parameters.get(name, "")) != (here := asked.get(name, "")):
            raise Refused(
                Reason.FOREIGN_STATE,
                f"{path} is of another audit: its {name} is {shortened(there)}, here {shortened(here)}",
                "the audit that it was saved by, or another file",
            )
    return restored(plan, codec.state_in(Kept, saved))


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else who asks may use this file meanwhile; also this ends with the process, even if it is killed."""
    needed("holding a file", "fcntl.flock")
    from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415  (not there on every system)

    place = path.resolve()
    lock = place.with_name(f"{place.name}.lock")
    while True:
        try:
            file = lock.open("wb")
        except OSError as flaw:
            raise no_place(path, flaw) from flaw
        with file:
            try:
                flock(file, LOCK_EX | LOCK_NB)
            except BlockingIOError as flaw:
                raise Refused(
                    Reason.IN_USE, f"another auditor is using {path}", "a file of its own for each audit"
                ) from flaw
            if not (lock.exists() and os.path.samestat(os.fstat(file.fileno()), lock.stat())):
                continue  # whoever had it has removed it after it was opened here
            try:
                yield
            finally:
                lock.unlink()
            return


def framed(body: bytes) -> bytes:
    """The content of a file."""
    return f"{HEAD} {sha256(body).hexdigest()}\n".encode() + body


def damaged(path: Path, why: str) -> Refused:
    """The refusal of a file that is not as it was saved."""
    return Refused(Reason.DAMAGED_STATE, f"{path} cannot be read: {why}", "what an audit has saved")


def no_place(path: Path, flaw: OSError) -> Refused:
    """The refusal of a place where no file can be."""
    return Refused(Reason.NO_SUCH_PLACE, f"{path}: {flaw.strerror}", "a file that can be read and written")
