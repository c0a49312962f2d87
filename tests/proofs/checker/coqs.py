"""The script that has Coq check proofs, loaded from its file as it belongs to no package, and a small folder for it."""

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ldproof_proofs.book.coq.folder import contents
from ldproof_proofs.book.export.syntax import ANALYSIS
from tests.proofs.checker.apart import objects, read

FILE = Path(__file__).parents[3] / "proofs" / "checker" / "coq" / "check.py"

if TYPE_CHECKING:
    from checker.coq import check
else:
    _spec = spec_from_file_location("coq_check", FILE)
    check = sys.modules["coq_check"] = module_from_spec(_spec)
    _spec.loader.exec_module(check)

__all__ = ["FILE", "check", "compiled", "small", "told_of_each", "with_cited"]

SMALL = (
    "shots.choices",
    "shots.constant-budget",
    "shots.excess-positive",
    "shots.gap-positive",
    "tails.above",
    "tails.exponent-below",
)
"""An instance with its induction, a failure at a point, chains with exponentials, and what is cited."""


def with_cited(name: str) -> set[str]:
    """A theorem and all those below it."""
    data = read(objects()[name])
    match data:
        case {"rule": "instance", "theorem": str(general)}:
            cited = [general]
        case _:
            cited = []
    match data.get("known"):
        case list() as known:
            for each in known:
                match each:
                    case [str(), {"theorem": str(lemma), "object": str(at)}] if at != ANALYSIS:
                        cited.append(lemma)
                    case _:
                        pass
        case _:
            pass
    return {name}.union(*map(with_cited, cited))


def small(folder: Path, theorems: Sequence[str] = SMALL) -> Path:
    """A folder of a few theorems' Coq files."""
    names = set[str]().union(*map(with_cited, theorems))
    for name, text in contents({name: objects()[name] for name in sorted(names)}).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@cache
def prelude() -> "TemporaryDirectory[str]":
    """A folder with what all proofs need, compiled."""
    found = TemporaryDirectory()
    shutil.copy(FILE.with_name("Prelude.v"), found.name)
    assert check.compiled(Path(found.name), "Prelude") == ""
    return found


def compiled(files: Mapping[str, str]) -> str:
    """Coq's first error in chunks of proofs, in their order, if there is one."""
    build = Path(prelude().name)
    for name in sorted(each for each in files if each.startswith("Chunk_")):
        (build / name).write_text(files[name], encoding="utf-8")
        if said := check.compiled(build, Path(name).stem):
            return re.sub(r"\s+", " ", said.partition("Error:")[2] or said).strip()[:160]
    return ""


def told_of_each(several: Sequence[Mapping[str, str]]) -> Sequence[str]:
    """Coq's first error in each of several such folders, if there is one: all in one session, which takes a second to start."""
    session = ["From LDProof Require Import Prelude."]
    for place, files in enumerate(several):
        chunks = [files[name] for name in sorted(files) if name.startswith("Chunk_")]
        own = [
            line for chunk in chunks for line in chunk.splitlines() if not line.startswith("From LDProof ")
        ]
        session += [f"Fail Check begun_{place}.", f"Module M_{place}.", *own, f"Fail Check ended_{place}."]
        session += ["Abort All.", f"End M_{place}."]
    said = check.coq("coqtop", Path(prelude().name), said="\n".join([*session, ""])).stdout
    found = [
        said.partition(f"begun_{place} was not")[2].partition(f"ended_{place} was not")
        for place in range(len(several))
    ]
    assert all(ended for _, ended, _ in found), said
    errors = (within.partition("Error:")[2].partition("\n\n")[0] for within, _, _ in found)
    return [re.sub(r"\s+", " ", each).strip()[:160] for each in errors]
