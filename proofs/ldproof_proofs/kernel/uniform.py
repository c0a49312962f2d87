"""That a start and a turn treat every k alike, however long the row: read off their text, which is what runs."""

import ast
import builtins
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from inspect import getsource
from itertools import pairwise
from types import CodeType, FunctionType

from ldproof.numbers import like, term

KNOWN: Mapping[str, object] = {"term": term, "like": like, "int": int, "range": range, "pairwise": pairwise}
"""The functions that a text may name: they remember nothing from one entry to the next."""


def alike(start: Callable[..., object], turn: Callable[..., object]) -> bool:
    """Whether both are of a form in which no entry knows its index, but that it is the first."""
    return start_alike(start) and turn_alike(turn)


def apart(start: Callable[..., object], turn: Callable[..., object]) -> bool:
    """Whether each entry comes of itself alone, and all are the same at the start: then all of a row are one."""
    match text(start), text(turn):
        case [_, ast.Return(ast.BinOp(ast.List()))], [_, ast.Return(ast.ListComp())]:
            return alike(start, turn)
        case _:
            return False


def turn_alike(turn: Callable[..., object]) -> bool:
    """Whether each entry of the next row is the same term in the entry before it, its own and the round's numbers."""
    match text(turn):
        case [
            ast.FunctionDef(args=ast.arguments(args=[row, silent, spoken])),
            ast.Return(ast.ListComp(each, [ast.comprehension(ast.Name(own), ast.Name(whole), [], 0)])),
        ]:
            return whole == row.arg and plain(each, {own, silent.arg, spoken.arg})
        case [
            ast.FunctionDef(args=ast.arguments(args=[row, silent, spoken])),
            ast.Assign([ast.Name(new)], ast.List([first])),
            ast.For(
                ast.Tuple([ast.Name(before), ast.Name(own)]),
                ast.Call(ast.Name("pairwise"), [ast.Name(whole)], []),
                [ast.Expr(ast.Call(ast.Attribute(ast.Name(grown), "append"), [each], []))],
                [],
            ),
            ast.Return(ast.Name(result)),
        ]:
            numbers = {silent.arg, spoken.arg}
            return (
                whole == row.arg
                and new == grown == result
                and new not in {row.arg, before, own, *numbers}
                and plain(first, numbers, row=row.arg)
                and plain(each, {before, own, *numbers})
            )
        case _:
            return False


def start_alike(start: Callable[..., object]) -> bool:
    """Whether each entry before the first round is the same, but perhaps the first."""
    match text(start):
        case [
            ast.FunctionDef(args=ast.arguments(args=[system, most])),
            ast.Return(ast.BinOp(ast.List([each]), ast.Mult(), ast.BinOp(ast.Name(count), ast.Add(), one))),
        ]:
            return is_one(one) and count == most.arg and plain(each, {system.arg})
        case [
            ast.FunctionDef(args=ast.arguments(args=[system, most])),
            ast.Return(
                ast.ListComp(
                    each,
                    [
                        ast.comprehension(
                            ast.Name(k),
                            ast.Call(ast.Name("range"), [ast.BinOp(ast.Name(count), ast.Add(), one)], []),
                            [],
                            0,
                        )
                    ],
                )
            ),
        ]:
            return (
                is_one(one) and count == most.arg and k != system.arg and plain(each, {system.arg}, index=k)
            )
        case _:
            return False


def is_one(node: ast.expr) -> bool:
    """Whether a node is the number 1."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 1


def plain(node: ast.expr, names: AbstractSet[str], row: str = "", index: str = "") -> bool:
    """Whether a node is arithmetic on these names, a row's first entry, and whether an index is 0."""
    match node:
        case ast.Constant(int()):
            return True
        case ast.Name(name):
            return name in names
        case ast.Subscript(ast.Name(name), ast.Constant(0)):
            return name == row
        case ast.Compare(ast.Name(name), [ast.Eq()], [ast.Constant(0)]):
            return name == index
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right):
            return plain(left, names, row, index) and plain(right, names, row, index)
        case ast.Call(ast.Name(name), parts, []):
            return name in KNOWN and all(plain(part, names, row, index) for part in parts)
        case _:
            return False


def text(function: Callable[..., object]) -> list[ast.stmt]:
    """A function's text, its statements after its head and without its docstring; nothing if it is not what runs."""
    if (
        not isinstance(function, FunctionType)
        or function.__closure__
        or function.__defaults__
        or function.__kwdefaults__
    ):
        return []
    scope = {**builtins_of(function), **function.__globals__}
    if any(scope.get(name, known) is not known for name, known in KNOWN.items()):
        return []
    try:
        return statements(function.__code__, getsource(function))
    except (OSError, TypeError):
        return []


@cache
def statements(code: CodeType, source: str) -> list[ast.stmt]:
    """A text's statements, if they are what code was compiled from."""
    try:
        (head,) = ast.parse(source).body
    except (SyntaxError, ValueError):
        return []
    if not isinstance(head, ast.FunctionDef) or head.decorator_list or code != compiled(head, code):
        return []
    return [head, *head.body[ast.get_docstring(head) is not None :]]


def builtins_of(function: FunctionType) -> Mapping[str, object]:
    """Where a function looks for what its module does not have."""
    own: object = function.__globals__.get("__builtins__", builtins)
    return own if isinstance(own, dict) else vars(own)


def compiled(head: ast.FunctionDef, code: CodeType) -> CodeType | None:
    """The code that a text stands for, at the place where this code stands."""
    ast.increment_lineno(head, code.co_firstlineno - 1)
    module = compile(ast.Module([head], []), code.co_filename, "exec", dont_inherit=True)
    return next((each for each in module.co_consts if isinstance(each, CodeType)), None)
