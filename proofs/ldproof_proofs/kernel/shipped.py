"""What is stored beside proofs, as JSON; a file that is damaged or missing is refused by its name."""

import json
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from os import getpid
from pathlib import Path
from typing import TypeAlias

from ldproof.errors import Reason, Refused

Home: TypeAlias = Traversable | None
"""A folder with the files of a ledger; nothing is said of ours, which ship with the package."""

OURS: Home = None


BUILT = ("explained.json", "opinions.json")
"""What is made from the others, or remembered, and may be missing."""


def is_there(file: str, home: Home = OURS) -> bool:
    """Whether a file lies beside the proofs, or in a folder."""
    return (home or files("ldproof_proofs")).joinpath(file).is_file()


def read(file: str, home: Home = OURS) -> Mapping[str, object]:
    """What a file holds."""
    try:
        found: object = json.loads(
            (home or files("ldproof_proofs")).joinpath(file).read_text(encoding="utf-8")
        )
    except (OSError, ValueError) as flaw:
        raise damaged(file, str(flaw), home) from None
    if not isinstance(found, dict):
        raise damaged(file, "it is no object", home)
    return found


def replace_file(path: Path, text: str) -> None:
    """Replace a file as a whole: no reader sees a part of it, even if several processes write it at once."""
    fresh = path.with_name(f"{path.name}.{getpid()}.new")
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def damaged(file: str, why: str, home: Home = OURS) -> Refused:
    """The refusal of a file that is not as it was written."""
    if home is None:
        place, again = "beside the proofs", "the file as it ships"
        if file in BUILT:
            again = "no such file: delete it, and it is built again, or done without"
    else:
        place, again = f"in {home}", "what `ldproof prove SYSTEM --store DIR` writes"
    return Refused(Reason.DAMAGED_STATE, f"{file} {place}: {why}", again)
