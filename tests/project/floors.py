"""The floors of the house: a module imports only from floors below its own."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FLOORS = (
    ("rejections", "names", "numbers", "domains", "codec", "arrays", "budget"),
    ("coins", "aes", "exact", "law", "randomizer", "reporting", "debias", "tails"),
    ("shots", "counting", "chi2", "sketch"),
    ("catalogue", "evidence", "programs"),
    ("audit", "oracle", "experiments"),
    ("cli", "__main__"),
)
"""The units of `ldproof`, from the ground up."""

STAIRS = (0, 1, 5)
"""The floors on which a unit may import the units named before it; on the others units do not meet."""

SYSTEMS = FLOORS[2]
KERNEL_MAY_USE = ("rejections", "numbers")
COMPUTED_IMPORTS_FROM_FLOOR = 3

OUTSIDE: dict[str, tuple[str, ...]] = {
    "numpy": tuple(unit for floor in FLOORS for unit in floor),
    "flint": ("numbers",),
    "cryptography": ("aes",),
    "matplotlib": ("audit", "experiments"),
    "rich": ("cli",),
    "typer": ("cli",),
}
"""The packages of others that `ldproof` uses, and the units that meet them."""

COUNTED_WITH = ("flint.acb", "flint.fmpq", "flint.fmpz_poly")
"""What proofs count with beside the kernel's algebra, where the reference counts otherwise; balls are `numbers`' own."""

RANK = {
    unit: (number, place if number in STAIRS else 0)
    for number, floor in enumerate(FLOORS)
    for place, unit in enumerate(floor)
}


@dataclass(frozen=True, slots=True)
class Import:
    """A module's name as some line asks for it; no name where it is computed."""

    line: int
    name: str | None
    dynamic: bool = False


def imports(source: str, package: tuple[str, ...]) -> Iterator[Import]:
    """Every import of a module in a package: at the top, inside functions, for types only, by `importlib`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (Import(node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = [*package[: len(package) - level + 1]] if level else []
                base += [module] if module else []
                yield from (Import(node.lineno, ".".join([*base, alias.name])) for alias in names)
            case ast.Attribute(value=ast.Name(id="ldproof" | "ldproof_proofs" as root), attr=attribute):
                yield Import(node.lineno, f"{root}.{attribute}")
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[first, *_],
            ):
                match first:
                    case ast.Constant(value=str(name)) if not name.startswith("."):
                        yield Import(node.lineno, name, dynamic=True)
                    case _:
                        yield Import(node.lineno, None, dynamic=True)
            case _:
                pass


def climbing(root: Path) -> list[str]:
    """Every offence against the floors under `root`, with its place; none if the house stands."""
    return [*_offences(root, "reference/ldproof"), *_offences(root, "proofs/ldproof_proofs")]


def _offences(root: Path, folder: str) -> Iterator[str]:
    source_root = (root / folder).parent
    for path in sorted((root / folder).rglob("*.py")):
        parts = path.relative_to(source_root).with_suffix("").parts
        unit = "" if parts[1:] == ("__init__",) else parts[1]
        place = path.relative_to(root).as_posix()
        if parts[0] == "ldproof" and unit and unit not in RANK:
            yield f"{place}: no floor knows `{unit}`"
            continue
        judge = _objection if parts[0] == "ldproof" else _objection_to_a_proof
        for each in imports(path.read_text(encoding="utf-8"), parts[:-1]):
            objection = judge(unit, each)
            if objection:
                yield f"{place}:{each.line}: {objection}"


def _objection(unit: str, each: Import) -> str | None:
    """Why a unit of `ldproof` (its root: no name) may not import this."""
    if each.name is None:
        allowed = unit and RANK[unit][0] >= COMPUTED_IMPORTS_FROM_FLOOR
        return None if allowed else "imports a module whose name is computed"
    package, _, rest = each.name.partition(".")
    target = rest.partition(".")[0]
    if package == "ldproof":
        return _objection_inside(unit, target)
    if package == "ldproof_proofs":
        return "the reference names nothing of `ldproof_proofs`"
    if package in sys.stdlib_module_names or unit in OUTSIDE.get(package, ()):
        return None
    return f"`{unit or 'ldproof'}` does not use `{each.name}`"


def _objection_inside(unit: str, target: str) -> str | None:
    if not target:
        return "imports the whole house: name the unit"
    if target not in RANK:
        return f"no floor knows `{target}`"
    if not unit:
        return f"the root imports nothing, and here it imports `{target}`"
    if target == unit or RANK[target] < RANK[unit]:
        return None
    return f"`{unit}` on floor {RANK[unit][0]} imports `{target}` on floor {RANK[target][0]}"


def _objection_to_a_proof(unit: str, each: Import) -> str | None:
    """Why a unit of `ldproof_proofs` may not import this."""
    package, _, rest = (each.name or "").partition(".")
    target = rest.partition(".")[0]
    if package == "flint" and unit != "kernel" and each.name not in COUNTED_WITH:
        return f"the proofs of `{unit}` do not use `{each.name}`"
    if package not in {"ldproof", "ldproof_proofs"}:
        return None
    if unit == "kernel" and target not in (KERNEL_MAY_USE if package == "ldproof" else ("kernel",)):
        return f"the kernel knows nothing of `{package}.{target}`"
    if unit in SYSTEMS and target in SYSTEMS and target != unit:
        return f"the proofs of `{unit}` import the system `{target}`"
    return None
