"""The imports of a module, line by line: at the top, inside functions, for types only, by `importlib`."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Import:
    """A module's name as some line asks for it; no name where it is computed."""

    line: int
    name: str | None
    hidden: bool = False
    """Not by a statement, so that readers of statements do not see it."""


def imports(source: str, package: tuple[str, ...]) -> Iterator[Import]:
    """Every import of a module in a package."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (Import(node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = [*package[: len(package) - level + 1]] if level else []
                base += [module] if module else []
                yield from (Import(node.lineno, ".".join([*base, alias.name])) for alias in names)
            case ast.Attribute(value=ast.Name(id="ldproof" | "ldproof_proofs" as root), attr=attribute):
                yield Import(node.lineno, f"{root}.{attribute}", hidden=True)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[first, *_],
            ):
                match first:
                    case ast.Constant(value=str(name)) if not name.startswith("."):
                        yield Import(node.lineno, name, hidden=True)
                    case _:
                        yield Import(node.lineno, None, hidden=True)
            case _:
                pass
