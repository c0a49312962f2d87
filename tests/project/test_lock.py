"""The lock: everything pinned and hashed, and in step with what `pyproject.toml` asks for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PIN = re.compile(
    r"^(?P<requirement>[^\s#-][^\\]*?)(?P<rest>(?:\s*\\\n\s+--hash=sha256:[0-9a-f]{64})*)$", re.MULTILINE
)


def pins(lock: str) -> dict[str, tuple[Requirement, int]]:
    """Each locked package's requirement and number of hashes."""
    found = [
        (Requirement(match["requirement"]), match["rest"].count("--hash")) for match in PIN.finditer(lock)
    ]
    assert len(found) == len({requirement.name for requirement, _ in found}), "one version for every Python"
    return {requirement.name: (requirement, hashes) for requirement, hashes in found}


@pytest.fixture
def locked(checkout: Path) -> dict[str, tuple[Requirement, int]]:
    return pins((checkout / "requirements.lock").read_text(encoding="utf-8"))


@pytest.fixture
def asked(checkout: Path) -> list[Requirement]:
    table = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    extras = table["project"]["optional-dependencies"].values()
    texts = [
        *table["project"]["dependencies"],
        *table["build-system"]["requires"],
        *(t for e in extras for t in e),
    ]
    return [Requirement(text) for text in texts]


def test_everything_is_pinned_and_hashed(locked: dict[str, tuple[Requirement, int]]) -> None:
    loose = [
        name
        for name, (requirement, hashes) in locked.items()
        if [each.operator for each in requirement.specifier] != ["=="] or hashes == 0
    ]
    assert loose == []


def test_everything_that_is_asked_for_is_locked(
    asked: list[Requirement], locked: dict[str, tuple[Requirement, int]]
) -> None:
    missing = [
        str(requirement)
        for requirement in asked
        if requirement.name not in locked
        or not all(
            requirement.specifier.contains(pin.version) for pin in locked[requirement.name][0].specifier
        )
    ]
    assert missing == []


@pytest.mark.parametrize("name", ["cvc5", "hatchling", "highspy", "sympy", "z3-solver"])
def test_what_proves_and_what_builds_is_pinned_where_it_is_asked_for(
    asked: list[Requirement], name: str
) -> None:
    for requirement in asked:
        if requirement.name == name:
            assert [each.operator for each in requirement.specifier] == ["=="]


def test_pins_are_read() -> None:
    lock = f"a==1 \\\n    --hash=sha256:{'0' * 64} \\\n    --hash=sha256:{'1' * 64}\n    # via b\nb==2 ; os_name == 'nt'\n"
    assert {name: (str(pin), hashes) for name, (pin, hashes) in pins(lock).items()} == {
        "a": ("a==1", 2),
        "b": ('b==2; os_name == "nt"', 0),
    }
