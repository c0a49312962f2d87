"""The layers of the two packages: import-linter's contracts hold, also for imports that it cannot see."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.project.conftest import child_environment
from tests.project.imports import Import, imports
from tests.tiers import slow

LINT = "from importlinter.cli import lint_imports_command as lint; lint()"

COMPUTED_BY = ("__init__", "auditor", "cli", "names", "programs", "registry", "serve")
"""The units of `ldproof` that import modules whose names are data, all on floor 3 and above but `serve`, which is a file
on its own."""

OUTSIDE = ("click", "cryptography", "duckdb", "flint", "hypothesis", "matplotlib", "numpy", "pytest", "rich")
"""The packages of others that `ldproof` uses; the contracts say which units meet them."""

INDIRECT = re.compile(r"import_module|__import__|^\s*import ldproof", re.MULTILINE)
"""Without one of these a module imports by statements that import-linter reads."""


@slow
def test_the_contracts_are_kept(checkout: Path) -> None:
    places = os.pathsep.join(str(checkout / house) for house in ("reference", "proofs"))
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--no-logo", "--config", checkout / "pyproject.toml"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=checkout,
        env={**child_environment(), "PYTHONPATH": places},
    )
    assert re.search(r"Contracts: \d\d kept, 0 broken\.", done.stdout), done.stdout + done.stderr


def import_objection(house: str, unit: str, each: Import) -> str | None:
    """Return why a unit must not import this, or not in this way."""
    if each.name is None:
        allowed = house == "ldproof_proofs" or unit in COMPUTED_BY
        return None if allowed else "imports a module whose name is computed"
    package = each.name.partition(".")[0]
    if each.hidden and package in {"ldproof", "ldproof_proofs"}:
        return f"reaches `{each.name}` without a statement that imports it"
    known = {*sys.stdlib_module_names, *OUTSIDE, "ldproof", "ldproof_proofs"}
    return f"`{unit}` does not use `{each.name}`" if house == "ldproof" and package not in known else None


def all_objections(root: Path, house: str) -> Iterator[str]:
    """Yield every forbidden import of a package that no contract sees, with its place."""
    for path in sorted((root / house).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if house == "ldproof" or INDIRECT.search(text):
            parts = path.relative_to(root).with_suffix("").parts
            for each in imports(text, parts[:-1]):
                if why := import_objection(house, parts[1], each):
                    yield f"{path.relative_to(root)}:{each.line}: {why}"


def test_every_import_is_seen_by_a_contract(checkout: Path) -> None:
    found = [
        *all_objections(checkout / "reference", "ldproof"),
        *all_objections(checkout / "proofs", "ldproof_proofs"),
    ]
    assert found == []
