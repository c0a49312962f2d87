"""The modules that a change of another one can affect: those that import it, directly or not."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.project.imports import imports

ROOT = Path(__file__).parents[3]
SOURCE_ROOTS = (ROOT / "reference", ROOT / "proofs")


class WithoutTypes(ast.NodeTransformer):
    """Remove imports for type checkers: the root names all services, and imports none."""

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        """Replace `if TYPE_CHECKING` by its `else` part."""
        match node.test:
            case ast.Name(id="TYPE_CHECKING"):
                return node.orelse or ast.Pass()
            case _:
                return node


def all_modules() -> dict[str, Path]:
    """Return every module of the reference and of the proofs by its name; a package is its `__init__`."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for root in SOURCE_ROOTS
        for path in root.rglob("*.py")
    }


def import_distances(found: Mapping[str, Path], module: str) -> dict[str, int]:
    """Return the number of imports from each module to this one; modules that do not reach it are missing.

    A module that does not import another one can neither call it nor hold its values: no change affects it.
    """
    importers: dict[str, set[str]] = {name: set() for name in found}
    for name, path in found.items():
        for imported in _imported(found, name, path):
            importers[imported].add(name)
    lengths, now = {module: 0}, [module]
    for nearer in now:
        for name in sorted(importers[nearer] - lengths.keys()):
            lengths[name] = lengths[nearer] + 1
            now.append(name)
    return lengths


def _imported(found: Mapping[str, Path], name: str, path: Path) -> Iterator[str]:
    """Return the modules that a module imports, with the packages around them, which run first."""
    for each in _names(path, name if path.name == "__init__.py" else name.rpartition(".")[0]):
        parts = each.split(".")
        names = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
        yield from (other for other in names if other in found)


@cache
def _names(path: Path, package: str) -> list[str]:
    """Return the names that a module of a package imports."""
    source = ast.unparse(WithoutTypes().visit(ast.parse(path.read_text(encoding="utf-8"))))
    return [each.name or "" for each in imports(source, tuple(package.split(".")))]
