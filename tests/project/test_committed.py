"""Committed files name no machine and no registry, and silence the type checker nowhere but in its own tests."""

from pathlib import Path

import pytest

from tests.project.committed import committed, hosts, machine_paths, silenced
from tests.project.conftest import Grow

HERE = "tests/project/test_committed.py"
IGNORE = "x = 1  # type: " + "ignore"


def test_committed_files_name_no_machine_path(checkout: Path) -> None:
    files = [path for path in committed(checkout) if path != checkout / HERE]
    assert list(machine_paths(checkout, files)) == []


def test_the_lock_names_no_registry(checkout: Path) -> None:
    assert hosts((checkout / "requirements.lock").read_text(encoding="utf-8")) == []


def test_the_type_checker_is_silenced_nowhere(checkout: Path) -> None:
    assert list(silenced(checkout, committed(checkout))) == []


@pytest.mark.parametrize(
    "line",
    [
        "cd /work/main",
        'open("/root/.cache")',
        "/home/ada/ldproof",
        "[x](/Users/ada/x)",
        "PATH=/opt/tools/bin",
        "file:///srv/wheels",
        "/tmp/x",
    ],
)
def test_a_machine_path_is_named(grow: Grow, line: str) -> None:
    root = grow({"reference/x.py": f"first\n{line}\n"})
    assert list(machine_paths(root, [root / "reference/x.py"])) == [f"reference/x.py:2: {line}"]


@pytest.mark.parametrize("line", ["homework/root/x", "${HOME}/work/x", "m/root/n", "~/opt/x", "T/work"])
def test_what_is_no_machine_path_is_left_alone(grow: Grow, line: str) -> None:
    root = grow({"x.md": line, "tests/x.py": "/tmp/x"})
    assert list(machine_paths(root, [root / "x.md", root / "tests/x.py"])) == []


@pytest.mark.parametrize(
    "line",
    ["--index-url x", "--extra-index-url x", "-i x", "-f x", "--find-links x", "a @ b", "# from https://x"],
)
def test_a_registry_in_the_lock_is_named(line: str) -> None:
    assert hosts(f"a==1 \\\n    --hash=sha256:00\n{line}\n")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("proofs/x.py", IGNORE),
        ("typestubs/z3/__init__.pyi", f"{IGNORE}[misc]"),
        ("tests/reference/test_x.py", f"{IGNORE}[misc]"),
        ("tests/typing/test_x.py", IGNORE),
        ("reference/x.py", "# mypy" + ": ignore-errors"),
        ("reference/x.py", "from typing import no_type" + "_check"),
    ],
)
def test_a_silenced_line_is_named(grow: Grow, name: str, line: str) -> None:
    root = grow({name: f"\n{line}\n"})
    (named,) = silenced(root, [root / name])
    assert named.startswith(f"{name}:2: ")


def test_a_code_is_allowed_where_types_are_tested(grow: Grow) -> None:
    root = grow({"tests/typing/test_x.py": f"{IGNORE}[operator]\ntext = '# type: ' 'ignore'\n"})
    assert list(silenced(root, [root / "tests/typing/test_x.py"])) == []
