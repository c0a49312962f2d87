"""Read files of test vectors: `python reader.py randomize.json` prints one a line."""

import json
import sys
from pathlib import Path
from typing import Any

SUBJECTS = ("op", "mechanism", "formula", "family")


def read_vectors(text: str) -> list[dict[str, Any]]:
    """Return vectors whose `request` can be sent with an `id`; raise if some are missing, or all."""
    file = json.loads(text)
    found = []
    for group in file["groups"]:
        subject = {name: group[name] for name in SUBJECTS if name in group}
        found += [{**each, "request": {**subject, **each["request"]}} for each in group["vectors"]]
    if not found or len(found) != file["numberOfTests"]:
        raise ValueError(f"{len(found)} vectors, not {file['numberOfTests']}")
    return found


if __name__ == "__main__":
    for path in sys.argv[1:]:
        try:
            for vector in read_vectors(Path(path).read_text(encoding="utf-8")):
                sys.stdout.write(f"{json.dumps(vector['request'])}\t{json.dumps(vector)}\n")
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as flaw:
            sys.stderr.write(f"{path}: not a complete file of test vectors: {flaw!r}\n")
            sys.exit(2)
