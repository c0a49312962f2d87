"""The stubs describe what is used, and nothing more."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.project.imports import imports


def stub_names(stub: str) -> Iterator[str]:
    """The names that a stub gives: `name`, or `Class.name`; magic methods are used by syntax and left out."""
    for node in ast.parse(stub).body:
        for name in _named(node):
            if name != "__version__" and _magic(name):
                continue
            yield name
        if isinstance(node, ast.ClassDef):
            members = (name for each in node.body for name in _named(each))
            yield from (f"{node.name}.{name}" for name in members if not _magic(name))


def names_used(source: str) -> set[str]:
    """Every name that a module mentions."""
    used = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                used.add(name)
            case _:
                pass
    return used


def packages_imported(source: str) -> set[str]:
    """The packages that a module imports from."""
    return {each.name.partition(".")[0] for each in imports(source, ()) if each.name}


def unused(root: Path) -> dict[str, list[str]]:
    """For each stubbed package the names that neither the proofs nor the tests mention."""
    modules = [path for folder in ("proofs", "tests") for path in (root / folder).rglob("*.py")]
    stubbed = [path.name for path in (root / "typestubs").iterdir()]
    used: dict[str, set[str]] = {}
    for source in (path.read_text(encoding="utf-8") for path in modules):
        if not any(package in source for package in stubbed):
            continue  # it imports none of them
        mentioned = names_used(source)
        for package in packages_imported(source):
            used.setdefault(package, set()).update(mentioned)
    found = {}
    for path in sorted((root / "typestubs").rglob("*.pyi")):
        package = path.relative_to(root / "typestubs").parts[0]
        stub = path.read_text(encoding="utf-8")
        needed = used.get(package, set()) | _mentioned(stub)
        names = [name for name in stub_names(stub) if name.rpartition(".")[2] not in needed]
        if names:
            found[package] = names
    return found


def _mentioned(stub: str) -> set[str]:
    """The classes that other lines of the stub need: as a base, an argument or a result."""
    return {
        node.id
        for node in ast.walk(ast.parse(stub))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def _named(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case _:
            return []


def _magic(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
