"""What ships beside the proofs, as JSON; a file that is damaged or missing is refused by its name."""

import json
from collections.abc import Mapping
from importlib.resources import files

from ldproof.rejections import Reason, Refused


def read(file: str) -> Mapping[str, object]:
    """What a file holds."""
    try:
        found: object = json.loads(files("ldproof_proofs").joinpath(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as flaw:
        raise damaged(file, str(flaw)) from None
    if not isinstance(found, dict):
        raise damaged(file, "it is no object")
    return found


def damaged(file: str, why: str) -> Refused:
    """The refusal of a file that is not as it was written."""
    return Refused(
        Reason.DAMAGED_STATE,
        f"{file} beside the proofs: {why}",
        "the file as it ships, or `python -m ldproof_proofs`",
    )
