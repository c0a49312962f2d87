"""The lock: every package has a version and a hash, and it agrees with `pyproject.toml`."""

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PIN = re.compile(r"^([^\s#-][^\\]*?)((?:\s*\\\n\s+--hash=sha256:[0-9a-f]{64})*)$", re.MULTILINE)
EXACT = ("cvc5", "hatchling", "highspy", "sympy", "z3-solver")
"""What proves and what builds."""


@pytest.mark.parametrize("lock", ["requirements.lock", "docs/requirements.lock"])
def test_every_requirement_is_locked_by_version_and_hash(checkout: Path, lock: str) -> None:
    table = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    project = table["project"]
    lists = {
        "requirements.lock": [
            *project["dependencies"],
            *table["build-system"]["requires"],
            *chain.from_iterable(project["optional-dependencies"].values()),
        ],
        "docs/requirements.lock": table["dependency-groups"]["site"],
    }
    asked = [Requirement(text) for text in lists[lock]]
    pins = PIN.findall((checkout / lock).read_text(encoding="utf-8"))
    assert all("--hash" in hashes for _, hashes in pins)
    locked = {pin.name: [*pin.specifier] for pin in (Requirement(text) for text, _ in pins)}
    assert len(locked) == len(pins), "one version for every Python"
    assert {name for name, found in locked.items() if [each.operator for each in found] != ["=="]} == set()
    for each in asked:
        assert each.specifier.contains(locked[each.name][0].version), each
        assert each.name not in EXACT or [found.operator for found in each.specifier] == ["=="], each
