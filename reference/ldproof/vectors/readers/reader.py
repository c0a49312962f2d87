"""Read files of test vectors: `python reader.py randomize.json` prints one a line."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SUBJECTS = ("op", "mechanism", "formula", "family")


def read_vectors(text: str) -> Iterator[dict[str, Any]]:
    """Yield vectors whose `request` can be sent with an `id`; raise `ValueError` if some are missing."""
    file = json.loads(text)
    count = 0
    for group in file["groups"]:
        subject = {name: group[name] for name in SUBJECTS if name in group}
        for vector in group["vectors"]:
            count += 1
            yield {**vector, "request": {**subject, **vector["request"]}}
    if count != file["numberOfTests"]:
        raise ValueError(f"{count} vectors, not {file['numberOfTests']}")


if __name__ == "__main__":
    for path in sys.argv[1:]:
        for each in read_vectors(Path(path).read_text(encoding="utf-8")):
            sys.stdout.write(f"{json.dumps(each['request'])}\t{json.dumps(each)}\n")
