"""Installation of a mutant in this process: new code for functions that are already imported, which takes no time."""

import ast
import gc
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType, FunctionType

from tests.drivers.mutation.reach import all_modules
from tests.drivers.mutation.trials import Changed, Trial

Place = tuple[str, str, int]
"""A source's path, a function's name in it, and its first line."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The functions by their lines, and those that have run when everything is imported."""

    functions: dict[Place, list[FunctionType]]
    ran: set[Place]


def function_place(code: CodeType) -> Place:
    """Return the file and line of a function."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def import_packages(*packages: str) -> Memory:
    """Import all modules of packages afresh, for forks to share, and record the functions that run meanwhile."""
    forget_modules()
    ran: set[Place] = set()

    def called(frame: FrameType, _event: str, _: object) -> None:
        ran.add(function_place(frame.f_code))

    sys.settrace(called)
    for name in all_modules():
        if name.partition(".")[0] in packages and "__main__" not in name:
            import_module(name)
    sys.settrace(None)
    functions: dict[Place, list[FunctionType]] = {}
    # What somebody froze is not among the objects.
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            functions.setdefault(function_place(each.__code__), []).append(each)
    gc.freeze()
    return Memory(functions, ran)


def install_mutant(trial: Trial, memory: Memory) -> None:
    """Put the mutant in its place: whoever is imported afterwards works with it.

    A change of what is worked out while a module is imported, a default or a table, needs all to be imported again.
    """
    if not exchange_code(trial, memory):
        forget_modules()
        sys.meta_path.insert(0, Changed(trial))


def forget_modules() -> None:
    """Remove all modules that a change can affect, so that they are imported again."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in {"ldproof", "ldproof_proofs"}:
            del sys.modules[name]


def exchange_code(trial: Trial, memory: Memory) -> bool:
    """Exchange the code of the changed functions; return whether nothing else is changed."""
    path = installed_path(all_modules()[trial.module])
    source = all_modules()[trial.module].read_text(encoding="utf-8")
    # Written again as the mutant is, so that nothing differs but what is changed.
    as_it_is, changed = (compile(each, path, "exec") for each in (source_again(source), trial.source))
    here = compile(source, path, "exec")
    functions = [[*outermost_functions(each)] for each in (here, as_it_is, changed)]
    if len({*map(len, functions)}) > 1:
        return False
    found = False
    for there, before, after in zip(*functions, strict=True):
        if before != after:
            lying = memory.functions.get(function_place(there), [])
            within = {function_place(there), *map(function_place, inner_functions(there))}
            if not lying or not memory.ran.isdisjoint(within):
                return False
            for function in lying:
                function.__code__ = after
            found = True
    return found


def installed_path(source: Path) -> str:
    """Return a source's path in the package that runs, which may be the wheel's."""
    package = len(source.parts) - source.parts[::-1].index("ldproof")
    home = Path(import_module("ldproof").__file__ or "").parent
    return str(home.joinpath(*source.parts[package:]))


def source_again(source: str) -> str:
    """Return a source as it is written from its tree."""
    return ast.unparse(ast.parse(source))


def outermost_functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, without those inside them."""
    for each in nested_code(code):
        yield from [each] if each.co_flags & CO_OPTIMIZED else outermost_functions(each)


def inner_functions(code: CodeType) -> Iterator[CodeType]:
    """All functions inside a function."""
    for each in nested_code(code):
        yield from (each, *inner_functions(each))


def nested_code(code: CodeType) -> Iterator[CodeType]:
    """Return the code objects directly inside a code object."""
    return (each for each in code.co_consts if isinstance(each, CodeType))
