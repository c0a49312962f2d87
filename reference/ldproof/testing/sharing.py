"""How one probability of a false alarm is shared by all audits of a session, or of all sessions together: exactly.

Of a session, every test that asks for the fixture has an equal share, and its k-th audit 1/(k (k + 1)) of that: as these
add up to 1, no number of audits spends more. The share belongs to the test, whichever worker runs it.

Where evidence is kept, an audit goes on from session to session at the alpha that it began with, which may be watched
for ever. The g-th time that tests are met which nobody had met before, these share 1/(g (g + 1)) of all; and when what
is audited has changed, its v-th version begins anew with 1/(v (v + 1)) of the audit's own share.
"""

import json
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from ldproof.audit.state_file import no_place
from ldproof.errors import Reason, Refused
from ldproof.parameters import CHANCE, complete_numeral
from ldproof.programs.processes import require_features

FORM = "what ldproof has kept there"
LEDGER = "shares.json"
LOCK = ".lock"
"""Whoever reads or writes the shares and versions holds it."""


def telescoping_share(number: int) -> Fraction:
    """The share of the first, second, third ...: all of them add up to 1."""
    return Fraction(1, number * (number + 1))


@dataclass(frozen=True)
class EqualSharing:
    """A session on its own: an equal share for each test, in each of so many runs of it."""

    alpha: Fraction
    tests: frozenset[str]
    runs: int = 1

    def share(self, test: str) -> Fraction:
        """A test's share; what was not known to ask has none."""
        if test not in self.tests:
            raise unforeseen_test_refusal(test)
        return self.alpha / (len(self.tests) * self.runs)

    def alone(self, _test: str, _number: int) -> AbstractContextManager[None]:
        """Nothing is kept that others might go on with."""
        return nullcontext()


@dataclass(frozen=True)
class StoredSharing:
    """All sessions that keep their evidence in one folder."""

    alpha: Fraction
    tests: frozenset[str]
    folder: Path

    def share(self, test: str) -> Fraction:
        """A test's share, for ever."""
        if test not in self.tests:
            raise unforeseen_test_refusal(test)
        with hold_lock(self.folder / LOCK):
            kept = self.met()
            fresh = sorted(self.tests - {each for group in kept for each in group})
            if fresh:
                kept.append(fresh)
                replace_file(self.folder / LEDGER, {"alpha": str(self.alpha), "tests": kept})
        for number, group in enumerate(kept, start=1):
            if test in group:
                return self.alpha * telescoping_share(number) / len(group)
        raise unforeseen_test_refusal(test)

    def version(self, test: str, number: int, identity: str | None, *, goes_on: bool) -> tuple[int, Path]:
        """Which version of a test's audit this is, by what is audited, and the file of its evidence.

        What cannot be told again is a version of its own each time, and so is evidence that was lost.
        """
        name = evidence_file_name(test, number)
        with hold_lock(self.folder / LOCK):
            file = self.folder / f"{name}.json"
            found = read_object_file(file)
            versions = parse_texts(found.get("versions", []), file)
            lost = goes_on and not self._file(name, versions).exists()
            if identity is None or lost or versions[-1:] != [identity]:
                versions.append(identity or "")
                replace_file(file, {"test": test, "audit": number, "versions": versions})
        return len(versions), self._file(name, versions)

    def alone(self, test: str, number: int) -> AbstractContextManager[None]:
        """Whoever else makes a test's audit meanwhile waits, and then goes on with its evidence."""
        return hold_lock(self.folder / f"{evidence_file_name(test, number)}.lock")

    def _file(self, name: str, versions: Collection[str]) -> Path:
        return self.folder / f"{name}.{len(versions)}.state"

    def met(self) -> list[list[str]]:
        """The tests that were met before, in the order in which they were, at the same alpha."""
        file = self.folder / LEDGER
        found = read_object_file(file)
        if found and found.get("alpha") != str(self.alpha):
            raise Refused(
                Reason.FOREIGN_STATE,
                f"{self.folder} was begun with an alpha of {found.get('alpha')}, and this is {self.alpha}",
                "the same alpha, or another folder",
            )
        kept = found.get("tests", [])
        if not isinstance(kept, list):
            raise damaged_file_refusal(file)
        return [parse_texts(each, file) for each in kept]


Sharing = EqualSharing | StoredSharing


def session_sharing(alpha: object, tests: frozenset[str], folder: str | None, runs: int) -> Sharing:
    """How a session shares its alpha; several runs of a test that keep its evidence are one audit that goes on."""
    chance = CHANCE.accept("--ldproof-alpha", complete_numeral(alpha) if isinstance(alpha, str) else alpha)
    if folder is None:
        return EqualSharing(chance, tests, runs)
    place = Path(folder)
    if not folder:
        raise Refused(Reason.NO_SUCH_PLACE, "evidence kept in a folder without a name", "a folder")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as flaw:
        raise no_place(place, flaw) from flaw
    kept = StoredSharing(chance, tests, place)
    kept.met()
    return kept


def evidence_file_name(test: str, number: int) -> str:
    """What the files of a test's audit are called."""
    return sha256(f"{test}\n{number}".encode(errors="surrogateescape")).hexdigest()[:20]


@contextmanager
def hold_lock(place: Path) -> Iterator[None]:
    """Nobody else has this lock meanwhile; whoever comes waits."""
    require_features("keeping evidence", "fcntl.flock")
    from fcntl import LOCK_EX, flock  # noqa: PLC0415  (not there on every system)

    try:
        file = place.open("wb")
    except OSError as flaw:
        raise no_place(place, flaw) from flaw
    with file:
        flock(file, LOCK_EX)
        yield


def read_object_file(file: Path) -> dict[str, object]:
    """What was written; nothing before that."""
    try:
        found: object = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as flaw:
        raise no_place(file, flaw) from flaw
    except ValueError:
        raise damaged_file_refusal(file) from None
    if not isinstance(found, dict):
        raise damaged_file_refusal(file)
    return found


def replace_file(file: Path, content: dict[str, object]) -> None:
    """All of it, or what was there before."""
    fresh = file.with_name(f"{file.name}.new")
    try:
        fresh.write_text(json.dumps(content), encoding="utf-8")
        fresh.replace(file)
    except OSError as flaw:
        raise no_place(file, flaw) from flaw


def parse_texts(found: object, file: Path) -> list[str]:
    """A list of texts."""
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise damaged_file_refusal(file)
    return [*found]


def damaged_file_refusal(file: Path) -> Refused:
    """The refusal of a file that is not as it was written."""
    return Refused(Reason.DAMAGED_STATE, f"{file} cannot be read", FORM)


def unforeseen_test_refusal(test: str) -> Refused:
    """The refusal of a test that was not known to ask when the shares were made."""
    return Refused(
        Reason.MISSING,
        f"{test} asks for ldproof_audit while it runs, and has no share of the session's alpha",
        "a test, or a fixture of it, with an argument `ldproof_audit`",
    )
