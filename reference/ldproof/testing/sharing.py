"""How one probability of a false alarm is shared by all audits of a session, or of all sessions together: exactly.

Of a session, every test that asks for the fixture has an equal share, and its k-th audit 1/(k (k + 1)) of that: as these
add up to 1, no number of audits spends more. The share belongs to the test, whichever worker runs it.

Where evidence is kept, an audit goes on from session to session at the alpha that it began with, which may be watched
for ever. The g-th time that tests are met which nobody had met before, these share 1/(g (g + 1)) of all; and when what
is audited has changed, its v-th version begins anew with 1/(v (v + 1)) of the audit's own share.
"""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from ldproof.auditor.state_file import no_place_refusal
from ldproof.errors import Reason, Refused
from ldproof.files import replace_file
from ldproof.json_values import load_json
from ldproof.parameters import CHANCE, complete_numeral
from ldproof.programs.processes import require_features
from ldproof.serialization import Misfit, plain_json, read_typed

T = TypeVar("T")

LEDGER = "shares.json"
LOCK = ".lock"
"""The lock on the shares and versions."""


def telescoping_share(number: int) -> Fraction:
    """Return 1/(k (k + 1)), the k-th of shares that add up to 1."""
    return Fraction(1, number * (number + 1))


@dataclass(frozen=True)
class EqualSharing:
    """A session on its own: an equal share for each test in each of its runs."""

    alpha: Fraction
    tests: frozenset[str]
    runs: int = 1

    def share_of_test(self, test: str) -> Fraction:
        """Return the share of a test; refuse one that was not known when the shares were made."""
        if test not in self.tests:
            raise unforeseen_test_refusal(test)
        return self.alpha / (len(self.tests) * self.runs)

    def lock_audit(self, _test: str, _number: int) -> AbstractContextManager[None]:
        """Lock nothing, as no evidence is kept."""
        return nullcontext()


@dataclass(frozen=True)
class Ledger:
    """The tests of all sessions, those together that the same session was the first to run."""

    alpha: Fraction
    tests: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Versions:
    """The digests of what one audit of a test has been about, the latest last."""

    test: str
    audit: int
    versions: tuple[str, ...]


@dataclass(frozen=True)
class StoredSharing:
    """All sessions that keep their evidence in one folder."""

    alpha: Fraction
    tests: frozenset[str]
    folder: Path

    def share_of_test(self, test: str) -> Fraction:
        """Return the share of a test, which it keeps in later sessions."""
        if test not in self.tests:
            raise unforeseen_test_refusal(test)
        with hold_lock(self.folder / LOCK):
            kept = self.read_ledger()
            fresh = sorted(self.tests.difference(*kept.tests))
            if fresh:
                kept = replace(kept, tests=(*kept.tests, tuple(fresh)))
                store_content(self.folder / LEDGER, kept)
        number, group = next((k, each) for k, each in enumerate(kept.tests, start=1) if test in each)
        return self.alpha * telescoping_share(number) / len(group)

    def claim_version(
        self, test: str, number: int, identity: str | None, *, goes_on: bool
    ) -> tuple[int, Path]:
        """Return the version of a test's audit, by the digest of what is audited, and the file of its evidence.

        Without a digest every call is a version of its own, and so is one whose evidence was lost.
        """
        name = evidence_file_name(test, number)
        with hold_lock(self.folder / LOCK):
            file = self.folder / f"{name}.json"
            kept = read_stored(file, Versions(test, number, ()))
            lost = goes_on and not self._evidence_file(name, kept).exists()
            if identity is None or lost or kept.versions[-1:] != (identity,):
                kept = replace(kept, versions=(*kept.versions, identity or ""))
                store_content(file, kept)
        return len(kept.versions), self._evidence_file(name, kept)

    def lock_audit(self, test: str, number: int) -> AbstractContextManager[None]:
        """Lock a test's audit: other processes wait, and then continue with its evidence."""
        return hold_lock(self.folder / f"{evidence_file_name(test, number)}.lock")

    def _evidence_file(self, name: str, kept: Versions) -> Path:
        return self.folder / f"{name}.{len(kept.versions)}.state"

    def read_ledger(self) -> Ledger:
        """Return the tests of earlier sessions, which must have had the same alpha."""
        kept = read_stored(self.folder / LEDGER, Ledger(self.alpha, ()))
        if kept.alpha != self.alpha:
            raise Refused(
                Reason.FOREIGN_STATE,
                f"{self.folder} was begun with an alpha of {kept.alpha}, and this is {self.alpha}",
                "the same alpha, or another folder",
            )
        return kept


Sharing = EqualSharing | StoredSharing


def session_sharing(alpha: object, tests: frozenset[str], folder: str | None, runs: int) -> Sharing:
    """Return how a session shares its alpha; runs of a test that keep its evidence are one continued audit."""
    chance = CHANCE.accept("--ldproof-alpha", complete_numeral(alpha) if isinstance(alpha, str) else alpha)
    if folder is None:
        return EqualSharing(chance, tests, runs)
    place = Path(folder)
    if not folder:
        raise Refused(Reason.NO_SUCH_PLACE, "evidence kept in a folder without a name", "a folder")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as flaw:
        raise no_place_refusal(place, flaw) from flaw
    kept = StoredSharing(chance, tests, place)
    kept.read_ledger()
    return kept


def evidence_file_name(test: str, number: int) -> str:
    """Return the name of the files of a test's audit."""
    return sha256(f"{test}\n{number}".encode(errors="surrogateescape")).hexdigest()[:20]


@contextmanager
def hold_lock(place: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file."""
    require_features("keeping evidence", "fcntl.flock")
    from fcntl import LOCK_EX, flock  # noqa: PLC0415  (not there on every system)

    try:
        file = place.open("wb")
    except OSError as flaw:
        raise no_place_refusal(place, flaw) from flaw
    with file:
        flock(file, LOCK_EX)
        yield


def read_stored(file: Path, fresh: T) -> T:
    """Return what was written to a file, or a fresh value of the same type if there is no file."""
    try:
        return read_typed(type(fresh), load_json(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return fresh
    except OSError as flaw:
        raise no_place_refusal(file, flaw) from flaw
    except (ValueError, Misfit, Refused):
        raise Refused(Reason.DAMAGED_STATE, f"{file} cannot be read", "what ldproof has kept there") from None


def store_content(file: Path, content: Ledger | Versions) -> None:
    """Write a file, or leave what was there before."""
    try:
        replace_file(file, json.dumps(plain_json(content)).encode())
    except OSError as flaw:
        raise no_place_refusal(file, flaw) from flaw


def unforeseen_test_refusal(test: str) -> Refused:
    """The refusal of a test that was not known to ask when the shares were made."""
    return Refused(
        Reason.MISSING,
        f"{test} asks for ldproof_audit while it runs, and has no share of the session's alpha",
        "a test, or a fixture of it, with an argument `ldproof_audit`",
    )
