"""A folder of proof objects, each in a file named by the hash of its content, beside an index and the schema."""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from errno import EACCES
from importlib.resources import files
from pathlib import Path

from ldproof.errors import Reason, Refused
from ldproof_proofs.book import evidence
from ldproof_proofs.book.explanation import graded
from ldproof_proofs.book.export.objects import Objects, address
from ldproof_proofs.book.outcomes import Outcome, outcome
from ldproof_proofs.book.processes import spread
from ldproof_proofs.book.proving import DISPLAYS, entry, one, processes
from ldproof_proofs.book.stores import Stores, stores
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.prover import Replaying
from ldproof_proofs.ledger import CLAIMS

INDEX, RESTS, SCHEMA = "index.json", "rests.json", "schema.json"
OURS = r"[0-9a-f]{64}\.json|(index|rests|schema)\.json"
"""The names of what an export of objects writes."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What came of an entry, and the objects of its theorems that were not there before, by their names."""

    outcome: Outcome
    objects: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Export:
    """To check stored certificates again, and write down what they show."""

    stores: Stores

    def open(self, closing: ExitStack) -> Callable[[str], Exported]:  # noqa: ARG002
        """Replay an entry and make its objects."""
        homes, objects = self.stores.homes, Objects()
        prover, stored = Replaying(store.load(homes)), evidence.load(homes)

        def work(name: str) -> Exported:
            report = evidence.held(one(entry(name), prover), stored)
            return Exported(outcome(report), objects.add((*report.theorems, *report.checks)))

        return work


def export(
    names: Sequence[str],
    folder: Path,
    files_of: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None,
    ours: str = OURS,
    stored: Path | None = None,
) -> Iterator[Outcome]:
    """Entry by entry what comes of replaying it; in the end, if all are shown, the objects are written.

    They are written as they are, or as the files that are made of them, whose names are ours to replace. With all
    claims of ours go the displays of the chapters, of which nothing is said; NotProved is raised if one is not shown.
    """
    refuse_other(folder, ours)
    further = [*DISPLAYS] if {*CLAIMS} <= {*names} else []
    objects: dict[str, str] = {}
    entries: dict[str, list[str]] = {}
    sentences: dict[str, list[str]] = {}
    grades: dict[str, str] = {}
    failed = False
    for each in spread(Export(stores(names, stored)), [*names, *further], processes(names)):
        for name, text in each.objects.items():
            if objects.setdefault(name, text) != text:
                raise NotProved(f"two theorems are named {name}")
        if each.outcome.name in further:
            if each.outcome.failure is not None:
                raise NotProved(f"{each.outcome.name}: {each.outcome.failure}")
            continue
        entries[each.outcome.name] = sorted(shown.name for shown in each.outcome.theorems)
        grades[each.outcome.name] = graded(each.outcome.evidence)
        for number, told in enumerate(each.outcome.sentences, 1):
            sentences[f"{each.outcome.name}, {number}"] = sorted(told.theorems)
            grades[f"{each.outcome.name}, {number}"] = graded(told.evidence)
        failed |= each.outcome.failure is not None
        yield each.outcome
    if not failed:
        write(folder, files_of(objects) if files_of else contents(objects, entries, sentences, grades))


Rests = Mapping[str, Sequence[str]]
"""On which theorems something rests."""


def contents(
    objects: Mapping[str, str], entries: Rests, sentences: Rests, evidence: Mapping[str, str]
) -> Mapping[str, str]:
    """The files of a folder by their names; one says on what each entry's verdict and each sentence rests, and how well."""
    addresses = {name: address(objects[name]) for name in sorted(objects)}
    groups = {"entries": entries, "sentences": sentences, "evidence": evidence}
    rests = {name: dict(sorted(each.items())) for name, each in groups.items()}
    return {
        **{f"{addresses[name]}.json": objects[name] for name in addresses},
        INDEX: json.dumps({"theorems": addresses}, indent=0) + "\n",
        RESTS: json.dumps(rests, indent=0) + "\n",
        SCHEMA: files("ldproof_proofs.book.export").joinpath(SCHEMA).read_text(encoding="utf-8"),
    }


def refuse_other(folder: Path, ours: str = OURS) -> None:
    """Refused where no folder can be, and where one holds what no export has written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        other = sorted(path.name for path in folder.iterdir() if not re.fullmatch(ours, path.name))
    except OSError as error:
        raise unwritable(folder, error) from None
    if other:
        raise taken(folder, other[0])
    if not os.access(folder, os.W_OK | os.X_OK):
        raise unwritable(folder, PermissionError(EACCES, os.strerror(EACCES)))


def write(folder: Path, wanted: Mapping[str, str]) -> None:
    """Write the files, unless there are others, or some of them with another content."""
    try:
        for path in sorted(folder.iterdir()):
            if wanted.get(path.name, "").encode() != path.read_bytes():
                raise taken(folder, path.name)
        for name, text in wanted.items():
            (folder / name).write_bytes(text.encode())
    except OSError as error:
        raise unwritable(folder, error) from None


def taken(folder: Path, name: str) -> Refused:
    """The refusal of a folder that holds something else."""
    return Refused(
        Reason.IN_USE, f"{folder} holds {name}, which is not of this export", "an empty folder, or a new one"
    )


def unwritable(folder: Path, error: OSError) -> Refused:
    """The refusal of what is no folder, or of one that is not ours to write."""
    return Refused(Reason.NO_SUCH_PLACE, f"{folder}: {error.strerror}", "a folder that can be written to")
