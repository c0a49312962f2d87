"""A folder of Coq files: chunks that need only chunks of lower levels, and what is to be found of them."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ldproof_proofs.book.coq.reading import record
from ldproof_proofs.book.coq.theorems import Theorems, Written, coq_name
from ldproof_proofs.book.export.folder import export
from ldproof_proofs.book.outcomes import Outcome

MANIFEST, OURS = "manifest.json", r"Chunk_[0-9]+\.v|Mutants_[0-9]+\.v|manifest\.json"
SIZE = 120_000
"""How many characters a chunk has, unless it has just one theorem."""
HEAD = "From LDProof Require Import Prelude.\n"


def write_coq(names: Sequence[str], folder: Path, stored: Path | None = None) -> Iterator[Outcome]:
    """Entry by entry what comes of replaying it; in the end, if all are shown, the files are written."""
    return export(names, folder, contents, OURS, stored)


def contents(objects: Mapping[str, str]) -> Mapping[str, str]:
    """The files of a folder by their names, from the objects' texts."""
    theorems = Theorems({name: record(json.loads(text)) for name, text in objects.items()})
    files: dict[str, str] = {}
    home: dict[str, str] = {}
    chunks: dict[str, object] = {}
    mutants: dict[str, object] = {}
    for number, chunk in enumerate(chunked(theorems.written), 1):
        title = f"Chunk_{number:02}"
        written = [theorems.written[name] for name in chunk]
        needs = sorted({home[each] for one in written for each in one.needs} - {title})
        head = HEAD + "".join(f"From LDProof Require Export {each}.\n" for each in needs)
        files[f"{title}.v"] = "\n\n".join([head, *(each.text for each in written)]) + "\n"
        home |= dict.fromkeys(chunk, title)
        chunks[title] = {"needs": needs, "theorems": {each.name: each.rule for each in written}}
        missed = [each for each in written if each.mutant]
        if missed:
            session = f"Mutants_{number:02}"
            files[f"{session}.v"] = (
                "\n".join([head, f"From LDProof Require Import {title}.", *map(tried, missed)]) + "\n"
            )
            mutants[session] = {each.name: each.rule for each in missed}
    index = {
        "chunks": chunks,
        "mutants": mutants,
        "axioms": {each.name: sorted(each.axioms) for each in theorems.written.values()},
        "left": {
            coq_name(name): [str(theorems.objects[name]["rule"]), why] for name, why in theorems.left.items()
        },
    }
    return {**files, MANIFEST: json.dumps(index, indent=1, sort_keys=True) + "\n"}


def tried(found: Written) -> str:
    """A near miss as a session has it: whether there is such a theorem in the end is what is asked."""
    return f"{found.mutant}\nAbort.\nFail Check {found.name}_mutant."


def chunked(written: Mapping[str, Written]) -> Iterator[list[str]]:
    """Theorems by levels, each above all that it cites, in stretches of about one size."""
    level: dict[str, int] = {}
    for name, each in written.items():
        level[name] = max((level[need] + 1 for need in each.needs), default=0)
    for step in range(len(Counter(level.values()))):
        chunk, size = list[str](), 0
        for name in (name for name in written if level[name] == step):
            if chunk and size + len(written[name].text) > SIZE:
                yield chunk
                chunk, size = [], 0
            chunk.append(name)
            size += len(written[name].text)
        yield chunk
