"""Files: what their names say, and how one is replaced."""

import os
from contextlib import suppress
from pathlib import Path

STDIN = Path("-")
"""Standard input, where a file is read."""

PARQUET = (".parquet", ".parq", ".pq")


def is_parquet(path: Path) -> bool:
    """Whether a path ends as those of Parquet files do."""
    return path.name.lower().endswith(PARQUET)


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file, once the new one is on the disk. Raise `OSError` if it cannot be written; the old one stays then."""
    place = path.resolve()
    fresh = place.with_name(f"{place.name}.new")
    try:
        with fresh.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(place)
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
