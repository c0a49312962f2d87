"""The floors, where import-linter's contracts cannot speak of them: names, hidden imports, packages of others."""

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.project.imports import Import, imports

COMPUTED_BY = ("audit", "catalogue", "cli", "interface", "plugins", "programs")
"""The units of `ldproof`, all on floor 3 and above, that import modules whose names are data."""

OUTSIDE = ("cryptography", "duckdb", "flint", "hypothesis", "matplotlib", "numpy", "pytest", "rich", "typer")
"""The packages of others that `ldproof` uses; the contracts say which units meet them."""


def hidden(root: Path) -> list[str]:
    """Every offence under `root` that no contract sees, with its place; none if the house stands."""
    return [*_offences(root, "reference/ldproof"), *_offences(root, "proofs/ldproof_proofs")]


def _offences(root: Path, folder: str) -> Iterator[str]:
    for path in sorted((root / folder).rglob("*.py")):
        parts = path.relative_to((root / folder).parent).with_suffix("").parts
        for each in imports(path.read_text(encoding="utf-8"), parts[:-1]):
            objection = _objection(parts[0], parts[1], each)
            if objection:
                yield f"{path.relative_to(root).as_posix()}:{each.line}: {objection}"


def _objection(house: str, unit: str, each: Import) -> str | None:
    """Why a unit may not import this, or not in this way."""
    if each.name is None:
        allowed = house == "ldproof_proofs" or unit in COMPUTED_BY
        return None if allowed else "imports a module whose name is computed"
    package = each.name.partition(".")[0]
    if each.hidden and package in {"ldproof", "ldproof_proofs"}:
        return f"reaches `{each.name}` without a statement that imports it"
    if house == "ldproof" and package not in {
        *sys.stdlib_module_names,
        *OUTSIDE,
        "ldproof",
        "ldproof_proofs",
    }:
        return f"`{unit}` does not use `{each.name}`"
    return None
