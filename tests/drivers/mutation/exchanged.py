"""A module's mutant, put in its place: new code for functions that are imported already, which takes no time."""

import ast
import gc
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType, FunctionType

from tests.drivers.mutation.reach import modules
from tests.drivers.mutation.trials import Changed, Trial

Place = tuple[str, str, int]
"""A source's path, a function's name in it, and its first line."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The functions where they lie, and those that have run already when all is imported."""

    functions: dict[Place, list[FunctionType]]
    ran: set[Place]


def place(code: CodeType) -> Place:
    """Where a function stands."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def imported(*packages: str) -> Memory:
    """Import all modules of packages, so that a fork has them, and anew, as it is watched what runs meanwhile."""
    forget()
    ran: set[Place] = set()

    def called(frame: FrameType, _event: str, _: object) -> None:
        ran.add(place(frame.f_code))

    sys.settrace(called)
    for name in modules():
        if name.partition(".")[0] in packages and "__main__" not in name:
            import_module(name)
    sys.settrace(None)
    functions: dict[Place, list[FunctionType]] = {}
    # What somebody froze is not among the objects.
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            functions.setdefault(place(each.__code__), []).append(each)
    gc.freeze()
    return Memory(functions, ran)


def put(trial: Trial, memory: Memory) -> None:
    """Put the mutant in its place: whoever is imported afterwards works with it.

    A change of what is worked out while a module is imported, a default or a table, needs all to be imported again.
    """
    if not exchanged(trial, memory):
        forget()
        sys.meta_path.insert(0, Changed(trial))


def forget() -> None:
    """Have all that a change can affect imported again."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in {"ldproof", "ldproof_proofs"}:
            del sys.modules[name]


def exchanged(trial: Trial, memory: Memory) -> bool:
    """Whether the functions that are changed have new code now, and nothing else is changed."""
    path = installed(modules()[trial.module])
    source = modules()[trial.module].read_text(encoding="utf-8")
    # Written again as the mutant is, so that nothing differs but what is changed.
    as_it_is, changed = (compile(each, path, "exec") for each in (source_again(source), trial.source))
    here = compile(source, path, "exec")
    functions = [[*outermost(each)] for each in (here, as_it_is, changed)]
    if len({*map(len, functions)}) > 1:
        return False
    found = False
    for there, before, after in zip(*functions, strict=True):
        if before != after:
            lying = memory.functions.get(place(there), [])
            within = {place(there), *map(place, inner(there))}
            if not lying or not memory.ran.isdisjoint(within):
                return False
            for function in lying:
                function.__code__ = after
            found = True
    return found


def installed(source: Path) -> str:
    """Where a source lies in the package that runs, which may be the wheel's."""
    package = len(source.parts) - source.parts[::-1].index("ldproof")
    home = Path(import_module("ldproof").__file__ or "").parent
    return str(home.joinpath(*source.parts[package:]))


def source_again(source: str) -> str:
    """A source as it is written from its tree."""
    return ast.unparse(ast.parse(source))


def outermost(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, without those inside them."""
    for each in inside(code):
        yield from [each] if each.co_flags & CO_OPTIMIZED else outermost(each)


def inner(code: CodeType) -> Iterator[CodeType]:
    """All functions inside a function."""
    for each in inside(code):
        yield from (each, *inner(each))


def inside(code: CodeType) -> Iterator[CodeType]:
    """What is compiled directly inside."""
    return (each for each in code.co_consts if isinstance(each, CodeType))
