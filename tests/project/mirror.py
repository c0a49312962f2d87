"""The mirror: the same systems and the same topics in the reference, the proofs and the tests."""

import ast
from collections.abc import Iterator
from pathlib import Path

SYSTEMS = ("shots", "counting", "chi2", "sketch")

UNMIRRORED_PROOFS = ("kernel", "ledger", "book", "__main__")
"""What the proofs have of their own: the machine that checks, the list of what was claimed, and how it is told."""

DERIVATIONS = "derivations"
"""The room of a system in which what its source derives is derived again: it follows the source's sections."""

UNMIRRORED_TESTS = ("checker", "ledger")
"""The checker is one file of its own, and its tests are named by what is forged; the ledger is tested as a whole."""

SERVICES = (
    "audit",
    "oracle",
    "experiments",
    "planning",
    "rendering",
    "cli",
    "interface",
    "testing",
    "strategies",
    "pytest_plugin",
    "__main__",
)
"""What is on floors 4 and 5 is tested by what it does for people; what is on floors 0 to 3, topic by topic."""


def crooked(root: Path) -> list[str]:
    """Every offence against the mirror under `root`; none if it is straight.

    A topic is a module, named by its path without the suffix (`shots/client`, `numbers/term`, `law`); an
    `__init__` only re-exports, so it is none.
    """
    return sorted([*_systems(root), *_proofs(root), *_tests(root), *_untested(root)])


def topics(folder: Path, prefix: str = "") -> set[str]:
    """The topics under a folder; with a prefix, of the modules whose names begin with it."""
    return {
        path.relative_to(folder).with_name(path.stem.removeprefix(prefix)).as_posix()
        for path in folder.rglob("*.py")
        if path.stem != "__init__" and path.name.startswith(prefix)
    }


def defines(source: str) -> bool:
    """Whether a module defines a function or a method, and so has something to test."""
    return any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in ast.walk(ast.parse(source))
    )


def _unit(topic: str) -> str:
    return topic.partition("/")[0]


def _systems(root: Path) -> Iterator[str]:
    houses = {
        "reference": root / "reference/ldproof",
        "proofs": root / "proofs/ldproof_proofs",
        "tests": root / "tests/reference",
    }
    present = {name: {s for s in SYSTEMS if any((house / s).rglob("*.py"))} for name, house in houses.items()}
    for system in sorted(set().union(*present.values())):
        missing = [name for name, systems in present.items() if system not in systems]
        yield from (f"the system `{system}` is not in {name}" for name in missing)


def _proofs(root: Path) -> Iterator[str]:
    known = topics(root / "reference/ldproof")
    for topic in topics(root / "proofs/ldproof_proofs"):
        parent = topic.rpartition("/")[0]
        if _unit(topic) in UNMIRRORED_PROOFS or parent in {f"{system}/{DERIVATIONS}" for system in SYSTEMS}:
            continue
        if not {topic, parent} & known:
            yield f"proofs/ldproof_proofs/{topic}.py has no reference/ldproof/{topic}.py"


def _tests(root: Path) -> Iterator[str]:
    for tests, sources in (
        ("tests/reference", "reference/ldproof"),
        ("tests/proofs", "proofs/ldproof_proofs"),
    ):
        for topic in topics(root / tests, "test_") - topics(root / sources):
            if _unit(topic) in UNMIRRORED_TESTS:
                continue
            yield f"{tests} tests `{topic}`, and there is no {sources}/{topic}.py"


def _untested(root: Path) -> Iterator[str]:
    house = root / "reference/ldproof"
    tested = topics(root / "tests/reference", "test_")
    for path in house.rglob("*.py"):
        topic = path.relative_to(house).with_suffix("").as_posix()
        if not defines(path.read_text(encoding="utf-8")):
            continue
        if path.stem == "__init__":
            yield f"reference/ldproof/{topic}.py defines a function: give it a topic of its own"
        elif _unit(topic) not in SERVICES and topic not in tested:
            folder, _, name = topic.rpartition("/")
            yield f"reference/ldproof/{topic}.py has no tests/reference/{folder and folder + '/'}test_{name}.py"
